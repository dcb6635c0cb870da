//! Endpoints of saved views. Everybody who can read orders has views of their own; the team's need the ability to update
//! settings.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use kernel::OrderViewId;
use kernel::id::OrderView as OrderViewKind;
use serde::Deserialize;
use utoipa_axum::router::OpenApiRouter;
use web::list::data;
use web::routes;
use web::schema;
use web::{Action, Allowed, ApiError, ApiResult, Conflict, Data, JsonIn, PathId, Refusals, Subject};

use super::model::{Content, OrderViewOut, ViewDraft};
use super::store;
use super::write;
use platform::App;

web::permissions! { Read = Read Order; }

pub(in crate::orders) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_order_views, create_order_view))
        .routes(routes!(sort_order_views))
        .routes(routes!(update_order_view, delete_order_view))
        .routes(routes!(restore_order_view))
}

/// A view to create.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OrderViewIn {
    /// 60 characters at most.
    #[schema(value_type = schema::RequiredLine<60>)]
    name: String,
    /// A view of the whole team.
    #[serde(default)]
    is_shared: bool,
    content: Content,
}

/// A change of a view; absent fields stay.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OrderViewPatch {
    #[schema(value_type = Option<schema::RequiredLine<60>>)]
    name: Option<String>,
    is_shared: Option<bool>,
    content: Option<Content>,
    /// The version it was read at.
    version: Option<i64>,
}

/// A new order of views.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OrderViewSortingIn {
    /// True for the team's views, false for the caller's own.
    #[serde(default)]
    is_shared: bool,
    /// Each of these views, once.
    items: Vec<OrderViewId>,
}

/// Changes of the team's views need the ability to update settings.
fn check_team(allowed: &Allowed<Read>, is_shared: bool) -> ApiResult<()> {
    if !is_shared || allowed.may(Action::Update, Subject::Setting) { Ok(()) } else { Err(ApiError::forbidden()) }
}

/// The caller's own views, then the team's, each in their order.
#[utoipa::path(get, path = "/order-views", tag = "Order", responses((status = 200, body = Data<Vec<OrderViewOut>>)))]
async fn list_order_views(State(app): State<App>, allowed: Allowed<Read>) -> ApiResult<Json<Data<Vec<OrderViewOut>>>> {
    let views = store::list(app.db().conn(), &allowed.scope, allowed.caller.user).await?;
    Ok(data(views.into_iter().map(OrderViewOut::from_view).collect()))
}

/// Creates a view.
#[utoipa::path(post, path = "/order-views", tag = "Order", request_body = OrderViewIn, responses(
    (status = 201, body = Data<OrderViewOut>), Refusals<422>,
))]
async fn create_order_view(
    State(app): State<App>,
    allowed: Allowed<Read>,
    JsonIn(sent): JsonIn<OrderViewIn>,
) -> ApiResult<(StatusCode, Json<Data<OrderViewOut>>)> {
    let OrderViewIn { name, is_shared, content } = sent;
    check_team(&allowed, is_shared)?;
    let draft = ViewDraft { name: Some(name), is_shared: Some(is_shared), content: Some(content), version: None };
    let view = write::create(&app, &allowed.scope, allowed.caller.user, draft).await?;
    Ok((StatusCode::CREATED, data(OrderViewOut::from_view(view))))
}

/// Changes a view.
#[utoipa::path(put, path = "/order-views/{id}", tag = "Order", params(("id" = OrderViewId, Path)), request_body = OrderViewPatch, responses(
    (status = 200, body = Data<OrderViewOut>), (status = 409, body = Conflict<OrderViewOut>), Refusals<404, 422>,
))]
async fn update_order_view(
    State(app): State<App>,
    allowed: Allowed<Read>,
    PathId(id): PathId<OrderViewKind>,
    JsonIn(sent): JsonIn<OrderViewPatch>,
) -> ApiResult<Json<Data<OrderViewOut>>> {
    let OrderViewPatch { name, is_shared, content, version } = sent;
    let was_shared = write::is_shared(app.db().conn(), &allowed.scope, allowed.caller.user, id).await?;
    check_team(&allowed, was_shared || is_shared == Some(true))?;
    let draft = ViewDraft { name, is_shared, content, version };
    let view = write::update(&app, &allowed.scope, allowed.caller.user, id, draft).await?;
    Ok(data(OrderViewOut::from_view(view)))
}

/// Deletes a view; `restore` brings it back.
#[utoipa::path(delete, path = "/order-views/{id}", tag = "Order", params(("id" = OrderViewId, Path)), responses(
    (status = 200, body = Data<OrderViewOut>), Refusals<404>,
))]
async fn delete_order_view(
    State(app): State<App>,
    allowed: Allowed<Read>,
    PathId(id): PathId<OrderViewKind>,
) -> ApiResult<Json<Data<OrderViewOut>>> {
    let is_shared = write::is_shared(app.db().conn(), &allowed.scope, allowed.caller.user, id).await?;
    check_team(&allowed, is_shared)?;
    let view = write::set_deleted(&app, &allowed.scope, allowed.caller.user, id, true).await?;
    Ok(data(OrderViewOut::from_view(view)))
}

/// Restores a deleted view.
#[utoipa::path(post, path = "/order-views/{id}/restore", tag = "Order", params(("id" = OrderViewId, Path)), responses(
    (status = 200, body = Data<OrderViewOut>), Refusals<404, 422>,
))]
async fn restore_order_view(
    State(app): State<App>,
    allowed: Allowed<Read>,
    PathId(id): PathId<OrderViewKind>,
) -> ApiResult<Json<Data<OrderViewOut>>> {
    let is_shared = write::is_shared(app.db().conn(), &allowed.scope, allowed.caller.user, id).await?;
    check_team(&allowed, is_shared)?;
    let view = write::set_deleted(&app, &allowed.scope, allowed.caller.user, id, false).await?;
    Ok(data(OrderViewOut::from_view(view)))
}

/// Reorders the caller's own views, or the team's.
#[utoipa::path(put, path = "/order-views/sorting", tag = "Order", request_body = OrderViewSortingIn, responses(
    (status = 200, body = Data<Vec<OrderViewOut>>), Refusals<422>,
))]
async fn sort_order_views(
    State(app): State<App>,
    allowed: Allowed<Read>,
    JsonIn(sent): JsonIn<OrderViewSortingIn>,
) -> ApiResult<Json<Data<Vec<OrderViewOut>>>> {
    let OrderViewSortingIn { is_shared, items } = sent;
    check_team(&allowed, is_shared)?;
    write::sort(&app, &allowed.scope, allowed.caller.user, is_shared, items).await?;
    let views = store::list(app.db().conn(), &allowed.scope, allowed.caller.user).await?;
    Ok(data(views.into_iter().map(OrderViewOut::from_view).collect()))
}
