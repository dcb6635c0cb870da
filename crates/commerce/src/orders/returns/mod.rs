//! Goods that come back, and money that is given back (decisions §5).
//!
//! Tables: `return_reasons`, `order_returns`, `order_return_lines`, `order_refunds`, `order_refund_lines`; the columns
//! `returned` and `restocked` of `order_items`. Invariants: no more pieces come back than were sold, no more money than was
//! paid; the refunds of a line add up to the line exactly when the last of its pieces is refunded; a refund's rows hold
//! amount and VAT by line, so that a credit note can be made of them.

mod api;
mod goods;
mod model;
mod reasons;
mod reasons_api;
mod refund;
mod settle;
pub(super) mod store;
mod wire;

pub(super) use goods::insert_rest;
pub(super) use model::{Refundable, Refunded};
pub use reasons::insert_defaults;
#[cfg(any(test, feature = "testing"))]
pub(super) use {
    model::{Amount, LinePart},
    refund::{Priced, RefundRequest, price},
    settle::{Back, settle},
    wire::{RefundLineIn, ReturnRefundIn},
};

pub(super) fn routes() -> utoipa_axum::router::OpenApiRouter<platform::App> {
    api::routes().merge(reasons_api::routes())
}
