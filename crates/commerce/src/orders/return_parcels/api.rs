//! Endpoints of return parcels.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use kernel::id::{Order as OrderKind, ReturnParcel as ReturnParcelKind};
use kernel::{OrderId, ReturnParcelId};
use utoipa_axum::router::OpenApiRouter;
use web::list::data;
use web::{Allowed, ApiError, ApiResult, Data, JsonIn, Message, PathId, QueryIn, Refusals, routes};

use super::model::State as ParcelState;
use super::of_order::{of_order, one};
use super::wire::{OrderReturnParcelsView, ReturnParcelIn, ReturnParcelView};
use super::{cancel, create, store};
use crate::orders::fulfilment::courier_label_api::{self as courier_label, CourierLabelQuery};
use crate::orders::store as orders;
use platform::{App, stores};

web::permissions! { Read = Read Order; Update = Update Order; }

const NOT_BOOKED: Message =
    Message::new("لا توجد بوليصة لدى شركة الشحن لمرتجع غير محجوز.", "The courier has no label of a return that isn't booked.");

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(find_order_return_parcels, create_return_parcel))
        .routes(routes!(cancel_return_parcel))
        .routes(routes!(read_return_parcel_label))
}

/// The return parcels of an order, and what a new one can hold.
#[utoipa::path(get, path = "/orders/{id}/return-parcels", tag = "ReturnParcel", params(("id" = OrderId, Path)), responses(
    (status = 200, body = Data<OrderReturnParcelsView>), Refusals<404>,
))]
async fn find_order_return_parcels(
    State(app): State<App>,
    allowed: Allowed<Read>,
    PathId(id): PathId<OrderKind>,
) -> ApiResult<Json<Data<OrderReturnParcelsView>>> {
    let order = orders::find(app.db().conn(), &allowed.scope, id).await?.ok_or_else(ApiError::not_found)?;
    Ok(data(of_order(&app, &allowed.scope, &order).await?))
}

/// Books a courier to fetch pieces of an order at the customer's. The parcel is `waiting` until the courier has confirmed or refused
/// it. Neither the order nor its stock moves: a return takes the goods back once they are there.
#[utoipa::path(post, path = "/orders/{id}/return-parcels", tag = "ReturnParcel", params(("id" = OrderId, Path)), request_body = ReturnParcelIn, responses(
    (status = 201, body = Data<ReturnParcelView>), Refusals<404, 409, 422>,
))]
async fn create_return_parcel(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathId(id): PathId<OrderKind>,
    JsonIn(sent): JsonIn<ReturnParcelIn>,
) -> ApiResult<(StatusCode, Json<Data<ReturnParcelView>>)> {
    let profile = stores::get_profile(app.db().conn(), &allowed.scope).await?;
    let id = create::create(&app, &allowed.scope, id, sent, profile).await?;
    Ok((StatusCode::CREATED, data(one(&app, &allowed.scope, id).await?)))
}

/// Calls a return parcel off until the courier has the goods. One that is or may be booked is cancelled once the courier says so.
#[utoipa::path(post, path = "/return-parcels/{id}/cancel", tag = "ReturnParcel", params(("id" = ReturnParcelId, Path)), responses(
    (status = 200, body = Data<ReturnParcelView>), Refusals<404, 409>,
))]
async fn cancel_return_parcel(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathId(id): PathId<ReturnParcelKind>,
) -> ApiResult<Json<Data<ReturnParcelView>>> {
    cancel::cancel(&app, &allowed.scope, id).await?;
    Ok(data(one(&app, &allowed.scope, id).await?))
}

/// The courier's label of a booked return parcel, for the customer to put on it. A real call to the courier.
#[utoipa::path(get, path = "/return-parcels/{id}/courier-label", tag = "ReturnParcel", params(("id" = ReturnParcelId, Path), CourierLabelQuery), responses(
    (status = 200, description = "The label", content_type = "application/pdf", body = Vec<u8>), Refusals<404, 409, 422>,
))]
async fn read_return_parcel_label(
    State(app): State<App>,
    allowed: Allowed<Read>,
    PathId(id): PathId<ReturnParcelKind>,
    QueryIn(query): QueryIn<CourierLabelQuery>,
) -> ApiResult<Response> {
    let size = courier_label::size(query.size.as_deref())?;
    let parcel = store::find(app.db().conn(), &allowed.scope, id).await?.ok_or_else(ApiError::not_found)?;
    if parcel.state != ParcelState::Booked || parcel.tracking_no.is_empty() {
        return Err(ApiError::conflict("return_parcel_not_booked", NOT_BOOKED));
    }
    courier_label::check(&app, parcel.provider)?;
    courier_label::fetch(&app, &allowed.scope, parcel.provider, &[parcel.tracking_no], size).await
}
