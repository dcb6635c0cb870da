//! A POST with `Idempotency-Key`: the same key and body within 24 h answers as the first did (decisions §4).

use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use db::{p, row};
use kernel::Millis;
use sha2::{Digest, Sha256};

use crate::base::Base;
use crate::caller::{bearer, client_ip, find_caller};
use crate::error::ApiError;
use crate::message::common;

/// Bodies past this are not remembered; uploads have their own identity.
const MOST_BYTES: usize = 1_048_576;
/// A first attempt that never finished (the process died) gives way after this.
const STUCK: i64 = Millis::MINUTE;

struct Kept {
    request_hash: String,
    status: Option<i64>,
    response: Option<String>,
}
row!(Kept { request_hash, status, response });

/// Calls whose bodies or answers hold passwords, codes or tokens: nothing of them is kept, whatever key they carry.
/// Signing in twice is no harm, and registering is safe to repeat by itself.
const HOLDS_SECRETS: [&str; 6] = ["/login", "/demo", "/validate", "/register", "/register/continue", "/reset-password"];

/// Remembers the answers of keyed POSTs.
pub async fn layer(State(base): State<Base>, request: Request, next: Next) -> Response {
    let key = request.headers().get("idempotency-key").cloned();
    let is_multipart = request.headers().get(header::CONTENT_TYPE).is_some_and(|v| v.as_bytes().starts_with(b"multipart/"));
    let holds_secrets = HOLDS_SECRETS.iter().any(|path| request.uri().path().ends_with(path));
    match key {
        Some(key) if request.method() == Method::POST && !is_multipart && !holds_secrets => {
            match keyed(&base, &key, request, next).await {
                Ok(response) => response,
                Err(e) => e.into_response(),
            }
        }
        _ => next.run(request).await,
    }
}

async fn keyed(base: &Base, key: &HeaderValue, request: Request, next: Next) -> Result<Response, ApiError> {
    let key = key
        .to_str()
        .ok()
        .filter(|k| !k.is_empty() && k.len() <= 200)
        .ok_or_else(|| ApiError::bad_request("bad_request", common::BAD_REQUEST))?;
    let key = key.to_owned();
    let (parts, body) = request.into_parts();
    let body = to_bytes(body, MOST_BYTES)
        .await
        .map_err(|_| ApiError::new(StatusCode::PAYLOAD_TOO_LARGE, "too_large", common::TOO_LARGE))?;
    // Two callers never share a key: the scope is the user, or the address for calls without one.
    let who = match bearer(&parts) {
        Some(token) => find_caller(base, token).await?.map(|c| c.user.to_string()),
        None => None,
    };
    let who = who.unwrap_or_else(|| client_ip(&parts, base.settings.trusts_proxy));
    let store = parts.headers.get("x-store").map(|v| v.as_bytes().to_vec()).unwrap_or_default();
    let digest = Sha256::new().chain_update(who.as_bytes()).chain_update([0]).chain_update(store).finalize();
    let scope =
        i64::from_be_bytes([digest[0] & 0x7f, digest[1], digest[2], digest[3], digest[4], digest[5], digest[6], digest[7]]);
    let request_hash: String = Sha256::new()
        .chain_update(parts.uri.to_string().as_bytes())
        .chain_update([0])
        .chain_update(&body)
        .finalize()
        .iter()
        .map(|b| format!("{b:02x}"))
        .collect();

    let now = base.env.now();
    let (k, h) = (key.clone(), request_hash.clone());
    let kept: Option<Kept> = base
        .db
        .tx(async move |c| {
            let stale = "DELETE FROM idempotency_keys WHERE scope = ?1 AND key = ?2 AND (created_at < ?3 OR (status IS NULL AND created_at < ?4))";
            c.exec(stale, p![scope, k, now.plus(-Millis::DAY), now.plus(-STUCK)]).await?;
            let sql = "INSERT INTO idempotency_keys (scope, key, request_hash, created_at) VALUES (?1, ?2, ?3, ?4) ON CONFLICT (scope, key) DO NOTHING";
            if c.exec(sql, p![scope, k, h, now]).await? == 1 {
                return Ok::<_, db::Error>(None);
            }
            let sql = "SELECT request_hash, status, response FROM idempotency_keys WHERE scope = ?1 AND key = ?2";
            c.opt(sql, p![scope, k]).await
        })
        .await?;
    if let Some(Kept { request_hash: seen, status, response }) = kept {
        if seen != request_hash {
            return Err(ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "idempotency_key_reused", common::KEY_REUSED));
        }
        let (Some(status), Some(response)) = (status, response) else {
            return Err(ApiError::conflict("idempotency_key_busy", common::KEY_BUSY).retry_after(1));
        };
        let status = u16::try_from(status).ok().and_then(|s| StatusCode::from_u16(s).ok()).unwrap_or(StatusCode::OK);
        let headers =
            [(header::CONTENT_TYPE, "application/json"), (header::HeaderName::from_static("idempotency-replayed"), "true")];
        return Ok((status, headers, response).into_response());
    }

    let response = next.run(Request::from_parts(parts, Body::from(body))).await;
    let (head, body) = response.into_parts();
    let bytes = to_bytes(body, 8 * MOST_BYTES).await.map_err(|e| ApiError::internal(&e))?;
    let status = head.status;
    let text = String::from_utf8(bytes.to_vec())
        .ok()
        .filter(|_| !status.is_server_error() && status != StatusCode::TOO_MANY_REQUESTS && status != StatusCode::UNAUTHORIZED);
    base.db
        .tx(async move |c| match &text {
            Some(text) => {
                let sql = "UPDATE idempotency_keys SET status = ?3, response = ?4 WHERE scope = ?1 AND key = ?2";
                c.exec(sql, p![scope, key, i64::from(status.as_u16()), text]).await
            }
            // What failed on our side, or before the caller was known, may be tried again with the same key.
            None => c.exec("DELETE FROM idempotency_keys WHERE scope = ?1 AND key = ?2", p![scope, key]).await,
        })
        .await?;
    Ok(Response::from_parts(head, Body::from(bytes)))
}
