//! The sheet of parcels for a courier's portal.

use axum::extract::State;
use axum::http::HeaderValue;
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse as _, Response};
use gateways::Credentials;
use gateways::couriers::{BookingSheet, SheetCell};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use web::message::common;
use web::{Allowed, ApiError, ApiResult, FieldErrors, Message, PathText, QueryIn, Refusals, routes, schema};

use super::super::courier_error::account_error;
use super::super::labels_api::{find_all, read_ids};
use super::workbook::workbook;
use crate::couriers::{AccountFault, account};
use crate::orders::cascade::courier::{fault_message, read_parts, write_waybill};
use crate::orders::store as orders;
use crate::shipments::Status;
use crate::shipping::ShippingProvider;
use platform::{App, stores};

web::permissions! { Read = Read Order; }

/// Parcels of one sheet.
const MOST: usize = 200;

const OTHER_COURIER: Message = Message::new("هذه الشحنة ليست لشركة الشحن هذه.", "This shipment isn't of this courier.");
const HAS_LEFT: Message = Message::new("هذه الشحنة لم تعد بانتظار الشحن.", "This shipment isn't waiting to be shipped any more.");

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(read_courier_sheet))
}

web::schema_types! {
    /// Up to 200 ids of shipments with commas between them.
    SheetShipmentIds => schema::text("^shp_[0-7][0-9a-hjkmnp-tv-z]{12}(,shp_[0-7][0-9a-hjkmnp-tv-z]{12}){0,199}$", None);
}

#[derive(Debug, Default, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct CourierSheetQuery {
    /// 1 to 200 ids, with commas between: shipments of this courier that wait to be shipped.
    #[param(value_type = SheetShipmentIds, inline, required = true)]
    shipments: Option<String>,
}

/// The courier of a path, which takes parcels by a sheet; any other is a 404 (SP-02).
pub(super) fn courier_of<'a>(app: &'a App, word: &str) -> ApiResult<(ShippingProvider, &'a dyn BookingSheet)> {
    let provider = ShippingProvider::parse(word).ok_or_else(ApiError::not_found)?;
    let sheet = app.couriers.get(provider.as_str()).and_then(|courier| courier.sheet()).ok_or_else(ApiError::not_found)?;
    Ok((provider, sheet))
}

/// The sheet of parcels that a courier's portal takes, as a workbook: WASSALHA. A parcel that the courier would refuse is told at
/// `shipments.{n}`, and no sheet is made.
#[utoipa::path(get, path = "/couriers/{courier}/sheet", tag = "Shipment", params(("courier" = ShippingProvider, Path), CourierSheetQuery), responses(
    (status = 200, description = "The sheet", content_type = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", body = Vec<u8>),
    Refusals<404, 409, 422>,
))]
async fn read_courier_sheet(
    State(app): State<App>,
    allowed: Allowed<Read>,
    PathText(courier): PathText,
    QueryIn(query): QueryIn<CourierSheetQuery>,
) -> ApiResult<Response> {
    let (c, scope) = (app.db().conn(), &allowed.scope);
    let (provider, sheet) = courier_of(&app, &courier)?;
    let ids = read_ids(query.shipments.as_deref(), MOST)?;
    let parcels = find_all(&app, scope, &ids).await?;
    let credentials = match account::open(c, &app, scope, provider).await? {
        Ok(account) => account.credentials,
        // It needs no account to be told of parcels; what only an account knows stays empty.
        Err(AccountFault::NotConnected) => Credentials::default(),
        Err(fault) => return Err(account_error(fault)),
    };
    let courier = app.couriers.get(provider.as_str()).ok_or_else(ApiError::not_found)?;
    let currency = stores::get_profile(c, scope).await?.currency;
    let (mut rows, mut errors): (Vec<Vec<SheetCell>>, _) = (Vec::new(), FieldErrors::new());
    for (n, shipment) in parcels.iter().enumerate() {
        let at = format!("shipments.{n}");
        if shipment.provider != provider {
            errors.add(at, OTHER_COURIER);
            continue;
        }
        let order = orders::find(c, scope, shipment.order_id).await?;
        let (Some(order), Some(service), Status::Ready) = (order, shipment.service.of_courier(), shipment.status) else {
            errors.add(at, HAS_LEFT);
            continue;
        };
        let parts = read_parts(c, &app, scope, courier, shipment, &order).await?;
        match sheet.row(&credentials, &write_waybill(shipment, &order, service, currency, &parts)) {
            Ok(row) => rows.push(row),
            Err(faults) => faults.iter().for_each(|fault| errors.add(at.clone(), fault_message(*fault, currency))),
        }
    }
    errors.finish()?;
    let bytes = workbook("Sheet1", sheet.columns(), &rows).ok_or_else(|| ApiError::field("shipments", common::INVALID_ITEM))?;
    let mut response = bytes.into_response();
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("private, no-store"));
    if let Ok(value) = HeaderValue::from_str(&format!("attachment; filename=\"{}.xlsx\"", provider.as_str().to_lowercase())) {
        headers.insert(CONTENT_DISPOSITION, value);
    }
    Ok(response)
}
