//! Stock: locations, every change of a quantity, reservations of checkouts, and low-stock notices (decisions §5,
//! docs/decisions/0009).
//!
//! Tables: `stock_locations`, `stock_levels`, `stock_movements`, `stock_notices`; the columns `qty`, `stock`, `elsewhere`,
//! `reserved` of products and variants, which only this module writes, apart from the product's own form.
//!
//! Invariants: `qty` is the quantity that is sold from, and never below zero; the rows of `stock_levels` hold the pieces at
//! locations other than the first one and add up to `elsewhere`, which is never above `qty`: the first location has the rest.
//! Every change of `qty` has its rows in `stock_movements`, whose deltas add up to it, at each location too. `reserved` is the
//! sum of what open checkouts reserve (`carts::reservations`); it prevents others from buying and moves nothing.

mod adjust;
mod api;
mod flow;
mod list_api;
mod list_store;
mod locations;
mod model;
mod movements;
mod movements_store;
mod notice;
mod notice_store;
mod post;
mod posting;
pub(crate) mod stock_movements;
mod store;
mod wire;

pub use flow::{StockTake, has_location, lock_location, restock, restock_at, take};
pub use locations::insert_default;
pub use model::{Pieces, Reason, first_location};
pub use posting::StockPosting;
pub use store::{LockedStock, RemainingStock, lock_stock, release, reserve};

/// The stock endpoints under `/dashboard/v1`.
pub(super) fn routes() -> utoipa_axum::router::OpenApiRouter<platform::App> {
    api::routes()
}

/// The job handlers of stock.
pub(super) fn register(registry: &mut ::jobs::Registry<platform::App>) {
    notice::register(registry);
}
