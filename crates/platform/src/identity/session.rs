//! Sessions: opened, renewed by rotation, ended (AU-07, decisions §3).
//!
//! Invariant: a session has at most one unused refresh token; presenting a used one ends the session, because the token was
//! stolen from one side or the other (refresh token rotation with reuse detection).

use db::{Conn, Result, Topics};
use kernel::{Actor, Env, Millis, SessionId, StoreScope, UserId};
use serde::Serialize;
use web::caller::{OnBehalf, hash_token};

use super::entities;
use super::store;
use crate::App;
use crate::journal::{self, Act, Entry};

/// How long an access token is valid.
pub const ACCESS_LIFE: i64 = 30 * Millis::MINUTE;
/// How long a refresh token is valid.
const REFRESH_LIFE: i64 = 30 * Millis::DAY;
/// How long an impersonation session lasts; renewing the tokens does not lengthen it.
const ON_BEHALF_LIFE: i64 = 2 * Millis::HOUR;

/// The tokens of a session for the browser; the database stores only their hashes.
#[derive(Clone, Serialize, utoipa::ToSchema)]
pub struct Tokens {
    /// Bearer token of every request.
    pub access_token: String,
    /// Exchanged once for the next pair of tokens.
    pub refresh_token: String,
    /// Seconds until the access token expires.
    pub expires_in: i64,
}

impl std::fmt::Debug for Tokens {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Tokens(...)")
    }
}

impl Tokens {
    /// A new pair of tokens; not valid yet.
    #[must_use]
    pub fn make(env: &Env) -> Self {
        Self { access_token: env.token(), refresh_token: env.token(), expires_in: ACCESS_LIFE / Millis::SECOND }
    }
}

/// The device of a request, for the list of sessions.
#[derive(Debug, Clone)]
pub struct Device {
    /// The IP address.
    pub ip: String,
    /// The User-Agent, shortened.
    pub user_agent: String,
    /// The known-device token that it sent.
    pub device_token: Option<String>,
}

/// Opens a session and makes the pair valid.
///
/// # Errors
/// Of the database.
pub async fn open(c: Conn<'_>, env: &Env, user: UserId, device: &Device, tokens: &Tokens) -> Result<()> {
    insert(c, env, user, None, device, tokens).await?;
    Ok(())
}

/// As [`open`], for an operator who impersonates the user in one store (AU-06); the session's id.
///
/// # Errors
/// Of the database.
pub async fn open_on_behalf(
    c: Conn<'_>,
    env: &Env,
    user: UserId,
    operator: &OnBehalf,
    device: &Device,
    tokens: &Tokens,
) -> Result<SessionId> {
    insert(c, env, user, Some(operator), device, tokens).await
}

async fn insert(
    c: Conn<'_>,
    env: &Env,
    user: UserId,
    operator: Option<&OnBehalf>,
    device: &Device,
    tokens: &Tokens,
) -> Result<SessionId> {
    let (now, id) = (env.now(), env.id());
    let lifetime = if operator.is_some() { ON_BEHALF_LIFE } else { REFRESH_LIFE };
    let session = store::NewSession {
        id,
        user,
        operator,
        access_hash: &hash_token(&tokens.access_token),
        access_expires_at: now.plus(ACCESS_LIFE),
        refresh_hash: &hash_token(&tokens.refresh_token),
        refresh_expires_at: now.plus(lifetime),
        user_agent: &device.user_agent,
        ip: &device.ip,
    };
    store::insert_session(c, now, &session).await?;
    Ok(id)
}

/// Exchanges a refresh token for `next`; false when it is not valid. A used one ends its session.
///
/// # Errors
/// Of the database.
pub async fn rotate(c: Conn<'_>, now: Millis, refresh_token: &str, next: &Tokens) -> Result<bool> {
    let hash = hash_token(refresh_token);
    let Some(store::RefreshRow { session, expires_at, used_at, ended_at, is_on_behalf }) = store::find_refresh(c, &hash).await?
    else {
        return Ok(false);
    };
    if ended_at.is_some() || expires_at <= now {
        return Ok(false);
    }
    if used_at.is_some() || !store::use_refresh(c, &hash, now).await? {
        end(c, session, now).await?;
        return Ok(false);
    }
    let (until, access_until) = if is_on_behalf {
        (expires_at, now.plus(ACCESS_LIFE).min(expires_at))
    } else {
        (now.plus(REFRESH_LIFE), now.plus(ACCESS_LIFE))
    };
    store::insert_refresh(c, session, &hash_token(&next.refresh_token), until).await?;
    store::renew_session(c, session, &hash_token(&next.access_token), access_until, now).await?;
    Ok(true)
}

/// Ends the session of an access token, also an expired one. The end of an impersonation has an entry in the store's journal.
///
/// # Errors
/// Of the database.
pub async fn close(app: &App, access_hash: String, ip: String) -> Result<()> {
    let now = app.env().now();
    app.db()
        .tx(async move |c| {
            let Some(store::EndedSession { id, user, operator_name, operator_store }) =
                store::end_session_of(c, &access_hash, now).await?
            else {
                return Ok(());
            };
            if let (Some(operator), Some(at)) = (operator_name, operator_store) {
                let name = store::find_user(c, user).await?.map(|u| u.name).unwrap_or_default();
                let scope = StoreScope::new(at, Actor::merchant(user, name).sent_from(ip.clone(), Some(operator)));
                journal::write(c, &scope, now, Topics::default(), Entry::new(Act::Delete, entities::SESSION, id)).await?;
            }
            Ok::<_, db::Error>(())
        })
        .await
}

async fn end(c: Conn<'_>, session: SessionId, now: Millis) -> Result<()> {
    tracing::warn!(session.id = %session, "a used refresh token was shown: the session is ended");
    store::end_session(c, session, now).await
}
