//! Batches of products: a bulk edit, a sheet, an import or a delete as one act that can be undone for 30 days
//! (docs/decisions/0010).
//!
//! The machine is [`platform::batches`]; here is what it must know of products. `undo` is the rule, field by field; `view` says it of
//! one product; `run` takes the entries of a batch back; `imports` tells of imports, which count for themselves; `wire` shows what
//! changed.
//!
//! Invariants: a product that was changed since goes back only as far as nobody touched it; several batches may be at work.

mod api;
mod imports;
mod imports_store;
mod model;
mod run;
pub(crate) mod undo;
mod view;
mod wire;

pub(crate) use model::{BatchDetails, Kind, Note};
pub(crate) use run::Products;
pub(crate) use wire::{BatchView, ChangeView, batch_view, between};

use db::Conn;
use kernel::{BatchId, Env, ImportId, Millis, StoreScope};

use platform::batches::{self, Counts, Status};

/// A batch of products.
pub(crate) type Batch = batches::Batch<Products>;
/// One about to be written.
pub(crate) type NewBatch = batches::NewBatch<Products>;

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

/// The calls of batches.
pub(super) fn routes() -> utoipa_axum::router::OpenApiRouter<platform::App> {
    api::routes()
}

/// The job handlers of batches.
pub(super) fn register(registry: &mut ::jobs::Registry<platform::App>) {
    batches::register::<Products>(registry);
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
