//! Batches of products in the shared tables of batches.

use db::Conn;
use kernel::{BatchId, Env, ImportId, Millis, StoreScope};

use super::model::{Batch, BatchDetails, Kind, NewBatch};
use platform::batches::{self, Counts, Status};

/// One batch; of an import, without the counts of the import's own row.
pub(crate) async fn find(c: Conn<'_>, scope: &StoreScope, id: BatchId) -> db::Result<Option<Batch>> {
    batches::find(c, scope, id).await
}

/// A new batch that is finished as soon as its rows are written.
pub(crate) fn direct(id: BatchId, kind: Kind, what: BatchDetails) -> NewBatch {
    NewBatch { id, kind, status: Status::Done, details: what, total: 0, undo_of: None }
}

/// Counts one changed product in a batch of direct work; the first one inserts the batch's row.
///
/// # Errors
/// Database errors.
pub(crate) async fn count(c: Conn<'_>, scope: &StoreScope, now: Millis, new: &NewBatch) -> db::Result<()> {
    let one = NewBatch { total: 1, ..new.clone() };
    batches::upsert(c, scope, now, &one, Counts { done: 1, changed: 1, ..Counts::default() }).await
}

/// Registers an import that begins to write as a batch; the import's own row keeps the counts.
///
/// # Errors
/// Database errors.
pub(crate) async fn note_import(c: Conn<'_>, env: &Env, scope: &StoreScope, id: ImportId, file_name: &str) -> db::Result<()> {
    let what = BatchDetails { file_name: Some(file_name.to_owned()), ..BatchDetails::default() };
    let new = direct(BatchId::from_raw(id.raw()), Kind::Import, what);
    batches::upsert(c, scope, env.now(), &new, Counts::default()).await
}
