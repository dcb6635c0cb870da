//! Endpoints of batches of orders.

use std::collections::BTreeMap;

use crate::orders::list::OrderListParams;
use axum::Json;
use axum::extract::{RawQuery, State};
use axum::http::StatusCode;
use kernel::id::OrderBatch as OrderBatchKind;
use kernel::{OrderBatchId, Page, UserId};
use serde::{Deserialize, Serialize};
use utoipa_axum::router::OpenApiRouter;
use web::list::{PageParams, data};
use web::message::common;
use web::routes;
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

/// The orders that a batch over a list's query would reach.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct OrderBatchPreview {
    /// Orders that match now, `most` at most.
    total: i64,
    /// More orders match: a batch over them is refused.
    is_too_many: bool,
    /// The most orders of one batch.
    most: i64,
    /// Number of them by status; statuses without orders are absent.
    statuses: BTreeMap<String, i64>,
}

/// How many orders a list's query matches, by status: the reach of a batch over them.
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

/// A batch over all matching orders.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OrderBatchIn {
    action: ActionIn,
}

/// Runs one action on every order that a list's query matches now (the same filters and search as `GET /orders`; no query takes
/// every order), up to 10,000, in the background. Later orders are not included.
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

/// Batches of orders, the newest first. Pages follow `next_cursor`.
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

/// One batch with its progress.
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

/// The outcome of each order of a batch. Filter: outcome. Pages follow `next_cursor`.
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

/// Cancels a batch. Changes made so far stay, and can be undone.
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

/// Undoes a batch for the orders that allow it and are unchanged since. Answers with the undo's own batch, which runs in the
/// background. Undoing that one is the redo.
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
