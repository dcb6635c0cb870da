//! Pickups at Bosta, the places where it fetches parcels, and its prices.

use std::time::Duration;

use gateways::couriers::{CourierError, CourierService, ParcelSize, PickupState, RateRequest, RefusalCode};
use kernel::Currency;
use serde_json::json;

use crate::depot::{Depot, LOCATION, assert_refused, pickup};

#[tokio::test]
async fn sp_02_a_pickup_is_asked_for_listed_and_cancelled() {
    let depot = Depot::open().await;
    let (courier, context) = (depot.courier(), depot.context());
    let first = courier.request_pickup(context, &pickup("2026-03-02")).await.unwrap();
    assert_eq!((first.date.as_str(), first.slot.as_str()), ("2026-03-02", "13:00 to 16:00"));
    assert_eq!((first.state, first.parcels, first.location_id.as_str()), (PickupState::Requested, Some(7), LOCATION));
    let other = courier.request_pickup(context, &pickup("2026-03-03")).await.unwrap();
    assert_eq!(courier.list_pickups(context, 1).await.unwrap(), [other, first.clone()], "the latest first");
    assert_eq!(courier.list_pickups(context, 2).await.unwrap(), []);

    courier.cancel_pickup(context, &first.id).await.unwrap();
    assert_eq!(courier.list_pickups(context, 1).await.unwrap()[1].state, PickupState::Cancelled);
    assert_eq!(courier.cancel_pickup(context, "gone").await, Ok(()));
    assert_refused(courier.cancel_pickup(context, "../x").await, RefusalCode::InvalidRequest);
    courier.request_pickup(context, &pickup("2026-03-02")).await.unwrap();
}

#[tokio::test]
async fn sp_02_a_pickup_that_cannot_be_is_refused_with_its_reason() {
    let depot = Depot::open().await;
    let (courier, context) = (depot.courier(), depot.context());
    let request = async |date: &str| courier.request_pickup(context, &pickup(date)).await;
    assert_refused(request("2026-02-28").await, RefusalCode::PickupInPast);
    assert_refused(request("2026-03-06").await, RefusalCode::PickupOnDayOff);
    depot.control("settings", json!({ "holidays": ["2026-03-20", "2026-03-21"] })).await;
    assert_refused(request("2026-03-21").await, RefusalCode::PickupOnDayOff);
    request("2026-03-02").await.unwrap();
    assert_refused(request("2026-03-02").await, RefusalCode::PickupExists);
    request("2026-03-01").await.unwrap();
    assert_refused(request("2026-03-01").await, RefusalCode::PickupExists);
    assert_refused(request("2026-02-30").await, RefusalCode::InvalidRequest);
    let mut spoiled = pickup("2026-03-04");
    spoiled.location_id = "elsewhere".into();
    assert_refused(courier.request_pickup(context, &spoiled).await, RefusalCode::NotFound);
    spoiled = pickup("2026-03-04");
    spoiled.contact.phone = "12".into();
    assert_refused(courier.request_pickup(context, &spoiled).await, RefusalCode::InvalidRequest);
    depot.control("settings", json!({ "has_contact": false })).await;
    assert_refused(request("2026-03-04").await, RefusalCode::ContactMissing);
    depot.control("settings", json!({ "has_contact": true })).await;
    // Noon, and four hours later it is 16:00 in Cairo, and tomorrow is still possible.
    depot.control("advance", json!({ "seconds": 4 * 3_600 + 86_400 })).await;
    let late = request("2026-03-02").await;
    assert!(matches!(&late, Err(CourierError::Refused { words, .. }) if words.contains("cut-off")), "{late:?}");
    assert_refused(late, RefusalCode::PickupTooLate);
    request("2026-03-03").await.unwrap();
}

#[tokio::test]
async fn sp_02_the_places_of_the_account_are_read() {
    let depot = Depot::open().await;
    let places = depot.courier().list_pickup_locations(depot.context()).await.unwrap();
    assert_eq!((places[0].id.as_str(), places[0].city.as_str(), places[0].is_default), (LOCATION, "Cairo", true));
    assert_eq!(places[0].contact.as_ref().map(|contact| contact.phone.as_str()), Some("01112345678"));
}

#[tokio::test]
async fn sp_03_prices_are_asked_in_any_spelling_and_are_exact() {
    let depot = Depot::open().await;
    let rate = async |from: &str, to: &str, size: ParcelSize, cod_minor: i64| {
        let request = RateRequest {
            from_city: from.into(),
            to_city: to.into(),
            service: CourierService::Deliver,
            size,
            weight_grams: 0,
            cod_minor,
            currency: Currency::EGP,
        };
        depot.courier().rate(depot.context(), &request, Duration::from_secs(5)).await.map(|rate| rate.with_vat_minor)
    };
    assert_eq!(rate("EG-01", "Cairo", ParcelSize::Small, 0).await, Ok(8_550));
    assert_eq!(rate("EG-C", "كفر الشيخ", ParcelSize::Small, 0).await, Ok(10_374));
    assert_eq!(rate("القاهرة", "EG-02", ParcelSize::HeavyBulky, 0).await, Ok(31_122));
    // A percent of 3,333.33 above 3,000 is 3.33: with VAT 89.2962.
    assert_eq!(rate("EG-01", "EG-01", ParcelSize::Small, 333_333).await, Ok(8_930));
    assert_refused(rate("EG-01", "Atlantis", ParcelSize::Small, 0).await, RefusalCode::PlaceNotServed);
    assert_refused(rate("EG-01", "EG-01", ParcelSize::Small, -1).await, RefusalCode::InvalidRequest);
}
