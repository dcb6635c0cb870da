//! Batches of products: a bulk edit, a sheet, an import or a delete as one act that can be undone for 30 days
//! (docs/decisions/0010).
//!
//! The machine is [`platform::batches`]; here is what it must know of products. `undo` is the rule, field by field; `view` says
//! it of one product; `bulk::run` works a batch off and takes its entries back; `rows` are its rows in the machine; `imports`
//! tells of imports, which count for themselves; `wire` shows what changed.
//!
//! Invariants: a product that was changed since goes back only as far as nobody touched it; several batches may be at work.

mod api;
mod imports;
mod imports_store;
pub(crate) mod model;
pub(crate) mod rows;
pub(crate) mod undo;
pub(crate) mod view;
pub(crate) mod wire;

/// The calls of batches.
pub(super) fn routes() -> utoipa_axum::router::OpenApiRouter<platform::App> {
    api::routes()
}

/// The job handlers of batches.
pub(super) fn register(registry: &mut ::jobs::Registry<platform::App>) {
    platform::batches::register::<model::Products>(registry);
}
