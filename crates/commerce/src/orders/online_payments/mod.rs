//! Payments at a gateway (PY-01, PY-03, decisions §8): what an attempt to pay an order is, and how a transaction that a gateway
//! reports becomes money in the order's ledger, once, whatever the network does.
//!
//! Tables: `payment_attempts`, `payment_transactions`, `payment_cases`; docs/decisions/0089-online-payments.md. Invariants: a charge
//! is booked only when amount, currency, account and reference are those of its attempt, and once; a difference is a case and never
//! "paid"; all rows of an order are written under the lock of the order.
//!
//! Nothing here calls a gateway: a job does, outside of any transaction, and passes on what it got. `plan` is pure and decides;
//! [`record`] is the only place that books. The way of a payment: [`open`] in the transaction that wants it, the call, [`started`] or
//! [`start_refused`]; callbacks and answers to [`record`]; what nobody heard of, [`list_hanging`] and [`checked`]; what nobody paid,
//! [`release_unpaid`]. Refunds: [`request_refund`], the call, [`record`] or [`refund_refused`].

mod api;
mod attempt_state;
mod attempts_store;
mod cases_store;
mod check_times;
mod close;
mod differences;
mod find_attempt;
pub mod gateway;
mod model;
mod open;
pub(super) mod paid_with;
mod plan;
mod plan_back;
#[cfg(test)]
mod plan_tests;
mod reconcile;
mod record;
mod recorded;
pub(super) mod refund_request;
mod refunds;
mod release;
mod shopper;
mod transactions_store;
pub(super) mod undecided;
mod unknown;
pub(super) mod view;
pub(super) mod wire;
mod words;

use db::Conn;
use kernel::{PaymentAttemptId, StoreScope};

pub use attempts_store::HangingAttempt;
pub use model::Attempt;
pub use open::{CODE_HOLD, NewAttempt, PAGE_HOLD, open, start_refused, started};
pub use reconcile::{checked, list_hanging};
pub use record::record;
pub use recorded::{Recorded, RecordedEffect, Source};
pub use refund_request::{NewRefundRequest, RefundRequest, refund_refused, request_refund};
pub use release::release_unpaid;
pub use shopper::{PaymentProgress, ShopperPayment, for_shopper, is_waiting};
pub use words::{AttemptState, CaseKind, NextStepKind, Purpose};

/// One attempt of the store.
///
/// # Errors
/// Of the database.
pub async fn find(c: Conn<'_>, scope: &StoreScope, id: PaymentAttemptId) -> db::Result<Option<Attempt>> {
    attempts_store::find(c, scope, id).await
}

/// The open cases of the store, counted to one more than `most`.
///
/// # Errors
/// Of the database.
pub async fn count_open_cases(c: Conn<'_>, scope: &StoreScope, most: i64) -> db::Result<i64> {
    cases_store::count_open(c, scope, most).await
}

pub(super) fn routes() -> utoipa_axum::router::OpenApiRouter<platform::App> {
    api::routes().merge(gateway::routes())
}

pub(super) fn register(registry: &mut jobs::Registry<platform::App>) {
    release::register(registry);
    gateway::register(registry);
}
