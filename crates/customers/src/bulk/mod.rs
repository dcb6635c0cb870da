//! One action on many customers: on chosen ones at once, or on all that a list's query matches, in the background.
//!
//! The implementation shared by all areas is [`platform::batches`]; this module adds what is specific to customers. `action` the
//! actions · `change` applying one to a customer · `consent` withdrawing consent · `area` the data of a batch · `chosen_api` up
//! to a hundred chosen ones · `run` the walk over all that match · `undo` the undo, entry by entry · `api` the endpoints of
//! batches.
//!
//! Invariants: "the last days" are those before the batch began, and a segment's rules are those of that time; the undo of a
//! merged customer's entry applies to the record that they were merged into.

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
