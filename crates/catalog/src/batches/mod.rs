//! Batches of products: a bulk edit, a sheet, an import or a delete as one act that can be undone for 30 days
//! (docs/decisions/0010).
//!
//! The implementation shared by all areas is [`platform::batches`]; this module adds what is specific to products. `undo` is the
//! rule, field by field; `view` applies it to one product; `bulk::run` works through a batch and undoes its entries; `rows` are
//! its rows in the shared tables; `imports` reads the progress of imports, which keep their own counts; `wire` shows what
//! changed.
//!
//! Invariants: an undo does not overwrite a field that was changed since; several batches may run at once.

mod api;
mod imports;
mod imports_store;
pub(crate) mod model;
pub(crate) mod rows;
pub(crate) mod undo;
pub(crate) mod view;
pub(crate) mod wire;

/// The batch endpoints.
pub(super) fn routes() -> utoipa_axum::router::OpenApiRouter<platform::App> {
    api::routes()
}

/// The job handlers of batches.
pub(super) fn register(registry: &mut ::jobs::Registry<platform::App>) {
    platform::batches::register::<model::Products>(registry);
}
