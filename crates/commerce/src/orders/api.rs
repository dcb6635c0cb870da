//! Endpoints of orders, and of a customer's page with their orders.

use std::collections::BTreeMap;

use crate::orders::list::OrderListParams;
use axum::Json;
use axum::extract::State;
use futures_util::StreamExt as _;
use kernel::id::{Customer as CustomerKind, Order as OrderKind};
use kernel::{CustomerId, Lang, OrderId, Page};
use serde::{Deserialize, Serialize};
use utoipa_axum::router::OpenApiRouter;
use web::list::data;
use web::message::common;
use web::routes;
use web::{Action, Allowed, ApiError, ApiResult, Conflict, Data, JsonIn, ListQuery, Listed, PathId, Refusals, Subject};

use super::activity_wire::ActivityView;
use super::detail::{failed, list_activity, view};
use super::list::{self, FilterContext, Sort};
use super::moves::{Move, Restock};
use super::payment;
use super::status::{PaymentStatus, Status};
use super::status_change;
use super::store;
use super::tags_assignee;
use super::wire::{CustomerAddressView, CustomerView, OrderRow, OrderView};
use platform::App;
use platform::stores;
use web::keyset::Window;
use web::schema;

web::permissions! { Read = Read Order; Update = Update Order; ReadCustomer = Read Customer; }

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_orders))
        .routes(routes!(count_order_statuses))
        .routes(routes!(find_order))
        .routes(routes!(update_order_status))
        .routes(routes!(update_order_payment_status))
        .routes(routes!(list_order_activity))
        .routes(routes!(update_many_order_statuses))
        .routes(routes!(find_customer))
}

/// The store's orders. Sort: `created_at`, total, number. Filter: status, `payment_status`, payment, shipping, `shipping_method`, city,
/// country, total, `created_at`, tag, sku, `customer_type`, cod, assignee, coupon (ids, `any`, `none`), customer, receipt (`waiting`); `where`: groups of conditions as JSON
/// (`[[["city","is","جدة"],["total","gte","100"]],[["tag","is","VIP"]]]`). Search: number, name, phone, code of goods, in any digits.
#[utoipa::path(get, path = "/orders", tag = "Order", params(OrderListParams, ("where" = Option<String>, Query, max_length = 2000, pattern = r"^[^\u0000]*$")), responses(
    (status = 200, body = Listed<OrderRow>), Refusals<422>,
))]
async fn list_orders(State(app): State<App>, allowed: Allowed<Read>, mut query: ListQuery) -> ApiResult<Json<Listed<OrderRow>>> {
    query.check(list::SORTS, list::FILTERS)?;
    if query.sort.is_none() {
        query.is_descending = true;
    }
    let sort = list::sort(&query);
    let profile = stores::get_profile(app.db().conn(), &allowed.scope).await?;
    let context = FilterContext { profile: &profile, user: allowed.caller.user, now: app.env().now() };
    let filters = list::filters(&query, &context)?;
    let window = Window::from_query(&query, sort.directions(), false)?;
    let page = if sort == Sort::Created && filters.is_bounded() {
        list::list(app.db().conn(), &allowed.scope, &filters, sort, &window).await?
    } else {
        // The number of rows to scan is unknown: it never delays a page.
        let scope = allowed.scope.clone();
        app.db().report(async move |c| list::list(c, &scope, &filters, sort, &window).await).await?
    };
    let Page { items, total, is_total_capped, next_cursor } = page;
    let tags_and_assignees = tags_assignee::of_page(app.db().conn(), &allowed.scope, &items).await?;
    let items = items.into_iter().map(|row| OrderRow::from_row(row, profile.currency, &tags_and_assignees)).collect();
    Ok(Json(query.answer(Page { items, total, is_total_capped, next_cursor })))
}

/// Number of orders by status, from stored counters: `{"all": 7, "PEND": 3, ...}`, with every status.
#[utoipa::path(get, path = "/orders/status-counts", tag = "Order", responses(
    (status = 200, body = Data<BTreeMap<String, i64>>),
))]
async fn count_order_statuses(State(app): State<App>, allowed: Allowed<Read>) -> ApiResult<Json<Data<BTreeMap<String, i64>>>> {
    let stored_counts = store::list_status_counts(app.db().conn(), &allowed.scope).await?;
    let mut counts: BTreeMap<String, i64> = Status::ALL.iter().map(|s| (s.code().to_owned(), 0)).collect();
    counts.extend(stored_counts);
    let all = counts.values().sum();
    counts.insert("all".into(), all);
    Ok(data(counts))
}

/// One order.
#[utoipa::path(get, path = "/orders/{id}", tag = "Order", params(("id" = OrderId, Path)), responses(
    (status = 200, body = Data<OrderView>), Refusals<404>,
))]
async fn find_order(
    State(app): State<App>,
    allowed: Allowed<Read>,
    PathId(id): PathId<OrderKind>,
) -> ApiResult<Json<Data<OrderView>>> {
    Ok(data(view(&app, &allowed.scope, id).await?))
}

/// A status transition of an order.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OrderStatusIn {
    status: Status,
    /// The version it was read at.
    version: Option<i64>,
    /// Note in the activity; 2000 characters at most.
    #[schema(value_type = Option<schema::LongText<2_000>>)]
    note: Option<String>,
    /// Which goods are restocked when an order is cancelled or returned: all, none, or those of some lines.
    restock: Option<Restock>,
    /// Moves the order to PRCS although its deposit is missing, and waives the deposit; otherwise 409 `deposit_missing`.
    #[serde(default)]
    goes_without_deposit: bool,
}

/// Moves an order to another status of the transition table.
#[utoipa::path(put, path = "/orders/{id}/status", tag = "Order", params(("id" = OrderId, Path)), request_body = OrderStatusIn, responses(
    (status = 200, body = Data<OrderView>), (status = 409, body = Conflict<OrderView>), Refusals<404, 422>,
))]
async fn update_order_status(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathId(id): PathId<OrderKind>,
    JsonIn(sent): JsonIn<OrderStatusIn>,
) -> ApiResult<Json<Data<OrderView>>> {
    let OrderStatusIn { status, version, note, restock, goes_without_deposit } = sent;
    match status_change::set_status(&app, &allowed.scope, id, Move { status, version, note, restock, goes_without_deposit }).await
    {
        Ok(()) => Ok(data(view(&app, &allowed.scope, id).await?)),
        Err(e) => Err(failed(&app, &allowed.scope, id, e).await),
    }
}

/// A change of the payment status.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OrderPaymentIn {
    payment_status: PaymentStatus,
    /// The version it was read at.
    version: Option<i64>,
    /// Required to go back to `not_paid`.
    #[schema(value_type = Option<schema::LongText<2_000>>)]
    note: Option<String>,
}

/// Marks an order paid, or not paid with a reason.
#[utoipa::path(put, path = "/orders/{id}/payment-status", tag = "Order", params(("id" = OrderId, Path)), request_body = OrderPaymentIn, responses(
    (status = 200, body = Data<OrderView>), (status = 409, body = Conflict<OrderView>), Refusals<404, 422>,
))]
async fn update_order_payment_status(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathId(id): PathId<OrderKind>,
    JsonIn(sent): JsonIn<OrderPaymentIn>,
) -> ApiResult<Json<Data<OrderView>>> {
    let OrderPaymentIn { payment_status, version, note } = sent;
    match payment::set_payment_status(&app, &allowed.scope, id, payment_status, version, note.as_deref()).await {
        Ok(()) => Ok(data(view(&app, &allowed.scope, id).await?)),
        Err(e) => Err(failed(&app, &allowed.scope, id, e).await),
    }
}

/// The activity of an order, oldest first; the newest 200 entries.
#[utoipa::path(get, path = "/orders/{id}/activity", tag = "Order", params(("id" = OrderId, Path)), responses(
    (status = 200, body = Data<Vec<ActivityView>>), Refusals<404>,
))]
async fn list_order_activity(
    State(app): State<App>,
    allowed: Allowed<Read>,
    PathId(id): PathId<OrderKind>,
) -> ApiResult<Json<Data<Vec<ActivityView>>>> {
    Ok(data(list_activity(&app, &allowed.scope, id, allowed.may(Action::Manage, Subject::All)).await?))
}

/// Orders to move to a status.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OrderStatusManyIn {
    /// 1 to 100.
    #[schema(min_items = 1, max_items = 100)]
    items: Vec<OrderId>,
    status: Status,
    /// Note in the activity of each; 2000 characters at most.
    #[schema(value_type = Option<schema::LongText<2_000>>)]
    note: Option<String>,
    /// For CNCL and RTRN: whether the goods are restocked.
    restock: Option<bool>,
}

/// The result of one item of a bulk call.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct OrderResult {
    id: OrderId,
    is_ok: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    message: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    code: Option<&'static str>,
}

/// The results, in the order of the request.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct OrderResults {
    results: Vec<OrderResult>,
}

/// Moves several orders; each on its own.
#[utoipa::path(post, path = "/orders/statusMany", tag = "Order", request_body = OrderStatusManyIn, responses(
    (status = 200, body = Data<OrderResults>), Refusals<422>,
))]
async fn update_many_order_statuses(
    State(app): State<App>,
    allowed: Allowed<Update>,
    JsonIn(sent): JsonIn<OrderStatusManyIn>,
) -> ApiResult<Json<Data<OrderResults>>> {
    let OrderStatusManyIn { items, status, note, restock } = sent;
    if items.is_empty() || items.len() > 100 {
        return Err(ApiError::field("items", common::INVALID_ITEM));
    }
    let lang: Lang = web::lang::current();
    // A few at a time: they share commits, and a hundred in a row would make other stores wait.
    let results = futures_util::stream::iter(items)
        .map(|id| {
            let (app, scope) = (app.clone(), allowed.scope.clone());
            let request = Move { note: note.clone(), restock: restock.map(Restock::All), ..Move::to(status) };
            async move {
                match status_change::set_status(&app, &scope, id, request).await {
                    Ok(()) => OrderResult { id, is_ok: true, message: None, code: None },
                    Err(e) => {
                        let e = ApiError::from(e);
                        OrderResult { id, is_ok: false, message: Some(e.message().get(lang).to_owned()), code: Some(e.code()) }
                    }
                }
            }
        })
        .buffered(8)
        .collect()
        .await;
    Ok(data(OrderResults { results }))
}

/// One customer, with addresses and latest orders. For the id of a merged record it returns the one that stays; see its `id`.
#[utoipa::path(get, path = "/customers/{id}", tag = "Customer", params(("id" = CustomerId, Path)), responses(
    (status = 200, body = Data<CustomerView>), Refusals<404>,
))]
async fn find_customer(
    State(app): State<App>,
    allowed: Allowed<ReadCustomer>,
    PathId(id): PathId<CustomerKind>,
) -> ApiResult<Json<Data<CustomerView>>> {
    let c = app.db().conn();
    let currency = stores::get_profile(c, &allowed.scope).await?.currency;
    let id = customers::find_merged_into(c, &allowed.scope, id).await?.unwrap_or(id);
    let customer = customers::find_detail(c, &allowed.scope, id, currency).await?.ok_or_else(ApiError::not_found)?;
    let addresses = customers::store::list_addresses(c, &allowed.scope, id).await?;
    // Orders need the ability to read orders.
    let latest_orders = allowed
        .only_with(Subject::Order, async || {
            let orders = list::of_customer(c, &allowed.scope, id).await?;
            let tags_and_assignees = tags_assignee::of_page(c, &allowed.scope, &orders).await?;
            Ok::<_, db::Error>(orders.into_iter().map(|row| OrderRow::from_row(row, currency, &tags_and_assignees)).collect())
        })
        .await?;
    Ok(data(CustomerView {
        customer,
        addresses: addresses
            .into_iter()
            .map(|(id, address, used_at)| CustomerAddressView { id, address, used_at: used_at.rfc3339() })
            .collect(),
        latest_orders,
    }))
}
