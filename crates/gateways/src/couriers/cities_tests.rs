//! Places of couriers are found however an address names them.

use super::super::egypt::{GOVERNORATES, governorate, mobile};
use super::super::{bosta, wassalha};
use super::*;

#[test]
fn sp_01_every_governorate_is_known_to_both_couriers_in_any_spelling() {
    for cities in [bosta::cities(), wassalha::cities()] {
        for governorate in GOVERNORATES {
            let city = find_city(&cities, governorate.iso).unwrap();
            for spelling in [governorate.ar, governorate.en].iter().chain(governorate.aliases) {
                let found = find_city(&cities, spelling).unwrap_or_else(|| panic!("{spelling}"));
                assert_eq!(found.iso, governorate.iso, "{spelling}");
                assert_eq!(find_city(&cities, &spelling.to_uppercase()), Some(city), "{spelling}");
            }
            assert_eq!(find_city(&cities, &format!("محافظة {}", governorate.ar)), Some(city));
            assert_eq!(find_city(&cities, &format!("{} Governorate", governorate.en)), Some(city));
        }
        for unknown in ["", " ", "الرياض", "Dubai", "ال"] {
            assert_eq!(find_city(&cities, unknown), None, "{unknown}");
        }
    }
    assert_eq!(GOVERNORATES.len(), 27);
    assert_eq!(governorate("EG-C").map(|g| g.en), Some("Cairo"));
}

#[test]
fn sp_01_no_two_governorates_share_a_spelling() {
    let mut owners = std::collections::BTreeMap::new();
    for governorate in GOVERNORATES {
        for spelling in [governorate.ar, governorate.en].iter().chain(governorate.aliases) {
            let owner = owners.entry(place_key(spelling)).or_insert(governorate.iso);
            assert_eq!(*owner, governorate.iso, "{spelling}");
        }
    }
}

#[test]
fn or_06_a_place_is_the_chosen_one_or_found_by_its_texts() {
    let district = |id: &str, en: &str, zone: &str| CourierDistrict {
        id: id.into(),
        name: PlaceName { ar: String::new(), en: en.into() },
        zone_id: format!("z-{zone}"),
        zone: PlaceName { ar: String::new(), en: zone.into() },
        has_pickup: true,
        has_delivery: true,
    };
    let mut cities = bosta::cities();
    let cairo = cities.iter_mut().find(|city| city.iso == "EG-C").unwrap();
    cairo.districts = vec![district("d1", "Sarayat", "Maadi"), district("d2", "7th District", "Nasr City")];
    let address = |region: &str, city: &str, district: &str| DeliveryAddress {
        country: "EG".into(),
        region: region.into(),
        city: city.into(),
        district: district.into(),
        ..DeliveryAddress::default()
    };
    let found = |address: &DeliveryAddress| {
        find_place(&cities, address).map(|(city, district)| (city.iso.clone(), district.map(|d| d.id.clone())))
    };
    assert_eq!(found(&address("القاهرة", "Nasr City", "")), Some(("EG-C".into(), Some("d2".into()))), "by the zone");
    assert_eq!(found(&address("", "Cairo", "sarayat")), Some(("EG-C".into(), Some("d1".into()))));
    assert_eq!(found(&address("Dakahlia", "Mansoura", "")), Some(("EG-DK".into(), None)));
    assert_eq!(found(&address("", "Mansoura", "")), Some(("EG-DK".into(), None)), "a town says its governorate");
    assert_eq!(found(&address("Jeddah", "Jeddah", "")), None);
    let mut chosen = address("", "", "");
    chosen.place = Some(super::super::CourierPlace { city_code: "EG-01".into(), district_id: "d1".into() });
    assert_eq!(found(&chosen), Some(("EG-C".into(), Some("d1".into()))));
    chosen.place = Some(super::super::CourierPlace { city_code: "EG-01".into(), district_id: "gone".into() });
    assert_eq!(found(&chosen), None, "a district that the courier no longer has");
}

#[test]
fn or_06_mobile_numbers_are_national() {
    for text in ["+201012345678", "00201012345678", "01012345678", "1012345678", "٠١٠١٢٣٤٥٦٧٨", "+20 101 234 5678"] {
        assert_eq!(mobile(text).as_deref(), Some("01012345678"), "{text}");
    }
    for text in ["", "0101234567", "+966501234567", "0223456789", "01312345678", "x"] {
        assert_eq!(mobile(text), None, "{text}");
    }
}
