//! Payments by PayTabs: how they end, and how they are told.

use gateways::payments::{
    CallbackError, Credentials, GatewayError, IncomingRequest, Lookup, MeansKind, NextStep, RefusalCode, RequestedMeans,
    TransactionKind, TransactionStatus,
};
use kernel::Currency;
use serde_json::json;

use crate::market::Market;

async fn saudi() -> Market {
    Market::paytabs("PAYTABS_SA", Currency::SAR).await
}

/// The fields of the form that a page posts, as the browser encodes them.
fn form(html: &str) -> String {
    let mut url = reqwest::Url::parse("http://form/").unwrap();
    for input in html.split("<input ").skip(1) {
        let attribute = |name: &str| input.split(&format!("{name}=\"")).nth(1).unwrap().split('"').next().unwrap().to_owned();
        url.query_pairs_mut().append_pair(&attribute("name"), &attribute("value"));
    }
    url.query().unwrap().to_owned()
}

#[tokio::test]
async fn py_03_a_card_is_paid_told_returned_and_found() {
    let mut market = saudi().await;
    let (started, page) = market.start("1001-1").await;
    let back = market.press(&page, "pay").await;
    let charge = market.notified().await;
    assert!(charge.is_money_received());
    assert_eq!((charge.amount, charge.reference.as_str()), (market.request("").amount, "1001-1"));
    assert_eq!((charge.provider_reference.as_str(), charge.account.as_str()), (started.provider_reference.as_str(), "47554"));
    assert_eq!((charge.means.kind, charge.means.last_four.as_str(), charge.is_live), (MeansKind::Card, "1111", Some(false)));

    let html = back.text().await.unwrap();
    assert!(html.contains(&format!("action=\"{}\"", market.url("/return?attempt=1"))), "{html}");
    let body = form(&html);
    let read = |body: &str| {
        market.gateway().read_return(&market.credentials, IncomingRequest { headers: &[], query: "", body: body.as_bytes() })
    };
    let returned = read(&body).unwrap();
    assert_eq!((returned.status, returned.reference.as_str()), (TransactionStatus::Paid, "1001-1"));
    assert_eq!(returned.transaction_id, charge.id);
    assert_eq!(read(&body.replace("respStatus=A", "respStatus=D")), Err(CallbackError::SignatureWrong));
    assert_eq!(read(&body.replace("signature=", "other=")), Err(CallbackError::SignatureMissing));

    for lookup in [Lookup::Reference("1001-1"), Lookup::Transaction(&charge.id)] {
        assert_eq!(market.gateway().find(market.context(), lookup).await, Ok(vec![charge.clone()]));
    }
    for unknown in [Lookup::Reference("1001-2"), Lookup::Transaction("TST1")] {
        assert_eq!(market.gateway().find(market.context(), unknown).await, Ok(vec![]));
    }
}

#[tokio::test]
async fn py_01_three_providers_are_regions_of_one() {
    for (code, currency, wire) in [
        ("PAYTABS", Currency::AED, "\"cart_amount\":125.50,"),
        ("PAYTABS_EG", Currency::EGP, "\"cart_amount\":125.50,"),
        ("PAYTABS_SA", Currency::SAR, "\"cart_amount\":125.50,"),
    ] {
        let mut market = Market::paytabs(code, currency).await;
        let charge = market.paid("1001-1").await;
        assert_eq!(charge.amount, market.request("").amount, "{code}");
        let sent = market.calls("/payment/request").await[0]["request"].as_str().unwrap().to_owned();
        assert!(sent.contains(wire), "{sent}");
        assert!(sent.contains("+201000000000"), "Latin digits: {sent}");
    }
}

#[tokio::test]
async fn py_03_amounts_have_the_digits_of_their_currency() {
    let mut market = Market::paytabs("PAYTABS", Currency::KWD).await;
    let fields = market.server.credentials.clone().into_iter().chain([("region", "KW".to_owned())]);
    market.credentials = Credentials::new(fields);
    let charge = market.paid("1001-1").await;
    assert_eq!((charge.amount.minor, charge.amount.currency), (125_500, Currency::KWD));
    let mut request = market.request("1001-2");
    request.amount.minor = 5;
    let started = market.gateway().start(market.context(), &request).await.unwrap();
    let NextStep::Redirect { url } = started.next else { panic!("{started:?}") };
    market.press(&url, "pay").await;
    assert_eq!(market.notified().await.amount.minor, 5);
    assert!(market.calls("/payment/request").await[1]["request"].as_str().unwrap().contains("\"cart_amount\":0.005,"));
}

#[tokio::test]
async fn py_03_declines_delays_and_chargebacks_are_told() {
    let mut market = saudi().await;
    let (_, page) = market.start("1001-1").await;
    market.press(&page, "decline").await;
    let declined = market.notified().await;
    assert_eq!(declined.status, TransactionStatus::Declined);
    assert_eq!(declined.refusal.unwrap().code, RefusalCode::InsufficientFunds);

    let (_, page) = market.start("1001-2").await;
    market.press(&page, "pay_late").await;
    let found = market.gateway().find(market.context(), Lookup::Reference("1001-2")).await.unwrap();
    assert_eq!((found[0].status, market.has_no_callback()), (TransactionStatus::Pending, true));
    market.control("advance", json!({ "seconds": 600 })).await;
    let charge = market.notified().await;
    assert!(charge.is_money_received());

    market.control("press", json!({ "payment": charge.id, "outcome": "chargeback" })).await;
    let chargeback = market.notified().await;
    assert_eq!((chargeback.kind, chargeback.status), (TransactionKind::Chargeback, TransactionStatus::Paid));
    assert_eq!((chargeback.parent_id, chargeback.amount), (Some(charge.id), charge.amount));
}

#[tokio::test]
async fn py_03_callbacks_come_twice_and_out_of_order() {
    let mut market = saudi().await;
    let (_, page) = market.start("1001-1").await;
    market.press(&page, "callback_twice").await;
    let first = market.notified().await;
    assert_eq!(market.notified().await, first);
    let (_, page) = market.start("1001-2").await;
    market.press(&page, "out_of_order").await;
    let (first, second) = (market.notified().await, market.notified().await);
    assert_eq!((first.status, second.status), (TransactionStatus::Paid, TransactionStatus::Pending));
}

#[tokio::test]
async fn py_03_a_foreign_signature_is_not_believed_and_a_smaller_amount_is_told() {
    let mut market = saudi().await;
    let (_, page) = market.start("1001-1").await;
    market.press(&page, "bad_signature").await;
    let received = market.received().await;
    assert_eq!(market.read(&received), Err(CallbackError::SignatureWrong));

    let (_, page) = market.start("1001-2").await;
    market.press(&page, "lie_amount").await;
    let mut received = market.received().await;
    let content = market.read(&received).unwrap();
    assert_eq!((content.transactions[0].amount.minor, content.is_wholly_signed), (6_275, true));
    received.body.push(b' ');
    assert_eq!(market.read(&received), Err(CallbackError::SignatureWrong), "every byte is signed");
    received.body.clear();
    assert_eq!(market.read(&received), Err(CallbackError::SignatureWrong), "what is sent without TLS");
}

#[tokio::test]
async fn py_03_a_repeated_start_is_refused_or_finds_it_paid() {
    let mut market = saudi().await;
    let (_, page) = market.start("1001-1").await;
    let refused = market.gateway().start(market.context(), &market.request("1001-1")).await.unwrap_err();
    assert!(matches!(refused, GatewayError::Refused { code: RefusalCode::DuplicateReference, .. }), "{refused}");
    market.press(&page, "pay").await;
    let charge = market.notified().await;
    let again = market.gateway().start(market.context(), &market.request("1001-1")).await.unwrap();
    assert_eq!(again.next, NextStep::AlreadyPaid(Box::new(charge)));
}

#[tokio::test]
async fn py_02_the_connection_is_tried_and_changes_nothing() {
    let mut market = saudi().await;
    assert_eq!(market.gateway().check(market.context()).await.unwrap().account, "47554");
    let changed = |field: &str, value: &str| {
        let fields = market.server.credentials.iter().map(|(n, v)| (*n, if *n == field { value.to_owned() } else { v.clone() }));
        Credentials::new(fields)
    };
    let (other_key, other_profile) = (changed("server_key", "SXXXXXXXXX-XXXXXXXXXX"), changed("profile_id", "1"));
    market.credentials = other_key;
    let refused = market.gateway().check(market.context()).await;
    assert_eq!(refused, Err(GatewayError::Unauthorised { words: "Authentication failed".into() }));
    market.credentials = other_profile;
    let refused = market.gateway().check(market.context()).await;
    assert!(matches!(refused, Err(GatewayError::Refused { code: RefusalCode::AccountNotAccepted, .. })), "{refused:?}");
    assert_eq!(market.calls("/payment/request").await.len(), 0);
}

#[tokio::test]
async fn py_03_what_cannot_succeed_is_refused_before_it_is_sent() {
    let market = saudi().await;
    let mut request = market.request("1001-1");
    request.means = RequestedMeans::Kiosk;
    let refused = market.gateway().start(market.context(), &request).await;
    assert!(matches!(refused, Err(GatewayError::Refused { code: RefusalCode::MeansNotOffered, .. })), "{refused:?}");
    request.means = RequestedMeans::HostedPage;
    request.amount.currency = Currency::EGP;
    let refused = market.gateway().start(market.context(), &request).await;
    assert!(matches!(refused, Err(GatewayError::Refused { code: RefusalCode::CurrencyNotAccepted, .. })), "{refused:?}");
    assert_eq!(market.calls("/").await.len(), 0);
}
