//! The call queue: members call the customers of cash orders, and what a call comes to moves the order.
//!
//! Owns no table: its rows, leases and calls are `order_confirmation`'s. `claim` who calls whom · `outcome` what a call came to, and taking
//! it back · `view` what a caller sees. Invariants: a customer belongs to one caller at a time, by number, so that two orders of one
//! number are told in one call; what a call came to moves the order in the same transaction, and only by the named transition.

mod api;
mod claim;
mod outcome;
mod settings_api;
mod view;
mod wire;

pub(super) fn routes() -> utoipa_axum::router::OpenApiRouter<platform::App> {
    api::routes().merge(settings_api::routes())
}
