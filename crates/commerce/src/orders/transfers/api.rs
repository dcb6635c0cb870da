//! Endpoints of receipts.

use axum::Json;
use axum::extract::State;
use axum::http::HeaderValue;
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_SECURITY_POLICY, CONTENT_TYPE, X_CONTENT_TYPE_OPTIONS};
use axum::response::{IntoResponse, Response};
use kernel::id::{Order as OrderKind, Receipt as ReceiptKind};
use kernel::{OrderId, ReceiptId, StoreScope};
use utoipa_axum::router::OpenApiRouter;
use web::list::data;
use web::routes;
use web::{Allowed, ApiError, ApiResult, Conflict, Data, JsonIn, PathId, PathIds, Refusals};

use super::decide::{self, DecideError};
use super::wire::{ReceiptAcceptIn, ReceiptRefuseIn, ReceiptView, ReceiptsWaiting};
use super::{blob, store};
use crate::orders::detail::failed;
use crate::orders::store as orders;
use crate::orders::wire::OrderView;
use platform::bounded;
use platform::{App, stores};

web::permissions! { Read = Read Order; Update = Update Order; }

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(count_receipts_waiting))
        .routes(routes!(list_order_receipts))
        .routes(routes!(read_order_receipt_file))
        .routes(routes!(accept_order_receipt))
        .routes(routes!(refuse_order_receipt))
}

async fn views(app: &App, scope: &StoreScope, id: OrderId) -> ApiResult<Vec<ReceiptView>> {
    let c = app.db().conn();
    orders::find(c, scope, id).await?.ok_or_else(ApiError::not_found)?;
    let currency = stores::get_profile(c, scope).await?.currency;
    let mut all = Vec::new();
    // An order has ten at most.
    for receipt in store::list(c, scope, id).await? {
        let list_others = store::list_others(c, scope, &receipt).await?;
        all.push(ReceiptView::from_receipt(&receipt, &list_others, currency));
    }
    Ok(all)
}

async fn refused(app: &App, scope: &StoreScope, order: OrderId, e: DecideError) -> ApiError {
    match e {
        DecideError::Order(e) => failed(app, scope, order, e).await,
        e => e.into(),
    }
}

/// Number of orders with a waiting receipt, counted up to 1000: `is_capped` says that there are more.
#[utoipa::path(get, path = "/orders/receipts-waiting", tag = "Order", responses((status = 200, body = Data<ReceiptsWaiting>)))]
async fn count_receipts_waiting(State(app): State<App>, allowed: Allowed<Read>) -> ApiResult<Json<Data<ReceiptsWaiting>>> {
    let counted = store::count_waiting(app.db().conn(), &allowed.scope).await?;
    Ok(data(ReceiptsWaiting { count: counted.min(bounded::MOST), is_capped: counted > bounded::MOST }))
}

/// The receipts of an order, newest first, each with identical or similar ones of the store.
#[utoipa::path(get, path = "/orders/{id}/receipts", tag = "Order", params(("id" = OrderId, Path)), responses(
    (status = 200, body = Data<Vec<ReceiptView>>), Refusals<404>,
))]
async fn list_order_receipts(
    State(app): State<App>,
    allowed: Allowed<Read>,
    PathId(id): PathId<OrderKind>,
) -> ApiResult<Json<Data<Vec<ReceiptView>>>> {
    Ok(data(views(&app, &allowed.scope, id).await?))
}

/// The file of a receipt: a picture or a PDF.
#[utoipa::path(get, path = "/orders/{id}/receipts/{receipt}/file", tag = "Order",
    params(("id" = OrderId, Path), ("receipt" = ReceiptId, Path)),
    responses((status = 200, description = "The file", content_type = "image/jpeg", body = Vec<u8>), Refusals<404>))]
async fn read_order_receipt_file(
    State(app): State<App>,
    allowed: Allowed<Read>,
    PathIds(order, receipt): PathIds<OrderKind, ReceiptKind>,
) -> ApiResult<Response> {
    let found = store::find(app.db().conn(), &allowed.scope, order, receipt).await?.ok_or_else(ApiError::not_found)?;
    let bytes = app.blobs.get(&blob::key(allowed.scope.store(), &found.stored)).await.map_err(|e| ApiError::unavailable(&e))?;
    let mut response = bytes.into_response();
    let headers = [
        (CONTENT_TYPE, found.content_type.clone()),
        // A PDF is never rendered in the dashboard's origin, whatever its content; a picture was re-encoded by this program.
        (CONTENT_DISPOSITION, format!("attachment; filename=\"{}\"", found.stored)),
        (X_CONTENT_TYPE_OPTIONS, "nosniff".to_owned()),
        (CONTENT_SECURITY_POLICY, "sandbox; default-src 'none'".to_owned()),
        (CACHE_CONTROL, "private, no-store".to_owned()),
    ];
    for (header, value) in headers {
        if let Ok(value) = HeaderValue::from_str(&value) {
            response.headers_mut().insert(header, value);
        }
    }
    Ok(response)
}

/// Accepts a receipt: its payment is recorded, and an order under review is paid once nothing is owed.
#[utoipa::path(put, path = "/orders/{id}/receipts/{receipt}/accept", tag = "Order",
    params(("id" = OrderId, Path), ("receipt" = ReceiptId, Path)), request_body = ReceiptAcceptIn, responses(
    (status = 200, body = Data<Vec<ReceiptView>>), (status = 409, body = Conflict<OrderView>), Refusals<404, 422>,
))]
async fn accept_order_receipt(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathIds(order, receipt): PathIds<OrderKind, ReceiptKind>,
    JsonIn(sent): JsonIn<ReceiptAcceptIn>,
) -> ApiResult<Json<Data<Vec<ReceiptView>>>> {
    let currency = stores::get_profile(app.db().conn(), &allowed.scope).await?.currency;
    match decide::accept(&app, &allowed.scope, order, receipt, sent, currency).await {
        Ok(()) => Ok(data(views(&app, &allowed.scope, order).await?)),
        Err(e) => Err(refused(&app, &allowed.scope, order, e).await),
    }
}

/// Refuses a receipt with a reason for the shopper.
#[utoipa::path(put, path = "/orders/{id}/receipts/{receipt}/refuse", tag = "Order",
    params(("id" = OrderId, Path), ("receipt" = ReceiptId, Path)), request_body = ReceiptRefuseIn, responses(
    (status = 200, body = Data<Vec<ReceiptView>>), (status = 409, body = Conflict<OrderView>), Refusals<404, 422>,
))]
async fn refuse_order_receipt(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathIds(order, receipt): PathIds<OrderKind, ReceiptKind>,
    JsonIn(sent): JsonIn<ReceiptRefuseIn>,
) -> ApiResult<Json<Data<Vec<ReceiptView>>>> {
    match decide::refuse(&app, &allowed.scope, order, receipt, sent).await {
        Ok(()) => Ok(data(views(&app, &allowed.scope, order).await?)),
        Err(e) => Err(refused(&app, &allowed.scope, order, e).await),
    }
}
