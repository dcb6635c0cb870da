//! The caller of a request, their store, and their permissions.

use std::marker::PhantomData;

use axum::extract::{FromRef, FromRequestParts};
use axum::http::header::AUTHORIZATION;
use axum::http::request::Parts;
use db::Conn;
use futures_util::future::BoxFuture;
use kernel::{Actor, Millis, SessionId, StoreId, StoreScope, UserId};
use sha2::{Digest, Sha256};

use crate::base::Base;
pub use crate::client::client_ip;
use crate::error::ApiError;
use crate::message::Message;
use crate::permission::{Ability, Action, Permission, Subject, effective};

/// The person behind a valid access token.
#[derive(Debug, Clone)]
pub struct Caller {
    /// The user.
    pub user: UserId,
    /// The session the token belongs to.
    pub session: SessionId,
    /// As shown in the journal.
    pub name: String,
    /// `admin` | `client` (decisions §2).
    pub role: String,
    /// Set when an operator of the platform impersonates the person.
    pub operator: Option<OnBehalf>,
}

/// The operator who impersonates a person, and the one store in which they may (AU-06).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OnBehalf {
    /// The operator's name.
    pub name: String,
    /// The store that the link was made for.
    pub store: StoreId,
}

impl Caller {
    /// Refuses operators the calls that only the person may make: their password, their sessions.
    ///
    /// # Errors
    /// 403 `impersonated`.
    pub fn in_person(&self) -> Result<(), ApiError> {
        if self.operator.is_some() {
            return Err(ApiError::new(axum::http::StatusCode::FORBIDDEN, "impersonated", NOT_FOR_OPERATORS));
        }
        Ok(())
    }
}

const NOT_FOR_OPERATORS: Message = Message::new(
    "هذا الإجراء لصاحب الحساب فقط، وليس لمن يعمل نيابةً عنه.",
    "Only the account owner can do this, not an operator acting on their behalf.",
);

/// SHA-256 of a token in hex: only hashes are stored.
#[must_use]
pub fn hash_token(token: &str) -> String {
    kernel::hex(&Sha256::digest(token.as_bytes()))
}

/// A person's membership of a store.
#[derive(Debug, Clone)]
pub struct Membership {
    /// The abilities of the membership itself, before those of the role.
    pub abilities: Vec<Ability>,
    /// The store has been set up.
    pub is_ready: bool,
}

/// Who has signed in and who belongs to which store. This crate owns no table of these: `platform` implements it, and the program puts
/// it into [`Base`].
pub trait Access: Send + Sync {
    /// The caller of a session by the hash of its access token; none when it is unknown, has expired or was ended.
    fn find_caller<'a>(&'a self, c: Conn<'a>, access_hash: &'a str, now: Millis) -> BoxFuture<'a, db::Result<Option<Caller>>>;

    /// The person's membership of a store.
    fn find_membership<'a>(&'a self, c: Conn<'a>, store: StoreId, user: UserId) -> BoxFuture<'a, db::Result<Option<Membership>>>;

    /// The abilities of a membership as they are stored, to tell whether they have changed.
    fn find_abilities<'a>(&'a self, c: Conn<'a>, store: StoreId, user: UserId) -> BoxFuture<'a, db::Result<Option<String>>>;
}

/// The bearer token of a request.
#[must_use]
pub fn bearer(parts: &Parts) -> Option<&str> {
    parts.headers.get(AUTHORIZATION)?.to_str().ok()?.strip_prefix("Bearer ").map(str::trim).filter(|t| !t.is_empty())
}

/// Finds the caller of a token; `None` when it is unknown, expired or its session has ended.
///
/// # Errors
/// Of the database.
pub async fn find_caller(base: &Base, token: &str) -> db::Result<Option<Caller>> {
    base.access.find_caller(base.db.conn(), &hash_token(token), base.env.now()).await
}

/// A signed-in caller, in no store.
#[derive(Debug, Clone)]
pub struct SignedIn(pub Caller);

impl<S: Sync> FromRequestParts<S> for SignedIn
where
    Base: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let token = bearer(parts).ok_or_else(ApiError::unauthenticated)?;
        let caller = find_caller(&Base::from_ref(state), token).await?.ok_or_else(ApiError::unauthenticated)?;
        Ok(Self(caller))
    }
}

/// Proof that the caller belongs to the store of X-STORE and may do `P` there.
#[derive(Debug, Clone)]
pub struct Allowed<P> {
    /// The caller.
    pub caller: Caller,
    /// The scope of the store; store functions take this.
    pub scope: StoreScope,
    /// All abilities of the membership.
    pub abilities: Vec<Ability>,
    permission: PhantomData<fn() -> P>,
}

impl<P> Allowed<P> {
    /// Whether the membership also allows `action` on `subject`.
    #[must_use]
    pub fn may(&self, action: Action, subject: Subject) -> bool {
        self.abilities.iter().any(|a| a.covers(action, subject))
    }

    /// Whether the membership may read `subject`.
    #[must_use]
    pub fn may_read(&self, subject: Subject) -> bool {
        self.may(Action::Read, subject)
    }

    /// A field of an answer for callers who may read `subject`; null for others, for whom it is not even
    /// computed.
    ///
    /// # Errors
    /// Those of the computation.
    pub async fn only_with<T, E>(&self, subject: Subject, value: impl AsyncFnOnce() -> Result<T, E>) -> Result<Option<T>, E> {
        if self.may_read(subject) { value().await.map(Some) } else { Ok(None) }
    }
}

impl<S: Sync, P: Permission> FromRequestParts<S> for Allowed<P>
where
    Base: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let SignedIn(caller) = SignedIn::from_request_parts(parts, state).await?;
        // A missing, malformed or foreign store id all answer the same 403: nothing is revealed.
        let store: StoreId = parts
            .headers
            .get("x-store")
            .and_then(|v| v.to_str().ok())
            .and_then(|t| t.trim().parse().ok())
            .ok_or_else(ApiError::forbidden)?;
        if caller.operator.as_ref().is_some_and(|o| o.store != store) {
            return Err(ApiError::forbidden());
        }
        let base = Base::from_ref(state);
        let found = base.access.find_membership(base.db.conn(), store, caller.user).await?;
        let Membership { abilities, is_ready } = found.ok_or_else(ApiError::forbidden)?;
        let abilities = effective(&caller.role, abilities);
        if !abilities.iter().any(|a| a.covers(P::ACTION, P::SUBJECT)) {
            return Err(ApiError::forbidden());
        }
        if !is_ready && !P::IS_BEFORE_READY {
            return Err(ApiError::not_ready());
        }
        let operator = caller.operator.as_ref().map(|o| o.name.clone());
        let actor =
            Actor::merchant(caller.user, caller.name.clone()).sent_from(client_ip(parts, &base.settings.proxies), operator);
        let scope = StoreScope::new(store, actor);
        Ok(Self { caller, scope, abilities, permission: PhantomData })
    }
}

/// The address a request came from.
#[derive(Debug, Clone)]
pub struct ClientIp(pub String);

impl<S: Sync> FromRequestParts<S> for ClientIp
where
    Base: FromRef<S>,
{
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Self::Rejection> {
        Ok(Self(client_ip(parts, &Base::from_ref(state).settings.proxies)))
    }
}
