//! What a committed transaction touched, told to whoever listens: open lists, caches, other nodes.

use std::sync::atomic::{AtomicBool, Ordering};

use kernel::StoreId;
use parking::Mutex;

mod parking {
    //! The standard mutex, whose poisoning we do not use: a panic inside holds no broken state here.
    use std::sync::{MutexGuard, PoisonError};

    #[derive(Debug, Default)]
    pub(super) struct Mutex<T>(std::sync::Mutex<T>);

    impl<T> Mutex<T> {
        pub(super) fn lock(&self) -> MutexGuard<'_, T> {
            self.0.lock().unwrap_or_else(PoisonError::into_inner)
        }
    }
}

/// Which parts of a store a change concerns, as bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Topics(pub u8);

impl Topics {
    /// Anything the storefront shows: products, categories, theme, menus, settings.
    pub const STOREFRONT: Self = Self(1);
    /// Orders, customers, carts: what open dashboard lists follow.
    pub const SALES: Self = Self(2);
    /// Products and categories in the dashboard.
    pub const CATALOG: Self = Self(4);
    /// Progress of imports and other long work.
    pub const PROGRESS: Self = Self(8);

    /// Both.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Shares a bit with `other`.
    #[must_use]
    pub const fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

/// A committed change to a store.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Touched {
    /// Which store.
    pub store: StoreId,
    /// Which parts.
    pub topics: Topics,
}

/// What the running transaction has touched so far.
#[derive(Debug, Default)]
pub(crate) struct TxState {
    /// BEGIN has been sent (PostgreSQL).
    pub(crate) begun: AtomicBool,
    /// A statement asked for a replay (PostgreSQL).
    pub(crate) retry: AtomicBool,
    touched: Mutex<Vec<Touched>>,
}

impl TxState {
    pub(crate) fn touch(&self, store: StoreId, topics: Topics) {
        let mut all = self.touched.lock();
        match all.iter_mut().find(|t| t.store == store) {
            Some(t) => t.topics = t.topics.and(topics),
            None => all.push(Touched { store, topics }),
        }
    }

    pub(crate) fn take(&self) -> Vec<Touched> {
        std::mem::take(&mut *self.touched.lock())
    }

    pub(crate) fn note_retry(&self) {
        self.retry.store(true, Ordering::Relaxed);
    }
}

/// The payload of PostgreSQL's NOTIFY: `store:topics`.
pub(crate) fn encode(t: Touched) -> String {
    format!("{}:{}", t.store.raw(), t.topics.0)
}

pub(crate) fn decode(text: &str) -> Option<Touched> {
    let (store, topics) = text.split_once(':')?;
    Some(Touched { store: StoreId::from_raw(store.parse().ok()?), topics: Topics(topics.parse().ok()?) })
}
