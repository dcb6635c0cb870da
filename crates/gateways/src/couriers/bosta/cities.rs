//! Bosta's cities: the codes of its governorates as data, and the whole table with districts from its API.

use serde_json::Value;

use super::client::{Call, Client, items};
use crate::call::CallContext;
use crate::couriers::cities::{CourierCity, CourierDistrict, PlaceName};
use crate::couriers::egypt::governorate;
use crate::couriers::error::CourierError;
use crate::http::CallBounds;
use crate::json::{text, text_or_empty};

/// Bosta's code, its spelling, and the ISO 3166-2 code; empty for a place that is no governorate. The codes are Bosta's own, and not
/// those of ISO: contracts/bosta.md names `EG-01`, the others are those of two public clients.
const CODES: &[(&str, &str, &str)] = &[
    ("EG-01", "Cairo", "EG-C"),
    ("EG-02", "Alexandria", "EG-ALX"),
    ("EG-03", "North Coast", ""),
    ("EG-04", "Behira", "EG-BH"),
    ("EG-05", "Dakahlia", "EG-DK"),
    ("EG-06", "El Kalioubia", "EG-KB"),
    ("EG-07", "Gharbia", "EG-GH"),
    ("EG-08", "Kafr Alsheikh", "EG-KFS"),
    ("EG-09", "Monufia", "EG-MNF"),
    ("EG-10", "Sharqia", "EG-SHR"),
    ("EG-11", "Ismailia", "EG-IS"),
    ("EG-12", "Suez", "EG-SUZ"),
    ("EG-13", "Port Said", "EG-PTS"),
    ("EG-14", "Damietta", "EG-DT"),
    ("EG-15", "Fayoum", "EG-FYM"),
    ("EG-16", "Bani Suif", "EG-BNS"),
    ("EG-17", "Assuit", "EG-AST"),
    ("EG-18", "Sohag", "EG-SHG"),
    ("EG-19", "Menya", "EG-MN"),
    ("EG-20", "Qena", "EG-KN"),
    ("EG-21", "Aswan", "EG-ASN"),
    ("EG-22", "Luxor", "EG-LX"),
    ("EG-23", "Red Sea", "EG-BA"),
    ("EG-24", "New Valley", "EG-WAD"),
    ("EG-25", "Giza", "EG-GZ"),
    ("EG-26", "South Sinai", "EG-JS"),
    ("EG-27", "North Sinai", "EG-SIN"),
    ("EG-28", "Matrouh", "EG-MT"),
];

/// Spellings of the North Coast, which is a stretch of Matrouh and Alexandria.
const NORTH_COAST: &[&str] = &["الساحل الشمالي", "الساحل", "sahel", "north coast"];

/// All districts of the country are some 2 MB.
const MOST_BYTES: usize = 16_000_000;

/// The cities as they are shipped with the program, without districts.
#[must_use]
pub fn cities() -> Vec<CourierCity> {
    CODES.iter().map(|(code, en, _)| known(code, en)).collect()
}

/// A city by its code, with the spellings that we know of it.
fn known(code: &str, en: &str) -> CourierCity {
    let iso = CODES.iter().find(|(known, ..)| *known == code).map_or("", |(_, _, iso)| iso);
    let governorate = governorate(iso);
    let aliases: Vec<String> = match governorate {
        Some(governorate) => {
            [governorate.ar, governorate.en].iter().chain(governorate.aliases).map(|a| (*a).to_owned()).collect()
        }
        None if code == "EG-03" => NORTH_COAST.iter().map(|a| (*a).to_owned()).collect(),
        None => Vec::new(),
    };
    let ar = governorate.map_or_else(|| aliases.first().cloned().unwrap_or_default(), |governorate| governorate.ar.to_owned());
    CourierCity {
        code: code.to_owned(),
        id: String::new(),
        name: PlaceName { ar, en: en.to_owned() },
        iso: iso.to_owned(),
        aliases,
        has_pickup: true,
        has_delivery: true,
        districts: Vec::new(),
    }
}

/// Fetches the whole table: the cities with their codes, and the districts of all, which are told apart from them.
pub(super) async fn list(client: &Client, context: CallContext<'_>) -> Result<Vec<CourierCity>, CourierError> {
    let large = CallBounds { most_bytes: Some(MOST_BYTES), ..CallBounds::default() };
    let data = client.data(context, Call { bounds: large, ..Call::get("bosta.cities", "/cities") }).await?;
    let mut cities: Vec<CourierCity> = items(&data, &["list", "cities"]).iter().filter_map(read_city).collect();
    let call = Call { bounds: large, ..Call::get("bosta.districts", "/cities/getAllDistricts") };
    let data = client.data(context, call).await?;
    for entry in items(&data, &["list", "cities"]) {
        let (id, name) = (text_or_empty(entry, "cityId"), text_or_empty(entry, "cityName"));
        let Some(city) = cities.iter_mut().find(|city| city.id == id || city.name.en == name) else { continue };
        city.districts = items(entry, &["districts"]).iter().filter_map(read_district).collect();
    }
    if cities.is_empty() {
        return Err(CourierError::unreadable("no cities"));
    }
    Ok(cities)
}

fn is_true(value: &Value, key: &str) -> bool {
    text(value, key).is_none_or(|flag| flag == "true")
}

fn read_city(value: &Value) -> Option<CourierCity> {
    let (code, en) = (text(value, "code")?, text(value, "name")?);
    let mut city = known(&code, &en);
    city.id = text_or_empty(value, "_id");
    if let Some(ar) = text(value, "nameAr").filter(|ar| !ar.is_empty()) {
        city.name.ar = ar;
    }
    city.aliases.extend(text(value, "alias").filter(|alias| !alias.is_empty()));
    (city.has_pickup, city.has_delivery) = (is_true(value, "pickupAvailability"), is_true(value, "dropOffAvailability"));
    Some(city)
}

/// One answer of `getAllDistricts` has the mistyped key `districtI"`: any key that begins so is the id.
fn read_district(value: &Value) -> Option<CourierDistrict> {
    let members = value.as_object()?;
    let id =
        members.iter().find(|(key, _)| *key == "districtId" || key.starts_with("districtI")).and_then(|(_, id)| id.as_str())?;
    let name = |ar: &str, en: &str| PlaceName { ar: text_or_empty(value, ar), en: text_or_empty(value, en) };
    Some(CourierDistrict {
        id: id.to_owned(),
        name: name("districtOtherName", "districtName"),
        zone_id: text_or_empty(value, "zoneId"),
        zone: name("zoneOtherName", "zoneName"),
        has_pickup: is_true(value, "pickupAvailability"),
        has_delivery: is_true(value, "dropOffAvailability"),
    })
}

/// Bosta's code of a city that is named by its code, its ISO code or any spelling; as it is where it is not known.
pub(super) fn english_name(text: &str) -> String {
    crate::couriers::cities::find_city(&cities(), text).map_or_else(|| text.to_owned(), |city| city.name.en.clone())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn or_06_a_district_is_read_with_the_mistyped_key_as_well() {
        let district =
            read_district(&json!({ "districtI\"": "d1", "districtName": "Maadi", "districtOtherName": "المعادي" })).unwrap();
        assert_eq!((district.id.as_str(), district.name.ar.as_str(), district.has_delivery), ("d1", "المعادي", true));
        let closed = read_district(&json!({ "districtId": "d2", "dropOffAvailability": false })).unwrap();
        assert!(!closed.has_delivery);
        assert_eq!(read_district(&json!({ "districtName": "Maadi" })), None);
    }

    #[test]
    fn sp_03_a_city_is_asked_by_bostas_spelling() {
        for (text, en) in [
            ("EG-17", "Assuit"),
            ("أسيوط", "Assuit"),
            ("EG-AST", "Assuit"),
            ("الساحل الشمالي", "North Coast"),
            ("Atlantis", "Atlantis"),
        ] {
            assert_eq!(english_name(text), en);
        }
    }
}
