//! Extractors of input, with clear refusals: 400, 404, 413, 415, 422 with dotted fields, never a 5xx.

use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Path, Request};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::http::request::Parts;
use kernel::Id;
use kernel::id::Kind;
use serde::de::DeserializeOwned;

use self::strict::{Strict, ValueDeserializer};
use crate::error::{ApiError, FieldErrors};
use crate::message::common;

mod query;
mod secret;
mod strict;

pub use secret::SecretIn;

/// A JSON body. Mark input types `#[serde(deny_unknown_fields)]`.
#[derive(Debug, Clone)]
pub struct JsonIn<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for JsonIn<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        let is_json = request
            .headers()
            .get(CONTENT_TYPE)
            .and_then(|v| v.to_str().ok())
            .and_then(|t| t.split(';').next())
            .is_some_and(|t| t.trim().eq_ignore_ascii_case("application/json"));
        if !is_json {
            return Err(ApiError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "unsupported_media_type", common::UNSUPPORTED));
        }
        let body = Bytes::from_request(request, state).await.map_err(|e| {
            if e.status() == StatusCode::PAYLOAD_TOO_LARGE {
                ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, "too_large", common::TOO_LARGE)
            } else {
                ApiError::bad_request("bad_request", common::BAD_REQUEST)
            }
        })?;
        parse(&body).map(Self)
    }
}

/// Reads JSON, naming the field that does not fit.
///
/// # Errors
/// 400 when it is no JSON, 422 with the dotted path when it is JSON of another shape.
pub fn parse<T: DeserializeOwned>(body: &[u8]) -> Result<T, ApiError> {
    // Duplicate keys, invalid UTF-8 and trailing text are caught here, before any field is looked at.
    let malformed = |_| ApiError::bad_request("malformed_json", common::MALFORMED);
    std::str::from_utf8(body).map_err(|_| ApiError::bad_request("malformed_json", common::MALFORMED))?;
    let Strict(value) = serde_json::from_slice(body).map_err(malformed)?;
    if let Some(path) = path_of_nul(&value) {
        return Err(ApiError::field(if path.is_empty() { "body".into() } else { path }, common::BAD_TEXT));
    }
    serde_path_to_error::deserialize(ValueDeserializer(value)).map_err(|e| refusal(&e))
}

/// 422 with the dotted path of the value that a type refused.
fn refusal<E: std::fmt::Display>(e: &serde_path_to_error::Error<E>) -> ApiError {
    let mut path = dotted(e.path());
    let text = e.inner().to_string();
    let quoted = text.split('`').nth(1).unwrap_or_default().to_owned();
    let message = if text.starts_with("missing field") {
        path = join(&path, &quoted);
        common::REQUIRED
    } else if text.starts_with("unknown field") {
        if !path.ends_with(&quoted) {
            path = join(&path, &quoted);
        }
        common::UNKNOWN_FIELD
    } else if text.starts_with("unknown variant") {
        common::NOT_A_CHOICE
    } else if text.starts_with("invalid_id") {
        common::NO_SUCH
    } else {
        common::WRONG_TYPE
    };
    ApiError::invalid(FieldErrors::one(if path.is_empty() { "body".into() } else { path }, message))
}

/// The path of a text or a name that holds U+0000, which nobody types and one of the engines cannot store.
fn path_of_nul(value: &serde_json::Value) -> Option<String> {
    use serde_json::Value;
    match value {
        Value::String(text) => text.contains('\0').then(String::new),
        Value::Array(all) => all.iter().enumerate().find_map(|(i, v)| path_of_nul(v).map(|rest| child(&i.to_string(), &rest))),
        Value::Object(map) if map.keys().any(|key| key.contains('\0')) => Some(String::new()),
        Value::Object(map) => map.iter().find_map(|(key, v)| path_of_nul(v).map(|rest| child(key, &rest))),
        _ => None,
    }
}

fn child(key: &str, rest: &str) -> String {
    if rest.is_empty() { key.to_owned() } else { format!("{key}.{rest}") }
}

fn join(path: &str, field: &str) -> String {
    if path.is_empty() { field.to_owned() } else { format!("{path}.{field}") }
}

fn dotted(path: &serde_path_to_error::Path) -> String {
    use serde_path_to_error::Segment;
    path.iter()
        .filter_map(|s| match s {
            Segment::Seq { index } => Some(index.to_string()),
            Segment::Map { key } => Some(key.clone()),
            Segment::Enum { .. } | Segment::Unknown => None,
        })
        .collect::<Vec<_>>()
        .join(".")
}

/// The parameters of a query; what is no text is a 400 in the caller's language, what does not fit a 422 that names it. The only
/// way in: axum's own extractor answers in plain text (`cargo xtask check-arch` looks for it).
#[derive(Debug, Clone)]
pub struct QueryIn<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for QueryIn<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        let refused = || ApiError::bad_request("bad_request", common::BAD_REQUEST);
        let pairs = query::pairs(parts.uri.query().unwrap_or_default()).ok_or_else(refused)?;
        // Nobody types U+0000, and one of the engines cannot compare with it.
        if pairs.iter().any(|(name, value)| name.contains('\0') || value.0.contains('\0')) {
            return Err(refused());
        }
        serde_path_to_error::deserialize(query::deserializer(pairs)).map(Self).map_err(|e| refusal(&e))
    }
}

/// One id in the path; a malformed one is a 404, as an unknown one is.
#[derive(Debug)]
pub struct PathId<K: Kind>(pub Id<K>);

impl<S: Send + Sync, K: Kind> FromRequestParts<S> for PathId<K> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let PathText(text) = PathText::from_request_parts(parts, state).await?;
        text.parse().map(Self).map_err(|_| ApiError::not_found())
    }
}

/// Two ids in the path, the outer one first; a malformed one is a 404, as an unknown one is.
#[derive(Debug)]
pub struct PathIds<A: Kind, B: Kind>(pub Id<A>, pub Id<B>);

impl<S: Send + Sync, A: Kind, B: Kind> FromRequestParts<S> for PathIds<A, B> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let PathTexts(outer, inner) = PathTexts::from_request_parts(parts, state).await?;
        let (Ok(outer), Ok(inner)) = (outer.parse(), inner.parse()) else { return Err(ApiError::not_found()) };
        Ok(Self(outer, inner))
    }
}

/// Two texts in the path, in its order.
#[derive(Debug, Clone)]
pub struct PathTexts(pub String, pub String);

impl<S: Send + Sync> FromRequestParts<S> for PathTexts {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let read = Path::<(String, String)>::from_request_parts(parts, state).await;
        read.map(|Path((outer, inner))| Self(outer, inner)).map_err(|_| ApiError::not_found())
    }
}

/// One text in the path.
#[derive(Debug, Clone)]
pub struct PathText(pub String);

impl<S: Send + Sync> FromRequestParts<S> for PathText {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        Path::<String>::from_request_parts(parts, state).await.map(|p| Self(p.0)).map_err(|_| ApiError::not_found())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde::Deserialize;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Line {
        #[expect(dead_code, reason = "only parsed")]
        quantity: i64,
    }
    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Order {
        #[expect(dead_code, reason = "only parsed")]
        items: Vec<Line>,
    }

    fn field_of(body: &str) -> String {
        format!("{:?}", parse::<Order>(body.as_bytes()).unwrap_err())
    }

    #[test]
    fn gu_07_errors_name_the_field_by_dotted_path() {
        assert!(field_of(r#"{"items":[{"quantity":"x"}]}"#).contains("items.0.quantity"));
        assert!(field_of(r#"{"items":[{}]}"#).contains("items.0.quantity"));
        assert!(field_of(r#"{"items":[],"extra":1}"#).contains("\"extra\""));
        assert!(field_of("{").contains("malformed_json"));
        assert!(field_of(r#"{"items":[{"quantity":1.5}]}"#).contains("items.0.quantity"));
        assert!(parse::<Order>(b"\xff\xfe").is_err());
        assert!(field_of(r#"{"items":[{"quantity":"a\u0000b"}]}"#).contains("items.0.quantity"));
        assert!(field_of(r#"{"items":[{"a\u0000":1}]}"#).contains("\"items.0\""));
        assert!(field_of(r#"{"items":[],"items":[]}"#).contains("malformed_json"));
    }
}
