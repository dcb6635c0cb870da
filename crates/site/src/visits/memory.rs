//! Visits since the last flush, in memory. Nothing here blocks, and every collection is bounded.

use std::collections::HashMap;
use std::hash::{BuildHasher as _, RandomState};
use std::sync::{Mutex, PoisonError};

use kernel::{Millis, StoreId};

use super::store::Salts;
use super::visitor_hash::is_person;
use crate::redirects::AddressCounts;

/// Shards of the counter, each with its lock; a power of two.
const SHARDS: usize = 16;
/// Known visitors per shard. When there are more the set is cleared: the table still has them.
const MOST_KNOWN: usize = 16_384;
/// New visitors per shard until the next flush. A visitor beyond the limit is counted with the next page.
const MOST_NEW: usize = 512;
/// Pairs of store and hour per shard until the next flush.
const MOST_HOURS: usize = 4_096;
/// Bytes of a User-Agent that are used: no real one is longer.
const LONGEST: usize = 512;

/// A page that was served.
#[derive(Debug, Clone, Copy)]
pub struct View<'a> {
    /// The store of the page.
    pub store: StoreId,
    /// The day in the store's time zone, of [`super::Calendar`].
    pub day: i64,
    /// The time of the view.
    pub at: Millis,
    /// The client's IP address, as the rate limiter sees it.
    pub address: &'a str,
    /// The User-Agent header.
    pub agent: &'a [u8],
}

/// A visitor of the day who is new to this process: in memory only, for the seconds until the flush.
#[derive(Debug, Clone)]
pub(super) struct NewVisitor {
    pub(super) store: StoreId,
    pub(super) day: i64,
    pub(super) hour: i64,
    pub(super) address: Box<str>,
    pub(super) agent: Box<[u8]>,
}

/// The counts that a flush takes.
#[derive(Debug, Default)]
pub(super) struct UnflushedViews {
    /// Views by store and hour since 1970.
    pub(super) views: HashMap<(StoreId, i64), i64>,
    pub(super) new_visitors: Vec<NewVisitor>,
}

#[derive(Default)]
struct Shard {
    /// Visitors counted today, and whether they are people.
    known: HashMap<u64, bool>,
    unflushed: UnflushedViews,
}

impl Shard {
    fn count(&mut self, store: StoreId, hour: i64, by: i64) {
        if self.unflushed.views.len() < MOST_HOURS || self.unflushed.views.contains_key(&(store, hour)) {
            let views = self.unflushed.views.entry((store, hour)).or_default();
            *views = views.saturating_add(by);
        }
    }
}

/// The visit counter of this process.
pub struct Visits {
    /// Hash key of this process, so that nobody outside can target one shard.
    secret: RandomState,
    shards: [Mutex<Shard>; SHARDS],
    pub(super) salts: Mutex<Salts>,
    /// Hits of redirects and missed addresses, which are flushed with the visits.
    pub addresses: AddressCounts,
}

impl Default for Visits {
    fn default() -> Self {
        let shards = std::array::from_fn(|_| Mutex::default());
        Self { secret: RandomState::new(), shards, salts: Mutex::default(), addresses: AddressCounts::default() }
    }
}

impl Visits {
    /// Counts a served page, unless a bot fetched it. Takes one lock with little contention, and does no I/O.
    pub fn see(&self, view: View<'_>) {
        let View { store, day, at, address, agent } = view;
        let agent = &agent[..agent.len().min(LONGEST)];
        let visitor = self.secret.hash_one((store.raw(), day, address, agent));
        let hour = at.0.div_euclid(Millis::HOUR);
        let mut shard = self.shard(visitor);
        let is_person = match shard.known.get(&visitor) {
            Some(is_person) => *is_person,
            None => count_visitor(&mut shard, visitor, || NewVisitor {
                store,
                day,
                hour,
                address: cut(address).into(),
                agent: agent.into(),
            }),
        };
        if is_person {
            shard.count(store, hour, 1);
        }
    }

    fn shard(&self, visitor: u64) -> std::sync::MutexGuard<'_, Shard> {
        // The low bits select the bucket of the map below, so the shard uses the high ones.
        let at = usize::try_from(visitor >> 60).unwrap_or(0) % SHARDS;
        self.shards[at].lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the counts since the last flush.
    pub(super) fn take(&self) -> UnflushedViews {
        let mut all = UnflushedViews::default();
        for shard in &self.shards {
            let unflushed = std::mem::take(&mut shard.lock().unwrap_or_else(PoisonError::into_inner).unflushed);
            for (key, views) in unflushed.views {
                *all.views.entry(key).or_default() += views;
            }
            all.new_visitors.extend(unflushed.new_visitors);
        }
        all
    }

    /// Puts back what could not be written, as far as there is room.
    pub(super) fn put_back(&self, unflushed: UnflushedViews) {
        for ((store, hour), views) in unflushed.views {
            self.shard(self.secret.hash_one((store.raw(), hour))).count(store, hour, views);
        }
        for new_visitor in unflushed.new_visitors {
            let NewVisitor { store, day, address, agent, .. } = &new_visitor;
            let mut shard = self.shard(self.secret.hash_one((store.raw(), *day, &**address, &**agent)));
            if shard.unflushed.new_visitors.len() < MOST_NEW {
                shard.unflushed.new_visitors.push(new_visitor);
            }
        }
    }

    /// Clears the known visitors when their day is over.
    pub(super) fn forget(&self) {
        for shard in &self.shards {
            shard.lock().unwrap_or_else(PoisonError::into_inner).known.clear();
        }
    }
}

/// An IP address, cut to 64 bytes; behind a proxy it is what the proxy reports.
fn cut(address: &str) -> &str {
    let mut end = address.len().min(64);
    while !address.is_char_boundary(end) {
        end -= 1;
    }
    &address[..end]
}

/// Counts a visitor who is new to this process; true for a person.
fn count_visitor(shard: &mut Shard, visitor: u64, new_visitor: impl FnOnce() -> NewVisitor) -> bool {
    if shard.known.len() >= MOST_KNOWN {
        shard.known.clear();
    }
    let new_visitor = new_visitor();
    let is_person = is_person(&new_visitor.agent);
    if !is_person {
        shard.known.insert(visitor, false);
    } else if shard.unflushed.new_visitors.len() < MOST_NEW {
        shard.known.insert(visitor, true);
        shard.unflushed.new_visitors.push(new_visitor);
    }
    is_person
}

#[cfg(test)]
mod tests {
    use super::*;

    const BROWSER: &[u8] =
        b"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36";

    fn view<'a>(address: &'a str, agent: &'a [u8]) -> View<'a> {
        View { store: StoreId::from_raw(1), day: 20_833, at: Millis(1_800_000_000_000), address, agent }
    }

    #[test]
    fn db_01_a_person_is_new_once_and_every_page_is_a_view() {
        let visits = Visits::default();
        for address in ["192.0.2.1", "192.0.2.1", "192.0.2.2"] {
            visits.see(view(address, BROWSER));
        }
        visits.see(view("192.0.2.1", b"Mozilla/5.0 (compatible; Googlebot/2.1)"));
        let unflushed = visits.take();
        assert_eq!(unflushed.views.into_iter().collect::<Vec<_>>(), [((StoreId::from_raw(1), 500_000), 3)]);
        assert_eq!(unflushed.new_visitors.len(), 2);
        visits.see(view("192.0.2.2", BROWSER));
        let unflushed = visits.take();
        assert_eq!((unflushed.views.len(), unflushed.new_visitors.len()), (1, 0), "counted before this flush");
        visits.forget();
        visits.see(view("192.0.2.2", BROWSER));
        assert_eq!(visits.take().new_visitors.len(), 1);
    }

    #[test]
    fn db_01_a_flood_of_strangers_takes_bounded_memory() {
        let visits = Visits::default();
        for n in 0..40_000_u32 {
            visits.see(view(&n.to_string(), BROWSER));
        }
        let unflushed = visits.take();
        assert_eq!(unflushed.views.values().sum::<i64>(), 40_000, "no view is lost");
        assert!(unflushed.new_visitors.len() <= SHARDS * MOST_NEW);
        visits.put_back(unflushed);
        assert_eq!(visits.take().views.values().sum::<i64>(), 40_000);
        for shard in &visits.shards {
            assert!(shard.lock().unwrap().known.len() <= MOST_KNOWN);
        }
    }

    /// The cost per served page; printed, not asserted: `cargo test --release -p site -- --ignored --nocapture visit_cost`.
    #[test]
    #[ignore = "a measurement"]
    fn visit_cost() {
        let visits = Visits::default();
        let addresses: Vec<String> = (0..5_000).map(|n| format!("192.0.{}.{}", n / 250, n % 250)).collect();
        for round in ["first pages", "further pages"] {
            let started = std::time::Instant::now();
            for address in addresses.iter().cycle().take(if round == "first pages" { 5_000 } else { 500_000 }) {
                visits.see(view(address, BROWSER));
            }
            let count = if round == "first pages" { 5_000 } else { 500_000 };
            println!("{round}: {} ns each", started.elapsed().as_nanos() / count);
        }
    }
}
