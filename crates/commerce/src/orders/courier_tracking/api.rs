//! What a courier says of a shipment, for who may read orders.

use axum::Json;
use axum::extract::State;
use kernel::ShipmentId;
use kernel::id::Shipment as ShipmentKind;
use utoipa_axum::router::OpenApiRouter;
use web::list::data;
use web::routes;
use web::{Allowed, ApiError, ApiResult, Data, PathId, Refusals};

use super::wire::ShipmentTrackingView;
use crate::shipments;
use platform::{App, stores};

web::permissions! { Read = Read Order; }

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(find_shipment_tracking))
}

/// How far its courier says that a shipment is, and what happened to it.
#[utoipa::path(get, path = "/shipments/{id}/tracking", tag = "Shipment", params(("id" = ShipmentId, Path)), responses(
    (status = 200, body = Data<ShipmentTrackingView>), Refusals<404>,
))]
async fn find_shipment_tracking(
    State(app): State<App>,
    allowed: Allowed<Read>,
    PathId(id): PathId<ShipmentKind>,
) -> ApiResult<Json<Data<ShipmentTrackingView>>> {
    let (c, scope) = (app.db().conn(), &allowed.scope);
    let shipment = shipments::find(c, scope, id).await?.ok_or_else(ApiError::not_found)?;
    let tracking = shipments::find_tracking(c, scope, id).await?.ok_or_else(ApiError::not_found)?;
    let events = shipments::list_tracking_events(c, scope, id).await?;
    let currency = stores::get_profile(c, scope).await?.currency;
    Ok(data(ShipmentTrackingView::new(&shipment, &tracking, &events, currency)))
}
