//! Paymob (contracts/paymob.md): auth tokens, orders, payment keys, iframe, wallets, kiosks, intentions, inquiries, refunds.

mod access;
mod accounts;
mod api;
mod books;
mod intention_api;
mod money_api;
mod pages;
mod records;
mod signature;
mod transactions;

use std::sync::Arc;

use axum::Router;
use axum::routing::{get, post};

pub(crate) use books::Paymob;

use crate::simulator::Simulator;

/// The calls of its API.
pub(crate) fn api_routes() -> Router<Arc<Simulator<Paymob>>> {
    Router::new()
        .route("/api/auth/tokens", post(api::create_token))
        .route("/api/ecommerce/orders", post(api::create_order))
        .route("/api/acceptance/payment_keys", post(api::create_payment_key))
        .route("/api/acceptance/payments/pay", post(api::pay))
        .route("/v1/intention/", post(intention_api::create_intention))
        .route("/api/acceptance/transactions/{id}", get(money_api::find_transaction))
        .route("/api/ecommerce/orders/transaction_inquiry", post(money_api::inquire))
        .route("/api/acceptance/void_refund/refund", post(money_api::refund))
        .route("/api/acceptance/void_refund/void", post(money_api::void))
        .route("/api/acceptance/capture", post(money_api::capture))
}

/// The pages for shoppers.
pub(crate) fn page_routes() -> Router<Arc<Simulator<Paymob>>> {
    Router::new()
        .route("/api/acceptance/iframes/{iframe}", get(pages::show).post(pages::submit))
        .route("/unifiedcheckout/", get(pages::show).post(pages::submit))
}
