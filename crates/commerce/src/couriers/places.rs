//! Searching the places of a courier. Pure.

use gateways::couriers::{CourierCity, CourierDistrict, PlaceName};
use kernel::fold::fold;

/// Cities of one answer.
const MOST_CITIES: usize = 500;
/// Districts of one answer.
const MOST_DISTRICTS: usize = 300;

/// The cities whose name, spelling or code holds the text, with their districts; and those of which a district does, with that.
/// Without a text all cities, without districts.
pub(super) fn search(cities: Vec<CourierCity>, text: &str) -> Vec<CourierCity> {
    let needle = fold(text);
    if needle.is_empty() {
        let bare = cities.into_iter().map(|city| CourierCity { districts: Vec::new(), ..city });
        return bare.take(MOST_CITIES).collect();
    }
    let mut left = MOST_DISTRICTS;
    let mut found = Vec::new();
    for mut city in cities {
        let is_found = is_named(&city.name, &needle)
            || city.aliases.iter().any(|alias| fold(alias).contains(&needle))
            || city.code.eq_ignore_ascii_case(text.trim());
        if !is_found {
            city.districts
                .retain(|district: &CourierDistrict| is_named(&district.name, &needle) || is_named(&district.zone, &needle));
            if city.districts.is_empty() {
                continue;
            }
        }
        city.districts.truncate(left);
        left -= city.districts.len();
        found.push(city);
        if found.len() == MOST_CITIES {
            break;
        }
    }
    found
}

fn is_named(name: &PlaceName, needle: &str) -> bool {
    [&name.ar, &name.en].into_iter().any(|name| fold(name).contains(needle))
}

#[cfg(test)]
mod tests {
    use super::*;
    use gateways::couriers::bosta;
    use proptest::prelude::*;

    fn with_districts() -> Vec<CourierCity> {
        let district = |n: usize| CourierDistrict {
            id: format!("d{n}"),
            name: PlaceName { ar: format!("حي {n}"), en: format!("District {n}") },
            zone_id: String::new(),
            zone: PlaceName::default(),
            has_pickup: true,
            has_delivery: true,
        };
        bosta::cities().into_iter().map(|city| CourierCity { districts: (0..50).map(district).collect(), ..city }).collect()
    }

    #[test]
    fn sp_01_a_city_is_found_by_any_of_its_names_and_a_district_by_its_own() {
        for text in ["القاهره", "cairo", "مدينة نصر", "EG-01"] {
            let found = search(with_districts(), text);
            assert!(found.iter().any(|city| city.code == "EG-01" && city.districts.len() == 50), "{text}");
        }
        let found = search(with_districts(), "district 49");
        assert!(found.len() > 20 && found.iter().all(|city| city.districts.len() == 1), "{found:?}");
        assert!(search(with_districts(), "").iter().all(|city| city.districts.is_empty()));
        assert!(search(with_districts(), "Atlantis").is_empty());
    }

    proptest! {
        #[test]
        fn sp_01_an_answer_is_bounded_whatever_is_searched(text in "[a-zا-ي ]{0,3}") {
            let found = search(with_districts(), &text);
            prop_assert!(found.len() <= MOST_CITIES);
            prop_assert!(found.iter().map(|city| city.districts.len()).sum::<usize>() <= MOST_DISTRICTS);
        }
    }
}
