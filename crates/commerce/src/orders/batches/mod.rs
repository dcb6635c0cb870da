//! One act over all orders that match a filter: a status, tags, who works on them, a shipment of what is left (OR-01).
//!
//! The machine is [`platform::batches`], over rows that are fixed when an act begins; here is what it must know of orders. `action`
//! what is done · `matching` the orders it is done to · `apply` one order · `run` the next of them · `wire` how it is shown.
//!
//! Invariants: an order's row leaves `pending` in the transaction that changes the order, so that whoever takes over after a
//! crash, or works beside another, changes none twice.

mod action;
mod api;
mod apply;
mod matching;
mod run;
mod store;
mod wire;

/// The calls of batches.
pub(super) fn routes() -> utoipa_axum::router::OpenApiRouter<platform::App> {
    api::routes()
}

/// The job handlers.
pub(super) fn register(registry: &mut jobs::Registry<platform::App>) {
    platform::batches::register::<action::Orders>(registry);
}
