//! From the confirmed number to the enqueued provisioning of a store (AU-02).

use jobs::Enqueue;
use kernel::phone::Phone;
use kernel::{Lang, RegistrationId, UserId};
use web::caller::hash_token;
use web::{ApiError, ApiResult, Message};

use super::model::{CONTINUE_LIFE, PROOF_LIFE, RegisterIn, Status};
use super::provisioning::BuildStoreJob;
use super::slug::{self, SlugFault};
use super::store::{self, Registration};
use platform::App;
use platform::identity::{self, Device, OtpCheck, Purpose, Tokens};
use platform::stores;

/// Confirms a code; the token proves for half an hour that the number was confirmed.
///
/// # Errors
/// 422 for a wrong code, 429 after too many.
pub async fn confirm(app: &App, phone: &Phone, code: String, purpose: Purpose, ip: String) -> ApiResult<String> {
    let (env, token, mobile) = (app.env().clone(), app.env().token(), phone.e164().to_owned());
    let (id, attempt, hash) = (env.id(), env.id(), hash_token(&token));
    let attempt_result = app
        .db()
        .tx(async move |c| {
            let result = identity::try_code(c, &env, attempt, &mobile, &code, purpose, &ip).await?;
            if result == OtpCheck::Right {
                store::insert(c, id, &hash, &mobile, env.now()).await?;
            }
            Ok::<_, db::Error>(result)
        })
        .await?;
    match attempt_result {
        OtpCheck::Right => Ok(token),
        OtpCheck::Wrong => Err(ApiError::field("code", identity::WRONG_CODE)),
        OtpCheck::Wait(ms) => Err(ApiError::too_many(identity::seconds(ms))),
    }
}

const OLD_PROOF: Message =
    Message::new("انتهت صلاحية تأكيد رقم الجوال. أكّد رقمك من جديد.", "Your mobile verification has expired. Verify it again.");
const HAS_ACCOUNT: Message =
    Message::new("لهذا الرقم حساب بالفعل. سجّل الدخول به.", "This number already has an account. Sign in with it.");
const EMAIL_USED: Message = Message::new("هذا البريد الإلكتروني مستخدم في حساب آخر.", "Another account uses this email address.");

/// Stores the form of a confirmed number; returns the registration to execute. Submitting it again before provisioning begins
/// replaces it, after that it changes nothing.
///
/// # Errors
/// 422 with every fault.
pub async fn register(app: &App, form: RegisterIn, locale: Lang) -> ApiResult<RegistrationId> {
    let (mut plan, mut errors) = form.check(locale);
    let c = app.db().conn();
    let now = app.env().now();
    let found = store::find_by_token(c, &hash_token(form.token.trim())).await?;
    let Some(registration) = found.filter(|r| r.created_at.plus(PROOF_LIFE) > now) else {
        errors.add("token", OLD_PROOF);
        errors.finish()?;
        return Err(ApiError::field("token", OLD_PROOF));
    };
    let id = registration.id;
    if !matches!(registration.status(), Status::Confirmed | Status::Pending) {
        return Ok(id);
    }
    if identity::has_mobile(c, &registration.mobile).await? {
        errors.add("mobile", HAS_ACCOUNT);
    }
    if let Some(email) = &plan.email
        && identity::has_email(c, email).await?
    {
        errors.add("email", EMAIL_USED);
    }
    if slug::check(&plan.store_slug).is_ok() && is_taken(app, &plan.store_slug, Some(id)).await? {
        errors.add("store_slug", SlugFault::Taken.message());
    }
    errors.finish()?;
    plan.password_hash = identity::hash_password(&app.base, &form.password).await?;
    let filled = app
        .db()
        .tx(async move |c| {
            store::release_slug(c, &plan.store_slug, now).await?;
            store::set_form(c, id, &plan, now).await
        })
        .await;
    match filled {
        Ok(_) => Ok(id),
        // Two registrations chose the label at the same time; the unique index decided.
        Err(e) if e.is_unique_violation() => Err(ApiError::field("store_slug", SlugFault::Taken.message())),
        Err(e) => Err(e.into()),
    }
}

async fn is_taken(app: &App, slug: &str, own_registration: Option<RegistrationId>) -> db::Result<bool> {
    let c = app.db().conn();
    Ok(stores::find_id_by_slug(c, slug).await?.is_some()
        || store::is_slug_held(c, slug, own_registration, app.env().now()).await?)
}

/// Whether a label is available, and a suggestion.
#[derive(Debug)]
pub struct Availability {
    /// The normalised label.
    pub slug: String,
    /// Why it is not available.
    pub fault: Option<SlugFault>,
    /// Free at this moment.
    pub suggestion: Option<String>,
}

/// Checks the availability of a label.
///
/// # Errors
/// Of the database.
pub async fn look_up(app: &App, input: &str) -> ApiResult<Availability> {
    let slug_text: String = input.chars().take(200).collect();
    let slug = slug::normalize(&slug_text);
    let fault = match slug::check(&slug) {
        Ok(()) if is_taken(app, &slug, None).await? => Some(SlugFault::Taken),
        Ok(()) => None,
        Err(fault) => Some(fault),
    };
    let mut suggestion = None;
    if fault.is_some()
        && let Some(base) = slug::suggest(&slug_text)
    {
        for n in 1..=9 {
            let candidate = slug::alternative(&base, n);
            if candidate != slug && slug::check(&candidate).is_ok() && !is_taken(app, &candidate, None).await? {
                suggestion = Some(candidate);
                break;
            }
        }
    }
    Ok(Availability { slug, fault, suggestion })
}

/// The progress of a registration, with the session that it gives once.
pub(super) struct Progress {
    pub(super) registration: Registration,
    pub(super) session: Option<(UserId, Tokens)>,
}

/// Enqueues the provisioning of a store the first time, and returns its progress. However many clients poll at once, the store is
/// provisioned once and gives one session.
///
/// # Errors
/// 404 when process and token do not belong together or have expired.
pub(super) async fn advance(app: &App, id: RegistrationId, token: &str, device: Device) -> ApiResult<Progress> {
    let hash = hash_token(token.trim());
    let find = async || store::find(app.db().conn(), id, &hash).await?.ok_or_else(ApiError::not_found);
    let mut registration = find().await?;
    let now = app.env().now();
    match registration.status() {
        Status::Confirmed => return Err(ApiError::not_found()),
        Status::Pending if registration.updated_at.plus(CONTINUE_LIFE) <= now => return Err(ApiError::not_found()),
        Status::Pending => {
            let env = app.env().clone();
            app.db()
                .tx(async move |c| {
                    if store::set_queued(c, id, now).await? {
                        let options = Enqueue { dedup_key: Some(format!("build_store:{id}")), ..Enqueue::default() };
                        jobs::enqueue(c, &env, &BuildStoreJob { registration: id }, options).await?;
                    }
                    Ok::<_, db::Error>(())
                })
                .await?;
            registration = find().await?;
        }
        Status::Queued | Status::Running | Status::Done | Status::Failed => {}
    }
    let mut session = None;
    if registration.status() == Status::Done
        && !registration.is_session_given
        && let Some(user) = registration.user
    {
        let (env, tokens) = (app.env().clone(), Tokens::make(app.env()));
        let tokens_copy = tokens.clone();
        let is_ours = app
            .db()
            .tx(async move |c| {
                let is_ours = store::claim_session(c, id, now).await?;
                if is_ours {
                    identity::open_session(c, &env, user, &device, &tokens_copy).await?;
                }
                Ok::<_, db::Error>(is_ours)
            })
            .await?;
        session = is_ours.then_some((user, tokens));
    }
    Ok(Progress { registration, session })
}
