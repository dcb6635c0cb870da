//! What a courier is told of a return parcel.

use db::Conn;
use gateways::couriers::{Courier, CourierCity, Parcel};
use gateways::{CourierService, Waybill};
use kernel::{Currency, StoreScope};

use super::model::ReturnParcel;
use super::store;
use crate::couriers::account;
use crate::orders::cascade::courier::{WaybillParts, contents, delivery_address, parcel_size, recipient};
use crate::orders::model::Order;
use crate::orders::store as orders;
use platform::App;

/// Reads the parts for a call; statements only.
pub(super) async fn read_parts(
    c: Conn<'_>,
    app: &App,
    scope: &StoreScope,
    courier: &dyn Courier,
    parcel: &ReturnParcel,
    order: &Order,
) -> db::Result<WaybillParts> {
    let items = orders::list_items(c, scope, order.id).await?;
    let lines = store::list_lines(c, scope, parcel.id).await?;
    Ok(WaybillParts {
        contents: contents(&items, &lines, order),
        pickup_location: account::pickup_location(c, scope, parcel.provider, parcel.warehouse_id).await?,
        callback_url: account::callback_url(c, app, scope, parcel.provider).await?,
        cities: account::cities(c, scope, parcel.provider, courier).await?,
    })
}

/// The parts that a check needs.
pub(super) async fn check_parts(
    c: Conn<'_>,
    scope: &StoreScope,
    courier: &dyn Courier,
    parcel: &ReturnParcel,
) -> db::Result<WaybillParts> {
    let cities: Vec<CourierCity> = account::cities(c, scope, parcel.provider, courier).await?;
    let pickup_location = account::pickup_location(c, scope, parcel.provider, parcel.warehouse_id).await?;
    Ok(WaybillParts { pickup_location, cities, ..WaybillParts::default() })
}

/// The waybill: the courier fetches the parcel at the customer's, who pays nothing. Pure.
pub(super) fn waybill(parcel: &ReturnParcel, order: &Order, currency: Currency, parts: &WaybillParts) -> Waybill {
    let address = parcel.address.as_ref().or(order.address.as_ref()).cloned().unwrap_or_default();
    Waybill {
        key: parcel.booking_key(),
        reference: parcel.reference(order.number),
        service: CourierService::Return,
        recipient: recipient(&address, "", order),
        address: delivery_address(&address, &parts.cities),
        parcel: Parcel {
            size: parcel_size(parcel.package_size),
            weight_grams: 0,
            pieces: parcel.items_count,
            description: parts.contents.clone(),
        },
        currency,
        cod_minor: 0,
        declared_value_minor: 0,
        allow_open_box: false,
        note: parcel.note.clone(),
        pickup_location: parts.pickup_location.clone(),
        callback_url: parts.callback_url.clone(),
    }
}
