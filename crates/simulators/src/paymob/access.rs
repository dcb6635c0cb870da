//! Who may call in the merchant's name.

use axum::http::{HeaderMap, header};
use kernel::Millis;
use serde_json::{Value, json};

use super::accounts::SECRET_KEY;
use super::books::Paymob;
use crate::service::Reply;

/// Whether a call of the legacy flow comes with a token that is still good: in its body, or as a bearer.
pub(super) fn check_token(books: &Paymob, headers: &HeaderMap, body: &Value, now: Millis) -> Result<(), Reply> {
    let bearer = authorization(headers).and_then(|value| value.strip_prefix("Bearer "));
    let token = bearer.or_else(|| body["auth_token"].as_str()).unwrap_or_default();
    if books.tokens.get(token).is_some_and(|until| now < *until) { Ok(()) } else { Err(unauthorised()) }
}

/// Whether a call of the Intention API comes with the secret key.
pub(super) fn check_secret(headers: &HeaderMap) -> Result<(), Reply> {
    let token = authorization(headers).and_then(|value| value.strip_prefix("Token "));
    if token == Some(SECRET_KEY) { Ok(()) } else { Err(unauthorised()) }
}

/// Either of them: refunds, voids and captures take both.
pub(super) fn check_any(books: &Paymob, headers: &HeaderMap, body: &Value, now: Millis) -> Result<(), Reply> {
    check_secret(headers).or_else(|_| check_token(books, headers, body, now))
}

fn authorization(headers: &HeaderMap) -> Option<&str> {
    headers.get(header::AUTHORIZATION)?.to_str().ok()
}

fn unauthorised() -> Reply {
    Reply(401, json!({ "detail": "Authentication credentials were not provided." }))
}
