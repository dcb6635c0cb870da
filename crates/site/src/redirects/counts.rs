//! Hits of redirects and missed addresses since the last flush, in memory. Nothing here blocks, and every collection is bounded.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use kernel::{Millis, RedirectId, StoreId};

use super::address::key;
use super::noise::{host, missed_path};

/// Redirects whose hits wait for the next flush.
const MOST_HITS: usize = 4_096;
/// Missed addresses of all stores that wait for it.
const MOST_MISSES: usize = 2_048;
/// Those of one store: a crawler of one does not displace the others.
const MOST_OF_A_STORE: usize = 128;

/// A request of a person that found neither page nor redirect.
#[derive(Debug, Clone, Copy)]
pub struct Miss<'a> {
    /// The store that was asked.
    pub store: StoreId,
    /// The path of the request; queries are never handed over.
    pub path: &'a str,
    /// The Referer header.
    pub referrer: &'a str,
    /// The time of the request.
    pub at: Millis,
}

/// How often, and when last.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Count {
    pub(super) times: i64,
    pub(super) last_at: Millis,
}

impl Count {
    fn add(&mut self, other: Self) {
        self.times = self.times.saturating_add(other.times);
        self.last_at = self.last_at.max(other.last_at);
    }
}

/// A missed address since the last flush.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct UnflushedMiss {
    pub(super) address: String,
    pub(super) referrer: String,
    pub(super) count: Count,
}

/// What a flush takes.
#[derive(Debug, Default)]
pub(super) struct Unflushed {
    pub(super) hits: HashMap<(StoreId, RedirectId), Count>,
    /// By store and key of the address.
    pub(super) misses: HashMap<StoreId, HashMap<String, UnflushedMiss>>,
    /// Missed addresses of all stores.
    missed: usize,
}

impl Unflushed {
    fn add_hit(&mut self, at: (StoreId, RedirectId), count: Count) {
        if self.hits.len() < MOST_HITS || self.hits.contains_key(&at) {
            self.hits.entry(at).or_default().add(count);
        }
    }

    fn add_miss(&mut self, store: StoreId, key: String, miss: UnflushedMiss) {
        let is_full = self.missed >= MOST_MISSES;
        if is_full && !self.misses.contains_key(&store) {
            return;
        }
        let of_store = self.misses.entry(store).or_default();
        if let Some(known) = of_store.get_mut(&key) {
            known.count.add(miss.count);
            if !miss.referrer.is_empty() {
                known.referrer = miss.referrer;
            }
        } else if !is_full && of_store.len() < MOST_OF_A_STORE {
            of_store.insert(key, miss);
            self.missed += 1;
        }
    }
}

/// The counter of this process. Requests that find their page never come here, so one lock is enough.
#[derive(Debug, Default)]
pub struct AddressCounts(Mutex<Unflushed>);

impl AddressCounts {
    fn lock(&self) -> std::sync::MutexGuard<'_, Unflushed> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a request that a redirect answered.
    pub fn hit(&self, store: StoreId, redirect: RedirectId, at: Millis) {
        self.lock().add_hit((store, redirect), Count { times: 1, last_at: at });
    }

    /// Counts a missed address, unless it is noise.
    pub fn miss(&self, miss: Miss<'_>) {
        let Some(address) = missed_path(miss.path) else { return };
        let count = Count { times: 1, last_at: miss.at };
        let referrer = host(miss.referrer).to_owned();
        self.lock().add_miss(miss.store, key(&address), UnflushedMiss { address, referrer, count });
    }

    /// Takes the counts since the last flush.
    pub(super) fn take(&self) -> Unflushed {
        std::mem::take(&mut self.lock())
    }

    /// Puts back what could not be written, as far as there is room.
    pub(super) fn put_back(&self, unflushed: Unflushed) {
        let mut all = self.lock();
        for (at, count) in unflushed.hits {
            all.add_hit(at, count);
        }
        for (store, misses) in unflushed.misses {
            for (key, miss) in misses {
                all.add_miss(store, key, miss);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn miss(store: i64, path: &str) -> Miss<'_> {
        Miss { store: StoreId::from_raw(store), path, referrer: "https://x.example/secret?q=1", at: Millis(7) }
    }

    #[test]
    fn st_08_misses_are_added_up_without_queries_and_case() {
        let counts = AddressCounts::default();
        for path in ["/old", "/Old/", "/en/old", "/wp-login.php", "/orders/secret"] {
            counts.miss(miss(1, path));
        }
        let misses = counts.take().misses.remove(&StoreId::from_raw(1)).unwrap();
        assert_eq!(misses.len(), 1);
        let only = &misses["/old"];
        assert_eq!((only.count.times, &*only.referrer, &*only.address), (3, "x.example", "/old"));
        assert!(counts.take().misses.is_empty());
    }

    #[test]
    fn st_08_a_crawler_takes_bounded_memory_and_leaves_room_for_other_stores() {
        let counts = AddressCounts::default();
        for n in 0..10_000 {
            counts.miss(miss(1, &format!("/old/{n}")));
        }
        counts.miss(miss(2, "/other"));
        let unflushed = counts.take();
        assert_eq!(unflushed.misses[&StoreId::from_raw(1)].len(), MOST_OF_A_STORE);
        assert_eq!(unflushed.misses[&StoreId::from_raw(2)].len(), 1);
        counts.put_back(unflushed);
        for store in 3..100 {
            for n in 0..200 {
                counts.miss(miss(store, &format!("/old/{n}")));
                counts.hit(StoreId::from_raw(store), RedirectId::from_raw(n), Millis(1));
            }
        }
        let unflushed = counts.take();
        assert!(unflushed.misses.values().map(HashMap::len).sum::<usize>() <= MOST_MISSES);
        assert!(unflushed.hits.len() <= MOST_HITS);
    }
}
