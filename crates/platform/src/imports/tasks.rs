//! The job payloads of imports: a dry run, a run with its retries, an undo.

use std::marker::PhantomData;

use jobs::Job;
use kernel::{ImportId, StoreId, UserId};
use serde::{Deserialize, Serialize};

use super::kind::Imported;

/// The pass of an import, and the user who began it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct Task {
    pub(super) store: StoreId,
    pub(super) import: ImportId,
    pub(super) pass: i64,
    pub(super) user: UserId,
    pub(super) name: String,
    /// The impersonating operator who began it: the journal entries of the work name both.
    #[serde(default)]
    pub(super) operator: Option<String>,
    /// The IP address from which it was begun.
    #[serde(default)]
    pub(super) ip: Option<String>,
}

/// The dry run: reads, compares and counts; writes only its findings.
#[derive(Serialize, Deserialize)]
#[serde(transparent, bound = "")]
pub(super) struct CheckImportJob<K> {
    pub(super) task: Task,
    #[serde(skip)]
    pub(super) of: PhantomData<fn() -> K>,
}

/// Writes the items of the file, or with `is_retry` the failed ones.
#[derive(Serialize, Deserialize)]
#[serde(bound = "")]
pub(super) struct RunImportJob<K> {
    pub(super) task: Task,
    pub(super) is_retry: bool,
    #[serde(skip)]
    pub(super) of: PhantomData<fn() -> K>,
}

/// Undoes an import.
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
