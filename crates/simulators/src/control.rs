//! The simulator's own calls, `/__simulator/...`: JSON for tests, forms for its page.

use std::sync::Arc;

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse as _, Redirect, Response};
use axum::routing::{get, post};
use serde_json::{Map, Value, json};

use crate::control_page;
use crate::html::form_fields;
use crate::press::Press;
use crate::service::Reply;
use crate::simulator::Simulator;

/// How often one order makes something happen at most.
const MOST_TIMES: u64 = 100_000;

type Shared<P> = State<Arc<Simulator<P>>>;

pub(crate) fn routes<P: Press>() -> Router<Arc<Simulator<P>>> {
    Router::new()
        .route("/__simulator", get(control_page::show::<P>))
        .route("/__simulator/calls", get(list_calls::<P>))
        .route(&format!("/__simulator/{}", P::LIST), get(list::<P>))
        .route("/__simulator/next", post(script::<P>))
        .route("/__simulator/press", post(press::<P>))
        .route("/__simulator/advance", post(advance::<P>))
        .route("/__simulator/hold", post(hold::<P>))
        .route("/__simulator/held", get(list_held::<P>))
        .route("/__simulator/settings", post(settings::<P>))
}

async fn list_calls<P: Press>(State(simulator): Shared<P>) -> Reply {
    Reply(200, simulator.calls.to_json())
}

async fn list<P: Press>(State(simulator): Shared<P>) -> Reply {
    Reply(200, simulator.with(|p| p.list()))
}

async fn script<P: Press>(State(simulator): Shared<P>, headers: HeaderMap, body: Bytes) -> Response {
    let fields = fields(&headers, &body);
    let times = fields.get("times").and_then(Value::as_u64).unwrap_or(1).min(MOST_TIMES);
    let push = || simulator.script.push(&P::next_outcomes(), text(&fields, "outcome"), text(&fields, "path"));
    let is_known = (0..times).all(|_| push());
    answer(&headers, if is_known { Ok(()) } else { Err("no such outcome") })
}

async fn press<P: Press>(State(simulator): Shared<P>, headers: HeaderMap, body: Bytes) -> Response {
    let fields = fields(&headers, &body);
    // `{"payment": "..."}`, `{"delivery": "..."}`: one of the list.
    let id = fields.iter().find(|(name, _)| *name != "outcome").and_then(|(_, id)| id.as_str()).unwrap_or_default();
    let is_possible = P::press(&simulator, id, text(&fields, "outcome")).await;
    answer(&headers, if is_possible { Ok(()) } else { Err("not possible") })
}

async fn advance<P: Press>(State(simulator): Shared<P>, headers: HeaderMap, body: Bytes) -> Response {
    let fields = fields(&headers, &body);
    let seconds = fields.get("seconds").and_then(|v| v.as_i64().or_else(|| v.as_str()?.parse().ok()));
    let Some(seconds) = seconds.filter(|s| (0..=31_536_000).contains(s)) else { return answer(&headers, Err("seconds")) };
    simulator.clock.advance(seconds * 1_000);
    simulator.run_due().await;
    answer(&headers, Ok(()))
}

async fn hold<P: Press>(State(simulator): Shared<P>, headers: HeaderMap, body: Bytes) -> Response {
    let fields = fields(&headers, &body);
    let is_held = fields.get("is_held").and_then(|v| v.as_bool().or_else(|| v.as_str()?.parse().ok()));
    if let Some(is_held) = is_held {
        simulator.mailbox.set_holding(is_held);
    }
    answer(&headers, if is_held.is_some() { Ok(()) } else { Err("is_held") })
}

async fn list_held<P: Press>(State(simulator): Shared<P>) -> Reply {
    Reply(200, simulator.mailbox.to_json())
}

async fn settings<P: Press>(State(simulator): Shared<P>, headers: HeaderMap, body: Bytes) -> Response {
    let fields = Value::Object(fields(&headers, &body));
    let is_known = simulator.with(|p| p.set_all(&fields));
    answer(&headers, if is_known { Ok(()) } else { Err("no such setting") })
}

fn is_form(headers: &HeaderMap) -> bool {
    headers.get(header::CONTENT_TYPE).is_some_and(|v| v.as_bytes().starts_with(b"application/x-www-form-urlencoded"))
}

/// The fields of a form or of a JSON object.
fn fields(headers: &HeaderMap, body: &[u8]) -> Map<String, Value> {
    if is_form(headers) {
        return form_fields(body).into_iter().map(|(name, value)| (name, value.into())).collect();
    }
    match serde_json::from_slice(body) {
        Ok(Value::Object(members)) => members,
        _ => Map::new(),
    }
}

fn text<'f>(fields: &'f Map<String, Value>, name: &str) -> &'f str {
    fields.get(name).and_then(Value::as_str).unwrap_or_default()
}

/// A form goes back to the page.
fn answer(headers: &HeaderMap, result: Result<(), &str>) -> Response {
    match result {
        Ok(()) if is_form(headers) => Redirect::to("/__simulator").into_response(),
        Ok(()) => Reply(200, json!({ "ok": true })).into_response(),
        Err(words) => Reply(422, json!({ "ok": false, "message": words })).into_response(),
    }
}
