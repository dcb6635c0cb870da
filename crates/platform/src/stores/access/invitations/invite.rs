//! The store's side: invite, renew, withdraw (decisions §2).

use db::{Conn, Topics};
use kernel::{Env, InvitationId, StoreScope, UserId};
use serde_json::json;
use web::caller::hash_token;
use web::{Action, ApiError, ApiResult, Caller, Message, StatusCode, Subject};

use super::model::{Contact, LIFE, MOST_OPEN, MOST_PEOPLE};
use super::store::{self, OpenInvitation};
use crate::App;
use crate::identity::{self, AttemptKind, Role};
use crate::journal::{self, Act, Entry};
use crate::outbox::{self, Channel, Outgoing};
use crate::stores::access::store as members;
use crate::stores::entities;
use crate::stores::{self, StoreProfile};

const SUBJECT: Message = Message::new("دعوة إلى فريق متجر {store}", "Join the {store} team");
const TEXT: Message = Message::new(
    "دعاك {by} إلى فريق متجر {store} في رواج بدور «{role}». افتح الرابط خلال 7 أيام: {link}",
    "{by} invited you to join {store} on Rawaj as “{role}”. This link is valid for 7 days: {link}",
);
const IS_MEMBER: Message = Message::new("هذا الشخص عضو في المتجر بالفعل.", "This person is already a member of the store.");
const DEMO: Message = Message::new("الدعوات غير متاحة في المتجر التجريبي.", "Invitations aren't available in the demo store.");
const TOO_MANY: Message =
    Message::new("اكتمل الحد الأقصى: 50 دعوة معلقة. ألغِ بعضها أولًا.", "Limit reached: 50 pending invitations. Revoke some first.");
const TEAM_FULL: Message = Message::new(
    "اكتمل الحد الأقصى: 200 عضو مع الدعوات المعلقة.",
    "Limit reached: 200 team members, including pending invitations.",
);

/// An invitation with its link, which is returned only once.
pub(super) struct InvitationLink {
    pub(super) invitation: OpenInvitation,
    pub(super) link: String,
}

/// A member who was removed or demoted between the permission check and the lock cannot invite: those links would be a way back
/// in.
async fn check_inviter(c: Conn<'_>, scope: &StoreScope, user: UserId) -> ApiResult<()> {
    let role = members::find_member(c, scope, user).await?.and_then(|(_, role)| Role::parse(&role));
    let may = role.is_some_and(|role| role.abilities().iter().any(|a| a.covers(Action::Create, Subject::Staff)));
    if may { Ok(()) } else { Err(ApiError::forbidden()) }
}

/// Invites a person, by a message to their contact and by a link that the merchant may pass on. An open invitation of the same
/// person is replaced.
///
/// # Errors
/// 403 for an operator and in the demo store; 422 at `contact`, also for a member; 409 `too_many_invitations`, `team_full`; 429
/// when the same person is invited too often.
pub(super) async fn invite(app: &App, scope: &StoreScope, caller: &Caller, input: &str, role: Role) -> ApiResult<InvitationLink> {
    let profile = open_store(app, scope, caller).await?;
    let contact = Contact::parse(input, &profile.country).map_err(|m| ApiError::field("contact", m))?;
    let (token, link) = make_link(app);
    let (hash, message) = (hash_token(&token), message(&profile, &contact, role, &caller.name, &link));
    let (scope, env, caller) = (scope.clone(), app.env().clone(), caller.clone());
    let invitation = app
        .db()
        .tx(async move |c| {
            let now = env.now();
            count_message(c, &env, &scope, &contact.text).await?;
            // The store's counters are locked first: what is counted below stays true until the commit.
            let seq = journal::take_seq(c, &scope, 1).await?;
            check_inviter(c, &scope, caller.user).await?;
            if store::has_member(c, &scope, &contact.text).await? {
                return Err(ApiError::field("contact", IS_MEMBER));
            }
            let replaced = store::revoke_for_contact(c, &scope, &contact.text, now).await?;
            let (open, members) = store::count(c, &scope).await?;
            if open >= MOST_OPEN {
                return Err(ApiError::conflict("too_many_invitations", TOO_MANY));
            }
            if open + members >= MOST_PEOPLE {
                return Err(ApiError::conflict("team_full", TEAM_FULL));
            }
            let new = store::New {
                id: env.id(),
                token_hash: &hash,
                contact: &contact,
                role: role.as_str(),
                by: caller.user,
                by_name: &caller.name,
                now,
                expires_at: now.plus(LIFE),
            };
            store::insert(c, &scope, &new).await?;
            outbox::enqueue(c, &env, &message).await?;
            let mut entry = Entry::new(Act::Create, entities::INVITATION, new.id)
                .after(json!({ "name": contact.text, "role": role.as_str(), "expires_at": new.expires_at.rfc3339() }));
            if let Some(role) = replaced {
                entry = entry.before(json!({ "role": role }));
            }
            journal::write_at(c, &scope, now, Topics::default(), seq, entry).await?;
            store::find_open(c, &scope, new.id).await?.ok_or_else(ApiError::not_found)
        })
        .await?;
    Ok(InvitationLink { invitation, link })
}

/// Renews an open invitation, also an expired one, with another link and seven days. The old link becomes invalid.
///
/// # Errors
/// As [`invite`]; 404 when it is not open.
pub(super) async fn renew(app: &App, scope: &StoreScope, caller: &Caller, id: InvitationId) -> ApiResult<InvitationLink> {
    let profile = open_store(app, scope, caller).await?;
    let (token, link) = make_link(app);
    let (hash, issued_link) = (hash_token(&token), link.clone());
    let (scope, env, caller) = (scope.clone(), app.env().clone(), caller.clone());
    let invitation = app
        .db()
        .tx(async move |c| {
            let now = env.now();
            let OpenInvitation { channel, contact, role, .. } =
                store::find_open(c, &scope, id).await?.ok_or_else(ApiError::not_found)?;
            count_message(c, &env, &scope, &contact).await?;
            let seq = journal::take_seq(c, &scope, 1).await?;
            check_inviter(c, &scope, caller.user).await?;
            if store::has_member(c, &scope, &contact).await? {
                return Err(ApiError::field("contact", IS_MEMBER));
            }
            let until = now.plus(LIFE);
            if !store::renew(c, &scope, id, &hash, (caller.user, &caller.name), until).await? {
                return Err(ApiError::not_found());
            }
            let channel = if channel == Channel::Email.as_str() { Channel::Email } else { Channel::Sms };
            let role = Role::parse(&role).ok_or_else(ApiError::not_found)?;
            let contact = Contact { channel, text: contact };
            outbox::enqueue(c, &env, &message(&profile, &contact, role, &caller.name, &issued_link)).await?;
            let entry = Entry::new(Act::Update, entities::INVITATION, id)
                .after(json!({ "name": contact.text, "expires_at": until.rfc3339() }));
            journal::write_at(c, &scope, now, Topics::default(), seq, entry).await?;
            store::find_open(c, &scope, id).await?.ok_or_else(ApiError::not_found)
        })
        .await?;
    Ok(InvitationLink { invitation, link })
}

/// Withdraws an open invitation: its link becomes invalid.
///
/// # Errors
/// 404 when it is not open.
pub(super) async fn withdraw(app: &App, scope: &StoreScope, id: InvitationId) -> ApiResult<()> {
    let (scope, env) = (scope.clone(), app.env().clone());
    app.db()
        .tx(async move |c| {
            let seq = journal::take_seq(c, &scope, 1).await?;
            let OpenInvitation { contact, role, .. } = store::find_open(c, &scope, id).await?.ok_or_else(ApiError::not_found)?;
            if !store::revoke(c, &scope, id, env.now()).await? {
                return Err(ApiError::not_found());
            }
            let entry = Entry::new(Act::Delete, entities::INVITATION, id).before(json!({ "name": contact, "role": role }));
            Ok::<_, ApiError>(journal::write_at(c, &scope, env.now(), Topics::default(), seq, entry).await?)
        })
        .await
}

/// The store, when this caller may invite people to it. A link outlives an operator's two hours, so operators may not; a demo
/// store is shared, and a person who joined it as an owner could keep it.
async fn open_store(app: &App, scope: &StoreScope, caller: &Caller) -> ApiResult<StoreProfile> {
    caller.in_person()?;
    let profile = stores::get_profile(app.db().conn(), scope).await?;
    if profile.is_demo {
        return Err(ApiError::new(StatusCode::FORBIDDEN, "demo_store", DEMO));
    }
    Ok(profile)
}

fn make_link(app: &App) -> (String, String) {
    let token = app.env().token();
    let link = format!("{}/invitation/{token}", app.base.platform_url());
    (token, link)
}

/// The message in the store's default language. It is the platform's own, as every message with a link to an account is: it is
/// deleted after some days, and no export of the store holds the link.
fn message(profile: &StoreProfile, contact: &Contact, role: Role, by: &str, link: &str) -> Outgoing {
    let lang = profile.default_language;
    let role_name = role.name();
    let role_name = role_name.get(lang);
    let fill = |text: &Message| {
        text.with("role", role_name).with("link", link).with("store", &profile.name).with("by", by).get(lang).to_owned()
    };
    let subject = if contact.channel == Channel::Email { fill(&SUBJECT) } else { String::new() };
    Outgoing { store: None, channel: contact.channel, recipient: contact.text.clone(), subject, body: fill(&TEXT) }
}

/// Rate limit on invitations to one contact: enough for a person, not for a script.
async fn count_message(c: Conn<'_>, env: &Env, scope: &StoreScope, contact: &str) -> ApiResult<()> {
    let from = scope.actor().ip.clone().unwrap_or_default();
    let counted = identity::count_attempt(c, AttemptKind::Invite, contact, &from, env.id(), env.now()).await?;
    counted.map_err(|retry_after| ApiError::too_many(identity::seconds(retry_after)))
}
