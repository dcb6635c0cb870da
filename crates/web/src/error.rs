//! The one mapping from failures to HTTP answers (decisions §4).

use std::collections::BTreeMap;

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use crate::lang;
use crate::message::{Message, common};
use crate::refusals::Conflict;

/// The result of a handler.
pub type ApiResult<T> = Result<T, ApiError>;

/// `{"message", "code", "errors": {"field": ["..."]}}`.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct ErrorBody {
    /// In the caller's language.
    pub message: String,
    /// A stable word for programs.
    pub code: String,
    /// By dotted path: `name.ar`, `items.0.quantity`.
    pub errors: BTreeMap<String, Vec<String>>,
}

/// Invalid fields, by dotted path.
#[derive(Debug, Clone, Default)]
pub struct FieldErrors(BTreeMap<String, Vec<Message>>);

impl FieldErrors {
    /// None yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// One field.
    #[must_use]
    pub fn one(path: impl Into<String>, message: Message) -> Self {
        let mut e = Self::new();
        e.add(path, message);
        e
    }

    /// Adds a message to a field.
    pub fn add(&mut self, path: impl Into<String>, message: Message) {
        self.0.entry(path.into()).or_default().push(message);
    }

    /// No field is invalid.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Every field with its messages, for pages that show them beside their inputs.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &[Message])> {
        self.0.iter().map(|(path, messages)| (path.as_str(), messages.as_slice()))
    }

    /// 422 when any field is invalid.
    ///
    /// # Errors
    /// [`ApiError`] with every field.
    pub fn finish(self) -> ApiResult<()> {
        if self.is_empty() { Ok(()) } else { Err(ApiError::invalid(self)) }
    }
}

/// A failure, as the caller receives it.
#[derive(Debug)]
pub struct ApiError {
    status: StatusCode,
    code: &'static str,
    message: Message,
    fields: FieldErrors,
    retry_after: Option<u64>,
    current: Option<serde_json::Value>,
}

impl ApiError {
    /// Any status; `code` is the stable word for programs.
    #[must_use]
    pub fn new(status: StatusCode, code: &'static str, message: Message) -> Self {
        Self { status, code, message, fields: FieldErrors::new(), retry_after: None, current: None }
    }

    /// 400.
    #[must_use]
    pub fn bad_request(code: &'static str, message: Message) -> Self {
        Self::new(StatusCode::BAD_REQUEST, code, message)
    }

    /// 401.
    #[must_use]
    pub fn unauthenticated() -> Self {
        Self::new(StatusCode::UNAUTHORIZED, "unauthenticated", common::UNAUTHENTICATED)
    }

    /// 403; reveals nothing of what it hides.
    #[must_use]
    pub fn forbidden() -> Self {
        Self::new(StatusCode::FORBIDDEN, "forbidden", common::FORBIDDEN)
    }

    /// 403 with its reason: the caller may know it.
    #[must_use]
    pub fn forbidden_with(code: &'static str, message: Message) -> Self {
        Self::new(StatusCode::FORBIDDEN, code, message)
    }

    /// 404; also for another store's row.
    #[must_use]
    pub fn not_found() -> Self {
        Self::new(StatusCode::NOT_FOUND, "not_found", common::NOT_FOUND)
    }

    /// 409.
    #[must_use]
    pub fn conflict(code: &'static str, message: Message) -> Self {
        Self::new(StatusCode::CONFLICT, code, message)
    }

    /// 409: the row has changed since the caller read it. [`Self::with_current`] adds the current row, for the comparison.
    #[must_use]
    pub fn stale() -> Self {
        Self::new(StatusCode::CONFLICT, "stale_version", common::STALE)
    }

    /// Adds the current row as `current`. The operation documents its type: `(status = 409, body = Conflict<OrderView>)`.
    #[must_use]
    pub fn with_current<T: Serialize + utoipa::ToSchema>(mut self, current: &T) -> Self {
        self.current = serde_json::to_value(current).ok();
        self
    }

    /// 422 with the fields.
    #[must_use]
    pub fn invalid(fields: FieldErrors) -> Self {
        Self { fields, ..Self::new(StatusCode::UNPROCESSABLE_ENTITY, "invalid", common::INVALID) }
    }

    /// 422 for one field.
    #[must_use]
    pub fn field(path: impl Into<String>, message: Message) -> Self {
        Self::invalid(FieldErrors::one(path, message))
    }

    /// 429 with Retry-After.
    #[must_use]
    pub fn too_many(retry_after_seconds: u64) -> Self {
        Self {
            retry_after: Some(retry_after_seconds.max(1)),
            ..Self::new(StatusCode::TOO_MANY_REQUESTS, "too_many_attempts", common::TOO_MANY)
        }
    }

    /// Adds the fields that cause the failure.
    #[must_use]
    pub fn with_fields(mut self, fields: FieldErrors) -> Self {
        self.fields = fields;
        self
    }

    /// 503 with Retry-After.
    #[must_use]
    pub fn busy() -> Self {
        Self { retry_after: Some(1), ..Self::new(StatusCode::SERVICE_UNAVAILABLE, "busy", common::BUSY) }
    }

    /// 503 because a service other than the database does not answer; the cause is only in the log.
    #[must_use]
    pub fn unavailable(cause: &dyn std::fmt::Display) -> Self {
        tracing::warn!(error = %cause, "unavailable");
        Self::busy()
    }

    /// 310: the store is not ready (GU-05).
    #[must_use]
    pub fn not_ready() -> Self {
        Self::new(StatusCode::from_u16(310).unwrap_or(StatusCode::CONFLICT), "store_not_ready", common::NOT_READY)
    }

    /// 500; the cause is only in the log, under the id that the caller sees.
    #[must_use]
    pub fn internal(cause: &dyn std::fmt::Display) -> Self {
        tracing::error!(error = %cause, "internal error");
        Self::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", common::INTERNAL)
    }

    /// Adds Retry-After.
    #[must_use]
    pub fn retry_after(mut self, seconds: u64) -> Self {
        self.retry_after = Some(seconds);
        self
    }

    /// The status it will answer with.
    #[must_use]
    pub fn status(&self) -> StatusCode {
        self.status
    }

    /// The same failure with other names for its fields: those of a call over another one's.
    #[must_use]
    pub fn renaming_fields(mut self, name: impl Fn(&str) -> String) -> Self {
        self.fields = FieldErrors(self.fields.0.into_iter().map(|(path, messages)| (name(&path), messages)).collect());
        self
    }

    /// The stable word.
    #[must_use]
    pub fn code(&self) -> &'static str {
        self.code
    }

    /// The message, for per-row results of bulk calls.
    #[must_use]
    pub fn message(&self) -> &Message {
        &self.message
    }

    /// What is wrong with the first invalid field, else the message: for rows of bulk calls, whose answer names no fields.
    #[must_use]
    pub fn reason(&self) -> &Message {
        self.fields.iter().find_map(|(_, messages)| messages.first()).unwrap_or(&self.message)
    }
}

impl From<db::Error> for ApiError {
    fn from(e: db::Error) -> Self {
        match e {
            db::Error::NotFound => Self::not_found(),
            db::Error::Superseded => Self::conflict("idempotency_key_busy", common::KEY_BUSY).retry_after(1),
            db::Error::NewerSchema(_) => {
                Self { retry_after: Some(5), ..Self::new(StatusCode::SERVICE_UNAVAILABLE, "upgrading", common::UPGRADING) }
            }
            e if e.is_unavailable() => {
                tracing::warn!(error = %e, "database unavailable");
                Self::busy()
            }
            e if e.is_bad_text() => Self::bad_request("bad_text", common::BAD_TEXT),
            e => Self::internal(&e),
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let lang = lang::current();
        let errors: BTreeMap<String, Vec<String>> = self
            .fields
            .0
            .into_iter()
            .map(|(path, all)| (path, all.into_iter().map(|m| m.get(lang).to_owned()).collect()))
            .collect();
        let error = ErrorBody { message: self.message.get(lang).to_owned(), code: self.code.to_owned(), errors };
        let mut response = (self.status, Json(Conflict { error, current: self.current })).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if let Some(seconds) = self.retry_after {
            headers.insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}
