//! The places of a courier: its cities and districts in its own codes, found by any usual spelling.

use kernel::fold::fold;
use serde::{Deserialize, Serialize};

use super::waybill::DeliveryAddress;

/// A name in both languages; either may be empty.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct PlaceName {
    /// Arabic.
    pub ar: String,
    /// English, in the courier's spelling.
    pub en: String,
}

/// A city of a courier; in Egypt a governorate.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CourierCity {
    /// What waybills name it by.
    pub code: String,
    /// The courier's id of it; empty in a table that was shipped with the program.
    pub id: String,
    /// Its name.
    pub name: PlaceName,
    /// ISO 3166-2 (`EG-C`); empty where it is none of these.
    pub iso: String,
    /// Other spellings, and the larger towns in it.
    pub aliases: Vec<String>,
    /// Parcels are fetched there.
    pub has_pickup: bool,
    /// Parcels are brought there.
    pub has_delivery: bool,
    /// Its districts; none where they are not known.
    pub districts: Vec<CourierDistrict>,
}

/// A district of a city.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CourierDistrict {
    /// The courier's id.
    pub id: String,
    /// Its name.
    pub name: PlaceName,
    /// The courier's id of its zone; may be empty.
    pub zone_id: String,
    /// The zone's name.
    pub zone: PlaceName,
    /// Parcels are fetched there.
    pub has_pickup: bool,
    /// Parcels are brought there.
    pub has_delivery: bool,
}

impl PlaceName {
    fn is(&self, key: &str) -> bool {
        [&self.ar, &self.en].into_iter().any(|name| !name.is_empty() && place_key(name) == key)
    }
}

impl CourierCity {
    fn is(&self, key: &str) -> bool {
        self.name.is(key) || self.aliases.iter().any(|alias| place_key(alias) == key)
    }

    /// The district with one of these names, the first that is found; then the first whose zone has one of them.
    #[must_use]
    pub fn find_district<'t>(&'t self, names: &[&str]) -> Option<&'t CourierDistrict> {
        let keys: Vec<String> = names.iter().map(|name| place_key(name)).filter(|key| !key.is_empty()).collect();
        let find = |is: fn(&CourierDistrict, &str) -> bool| {
            keys.iter().find_map(|key| self.districts.iter().find(|district| is(district, key)))
        };
        find(|district, key| district.name.is(key)).or_else(|| find(|district, key| district.zone.is(key)))
    }
}

/// The city by its code, its id, one of its names or spellings.
#[must_use]
pub fn find_city<'t>(cities: &'t [CourierCity], text: &str) -> Option<&'t CourierCity> {
    let text = text.trim();
    if text.is_empty() {
        return None;
    }
    if let Some(city) = cities.iter().find(|city| city.code == text || city.iso == text || city.id == text) {
        return Some(city);
    }
    let key = place_key(text);
    cities.iter().find(|city| city.name.is(&key)).or_else(|| cities.iter().find(|city| city.is(&key)))
}

/// City and district of an address: those that were chosen, else by the texts of region, city and district.
#[must_use]
pub fn find_place<'t>(
    cities: &'t [CourierCity],
    address: &DeliveryAddress,
) -> Option<(&'t CourierCity, Option<&'t CourierDistrict>)> {
    if let Some(place) = &address.place {
        let city = find_city(cities, &place.city_code)?;
        if place.district_id.is_empty() {
            return Some((city, city.find_district(&[&address.district])));
        }
        let district = city.districts.iter().find(|district| district.id == place.district_id);
        // A shipped table has no districts; the chosen one is used as it is.
        return (district.is_some() || city.districts.is_empty()).then_some((city, district));
    }
    let city = [&address.region, &address.city].into_iter().find_map(|text| find_city(cities, text))?;
    Some((city, city.find_district(&[&address.district, &address.city])))
}

/// The key by which names are compared: folded, without the words that people put in front or leave out, and without blanks.
fn place_key(name: &str) -> String {
    let folded = fold(name);
    let words = folded.split(' ').filter(|word| !matches!(*word, "محافظه" | "مدينه" | "governorate" | "city" | "el" | "al"));
    let words: Vec<&str> = words.collect();
    let key = if words.is_empty() { folded.replace(' ', "") } else { words.concat() };
    match key.strip_prefix("ال") {
        Some(rest) if rest.chars().count() >= 3 => rest.to_owned(),
        _ => key,
    }
}

#[cfg(test)]
#[path = "cities_tests.rs"]
mod tests;
