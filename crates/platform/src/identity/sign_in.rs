//! Signing in with a password (AU-01).

use kernel::UserId;
use web::caller::hash_token;
use web::message::common;
use web::{ApiError, ApiResult, FieldErrors, Message};

use super::attempts::{self, AttemptKind};
use super::model::{Identifier, Password};
use super::session::{self, Device, Tokens};
use super::{devices, password, store};
use crate::App;

const WRONG: Message = Message::new(
    "بيانات الدخول غير صحيحة. تأكد من البريد أو رقم الجوال ومن كلمة المرور.",
    "Incorrect email, mobile number, or password.",
);

/// Checks a password and opens a session. An unknown account, a wrong password and text that is neither an address nor a
/// number answer the same after the same work.
///
/// # Errors
/// 422 when the details are wrong, 429 after too many attempts.
pub async fn sign_in(app: &App, identifier: &str, password: &Password, device: Device) -> ApiResult<(UserId, Tokens)> {
    let mut errors = FieldErrors::new();
    if identifier.trim().is_empty() {
        errors.add("identifier", common::REQUIRED);
    }
    if password.0.is_empty() {
        errors.add("password", common::REQUIRED);
    }
    errors.finish()?;
    let identifier = Identifier::parse(identifier);
    let (env, ip) = (app.env().clone(), device.ip.clone());
    let (id, now) = (env.id(), env.now());
    let candidates = store::list_credentials(app.db().conn(), &identifier).await?;
    // A known device of the account has attempts of its own, which strangers cannot use up.
    let users: Vec<UserId> = candidates.iter().map(|c| c.id).collect();
    let known = match &device.device_token {
        Some(device_token) => {
            devices::known_to(app.db().conn(), device_token, &users, now).await?.zip(Some(hash_token(device_token)))
        }
        None => None,
    };
    let (kind, key) = match known {
        Some((user, device)) => (AttemptKind::KnownDevice, format!("{user}:{device}")),
        None => (AttemptKind::SignIn, identifier.key()),
    };
    let counted = {
        let (key, ip) = (key.clone(), ip.clone());
        app.db().tx(async move |c| attempts::count(c, kind, &key, &ip, id, now).await).await?
    };
    counted.map_err(|retry_after| ApiError::too_many(attempts::seconds(retry_after)))?;

    let hashes = candidates.iter().map(|c| c.password_hash.clone()).collect();
    let found = password::find_match(&app.base, password, hashes).await?;
    let Some(user) = found.and_then(|i| candidates.get(i)).map(|c| c.id) else {
        return Err(ApiError::field("identifier", WRONG));
    };
    let tokens = Tokens::make(&env);
    let tokens_copy = tokens.clone();
    app.db()
        .tx(async move |c| {
            attempts::forget(c, kind, &key, &ip).await?;
            session::open(c, &env, user, &device, &tokens_copy).await
        })
        .await?;
    Ok((user, tokens))
}

/// Opens a session for a person who was authenticated otherwise: the demo visitor, the newly registered.
///
/// # Errors
/// Of the database.
pub async fn open_for(app: &App, user: UserId, device: Device) -> ApiResult<Tokens> {
    let (env, tokens) = (app.env().clone(), Tokens::make(app.env()));
    let tokens_copy = tokens.clone();
    app.db().tx(async move |c| session::open(c, &env, user, &device, &tokens_copy).await).await?;
    Ok(tokens)
}
