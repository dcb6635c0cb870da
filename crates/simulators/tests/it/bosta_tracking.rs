//! How far a parcel is: by webhook and by poll.

use gateways::couriers::{CourierService, RefusalCode, Step};
use gateways::{CallbackError, Credentials, Waybill};
use serde_json::json;

use crate::depot::{Depot, assert_refused};

#[tokio::test]
async fn sp_04_a_delivery_is_followed_through_every_step() {
    let mut depot = Depot::open().await;
    let booked = depot.book("1001-1").await;
    assert_eq!(depot.track(&booked).await.step, Step::Created);
    assert!(depot.has_no_callback(), "nothing is told of its creation");
    for (outcome, step, code) in [
        ("pick_up", Step::PickedUp, "21"),
        ("receive", Step::InTransit, "24"),
        ("transit", Step::InTransit, "30"),
        ("out_for_delivery", Step::OutForDelivery, "41"),
        ("exception", Step::Exception, "47"),
        ("on_hold", Step::Exception, "105"),
        ("out_for_delivery", Step::OutForDelivery, "41"),
        ("deliver", Step::Delivered, "45"),
    ] {
        depot.control("advance", json!({ "seconds": 60 })).await;
        depot.press(&booked, outcome).await;
        let notice = depot.notified().await;
        assert_eq!((notice.raw_code.as_str(), notice.reference.as_str()), (code, "1001-1"), "{outcome}");
        assert_eq!((&notice.tracking_no, notice.is_wholly_signed), (&booked.tracking_no, false));
        let delivery = depot.track(&booked).await;
        assert_eq!((delivery.step, delivery.raw_code.as_str()), (step, code), "{outcome}");
        assert_eq!((delivery.at, delivery.reference.as_str()), (notice.at, "1001-1"));
        assert_eq!(delivery.cod_collected_minor, (step == Step::Delivered).then_some(12_550), "{outcome}");
        assert_eq!(delivery.step.is_final(), step == Step::Delivered);
    }
    let delivery = depot.track(&booked).await;
    assert_eq!((delivery.attempts, delivery.fee_minor), (1, Some(8_550)));
    assert_eq!(delivery.reason.map(|reason| (reason.code, reason.words)), Some(("7".into(), "العميل لا يرد".into())));
    assert_eq!(delivery.label.map(|label| (label.ar, label.en)), Some(("تم التسليم", "Delivered")));
    let steps: Vec<Step> = delivery.events.iter().map(|event| event.step).collect();
    assert_eq!(steps.len(), 9);
    assert_eq!((steps[0], steps[8]), (Step::Created, Step::Delivered));
    assert!(delivery.events.is_sorted_by_key(|event| event.at));
}

#[tokio::test]
async fn sp_04_a_refused_parcel_comes_back_and_nothing_is_collected() {
    let mut depot = Depot::open().await;
    let booked = depot.book("1001-1").await;
    depot.press(&booked, "out_for_delivery").await;
    depot.press(&booked, "refuse").await;
    let codes = [depot.notified().await.raw_code, depot.notified().await.raw_code, depot.notified().await.raw_code];
    assert_eq!(codes, ["41", "47", "24"]);
    let delivery = depot.track(&booked).await;
    assert_eq!((delivery.step, delivery.raw_code.as_str()), (Step::Returning, "24"), "the same code as on its way there");
    assert_eq!(delivery.reason.unwrap().words, "العميل رفض الاستلام");
    depot.press(&booked, "out_for_delivery").await;
    assert_eq!(depot.track(&booked).await.step, Step::Returning);
    depot.press(&booked, "return").await;
    let delivery = depot.track(&booked).await;
    assert_eq!((delivery.step, delivery.cod_collected_minor), (Step::Returned, None));
}

#[tokio::test]
async fn sp_04_a_return_is_fetched_at_the_customers_and_brought_back() {
    let mut depot = Depot::open().await;
    let waybill = Waybill { service: CourierService::Return, cod_minor: 0, ..depot.waybill("1001-R1") };
    let booked = depot.courier().book(depot.context(), &waybill).await.unwrap();
    for (outcome, step, code) in [
        ("come", Step::Created, "22"),
        ("pick_up", Step::Returning, "23"),
        ("receive", Step::Returning, "24"),
        ("return", Step::Returned, "46"),
    ] {
        depot.press(&booked, outcome).await;
        assert_eq!(depot.notified().await.raw_code, code, "{outcome}");
        let delivery = depot.track(&booked).await;
        assert_eq!((delivery.step, delivery.cod_collected_minor), (step, None), "{outcome}");
    }
}

#[tokio::test]
async fn sp_04_lost_and_damaged_parcels_are_told_and_not_the_end() {
    let depot = Depot::open().await;
    for (n, outcome, step) in [(1, "lose", Step::Lost), (2, "damage", Step::Damaged)] {
        let booked = depot.book(&format!("{n}-1")).await;
        depot.press(&booked, outcome).await;
        let delivery = depot.track(&booked).await;
        assert_eq!((delivery.step, delivery.step.is_final(), delivery.cod_collected_minor), (step, false, None));
    }
}

#[tokio::test]
async fn sp_04_webhooks_come_twice_out_of_order_late_or_never() {
    let mut depot = Depot::open().await;
    let booked = depot.book("1001-1").await;
    depot.next("callback_twice").await;
    depot.press(&booked, "pick_up").await;
    let first = depot.notified().await;
    assert_eq!(depot.notified().await, first);

    depot.next("out_of_order").await;
    depot.press(&booked, "out_for_delivery").await;
    let (later, earlier) = (depot.notified().await, depot.notified().await);
    assert_eq!((later.raw_code.as_str(), earlier.raw_code.as_str()), ("41", "21"));
    assert_eq!(depot.track(&booked).await.step, Step::OutForDelivery, "who reads again is not led back");

    depot.next("late_callback").await;
    depot.press(&booked, "exception").await;
    assert!(depot.has_no_callback());
    depot.control("advance", json!({ "seconds": 600 })).await;
    assert_eq!(depot.notified().await.raw_code, "47");

    depot.next("lost_callback").await;
    depot.press(&booked, "deliver").await;
    depot.control("advance", json!({ "seconds": 86_400 })).await;
    assert!(depot.has_no_callback());
    assert_eq!(depot.track(&booked).await.step, Step::Delivered, "a poll finds it");
}

#[tokio::test]
async fn sp_04_a_webhook_with_another_key_is_not_believed() {
    let mut depot = Depot::open().await;
    let booked = depot.book("1001-1").await;
    depot.next("foreign_key").await;
    depot.press(&booked, "deliver").await;
    let received = depot.received().await;
    assert_eq!(depot.read(&received), Err(CallbackError::SignatureWrong));
    depot.credentials = Credentials::new([("api_key", "x"), ("callback_key", "somebody-elses-word")]);
    assert!(depot.read(&received).is_ok());
    depot.credentials = Credentials::new([("api_key", "x")]);
    assert_eq!(depot.read(&received), Err(CallbackError::SignatureWrong), "without a key nothing is believed");
}

#[tokio::test]
async fn sp_04_webhooks_of_the_dashboard_have_a_header_of_the_merchants_choice() {
    let mut depot = Depot::open().await;
    let url = depot.callback_url();
    depot
        .control("settings", json!({ "callback_url": url, "callback_header": "X-Rawaj", "callback_key": "another-word-of-16" }))
        .await;
    depot.credentials = Credentials::new(depot.server.credentials.iter().map(|(name, value)| match *name {
        "callback_header" => (*name, "X-Rawaj".to_owned()),
        "callback_key" => (*name, "another-word-of-16".to_owned()),
        _ => (*name, value.clone()),
    }));
    let mut waybill = depot.waybill("1001-1");
    waybill.callback_url = String::new();
    let booked = depot.courier().book(depot.context(), &waybill).await.unwrap();
    depot.press(&booked, "pick_up").await;
    assert_eq!(depot.notified().await.raw_code, "21");
}

#[tokio::test]
async fn sp_04_a_delivery_that_is_not_there_is_refused() {
    let depot = Depot::open().await;
    assert_refused(depot.courier().track(depot.context(), "1", "EG").await, RefusalCode::NotFound);
    assert_refused(depot.courier().track(depot.context(), "../cities", "EG").await, RefusalCode::InvalidRequest);
}

#[tokio::test]
async fn sp_04_who_develops_presses_what_the_courier_does() {
    let depot = Depot::open().await;
    let booked = depot.book("1001-<b>1</b>").await;
    let html = depot.page().await;
    for part in [
        "26976001",
        "1001-&lt;b&gt;1&lt;/b&gt;",
        "125.50",
        "value=\"deliver\"",
        "value=\"callback_twice\"",
        "callback_key",
        "value=\"timeout\"",
    ] {
        assert!(html.contains(part), "{part}: {html}");
    }
    depot.press(&booked, "deliver").await;
    assert!(!depot.page().await.contains("value=\"deliver\""), "nothing follows");
}
