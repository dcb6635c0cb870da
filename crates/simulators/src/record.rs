//! Around every call of an API: it is written down, and goes wrong where the script says so.

use std::sync::Arc;

use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use bytes::Bytes;
use futures_util::stream;

use crate::calls::RecordedCall;
use crate::outcome::CallFault;
use crate::service::{Reply, Service};
use crate::simulator::Simulator;

const MOST_BYTES: usize = 1_000_000;

pub(crate) async fn record<P: Service>(State(simulator): State<Arc<Simulator<P>>>, request: Request, next: Next) -> Response {
    let (parts, body) = request.into_parts();
    let Ok(bytes) = to_bytes(body, MOST_BYTES).await else { return StatusCode::PAYLOAD_TOO_LARGE.into_response() };
    let target = parts.uri.path_and_query().map_or_else(String::new, ToString::to_string);
    let (method, request_text) = (parts.method.to_string(), String::from_utf8_lossy(&bytes).into_owned());
    let fault = simulator.script.take_fault(parts.uri.path());
    let refused = |status: u16, words: &str| Reply(status, P::refusal(status, words)).into_response();
    let response = match fault {
        Some(CallFault::ServerError) => (StatusCode::INTERNAL_SERVER_ERROR, "<h1>Server Error (500)</h1>").into_response(),
        Some(CallFault::Unauthorised) => refused(401, "Authentication failed"),
        Some(CallFault::RateLimited) => refused(429, "Too many requests"),
        Some(CallFault::Lost) => StatusCode::REQUEST_TIMEOUT.into_response(),
        Some(CallFault::TimeOut | CallFault::Cut) | None => next.run(Request::from_parts(parts, Body::from(bytes))).await,
    };
    let (parts, body) = response.into_parts();
    let bytes = to_bytes(body, MOST_BYTES).await.unwrap_or_default();
    let is_unanswered = matches!(fault, Some(CallFault::TimeOut | CallFault::Lost));
    simulator.calls.push(RecordedCall {
        at: simulator.clock.now(),
        direction: "in",
        method,
        target,
        request: request_text,
        status: (!is_unanswered).then_some(parts.status.as_u16()),
        answer: match fault {
            Some(fault) => format!("({}) {}", fault.as_str(), String::from_utf8_lossy(&bytes)),
            None => String::from_utf8_lossy(&bytes).into_owned(),
        },
    });
    let mut response = Response::from_parts(parts, Body::empty());
    match fault {
        // Until whoever called gives up.
        Some(CallFault::TimeOut | CallFault::Lost) => std::future::pending().await,
        Some(CallFault::Cut) => {
            response.headers_mut().insert(header::CONTENT_LENGTH, HeaderValue::from(bytes.len()));
            let parts = [Ok(bytes.slice(..bytes.len() / 2)), Err(std::io::Error::other("cut"))];
            *response.body_mut() = Body::from_stream(stream::iter::<[Result<Bytes, std::io::Error>; 2]>(parts));
        }
        _ => *response.body_mut() = Body::from(bytes),
    }
    response
}
