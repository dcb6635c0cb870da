//! Endpoints of the ledger.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use kernel::OrderId;
use kernel::id::Order as OrderKind;
use utoipa_axum::router::OpenApiRouter;
use web::list::data;
use web::routes;
use web::{Allowed, ApiError, ApiResult, Conflict, Data, JsonIn, PathId, Refusals};

use super::store;
use super::wire::{EntryView, PaymentIn};
use crate::orders::detail::failed;
use crate::orders::payment;
use crate::orders::store as orders;
use crate::orders::wire::OrderView;
use platform::{App, stores};

web::permissions! { Read = Read Order; Update = Update Order; }

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_order_entries)).routes(routes!(create_order_payment))
}

/// The ledger entries of an order, oldest first; the newest 500.
#[utoipa::path(get, path = "/orders/{id}/entries", tag = "Order", params(("id" = OrderId, Path)), responses(
    (status = 200, body = Data<Vec<EntryView>>), Refusals<404>,
))]
async fn list_order_entries(
    State(app): State<App>,
    allowed: Allowed<Read>,
    PathId(id): PathId<OrderKind>,
) -> ApiResult<Json<Data<Vec<EntryView>>>> {
    let c = app.db().conn();
    orders::find(c, &allowed.scope, id).await?.ok_or_else(ApiError::not_found)?;
    let currency = stores::get_profile(c, &allowed.scope).await?.currency;
    Ok(data(store::list(c, &allowed.scope, id).await?.into_iter().map(|e| EntryView::from_entry(e, currency)).collect()))
}

/// Records a payment: all that is owed, or a part of it. The order is paid once nothing is owed.
#[utoipa::path(post, path = "/orders/{id}/payments", tag = "Order", params(("id" = OrderId, Path)), request_body = PaymentIn, responses(
    (status = 201, body = Data<EntryView>), (status = 409, body = Conflict<OrderView>), Refusals<404, 422>,
))]
async fn create_order_payment(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathId(id): PathId<OrderKind>,
    JsonIn(sent): JsonIn<PaymentIn>,
) -> ApiResult<(StatusCode, Json<Data<EntryView>>)> {
    let c = app.db().conn();
    let currency = stores::get_profile(c, &allowed.scope).await?.currency;
    let n = match payment::record(&app, &allowed.scope, id, sent, currency).await {
        Ok(n) => n,
        Err(e) => return Err(failed(&app, &allowed.scope, id, e).await),
    };
    let entry = store::list(c, &allowed.scope, id).await?.into_iter().find(|e| e.n == n).ok_or_else(ApiError::not_found)?;
    Ok((StatusCode::CREATED, data(EntryView::from_entry(entry, currency))))
}
