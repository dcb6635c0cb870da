//! Endpoints of drafts.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use kernel::id::Order as OrderKind;
use kernel::{OrderId, StoreScope};
use utoipa_axum::router::OpenApiRouter;
use web::list::data;
use web::routes;
use web::{Allowed, ApiError, ApiResult, Conflict, Data, FieldErrors, JsonIn, PathId, Refusals};

use super::build::{Built, blank, build};
use super::model::{Content, NO_SUCH, errors_of};
use super::place::PlaceRequest;
use super::wire::{OrderDraftIn, OrderDraftLink, OrderDraftPlaceIn, OrderDraftPreview, OrderDraftView};
use super::{copy, link, place, read, save, store};
use crate::orders::error::OrderError;
use crate::orders::status::Status;
use crate::orders::store as orders;
use crate::orders::wire::OrderView;
use platform::stores::StoreProfile;
use platform::{App, media, stores};
use web::fields::amount;

web::permissions! { Read = Read Order; Create = Create Order; Update = Update Order; Delete = Delete Order; }

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(preview_order_draft))
        .routes(routes!(preview_order_draft_changes))
        .routes(routes!(create_order_draft))
        .routes(routes!(find_order_draft, update_order_draft, delete_order_draft))
        .routes(routes!(place_order_draft))
        .routes(routes!(duplicate_order))
}

async fn pictures(app: &App, scope: &StoreScope, built: &Built) -> db::Result<Vec<media::MediaView>> {
    let mut ids: Vec<_> = built.items.iter().filter_map(|i| i.media_id).collect();
    ids.sort();
    ids.dedup();
    media::list_views(app.db().conn(), scope, &ids).await
}

async fn preview(
    app: &App,
    scope: &StoreScope,
    profile: &StoreProfile,
    built: Built,
    content: &Content,
) -> ApiResult<OrderDraftPreview> {
    let images = pictures(app, scope, &built).await?;
    Ok(OrderDraftPreview::new(built, content, images, profile.currency, web::lang::current()))
}

/// A draft with its current computation.
pub(super) async fn view(app: &App, scope: &StoreScope, id: OrderId) -> ApiResult<OrderDraftView> {
    let (c, now) = (app.db().conn(), app.env().now());
    let saved = orders::find(c, scope, id).await?.filter(|o| o.status == Status::Draft).ok_or_else(ApiError::not_found)?;
    let draft = store::find(c, scope, id).await?.ok_or_else(ApiError::not_found)?;
    let (profile, content) = (stores::get_profile(c, scope).await?, draft.content.0);
    let built = build(c, scope, &profile, saved.clone(), &content, (now, Some(app))).await?;
    let as_it_is = built.order.clone();
    let preview = preview(app, scope, &profile, built, &content).await?;
    let link = match draft.link_until {
        Some(until) => {
            let path = link::path(app, scope, id, draft.link_number).await?;
            Some(OrderDraftLink::new(format!("{}{path}", app.base.store_url(&profile.slug)), until, now))
        }
        None => None,
    };
    let origin = match draft.origin_id {
        Some(id) => orders::find(c, scope, id).await?,
        None => None,
    };
    Ok(OrderDraftView::new(&saved, &as_it_is, &content, preview, link, origin.as_ref(), profile.currency))
}

/// The response to a failed change; a stale one carries the current draft.
pub(super) async fn failed(app: &App, scope: &StoreScope, id: OrderId, e: OrderError) -> ApiError {
    let (is_stale, is_changed) = (matches!(e, OrderError::Stale), matches!(e, OrderError::DraftChanged));
    if !is_stale && !is_changed {
        return e.into();
    }
    let now = match view(app, scope, id).await {
        Ok(now) => now,
        Err(e) => return e,
    };
    if is_stale { ApiError::stale().with_current(&now) } else { ApiError::from(e).with_current(&now) }
}

/// Validates and computes a request; `before` is the draft that is being changed.
async fn work_out(app: &App, scope: &StoreScope, sent: OrderDraftIn, before: Option<&Content>) -> ApiResult<OrderDraftPreview> {
    let (c, now) = (app.db().conn(), app.env().now());
    let profile = stores::get_profile(c, scope).await?;
    let content = read::read(sent, &profile, before).map_err(ApiError::invalid)?;
    let built = build(c, scope, &profile, blank(&profile, app.env().id(), now), &content, (now, Some(app))).await?;
    if let Some(errors) = errors_of(built.problems.iter().filter(|p| p.code == NO_SUCH)) {
        return Err(ApiError::invalid(errors));
    }
    preview(app, scope, &profile, built, &content).await
}

/// Computes a new draft, with the methods on offer and its problems; nothing is written.
#[utoipa::path(post, path = "/orders/drafts/preview", tag = "Order", request_body = OrderDraftIn, responses(
    (status = 200, body = Data<OrderDraftPreview>), Refusals<422>,
))]
async fn preview_order_draft(
    State(app): State<App>,
    allowed: Allowed<Create>,
    JsonIn(sent): JsonIn<OrderDraftIn>,
) -> ApiResult<Json<Data<OrderDraftPreview>>> {
    Ok(data(work_out(&app, &allowed.scope, sent, None).await?))
}

/// Computes a changed draft, with the methods on offer and its problems; nothing is written.
#[utoipa::path(post, path = "/orders/{id}/draft/preview", tag = "Order", params(("id" = OrderId, Path)), request_body = OrderDraftIn, responses(
    (status = 200, body = Data<OrderDraftPreview>), Refusals<404, 422>,
))]
async fn preview_order_draft_changes(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathId(id): PathId<OrderKind>,
    JsonIn(sent): JsonIn<OrderDraftIn>,
) -> ApiResult<Json<Data<OrderDraftPreview>>> {
    let c = app.db().conn();
    orders::find(c, &allowed.scope, id).await?.filter(|o| o.status == Status::Draft).ok_or_else(ApiError::not_found)?;
    let draft = store::find(c, &allowed.scope, id).await?.ok_or_else(ApiError::not_found)?;
    Ok(data(work_out(&app, &allowed.scope, sent, Some(&draft.content.0)).await?))
}

/// Creates a draft: an order of status `DRFT`, with a number, that takes nothing from stock.
#[utoipa::path(post, path = "/orders/drafts", tag = "Order", request_body = OrderDraftIn, responses(
    (status = 201, body = Data<OrderDraftView>), Refusals<422>,
))]
async fn create_order_draft(
    State(app): State<App>,
    allowed: Allowed<Create>,
    JsonIn(sent): JsonIn<OrderDraftIn>,
) -> ApiResult<(StatusCode, Json<Data<OrderDraftView>>)> {
    let profile = stores::get_profile(app.db().conn(), &allowed.scope).await?;
    let id = save::create(&app, &allowed.scope, &profile, sent).await?;
    Ok((StatusCode::CREATED, data(view(&app, &allowed.scope, id).await?)))
}

/// A draft with its current computation.
#[utoipa::path(get, path = "/orders/{id}/draft", tag = "Order", params(("id" = OrderId, Path)), responses(
    (status = 200, body = Data<OrderDraftView>), Refusals<404>,
))]
async fn find_order_draft(
    State(app): State<App>,
    allowed: Allowed<Read>,
    PathId(id): PathId<OrderKind>,
) -> ApiResult<Json<Data<OrderDraftView>>> {
    Ok(data(view(&app, &allowed.scope, id).await?))
}

/// Replaces a draft as a whole.
#[utoipa::path(put, path = "/orders/{id}/draft", tag = "Order", params(("id" = OrderId, Path)), request_body = OrderDraftIn, responses(
    (status = 200, body = Data<OrderDraftView>), (status = 409, body = Conflict<OrderDraftView>), Refusals<404, 422>,
))]
async fn update_order_draft(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathId(id): PathId<OrderKind>,
    JsonIn(sent): JsonIn<OrderDraftIn>,
) -> ApiResult<Json<Data<OrderDraftView>>> {
    let profile = stores::get_profile(app.db().conn(), &allowed.scope).await?;
    match save::update(&app, &allowed.scope, &profile, id, sent).await {
        Ok(()) => Ok(data(view(&app, &allowed.scope, id).await?)),
        Err(e) => Err(failed(&app, &allowed.scope, id, e).await),
    }
}

/// Deletes a draft permanently; its link stops working, and its number is not reused.
#[utoipa::path(delete, path = "/orders/{id}/draft", tag = "Order", params(("id" = OrderId, Path)), responses(
    (status = 200, body = Data<OrderDraftGone>), Refusals<404, 409>,
))]
async fn delete_order_draft(
    State(app): State<App>,
    allowed: Allowed<Delete>,
    PathId(id): PathId<OrderKind>,
) -> ApiResult<Json<Data<OrderDraftGone>>> {
    save::delete(&app, &allowed.scope, id, None).await?;
    Ok(data(OrderDraftGone { id }))
}

/// A deleted draft.
#[derive(Debug, serde::Serialize, utoipa::ToSchema)]
pub struct OrderDraftGone {
    id: OrderId,
}

/// Places a draft as an order, for the confirmed total: prices, stock and limits are checked again, and missing stock is reported
/// at its line. `PEND`, or `PAID` where it is paid already.
#[utoipa::path(post, path = "/orders/{id}/draft/place", tag = "Order", params(("id" = OrderId, Path)), request_body = OrderDraftPlaceIn, responses(
    (status = 200, body = Data<OrderView>), (status = 409, body = Conflict<OrderDraftView>), Refusals<404, 422>,
))]
async fn place_order_draft(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathId(id): PathId<OrderKind>,
    JsonIn(sent): JsonIn<OrderDraftPlaceIn>,
) -> ApiResult<Json<Data<OrderView>>> {
    let profile = stores::get_profile(app.db().conn(), &allowed.scope).await?;
    let OrderDraftPlaceIn { total, is_paid, despite_block, note, version } = sent;
    let mut errors = FieldErrors::new();
    let total = amount(&mut errors, "total", &total, profile.currency);
    if !errors.is_empty() {
        return Err(ApiError::invalid(errors));
    }
    let (is_paid, despite_block) = (is_paid.unwrap_or(false), despite_block.unwrap_or(false));
    match place::place(&app, &allowed.scope, &profile, id, PlaceRequest { version, total, is_paid, despite_block, note }).await {
        Ok(()) => Ok(data(crate::orders::detail::view(&app, &allowed.scope, id).await?)),
        Err(e) => Err(failed(&app, &allowed.scope, id, e).await),
    }
}

/// Copies an order to a new draft, at current prices; lines that are no longer sold or lack stock are reported in its `preview`.
#[utoipa::path(post, path = "/orders/{id}/duplicate", tag = "Order", params(("id" = OrderId, Path)), responses(
    (status = 201, body = Data<OrderDraftView>), Refusals<404, 422>,
))]
async fn duplicate_order(
    State(app): State<App>,
    allowed: Allowed<Create>,
    PathId(id): PathId<OrderKind>,
) -> ApiResult<(StatusCode, Json<Data<OrderDraftView>>)> {
    let profile = stores::get_profile(app.db().conn(), &allowed.scope).await?;
    let id = copy::duplicate(&app, &allowed.scope, &profile, id).await?;
    Ok((StatusCode::CREATED, data(view(&app, &allowed.scope, id).await?)))
}
