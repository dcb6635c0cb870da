//! Endpoints of comments and mentions.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use kernel::id::{Order as OrderKind, OrderComment as OrderCommentKind};
use kernel::{OrderCommentId, OrderId, Page, StoreScope, UserId};
use serde::{Deserialize, Serialize};
use utoipa_axum::router::OpenApiRouter;
use web::list::{PageParams, data};
use web::message::common;
use web::routes;
use web::schema;
use web::{
    Action, Allowed, ApiError, ApiResult, Conflict, Data, JsonIn, ListQuery, Listed, PathId, Permission, Refusals, Subject,
};

use super::mentions;
use super::read::names_in;
use super::store::{self, Comment};
use super::wire::{MentionView, OrderCommentView, Viewer};
use super::write::{self, CommentError};
use crate::orders::activity_wire::ActivityView;
use platform::App;
use platform::bounded::Bounded;
use platform::journal;
use platform::stores::access;

web::permissions! { Read = Read Order; Update = Update Order; }

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(create_order_comment))
        .routes(routes!(update_order_comment, delete_order_comment))
        .routes(routes!(list_mentionable_members))
        .routes(routes!(list_mentions))
        .routes(routes!(read_mentions))
        .routes(routes!(read_order_mentions))
}

fn is_owner<P: Permission>(allowed: &Allowed<P>) -> bool {
    allowed.may(Action::Manage, Subject::All)
}

async fn view(app: &App, scope: &StoreScope, comment: Comment, is_owner: bool) -> ApiResult<OrderCommentView> {
    let names = names_in(app.db().conn(), std::iter::once(comment.body.as_str())).await?;
    Ok(Viewer { scope, is_owner, names: &names }.view(comment))
}

async fn find(app: &App, scope: &StoreScope, id: OrderCommentId, is_owner: bool) -> ApiResult<OrderCommentView> {
    let comment = store::find(app.db().conn(), scope, id).await?.ok_or_else(ApiError::not_found)?;
    view(app, scope, comment, is_owner).await
}

/// The response to a failed change; a stale one carries the current comment.
async fn failed(app: &App, scope: &StoreScope, id: OrderCommentId, is_owner: bool, e: CommentError) -> ApiError {
    match e {
        CommentError::Stale => match find(app, scope, id, is_owner).await {
            Ok(now) => ApiError::stale().with_current(&now),
            Err(e) => e,
        },
        e => e.into(),
    }
}

/// A comment to add.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OrderCommentIn {
    /// 2000 characters at most. `@usr_...` names a member who may see orders; 20 at most, and none where the customer reads it.
    #[schema(value_type = schema::RequiredLongText<2_000>)]
    note: String,
    /// The customer sees it on the order's page in the store; only the team by default.
    is_visible: Option<bool>,
}

/// Adds a comment to an order's activity; members whom it names are notified.
#[utoipa::path(post, path = "/orders/{id}/comments", tag = "Order", params(("id" = OrderId, Path)), request_body = OrderCommentIn, responses(
    (status = 201, body = Data<ActivityView>), Refusals<404, 422>,
))]
async fn create_order_comment(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathId(id): PathId<OrderKind>,
    JsonIn(sent): JsonIn<OrderCommentIn>,
) -> ApiResult<(StatusCode, Json<Data<ActivityView>>)> {
    let id = write::write(&app, &allowed.scope, id, &sent.note, sent.is_visible.unwrap_or(false)).await?;
    let c = app.db().conn();
    let comment = store::find(c, &allowed.scope, id).await?.ok_or_else(ApiError::not_found)?;
    let entry = journal::find_entry(c, &allowed.scope, comment.seq).await?.ok_or_else(ApiError::not_found)?;
    let comment = view(&app, &allowed.scope, comment, is_owner(&allowed)).await?;
    Ok((StatusCode::CREATED, data(ActivityView::new(entry, Some(comment)))))
}

/// A new text for a comment.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OrderCommentPatch {
    /// 2000 characters at most, with members as in a new one.
    #[schema(value_type = schema::RequiredLongText<2_000>)]
    note: String,
    /// The version it was read at.
    version: i64,
}

/// Edits one's own comment; it is marked as edited.
#[utoipa::path(put, path = "/order-comments/{id}", tag = "Order", params(("id" = OrderCommentId, Path)), request_body = OrderCommentPatch, responses(
    (status = 200, body = Data<OrderCommentView>), (status = 409, body = Conflict<OrderCommentView>), Refusals<404, 422>,
))]
async fn update_order_comment(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathId(id): PathId<OrderCommentKind>,
    JsonIn(sent): JsonIn<OrderCommentPatch>,
) -> ApiResult<Json<Data<OrderCommentView>>> {
    match write::edit(&app, &allowed.scope, id, &sent.note, sent.version).await {
        Ok(()) => Ok(data(find(&app, &allowed.scope, id, is_owner(&allowed)).await?)),
        Err(e) => Err(failed(&app, &allowed.scope, id, is_owner(&allowed), e).await),
    }
}

/// A comment to delete.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OrderCommentGoneIn {
    /// The version it was read at.
    version: i64,
}

/// Deletes a comment: one's own, or anybody's for an owner. The activity still shows that there was one.
#[utoipa::path(delete, path = "/order-comments/{id}", tag = "Order", params(("id" = OrderCommentId, Path)), request_body = OrderCommentGoneIn, responses(
    (status = 200, body = Data<OrderCommentView>), (status = 409, body = Conflict<OrderCommentView>), Refusals<404, 422>,
))]
async fn delete_order_comment(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathId(id): PathId<OrderCommentKind>,
    JsonIn(sent): JsonIn<OrderCommentGoneIn>,
) -> ApiResult<Json<Data<OrderCommentView>>> {
    match write::delete(&app, &allowed.scope, id, sent.version, is_owner(&allowed)).await {
        Ok(()) => Ok(data(find(&app, &allowed.scope, id, is_owner(&allowed)).await?)),
        Err(e) => Err(failed(&app, &allowed.scope, id, is_owner(&allowed), e).await),
    }
}

/// A member who can be mentioned.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct MentionableMember {
    id: UserId,
    name: String,
    /// It is the caller.
    is_self: bool,
}

/// Members who may see orders, and so can be mentioned in comments; the first to join first.
#[utoipa::path(get, path = "/orders/mentionable-members", tag = "Order", responses(
    (status = 200, body = Data<Vec<MentionableMember>>),
))]
async fn list_mentionable_members(
    State(app): State<App>,
    allowed: Allowed<Read>,
) -> ApiResult<Json<Data<Vec<MentionableMember>>>> {
    let members = access::list_members_who(app.db().conn(), &allowed.scope, Action::Read, Subject::Order).await?;
    let member_view = |m: access::Member| MentionableMember { id: m.id, name: m.name, is_self: m.id == allowed.caller.user };
    Ok(data(members.into_iter().map(member_view).collect()))
}

/// Comments that name the caller, the newest first. Pages follow `next_cursor`.
#[utoipa::path(get, path = "/mentions", tag = "Order", params(PageParams), responses(
    (status = 200, body = Listed<MentionView>), Refusals<422>,
))]
async fn list_mentions(State(app): State<App>, allowed: Allowed<Read>, query: ListQuery) -> ApiResult<Json<Listed<MentionView>>> {
    query.check(&[], &[])?;
    let (c, user) = (app.db().conn(), allowed.caller.user);
    let before: Option<OrderCommentId> = match &query.page.cursor {
        Some(text) => Some(text.parse().map_err(|_| ApiError::field("cursor", common::BAD_REQUEST))?),
        None => None,
    };
    let offset = if before.is_some() { 0 } else { query.offset() };
    let mut rows = store::list_mentions(c, &allowed.scope, user, before, (query.page.per_page + 1, offset)).await?;
    let most = usize::try_from(query.page.per_page).unwrap_or(usize::MAX);
    let has_more = rows.len() > most;
    rows.truncate(most);
    let next_cursor = rows.last().filter(|_| has_more).map(|m| m.comment_id.to_string());
    let cap = Page::<()>::COUNT_CAP;
    let total = store::count_mentions(c, &allowed.scope, user, cap + 1).await?;
    let names = names_in(c, rows.iter().map(|m| m.body.as_str())).await?;
    let items = rows.into_iter().map(|m| MentionView::from_mention(m, &names)).collect();
    Ok(Json(query.answer(Page { items, total: total.min(cap), is_total_capped: total > cap, next_cursor })))
}

/// The number of unread mentions.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct MentionsLeft {
    /// Unread mentions, counted up to 100.
    unread: i64,
    /// `unread` where there are more.
    more_than: Vec<&'static str>,
}

impl MentionsLeft {
    fn from_count(counted: i64) -> Self {
        let mut of = Bounded::default();
        Self { unread: of.cap("unread", counted, mentions::MOST), more_than: of.more_than() }
    }
}

/// Marks every comment that names the caller as seen.
#[utoipa::path(post, path = "/mentions/read", tag = "Order", responses((status = 200, body = Data<MentionsLeft>)))]
async fn read_mentions(State(app): State<App>, allowed: Allowed<Read>) -> ApiResult<Json<Data<MentionsLeft>>> {
    let unread = write::mark_read(&app, &allowed.scope, allowed.caller.user, None).await?;
    Ok(data(MentionsLeft::from_count(unread)))
}

/// Marks the comments of an order that name the caller as seen.
#[utoipa::path(post, path = "/orders/{id}/mentions/read", tag = "Order", params(("id" = OrderId, Path)), responses(
    (status = 200, body = Data<MentionsLeft>), Refusals<404>,
))]
async fn read_order_mentions(
    State(app): State<App>,
    allowed: Allowed<Read>,
    PathId(id): PathId<OrderKind>,
) -> ApiResult<Json<Data<MentionsLeft>>> {
    let unread = write::mark_read(&app, &allowed.scope, allowed.caller.user, Some(id)).await?;
    Ok(data(MentionsLeft::from_count(unread)))
}
