//! What a slice declares about its batches.

use db::Conn;
use kernel::{Id, StoreScope};
use serde::Serialize;
use serde::de::DeserializeOwned;
use web::message::Message;

use super::model::Step;
use super::store::Batch;
use crate::App;
use crate::journal::entity::Entity;

/// Why a step could not be done now, for the job's log.
pub type Failed = Box<dyn std::error::Error + Send + Sync>;

/// The names of an area in code, tables and messages.
#[derive(Debug)]
pub struct Words {
    /// The word in the table, and the journal's subject of its records: `order`.
    pub area: &'static str,
    /// The job that runs its batches: `change_orders`.
    pub job: &'static str,
    /// Code and message when another batch is running.
    pub busy: (&'static str, Message),
    /// Code and message when nothing of a batch can be undone.
    pub nothing_to_undo: (&'static str, Message),
}

/// A kind of record that batches change.
pub trait Area: Sized + Send + Sync + 'static {
    /// Its names.
    const WORDS: &'static Words;
    /// The journal's entity of a batch itself, and the plural of its records; none where the entries of the records are enough.
    const JOURNAL: Option<(Entity<Self::Kind>, &'static str)> = None;
    /// A batch of no more rows is complete when the call answers.
    const AT_ONCE: i64 = 0;
    /// Whether its rows are fixed when a batch begins, and counted from them.
    const IS_FIXED: bool = false;
    /// The id kind of its batches.
    type Kind: kernel::id::Kind;
    /// The kinds of batches.
    type Act: db::StoredWord + db::Column + Serialize + Copy + Send + Sync + 'static;
    /// The kind that undoes another batch.
    const UNDO: Self::Act;
    /// The word of a kind in the table.
    fn word(act: Self::Act) -> &'static str;
    /// What a batch does, as data that every language can describe.
    type BatchDetails: Clone + Serialize + DeserializeOwned + Send + Sync + 'static;

    /// How many rows have an undo step.
    fn undoable_count(batch: &Batch<Self>) -> i64 {
        batch.changed
    }

    /// Why a batch of this kind can never be undone.
    #[must_use]
    fn never_undone(_: &Batch<Self>) -> Option<(&'static str, Message)> {
        None
    }

    /// The details of the batch that undoes another, and its number of rows.
    fn undo(
        c: Conn<'_>,
        scope: &StoreScope,
        of: &Batch<Self>,
    ) -> impl Future<Output = db::Result<(Self::BatchDetails, i64)>> + Send;

    /// Fixes the rows of an undo, where rows are fixed.
    #[must_use]
    fn fix_undo(
        _: Conn<'_>,
        _: &StoreScope,
        _undo: Id<Self::Kind>,
        _of: Id<Self::Kind>,
    ) -> impl Future<Output = db::Result<()>> + Send {
        async { Ok(()) }
    }

    /// Works through the next rows of a running batch, in its direction; a step that another worker has done changes nothing.
    fn step(app: &App, scope: &StoreScope, batch: Batch<Self>) -> impl Future<Output = Result<Step, Failed>> + Send;
}
