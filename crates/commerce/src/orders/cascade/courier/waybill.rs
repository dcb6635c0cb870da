//! What a courier is told of a shipment (OR-06).

use customers::{Address, places};
use db::Conn;
use gateways::couriers::{
    Courier, CourierCity, CourierPlace, DeliveryAddress, Parcel, ParcelSize, Recipient, WaybillChange, find_place,
};
use gateways::{CourierService, Waybill};
use kernel::{Currency, StoreScope};

use crate::couriers::account;
use crate::orders::model::{Order, OrderItem};
use crate::orders::store as orders;
use crate::shipments::{self, Line, PendingChange, Shipment, Size};
use platform::App;

/// Characters of a description: what couriers take.
const MOST_DESCRIPTION: usize = 250;

/// What a waybill needs besides the shipment and its order.
#[derive(Debug, Default)]
pub(in crate::orders) struct WaybillParts {
    /// What is in the parcel.
    pub(in crate::orders) contents: String,
    /// The courier's id of the warehouse; empty for the account's default.
    pub(in crate::orders) pickup_location: String,
    /// Where the courier reports to; empty for nowhere.
    pub(in crate::orders) callback_url: String,
    /// The courier's cities.
    pub(in crate::orders) cities: Vec<CourierCity>,
}

/// Reads the parts for a call; statements only.
pub(in crate::orders) async fn read_parts(
    c: Conn<'_>,
    app: &App,
    scope: &StoreScope,
    courier: &dyn Courier,
    shipment: &Shipment,
    order: &Order,
) -> db::Result<WaybillParts> {
    let contents = if shipment.description.is_empty() {
        let items = orders::list_items(c, scope, order.id).await?;
        contents(&items, &shipments::list_lines(c, scope, shipment.id).await?, order)
    } else {
        shipment.description.clone()
    };
    Ok(WaybillParts {
        contents,
        pickup_location: account::pickup_location(c, scope, shipment.provider, shipment.warehouse_id).await?,
        callback_url: account::callback_url(c, app, scope, shipment.provider).await?,
        cities: account::cities(c, scope, shipment.provider, courier).await?,
    })
}

/// The names of the pieces, in the shopper's language: `2 × قميص، 1 × كتاب`.
pub(in crate::orders) fn contents(items: &[OrderItem], lines: &[Line], order: &Order) -> String {
    let separator = match order.language {
        kernel::Lang::Ar => "، ",
        kernel::Lang::En => ", ",
    };
    let name = |line: &Line| {
        let item = items.iter().find(|item| item.line == line.line)?;
        Some(format!("{} × {}", line.quantity, item.name.get(order.language)))
    };
    let names: Vec<String> = lines.iter().filter_map(name).collect();
    names.join(separator).chars().take(MOST_DESCRIPTION).collect()
}

/// The waybill of a shipment that `service` brings. Pure.
pub(in crate::orders) fn waybill(
    shipment: &Shipment,
    order: &Order,
    service: CourierService,
    currency: Currency,
    parts: &WaybillParts,
) -> Waybill {
    let address = shipment.address.as_ref().or(order.address.as_ref()).cloned().unwrap_or_default();
    Waybill {
        key: shipment.booking_key(),
        reference: shipment.reference(order.number),
        service,
        recipient: recipient(&address, &shipment.second_phone, order),
        address: delivery_address(&address, &parts.cities),
        parcel: Parcel {
            size: parcel_size(shipment.package_size),
            weight_grams: shipment.package_weight,
            pieces: shipment.items_count,
            description: parts.contents.clone(),
        },
        currency,
        cod_minor: shipment.cod_amount,
        declared_value_minor: shipment.declared_value,
        allow_open_box: shipment.allow_open_box,
        note: shipment.note.clone(),
        pickup_location: parts.pickup_location.clone(),
        callback_url: parts.callback_url.clone(),
    }
}

/// A requested change as the courier gets it. Another address has another recipient. Pure.
pub(in crate::orders) fn change(
    pending: &PendingChange,
    shipment: &Shipment,
    order: &Order,
    currency: Currency,
    cities: &[CourierCity],
) -> WaybillChange {
    WaybillChange {
        address: pending.address.as_ref().map(|address| delivery_address(address, cities)),
        recipient: pending.address.as_ref().map(|address| recipient(address, &shipment.second_phone, order)),
        cod: pending.cod_amount.map(|minor| (minor, currency)),
        note: pending.note.clone(),
        allow_open_box: pending.allow_open_box,
    }
}

/// A size in the couriers' words.
pub(in crate::orders) const fn parcel_size(size: Size) -> ParcelSize {
    match size {
        Size::Small => ParcelSize::Small,
        Size::Medium => ParcelSize::Medium,
        Size::Large => ParcelSize::Large,
    }
}

/// The person at an address; the buyer where it names nobody.
pub(in crate::orders) fn recipient(address: &Address, second_phone: &str, order: &Order) -> Recipient {
    let first_of = |text: &str, other: &str| if text.is_empty() { other.to_owned() } else { text.to_owned() };
    Recipient {
        name: first_of(&address.name, &order.sender_name),
        phone: first_of(&address.mobile, &order.mobile),
        second_phone: second_phone.to_owned(),
        email: order.email.clone().unwrap_or_default(),
    }
}

/// An address with its governorate, and with the courier's own ids where its city and district are found among the courier's.
pub(in crate::orders) fn delivery_address(address: &Address, cities: &[CourierCity]) -> DeliveryAddress {
    let region_of_city = || places::find(&address.country, &address.city).and_then(|city| city.region).map(|region| region.ar);
    let region = Some(address.region.as_str()).filter(|region| !region.is_empty()).or_else(region_of_city);
    let mut to = DeliveryAddress {
        country: address.country.clone(),
        region: region.unwrap_or_default().to_owned(),
        city: address.city.clone(),
        district: address.district.clone(),
        street: address.street.clone(),
        building: address.building.clone(),
        details: address.details.clone(),
        ..DeliveryAddress::default()
    };
    to.place = find_place(cities, &to).and_then(|(city, district)| {
        let district_id = district?.id.clone();
        (!district_id.is_empty()).then(|| CourierPlace { city_code: city.code.clone(), district_id })
    });
    to
}

#[cfg(test)]
#[path = "waybill_tests.rs"]
mod tests;
