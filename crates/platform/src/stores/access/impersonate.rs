//! Impersonation: operators who act in a merchant's name (AU-06, decisions §2).
//!
//! Links are made on the server's own command line: whoever can run it there has wider access already. A link carries a signed
//! token that works once within five minutes; only its hash is stored, and it is never logged.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use db::Topics;
use kernel::text_guard::{Lines, clean};
use kernel::{Actor, Millis, StoreScope};
use web::caller::{OnBehalf, hash_token};
use web::{ApiError, ApiResult, Message, StatusCode};

use super::store::{self, UsedLink};
use crate::App;
use crate::identity::entities;
use crate::identity::{self, Device, Tokens};
use crate::journal::{self, Act, Entry};
use crate::stores::session::{self, SessionView};

/// How long a link is valid.
const LINK_LIFE: i64 = 5 * Millis::MINUTE;
const PURPOSE: &str = "impersonation link";

/// An impersonation link.
#[derive(Debug)]
pub struct Link {
    /// The URL for the operator's browser.
    pub url: String,
    /// The store's name, as a confirmation.
    pub store_name: String,
}

/// Why no link was made.
#[derive(Debug, thiserror::Error)]
pub enum LinkError {
    /// No operator of that name.
    #[error("there is no operator called {0}: `rawaj operators --add NAME` adds one")]
    NoOperator(String),
    /// The name is empty, too long or not one line.
    #[error("an operator's name is one line of 1 to 80 characters")]
    BadName,
    /// The name is taken.
    #[error("there is an operator called {0} already")]
    Taken(String),
    /// No store of that slug.
    #[error("there is no store {0}")]
    NoStore(String),
    /// The database failed.
    #[error("the database failed: {0}")]
    Db(#[from] db::Error),
}

/// Adds an operator. The name stands in the journal of every store that they impersonate, so it is never reused.
///
/// # Errors
/// [`LinkError::BadName`], [`LinkError::Taken`].
pub async fn add_operator(app: &App, name: &str) -> Result<(), LinkError> {
    let name = clean(name, 80, Lines::Single).ok().filter(|n| !n.is_empty()).ok_or(LinkError::BadName)?;
    let (id, now) = (app.env().id(), app.env().now());
    app.db()
        .tx(async move |c| {
            if store::find_operator(c, &name).await?.is_some() {
                return Err(LinkError::Taken(name.clone()));
            }
            Ok(store::insert_operator(c, id, &name, now).await?)
        })
        .await
}

/// The operators' names.
///
/// # Errors
/// Of the database.
pub async fn list_operators(app: &App) -> db::Result<Vec<String>> {
    store::list_operators(app.db().conn()).await
}

/// Makes a link with which an operator impersonates a store's owner.
///
/// # Errors
/// When there is no such operator or store.
pub async fn make_link(app: &App, slug: &str, operator: &str) -> Result<Link, LinkError> {
    let c = app.db().conn();
    let id = store::find_operator(c, operator).await?.ok_or_else(|| LinkError::NoOperator(operator.to_owned()))?;
    let (at, store_name) = store::find_store(c, slug).await?.ok_or_else(|| LinkError::NoStore(slug.to_owned()))?;
    let now = app.env().now();
    let until = now.plus(LINK_LIFE);
    let payload = URL_SAFE_NO_PAD.encode(format!("{at}.{}.{}", until.0, app.env().token()));
    let token = format!("{payload}.{}", app.signer.sign(app, PURPOSE, &payload).await?);
    let hash = hash_token(&token);
    app.db().tx(async move |c| store::insert_link(c, &hash, id, at, now, until).await).await?;
    let address = format!("{}/dashboard/v1/impersonate/{token}", app.base.platform_url());
    let url = format!("{}/impersonate/{}", app.base.platform_url(), URL_SAFE_NO_PAD.encode(address));
    Ok(Link { url, store_name })
}

const BAD_LINK: Message = Message::new(
    "رابط الدخول غير صالح أو انتهت صلاحيته. أنشئ رابطًا جديدًا.",
    "This link is invalid or has expired. Create a new one.",
);

/// Opens the session of a link's token.
///
/// # Errors
/// 404 `impersonation_link` when the token is forged, used or expired; the answer does not say which.
pub async fn enter(app: &App, token: &str, device: Device) -> ApiResult<SessionView> {
    let refused = || ApiError::new(StatusCode::NOT_FOUND, "impersonation_link", BAD_LINK);
    let (payload, signature) = token.split_once('.').ok_or_else(refused)?;
    if !app.signer.is_signed(app, PURPOSE, payload, signature).await? {
        return Err(refused());
    }
    let (hash, env, tokens) = (hash_token(token), app.env().clone(), Tokens::make(app.env()));
    let tokens_copy = tokens.clone();
    let entered = app
        .db()
        .tx(async move |c| {
            let now = env.now();
            let Some(UsedLink { store: at, operator }) = store::use_link(c, &hash, now).await? else { return Ok(None) };
            let Some(owner) = store::find_owner(c, at).await? else { return Ok(None) };
            let name = identity::find_user(c, owner).await?.map(|u| u.name).unwrap_or_default();
            let on_behalf = OnBehalf { name: operator.clone(), store: at };
            let id = identity::open_on_behalf(c, &env, owner, &on_behalf, &device, &tokens_copy).await?;
            let scope = StoreScope::new(at, Actor::merchant(owner, name).sent_from(device.ip.clone(), Some(operator)));
            journal::write(c, &scope, now, Topics::default(), Entry::new(Act::Create, entities::SESSION, id)).await?;
            Ok::<_, db::Error>(Some((owner, on_behalf)))
        })
        .await?;
    let (owner, on_behalf) = entered.ok_or_else(refused)?;
    tracing::info!(store.id = %on_behalf.store, operator = on_behalf.name, "an operator acts in the owner's name");
    session::opened(app, owner, Some(&on_behalf), tokens).await
}
