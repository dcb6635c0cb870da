//! Payments by Paymob's legacy flow: how they end, and how they are told.

use std::sync::atomic::Ordering;

use gateways::payments::{
    CallbackError, GatewayError, IncomingRequest, Lookup, MeansKind, NextStep, RefusalCode, RequestedMeans, TransactionKind,
    TransactionStatus,
};
use kernel::Millis;
use serde_json::json;

use crate::market::Market;

#[tokio::test]
async fn py_03_a_card_is_paid_told_returned_and_found() {
    let mut market = Market::paymob().await;
    let (started, page) = market.start("1001-1").await;
    assert!(page.contains("/api/acceptance/iframes/700001?payment_token="), "{page}");
    let back = market.press(&page, "pay").await;
    assert_eq!(back.status(), 303);
    let charge = market.notified().await;
    assert!(charge.is_money_received());
    assert_eq!((charge.amount, charge.reference.as_str()), (market.request("").amount, "1001-1"));
    assert_eq!((charge.provider_reference.as_str(), charge.account.as_str()), (started.provider_reference.as_str(), "4100001"));
    assert_eq!((charge.means.kind, charge.means.last_four.as_str(), charge.is_live), (MeansKind::Card, "2346", Some(false)));

    let location = back.headers()["location"].to_str().unwrap();
    assert!(location.starts_with(&market.url("/return?attempt=1&")), "{location}");
    let query = location.split_once('?').unwrap().1;
    let read =
        |query: &str| market.gateway().read_return(&market.credentials, IncomingRequest { headers: &[], query, body: b"" });
    let returned = read(query).unwrap();
    assert_eq!((returned.status, returned.transaction_id, returned.refusal), (TransactionStatus::Paid, charge.id.clone(), None));
    assert_eq!(read(&query.replace("success=true", "success=false")), Err(CallbackError::SignatureWrong));
    assert_eq!(read("attempt=1"), Err(CallbackError::SignatureMissing));

    let by_reference = market.gateway().find(market.context(), Lookup::Reference("1001-1")).await.unwrap();
    let by_id = market.gateway().find(market.context(), Lookup::Transaction(&charge.id)).await.unwrap();
    assert_eq!((&by_reference, &by_id), (&vec![charge.clone()], &vec![charge]));
    for unknown in [Lookup::Reference("1001-2"), Lookup::Transaction("1")] {
        assert_eq!(market.gateway().find(market.context(), unknown).await, Ok(vec![]));
    }
    assert!(market.press(&page, "pay").await.status().is_client_error(), "paid once");
}

#[tokio::test]
async fn py_03_a_decline_has_a_reason_and_another_try_may_be_paid() {
    let mut market = Market::paymob().await;
    let (_, page) = market.start("1001-1").await;
    market.press(&page, "decline").await;
    let declined = market.notified().await;
    assert_eq!((declined.kind, declined.status), (TransactionKind::Charge, TransactionStatus::Declined));
    let refusal = declined.refusal.unwrap();
    assert_eq!((refusal.code, refusal.words.as_str()), (RefusalCode::InsufficientFunds, "INSUFFICIENT_FUNDS"));
    market.press(&page, "pay").await;
    let paid = market.notified().await;
    assert!(paid.is_money_received() && paid.id != declined.id);
}

#[tokio::test]
async fn py_03_a_bank_asks_first() {
    let mut market = Market::paymob().await;
    let (_, page) = market.start("1001-1").await;
    assert_eq!(market.press(&page, "three_d_secure").await.status(), 200);
    let pending = market.gateway().find(market.context(), Lookup::Reference("1001-1")).await.unwrap().remove(0);
    assert_eq!(pending.status, TransactionStatus::Pending);
    assert!(market.has_no_callback());
    let send = async |code: &str| market.browser.post(&page).body(format!("code={code}")).send().await.unwrap();
    assert_eq!(send("١٢٣٤٥٦").await.status(), 303);
    let paid = market.notified().await;
    assert_eq!((paid.status, paid.id), (TransactionStatus::Paid, pending.id));

    let (_, page) = market.start("1001-2").await;
    market.press(&page, "three_d_secure").await;
    market.browser.post(&page).body("code=000000").send().await.unwrap();
    assert_eq!(market.notified().await.refusal.unwrap().code, RefusalCode::AuthenticationFailed);
}

#[tokio::test]
async fn py_03_a_pending_payment_is_paid_later() {
    let mut market = Market::paymob().await;
    let (_, page) = market.start("1001-1").await;
    market.press(&page, "pay_late").await;
    market.control("advance", json!({ "seconds": 599 })).await;
    assert!(market.has_no_callback());
    let found = market.gateway().find(market.context(), Lookup::Reference("1001-1")).await.unwrap();
    assert_eq!(found[0].status, TransactionStatus::Pending);
    market.control("advance", json!({ "seconds": 1 })).await;
    assert!(market.notified().await.is_money_received());
}

#[tokio::test]
async fn py_03_callbacks_come_twice_out_of_order_again_and_never() {
    let mut market = Market::paymob().await;
    let (_, page) = market.start("1001-1").await;
    market.press(&page, "callback_twice").await;
    let first = market.notified().await;
    assert_eq!(market.notified().await, first, "one transaction, told twice");

    let (_, page) = market.start("1001-2").await;
    market.press(&page, "out_of_order").await;
    let (first, second) = (market.notified().await, market.notified().await);
    assert_eq!((first.status, second.status), (TransactionStatus::Paid, TransactionStatus::Pending));
    assert_eq!(first.id, second.id);

    let (_, page) = market.start("1001-3").await;
    market.press(&page, "lost_callback").await;
    assert!(market.has_no_callback());
    let found = market.gateway().find(market.context(), Lookup::Reference("1001-3")).await.unwrap();
    assert!(found[0].is_money_received(), "found without a callback");

    let (_, page) = market.start("1001-4").await;
    market.callback_status.store(503, Ordering::SeqCst);
    market.press(&page, "pay").await;
    let first = market.notified().await;
    market.callback_status.store(200, Ordering::SeqCst);
    market.control("advance", json!({ "seconds": 60 })).await;
    assert_eq!(market.notified().await, first, "sent again");
    market.control("advance", json!({ "seconds": 3_600 })).await;
    assert!(market.has_no_callback(), "taken");
}

#[tokio::test]
async fn py_03_a_foreign_signature_is_not_believed() {
    let mut market = Market::paymob().await;
    let (_, page) = market.start("1001-1").await;
    market.press(&page, "bad_signature").await;
    let received = market.received().await;
    assert_eq!(market.read(&received), Err(CallbackError::SignatureWrong));

    let (_, page) = market.start("1001-2").await;
    market.press(&page, "pay").await;
    let mut received = market.received().await;
    assert!(market.read(&received).is_ok());
    let (right, query) = (received.body.clone(), received.query.clone());
    received.body = String::from_utf8(right.clone()).unwrap().replace("\"amount_cents\":12550", "\"amount_cents\":12551").into();
    assert_eq!(market.read(&received), Err(CallbackError::SignatureWrong));
    received.body = right[..right.len() - 1].to_vec();
    assert_eq!(market.read(&received), Err(CallbackError::SignatureWrong), "no JSON");
    received.body = right;
    received.query = "store=1".into();
    assert_eq!(market.read(&received), Err(CallbackError::SignatureMissing));
    received.query = format!("{query}&hmac=00");
    assert_eq!(market.read(&received), Err(CallbackError::SignatureMissing), "two signatures");
    received.body = vec![b' '; 300_000];
    assert_eq!(market.read(&received), Err(CallbackError::TooLarge));
}

#[tokio::test]
async fn py_03_a_smaller_amount_is_told_as_it_is() {
    let mut market = Market::paymob().await;
    let (_, page) = market.start("1001-1").await;
    market.press(&page, "lie_amount").await;
    let charge = market.notified().await;
    assert_eq!((charge.amount.minor, charge.status), (6_275, TransactionStatus::Paid));
    assert_ne!(charge.amount, market.request("1001-1").amount, "comparing is the caller's");
}

#[tokio::test]
async fn py_03_a_token_is_shared_renewed_and_asked_for_again() {
    let market = Market::paymob().await;
    let count = async || market.calls("/api/auth/tokens").await.len();
    market.start("1001-1").await;
    market.start("1001-2").await;
    assert_eq!(count().await, 1);
    market.env.advance(51 * Millis::MINUTE);
    market.start("1001-3").await;
    assert_eq!(count().await, 2, "used shorter than its hour");
    market.control("next", json!({ "outcome": "unauthorised", "path": "/api/ecommerce/orders" })).await;
    market.start("1001-4").await;
    assert_eq!(count().await, 3, "renewed after a 401");
    for _ in 0..2 {
        market.control("next", json!({ "outcome": "unauthorised", "path": "/api/acceptance/payment_keys" })).await;
    }
    let refused = market.gateway().start(market.context(), &market.request("1001-5")).await;
    assert!(matches!(refused, Err(GatewayError::Unauthorised { .. })), "once, not for ever: {refused:?}");
}

#[tokio::test]
async fn py_03_a_repeated_start_continues_the_order_or_finds_it_paid() {
    let mut market = Market::paymob().await;
    let (first, page) = market.start("1001-1").await;
    let unused = market.gateway().start(market.context(), &market.request("1001-1")).await.unwrap_err();
    assert!(matches!(unused, GatewayError::Refused { code: RefusalCode::DuplicateReference, .. }), "{unused}");
    assert!(!unused.is_outcome_unknown() && !unused.is_passing());
    market.press(&page, "decline").await;
    market.received().await;
    let (second, page) = market.start("1001-1").await;
    assert_eq!(second.provider_reference, first.provider_reference, "the same order");
    market.press(&page, "pay").await;
    let charge = market.notified().await;
    let third = market.gateway().start(market.context(), &market.request("1001-1")).await.unwrap();
    assert_eq!(third.next, NextStep::AlreadyPaid(Box::new(charge)));
}

#[tokio::test]
async fn py_03_wallets_have_a_page_and_kiosks_a_code() {
    let mut market = Market::paymob().await;
    let mut request = market.request("1001-1");
    request.means = RequestedMeans::Wallet { phone: "٠١٠١٠١٠١٠١٠".into() };
    let started = market.gateway().start(market.context(), &request).await.unwrap();
    let NextStep::Redirect { url } = started.next else { panic!("{started:?}") };
    market.press(&url, "pay").await;
    let charge = market.notified().await;
    assert_eq!(
        (charge.means.kind, charge.means.last_four.as_str(), charge.account.as_str()),
        (MeansKind::Wallet, "1010", "4100002")
    );

    let mut request = market.request("1001-2");
    request.means = RequestedMeans::Kiosk;
    let started = market.gateway().start(market.context(), &request).await.unwrap();
    let NextStep::KioskCode { code } = started.next else { panic!("{started:?}") };
    let pending = market.gateway().find(market.context(), Lookup::Reference("1001-2")).await.unwrap().remove(0);
    assert_eq!((pending.status, pending.id.as_str()), (TransactionStatus::Pending, code.as_str()));
    let payments: Vec<serde_json::Value> =
        market.browser.get(format!("{}/__simulator/payments", market.server.base)).send().await.unwrap().json().await.unwrap();
    let payment = payments.iter().find(|p| p["reference"] == "1001-2").unwrap();
    market.control("press", json!({ "payment": payment["id"], "outcome": "pay" })).await;
    assert_eq!(market.notified().await.means.kind, MeansKind::Kiosk);
}

#[tokio::test]
async fn py_02_the_connection_is_tried_and_changes_nothing() {
    let mut market = Market::paymob().await;
    let connection = market.gateway().check(market.context()).await.unwrap();
    assert_eq!((connection.account.as_str(), connection.is_live), ("302852", None));
    assert_eq!(market.calls("/").await.len(), 1);
    market.credentials = gateways::payments::Credentials::new([("api_key", "another key"), ("integration_id", "1")]);
    let refused = market.gateway().check(market.context()).await.unwrap_err();
    assert_eq!(refused, GatewayError::Unauthorised { words: "incorrect credentials".into() });
    assert!(!refused.is_passing());
}

#[tokio::test]
async fn py_03_what_cannot_succeed_is_refused_before_it_is_sent() {
    let market = Market::paymob().await;
    let refused = async |change: fn(&mut gateways::payments::StartRequest)| {
        let mut request = market.request("1001-1");
        change(&mut request);
        match market.gateway().start(market.context(), &request).await {
            Err(GatewayError::Refused { code, .. }) => code,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(refused(|r| r.amount.currency = kernel::Currency::SAR).await, RefusalCode::CurrencyNotAccepted);
    assert_eq!(refused(|r| r.amount.minor = 0).await, RefusalCode::InvalidRequest);
    assert_eq!(refused(|r| r.reference = "x".repeat(65)).await, RefusalCode::InvalidRequest);
    assert_eq!(market.calls("/").await.len(), 0);
}
