//! The call queue: members call the customers of cash orders, and the outcome of a call moves the order.
//!
//! Owns no table: its rows, leases and calls are `order_confirmation`'s. `claim` leases of customers · `outcome` recording and
//! undoing the outcome of a call · `view` what a caller sees. Invariants: a customer is leased to one caller at a time, by
//! number, so that two orders of one number are handled in one call; the outcome of a call moves the order in the same
//! transaction, and only by the named transition.

mod api;
mod claim;
mod outcome;
mod settings_api;
pub(super) mod view;
pub(super) mod wire;

pub(super) fn routes() -> utoipa_axum::router::OpenApiRouter<platform::App> {
    api::routes().merge(settings_api::routes())
}
