//! Labels of couriers: the PDF that the courier makes of parcels that it has booked (OR-06). Our own labels are `office::documents`'.

use std::collections::HashSet;

use axum::extract::State;
use axum::response::Response;
use gateways::couriers::LabelSize;
use kernel::id::Shipment as ShipmentKind;
use kernel::{ShipmentId, StoreScope};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use web::message::common;
use web::{Allowed, ApiError, ApiResult, FieldErrors, Message, PathId, QueryIn, Refusals, routes, schema};

use super::courier_label_api::{self as courier_label, CourierLabelQuery, CourierLabelSize};
use crate::shipments::{self, Booking, Shipment};
use platform::App;

web::permissions! { Read = Read Order; }

/// Labels of one print: what couriers make at once.
const MOST: usize = 50;

const NOT_BOOKED: Message =
    Message::new("لا توجد بوليصة لدى شركة الشحن لشحنة غير محجوزة.", "The courier has no label of a shipment that isn't booked.");
const SEVERAL: Message = Message::new("اختر شحنات شركة شحن واحدة.", "Choose shipments of one courier.");
const TOO_MANY: Message = Message::new("اطبع ٥٠ بوليصة على الأكثر في المرة الواحدة.", "Print 50 labels at a time.");

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(read_courier_label)).routes(routes!(print_courier_labels))
}

web::schema_types! {
    /// Up to 50 ids of shipments with commas between them.
    ShipmentIds => schema::text("^shp_[0-7][0-9a-hjkmnp-tv-z]{12}(,shp_[0-7][0-9a-hjkmnp-tv-z]{12}){0,49}$", None);
}

#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct CourierLabelsQuery {
    /// 1 to 50 ids, with commas between; of one courier.
    #[param(value_type = ShipmentIds, inline, required = true)]
    shipments: Option<String>,
    /// `a6` (the default) or `a4`.
    #[param(value_type = Option<CourierLabelSize>, inline)]
    size: Option<String>,
}

/// The ids of a list in a query, each once; errors are at `shipments.{n}`.
pub(super) fn read_ids(text: Option<&str>, most: usize) -> ApiResult<Vec<ShipmentId>> {
    let mut errors = FieldErrors::new();
    let (mut ids, mut seen) = (Vec::new(), HashSet::new());
    let texts = text.unwrap_or_default().split(',').map(str::trim).filter(|text| !text.is_empty());
    for (n, text) in texts.take(most + 1).enumerate() {
        match text.parse::<ShipmentId>() {
            Ok(id) if seen.insert(id) => ids.push(id),
            Ok(_) => {}
            Err(_) => errors.add(format!("shipments.{n}"), common::NO_SUCH),
        }
    }
    errors.finish()?;
    match ids.len() {
        0 => Err(ApiError::field("shipments", common::REQUIRED)),
        n if n > most => Err(ApiError::field("shipments", TOO_MANY)),
        _ => Ok(ids),
    }
}

/// The shipments in the order of their ids; errors are at `shipments.{n}`.
pub(super) async fn find_all(app: &App, scope: &StoreScope, ids: &[ShipmentId]) -> ApiResult<Vec<Shipment>> {
    let mut found = shipments::list_many(app.db().conn(), scope, ids).await?;
    let mut errors = FieldErrors::new();
    for (n, id) in ids.iter().enumerate() {
        if !found.iter().any(|shipment| shipment.id == *id) {
            errors.add(format!("shipments.{n}"), common::NO_SUCH);
        }
    }
    errors.finish()?;
    found.sort_by_key(|shipment| ids.iter().position(|id| *id == shipment.id));
    Ok(found)
}

/// Asks the courier for the labels; outside of any transaction.
async fn fetch(app: &App, scope: &StoreScope, parcels: &[Shipment], size: LabelSize) -> ApiResult<Response> {
    let Some(first) = parcels.first() else { return Err(ApiError::not_found()) };
    if parcels.iter().any(|parcel| parcel.provider != first.provider) {
        return Err(ApiError::field("shipments", SEVERAL));
    }
    courier_label::check(app, first.provider)?;
    if parcels.iter().any(|parcel| parcel.booking != Booking::Booked || parcel.tracking_no.is_empty() || !parcel.status.is_live())
    {
        return Err(ApiError::conflict("shipment_not_booked", NOT_BOOKED));
    }
    let numbers: Vec<String> = parcels.iter().map(|parcel| parcel.tracking_no.clone()).collect();
    courier_label::fetch(app, scope, first.provider, &numbers, size).await
}

/// The courier's label of a booked shipment. A real call to the courier.
#[utoipa::path(get, path = "/shipments/{id}/courier-label", tag = "Shipment", params(("id" = ShipmentId, Path), CourierLabelQuery), responses(
    (status = 200, description = "The label", content_type = "application/pdf", body = Vec<u8>), Refusals<404, 409, 422>,
))]
async fn read_courier_label(
    State(app): State<App>,
    allowed: Allowed<Read>,
    PathId(id): PathId<ShipmentKind>,
    QueryIn(query): QueryIn<CourierLabelQuery>,
) -> ApiResult<Response> {
    let size = courier_label::size(query.size.as_deref())?;
    let shipment = shipments::find(app.db().conn(), &allowed.scope, id).await?.ok_or_else(ApiError::not_found)?;
    fetch(&app, &allowed.scope, &[shipment], size).await
}

/// The courier's labels of up to 50 booked shipments of one courier as one PDF, in the order of the ids. A real call to the courier.
#[utoipa::path(get, path = "/courier-labels", tag = "Shipment", params(CourierLabelsQuery), responses(
    (status = 200, description = "The labels", content_type = "application/pdf", body = Vec<u8>), Refusals<409, 422>,
))]
async fn print_courier_labels(
    State(app): State<App>,
    allowed: Allowed<Read>,
    QueryIn(query): QueryIn<CourierLabelsQuery>,
) -> ApiResult<Response> {
    let CourierLabelsQuery { shipments, size: paper } = query;
    let size = courier_label::size(paper.as_deref())?;
    let ids = read_ids(shipments.as_deref(), MOST)?;
    let parcels = find_all(&app, &allowed.scope, &ids).await?;
    fetch(&app, &allowed.scope, &parcels, size).await
}
