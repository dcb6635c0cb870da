//! The calls of acts over all orders that match.

use std::collections::BTreeMap;

use axum::Json;
use axum::extract::{RawQuery, State};
use axum::http::StatusCode;
use kernel::id::OrderBatch as OrderBatchKind;
use kernel::{OrderBatchId, Page, StoreScope, UserId};
use serde::{Deserialize, Serialize};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use web::list::{ListParams, data};
use web::message::common;
use web::{Allowed, ApiError, ApiResult, Data, ErrorBody, JsonIn, ListQuery, Listed, Message, PathId, lang};

use super::action::{Action, ActionIn, Outcome, What};
use super::begin::{BeginError, Refusal, begin_act, begin_undo, stop};
use super::store::{self, Batch};
use super::wire::{OrderBatchItemView, OrderBatchView};
use super::{MOST, matching};
use crate::App;
use crate::orders::marks;

web::permissions! { Read = Read Order; Update = Update Order; }

const BUSY: Message = Message::new(
    "يعمل الآن إجراء جماعي آخر على طلبات المتجر. انتظر حتى ينتهي أو أوقفه.",
    "Another act over many orders is at work. Wait until it is done, or stop it.",
);
const NOTHING: Message = Message::new("لا توجد طلبات مطابقة.", "No orders match.");
const TOO_MANY: Message = Message::new(
    "يطابق هذا أكثر من {max} طلب. ضيّق الشروط، ثم أعد المحاولة.",
    "More than {max} orders match. Narrow the filters and try again.",
);
const RUNNING: Message = Message::new(
    "ما زال العمل جاريًا. انتظر حتى ينتهي أو أوقفه أولًا.",
    "It is still at work. Wait until it is done, or stop it first.",
);
const UNDONE: Message = Message::new("تم التراجع عن هذا الإجراء من قبل.", "This has been undone already.");
const TOO_OLD: Message =
    Message::new("مضى أكثر من 30 يومًا، ولم يعد التراجع ممكنًا.", "More than 30 days have passed: it can no longer be undone.");
const NO_WAY: Message = Message::new("لا يمكن التراجع عما فعله هذا الإجراء.", "What this did cannot be taken back.");
const NOT_RUNNING: Message = Message::new("انتهى العمل ولم يعد ما يُوقف.", "The work is over: there is nothing to stop.");

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(preview_order_batch))
        .routes(routes!(list_order_batches, create_order_batch))
        .routes(routes!(find_order_batch))
        .routes(routes!(list_order_batch_items))
        .routes(routes!(cancel_order_batch))
        .routes(routes!(undo_order_batch))
}

async fn existing(app: &App, scope: &StoreScope, id: OrderBatchId) -> ApiResult<Batch> {
    store::find(app.db().conn(), scope, id).await?.ok_or_else(ApiError::not_found)
}

async fn views(app: &App, batches: Vec<Batch>) -> ApiResult<Vec<OrderBatchView>> {
    let mut ids: Vec<UserId> = batches.iter().filter_map(|b| b.what.0.action.assignee_id).collect();
    ids.sort_unstable();
    ids.dedup();
    let names = marks::names(app.db().conn(), &ids).await?;
    let now = app.env().now();
    Ok(batches.into_iter().map(|b| OrderBatchView::of(b, now, |id| names.get(&id).cloned())).collect())
}

async fn view(app: &App, scope: &StoreScope, id: OrderBatchId) -> ApiResult<OrderBatchView> {
    let batch = existing(app, scope, id).await?;
    views(app, vec![batch]).await?.pop().ok_or_else(ApiError::not_found)
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
#[utoipa::path(get, path = "/order-batches/preview", tag = "Order", params(ListParams, ("where" = Option<String>, Query)), responses(
    (status = 200, body = Data<OrderBatchPreview>),
    (status = 400, body = ErrorBody), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 422, body = ErrorBody),
))]
async fn preview_order_batch(
    State(app): State<App>,
    who: Allowed<Read>,
    RawQuery(query): RawQuery,
) -> ApiResult<Json<Data<OrderBatchPreview>>> {
    let found = matching::find(&app, &who.scope, who.caller.user, &query.unwrap_or_default()).await?;
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
#[utoipa::path(post, path = "/order-batches", tag = "Order", params(ListParams, ("where" = Option<String>, Query)), request_body = OrderBatchIn, responses(
    (status = 201, body = Data<OrderBatchView>),
    (status = 400, body = ErrorBody), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 409, body = ErrorBody),
    (status = 415, body = ErrorBody), (status = 422, body = ErrorBody),
))]
async fn create_order_batch(
    State(app): State<App>,
    who: Allowed<Update>,
    RawQuery(query): RawQuery,
    JsonIn(sent): JsonIn<OrderBatchIn>,
) -> ApiResult<(StatusCode, Json<Data<OrderBatchView>>)> {
    let action = sent.action.read().map_err(ApiError::invalid)?;
    if let Action::Assign(Some(user)) = action {
        marks::check_member(&app, &who.scope, user, "action.assignee_id").await?;
    }
    let filter = matching::kept(&query.unwrap_or_default());
    let found = matching::find(&app, &who.scope, who.caller.user, &filter).await?;
    if found.is_too_many {
        return Err(ApiError::conflict("too_many", TOO_MANY.with("max", "10,000")));
    }
    if found.ids.is_empty() {
        return Err(ApiError::conflict("nothing_matches", NOTHING));
    }
    let what = What { action: sent.action, filter };
    let (env, scope, ids) = (app.env().clone(), who.scope.clone(), found.ids);
    match app.db().tx(async move |c| begin_act(c, &env, &scope, &what, &ids).await).await {
        Ok(id) => Ok((StatusCode::CREATED, data(view(&app, &who.scope, id).await?))),
        Err(e) if e.is_unique_violation() => Err(ApiError::conflict("batch_at_work", BUSY)),
        Err(e) => Err(e.into()),
    }
}

/// Acts over many orders, the newest first. Pages follow `next_cursor`.
#[utoipa::path(get, path = "/order-batches", tag = "Order", params(ListParams), responses(
    (status = 200, body = Listed<OrderBatchView>),
    (status = 400, body = ErrorBody), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 422, body = ErrorBody),
))]
async fn list_order_batches(
    State(app): State<App>,
    who: Allowed<Read>,
    query: ListQuery,
) -> ApiResult<Json<Listed<OrderBatchView>>> {
    query.check(&[], &[])?;
    let c = app.db().conn();
    let before: Option<OrderBatchId> = match &query.page.cursor {
        Some(text) => Some(text.parse().map_err(|_| ApiError::field("cursor", common::BAD_REQUEST))?),
        None => None,
    };
    let offset = if before.is_some() { 0 } else { query.offset() };
    let mut rows = store::list(c, &who.scope, before, (query.page.per_page + 1, offset)).await?;
    let has_more = cut(&mut rows, query.page.per_page);
    let next_cursor = rows.last().filter(|_| has_more).map(|b| b.id.to_string());
    let cap = Page::<()>::COUNT_CAP;
    let total = store::count_all(c, &who.scope, cap + 1).await?;
    let items = views(&app, rows).await?;
    Ok(Json(query.answer(Page { items, total: total.min(cap), is_total_capped: total > cap, next_cursor })))
}

/// Takes the row past the page away; whether there was one.
fn cut<T>(rows: &mut Vec<T>, per_page: i64) -> bool {
    let most = usize::try_from(per_page).unwrap_or(usize::MAX);
    let has_more = rows.len() > most;
    rows.truncate(most);
    has_more
}

/// One act, and how far it has come.
#[utoipa::path(get, path = "/order-batches/{id}", tag = "Order", params(("id" = OrderBatchId, Path)), responses(
    (status = 200, body = Data<OrderBatchView>), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody),
))]
async fn find_order_batch(
    State(app): State<App>,
    who: Allowed<Read>,
    PathId(id): PathId<OrderBatchKind>,
) -> ApiResult<Json<Data<OrderBatchView>>> {
    Ok(data(view(&app, &who.scope, id).await?))
}

/// What became of each order of an act. Filter: outcome. Pages follow `next_cursor`.
#[utoipa::path(get, path = "/order-batches/{id}/items", tag = "Order", params(("id" = OrderBatchId, Path), ListParams), responses(
    (status = 200, body = Listed<OrderBatchItemView>),
    (status = 400, body = ErrorBody), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody),
    (status = 422, body = ErrorBody),
))]
async fn list_order_batch_items(
    State(app): State<App>,
    who: Allowed<Read>,
    PathId(id): PathId<OrderBatchKind>,
    query: ListQuery,
) -> ApiResult<Json<Listed<OrderBatchItemView>>> {
    query.check(&[], &["outcome"])?;
    let batch = existing(&app, &who.scope, id).await?;
    let outcome = match query.values("outcome") {
        None => None,
        Some([word]) => Some(Outcome::parse(word).ok_or_else(|| ApiError::field("filter[outcome]", common::NOT_A_CHOICE))?),
        Some(_) => return Err(ApiError::field("filter[outcome]", common::NOT_A_CHOICE)),
    };
    let after: i64 = match &query.page.cursor {
        Some(text) => text.parse().map_err(|_| ApiError::field("cursor", common::BAD_REQUEST))?,
        None => 0,
    };
    let offset = if query.page.cursor.is_some() { 0 } else { query.offset() };
    let c = app.db().conn();
    let mut rows = store::items(c, &who.scope, id, outcome, (after, query.page.per_page + 1, offset)).await?;
    let has_more = cut(&mut rows, query.page.per_page);
    let next_cursor = rows.last().filter(|_| has_more).map(|row| row.position.to_string());
    let total = match outcome {
        Some(outcome) => store::count_items(c, &who.scope, id, outcome).await?,
        None => batch.total,
    };
    let items = rows.into_iter().map(|row| OrderBatchItemView::of(row, lang::current())).collect();
    Ok(Json(query.answer(Page { items, total, is_total_capped: false, next_cursor })))
}

/// Stops an act. What was done stays, and can be undone.
#[utoipa::path(post, path = "/order-batches/{id}/cancel", tag = "Order", params(("id" = OrderBatchId, Path)), responses(
    (status = 200, body = Data<OrderBatchView>), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody),
    (status = 409, body = ErrorBody),
))]
async fn cancel_order_batch(
    State(app): State<App>,
    who: Allowed<Update>,
    PathId(id): PathId<OrderBatchKind>,
) -> ApiResult<Json<Data<OrderBatchView>>> {
    existing(&app, &who.scope, id).await?;
    let (env, scope) = (app.env().clone(), who.scope.clone());
    if !app.db().tx(async move |c| stop(c, &env, &scope, id).await).await? {
        return Err(ApiError::conflict("illegal_transition", NOT_RUNNING));
    }
    Ok(data(view(&app, &who.scope, id).await?))
}

/// Takes an act back where its orders have a way back and are still as it left them. Answers with the act that the undo is, at
/// work in the background. Undoing that one is the redo.
#[utoipa::path(post, path = "/order-batches/{id}/undo", tag = "Order", params(("id" = OrderBatchId, Path)), responses(
    (status = 200, body = Data<OrderBatchView>), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody),
    (status = 409, body = ErrorBody),
))]
async fn undo_order_batch(
    State(app): State<App>,
    who: Allowed<Update>,
    PathId(id): PathId<OrderBatchKind>,
) -> ApiResult<Json<Data<OrderBatchView>>> {
    let (env, scope) = (app.env().clone(), who.scope.clone());
    let undo = app.db().tx(async move |c| begin_undo(c, &env, &scope, id).await).await.map_err(|e| match e {
        BeginError::NotFound => ApiError::not_found(),
        BeginError::Refused(why) => {
            let (code, message) = match why {
                Refusal::Running => ("batch_at_work", RUNNING),
                Refusal::Undone => ("already_undone", UNDONE),
                Refusal::TooOld => ("undo_expired", TOO_OLD),
                Refusal::NoWay => ("no_way_back", NO_WAY),
            };
            ApiError::conflict(code, message)
        }
        BeginError::Db(e) if e.is_unique_violation() => ApiError::conflict("batch_at_work", BUSY),
        BeginError::Db(e) => e.into(),
    })?;
    Ok(data(view(&app, &who.scope, undo).await?))
}
