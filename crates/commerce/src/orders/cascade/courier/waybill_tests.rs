use super::super::samples::{item, order, shipment};
use super::*;
use gateways::couriers::{CourierDistrict, PlaceName, bosta};
use kernel::{Lang, Texts};

fn address() -> Address {
    Address {
        name: "هدى منصور".into(),
        mobile: "+201012345678".into(),
        country: "EG".into(),
        city: "المعادي".into(),
        street: "12 شارع النيل".into(),
        building: "4".into(),
        details: "بجوار المدرسة".into(),
        ..Address::default()
    }
}

/// OR-06: everything that the merchant entered is on the waybill.
#[test]
fn or_06_the_waybill_has_all_of_the_form() {
    let order = Order { address: Some(address()), ..order() };
    let shipment = Shipment {
        second_phone: "+201112345678".into(),
        declared_value: 30_000,
        cod_amount: 12_550,
        package_size: Size::Large,
        package_weight: 900,
        items_count: 3,
        allow_open_box: true,
        note: "اتصل قبل الوصول".into(),
        ..shipment()
    };
    let parts = WaybillParts {
        contents: "3 × قميص".into(),
        pickup_location: "KtKVtoHUq".into(),
        callback_url: "https://rawaj.example/hooks/BOSTA/ept_1".into(),
        cities: bosta::cities(),
    };
    let waybill = waybill(&shipment, &order, CourierService::Deliver, Currency::EGP, &parts);
    assert_eq!(waybill.key, shipment.booking_key());
    assert_eq!((waybill.recipient.name.as_str(), waybill.recipient.phone.as_str()), ("هدى منصور", "+201012345678"));
    assert_eq!(waybill.recipient.second_phone, "+201112345678");
    assert_eq!((waybill.parcel.size, waybill.parcel.weight_grams, waybill.parcel.pieces), (ParcelSize::Large, 900, 3));
    assert_eq!(waybill.parcel.description, "3 × قميص");
    assert_eq!((waybill.cod_minor, waybill.declared_value_minor, waybill.allow_open_box), (12_550, 30_000, true));
    assert_eq!((waybill.note.as_str(), waybill.pickup_location.as_str()), ("اتصل قبل الوصول", "KtKVtoHUq"));
    assert_eq!(waybill.callback_url, parts.callback_url);
    assert_eq!(waybill.address.building, "4");
    assert_eq!(find_place(&parts.cities, &waybill.address).map(|(city, _)| city.code.as_str()), Some("EG-01"));
}

/// OR-06: a parcel whose address was exchanged goes there.
#[test]
fn or_06_a_parcels_own_address_is_before_its_orders() {
    let order = Order { address: Some(address()), ..order() };
    let own = Address { name: "علي حسن".into(), mobile: "+201212345678".into(), city: "الدقي".into(), ..address() };
    let shipment = Shipment { address: Some(own), ..shipment() };
    let waybill = waybill(&shipment, &order, CourierService::Deliver, Currency::EGP, &WaybillParts::default());
    assert_eq!((waybill.recipient.name.as_str(), waybill.address.city.as_str()), ("علي حسن", "الدقي"));
}

/// OR-06: a district that the courier knows goes by the courier's id.
#[test]
fn or_06_a_known_district_goes_by_its_id() {
    let district = CourierDistrict {
        id: "aTqjqt6wM".into(),
        name: PlaceName { ar: "المعادي".into(), en: "Maadi".into() },
        zone_id: String::new(),
        zone: PlaceName::default(),
        has_pickup: true,
        has_delivery: true,
    };
    let mut cities = bosta::cities();
    assert_eq!(delivery_address(&address(), &cities).place, None, "the program's own table has no districts");
    cities.iter_mut().find(|city| city.code == "EG-01").unwrap().districts.push(district);
    let place = delivery_address(&Address { city: "القاهرة".into(), district: "المعادى".into(), ..address() }, &cities).place;
    let expected = CourierPlace { city_code: "EG-01".into(), district_id: "aTqjqt6wM".into() };
    assert_eq!(place, Some(expected));
}

#[test]
fn or_06_the_contents_name_the_pieces_of_the_parcel_alone() {
    let item = |line, name: &str| OrderItem { line, name: Texts::new(name, ""), ..item() };
    let items = [item(1, "قميص"), item(2, "كتاب")];
    let order = Order { language: Lang::Ar, ..order() };
    assert_eq!(contents(&items, &[Line { line: 2, quantity: 4 }], &order), "4 × كتاب");
    let lines = [Line { line: 1, quantity: 2 }, Line { line: 2, quantity: 1 }];
    assert_eq!(contents(&items, &lines, &order), "2 × قميص، 1 × كتاب");
    let long = [item(1, &"ق".repeat(900))];
    assert_eq!(contents(&long, &lines, &order).chars().count(), MOST_DESCRIPTION);
}
