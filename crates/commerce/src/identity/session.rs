//! Sessions: opened, renewed by rotation, ended (AU-07, decisions §3).
//!
//! Invariant: of one session at most one refresh token is unused; whoever shows a used one ends the session, because
//! either they or the rightful holder stole it.

use db::{Conn, Result};
use kernel::{Env, Millis, SessionId, UserId};
use serde::Serialize;
use web::caller::hash_token;

use super::store;

/// How long an access token opens doors.
pub const ACCESS_LIFE: i64 = 30 * Millis::MINUTE;
/// How long a refresh token waits to be used.
const REFRESH_LIFE: i64 = 30 * Millis::DAY;

/// What the browser keeps; here only hashes stay.
#[derive(Clone, Serialize, utoipa::ToSchema)]
pub struct Tokens {
    /// Bearer token of every request.
    pub access_token: String,
    /// Exchanged once for the next pair.
    pub refresh_token: String,
    /// Seconds until the access token runs out.
    pub expires_in: i64,
}

impl std::fmt::Debug for Tokens {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Tokens(...)")
    }
}

impl Tokens {
    /// A fresh pair; not yet valid.
    #[must_use]
    pub fn make(env: &Env) -> Self {
        Self { access_token: env.token(), refresh_token: env.token(), expires_in: ACCESS_LIFE / Millis::SECOND }
    }
}

/// Where a request comes from, for the list of sessions.
#[derive(Debug, Clone)]
pub struct Device {
    /// The address.
    pub ip: String,
    /// What the browser calls itself, shortened.
    pub user_agent: String,
}

/// Opens a session and makes the pair valid.
///
/// # Errors
/// Of the database.
pub async fn open(c: Conn<'_>, env: &Env, user: UserId, device: &Device, tokens: &Tokens) -> Result<()> {
    let now = env.now();
    let session = store::NewSession {
        id: env.id(),
        user,
        access_hash: &hash_token(&tokens.access_token),
        access_expires_at: now.plus(ACCESS_LIFE),
        refresh_hash: &hash_token(&tokens.refresh_token),
        refresh_expires_at: now.plus(REFRESH_LIFE),
        user_agent: &device.user_agent,
        ip: &device.ip,
    };
    store::insert_session(c, now, &session).await
}

/// Exchanges a refresh token for `next`; false when it opens nothing. A used one ends its session.
///
/// # Errors
/// Of the database.
pub async fn rotate(c: Conn<'_>, now: Millis, refresh_token: &str, next: &Tokens) -> Result<bool> {
    let hash = hash_token(refresh_token);
    let Some(store::RefreshRow { session, expires_at, used_at, ended_at }) = store::find_refresh(c, &hash).await? else {
        return Ok(false);
    };
    if ended_at.is_some() || expires_at <= now {
        return Ok(false);
    }
    if used_at.is_some() || !store::use_refresh(c, &hash, now).await? {
        end(c, session, now).await?;
        return Ok(false);
    }
    store::insert_refresh(c, session, &hash_token(&next.refresh_token), now.plus(REFRESH_LIFE)).await?;
    store::renew_session(c, session, &hash_token(&next.access_token), now.plus(ACCESS_LIFE), now).await?;
    Ok(true)
}

async fn end(c: Conn<'_>, session: SessionId, now: Millis) -> Result<()> {
    tracing::warn!(session.id = %session, "a used refresh token was shown: the session is ended");
    store::end_session(c, session, now).await
}
