//! The page cache: frequently requested pages plain, the others compressed.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use moka::notification::RemovalCause;

use super::cached::Cached;

/// Bytes for plain pages. Admission and eviction are by request frequency (`TinyLFU`).
const PLAIN: u64 = 12 * 1024 * 1024;
/// Bytes for compressed pages, about a fifth of their size: several thousand.
const PACKED: u64 = 32 * 1024 * 1024;
/// A larger page is not cached.
const LARGEST: usize = 1024 * 1024;
/// A page that nobody has requested for so long is evicted.
const IDLE: std::time::Duration = std::time::Duration::from_hours(1);

/// The cache key of a page: its store, and the path with the parameters that matter.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Address {
    pub(crate) store: i64,
    pub(crate) path: Box<str>,
}

impl Address {
    /// The results of a search: there are as many as there are words, and most are read once.
    fn is_search(&self) -> bool {
        self.path.contains("/search?")
    }
}

/// A page and the generation it is valid for. A newer one replaces it, so stale pages take no room.
type InGeneration = (u64, Arc<Cached>);

/// The pages.
pub(crate) struct Pages {
    plain: moka::sync::Cache<Address, InGeneration>,
    packed: moka::sync::Cache<Address, InGeneration>,
    /// The newest generation in which a page of each store was rendered.
    newest: Arc<Mutex<HashMap<i64, u64>>>,
    /// Locks that make one request render a page while concurrent ones wait for its result.
    turns: Vec<tokio::sync::Mutex<()>>,
}

impl Pages {
    pub(crate) fn new() -> Self {
        Self::sized(PLAIN, PACKED)
    }

    fn sized(plain: u64, packed: u64) -> Self {
        let bounded = |bytes: u64| {
            moka::sync::Cache::builder()
                .max_capacity(bytes)
                .weigher(|at: &Address, (_, page): &InGeneration| {
                    u32::try_from(page.weight() + at.path.len()).unwrap_or(u32::MAX)
                })
                .time_to_idle(IDLE)
        };
        let packed = bounded(packed).build();
        let newest = Arc::<Mutex<HashMap<i64, u64>>>::default();
        let (below, known) = (packed.clone(), newest.clone());
        let leaves = move |at: Arc<Address>, (generation, page): InGeneration, cause: RemovalCause| {
            let is_newest = || known.lock().unwrap_or_else(PoisonError::into_inner).get(&at.store) == Some(&generation);
            // Searches that nobody repeats are not worth the time of compressing them.
            if cause == RemovalCause::Size && !at.is_search() && is_newest() {
                below.insert((*at).clone(), (generation, Arc::new(page.packed_alone())));
            }
        };
        let plain = bounded(plain).eviction_listener(leaves).build();
        Self { plain, packed, newest, turns: (0..64).map(|_| tokio::sync::Mutex::new(())).collect() }
    }

    /// The page of this generation, if it is still valid at `now`.
    pub(crate) fn find(&self, at: &Address, generation: u64, now: i64) -> Option<Arc<Cached>> {
        let is_true = |(made_in, page): &InGeneration| *made_in == generation && page.until.is_none_or(|t| now < t);
        let found = self.plain.get(at).filter(is_true).or_else(|| self.packed.get(at).filter(is_true));
        found.map(|(_, page)| page)
    }

    /// Locks the rendering of this page; waits while another request renders it.
    pub(crate) async fn turn(&self, at: &Address) -> tokio::sync::MutexGuard<'_, ()> {
        use std::hash::{BuildHasher as _, BuildHasherDefault, DefaultHasher};
        let hash = BuildHasherDefault::<DefaultHasher>::default().hash_one(at);
        let slot = usize::try_from(hash % 64).unwrap_or(0);
        self.turns[slot].lock().await
    }

    /// Stores a page of a generation, unless the store has pages of a later generation already.
    pub(crate) fn keep(&self, at: Address, generation: u64, page: Arc<Cached>) {
        {
            let mut newest = self.newest.lock().unwrap_or_else(PoisonError::into_inner);
            let known = newest.entry(at.store).or_default();
            if *known > generation {
                return;
            }
            *known = generation;
        }
        if page.length() <= LARGEST {
            self.plain.insert(at, (generation, page));
        }
    }
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderMap, HeaderValue, header};

    use super::*;

    fn page(text: String) -> Arc<Cached> {
        let mut headers = HeaderMap::new();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html"));
        Arc::new(Cached::new(text, headers, None))
    }

    fn at(n: usize) -> Address {
        Address { store: 1, path: format!("/products/{n}").into() }
    }

    #[test]
    fn what_leaves_the_plain_pages_is_found_packed() {
        let pages = Pages::sized(64 * 1024, 1024 * 1024);
        for n in 0..200 {
            pages.keep(at(n), 1, page(format!("page {n} ").repeat(400)));
        }
        pages.plain.run_pending_tasks();
        pages.packed.run_pending_tasks();
        assert!(pages.plain.weighted_size() <= 64 * 1024 && pages.packed.entry_count() > 100);
        for n in 0..200 {
            let found = pages.find(&at(n), 1, 0).unwrap_or_else(|| panic!("page {n}"));
            let (plain, whole) = (found.respond(&HeaderMap::new()), page(format!("page {n} ").repeat(400)));
            assert_eq!(plain.headers()[header::ETAG], whole.respond(&HeaderMap::new()).headers()[header::ETAG]);
        }
    }

    #[test]
    fn a_page_of_another_generation_is_not_found_and_gives_its_room() {
        let pages = Pages::sized(64 * 1024, 64 * 1024);
        pages.keep(at(1), 1, page("old".into()));
        assert!(pages.find(&at(1), 1, 0).is_some() && pages.find(&at(1), 2, 0).is_none());
        pages.keep(at(1), 2, page("new".into()));
        // A render that began before the change and finishes late.
        pages.keep(at(1), 1, page("late".into()));
        pages.plain.run_pending_tasks();
        assert!(pages.find(&at(1), 2, 0).is_some() && pages.find(&at(1), 1, 0).is_none());
        assert_eq!(pages.plain.entry_count() + pages.packed.entry_count(), 1);
    }

    #[test]
    fn what_is_stale_is_not_packed() {
        let pages = Pages::sized(64 * 1024, 1024 * 1024);
        for n in 0..10 {
            pages.keep(at(n), 1, page(format!("old {n} ").repeat(400)));
        }
        for n in 10..200 {
            pages.keep(at(n), 2, page(format!("page {n} ").repeat(400)));
        }
        pages.plain.run_pending_tasks();
        pages.packed.run_pending_tasks();
        assert!((0..10).all(|n| pages.packed.get(&at(n)).is_none()));
        assert!(pages.packed.entry_count() > 100);
    }

    #[test]
    fn searches_leave_no_page_packed() {
        let pages = Pages::sized(64 * 1024, 1024 * 1024);
        for n in 0..200 {
            let at = Address { store: 1, path: format!("/en/search?q=word{n}").into() };
            pages.keep(at, 1, page(format!("results {n} ").repeat(400)));
        }
        pages.plain.run_pending_tasks();
        pages.packed.run_pending_tasks();
        assert_eq!(pages.packed.entry_count(), 0);
    }
}
