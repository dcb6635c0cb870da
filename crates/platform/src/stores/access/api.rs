//! Calls about access: impersonation, members and roles.

use axum::Json;
use axum::extract::State;
use db::Json as Document;
use kernel::id::User;
use kernel::{Texts, UserId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use web::list::data;
use web::routes;
use web::{Ability, Action, Allowed, ApiResult, Data, JsonIn, Message, PathId, PathText, Refusals, Subject};

use super::store::{self, MemberRow};
use super::{impersonate, members};
use crate::App;
use crate::identity::{Device, MessageView, Role};
use crate::stores::session::SessionView;

web::permissions! {
    Read = Read Acl;
    UpdateMember = Update Staff;
    RemoveMember = Delete Staff;
}

pub(in crate::stores) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(impersonate, impersonate_by_post))
        .routes(routes!(find_access))
        .routes(routes!(update_member, remove_member))
        .merge(super::invitations::routes())
}

/// Opens an impersonation session in a store, by a link that an operator of the platform made (AU-06). The token works once,
/// within five minutes.
#[utoipa::path(get, path = "/impersonate/{token}", tag = "Authentication", security(()), params(("token" = String, Path)),
    responses((status = 200, body = Data<SessionView>), Refusals<404>))]
async fn impersonate(State(app): State<App>, device: Device, PathText(token): PathText) -> ApiResult<Json<Data<SessionView>>> {
    Ok(data(impersonate::enter(&app, &token, device).await?))
}

/// As by GET; the editor document lists POST too.
#[utoipa::path(post, path = "/impersonate/{token}", tag = "Authentication", security(()), params(("token" = String, Path)),
    responses((status = 200, body = Data<SessionView>), Refusals<404>))]
async fn impersonate_by_post(app: State<App>, device: Device, token: PathText) -> ApiResult<Json<Data<SessionView>>> {
    impersonate(app, device, token).await
}

/// A role that a member may have.
#[derive(Debug, Serialize, ToSchema)]
struct RoleView {
    code: Role,
    name: Texts,
    abilities: Vec<Ability>,
}

/// A member of the store.
#[derive(Debug, Serialize, ToSchema)]
struct MemberView {
    id: UserId,
    name: String,
    /// Shown to callers who may manage members; null for others.
    email: Option<String>,
    /// As `email`.
    mobile: Option<String>,
    /// `owner`, `manager`, `order_desk`, `catalogue_editor`, `marketer`, `read_only`.
    role: String,
    /// The account may read Auth and ACL only, whatever the role says.
    is_client: bool,
    is_self: bool,
    joined_at: String,
}

/// Members and roles of a store.
#[derive(Debug, Serialize, ToSchema)]
struct AccessView {
    members: Vec<MemberView>,
    /// Every role, the one with the most abilities first.
    roles: Vec<RoleView>,
    /// The caller's own abilities.
    own_abilities: Vec<Ability>,
}

/// Members, roles and their abilities (GU-11); 200 members at most.
#[utoipa::path(get, path = "/access-control", tag = "Access",
    responses((status = 200, body = Data<AccessView>)))]
async fn find_access(State(app): State<App>, allowed: Allowed<Read>) -> ApiResult<Json<Data<AccessView>>> {
    let sees_contacts = allowed.may(Action::Read, Subject::Staff);
    let rows = store::list_members(app.db().conn(), &allowed.scope).await?;
    let members = rows.into_iter().map(|row| {
        let MemberRow { id, name, email, mobile, account_role, role, abilities: Document(_), joined_at } = row;
        let is_self = id == allowed.caller.user;
        MemberView {
            id,
            name,
            email: email.filter(|_| sees_contacts || is_self),
            mobile: mobile.filter(|_| sees_contacts || is_self),
            role,
            is_client: account_role == "client",
            is_self,
            joined_at: joined_at.rfc3339(),
        }
    });
    let roles = Role::ALL.map(|r| RoleView { code: r, name: r.name(), abilities: r.abilities() });
    Ok(data(AccessView { members: members.collect(), roles: roles.into(), own_abilities: allowed.abilities.clone() }))
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct MemberIn {
    role: Role,
}

const CHANGED: Message = Message::new("تم تغيير الدور.", "Role changed.");

/// Gives a member another role; a store keeps at least one owner.
#[utoipa::path(put, path = "/access-control/members/{id}", tag = "Access", params(("id" = UserId, Path)), request_body = MemberIn,
    responses((status = 200, body = Data<MessageView>), Refusals<404, 409, 422>))]
async fn update_member(
    State(app): State<App>,
    allowed: Allowed<UpdateMember>,
    PathId(id): PathId<User>,
    JsonIn(MemberIn { role }): JsonIn<MemberIn>,
) -> ApiResult<Json<Data<MessageView>>> {
    members::change_role(&app, &allowed.scope, id, role).await?;
    Ok(MessageView::respond(&CHANGED))
}

const REMOVED: Message = Message::new("تمت إزالة العضو.", "Member removed.");

/// Removes a member from the store; a store keeps at least one owner.
#[utoipa::path(delete, path = "/access-control/members/{id}", tag = "Access", params(("id" = UserId, Path)),
    responses((status = 200, body = Data<MessageView>), Refusals<404, 409>))]
async fn remove_member(
    State(app): State<App>,
    allowed: Allowed<RemoveMember>,
    PathId(id): PathId<User>,
) -> ApiResult<Json<Data<MessageView>>> {
    members::remove(&app, &allowed.scope, id).await?;
    Ok(MessageView::respond(&REMOVED))
}
