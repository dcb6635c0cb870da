//! One action over many customers: over chosen ones at once, or over all that a list's query matches, in the background.
//!
//! The machine is [`platform::batches`]; here is what it must know of customers. `action` what can be done · `change` how it is
//! done to one customer · `consent` taking back what people agreed to · `area` what a batch knows · `chosen_api` up to a hundred
//! chosen ones · `run` the walk over all that match · `undo` the way back, entry by entry · `api` the calls of batches.
//!
//! Invariants: "the last days" are those before the batch began, and a segment is what it was then; a customer has one record, so
//! what a merged one had is taken back from the one that stands for it.

mod action;
mod api;
mod area;
mod change;
mod chosen_api;
mod consent;
mod run;
mod undo;

use platform::App;

pub(super) fn routes() -> utoipa_axum::router::OpenApiRouter<App> {
    chosen_api::routes().merge(api::routes())
}

pub(super) fn register(registry: &mut ::jobs::Registry<App>) {
    platform::batches::register::<area::Customers>(registry);
}
