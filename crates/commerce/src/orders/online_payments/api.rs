//! Endpoints of online payments.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use kernel::id::{Order as OrderKind, PaymentCase as PaymentCaseKind};
use kernel::{OrderId, PaymentCaseId};
use utoipa_axum::router::OpenApiRouter;
use web::keyset::{COUNTED, Key, Window, capped};
use web::list::{PageParams, data};
use web::routes;
use web::{Allowed, ApiError, ApiResult, Conflict, Data, JsonIn, ListQuery, Listed, PathId, Refusals};

use super::gateway::refund_order;
use super::refunds::OnlineRefundView;
use super::wire::{CaseView, OnlinePaymentsView, OnlineRefundIn, OpenCaseView, PaymentCaseCloseIn};
use super::{cases_store as cases, close, view};
use crate::orders::detail::failed;
use crate::orders::store as orders;
use crate::orders::wire::OrderView;
use platform::{App, stores};

// As a refund by hand: it needs more than the ability to update orders.
web::permissions! { Read = Read Order; Update = Update Order; Refund = Manage Order; }

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_order_payments))
        .routes(routes!(create_order_online_refund))
        .routes(routes!(list_payment_cases))
        .routes(routes!(close_payment_case))
}

/// The online payments of an order: attempts, transactions as the gateways reported them, and cases.
#[utoipa::path(get, path = "/orders/{id}/payments", tag = "Order", params(("id" = OrderId, Path)), responses(
    (status = 200, body = Data<OnlinePaymentsView>), Refusals<404>,
))]
async fn list_order_payments(
    State(app): State<App>,
    allowed: Allowed<Read>,
    PathId(id): PathId<OrderKind>,
) -> ApiResult<Json<Data<OnlinePaymentsView>>> {
    let (c, scope) = (app.db().conn(), &allowed.scope);
    orders::find(c, scope, id).await?.ok_or_else(ApiError::not_found)?;
    Ok(data(view::of_order(&app, scope, id).await?))
}

/// Refunds an online payment through its gateway: lines, shipping and the payment fee, or an amount; never more than that payment
/// and the order have left. The gateway is called after this: the refund is `requested`, and stands in the order's ledger once the
/// gateway says that it was done.
#[utoipa::path(post, path = "/orders/{id}/online-refunds", tag = "Order", params(("id" = OrderId, Path)), request_body = OnlineRefundIn,
    responses((status = 201, body = Data<OnlineRefundView>), (status = 409, body = Conflict<OrderView>), Refusals<404, 422>))]
async fn create_order_online_refund(
    State(app): State<App>,
    allowed: Allowed<Refund>,
    PathId(id): PathId<OrderKind>,
    JsonIn(sent): JsonIn<OnlineRefundIn>,
) -> ApiResult<(StatusCode, Json<Data<OnlineRefundView>>)> {
    let scope = &allowed.scope;
    let currency = stores::get_profile(app.db().conn(), scope).await?.currency;
    let (charge, refund) = sent.into_parts();
    let request = match refund_order::refund(&app, scope, id, charge, refund, currency).await {
        Ok(request) => request,
        Err(e) => return Err(failed(&app, scope, id, e).await),
    };
    let requested = view::of_order(&app, scope, id).await?.into_refund(request).ok_or_else(ApiError::not_found)?;
    Ok((StatusCode::CREATED, data(requested)))
}

/// The open cases of online payments, the newest first, each with its payment. Unknown payments have no order.
#[utoipa::path(get, path = "/payment-cases", tag = "Order", params(PageParams), responses(
    (status = 200, body = Listed<OpenCaseView>), Refusals<422>,
))]
async fn list_payment_cases(
    State(app): State<App>,
    allowed: Allowed<Read>,
    query: ListQuery,
) -> ApiResult<Json<Listed<OpenCaseView>>> {
    query.check(&[], &[])?;
    let (c, scope) = (app.db().conn(), &allowed.scope);
    let window = Window::from_query(&query, web::sorted!("c.id", "c.id"), false)?;
    let before = PaymentCaseId::from_raw(window.cursor.as_ref().map_or(i64::MAX, |cursor| cursor.id));
    let rows = cases::list_open(c, scope, before, window.per_page + 1, window.offset).await?;
    let total = cases::count_open(c, scope, COUNTED - 1).await?;
    let page = window.page(rows, capped(total), |row| (Key::Int(row.case.id.raw()), row.case.id.raw()));
    Ok(Json(query.answer(page.map(OpenCaseView::from_open))))
}

/// Closes a case with a note; it changes no money. 409 `already_closed` when it is closed.
#[utoipa::path(post, path = "/payment-cases/{id}/close", tag = "Order", params(("id" = PaymentCaseId, Path)),
    request_body = PaymentCaseCloseIn, responses((status = 200, body = Data<CaseView>), Refusals<404, 409, 422>))]
async fn close_payment_case(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathId(id): PathId<PaymentCaseKind>,
    JsonIn(sent): JsonIn<PaymentCaseCloseIn>,
) -> ApiResult<Json<Data<CaseView>>> {
    close::close_case(&app, &allowed.scope, id, &sent.note).await?;
    let case = cases::find(app.db().conn(), &allowed.scope, id).await?.ok_or_else(ApiError::not_found)?;
    Ok(data(CaseView::from_case(case)))
}
