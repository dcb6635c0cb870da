//! After the sale: goods that are taken back, and money that is given back (decisions §5).
//!
//! Owns no table: rows, and what is left of an order, are `returns`. `goods` takes goods back, alone or with their money · `refund`
//! gives money back · `settle` what a return does to the money, pure. Invariants: goods, stock, ledger and the order's shipments
//! change in one transaction; what was not paid of goods that come back is not owed any more, and never given back.

mod api;
mod goods;
pub(super) mod refund;
pub(super) mod settle;
mod wire;
pub(super) mod wire_in;

pub(super) fn routes() -> utoipa_axum::router::OpenApiRouter<platform::App> {
    api::routes()
}
