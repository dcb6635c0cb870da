//! Booking, changing and cancelling at Bosta, and its labels.

use gateways::couriers::{CourierService, LabelSize, RefusalCode, Step, WaybillChange, find_place};
use kernel::{Currency, Lang};
use serde_json::json;

use crate::depot::{Depot, assert_refused, name_of, place};

#[tokio::test]
async fn or_06_a_parcel_is_booked_with_all_that_the_courier_needs() {
    let depot = Depot::open().await;
    let booked = depot.book("1001-1").await;
    assert_eq!(booked.tracking_no, "26976001");
    assert_eq!(booked.url, "https://bosta.co/tracking-shipment/?trackNumber=26976001");
    let delivery = &depot.deliveries().await[0];
    assert_eq!(delivery["_id"], booked.tracking_id.as_str());
    assert_eq!((&delivery["businessReference"], &delivery["cod"]), (&json!("1001-1"), &json!(125.5)));
    assert_eq!(delivery["receiver"]["phone"], "01012345678");
    assert_eq!(delivery["receiver"]["secondPhone"], "01112345678");
    assert_eq!(delivery["dropOffAddress"]["city"], "EG-01");
    assert_eq!(delivery["dropOffAddress"]["firstLine"], "12 شارع النيل");
    assert_eq!((&delivery["notes"], &delivery["allowToOpenPackage"]), (&json!("اتصل قبل الوصول"), &json!(true)));
}

#[tokio::test]
async fn or_06_every_service_and_a_chosen_district_are_booked() {
    let depot = Depot::open().await;
    for (n, service) in CourierService::ALL.iter().enumerate() {
        let mut waybill = depot.waybill(&format!("{n}-1"));
        waybill.service = *service;
        waybill.cod_minor = if *service == CourierService::Return { 0 } else { 100 };
        waybill.address.place = Some(place("EG-01", "bRk2m9QzW"));
        assert_eq!(depot.courier().check_waybill(&waybill, &depot.cities().await), [], "{service:?}");
        depot.courier().book(depot.context(), &waybill).await.unwrap();
    }
    let kinds: Vec<_> = depot.deliveries().await.iter().rev().map(|delivery| delivery["type"]["code"].clone()).collect();
    assert_eq!(kinds, [10, 30, 25, 15]);
}

#[tokio::test]
async fn or_06_a_key_is_booked_once() {
    let depot = Depot::open().await;
    let (first, again) = (depot.book("1001-1").await, depot.book("1001-1").await);
    assert_eq!(first, again, "the used key is looked up");
    assert_eq!(depot.deliveries().await.len(), 1);
    let mut other = depot.waybill("1001-1");
    other.key = "shp_1001-1-1".into();
    let second = depot.courier().book(depot.context(), &other).await.unwrap();
    assert_ne!(first.tracking_no, second.tracking_no, "another try of the merchant's");
}

#[tokio::test]
async fn or_06_a_booking_is_found_by_its_key_among_the_latest() {
    let depot = Depot::open().await;
    let booked = depot.book("1-1").await;
    for n in 2..=60 {
        depot.book(&format!("{n}-1")).await;
    }
    let waybill = depot.waybill("1-1");
    let found = depot.courier().find(depot.context(), name_of(&waybill, "")).await.unwrap();
    assert_eq!(found, Some(booked), "on the second page");
    let unknown = depot.waybill("99-1");
    assert_eq!(depot.courier().find(depot.context(), name_of(&unknown, "")).await, Ok(None));
}

#[tokio::test]
async fn or_06_what_bosta_refuses_has_a_code_and_its_words() {
    let depot = Depot::open().await;
    let book = async |spoil: fn(&mut gateways::Waybill)| {
        let mut waybill = depot.waybill("1001-1");
        spoil(&mut waybill);
        depot.courier().book(depot.context(), &waybill).await
    };
    assert_refused(book(|w| w.cod_minor = 3_000_001).await, RefusalCode::CodTooLarge);
    assert_refused(book(|w| w.pickup_location = "elsewhere".into()).await, RefusalCode::NotFound);
    assert_refused(book(|w| w.address.city = "Atlantis".into()).await, RefusalCode::PlaceNotServed);
    assert_refused(book(|w| w.address.region = "شمال سيناء".into()).await, RefusalCode::PlaceNotServed);
    assert_refused(book(|w| w.parcel.pieces = 0).await, RefusalCode::InvalidRequest);
    assert_refused(book(|w| w.recipient.phone = "12".into()).await, RefusalCode::InvalidRequest);
    assert_refused(book(|w| w.key = String::new()).await, RefusalCode::InvalidRequest);
    depot.control("settings", json!({ "has_bundle": false })).await;
    let refused = book(|_| {}).await;
    assert!(format!("{refused:?}").contains("active bundle"), "{refused:?}");
    assert_refused(refused, RefusalCode::NoCredit);
    assert_eq!(depot.deliveries().await.len(), 0);
}

#[tokio::test]
async fn sp_01_the_city_table_tells_beforehand_what_bosta_would_refuse() {
    let depot = Depot::open().await;
    let cities = depot.cities().await;
    assert_eq!(cities.len(), 6);
    let mut waybill = depot.waybill("1001-1");
    let codes = |waybill: &gateways::Waybill| -> Vec<&str> {
        depot.courier().check_waybill(waybill, &cities).iter().map(|fault| fault.code.as_str()).collect()
    };
    assert_eq!(codes(&waybill), [""; 0]);
    let (city, district) = find_place(&cities, &waybill.address).unwrap();
    assert_eq!((city.iso.as_str(), city.id.as_str()), ("EG-C", "FceDyHXwpSYYF9zGW"));
    assert_eq!(district.unwrap().id, "aTqjqt6wM", "by its Arabic name, and with the mistyped key");
    waybill.address.region = "شمال سيناء".into();
    assert_eq!(codes(&waybill), ["city_not_served"]);
    waybill.address.region = "Cairo".into();
    waybill.address.city = "Old Airport".into();
    assert_eq!(codes(&waybill), ["district_not_served"]);
    waybill.address.city = "Atlantis".into();
    assert_eq!(codes(&waybill), ["district_unknown"]);
    waybill.address.region = "Aswan".into();
    assert_eq!(codes(&waybill), ["city_unknown"], "the account's table has no Aswan");
    assert_eq!(depot.courier().check_waybill(&waybill, &depot.courier().known_cities()), [], "the shipped one has");
}

#[tokio::test]
async fn or_06_a_booking_changes_until_it_is_picked_up() {
    let depot = Depot::open().await;
    let booked = depot.book("1001-1").await;
    let waybill = depot.waybill("1001-1");
    let name = name_of(&waybill, &booked.tracking_no);
    let mut address = waybill.address.clone();
    (address.region, address.city, address.street) = ("الجيزة".into(), "الدقي".into(), "5 شارع التحرير".into());
    let mut recipient = waybill.recipient.clone();
    recipient.phone = "01234567890".into();
    let change = WaybillChange {
        address: Some(address),
        recipient: Some(recipient),
        cod: Some((9_000, Currency::EGP)),
        note: Some("الدور الثاني".into()),
        allow_open_box: Some(false),
    };
    assert_eq!(depot.courier().check_change(waybill.service, &change, &depot.cities().await), []);
    depot.courier().change(depot.context(), name, &change).await.unwrap();
    let delivery = &depot.deliveries().await[0];
    assert_eq!((&delivery["cod"], &delivery["notes"]), (&json!(90.0), &json!("الدور الثاني")));
    assert_eq!((&delivery["dropOffAddress"]["city"], &delivery["receiver"]["phone"]), (&json!("EG-25"), &json!("01234567890")));

    depot.press(&booked, "pick_up").await;
    let cod = WaybillChange { cod: Some((0, Currency::EGP)), ..WaybillChange::default() };
    assert_refused(depot.courier().change(depot.context(), name, &cod).await, RefusalCode::NotPossible);
    assert_refused(depot.courier().change(depot.context(), name_of(&waybill, "1"), &cod).await, RefusalCode::NotFound);
    for hostile in ["", "../cities", "1/terminate", "1?x"] {
        assert_refused(
            depot.courier().change(depot.context(), name_of(&waybill, hostile), &cod).await,
            RefusalCode::InvalidRequest,
        );
    }
}

#[tokio::test]
async fn or_06_cancelling_twice_or_nothing_succeeds_and_a_parcel_on_its_way_does_not() {
    let depot = Depot::open().await;
    let waybill = depot.waybill("1001-1");
    let cancel = async |tracking_no: &str| depot.courier().cancel(depot.context(), name_of(&waybill, tracking_no)).await;
    assert_eq!(cancel("").await, Ok(()), "never booked");
    let booked = depot.book("1001-1").await;
    assert_eq!(cancel("").await, Ok(()), "booked, and the answer was lost");
    assert_eq!(depot.track(&booked).await.step, Step::Cancelled);
    assert_eq!(cancel(&booked.tracking_no).await, Ok(()));
    assert_eq!(cancel("123").await, Ok(()), "not there");

    let gone = depot.book("1002-1").await;
    depot.press(&gone, "pick_up").await;
    assert_refused(cancel(&gone.tracking_no).await, RefusalCode::NotPossible);
}

#[tokio::test]
async fn or_06_labels_come_as_one_pdf_in_either_way() {
    let depot = Depot::open().await;
    let numbers = [depot.book("1001-1").await.tracking_no, depot.book("1002-1").await.tracking_no];
    for is_plain in [false, true] {
        depot.control("settings", json!({ "is_awb_plain": is_plain })).await;
        for (size, lang) in [(LabelSize::A4, Lang::Ar), (LabelSize::A6, Lang::En)] {
            let pdf = depot.courier().label(depot.context(), &numbers, size, lang).await.unwrap();
            let text = String::from_utf8(pdf).unwrap();
            assert!(text.starts_with("%PDF-1.4") && text.ends_with("%%EOF\n"));
            assert!(text.contains(if size == LabelSize::A6 { "298 420" } else { "595 842" }), "{text}");
            assert!(text.contains(&format!("Bosta {} 26976002", lang.code())) && text.contains("/Count 2"), "{text}");
        }
    }
    let exchanges = format!("{:?}", depot.log.take());
    assert!(!exchanges.contains("JVBERi") && !exchanges.contains("%PDF"), "no label in the log");
    let unknown = ["1".to_owned()];
    let label = |numbers| depot.courier().label(depot.context(), numbers, LabelSize::A4, Lang::Ar);
    assert_refused(label(&unknown).await, RefusalCode::NotFound);
    assert_refused(label(&[]).await, RefusalCode::InvalidRequest);
}
