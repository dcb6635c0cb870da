//! What a committed transaction touched, published to subscribers: open lists, caches, other nodes.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use kernel::StoreId;
use parking::Mutex;

use crate::error::Result;
use crate::statement_observer::{Statement, StatementHook};
use crate::value::Params;

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
    /// Drafts of themes, which open editors follow.
    pub const THEME: Self = Self(16);

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
#[derive(Default)]
pub(crate) struct TxState {
    /// BEGIN has been sent (PostgreSQL).
    pub(crate) begun: AtomicBool,
    /// A statement asked for a replay (PostgreSQL).
    pub(crate) retry: AtomicBool,
    touched: Mutex<Vec<Touched>>,
    has_commit_hook: bool,
    notes: Mutex<Vec<String>>,
    /// The observer, and the transaction's number for it.
    watch: Option<(u64, StatementHook)>,
    statements: AtomicU32,
}

impl TxState {
    pub(crate) fn new(has_commit_hook: bool, watch: Option<(u64, StatementHook)>) -> Self {
        Self { has_commit_hook, watch, ..Self::default() }
    }

    /// Passes a statement to the observer; an error is the statement's own.
    pub(crate) fn before(&self, sql: &str, params: Params<'_>) -> Result<()> {
        let Some((tx, watch)) = &self.watch else { return Ok(()) };
        let n = self.statements.fetch_add(1, Ordering::Relaxed);
        watch(&Statement { tx: *tx, n, sql, params })
    }

    pub(crate) fn note(&self, detail: impl FnOnce() -> String) {
        if self.has_commit_hook {
            self.notes.lock().push(detail());
        }
    }

    /// The transaction's note, when there is exactly one.
    pub(crate) fn noted(&self) -> Option<String> {
        match self.notes.lock().as_slice() {
            [one] => Some(one.clone()),
            _ => None,
        }
    }

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

/// The payload of PostgreSQL's NOTIFY: `store:topics:node`.
pub(crate) fn encode(t: Touched, node: u64) -> String {
    format!("{}:{}:{node}", t.store.raw(), t.topics.0)
}

/// What another node touched; none for this node's own payloads, which were published when they were committed.
pub(crate) fn decode(text: &str, own_node: u64) -> Option<Touched> {
    let mut parts = text.split(':');
    let (store, topics) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
    let node = parts.next().and_then(|n| n.parse().ok());
    (node != Some(own_node)).then_some(Touched { store: StoreId::from_raw(store), topics: Topics(topics) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_receives_the_notifications_of_others_only() {
        let t = Touched { store: StoreId::from_raw(7), topics: Topics::STOREFRONT };
        assert_eq!(decode(&encode(t, 1), 2), Some(t));
        assert_eq!(decode(&encode(t, 1), 1), None);
        assert_eq!(decode("7:1", 1), Some(t), "a node of an older version says no name");
        assert_eq!(decode("x", 1), None);
    }
}
