//! After-sales: returns and refunds (decisions §5).
//!
//! Owns no table: rows, and what is left of an order, are `returns`. `goods` returns · `refund` refunds · `settle` the effect of
//! a return on the order's money, pure. Invariants: goods, stock, ledger and the order's shipments change in one transaction; the
//! unpaid part of returned goods is written off, and never refunded.

mod api;
pub(super) mod goods;
pub(super) mod refund;
pub(super) mod settle;
mod wire;
pub(super) mod wire_in;

pub(super) fn routes() -> utoipa_axum::router::OpenApiRouter<platform::App> {
    api::routes()
}
