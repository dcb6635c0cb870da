//! Observes the statements of running transactions: for tests that check the order of locks, or fail a transaction at every
//! statement.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

use crate::error::Result;
use crate::value::Params;

/// A statement of a transaction that is about to run.
pub struct Statement<'a> {
    /// The transaction's number; a replayed one has another.
    pub tx: u64,
    /// Its place in the transaction, from 0.
    pub n: u32,
    /// As it was written.
    pub sql: &'a str,
    /// Its values.
    pub params: Params<'a>,
}

/// Called with every statement of a transaction before it runs. Its error becomes the statement's: the transaction ends as if the
/// engine had gone at that point.
pub type StatementHook = Arc<dyn Fn(&Statement<'_>) -> Result<()> + Send + Sync>;

/// The registered observer; nearly always none, which costs a transaction one read of a flag.
#[derive(Default)]
pub(crate) struct ObserverSlot {
    is_any: AtomicBool,
    by: RwLock<Option<StatementHook>>,
    transactions: AtomicU64,
}

impl ObserverSlot {
    pub(crate) fn set(&self, watch: Option<StatementHook>) {
        self.is_any.store(watch.is_some(), Ordering::Release);
        *self.by.write().unwrap_or_else(PoisonError::into_inner) = watch;
    }

    /// For a transaction that begins.
    pub(crate) fn begin(&self) -> Option<(u64, StatementHook)> {
        if !self.is_any.load(Ordering::Acquire) {
            return None;
        }
        let by = self.by.read().unwrap_or_else(PoisonError::into_inner).clone()?;
        Some((self.transactions.fetch_add(1, Ordering::Relaxed), by))
    }
}
