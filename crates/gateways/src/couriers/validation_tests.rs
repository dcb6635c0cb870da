//! Waybills are checked against the courier's rules before they are sent.

use kernel::Currency;
use proptest::prelude::*;

use super::super::waybill::{Parcel, ParcelSize};
use super::super::{Courier, bosta, wassalha};
use super::*;

pub(in crate::couriers) fn waybill() -> Waybill {
    Waybill {
        key: "shp_1-1".into(),
        reference: "1001-1".into(),
        service: CourierService::Deliver,
        recipient: Recipient {
            name: "هدى منصور".into(),
            phone: "+201012345678".into(),
            second_phone: String::new(),
            email: "huda@example.com".into(),
        },
        address: DeliveryAddress {
            country: "EG".into(),
            region: "القاهرة".into(),
            city: "المعادي".into(),
            street: "12 شارع النيل".into(),
            ..DeliveryAddress::default()
        },
        parcel: Parcel { size: ParcelSize::Small, weight_grams: 500, pieces: 2, description: "قميص قطن × 2".into() },
        currency: Currency::EGP,
        cod_minor: 12_550,
        declared_value_minor: 0,
        allow_open_box: true,
        note: String::new(),
        pickup_location: "loc-1".into(),
        callback_url: String::new(),
    }
}

fn couriers() -> [Box<dyn Courier>; 2] {
    let env = kernel::Env::fake(kernel::Millis(0));
    let _ = rustls::crypto::ring::default_provider().install_default();
    let http = crate::HttpClient::new(env, crate::HttpLimits::default()).unwrap();
    [Box::new(bosta::Bosta::new(http, None)), Box::new(wassalha::Wassalha)]
}

fn codes(courier: &dyn Courier, waybill: &Waybill) -> Vec<&'static str> {
    courier.check_waybill(waybill, &courier.known_cities()).iter().map(|fault| fault.code.as_str()).collect()
}

#[test]
fn or_06_a_waybill_is_checked_before_it_is_sent() {
    type Spoil = fn(&mut Waybill);
    let cases: [(Spoil, &str); 14] = [
        (|w| w.address.country = "SA".into(), "country_not_served"),
        (|w| (w.address.region, w.address.city) = ("الرياض".into(), "الرياض".into()), "city_unknown"),
        (|w| w.address.street = String::new(), "address_too_short"),
        (|w| w.address.street = "ش".repeat(400), "address_too_long"),
        (|w| w.recipient.name = " ".into(), "name_missing"),
        (|w| w.recipient.phone = "+966501234567".into(), "phone_malformed"),
        (|w| w.recipient.second_phone = "12".into(), "second_phone_malformed"),
        (|w| w.recipient.email = "huda".into(), "email_malformed"),
        (|w| w.parcel.pieces = 0, "pieces_missing"),
        (|w| w.currency = Currency::SAR, "currency_not_accepted"),
        (|w| w.cod_minor = -1, "cod_negative"),
        (|w| w.declared_value_minor = -1, "declared_value_negative"),
        (|w| w.note = "x".repeat(301), "note_too_long"),
        (|w| (w.address.place, w.address.district) = (Some(super::super::CourierPlace::default()), "x".into()), "city_unknown"),
    ];
    for courier in couriers() {
        let name = courier.description().code;
        assert_eq!(codes(&*courier, &waybill()), [""; 0], "{name}");
        for (spoil, code) in cases {
            let mut spoiled = waybill();
            spoil(&mut spoiled);
            assert_eq!(codes(&*courier, &spoiled), [code], "{name}");
        }
    }
}

#[test]
fn or_06_couriers_have_rules_of_their_own() {
    let [bosta, wassalha] = couriers();
    let mut light = waybill();
    (light.parcel.weight_grams, light.pickup_location) = (0, String::new());
    assert_eq!(codes(&*bosta, &light), [""; 0], "the account's default, and a weight is informational");
    assert_eq!(codes(&*wassalha, &light), ["weight_missing", "pickup_location_missing"]);
    let mut fetched = waybill();
    fetched.service = CourierService::Return;
    assert_eq!(codes(&*bosta, &fetched), ["cod_not_offered"]);
    fetched.cod_minor = 0;
    assert_eq!(codes(&*bosta, &fetched), [""; 0]);
    assert_eq!(codes(&*wassalha, &fetched), ["service_not_offered"]);
    fetched.service = CourierService::CashCollection;
    assert_eq!(codes(&*bosta, &fetched), ["cod_missing"]);
    let mut bulky = waybill();
    bulky.parcel.size = ParcelSize::HeavyBulky;
    assert_eq!(codes(&*wassalha, &bulky), ["size_not_offered"]);
}

#[test]
fn sp_01_a_city_that_the_courier_does_not_serve_is_told() {
    let [bosta, _] = couriers();
    let mut cities = bosta.known_cities();
    let cairo = cities.iter_mut().find(|city| city.iso == "EG-C").unwrap();
    let district = |id: &str, has_delivery: bool| super::super::CourierDistrict {
        id: id.into(),
        name: super::super::PlaceName { ar: id.into(), en: id.into() },
        zone_id: String::new(),
        zone: super::super::PlaceName::default(),
        has_pickup: true,
        has_delivery,
    };
    cairo.districts = vec![district("المعادي", true), district("Zamalek", false)];
    let check = |waybill: &Waybill, cities: &[CourierCity]| -> Vec<&str> {
        bosta.check_waybill(waybill, cities).iter().map(|fault| fault.code.as_str()).collect()
    };
    assert_eq!(check(&waybill(), &cities), [""; 0]);
    let mut other = waybill();
    other.address.city = "Zamalek".into();
    assert_eq!(check(&other, &cities), ["district_not_served"]);
    other.address.city = "Atlantis".into();
    assert_eq!(check(&other, &cities), ["district_unknown"]);
    let place = |district: &str| super::super::CourierPlace { city_code: "EG-01".into(), district_id: district.into() };
    other.address.place = Some(place("gone"));
    assert_eq!(check(&other, &cities), ["district_unknown"]);
    other.address.place = Some(place("المعادي"));
    assert_eq!(check(&other, &cities), [""; 0]);
    for city in &mut cities {
        city.has_delivery = false;
    }
    assert_eq!(check(&waybill(), &cities), ["city_not_served"]);
}

#[test]
fn or_06_a_change_is_checked_as_well() {
    let [bosta, _] = couriers();
    let change = WaybillChange {
        recipient: Some(Recipient::default()),
        cod: Some((-5, Currency::EGP)),
        note: Some("x".repeat(201)),
        ..WaybillChange::default()
    };
    let faults = bosta.check_change(CourierService::Deliver, &change, &bosta.known_cities());
    let codes: Vec<&str> = faults.iter().map(|fault| fault.code.as_str()).collect();
    assert_eq!(codes, ["name_missing", "phone_malformed", "cod_negative", "note_too_long"]);
    assert_eq!(faults[3].limit, Some(200));
    assert_eq!(bosta.check_change(CourierService::Deliver, &WaybillChange::default(), &[]), []);
}

proptest! {
    #[test]
    fn or_06_checking_never_fails_and_bounds_hold(
        street in ".{0,300}", note in ".{0,300}", phone in ".{0,20}", cod in any::<i64>(), pieces in any::<i64>()
    ) {
        for courier in couriers() {
            let mut waybill = waybill();
            (waybill.address.street, waybill.note, waybill.recipient.phone) = (street.clone(), note.clone(), phone.clone());
            (waybill.cod_minor, waybill.parcel.pieces) = (cod, pieces);
            let codes = codes(&*courier, &waybill);
            prop_assert_eq!(codes.contains(&"cod_negative"), cod < 0);
            prop_assert_eq!(codes.contains(&"pieces_missing"), pieces < 1);
        }
    }
}
