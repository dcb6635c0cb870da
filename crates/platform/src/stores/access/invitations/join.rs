//! The invited person's side: the invitation of a link, and joining by it (decisions §2).
//!
//! Whoever holds the link may join, under the number or address of their own account: the merchant may have passed it on. No
//! answer reveals why a link is invalid.

use db::{Conn, Topics};
use kernel::phone::Phone;
use kernel::text_guard::{Lines, clean};
use kernel::{Actor, Lang, Millis, StoreScope, UserId};
use serde_json::json;
use web::caller::hash_token;
use web::message::common;
use web::{ApiError, ApiResult, Caller, FieldErrors, Message, StatusCode};

use super::store::{self, Offer};
use crate::App;
use crate::identity::{self, AttemptKind, Device, NewUser, OtpCheck, Password, Purpose, Role, Tokens};
use crate::journal::{self, Act, Entry};
use crate::stores::access::store::find_member;
use crate::stores::entities;
use crate::stores::session::{self, SessionView, WhoView};
use crate::stores::{self, fault};

const GONE: Message = Message::new(
    "انتهت صلاحية هذه الدعوة. اطلب من المتجر دعوة جديدة.",
    "This invitation has expired. Ask the store for a new one.",
);
const IS_MEMBER: Message = Message::new("أنت عضو في هذا المتجر بالفعل.", "You're already a member of this store.");
const HAS_ACCOUNT: Message = Message::new(
    "لهذا الرقم حساب بالفعل. سجّل الدخول به ثم اقبل الدعوة.",
    "This number already has an account. Sign in with it, then accept the invitation.",
);

fn invitation_gone() -> ApiError {
    ApiError::new(StatusCode::NOT_FOUND, "invitation_gone", GONE)
}

/// The invitation of a link.
///
/// # Errors
/// 404 `invitation_gone`, for any reason; 429 after too many invalid links.
pub(super) async fn find(app: &App, token: &str, ip: String) -> ApiResult<Offer> {
    let (env, hash) = (app.env().clone(), hash_token(token.trim()));
    // The counted attempt must be committed also when nothing is found.
    let found: Result<Option<Offer>, i64> = app
        .db()
        .tx(async move |c| {
            let now = env.now();
            if let Err(retry_after) = identity::count_attempt(c, AttemptKind::Invitation, &hash, &ip, env.id(), now).await? {
                return Ok(Err(retry_after));
            }
            let found = store::find_offer(c, &hash, now).await?;
            if found.is_some() {
                identity::forget_attempts(c, AttemptKind::Invitation, &hash, &ip).await?;
            }
            Ok::<_, db::Error>(Ok(found))
        })
        .await?;
    found.map_err(|retry_after| ApiError::too_many(identity::seconds(retry_after)))?.ok_or_else(invitation_gone)
}

/// Makes the signed-in person a member by a link; returns them as a member of the store.
///
/// # Errors
/// 404 `invitation_gone`; 409 `already_member`; 403 for an operator and for the account that all visitors of the demo share.
pub(super) async fn accept(app: &App, token: &str, caller: &Caller, ip: String) -> ApiResult<WhoView> {
    caller.in_person()?;
    if identity::is_demo_user(app.db().conn(), caller.user).await? {
        return Err(ApiError::forbidden());
    }
    let hash = hash_token(token.trim());
    let offer = store::find_offer(app.db().conn(), &hash, app.env().now()).await?.ok_or_else(invitation_gone)?;
    let (at, user, env) = (offer.store, caller.user, app.env().clone());
    let scope = StoreScope::new(at, Actor::merchant(user, caller.name.clone()).sent_from(ip, None));
    let name = caller.name.clone();
    app.db().tx(async move |c| join(c, &scope, &offer, &hash, (user, &name), env.now()).await).await?;
    session::person_view(app, user, None, Some(at)).await
}

/// The form of a person who has no account yet.
pub(super) struct NewMember {
    pub(super) token: String,
    pub(super) name: String,
    pub(super) mobile: String,
    /// ISO 3166 alpha-2.
    pub(super) country: String,
    pub(super) code: String,
    pub(super) password: Password,
    pub(super) password_confirmation: Password,
}

impl NewMember {
    /// Validates name and number; every fault is reported at once.
    fn check(&self) -> ApiResult<(String, Phone)> {
        let mut errors = FieldErrors::new();
        let name = match clean(&self.name, 100, Lines::Single) {
            Ok(name) if name.is_empty() => Err(common::REQUIRED),
            Ok(name) => Ok(name),
            Err(f) => Err(fault(f)),
        };
        let phone = identity::parse_mobile(&self.mobile, &self.country);
        if self.code.trim().is_empty() {
            errors.add("code", common::REQUIRED);
        }
        identity::check_new_password(&mut errors, &self.password, &self.password_confirmation);
        match (name, phone) {
            (Ok(name), Ok(phone)) => errors.finish().map(|()| (name, phone)),
            (name, phone) => {
                for (field, fault) in [("name", name.err()), ("mobile", phone.err())] {
                    if let Some(fault) = fault {
                        errors.add(field, fault);
                    }
                }
                Err(ApiError::invalid(errors))
            }
        }
    }
}

/// Creates an account for the number that the code confirms and makes its owner a member, in one transaction; signed in.
///
/// # Errors
/// 422 with every fault, for a wrong code, and at `mobile` for a number that has an account; 404 `invitation_gone`; 429.
pub(super) async fn register(app: &App, form: NewMember, device: Device, locale: Lang) -> ApiResult<SessionView> {
    let (name, phone) = form.check()?;
    let offer = find(app, &form.token, device.ip.clone()).await?;
    let password_hash = identity::hash_password(&app.base, &form.password).await?;
    let (env, tokens, hash) = (app.env().clone(), Tokens::make(app.env()), hash_token(form.token.trim()));
    let (id, session_tokens, code): (UserId, _, _) = (env.id(), tokens.clone(), form.code);
    let outcome = app
        .db()
        .tx(async move |c| {
            let (now, mobile) = (env.now(), phone.e164());
            let attempt_result = identity::try_code(c, &env, env.id(), mobile, &code, Purpose::Register, &device.ip).await?;
            if attempt_result != OtpCheck::Right {
                // Commits: the attempt counts.
                return Ok(attempt_result);
            }
            let has_account = || ApiError::field("mobile", HAS_ACCOUNT);
            if identity::has_mobile(c, mobile).await? {
                return Err(has_account());
            }
            let user = NewUser {
                id,
                name: name.clone(),
                email: None,
                mobile: Some(mobile.to_owned()),
                password_hash: password_hash.clone(),
                role: "admin",
                locale: locale.code(),
            };
            // A concurrent registration may have been first.
            let inserted = identity::insert_user(c, now, &user).await;
            inserted.map_err(|e| if e.is_unique_violation() { has_account() } else { e.into() })?;
            let scope = StoreScope::new(offer.store, Actor::merchant(id, name.clone()).sent_from(device.ip.clone(), None));
            join(c, &scope, &offer, &hash, (id, &name), now).await?;
            identity::open_session(c, &env, id, &device, &session_tokens).await?;
            Ok::<_, ApiError>(attempt_result)
        })
        .await?;
    match outcome {
        OtpCheck::Right => session::opened(app, id, None, tokens).await,
        OtpCheck::Wrong => Err(ApiError::field("code", identity::WRONG_CODE)),
        OtpCheck::Wait(ms) => Err(ApiError::too_many(identity::seconds(ms))),
    }
}

/// Uses the link and inserts the member, in the caller's transaction and with the person as actor.
async fn join(
    c: Conn<'_>,
    scope: &StoreScope,
    offer: &Offer,
    hash: &str,
    (user, name): (UserId, &str),
    now: Millis,
) -> ApiResult<()> {
    // Serialises with a concurrent withdrawal, removal of the inviter, or use of the same link.
    let seq = journal::take_seq(c, scope, 1).await?;
    if find_member(c, scope, user).await?.is_some() {
        return Err(ApiError::conflict("already_member", IS_MEMBER));
    }
    let role = Role::parse(&offer.role).ok_or_else(invitation_gone)?;
    if !store::accept(c, scope, offer.id, hash, user, now).await? {
        return Err(invitation_gone());
    }
    stores::insert_member(c, scope, user, role, now).await?;
    let entry = Entry::new(Act::Create, entities::MEMBER, user)
        .after(json!({ "name": name, "role": role.as_str(), "invited_by": offer.invited_by_name }));
    Ok(journal::write_at(c, scope, now, Topics::default(), seq, entry).await?)
}
