//! Cities of a method that its courier does not know (SP-01): told when the method is made, and not when a parcel stands there.

use db::Conn;
use gateways::couriers::{CourierCity, find_city};
use kernel::StoreScope;
use platform::App;

use super::model::ShippingMethod;
use crate::couriers::account;
use customers::places;

/// The cities of a method that its courier does not know; none where there is no such courier.
///
/// # Errors
/// Of the database.
pub(super) async fn of_method(c: Conn<'_>, app: &App, scope: &StoreScope, method: &ShippingMethod) -> db::Result<Vec<String>> {
    let Some(courier) = app.couriers.get(method.provider.as_str()).filter(|_| !method.cities.is_empty()) else {
        return Ok(Vec::new());
    };
    let known = account::city_names(c, scope, method.provider, courier).await?;
    Ok(unknown(&method.cities, courier.capabilities().countries, &known))
}

/// Those of the cities that are none of the courier's, and lie in none of its governorates.
fn unknown(cities: &[String], countries: &[&str], known: &[CourierCity]) -> Vec<String> {
    // Without a table nothing can be said.
    if known.is_empty() {
        return Vec::new();
    }
    let region = |city: &str| countries.iter().find_map(|country| places::find(country, city)?.region);
    let is_known = |city: &String| {
        let in_region = || region(city).is_some_and(|region| find_city(known, region.ar).is_some());
        find_city(known, city).is_some_and(|city| city.has_delivery) || in_region()
    };
    cities.iter().filter(|city| !is_known(city)).cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use gateways::couriers::{bosta, wassalha};

    #[test]
    fn sp_01_cities_that_a_courier_does_not_know_are_named() {
        let cities = ["القاهره", "Nasr City", "الغردقه", "الرياض", "Atlantis"].map(str::to_owned);
        for known in [bosta::cities(), wassalha::cities()] {
            assert_eq!(unknown(&cities, &["EG"], &known), ["الرياض", "Atlantis"]);
        }
        assert!(unknown(&cities, &["EG"], &[]).is_empty());
        let mut closed = bosta::cities();
        for city in &mut closed {
            city.has_delivery = false;
        }
        assert!(unknown(&cities[..1], &["EG"], &closed).is_empty(), "its region is one of the courier's");
    }
}
