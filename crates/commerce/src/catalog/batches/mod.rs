//! Batches: a bulk edit, a sheet, an import or a delete as one act that can be undone for 30 days (docs/decisions/0010).
//!
//! `undo` is the rule, field by field; `view` says it of one product; `run` walks the journal of a batch backwards; `jobs`
//! does it in the background; `wire` shows what changed.
//!
//! Tables: `batches`, `batch_notes`; it reads the `journal` by batch.
//!
//! Invariants: the row of a batch counts what was committed under its id, in the same transactions; a batch is undone once
//! (`undone_by` is set only while it is empty), and a step of an undo is written together with the place it has reached, so
//! that a crash repeats nothing; an undo is a batch itself, so undoing it is the redo.

mod api;
mod jobs;
mod model;
mod run;
mod store;
pub(in crate::catalog) mod undo;
mod view;
mod wire;

pub(crate) use jobs::Begun;
pub(in crate::catalog) use model::{Kind, Note, Outcome, Status, What};
pub(in crate::catalog) use store::{Batch, Counts, NewBatch, advance, count, end, find, note, put};
pub(in crate::catalog) use wire::{BatchView, ChangeView, batch_view, between};

use db::Conn;
use kernel::{BatchId, Env, ImportId, Millis, StoreScope};

/// How long a batch can be undone.
pub(in crate::catalog) const UNDO_FOR: i64 = 30 * Millis::DAY;

/// The calls of batches.
pub(super) fn routes() -> utoipa_axum::router::OpenApiRouter<crate::App> {
    api::routes()
}

/// The job handlers of batches.
pub(super) fn register(registry: &mut ::jobs::Registry<crate::App>) {
    jobs::register(registry);
}

/// An import that begins to write takes its place among the batches; its own row goes on counting.
///
/// # Errors
/// Of the database.
pub(in crate::catalog) async fn note_import(
    c: Conn<'_>,
    env: &Env,
    scope: &StoreScope,
    id: ImportId,
    file_name: &str,
) -> db::Result<()> {
    let what = What { file_name: Some(file_name.to_owned()), ..What::default() };
    let new = NewBatch { kind: Kind::Import, status: Status::Done, what, ..NewBatch::new(BatchId::from_raw(id.raw())) };
    put(c, scope, env.now(), &new, Counts::default()).await
}
