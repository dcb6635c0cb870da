//! The calls to gateways behind online payments, and what gateways report (PY-03, decisions §8).
//!
//! A call is written with the change that wants it and made after the commit (`platform::provider_calls`): [`begin`] opens an attempt
//! with its start, a refund is requested with its call, and a schedule asks about what hangs. Callbacks come through
//! `platform::provider_intake`. What any of them reports goes to `record`, and nothing here books by itself.

mod account;
mod begin;
mod browser_return;
mod callbacks;
mod events_api;
mod events_store;
mod events_wire;
mod inquiry_call;
mod outcome;
mod reconcile_job;
pub(super) mod refund_call;
pub(super) mod refund_order;
mod refund_settlement;
pub(crate) mod return_order;
mod start_call;
mod start_request;

use std::sync::Arc;

pub use begin::{BeginError, begin, begin_in, reach_start, recheck};
pub use browser_return::find_page as find_returned_page;
pub use callbacks::PaymentCallbacks;

use platform::provider_calls::ProviderCall;

/// The kinds of calls that online payments make.
#[must_use]
pub fn calls() -> Vec<Arc<dyn ProviderCall>> {
    vec![Arc::new(start_call::StartPayment), Arc::new(inquiry_call::InquirePayment), Arc::new(refund_call::RefundPayment)]
}

pub(super) fn routes() -> utoipa_axum::router::OpenApiRouter<platform::App> {
    events_api::routes()
}

pub(super) fn register(registry: &mut jobs::Registry<platform::App>) {
    reconcile_job::register(registry);
}
