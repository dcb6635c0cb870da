//! A POST with `Idempotency-Key`: the same key and body within 24 h answers as the first did, and nothing happens twice
//! (decisions §4).
//!
//! The life of a key's row, by its `status`: NULL while the first attempt runs; 0 once a change of that attempt is committed, set
//! by the change's own transaction ([`db::CommitHook`]); then the answer's status, with the answer. A crash between the last two
//! leaves 0: a retry runs nothing and answers that the request was carried out, with what it created or changed as `current`
//! where that is one row. A crash before leaves NULL, which expires after a minute: nothing was written, and an attempt that was
//! only slow finds its claim gone and is rolled back.
//!
//! A stored answer contains what its caller was allowed to see then. Next to the request's hash stands a fingerprint of the
//! membership's abilities; a caller whose abilities differ by now does not get the answer (docs/decisions/0047).

use std::panic::AssertUnwindSafe;

use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures_util::FutureExt as _;
use kernel::{Millis, StoreId};
use sha2::{Digest, Sha256};

use crate::base::Base;
use crate::caller::{Caller, bearer, client_ip, find_caller};
use crate::error::ApiError;
pub use crate::idempotency_store::claim_first;
use crate::idempotency_store::{self as store, CLAIM_TIMEOUT, Claim, StoredResponse};
use crate::lang;
use crate::message::common;

/// Bodies past this are not remembered; uploads have their own identity.
const MOST_BYTES: usize = 1_048_576;
/// The status of a row whose change is committed and whose answer is not stored, not yet or never.
const CARRIED_OUT: i64 = 0;

/// Calls whose bodies or answers hold passwords, codes or tokens: nothing of them is stored, whatever key they carry. Signing in
/// twice is no harm, and registering is idempotent by itself.
const HOLDS_SECRETS: [&str; 6] = ["/login", "/demo", "/validate", "/register", "/register/continue", "/reset-password"];
/// Likewise the call whose path ends in a token: a stored answer would make a link work twice.
const TAKES_A_LINK: &str = "/impersonate/";
/// Likewise the calls of invitations: they answer with links, and accept them.
const OF_INVITATIONS: &str = "/invitations";
/// Likewise the previews of drafts: whoever has the answer sees the draft.
const OF_PREVIEWS: &str = "/previews";

fn holds_secrets(path: &str) -> bool {
    path.contains(TAKES_A_LINK)
        || path.contains(OF_INVITATIONS)
        || path.ends_with(OF_PREVIEWS)
        || HOLDS_SECRETS.iter().any(|end| path.ends_with(end))
}

/// Middleware that stores the answers of POSTs with a key.
pub async fn layer(State(base): State<Base>, request: Request, next: Next) -> Response {
    let key = request.headers().get("idempotency-key").cloned();
    let is_multipart = request.headers().get(header::CONTENT_TYPE).is_some_and(|v| v.as_bytes().starts_with(b"multipart/"));
    match key {
        Some(key) if request.method() == Method::POST && !is_multipart && !holds_secrets(request.uri().path()) => {
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
    let caller = match bearer(&parts) {
        Some(token) => find_caller(base, token).await?,
        None => None,
    };
    let access_fingerprint = fingerprint_access(base, &parts, caller.as_ref()).await?;
    let key_owner = caller.map_or_else(|| client_ip(&parts, &base.settings.proxies), |c| c.user.to_string());
    let store = parts.headers.get("x-store").map(|v| v.as_bytes().to_vec()).unwrap_or_default();
    let digest = Sha256::new().chain_update(key_owner.as_bytes()).chain_update([0]).chain_update(store).finalize();
    let scope =
        i64::from_be_bytes([digest[0] & 0x7f, digest[1], digest[2], digest[3], digest[4], digest[5], digest[6], digest[7]]);
    let request_hash = kernel::hex(
        &Sha256::new().chain_update(parts.uri.to_string().as_bytes()).chain_update([0]).chain_update(&body).finalize(),
    );

    // From the claim on it runs to its end even when its client disconnects: a retry then gets its response.
    let (base, request) = (base.clone(), Request::from_parts(parts, Body::from(body)));
    let claim = Claim { scope, key, at: base.env.now() };
    let handling = lang::scope(lang::current(), async move {
        match store::claim(&base.db, &claim, format!("{request_hash}:{}", access_fingerprint.as_deref().unwrap_or_default()))
            .await?
        {
            Some(stored) => repeated(stored, &request_hash, access_fingerprint.as_deref(), claim.at),
            None => attempt(base, claim, request, next).await,
        }
    });
    tokio::spawn(tracing::Instrument::in_current_span(handling)).await.map_err(|e| ApiError::internal(&e))?
}

/// What a caller may do in the store of X-STORE, as a fingerprint; none where they are no member, or call in no store.
async fn fingerprint_access(base: &Base, parts: &Parts, caller: Option<&Caller>) -> Result<Option<String>, ApiError> {
    let store = parts.headers.get("x-store").and_then(|v| v.to_str().ok()).and_then(|t| t.trim().parse::<StoreId>().ok());
    let Some((caller, store)) = caller.zip(store) else { return Ok(None) };
    let abilities = base.access.find_abilities(base.db.conn(), store, caller.user).await?;
    let fingerprint =
        abilities.map(|text| Sha256::new().chain_update(caller.role.as_bytes()).chain_update([0]).chain_update(text).finalize());
    Ok(fingerprint.map(|digest| kernel::hex(&digest[..8])))
}

/// The answer to a request whose key is stored already.
fn repeated(
    stored: StoredResponse,
    request_hash: &str,
    access_fingerprint: Option<&str>,
    now: Millis,
) -> Result<Response, ApiError> {
    let StoredResponse { request_hash: stored_hash, status, response, created_at } = stored;
    let (stored_hash, stored_fingerprint) = stored_hash.split_once(':').unwrap_or((&stored_hash, ""));
    if stored_hash != request_hash {
        return Err(ApiError::new(StatusCode::UNPROCESSABLE_ENTITY, "idempotency_key_reused", common::KEY_REUSED));
    }
    let busy = || ApiError::conflict("idempotency_key_busy", common::KEY_BUSY).retry_after(1);
    if stored_fingerprint != access_fingerprint.unwrap_or_default() {
        // A former member of the store gets a 403; a caller whose abilities have changed only learns that the request was carried
        // out.
        let Some(_) = access_fingerprint else { return Err(ApiError::forbidden()) };
        return Err(ApiError::conflict("idempotency_key_done", common::KEY_DONE));
    }
    match (status, response) {
        (None, _) => Err(busy()),
        (Some(CARRIED_OUT), _) if created_at > now.plus(-CLAIM_TIMEOUT) => Err(busy()),
        (Some(CARRIED_OUT), outcome) => {
            let key_done = ApiError::conflict("idempotency_key_done", common::KEY_DONE);
            let changed = outcome.and_then(|text| serde_json::from_str::<serde_json::Value>(&text).ok());
            Err(match changed {
                Some(changed) => key_done.with_current(&changed),
                None => key_done,
            })
        }
        (Some(status), response) => {
            let status = u16::try_from(status).ok().and_then(|s| StatusCode::from_u16(s).ok()).unwrap_or(StatusCode::OK);
            let headers =
                [(header::CONTENT_TYPE, "application/json"), (header::HeaderName::from_static("idempotency-replayed"), "true")];
            Ok((status, headers, response.unwrap_or_default()).into_response())
        }
    }
}

/// Runs the request under its claim and stores its answer.
async fn attempt(base: Base, claim: Claim, request: Request, next: Next) -> Result<Response, ApiError> {
    let Ok(response) = AssertUnwindSafe(claim.commit_hook().scope(next.run(request))).catch_unwind().await else {
        claim.release_untouched(&base.db).await?;
        return Err(ApiError::internal(&"a handler panicked"));
    };
    let (head, body) = response.into_parts();
    let bytes = to_bytes(body, 8 * MOST_BYTES).await.map_err(|e| ApiError::internal(&e))?;
    let stored = match (head.status, String::from_utf8(bytes.to_vec())) {
        (StatusCode::TOO_MANY_REQUESTS | StatusCode::UNAUTHORIZED, _) => claim.release(&base.db).await,
        (status, Ok(text)) if !status.is_server_error() => claim.set_answer(&base.db, status, text).await,
        // A failure on our side before any change: the same key may be retried.
        _ => claim.release_untouched(&base.db).await,
    };
    if let Err(e) = stored {
        // The row itself says whether a change was committed; this caller still gets the answer.
        tracing::warn!(error = %e, "the answer of a keyed request could not be kept");
    }
    Ok(Response::from_parts(head, Body::from(bytes)))
}

/// Deletes expired keys; some at a time, so that no request waits for the lock.
///
/// # Errors
/// Of the database.
pub async fn sweep(base: &Base) -> db::Result<()> {
    let before = base.env.now().plus(-Millis::DAY);
    loop {
        let work = async move |c: db::Conn<'_>| store::delete_before(c, before).await;
        if base.db.tx(work).await? == 0 {
            return Ok(());
        }
    }
}
