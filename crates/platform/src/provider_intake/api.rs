//! The address at which providers report: `/hooks/{provider}/{endpoint}` on the platform's own host, beside the API.
//!
//! 200 when the callback is stored, also when it was stored before. 401 for an unknown endpoint and for a wrong signature alike.

use std::num::NonZeroU32;

use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{DefaultBodyLimit, RawQuery, State};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::{IntoResponse as _, Response};
use axum::{Router, routing};
use web::layers::{KeyedLimit, RateLimit};
use web::message::common;
use web::{ApiError, PathTexts};

use super::model::MOST_BODY;
use super::port::RejectedCallback;
use super::receive::{self, Callback, Receipt};
use crate::App;

/// Callbacks that one endpoint takes in a second, over a longer time.
const PER_SECOND: NonZeroU32 = NonZeroU32::new(200).unwrap();
/// Callbacks that one endpoint takes at once: a provider that was down delivers what it has.
const BURST: NonZeroU32 = NonZeroU32::new(5_000).unwrap();

#[derive(Clone)]
struct Intake {
    app: App,
    endpoints: KeyedLimit,
    /// Of callers who are refused.
    callers: RateLimit,
}

/// The router; it is not a part of the API's document.
pub fn router(app: &App) -> Router {
    let settings = &app.base.settings;
    let intake = Intake {
        app: app.clone(),
        endpoints: KeyedLimit::new(PER_SECOND, BURST),
        callers: RateLimit::new(settings.requests_per_second, &settings.proxies),
    };
    Router::new()
        .route(&format!("{}/{{provider}}/{{endpoint}}", super::PATH), routing::get(receive_callback).post(receive_callback))
        .layer(DefaultBodyLimit::max(MOST_BODY))
        .with_state(intake)
}

async fn receive_callback(
    State(intake): State<Intake>,
    PathTexts(provider, endpoint): PathTexts,
    RawQuery(query): RawQuery,
    parts: Parts,
    body: Result<Bytes, BytesRejection>,
) -> Response {
    let (provider, outcome) = receive_from(&intake, (&provider, &endpoint), &parts, query, body).await;
    let (word, response) = match outcome {
        Ok(receipt) => (receipt.as_str(), StatusCode::OK.into_response()),
        Err(refusal) => {
            let error = match refusal {
                Refusal::NotSigned => not_signed(&intake, &parts),
                Refusal::Answered(error) => error,
            };
            (outcome_word(&error), error.into_response())
        }
    };
    metrics::counter!("provider_callbacks_total", "provider" => provider, "outcome" => word).increment(1);
    response
}

/// Why a callback was not taken.
enum Refusal {
    /// An unknown endpoint or a wrong signature: nobody learns which.
    NotSigned,
    /// Another reason, with its answer.
    Answered(ApiError),
}

impl<E: Into<ApiError>> From<E> for Refusal {
    fn from(error: E) -> Self {
        Self::Answered(error.into())
    }
}

/// 401, or 429 for a caller who is refused again and again.
fn not_signed(intake: &Intake, parts: &Parts) -> ApiError {
    match intake.callers.check(parts) {
        Ok(()) => ApiError::unauthenticated(),
        Err(seconds) => ApiError::too_many(seconds),
    }
}

/// What the counter calls a refusal.
fn outcome_word(error: &ApiError) -> &'static str {
    match error.status() {
        StatusCode::UNAUTHORIZED => "rejected",
        StatusCode::TOO_MANY_REQUESTS => "limited",
        StatusCode::PAYLOAD_TOO_LARGE => "too_large",
        StatusCode::BAD_REQUEST => "unreadable",
        _ => "failed",
    }
}

/// The provider for the counter (`other` where the address is of none: labels stay in memory), and what became of the callback.
async fn receive_from(
    intake: &Intake,
    (provider, endpoint): (&str, &str),
    parts: &Parts,
    query: Option<String>,
    body: Result<Bytes, BytesRejection>,
) -> (String, Result<Receipt, Refusal>) {
    let (endpoint, reader) = match receive::find_reader(&intake.app, provider, endpoint).await {
        Ok(Some(known)) => known,
        Ok(None) => return ("other".to_owned(), Err(Refusal::NotSigned)),
        Err(error) => return ("other".to_owned(), Err(error.into())),
    };
    let (provider, id, store) = (endpoint.provider.clone(), endpoint.id, endpoint.store);
    if let Err(seconds) = intake.endpoints.check(&id.to_string()) {
        return (provider, Err(ApiError::too_many(seconds).into()));
    }
    let body = match body {
        Ok(body) => body,
        Err(e) if e.status() == StatusCode::PAYLOAD_TOO_LARGE => {
            return (provider, Err(ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, "too_large", common::TOO_LARGE).into()));
        }
        Err(_) => return (provider, Err(ApiError::bad_request("unreadable", common::BAD_REQUEST).into())),
    };
    let texts =
        parts.headers.iter().filter_map(|(name, value)| Some((name.as_str().to_owned(), value.to_str().ok()?.to_owned())));
    let (method, headers) = (parts.method.as_str().to_owned(), texts.collect());
    let callback = Callback { method, headers, query: query.unwrap_or_default(), body };
    let outcome = receive::receive(&intake.app, endpoint, &reader, callback).await.map_err(|rejected| {
        tracing::warn!(store.id = %store, provider, endpoint.id = %id, reason = %rejected, "a callback was not taken");
        match rejected {
            RejectedCallback::NotSigned => Refusal::NotSigned,
            RejectedCallback::Unreadable(_) => ApiError::bad_request("unreadable", common::BAD_REQUEST).into(),
            RejectedCallback::Unavailable(cause) => ApiError::unavailable(&cause).into(),
        }
    });
    (provider, outcome)
}
