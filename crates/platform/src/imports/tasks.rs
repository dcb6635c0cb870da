//! The jobs of imports as they stand in the queue: a dry run, a run with its retries, an undo.

use std::marker::PhantomData;

use jobs::Job;
use kernel::{ImportId, StoreId, UserId};
use serde::{Deserialize, Serialize};

use super::kind::Imported;

/// Which pass over which import, and who began it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Task {
    pub(super) store: StoreId,
    pub(super) import: ImportId,
    pub(super) pass: i64,
    pub(super) user: UserId,
    pub(super) name: String,
    /// Who of the platform began it in the member's name: what the work writes is logged under both.
    #[serde(default)]
    pub(super) operator: Option<String>,
    /// Where it was begun.
    #[serde(default)]
    pub(super) ip: Option<String>,
}

/// The dry run: reads, compares and counts; writes nothing else.
#[derive(Serialize, Deserialize)]
#[serde(transparent, bound = "")]
pub(super) struct CheckImportJob<K> {
    pub(super) task: Task,
    #[serde(skip)]
    pub(super) of: PhantomData<fn() -> K>,
}

/// Writes what the file holds, or with `is_retry` what failed before.
#[derive(Serialize, Deserialize)]
#[serde(bound = "")]
pub(super) struct RunImportJob<K> {
    pub(super) task: Task,
    pub(super) is_retry: bool,
    #[serde(skip)]
    pub(super) of: PhantomData<fn() -> K>,
}

/// Takes back what an import wrote.
#[derive(Serialize, Deserialize)]
#[serde(transparent, bound = "")]
pub(super) struct UndoImportJob<K> {
    pub(super) task: Task,
    #[serde(skip)]
    pub(super) of: PhantomData<fn() -> K>,
}

impl<K> CheckImportJob<K> {
    pub(super) const fn new(task: Task) -> Self {
        Self { task, of: PhantomData }
    }
}
impl<K> RunImportJob<K> {
    pub(super) const fn new(task: Task, is_retry: bool) -> Self {
        Self { task, is_retry, of: PhantomData }
    }
}
impl<K> UndoImportJob<K> {
    pub(super) const fn new(task: Task) -> Self {
        Self { task, of: PhantomData }
    }
}

impl<K: Imported> Job for CheckImportJob<K> {
    const KIND: &'static str = K::WORDS.check;
}
impl<K: Imported> Job for RunImportJob<K> {
    const KIND: &'static str = K::WORDS.run;
}
impl<K: Imported> Job for UndoImportJob<K> {
    const KIND: &'static str = K::WORDS.undo;
}
