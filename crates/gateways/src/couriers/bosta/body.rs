//! A waybill on Bosta's wire (contracts/bosta.md, "Create delivery").

use std::sync::LazyLock;

use serde_json::{Map, Value, json};

use super::cities::cities;
use crate::amounts::number;
use crate::couriers::cities::{CourierCity, find_place};
use crate::couriers::egypt::mobile;
use crate::couriers::service::CourierService;
use crate::couriers::validation::WaybillBounds;
use crate::couriers::waybill::{DeliveryAddress, ParcelSize, Recipient, Waybill, WaybillChange};
use crate::exchange::shortened;

/// An address of five characters at least, and a note of 200 at most. 250 for an address is what clients cut it to \[C\]. What an account
/// may collect is Bosta's to say (error 3007), and a weight is informational.
pub(super) const BOUNDS: WaybillBounds = WaybillBounds {
    address: (5, 250),
    note: 200,
    weight_grams: None,
    is_weight_required: false,
    cod_minor: None,
    is_pickup_location_required: false,
    mobile,
    address_line: |address| AddressLines::new(address).first,
    second_line: Some(|address| AddressLines::new(address).second),
};

/// Characters of a building number \[C\].
const MOST_BUILDING: usize = 50;

/// Bosta's cities, to find the code of an address by.
static CITIES: LazyLock<Vec<CourierCity>> = LazyLock::new(cities);

/// Characters of a description \[C\].
const MOST_DESCRIPTION: usize = 250;

/// The body of a new delivery, with `callback` as name and value of the header of its reports.
pub(super) fn delivery(waybill: &Waybill, callback: (&str, &str)) -> Value {
    let mut body = Map::new();
    let kind = match waybill.service {
        CourierService::Deliver => 10,
        CourierService::CashCollection => 15,
        CourierService::Return => 25,
        CourierService::Exchange => 30,
    };
    body.insert("type".into(), kind.into());
    body.insert("specs".into(), specs(waybill));
    let place = match waybill.service {
        CourierService::Deliver | CourierService::Exchange => "dropOffAddress",
        CourierService::Return | CourierService::CashCollection => "pickupAddress",
    };
    body.insert(place.into(), address(&waybill.address));
    body.insert("receiver".into(), receiver(&waybill.recipient));
    body.insert("cod".into(), number(waybill.cod_minor, waybill.currency));
    body.insert("allowToOpenPackage".into(), waybill.allow_open_box.into());
    body.insert("businessReference".into(), shortened(&waybill.reference, 64).into());
    body.insert("uniqueBusinessReference".into(), shortened(&waybill.key, 64).into());
    if waybill.declared_value_minor > 0 {
        body.insert("goodsInfo".into(), json!({ "amount": number(waybill.declared_value_minor, waybill.currency) }));
    }
    insert_text(&mut body, "notes", &waybill.note, BOUNDS.note);
    insert_text(&mut body, "businessLocationId", &waybill.pickup_location, 64);
    let (header, key) = callback;
    if !waybill.callback_url.is_empty() && !key.is_empty() {
        body.insert("webhookUrl".into(), waybill.callback_url.as_str().into());
        body.insert("webhookCustomHeaders".into(), json!({ header: key }));
    }
    Value::Object(body)
}

/// The body of a change. An amount and an address are sent as a new delivery's are.
pub(super) fn change(change: &WaybillChange) -> Value {
    let mut body = Map::new();
    if let Some(changed) = &change.address {
        body.insert("dropOffAddress".into(), address(changed));
    }
    if let Some(changed) = &change.recipient {
        body.insert("receiver".into(), receiver(changed));
    }
    if let Some((minor, currency)) = change.cod {
        body.insert("cod".into(), number(minor, currency));
    }
    if let Some(note) = &change.note {
        body.insert("notes".into(), shortened(note.trim(), BOUNDS.note).into());
    }
    if let Some(allow) = change.allow_open_box {
        body.insert("allowToOpenPackage".into(), allow.into());
    }
    Value::Object(body)
}

fn insert_text(body: &mut Map<String, Value>, key: &str, text: &str, most: usize) {
    let text = shortened(text.trim(), most);
    if !text.is_empty() {
        body.insert(key.into(), text.into());
    }
}

fn specs(waybill: &Waybill) -> Value {
    let parcel = &waybill.parcel;
    let package_type = match parcel.size {
        ParcelSize::Small => "Small",
        ParcelSize::Medium => "Medium",
        ParcelSize::Large => "Large",
        ParcelSize::LightBulky => "Light Bulky",
        ParcelSize::HeavyBulky => "Heavy Bulky",
    };
    let mut details = Map::new();
    details.insert("itemsCount".into(), parcel.pieces.into());
    insert_text(&mut details, "description", &parcel.description, MOST_DESCRIPTION);
    let mut specs = json!({ "packageType": package_type, "packageDetails": details });
    if parcel.weight_grams > 0 {
        // In kilograms: whole grams are thousandths, as the minor units of a currency with three digits.
        specs["weight"] = number(parcel.weight_grams, kernel::Currency::KWD);
    }
    specs
}

/// An address in Bosta's lines: the street, or the directions where there is none, then the other directions. Nothing of it is cut: what
/// is too long for one line begins the next, and what does not fit into the last one is refused before it is sent ([`BOUNDS`]).
struct AddressLines {
    first: String,
    second: String,
    building: String,
}

impl AddressLines {
    fn new(address: &DeliveryAddress) -> Self {
        let [street, building, details] = [&address.street, &address.building, &address.details].map(|text| on_one_line(text));
        let (building, of_building) = split_after_word(&building, MOST_BUILDING);
        let (first, of_details) =
            if street.is_empty() { split_after_word(&details, BOUNDS.address.1) } else { (street, details) };
        let second: Vec<String> = [of_building, of_details].into_iter().filter(|part| !part.is_empty()).collect();
        Self { first, second: second.join("، "), building }
    }
}

/// A text on one line, without what is no character.
fn on_one_line(text: &str) -> String {
    let words: Vec<&str> = text.split(|c: char| c.is_whitespace() || c.is_control()).filter(|word| !word.is_empty()).collect();
    words.join(" ")
}

/// A line's first `most` characters, up to the end of a word where it has several, and the rest.
fn split_after_word(line: &str, most: usize) -> (String, String) {
    let Some((end, _)) = line.char_indices().nth(most) else { return (line.to_owned(), String::new()) };
    let (head, rest) = line.split_at(end);
    if let Some(rest) = rest.strip_prefix(' ') {
        return (head.to_owned(), rest.to_owned());
    }
    let (head, rest) = line.split_at(head.rfind(' ').unwrap_or(end));
    (head.to_owned(), rest.trim_start().to_owned())
}

/// City by Bosta's code, district by its id, or by its name where it was not chosen.
fn address(address: &DeliveryAddress) -> Value {
    let AddressLines { first, second, building } = AddressLines::new(address);
    let mut body = Map::new();
    insert_text(&mut body, "firstLine", &first, BOUNDS.address.1);
    insert_text(&mut body, "secondLine", &second, BOUNDS.address.1);
    insert_text(&mut body, "buildingNumber", &building, MOST_BUILDING);
    let code = match (&address.place, find_place(&CITIES, address)) {
        (Some(place), _) => place.city_code.as_str(),
        (None, Some((city, _))) => city.code.as_str(),
        (None, None) => address.city.as_str(),
    };
    insert_text(&mut body, "city", code, 64);
    if let Some(place) = address.place.as_ref().filter(|place| !place.district_id.is_empty()) {
        insert_text(&mut body, "districtId", &place.district_id, 64);
    } else {
        let district = if address.district.trim().is_empty() { &address.city } else { &address.district };
        insert_text(&mut body, "districtName", district, 100);
    }
    if address.is_work {
        body.insert("isWorkAddress".into(), true.into());
    }
    Value::Object(body)
}

/// A name of one word stands in both parts: the last one is required.
fn receiver(recipient: &Recipient) -> Value {
    let name = shortened(recipient.name.trim(), 100);
    let (first, last) = name.split_once(' ').unwrap_or((&name, &name));
    let mut body = Map::new();
    insert_text(&mut body, "firstName", first, 100);
    insert_text(&mut body, "lastName", last, 100);
    insert_text(&mut body, "fullName", &name, 100);
    insert_text(&mut body, "phone", &mobile(&recipient.phone).unwrap_or_default(), 20);
    insert_text(&mut body, "secondPhone", &mobile(&recipient.second_phone).unwrap_or_default(), 20);
    insert_text(&mut body, "email", &recipient.email, 200);
    Value::Object(body)
}

#[cfg(test)]
#[path = "body_tests.rs"]
mod tests;
