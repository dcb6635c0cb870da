//! The card form (`/api/acceptance/iframes/{id}`) and the checkout of the Intention API, which are one page here.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{RawQuery, State};
use axum::http::{HeaderMap, Uri};
use axum::response::Response;

use super::books::Paymob;
use crate::html::form_fields;
use crate::pay_page;
use crate::simulator::Simulator;

type Shared = State<Arc<Simulator<Paymob>>>;

pub(super) async fn show(State(simulator): Shared, uri: Uri, RawQuery(query): RawQuery, headers: HeaderMap) -> Response {
    let query = query.unwrap_or_default();
    let (id, action) = key(&uri, &query);
    pay_page::show(&simulator, &id, &action, &query, &headers).await
}

pub(super) async fn submit(State(simulator): Shared, uri: Uri, RawQuery(query): RawQuery, body: Bytes) -> Response {
    let (id, action) = key(&uri, &query.unwrap_or_default());
    pay_page::submit(&simulator, &id, &action, &body).await
}

/// The payment's key, by whichever name it has, and the page's address with it.
fn key(uri: &Uri, query: &str) -> (String, String) {
    let fields = form_fields(query.as_bytes());
    let found = fields.into_iter().find(|(name, _)| matches!(name.as_str(), "payment_token" | "clientSecret"));
    let (name, id) = found.unwrap_or_default();
    let action = format!("{}?{name}={id}", uri.path());
    (id, action)
}
