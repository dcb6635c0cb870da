//! Places, and what it costs to go there.

use std::sync::Arc;

use axum::extract::{Path, RawQuery, State};
use axum::http::HeaderMap;
use kernel::{Currency, money};
use serde_json::{Value, json};

use super::books::Bosta;
use super::envelope::{check_key, invalid, not_found, refuse, success};
use super::places::{CITIES, City, DISTRICTS, District, city_code};
use super::records::LOCATION;
use crate::html::form_fields;
use crate::service::Reply;
use crate::simulator::Simulator;

type Shared = State<Arc<Simulator<Bosta>>>;

/// Of every hundred.
const VAT: i64 = 14;

pub(super) async fn list_locations(State(simulator): Shared, headers: HeaderMap) -> Reply {
    if let Err(refused) = check_key(&headers) {
        return refused;
    }
    let has_contact = simulator.with(|books| books.has_contact);
    let contacts = if has_contact {
        json!([{ "name": "Mona Ali", "phone": "01112345678", "email": "mona@example.com", "isDefault": true }])
    } else {
        json!([])
    };
    success(json!({
        "list": [{
            "_id": LOCATION, "locationName": "مخزن المعادي", "isDefault": true, "contacts": contacts,
            "address": { "city": { "_id": CITIES[0].0, "name": "Cairo" }, "firstLine": "شارع 9" },
        }],
        "total": 1,
    }))
}

/// Public: no key is asked for.
pub(super) async fn list_cities() -> Reply {
    let view = |(id, code, name, ar, is_served): &City| json!({ "_id": id, "name": name, "nameAr": ar, "code": code, "alias": name, "sector": 1, "pickupAvailability": true, "dropOffAvailability": is_served });
    success(json!({ "list": CITIES.iter().map(view).collect::<Value>() }))
}

fn districts(code: &str) -> Value {
    let view = |(n, (_, id, name, ar, zone_id, zone, is_served)): (usize, &District)| {
        let mut district = json!({
            "zoneId": zone_id, "zoneName": zone, "zoneOtherName": zone, "districtName": name, "districtOtherName": ar,
            "pickupAvailability": true, "dropOffAvailability": is_served,
        });
        // One answer has the mistyped key.
        district[if n == 0 { "districtI\"" } else { "districtId" }] = (*id).into();
        district
    };
    DISTRICTS.iter().filter(|district| district.0 == code).enumerate().map(view).collect()
}

/// Public as well.
pub(super) async fn list_all_districts() -> Reply {
    let view = |(id, code, name, ar, _): &City| json!({ "cityId": id, "cityName": name, "cityOtherName": ar, "districts": districts(code) });
    success(CITIES.iter().map(view).collect())
}

pub(super) async fn list_districts(Path(id): Path<String>) -> Reply {
    match CITIES.iter().find(|city| city.0 == id) {
        Some(city) => success(districts(city.1)),
        None => not_found("City is not found"),
    }
}

/// 75 pounds within a city, 91 to another; a bulky parcel costs two or three times as much; and a percent of the cash above 3,000.
pub(super) async fn calculate(RawQuery(query): RawQuery, headers: HeaderMap) -> Reply {
    if let Err(refused) = check_key(&headers) {
        return refused;
    }
    let fields = form_fields(query.unwrap_or_default().as_bytes());
    let field = |name: &str| fields.iter().find(|(n, _)| n == name).map_or("", |(_, value)| value.as_str());
    let (Some(from), Some(to)) = (city_code(field("pickupCity")), city_code(field("dropOffCity"))) else {
        return refuse(3001, "City is not found");
    };
    let factor = match field("size") {
        "Normal" => 1,
        "Light Bulky" => 2,
        "Heavy Bulky" => 3,
        _ => return invalid("\"size\" must be one of [Normal, Light Bulky, Heavy Bulky]"),
    };
    if !matches!(field("type"), "SEND" | "CASH_COLLECTION" | "CUSTOMER_RETURN_PICKUP" | "EXCHANGE") {
        return invalid("\"type\" is not valid");
    }
    let Ok(cod_minor) = money::parse(field("cod"), Currency::EGP) else { return invalid("\"cod\" must be a number") };
    let shipping = if from == to { 7_500 } else { 9_100 };
    let before = shipping * factor + (cod_minor - 300_000).max(0) / 100;
    // Ten-thousandths of a pound: a price with VAT has more digits than a pound has.
    let after = money::format_with(before * (100 + VAT), 4);
    let number = |text: &str| serde_json::from_str::<Value>(text).unwrap_or_default();
    success(json!({
        "priceAfterVat": number(&after), "priceBeforeVat": number(&money::format(before, Currency::EGP)),
        "shippingFee": number(&money::format(shipping, Currency::EGP)), "vat": 0.14, "currency": "EGP",
        "tier": { "cost": number(&money::format(shipping, Currency::EGP)) }, "transit": { "cost": 0 },
    }))
}
