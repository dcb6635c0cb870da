//! What a pickup or a sheet of a courier can take (SP-02).

use axum::Json;
use axum::extract::State;
use gateways::couriers::BookingMode;
use kernel::{OrderId, ShipmentId, StockLocationId};
use serde::Serialize;
use utoipa_axum::router::OpenApiRouter;
use web::list::data;
use web::{Allowed, ApiError, ApiResult, Data, PathText, Refusals, routes};

use super::ready_store::{self, ReadyShipment};
use crate::shipments::Booking;
use crate::shipping::ShippingProvider;
use platform::App;

web::permissions! { Read = Read Order; }

/// Shipments of one answer.
const MOST: usize = 200;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_ready_shipments))
}

/// A shipment that waits to be handed over.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct ReadyShipmentView {
    id: ShipmentId,
    order_id: OrderId,
    /// Displayed number: `1001-2`.
    number: String,
    /// The location it is shipped from.
    warehouse: StockLocationId,
    recipient: String,
    city: String,
    /// Number of pieces.
    items_count: i64,
    /// Or empty.
    tracking_no: String,
    created_at: String,
}

impl From<ReadyShipment> for ReadyShipmentView {
    fn from(row: ReadyShipment) -> Self {
        let address = row.own_address.0.or(row.address.0).unwrap_or_default();
        Self {
            id: row.id,
            order_id: row.order_id,
            number: format!("{}-{}", row.order_number, row.n),
            warehouse: row.warehouse_id,
            recipient: address.name,
            city: address.city,
            items_count: row.items_count,
            tracking_no: row.tracking_no,
            created_at: row.created_at.rfc3339(),
        }
    }
}

/// The shipments of a courier that wait to be handed over.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct ReadyShipmentsView {
    /// The oldest first; 200 at most.
    shipments: Vec<ReadyShipmentView>,
    /// There are more.
    has_more: bool,
}

/// The shipments that a courier's next pickup can take: those that it has booked and that have not left the store. Of a courier that
/// takes parcels by a sheet, those that its sheet can have. A provider that is no courier of the program is a 404.
#[utoipa::path(get, path = "/couriers/{courier}/ready-shipments", tag = "Shipment", params(("courier" = ShippingProvider, Path)), responses(
    (status = 200, body = Data<ReadyShipmentsView>), Refusals<404>,
))]
async fn list_ready_shipments(
    State(app): State<App>,
    allowed: Allowed<Read>,
    PathText(courier): PathText,
) -> ApiResult<Json<Data<ReadyShipmentsView>>> {
    let provider = ShippingProvider::parse(&courier).ok_or_else(ApiError::not_found)?;
    let courier = app.couriers.get(provider.as_str()).ok_or_else(ApiError::not_found)?;
    let booking = match courier.capabilities().booking {
        BookingMode::Http => Booking::Booked,
        BookingMode::Sheet => Booking::ByHand,
    };
    let limit = i64::try_from(MOST + 1).unwrap_or(i64::MAX);
    let mut found = ready_store::list(app.db().conn(), &allowed.scope, provider, booking, limit).await?;
    let has_more = found.len() > MOST;
    found.truncate(MOST);
    Ok(data(ReadyShipmentsView { shipments: found.into_iter().map(Into::into).collect(), has_more }))
}
