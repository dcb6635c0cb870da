//! The hosted page.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{Path, RawQuery, State};
use axum::http::HeaderMap;
use axum::response::Response;

use super::books::PayTabs;
use crate::pay_page;
use crate::simulator::Simulator;

type Shared = State<Arc<Simulator<PayTabs>>>;

pub(super) async fn show(
    State(simulator): Shared,
    Path(tran_ref): Path<String>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
) -> Response {
    let action = format!("/payment/page/{tran_ref}");
    pay_page::show(&simulator, &tran_ref, &action, &query.unwrap_or_default(), &headers).await
}

pub(super) async fn submit(State(simulator): Shared, Path(tran_ref): Path<String>, body: Bytes) -> Response {
    let action = format!("/payment/page/{tran_ref}");
    pay_page::submit(&simulator, &tran_ref, &action, &body).await
}
