//! Endpoints of payment methods.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use kernel::id::PaymentMethod as MethodKind;
use kernel::{PaymentMethodId, StoreScope};
use utoipa_axum::router::OpenApiRouter;
use web::list::data;
use web::routes;
use web::{Allowed, ApiError, ApiResult, Conflict, Data, JsonIn, PathId, Refusals};

use super::wire::{DeletedPaymentMethod, NewPaymentMethod, PaymentMethodIn, PaymentMethodOrderIn, PaymentMethodView};
use super::{connection, removal, sorting, store, write};
use platform::{App, stores};

web::permissions! { Read = Read Payment; Create = Create Payment; Update = Update Payment; Delete = Delete Payment; }

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_payment_methods, create_payment_method))
        .routes(routes!(order_payment_methods))
        .routes(routes!(find_payment_method, update_payment_method, delete_payment_method))
        .routes(routes!(restore_payment_method))
}

async fn list(app: &App, scope: &StoreScope) -> ApiResult<Vec<PaymentMethodView>> {
    let c = app.db().conn();
    let currency = stores::get_profile(c, scope).await?.currency;
    let connections = connection::list(c, scope).await?;
    let view = |method: super::PaymentMethod| {
        let connection = connections.iter().find(|connection| connection.method_id == method.id);
        PaymentMethodView::new(method, currency, connection)
    };
    Ok(store::list(c, scope).await?.into_iter().map(view).collect())
}

async fn view(app: &App, scope: &StoreScope, id: PaymentMethodId) -> ApiResult<PaymentMethodView> {
    let c = app.db().conn();
    let currency = stores::get_profile(c, scope).await?.currency;
    let method = store::find(c, scope, id).await?.ok_or_else(ApiError::not_found)?;
    Ok(PaymentMethodView::new(method, currency, connection::find(c, scope, id).await?.as_ref()))
}

/// Every payment method of the store, in the order in which shoppers see them.
#[utoipa::path(get, path = "/payment-methods", tag = "Payment", responses((status = 200, body = Data<Vec<PaymentMethodView>>)))]
async fn list_payment_methods(State(app): State<App>, allowed: Allowed<Read>) -> ApiResult<Json<Data<Vec<PaymentMethodView>>>> {
    Ok(data(list(&app, &allowed.scope).await?))
}

/// Adds a method of a payment gateway, inactive. A store may have several of one provider; cash and transfers are there already.
#[utoipa::path(post, path = "/payment-methods", tag = "Payment", request_body = NewPaymentMethod, responses(
    (status = 201, body = Data<PaymentMethodView>), Refusals<409, 422>,
))]
async fn create_payment_method(
    State(app): State<App>,
    allowed: Allowed<Create>,
    JsonIn(sent): JsonIn<PaymentMethodIn>,
) -> ApiResult<(StatusCode, Json<Data<PaymentMethodView>>)> {
    let id = write::create(&app, &allowed.scope, sent).await?;
    Ok((StatusCode::CREATED, data(view(&app, &allowed.scope, id).await?)))
}

/// One payment method.
#[utoipa::path(get, path = "/payment-methods/{id}", tag = "Payment", params(("id" = PaymentMethodId, Path)), responses(
    (status = 200, body = Data<PaymentMethodView>), Refusals<404>,
))]
async fn find_payment_method(
    State(app): State<App>,
    allowed: Allowed<Read>,
    PathId(id): PathId<MethodKind>,
) -> ApiResult<Json<Data<PaymentMethodView>>> {
    Ok(data(view(&app, &allowed.scope, id).await?))
}

/// Changes a payment method, in whole or in part. A gateway is activated once its credentials are there and it takes the store's
/// currency.
#[utoipa::path(put, path = "/payment-methods/{id}", tag = "Payment", params(("id" = PaymentMethodId, Path)), request_body = PaymentMethodIn, responses(
    (status = 200, body = Data<PaymentMethodView>), (status = 409, body = Conflict<PaymentMethodView>), Refusals<404, 422>,
))]
async fn update_payment_method(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathId(id): PathId<MethodKind>,
    JsonIn(sent): JsonIn<PaymentMethodIn>,
) -> ApiResult<Json<Data<PaymentMethodView>>> {
    write::change(&app, &allowed.scope, id, sent).await?;
    Ok(data(view(&app, &allowed.scope, id).await?))
}

/// Sorts the methods as shoppers see them.
#[utoipa::path(put, path = "/payment-methods/order", tag = "Payment", request_body = PaymentMethodOrderIn, responses(
    (status = 200, body = Data<Vec<PaymentMethodView>>), Refusals<422>,
))]
async fn order_payment_methods(
    State(app): State<App>,
    allowed: Allowed<Update>,
    JsonIn(sent): JsonIn<PaymentMethodOrderIn>,
) -> ApiResult<Json<Data<Vec<PaymentMethodView>>>> {
    sorting::sort(&app, &allowed.scope, sent.items).await?;
    Ok(data(list(&app, &allowed.scope).await?))
}

/// Deletes a method of a payment gateway: it is no longer offered, and orders that were paid with it keep it. `restore` brings it
/// back for a day, with its credentials.
#[utoipa::path(delete, path = "/payment-methods/{id}", tag = "Payment", params(("id" = PaymentMethodId, Path)), responses(
    (status = 200, body = Data<DeletedPaymentMethod>), Refusals<404, 409>,
))]
async fn delete_payment_method(
    State(app): State<App>,
    allowed: Allowed<Delete>,
    PathId(id): PathId<MethodKind>,
) -> ApiResult<Json<Data<DeletedPaymentMethod>>> {
    removal::delete(&app, &allowed.scope, id).await?;
    Ok(data(DeletedPaymentMethod { id }))
}

/// Restores a deleted method, inactive.
#[utoipa::path(post, path = "/payment-methods/{id}/restore", tag = "Payment", params(("id" = PaymentMethodId, Path)), responses(
    (status = 200, body = Data<PaymentMethodView>), Refusals<404, 409>,
))]
async fn restore_payment_method(
    State(app): State<App>,
    allowed: Allowed<Create>,
    PathId(id): PathId<MethodKind>,
) -> ApiResult<Json<Data<PaymentMethodView>>> {
    removal::restore(&app, &allowed.scope, id).await?;
    Ok(data(view(&app, &allowed.scope, id).await?))
}
