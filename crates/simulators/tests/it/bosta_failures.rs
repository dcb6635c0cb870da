//! What is not known of a call to a courier, and what nobody may read of it.

use std::time::Duration;

use gateways::couriers::{BookingMode, BookingName, CourierError, Operation, RefusalCode};
use gateways::{CallContext, Credentials, RepeatSafety, UnreachableReason};
use kernel::Millis;
use serde_json::json;

use crate::depot::{Depot, assert_refused, name_of, pickup};

#[tokio::test]
async fn or_06_a_booking_that_was_never_answered_is_found_and_not_repeated() {
    let depot = Depot::impatient().await;
    assert_eq!(depot.courier().repeat_safety(Operation::Book), RepeatSafety::FindFirst);
    for (n, outcome, reason) in [(1, "timeout", UnreachableReason::TimedOut), (2, "cut", UnreachableReason::BrokenOff)] {
        let waybill = depot.waybill(&format!("{n}-1"));
        depot.next(outcome).await;
        let failed = depot.courier().book(depot.context(), &waybill).await.unwrap_err();
        assert_eq!(failed, CourierError::Unreachable(reason));
        assert!(failed.is_outcome_unknown() && failed.is_passing());
        let found = depot.courier().find(depot.context(), name_of(&waybill, "")).await.unwrap().unwrap();
        // And who repeats it all the same does not book twice.
        assert_eq!(depot.courier().book(depot.context(), &waybill).await, Ok(found));
    }
    assert_eq!(depot.deliveries().await.len(), 2);
}

/// A refused search says nothing of the booking: who took it for a refusal would book under another key.
#[tokio::test]
async fn or_06_a_used_key_that_cannot_be_looked_up_stays_in_doubt() {
    let depot = Depot::open().await;
    depot.book("1001-1").await;
    depot.control("next", json!({ "outcome": "unauthorised", "path": "/api/v2/deliveries/search" })).await;
    let failed = depot.courier().book(depot.context(), &depot.waybill("1001-1")).await.unwrap_err();
    assert!(failed.is_outcome_unknown(), "{failed:?}");
    assert_eq!(depot.deliveries().await.len(), 1);
}

/// The search is read so far and no further. Where its end was not reached, nobody knows whether the parcel is there: who took that for
/// "not there" would book it again, or take a booking for cancelled that stands.
#[tokio::test]
async fn or_06_a_booking_beyond_the_latest_is_not_known_and_not_missing() {
    let depot = Depot::open().await;
    let old = depot.waybill("1-1");
    depot.book("1-1").await;
    for n in 2..=502 {
        depot.book(&format!("{n}-1")).await;
    }
    let beyond = depot.courier().find(depot.context(), name_of(&old, "")).await.unwrap_err();
    assert!(beyond.is_outcome_unknown(), "{beyond:?}");
    // A parcel that was written later than these were booked is not among them, nor behind them.
    let later = BookingName { not_before: Some(Millis(4_000_000_000_000)), ..name_of(&old, "") };
    assert_eq!(depot.courier().find(depot.context(), later).await, Ok(None));
    let failed = depot.courier().cancel(depot.context(), name_of(&old, "")).await.unwrap_err();
    assert!(failed.is_outcome_unknown(), "{failed:?}");
    let failed = depot.courier().book(depot.context(), &old).await.unwrap_err();
    assert!(failed.is_outcome_unknown(), "a used key stays in doubt: {failed:?}");
    let deliveries = depot.deliveries().await;
    assert_eq!(deliveries.len(), 502);
    assert_eq!(deliveries.last().unwrap()["state"]["code"], 10, "it stands");
}

#[tokio::test]
async fn or_06_what_was_not_done_says_so() {
    let depot = Depot::open().await;
    for (outcome, expected, is_unknown) in
        [("server_error", UnreachableReason::ServerError(500), true), ("rate_limited", UnreachableReason::RateLimited, false)]
    {
        depot.next(outcome).await;
        let failed = depot.courier().book(depot.context(), &depot.waybill("1001-1")).await.unwrap_err();
        assert_eq!((&failed, failed.is_outcome_unknown()), (&CourierError::Unreachable(expected), is_unknown));
    }
    depot.book("1001-1").await;
}

#[tokio::test]
async fn or_06_a_wrong_key_is_told_and_the_connection_can_be_tried() {
    let depot = Depot::open().await;
    let check = depot.courier().check(depot.context()).await.unwrap();
    assert_eq!(check.pickup_locations, 1);
    let wrong = Credentials::new([("api_key", "5f1c0c3a9e7b42d6a1b84f2e6d70c9b3othersimul")]);
    let nothing = Credentials::default();
    for credentials in [&wrong, &nothing] {
        let context = CallContext { credentials, log: &depot.log };
        let failed = depot.courier().check(context).await.unwrap_err();
        assert!(matches!(failed, CourierError::Unauthorised { .. }), "{failed:?}");
        assert!(!failed.is_passing() && !failed.is_outcome_unknown());
    }
    depot.next("unauthorised").await;
    let failed = depot.courier().book(depot.context(), &depot.waybill("1001-1")).await.unwrap_err();
    assert_eq!(failed, CourierError::Unauthorised { words: "Authentication failed".into() });
}

#[tokio::test]
async fn or_06_what_the_courier_said_is_kept_without_keys_and_without_the_customer() {
    let depot = Depot::open().await;
    let booked = depot.book("1001-1").await;
    depot.track(&booked).await;
    depot.courier().request_pickup(depot.context(), &pickup("2026-03-02")).await.unwrap();
    let mut refused = depot.waybill("1002-1");
    refused.cod_minor = 3_000_001;
    depot.courier().book(depot.context(), &refused).await.unwrap_err();
    let exchanges = depot.log.take();
    let steps: Vec<&str> = exchanges.iter().map(|exchange| exchange.step).collect();
    assert_eq!(steps, ["bosta.book", "bosta.track", "bosta.request_pickup", "bosta.book"]);
    let shown = format!("{exchanges:?}");
    for hidden in ["simulator", "a-word-of-the-merchant", "هدى", "01012345678", "huda@example.com", "شارع النيل", "اتصل", "Mona"]
    {
        assert!(!shown.contains(hidden), "{hidden}: {shown}");
    }
    for part in ["1001-1", "125.5", "COD amount exceeds the limit", "3007"] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
}

#[tokio::test]
async fn or_06_wassalha_books_by_sheet_and_calls_nothing() {
    let depot = Depot::open().await;
    let wassalha = depot.other("WASSALHA");
    assert_eq!(wassalha.capabilities().booking, BookingMode::Sheet);
    assert_eq!(wassalha.known_cities().len(), 27);
    assert!(wassalha.sheet().is_some() && depot.courier().sheet().is_none());
    let waybill = depot.waybill("1001-1");
    assert_refused(wassalha.book(depot.context(), &waybill).await, RefusalCode::NotOffered);
    assert_refused(wassalha.track(depot.context(), "EP473124829EG", "EG").await, RefusalCode::NotOffered);
    assert_refused(wassalha.list_pickups(depot.context(), 1).await, RefusalCode::NotOffered);
    assert_refused(wassalha.check(depot.context()).await, RefusalCode::NotOffered);
    assert!(depot.log.take().is_empty());
    let row = wassalha.sheet().unwrap().row(&Credentials::new([("merchant_name", "متجر")]), &waybill).unwrap();
    assert_eq!((row[9].as_str(), row[11].as_str(), row[12].as_str()), ("CAIRO", "متجر", "KtKVtoHUq"));
}

#[tokio::test]
async fn sp_03_a_slow_courier_is_cut_at_the_limit() {
    let depot = Depot::open().await;
    let request = gateways::couriers::RateRequest {
        from_city: "EG-01".into(),
        to_city: "EG-25".into(),
        service: gateways::couriers::CourierService::Deliver,
        size: gateways::couriers::ParcelSize::Medium,
        weight_grams: 500,
        cod_minor: 12_550,
        currency: kernel::Currency::EGP,
    };
    depot.control("next", json!({ "outcome": "timeout", "path": "/api/v2/pricing" })).await;
    let started = std::time::Instant::now();
    let failed = depot.courier().rate(depot.context(), &request, Duration::from_millis(300)).await.unwrap_err();
    assert_eq!(failed, CourierError::Unreachable(UnreachableReason::TimedOut));
    assert!(started.elapsed() < Duration::from_secs(5), "not the 10 s of other calls");
    let rate = depot.courier().rate(depot.context(), &request, Duration::from_secs(5)).await.unwrap();
    assert_eq!((rate.with_vat_minor, rate.without_vat_minor), (10_374, Some(9_100)), "91 pounds and 14 %");
}
