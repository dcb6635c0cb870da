//! One action on all orders that match a filter: status, tags, assignee, address links, shipments (OR-01).
//!
//! The generic part is [`platform::batches`], over rows that are fixed when a batch begins; this module has what is specific to
//! orders. `action` the actions · `matching` the matching orders · `apply` one order · `run` the next chunk · `wire` the API
//! types.
//!
//! Invariants: an order's row leaves `pending` in the transaction that changes the order, so that a worker that takes over after
//! a crash, or runs concurrently, changes none twice.

mod action;
mod api;
mod apply;
mod matching;
mod run;
mod store;
mod wire;

/// The endpoints of batches.
pub(super) fn routes() -> utoipa_axum::router::OpenApiRouter<platform::App> {
    api::routes()
}

/// The job handlers.
pub(super) fn register(registry: &mut jobs::Registry<platform::App>) {
    platform::batches::register::<action::Orders>(registry);
}
