//! Batches of products as rows of the machine.

use db::Conn;
use kernel::{BatchId, Env, ImportId, Millis, StoreScope};

use super::model::{Batch, BatchDetails, Kind, NewBatch};
use platform::batches::{self, Counts, Status};

/// One batch; of an import without the counts of its own row.
pub(crate) async fn find(c: Conn<'_>, scope: &StoreScope, id: BatchId) -> db::Result<Option<Batch>> {
    batches::find(c, scope, id).await
}

/// A batch that is done as soon as its rows are.
pub(crate) fn direct(id: BatchId, kind: Kind, what: BatchDetails) -> NewBatch {
    NewBatch { id, kind, status: Status::Done, details: what, total: 0, undo_of: None }
}

/// Adds one changed product to a batch of direct work, whose row comes with its first.
///
/// # Errors
/// Of the database.
pub(crate) async fn count(c: Conn<'_>, scope: &StoreScope, now: Millis, new: &NewBatch) -> db::Result<()> {
    let one = NewBatch { total: 1, ..new.clone() };
    batches::upsert(c, scope, now, &one, Counts { done: 1, changed: 1, ..Counts::default() }).await
}

/// An import that begins to write takes its place among the batches; its own row goes on counting.
///
/// # Errors
/// Of the database.
pub(crate) async fn note_import(c: Conn<'_>, env: &Env, scope: &StoreScope, id: ImportId, file_name: &str) -> db::Result<()> {
    let what = BatchDetails { file_name: Some(file_name.to_owned()), ..BatchDetails::default() };
    let new = direct(BatchId::from_raw(id.raw()), Kind::Import, what);
    batches::upsert(c, scope, env.now(), &new, Counts::default()).await
}
