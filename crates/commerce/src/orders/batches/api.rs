//! The calls of acts over all orders that match.

use std::collections::BTreeMap;

use crate::orders::list::OrderListParams;
use axum::Json;
use axum::extract::{RawQuery, State};
use axum::http::StatusCode;
use kernel::id::OrderBatch as OrderBatchKind;
use kernel::{OrderBatchId, Page, UserId};
use serde::{Deserialize, Serialize};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use web::list::{PageParams, data};
use web::message::common;
use web::{Allowed, ApiError, ApiResult, Data, JsonIn, ListQuery, Listed, Message, PathId, Refusals, lang};

use super::action::{Action, ActionIn, BatchDetails, Orders};
use super::matching::MOST;
use super::wire::{OrderBatchItemView, OrderBatchView};
use super::{matching, store};
use crate::orders::tags_assignee;
use platform::App;
use platform::batches::{Batch, Outcome, calls, rows};

web::permissions! { Read = Read Order; Update = Update Order; }

const NOTHING: Message = Message::new("لا توجد طلبات مطابقة.", "No orders match.");
const TOO_MANY: Message = Message::new(
    "أكثر من {max} طلب مطابق. ضيّق التصفية وأعد المحاولة.",
    "More than {max} orders match. Narrow the filters and try again.",
);

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(preview_order_batch))
        .routes(routes!(list_order_batches, create_order_batch))
        .routes(routes!(find_order_batch))
        .routes(routes!(list_order_batch_items))
        .routes(routes!(cancel_order_batch))
        .routes(routes!(undo_order_batch))
}

async fn views(app: &App, batches: Vec<Batch<Orders>>) -> ApiResult<Vec<OrderBatchView>> {
    let mut ids: Vec<UserId> = batches.iter().filter_map(|b| b.details.action.assignee_id).collect();
    ids.sort_unstable();
    ids.dedup();
    let names = tags_assignee::names(app.db().conn(), &ids).await?;
    let now = app.env().now();
    Ok(batches.into_iter().map(|b| OrderBatchView::from_batch(b, now, |id| names.get(&id).cloned())).collect())
}

async fn view(app: &App, batch: Batch<Orders>) -> ApiResult<Json<Data<OrderBatchView>>> {
    Ok(data(views(app, vec![batch]).await?.pop().ok_or_else(ApiError::not_found)?))
}

/// What an act over a list's query would reach.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct OrderBatchPreview {
    /// Orders that match now, `most` at most.
    total: i64,
    /// There are more: an act over them is refused.
    is_too_many: bool,
    /// An act is for so many orders.
    most: i64,
    /// How many of them are in each status; statuses without any are not named.
    statuses: BTreeMap<String, i64>,
}

/// How many orders a list's query matches, and in which statuses: what an act over them would reach.
#[utoipa::path(get, path = "/order-batches/preview", tag = "Order", params(OrderListParams, ("where" = Option<String>, Query, max_length = 2000, pattern = r"^[^\u0000]*$")), responses(
    (status = 200, body = Data<OrderBatchPreview>), Refusals<422>,
))]
async fn preview_order_batch(
    State(app): State<App>,
    allowed: Allowed<Read>,
    RawQuery(query): RawQuery,
) -> ApiResult<Json<Data<OrderBatchPreview>>> {
    let found = matching::find(&app, &allowed.scope, allowed.caller.user, &query.unwrap_or_default()).await?;
    let number = |n: usize| i64::try_from(n).unwrap_or(i64::MAX);
    Ok(data(OrderBatchPreview {
        total: number(found.ids.len()),
        is_too_many: found.is_too_many,
        most: number(MOST),
        statuses: found.statuses,
    }))
}

/// An act over all orders that match.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OrderBatchIn {
    action: ActionIn,
}

/// Does one thing to every order that a list's query matches now (the same filters and search as `GET /orders`; no query takes
/// every order), up to 10,000, in the background. Orders that come later are not touched.
#[utoipa::path(post, path = "/order-batches", tag = "Order", params(OrderListParams, ("where" = Option<String>, Query, max_length = 2000, pattern = r"^[^\u0000]*$")), request_body = OrderBatchIn, responses(
    (status = 201, body = Data<OrderBatchView>), Refusals<409, 422>,
))]
async fn create_order_batch(
    State(app): State<App>,
    allowed: Allowed<Update>,
    RawQuery(query): RawQuery,
    JsonIn(sent): JsonIn<OrderBatchIn>,
) -> ApiResult<(StatusCode, Json<Data<OrderBatchView>>)> {
    let action = sent.action.read().map_err(ApiError::invalid)?;
    if let Action::Assign(Some(user)) = action {
        tags_assignee::check_member(&app, &allowed.scope, user, "action.assignee_id").await?;
    }
    let filter = matching::without_paging(&query.unwrap_or_default());
    let found = matching::find(&app, &allowed.scope, allowed.caller.user, &filter).await?;
    if found.is_too_many {
        return Err(ApiError::conflict("too_many", TOO_MANY.with("max", "10,000")));
    }
    if found.ids.is_empty() {
        return Err(ApiError::conflict("nothing_matches", NOTHING));
    }
    let (kind, ids) = (sent.action.kind(), found.ids.iter().map(|id| id.raw()).collect::<Vec<_>>());
    let total = i64::try_from(ids.len()).unwrap_or(i64::MAX);
    let details = BatchDetails { action: sent.action, filter };
    let batch = calls::begin::<Orders>(&app, &allowed.scope, (kind, details, total), ids).await?;
    Ok((StatusCode::CREATED, view(&app, batch).await?))
}

/// Acts over many orders, the newest first. Pages follow `next_cursor`.
#[utoipa::path(get, path = "/order-batches", tag = "Order", params(PageParams), responses(
    (status = 200, body = Listed<OrderBatchView>), Refusals<422>,
))]
async fn list_order_batches(
    State(app): State<App>,
    allowed: Allowed<Read>,
    query: ListQuery,
) -> ApiResult<Json<Listed<OrderBatchView>>> {
    let Page { items, total, is_total_capped, next_cursor } = calls::list::<Orders>(&app, &allowed.scope, &query).await?;
    let items = views(&app, items).await?;
    Ok(Json(query.answer(Page { items, total, is_total_capped, next_cursor })))
}

/// One act, and how far it has come.
#[utoipa::path(get, path = "/order-batches/{id}", tag = "Order", params(("id" = OrderBatchId, Path)), responses(
    (status = 200, body = Data<OrderBatchView>), Refusals<404>,
))]
async fn find_order_batch(
    State(app): State<App>,
    allowed: Allowed<Read>,
    PathId(id): PathId<OrderBatchKind>,
) -> ApiResult<Json<Data<OrderBatchView>>> {
    view(&app, calls::find(&app, &allowed.scope, id).await?).await
}

/// What became of each order of an act. Filter: outcome. Pages follow `next_cursor`.
#[utoipa::path(get, path = "/order-batches/{id}/items", tag = "Order", params(("id" = OrderBatchId, Path), PageParams), responses(
    (status = 200, body = Listed<OrderBatchItemView>), Refusals<404, 422>,
))]
async fn list_order_batch_items(
    State(app): State<App>,
    allowed: Allowed<Read>,
    PathId(id): PathId<OrderBatchKind>,
    query: ListQuery,
) -> ApiResult<Json<Listed<OrderBatchItemView>>> {
    query.check(&[], &["outcome"])?;
    calls::find::<Orders>(&app, &allowed.scope, id).await?;
    let outcome = match query.values("outcome") {
        None => None,
        Some([word]) => Some(Outcome::parse(word).ok_or_else(|| ApiError::field("filter[outcome]", common::NOT_A_CHOICE))?),
        Some(_) => return Err(ApiError::field("filter[outcome]", common::NOT_A_CHOICE)),
    };
    let after: i64 = calls::cursor(&query)?.unwrap_or(0);
    let offset = if query.page.cursor.is_some() { 0 } else { query.offset() };
    let c = app.db().conn();
    let found = store::list_items(c, &allowed.scope, id, outcome, (after, query.page.per_page + 1, offset)).await?;
    let total = rows::count_items::<Orders>(c, &allowed.scope, id, outcome).await?;
    let page = calls::page(&query, found, (total, false), |row| row.position.to_string());
    let Page { items, total, is_total_capped, next_cursor } = page;
    let items = items.into_iter().map(|row| OrderBatchItemView::from_row(row, lang::current())).collect();
    Ok(Json(query.answer(Page { items, total, is_total_capped, next_cursor })))
}

/// Stops an act. What was done stays, and can be undone.
#[utoipa::path(post, path = "/order-batches/{id}/cancel", tag = "Order", params(("id" = OrderBatchId, Path)), responses(
    (status = 200, body = Data<OrderBatchView>), Refusals<404, 409>,
))]
async fn cancel_order_batch(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathId(id): PathId<OrderBatchKind>,
) -> ApiResult<Json<Data<OrderBatchView>>> {
    view(&app, calls::cancel(&app, &allowed.scope, id).await?).await
}

/// Takes an act back where its orders have a way back and are still as it left them. Answers with the act that the undo is, at
/// work in the background. Undoing that one is the redo.
#[utoipa::path(post, path = "/order-batches/{id}/undo", tag = "Order", params(("id" = OrderBatchId, Path)), responses(
    (status = 200, body = Data<OrderBatchView>), Refusals<404, 409>,
))]
async fn undo_order_batch(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathId(id): PathId<OrderBatchKind>,
) -> ApiResult<Json<Data<OrderBatchView>>> {
    view(&app, calls::undo(&app, &allowed.scope, id).await?).await
}
