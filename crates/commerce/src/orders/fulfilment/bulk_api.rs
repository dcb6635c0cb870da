//! Shipments of many orders at once, each order on its own.

use axum::Json;
use axum::extract::State;
use futures_util::StreamExt as _;
use kernel::{Lang, OrderId, ShipmentId};
use serde::{Deserialize, Serialize};
use utoipa_axum::router::OpenApiRouter;
use web::list::data;
use web::message::common;
use web::routes;
use web::schema;
use web::{Allowed, ApiError, ApiResult, Data, JsonIn, Refusals};

use super::create;
use super::wire::ShipmentIn;
use crate::orders::error::OrderError;
use crate::shipments::{Size, WaybillIn};
use crate::shipping::ShippingProvider;
use platform::{App, stores};

web::permissions! { Update = Update Order; }

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(ship_many_orders))
}

/// Orders to ship together: everything that is left of each.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OrderShipManyIn {
    /// 1 to 100.
    #[schema(min_items = 1, max_items = 100)]
    items: Vec<OrderId>,
    /// The courier's name; by default each order's own method. 60 characters at most.
    #[schema(value_type = Option<schema::Line<60>>)]
    courier_name: Option<String>,
    /// Small by default.
    package_size: Option<Size>,
    /// The customers may open their parcels before paying.
    allow_open_box: Option<bool>,
    /// Ships orders although their address is not complete; otherwise each is refused (`address_incomplete`).
    #[serde(default)]
    accepts_address: bool,
    /// Also ships orders that wait for confirmation; the activity of each says so.
    without_confirmation: Option<bool>,
}

/// The result for one order.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct OrderShipResult {
    id: OrderId,
    is_ok: bool,
    /// The created shipment.
    shipment_id: Option<ShipmentId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    message: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    code: Option<&'static str>,
}

/// The results, in the order of the request.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct OrderShipResults {
    results: Vec<OrderShipResult>,
}

/// Creates a shipment of everything that is left of each order, by the courier of its method (CUSTOM where that is none); each on its own.
#[utoipa::path(post, path = "/orders/shipMany", tag = "Shipment", request_body = OrderShipManyIn, responses(
    (status = 200, body = Data<OrderShipResults>), Refusals<422>,
))]
async fn ship_many_orders(
    State(app): State<App>,
    allowed: Allowed<Update>,
    JsonIn(sent): JsonIn<OrderShipManyIn>,
) -> ApiResult<Json<Data<OrderShipResults>>> {
    let OrderShipManyIn { items, courier_name, package_size, allow_open_box, accepts_address, without_confirmation } = sent;
    if items.is_empty() || items.len() > 100 {
        return Err(ApiError::field("items", common::INVALID_ITEM));
    }
    let currency = stores::get_profile(app.db().conn(), &allowed.scope).await?.currency;
    let waybill = WaybillIn { package_size, allow_open_box, courier_name, ..WaybillIn::default() };
    let mut faults = web::FieldErrors::new();
    let _ = crate::shipments::read(&waybill, ShippingProvider::Custom, currency, "", &mut faults);
    faults.finish()?;
    let lang: Lang = web::lang::current();
    let results = futures_util::stream::iter(items)
        .map(|id| {
            let (app, scope) = (app.clone(), allowed.scope.clone());
            let form = ShipmentIn { waybill: waybill.clone(), accepts_address, without_confirmation, ..ShipmentIn::default() };
            async move {
                match create::create_by_method(&app, &scope, id, form, currency).await {
                    Ok(created) => OrderShipResult { id, is_ok: true, shipment_id: Some(created), message: None, code: None },
                    Err(e) => {
                        // Of several invalid fields, report the first one's message.
                        let first = match &e {
                            OrderError::Fields(f) => f.iter().next().and_then(|(_, m)| m.first().cloned()),
                            _ => None,
                        };
                        let e = ApiError::from(e);
                        let message = first.as_ref().unwrap_or_else(|| e.message()).get(lang).to_owned();
                        OrderShipResult { id, is_ok: false, shipment_id: None, message: Some(message), code: Some(e.code()) }
                    }
                }
            }
        })
        .buffered(8)
        .collect()
        .await;
    Ok(data(OrderShipResults { results }))
}
