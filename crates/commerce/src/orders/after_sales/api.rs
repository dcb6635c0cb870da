//! Endpoints of returns and refunds.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use kernel::OrderId;
use kernel::id::Order as OrderKind;
use utoipa_axum::router::OpenApiRouter;
use web::list::data;
use web::routes;
use web::{Action, Allowed, ApiError, ApiResult, Conflict, Data, JsonIn, PathId, Refusals, Subject};

use super::wire::{OrderReturnView, RefundPreview, RefundView, RefundableView, ReturnPreview};
use super::wire_in::{RefundIn, ReturnIn, ReturnPreviewIn};
use super::{goods, refund};
use crate::orders::detail::failed;
use crate::orders::online_payments::gateway::return_order;
use crate::orders::online_payments::refund_request::check_left;
use crate::orders::returns::store;
use crate::orders::store as orders;
use crate::orders::wire::OrderView;
use platform::{App, stores};

// A refund needs more than the ability to update orders: who may tag, assign and move orders cannot pay out by that alone.
web::permissions! { Read = Read Order; Update = Update Order; Refund = Manage Order; }

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_order_returns, create_order_return))
        .routes(routes!(preview_order_return))
        .routes(routes!(list_order_refunds, create_order_refund))
        .routes(routes!(find_order_refundable))
        .routes(routes!(preview_order_refund))
}

/// The returns of an order, newest first; the latest 200.
#[utoipa::path(get, path = "/orders/{id}/returns", tag = "Order", params(("id" = OrderId, Path)), responses(
    (status = 200, body = Data<Vec<OrderReturnView>>), Refusals<404>,
))]
async fn list_order_returns(
    State(app): State<App>,
    allowed: Allowed<Read>,
    PathId(id): PathId<OrderKind>,
) -> ApiResult<Json<Data<Vec<OrderReturnView>>>> {
    let c = app.db().conn();
    orders::find(c, &allowed.scope, id).await?.ok_or_else(ApiError::not_found)?;
    let rows = store::list_returns(c, &allowed.scope, id).await?;
    let lines = store::list_return_lines(c, &allowed.scope, id).await?;
    Ok(data(OrderReturnView::all(rows, &lines)))
}

/// Takes back some or all goods of an order; the order is `RTRN` once all of them are back. With `refund` it also refunds them,
/// which needs the ability to manage orders as refunds do. A refund through a gateway is requested in the same step; where that
/// cannot be, nothing comes back.
#[utoipa::path(post, path = "/orders/{id}/returns", tag = "Order", params(("id" = OrderId, Path)), request_body = ReturnIn, responses(
    (status = 201, body = Data<OrderReturnView>), (status = 409, body = Conflict<OrderView>), Refusals<404, 422>,
))]
async fn create_order_return(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathId(id): PathId<OrderKind>,
    JsonIn(sent): JsonIn<ReturnIn>,
) -> ApiResult<(StatusCode, Json<Data<OrderReturnView>>)> {
    if sent.refund.is_some() && !allowed.may(Action::Manage, Subject::Order) {
        return Err(ApiError::forbidden());
    }
    let c = app.db().conn();
    let currency = stores::get_profile(c, &allowed.scope).await?.currency;
    let return_id = match return_order::record_return(&app, &allowed.scope, id, sent, currency).await {
        Ok(return_id) => return_id,
        Err(e) => return Err(failed(&app, &allowed.scope, id, e).await),
    };
    let rows = store::list_returns(c, &allowed.scope, id).await?.into_iter().filter(|r| r.id == return_id).collect();
    let lines = store::list_return_lines(c, &allowed.scope, id).await?;
    let view = OrderReturnView::all(rows, &lines).pop().ok_or_else(ApiError::not_found)?;
    Ok((StatusCode::CREATED, data(view)))
}

/// What a return would do to the order's money; nothing is written.
#[utoipa::path(post, path = "/orders/{id}/returns/preview", tag = "Order", params(("id" = OrderId, Path)), request_body = ReturnPreviewIn, responses(
    (status = 200, body = Data<ReturnPreview>), Refusals<404, 409, 422>,
))]
async fn preview_order_return(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathId(id): PathId<OrderKind>,
    JsonIn(sent): JsonIn<ReturnPreviewIn>,
) -> ApiResult<Json<Data<ReturnPreview>>> {
    let c = app.db().conn();
    let currency = stores::get_profile(c, &allowed.scope).await?.currency;
    let settlement = goods::preview(c, &allowed.scope, id, &sent, currency).await?;
    if let Some(charge) = sent.refund.and_then(|refund| refund.transaction_id) {
        let amount = settlement.refund.as_ref().map_or(0, |(priced, _)| priced.sum.amount);
        check_left(c, &allowed.scope, id, charge, amount, return_order::CHARGE_PATH).await?;
    }
    Ok(data(ReturnPreview::from_settlement(&settlement, currency)))
}

/// The refunds of an order, newest first; the latest 200.
#[utoipa::path(get, path = "/orders/{id}/refunds", tag = "Order", params(("id" = OrderId, Path)), responses(
    (status = 200, body = Data<Vec<RefundView>>), Refusals<404>,
))]
async fn list_order_refunds(
    State(app): State<App>,
    allowed: Allowed<Read>,
    PathId(id): PathId<OrderKind>,
) -> ApiResult<Json<Data<Vec<RefundView>>>> {
    let c = app.db().conn();
    orders::find(c, &allowed.scope, id).await?.ok_or_else(ApiError::not_found)?;
    let currency = stores::get_profile(c, &allowed.scope).await?.currency;
    let rows = store::list_refunds(c, &allowed.scope, id).await?;
    let lines = store::list_refund_lines(c, &allowed.scope, id).await?;
    Ok(data(RefundView::all(rows, &lines, currency)))
}

/// Refunds an order: lines, shipping and the payment fee, or an amount; never more than was paid.
#[utoipa::path(post, path = "/orders/{id}/refunds", tag = "Order", params(("id" = OrderId, Path)), request_body = RefundIn, responses(
    (status = 201, body = Data<RefundView>), (status = 409, body = Conflict<OrderView>), Refusals<404, 422>,
))]
async fn create_order_refund(
    State(app): State<App>,
    allowed: Allowed<Refund>,
    PathId(id): PathId<OrderKind>,
    JsonIn(sent): JsonIn<RefundIn>,
) -> ApiResult<(StatusCode, Json<Data<RefundView>>)> {
    let c = app.db().conn();
    let currency = stores::get_profile(c, &allowed.scope).await?.currency;
    let refund_id = match refund::refund(&app, &allowed.scope, id, sent, currency).await {
        Ok(refund_id) => refund_id,
        Err(e) => return Err(failed(&app, &allowed.scope, id, e).await),
    };
    let rows = store::list_refunds(c, &allowed.scope, id).await?.into_iter().filter(|r| r.id == refund_id).collect();
    let lines = store::list_refund_lines(c, &allowed.scope, id).await?;
    let view = RefundView::all(rows, &lines, currency).pop().ok_or_else(ApiError::not_found)?;
    Ok((StatusCode::CREATED, data(view)))
}

/// What of an order can still be refunded, by line.
#[utoipa::path(get, path = "/orders/{id}/refundable", tag = "Order", params(("id" = OrderId, Path)), responses(
    (status = 200, body = Data<RefundableView>), Refusals<404>,
))]
async fn find_order_refundable(
    State(app): State<App>,
    allowed: Allowed<Read>,
    PathId(id): PathId<OrderKind>,
) -> ApiResult<Json<Data<RefundableView>>> {
    let c = app.db().conn();
    let order = orders::find(c, &allowed.scope, id).await?.ok_or_else(ApiError::not_found)?;
    let currency = stores::get_profile(c, &allowed.scope).await?.currency;
    let left = refund::left_of(c, &allowed.scope, &order).await?;
    Ok(data(RefundableView::new(&left, currency)))
}

/// The sums of a refund; nothing is written.
#[utoipa::path(post, path = "/orders/{id}/refunds/preview", tag = "Order", params(("id" = OrderId, Path)), request_body = RefundIn, responses(
    (status = 200, body = Data<RefundPreview>), Refusals<404, 409, 422>,
))]
async fn preview_order_refund(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathId(id): PathId<OrderKind>,
    JsonIn(sent): JsonIn<RefundIn>,
) -> ApiResult<Json<Data<RefundPreview>>> {
    let c = app.db().conn();
    let currency = stores::get_profile(c, &allowed.scope).await?.currency;
    let order = orders::find(c, &allowed.scope, id).await?.ok_or_else(ApiError::not_found)?;
    let request = refund::read(&sent, currency)?;
    let left = refund::left_of(c, &allowed.scope, &order).await?;
    let priced = refund::price(&left.refundable, left.sums, &request)?;
    Ok(data(RefundPreview::new(&priced, &left, currency)))
}
