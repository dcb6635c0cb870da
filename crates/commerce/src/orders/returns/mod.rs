//! Rows of returns and refunds, and what is left of an order to return and refund (decisions §5).
//!
//! Tables: `return_reasons`, `order_returns`, `order_return_lines`, `order_refunds`, `order_refund_lines`; the columns
//! `returned` and `restocked` of `order_items`. Invariants: no more pieces come back than were sold, no more money than was
//! paid; the refunds of a line add up to the line exactly when the last of its pieces is refunded; a refund's rows hold
//! amount and VAT by line, so that a credit note can be made of them.
//!
//! The merchant's operations on them are `after_sales`, which stands above the transitions of orders.

pub(super) mod model;
mod reasons;
mod reasons_api;
pub(super) mod requested_store;
pub(super) mod rest;
pub(super) mod store;
mod wire;

pub use reasons::insert_defaults;

pub(super) fn routes() -> utoipa_axum::router::OpenApiRouter<platform::App> {
    reasons_api::routes()
}
