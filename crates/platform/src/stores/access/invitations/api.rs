//! Calls about invitations: of the store's members, and of the holder of a link.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use kernel::id::Invitation;
use kernel::{InvitationId, Millis, Texts};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use web::caller::ClientIp;
use web::list::data;
use web::routes;
use web::schema;
use web::{Allowed, ApiError, ApiResult, Data, JsonIn, Language, Message, PathId, Refusals, SignedIn};

use super::invite::{self, InvitationLink};
use super::join::{self, NewMember};
use super::model::mask;
use super::store::{self, Offer, OpenInvitation};
use crate::App;
use crate::identity::{Device, MessageView, OpenHost, Password, Role};
use crate::stores::session::{SessionView, WhoView};

web::permissions! {
    Read = Read Staff;
    Invite = Create Staff;
    Renew = Update Staff;
    Withdraw = Delete Staff;
}

pub(in crate::stores::access) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_invitations, create_invitation))
        .routes(routes!(renew_invitation))
        .routes(routes!(withdraw_invitation))
        .routes(routes!(check_invitation))
        .routes(routes!(accept_invitation))
        .routes(routes!(register_by_invitation))
}

/// An open invitation.
#[derive(Debug, Serialize, ToSchema)]
struct InvitationView {
    id: InvitationId,
    /// `sms` | `email`: the channel it was sent by.
    channel: String,
    /// E.164 or e-mail address.
    contact: String,
    /// The role's code.
    role: String,
    /// The member who invites, by their name at the time.
    invited_by: String,
    created_at: String,
    expires_at: String,
    /// It has expired; renewing gives it another seven days.
    is_expired: bool,
}

fn view(row: OpenInvitation, now: Millis) -> InvitationView {
    let OpenInvitation { id, channel, contact, role, invited_by_name, created_at, expires_at } = row;
    InvitationView {
        id,
        channel,
        contact,
        role,
        invited_by: invited_by_name,
        created_at: created_at.rfc3339(),
        expires_at: expires_at.rfc3339(),
        is_expired: expires_at <= now,
    }
}

/// An invitation with its new link.
#[derive(Debug, Serialize, ToSchema)]
struct InvitationLinkView {
    invitation: InvitationView,
    /// Answered only once: only a hash of its token is stored.
    link: String,
    /// No provider is set up: the message stays in the outbox.
    is_outbox: bool,
}

fn invitation_view(app: &App, InvitationLink { invitation, link }: InvitationLink) -> InvitationLinkView {
    InvitationLinkView { invitation: view(invitation, app.env().now()), link, is_outbox: true }
}

/// Open invitations, the newest first; 50 at most. Expired ones stay for 30 days.
#[utoipa::path(get, path = "/access-control/invitations", tag = "Access",
    responses((status = 200, body = Data<Vec<InvitationView>>)))]
async fn list_invitations(State(app): State<App>, allowed: Allowed<Read>) -> ApiResult<Json<Data<Vec<InvitationView>>>> {
    let now = app.env().now();
    let rows = store::list_open(app.db().conn(), &allowed.scope).await?;
    Ok(data(rows.into_iter().map(|row| view(row, now)).collect()))
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct InvitationIn {
    /// A mobile number in any form, by default of the store's country; or an e-mail address.
    #[schema(value_type = schema::Contact)]
    contact: String,
    role: Role,
}

/// Invites a person into the store's team. An open invitation of the same person is replaced.
#[utoipa::path(post, path = "/access-control/invitations", tag = "Access", request_body = InvitationIn,
    responses((status = 201, body = Data<InvitationLinkView>), Refusals<409, 422>))]
async fn create_invitation(
    State(app): State<App>,
    allowed: Allowed<Invite>,
    JsonIn(InvitationIn { contact, role }): JsonIn<InvitationIn>,
) -> ApiResult<(StatusCode, Json<Data<InvitationLinkView>>)> {
    let new = invite::invite(&app, &allowed.scope, &allowed.caller, &contact, role).await?;
    Ok((StatusCode::CREATED, data(invitation_view(&app, new))))
}

/// Renews an invitation with another link and seven days; the old link becomes invalid.
#[utoipa::path(post, path = "/access-control/invitations/{id}/renew", tag = "Access", params(("id" = InvitationId, Path)),
    responses((status = 200, body = Data<InvitationLinkView>), Refusals<404, 422>))]
async fn renew_invitation(
    State(app): State<App>,
    allowed: Allowed<Renew>,
    PathId(id): PathId<Invitation>,
) -> ApiResult<Json<Data<InvitationLinkView>>> {
    let new = invite::renew(&app, &allowed.scope, &allowed.caller, id).await?;
    Ok(data(invitation_view(&app, new)))
}

const WITHDRAWN: Message = Message::new("تم إلغاء الدعوة.", "Invitation revoked.");

/// Withdraws an invitation: its link becomes invalid.
#[utoipa::path(delete, path = "/access-control/invitations/{id}", tag = "Access", params(("id" = InvitationId, Path)),
    responses((status = 200, body = Data<MessageView>), Refusals<404>))]
async fn withdraw_invitation(
    State(app): State<App>,
    allowed: Allowed<Withdraw>,
    PathId(id): PathId<Invitation>,
) -> ApiResult<Json<Data<MessageView>>> {
    invite::withdraw(&app, &allowed.scope, id).await?;
    Ok(MessageView::respond(&WITHDRAWN))
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct InvitationTokenIn {
    /// The token of the link.
    #[schema(value_type = schema::RequiredLine<200>)]
    token: String,
}

/// An invitation as the holder of its link sees it.
#[derive(Debug, Serialize, ToSchema)]
struct InvitationOfferView {
    store_name: String,
    role: Role,
    role_name: Texts,
    /// The member who invites.
    invited_by: String,
    /// The invited contact, masked.
    contact: String,
    expires_at: String,
}

/// The invitation of a link. A link that is used, withdrawn, replaced, expired or unknown gives the same answer.
#[utoipa::path(post, path = "/invitations/check", tag = "Authentication", security(()), request_body = InvitationTokenIn,
    responses((status = 200, body = Data<InvitationOfferView>), Refusals<403, 404, 422>))]
async fn check_invitation(
    _: OpenHost,
    State(app): State<App>,
    ClientIp(ip): ClientIp,
    JsonIn(InvitationTokenIn { token }): JsonIn<InvitationTokenIn>,
) -> ApiResult<Json<Data<InvitationOfferView>>> {
    let Offer { store_name, contact, role, invited_by_name, expires_at, .. } = join::find(&app, &token, ip).await?;
    let role = Role::parse(&role).ok_or_else(ApiError::not_found)?;
    Ok(data(InvitationOfferView {
        store_name,
        role,
        role_name: role.name(),
        invited_by: invited_by_name,
        contact: mask(&contact),
        expires_at: expires_at.rfc3339(),
    }))
}

/// The signed-in person joins the store of an invitation; the answer is that of the home check in that store.
#[utoipa::path(post, path = "/invitations/accept", tag = "Authentication", request_body = InvitationTokenIn,
    responses((status = 200, body = Data<WhoView>), Refusals<404, 409, 422>))]
async fn accept_invitation(
    _: OpenHost,
    State(app): State<App>,
    SignedIn(caller): SignedIn,
    ClientIp(ip): ClientIp,
    JsonIn(InvitationTokenIn { token }): JsonIn<InvitationTokenIn>,
) -> ApiResult<Json<Data<WhoView>>> {
    Ok(data(join::accept(&app, &token, &caller, ip).await?))
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct InvitationRegisterIn {
    /// The token of the link.
    #[schema(value_type = schema::RequiredLine<200>)]
    token: String,
    #[schema(value_type = schema::RequiredLine<100>)]
    name: String,
    #[schema(value_type = schema::Mobile)]
    mobile: String,
    /// ISO 3166 alpha-2.
    #[schema(value_type = schema::CountryCode)]
    country: String,
    /// The code from `mobile-otp` for the purpose `register`; 6 digits of any script.
    #[schema(value_type = schema::OneTimeCode)]
    code: String,
    /// At least 8 characters with a digit, a small and a capital letter and one of `!@#$%&*()`.
    #[schema(value_type = crate::identity::NewPassword)]
    password: Password,
    password_confirmation: Password,
}

/// Creates an account and joins the store of an invitation with it. No store is created for them.
#[utoipa::path(post, path = "/invitations/register", tag = "Authentication", security(()), request_body = InvitationRegisterIn,
    responses((status = 201, body = Data<SessionView>), Refusals<403, 404, 422>))]
async fn register_by_invitation(
    _: OpenHost,
    State(app): State<App>,
    device: Device,
    Language(lang): Language,
    JsonIn(form): JsonIn<InvitationRegisterIn>,
) -> ApiResult<(StatusCode, Json<Data<SessionView>>)> {
    let InvitationRegisterIn { token, name, mobile, country, code, password, password_confirmation } = form;
    let form = NewMember { token, name, mobile, country, code, password, password_confirmation };
    Ok((StatusCode::CREATED, data(join::register(&app, form, device, lang).await?)))
}
