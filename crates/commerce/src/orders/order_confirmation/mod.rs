//! Confirmation of cash orders: the decision of the COD rules for each order, and whether its customer must confirm first.
//!
//! Tables: `order_confirmations`, `confirmation_leases`, `order_calls`. Invariants: every cash order has one row of
//! `order_confirmations`, written with the order; it is open only while the order is under review. An order with a deposit does
//! not leave the review before the ledger has it, or the merchant waives it (`deposit`, decision 0027).
//!
//! Transitions of orders call this; what moves an order in turn stands above them: `call_queue`, `overdue_deposits`.

pub(super) mod deposit;
pub(super) mod deposit_notice;
pub(super) mod evaluate;
pub(super) mod gate;
pub(super) mod history_store;
pub(super) mod lease_store;
pub(super) mod model;
mod preview_api;
mod preview_store;
mod repair;
mod replay;
pub(super) mod store;

use utoipa_axum::router::OpenApiRouter;

pub use evaluate::verdict;
pub use gate::{count_due, insert_sample};

pub(super) fn register(registry: &mut jobs::Registry<platform::App>) {
    deposit_notice::register(registry);
    repair::register(registry);
}

pub(super) fn routes() -> OpenApiRouter<platform::App> {
    preview_api::routes()
}
