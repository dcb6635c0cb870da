//! PayTabs PT2 (contracts/paytabs.md): hosted page, query, refund, void, capture, notifications, returns. One server stands for the
//! hosts of all regions.

mod api;
mod books;
mod money;
mod pages;
mod records;
mod signature;
mod transactions;

use std::sync::Arc;

use axum::Router;
use axum::routing::{get, post};

pub(crate) use books::PayTabs;

use crate::simulator::Simulator;

/// The calls of its API.
pub(crate) fn api_routes() -> Router<Arc<Simulator<PayTabs>>> {
    Router::new().route("/payment/request", post(api::request)).route("/payment/query", post(api::query))
}

/// The page for shoppers.
pub(crate) fn page_routes() -> Router<Arc<Simulator<PayTabs>>> {
    Router::new().route("/payment/page/{tran_ref}", get(pages::show).post(pages::submit))
}
