//! Endpoints of shipments. Reading them and printing their labels needs the ability to read orders.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use kernel::id::{Order as OrderKind, Shipment as ShipmentKind};
use kernel::{OrderId, ShipmentId, StoreScope};
use utoipa_axum::router::OpenApiRouter;
use web::list::data;
use web::routes;
use web::{Allowed, ApiError, ApiResult, Conflict, Data, JsonIn, PathId, Refusals};

use super::of_order::of_order;
use super::shipment_view::ShipmentView;
use super::wire::{OrderShipmentsView, ShipmentIn, ShipmentPatch, ShipmentStatusIn};
use super::{change, create, update};
use crate::orders::cascade::courier;
use crate::orders::error::OrderError;
use crate::orders::store as orders;
use crate::orders::wire::OrderView;
use crate::shipments;
use platform::{App, stores};

web::permissions! { Read = Read Order; Update = Update Order; }

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(find_order_shipments, create_shipment))
        .routes(routes!(find_shipment, update_shipment))
        .routes(routes!(update_shipment_status))
        .routes(routes!(retry_shipment_booking))
}

async fn view(app: &App, scope: &StoreScope, id: ShipmentId) -> ApiResult<ShipmentView> {
    let c = app.db().conn();
    let shipment = shipments::find(c, scope, id).await?.ok_or_else(ApiError::not_found)?;
    let order = orders::find(c, scope, shipment.order_id).await?.ok_or_else(ApiError::not_found)?;
    let lines: Vec<_> = shipments::list_lines(c, scope, id).await?.into_iter().map(|l| (id, l)).collect();
    let list_events = shipments::list_events(c, scope, shipment.order_id).await?;
    let currency = stores::get_profile(c, scope).await?.currency;
    let tracking: Vec<_> = shipments::find_tracking(c, scope, id).await?.into_iter().collect();
    Ok(ShipmentView::new(&shipment, order.number, &lines, &list_events, currency).with_tracking(&tracking))
}

/// A stale change gets 409 with the current shipment.
async fn failed(app: &App, scope: &StoreScope, id: ShipmentId, e: OrderError) -> ApiError {
    match e {
        OrderError::Stale => match view(app, scope, id).await {
            Ok(now) => ApiError::stale().with_current(&now),
            Err(e) => e,
        },
        e => e.into(),
    }
}

/// The shipments of an order, what is left to ship, and the defaults of a new waybill.
#[utoipa::path(get, path = "/orders/{id}/shipments", tag = "Shipment", params(("id" = OrderId, Path)), responses(
    (status = 200, body = Data<OrderShipmentsView>), Refusals<404>,
))]
async fn find_order_shipments(
    State(app): State<App>,
    allowed: Allowed<Read>,
    PathId(id): PathId<OrderKind>,
) -> ApiResult<Json<Data<OrderShipmentsView>>> {
    Ok(data(of_order(&app, &allowed.scope, id).await?))
}

/// Creates a shipment of pieces of an order: all that is left, or the named ones. The order moves with it.
#[utoipa::path(post, path = "/orders/{id}/shipments", tag = "Shipment", params(("id" = OrderId, Path)), request_body = ShipmentIn, responses(
    (status = 201, body = Data<ShipmentView>), (status = 409, body = Conflict<OrderView>), Refusals<404, 422>,
))]
async fn create_shipment(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathId(id): PathId<OrderKind>,
    JsonIn(sent): JsonIn<ShipmentIn>,
) -> ApiResult<(StatusCode, Json<Data<ShipmentView>>)> {
    let currency = stores::get_profile(app.db().conn(), &allowed.scope).await?.currency;
    match create::create(&app, &allowed.scope, id, sent, currency).await {
        Ok(created) => Ok((StatusCode::CREATED, data(view(&app, &allowed.scope, created).await?))),
        Err(e) => Err(crate::orders::detail::failed(&app, &allowed.scope, id, e).await),
    }
}

/// One shipment.
#[utoipa::path(get, path = "/shipments/{id}", tag = "Shipment", params(("id" = ShipmentId, Path)), responses(
    (status = 200, body = Data<ShipmentView>), Refusals<404>,
))]
async fn find_shipment(
    State(app): State<App>,
    allowed: Allowed<Read>,
    PathId(id): PathId<ShipmentKind>,
) -> ApiResult<Json<Data<ShipmentView>>> {
    Ok(data(view(&app, &allowed.scope, id).await?))
}

/// Corrects a waybill: all of it while the shipment is in the store, only courier and tracking once it has left. Of a booked one the
/// courier is asked for what it can change, and `pending_change` tells so until it has confirmed it.
#[utoipa::path(put, path = "/shipments/{id}", tag = "Shipment", params(("id" = ShipmentId, Path)), request_body = ShipmentPatch, responses(
    (status = 200, body = Data<ShipmentView>), (status = 409, body = Conflict<ShipmentView>), Refusals<404, 422>,
))]
async fn update_shipment(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathId(id): PathId<ShipmentKind>,
    JsonIn(sent): JsonIn<ShipmentPatch>,
) -> ApiResult<Json<Data<ShipmentView>>> {
    let profile = stores::get_profile(app.db().conn(), &allowed.scope).await?;
    match update::update(&app, &allowed.scope, id, sent, &profile).await {
        Ok(()) => Ok(data(view(&app, &allowed.scope, id).await?)),
        Err(e) => Err(failed(&app, &allowed.scope, id, e).await),
    }
}

/// Moves a shipment to another status; the order follows. The pieces of a cancelled one are to be shipped again.
#[utoipa::path(put, path = "/shipments/{id}/status", tag = "Shipment", params(("id" = ShipmentId, Path)), request_body = ShipmentStatusIn, responses(
    (status = 200, body = Data<ShipmentView>), (status = 409, body = Conflict<ShipmentView>), Refusals<404, 422>,
))]
async fn update_shipment_status(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathId(id): PathId<ShipmentKind>,
    JsonIn(sent): JsonIn<ShipmentStatusIn>,
) -> ApiResult<Json<Data<ShipmentView>>> {
    match change::set_status(&app, &allowed.scope, id, sent).await {
        Ok(()) => Ok(data(view(&app, &allowed.scope, id).await?)),
        Err(e) => Err(failed(&app, &allowed.scope, id, e).await),
    }
}

/// Retries a failed booking, with the current waybill.
#[utoipa::path(post, path = "/shipments/{id}/booking", tag = "Shipment", params(("id" = ShipmentId, Path)), responses(
    (status = 200, body = Data<ShipmentView>), (status = 409, body = Conflict<ShipmentView>), Refusals<404>,
))]
async fn retry_shipment_booking(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathId(id): PathId<ShipmentKind>,
) -> ApiResult<Json<Data<ShipmentView>>> {
    match courier::retry_booking(&app, &allowed.scope, id).await {
        Ok(()) => Ok(data(view(&app, &allowed.scope, id).await?)),
        Err(e) => Err(failed(&app, &allowed.scope, id, e.into_order()?).await),
    }
}
