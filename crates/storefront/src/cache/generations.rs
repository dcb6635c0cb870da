//! Generations of stores: change counters that make finished pages stale.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use db::{Db, Topics, Touched};
use kernel::StoreId;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::TryRecvError;

/// The change counters of all stores.
pub(crate) struct Generations {
    feed: Mutex<Receiver<Touched>>,
    all: AtomicU64,
    any: AtomicU64,
    stores: RwLock<HashMap<i64, Arc<AtomicU64>>>,
}

impl Generations {
    /// Subscribes to the database's change notifications.
    pub(crate) fn new(db: &Db) -> Self {
        Self {
            feed: Mutex::new(db.subscribe()),
            all: AtomicU64::new(1),
            any: AtomicU64::new(0),
            stores: RwLock::new(HashMap::new()),
        }
    }

    /// Applies the commits since the last request. Concurrent callers do not wait for it.
    pub(crate) fn drain(&self) {
        let Ok(mut feed) = self.feed.try_lock() else { return };
        loop {
            match feed.try_recv() {
                Ok(Touched { store, topics }) => {
                    if topics.has(Topics::STOREFRONT) || store.raw() == 0 {
                        self.bump(store);
                    }
                }
                // The receiver lagged and missed some: anything may have changed.
                Err(TryRecvError::Lagged(_)) => self.bump(StoreId::from_raw(0)),
                Err(TryRecvError::Empty | TryRecvError::Closed) => return,
            }
        }
    }

    fn bump(&self, store: StoreId) {
        self.any.fetch_add(1, Ordering::Release);
        if store.raw() == 0 {
            self.all.fetch_add(1, Ordering::Release);
        } else {
            self.counter(store).fetch_add(1, Ordering::Release);
        }
    }

    fn counter(&self, store: StoreId) -> Arc<AtomicU64> {
        if let Some(found) = self.stores.read().unwrap_or_else(PoisonError::into_inner).get(&store.raw()) {
            return found.clone();
        }
        self.stores.write().unwrap_or_else(PoisonError::into_inner).entry(store.raw()).or_default().clone()
    }

    /// The store's counter, to be cached with its profile.
    pub(crate) fn watch(&self, store: StoreId) -> GenerationCounter {
        GenerationCounter { own: self.counter(store) }
    }

    /// Raised by every change of any store.
    pub(crate) fn any(&self) -> u64 {
        self.any.load(Ordering::Acquire)
    }

    /// The store's current generation. Both summands only grow, so their sum never repeats.
    pub(crate) fn now(&self, watch: &GenerationCounter) -> u64 {
        self.all.load(Ordering::Acquire) + watch.own.load(Ordering::Acquire)
    }
}

/// One store's counter.
#[derive(Clone)]
pub(crate) struct GenerationCounter {
    own: Arc<AtomicU64>,
}
