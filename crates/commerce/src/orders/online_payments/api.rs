//! Endpoints of online payments.

use axum::Json;
use axum::extract::State;
use kernel::id::{Order as OrderKind, PaymentCase as PaymentCaseKind};
use kernel::{OrderId, PaymentCaseId};
use utoipa_axum::router::OpenApiRouter;
use web::list::data;
use web::routes;
use web::{Allowed, ApiError, ApiResult, Data, JsonIn, PathId, Refusals};

use super::wire::{CaseView, OnlinePaymentsView, PaymentCaseCloseIn};
use super::{attempts_store as attempts, cases_store as cases, close, transactions_store as transactions};
use crate::orders::store as orders;
use platform::App;

web::permissions! { Read = Read Order; Update = Update Order; }

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_order_payments))
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
    let all = attempts::list_by_order(c, scope, id).await?;
    let rows = transactions::list_by_order(c, scope, id).await?;
    Ok(data(OnlinePaymentsView::new(all, rows, cases::list_by_order(c, scope, id).await?)))
}

/// The open cases of online payments, newest first; the newest 100. Unknown payments have no order.
#[utoipa::path(get, path = "/payment-cases", tag = "Order", responses((status = 200, body = Data<Vec<CaseView>>)))]
async fn list_payment_cases(State(app): State<App>, allowed: Allowed<Read>) -> ApiResult<Json<Data<Vec<CaseView>>>> {
    let open = cases::list_open(app.db().conn(), &allowed.scope).await?;
    Ok(data(open.into_iter().map(CaseView::from_case).collect()))
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
