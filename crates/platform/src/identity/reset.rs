//! Forgotten and changed passwords (AU-05).

use jobs::{Enqueue, Job, JobResult, Outcome};
use kernel::{Lang, Millis, SessionId, UserId};
use serde::{Deserialize, Serialize};
use web::caller::hash_token;
use web::message::common;
use web::{ApiError, ApiResult, FieldErrors, Message};

use super::attempts::{self, AttemptKind};
use super::model::{Identifier, Password, check_new_password};
use super::{devices, password, store};
use crate::App;
use crate::outbox::{self, Channel, Outgoing};

/// How long a reset link is valid.
const RESET_LIFE: i64 = Millis::HOUR;

const SUBJECT: Message = Message::new("إعادة تعيين كلمة المرور في رواج", "Reset your Rawaj password");
const TEXT: Message = Message::new(
    "لإعادة تعيين كلمة المرور في رواج افتح الرابط خلال ساعة: {link}\nإذا لم تطلب ذلك فتجاهل هذه الرسالة.",
    "Use this link within an hour to reset your Rawaj password: {link}\nIf you didn't ask for it, ignore this message.",
);
const BAD_LINK: Message =
    Message::new("الرابط غير صالح أو انتهت صلاحيته. اطلب رابطًا جديدًا.", "This link is invalid or has expired. Request a new one.");
const USED_BEFORE: Message =
    Message::new("لا يمكن استخدام أي من آخر 5 كلمات مرور.", "You can't reuse any of your last 5 passwords.");
const WRONG_CURRENT: Message = Message::new("كلمة المرور الحالية غير صحيحة.", "The current password is incorrect.");

/// Sends the reset link, if there is an account. In the background, so that the answer takes equally long either way.
#[derive(Debug, Serialize, Deserialize)]
pub struct SendPasswordResetJob {
    identifier: String,
    lang: Lang,
}

impl Job for SendPasswordResetJob {
    const KIND: &'static str = "send_password_reset";
}

/// Requests a reset link.
///
/// # Errors
/// 422 without an identifier, 429 when asked too often.
pub async fn ask(app: &App, identifier: &str, ip: String, lang: Lang) -> ApiResult<()> {
    if identifier.trim().is_empty() {
        return Err(ApiError::field("identifier", common::REQUIRED));
    }
    let key = Identifier::parse(identifier).key();
    let identifier: String = identifier.trim().chars().take(254).collect();
    let (env, id) = (app.env().clone(), app.env().id());
    let counted = app
        .db()
        .tx(async move |c| {
            let counted = attempts::count(c, AttemptKind::Reset, &key, &ip, id, env.now()).await?;
            if counted.is_ok() {
                let job = SendPasswordResetJob { identifier: identifier.clone(), lang };
                jobs::enqueue(c, &env, &job, Enqueue::default()).await?;
            }
            Ok::<_, db::Error>(counted)
        })
        .await?;
    counted.map_err(|retry_after| ApiError::too_many(attempts::seconds(retry_after)))
}

/// The handler of [`SendPasswordResetJob`]. Running it twice sends two links; both work until one is used.
///
/// # Errors
/// Of the database.
pub async fn send(app: App, job: SendPasswordResetJob) -> JobResult {
    let SendPasswordResetJob { identifier, lang } = job;
    let identifier = Identifier::parse(&identifier);
    for store::Reachable { id: user, email, mobile } in store::list_reachable(app.db().conn(), &identifier).await? {
        if store::is_demo_user(app.db().conn(), user).await? {
            continue;
        }
        // The link is sent to the identifier that the person typed, which belongs to the account.
        let (channel, recipient) = match (&identifier, email, mobile) {
            (Identifier::Email(_), Some(email), _) => (Channel::Email, email),
            (_, _, Some(mobile)) => (Channel::Sms, mobile),
            _ => continue,
        };
        let token = app.env().token();
        let body = TEXT.with("link", format!("{}/reset-password/{token}", app.base.platform_url())).get(lang).to_owned();
        let subject = if channel == Channel::Email { SUBJECT.get(lang).to_owned() } else { String::new() };
        let (env, hash) = (app.env().clone(), hash_token(&token));
        app.db()
            .tx(async move |c| {
                let now = env.now();
                store::insert_reset(c, &hash, user, now, now.plus(RESET_LIFE)).await?;
                let message =
                    Outgoing { store: None, channel, recipient: recipient.clone(), subject: subject.clone(), body: body.clone() };
                outbox::enqueue(c, &env, &message).await
            })
            .await?;
    }
    Ok(Outcome::Done)
}

async fn refuse_earlier(app: &App, user: UserId, password: &Password) -> ApiResult<()> {
    let recent = store::list_recent_passwords(app.db().conn(), user).await?;
    if !recent.is_empty() && password::find_match(&app.base, password, recent).await?.is_some() {
        return Err(ApiError::field("password", USED_BEFORE));
    }
    Ok(())
}

/// Checks that a reset link is still valid.
///
/// # Errors
/// 422 for one that is used, expired or unknown.
pub async fn check_link(app: &App, token: &str) -> ApiResult<()> {
    let found = store::find_reset(app.db().conn(), &hash_token(token.trim()), app.env().now()).await?;
    found.map(drop).ok_or_else(|| ApiError::field("token", BAD_LINK))
}

/// Sets a new password with a reset link; returns the user. Every session ends, so that sessions of the old password are invalid.
///
/// # Errors
/// 422 for an invalid link, a weak password or one of the last five.
pub async fn reset(app: &App, token: &str, password: &Password, confirmation: &Password) -> ApiResult<UserId> {
    let mut errors = FieldErrors::new();
    check_new_password(&mut errors, password, confirmation);
    errors.finish()?;
    let hash = hash_token(token.trim());
    let bad_link = || ApiError::field("token", BAD_LINK);
    let user = store::find_reset(app.db().conn(), &hash, app.env().now()).await?.ok_or_else(bad_link)?;
    refuse_earlier(app, user, password).await?;
    let password_hash = password::hash(&app.base, password).await?;
    let now = app.env().now();
    let was_first = app
        .db()
        .tx(async move |c| {
            let was_first = store::use_reset(c, &hash, user, now).await?;
            if was_first {
                store::update_password(c, user, now, &password_hash).await?;
                store::end_sessions(c, user, None, now).await?;
                devices::forget(c, user).await?;
            }
            Ok::<_, db::Error>(was_first)
        })
        .await?;
    if was_first { Ok(user) } else { Err(bad_link()) }
}

/// Changes the password of a signed-in person. Their other sessions end.
///
/// # Errors
/// 422 for a wrong current password, a weak new one or one of the last five; 403 for the demo account; 429.
pub async fn change(
    app: &App,
    user: UserId,
    session: SessionId,
    ip: &str,
    current: &Password,
    next: (&Password, &Password),
) -> ApiResult<()> {
    let (password, confirmation) = next;
    let mut errors = FieldErrors::new();
    check_new_password(&mut errors, password, confirmation);
    if current.0.is_empty() {
        errors.add("current_password", common::REQUIRED);
    }
    errors.finish()?;
    if store::is_demo_user(app.db().conn(), user).await? {
        return Err(ApiError::forbidden());
    }
    let (id, now, key, from) = (app.env().id(), app.env().now(), user.to_string(), ip.to_owned());
    let counted = {
        let (key, from) = (key.clone(), from.clone());
        app.db().tx(async move |c| attempts::count(c, AttemptKind::SignIn, &key, &from, id, now).await).await?
    };
    counted.map_err(|retry_after| ApiError::too_many(attempts::seconds(retry_after)))?;
    let hash = store::find_password(app.db().conn(), user).await?.ok_or_else(ApiError::not_found)?;
    if password::find_match(&app.base, current, vec![hash]).await?.is_none() {
        return Err(ApiError::field("current_password", WRONG_CURRENT));
    }
    refuse_earlier(app, user, password).await?;
    let password_hash = password::hash(&app.base, password).await?;
    app.db()
        .tx(async move |c| {
            attempts::forget(c, AttemptKind::SignIn, &key, &from).await?;
            store::update_password(c, user, now, &password_hash).await?;
            devices::forget(c, user).await?;
            store::end_sessions(c, user, Some(session), now).await
        })
        .await?;
    Ok(())
}
