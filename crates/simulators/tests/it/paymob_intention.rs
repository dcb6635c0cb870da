//! Payments by Paymob's Intention API, which is used where the merchant has a secret and a public key.

use gateways::payments::{Credentials, GatewayError, NextStep, RefusalCode};

use crate::market::Market;

#[tokio::test]
async fn py_03_an_intention_is_paid_and_refunded_with_the_secret_key() {
    let mut market = Market::paymob_intention().await;
    let (started, page) = market.start("1001-1").await;
    assert!(matches!(started.next, NextStep::Redirect { .. }));
    assert!(page.contains("/unifiedcheckout/?publicKey=egy_pk_test_") && page.contains("&clientSecret=egy_csk_test_"), "{page}");
    let back = market.press(&page, "pay").await;
    assert!(back.headers()["location"].to_str().unwrap().starts_with(&market.url("/return?attempt=1&")));
    let charge = market.notified().await;
    assert!(charge.is_money_received());
    assert_eq!((charge.provider_reference, charge.reference.as_str()), (started.provider_reference, "1001-1"));
    assert_eq!(market.calls("/api/auth/tokens").await.len(), 0, "no token of the legacy flow");

    let request = market.follow_up(
        &market.gateway().find(market.context(), gateways::payments::Lookup::Reference("1001-1")).await.unwrap()[0],
        "r-1",
        100,
    );
    let refund = market.gateway().refund(market.context(), &request).await.unwrap();
    assert_eq!(refund.amount.minor, 100);
}

#[tokio::test]
async fn py_03_items_are_sent_only_where_they_are_the_amount() {
    let market = Market::paymob_intention().await;
    market.start("1001-1").await;
    let mut request = market.request("1001-2");
    request.items[0].total_minor -= 1_000;
    market.gateway().start(market.context(), &request).await.unwrap();
    let calls = market.calls("/v1/intention/").await;
    let sent: Vec<bool> = calls.iter().map(|call| call["request"].as_str().unwrap().contains("\"items\"")).collect();
    assert_eq!(sent, [true, false]);
}

#[tokio::test]
async fn py_03_a_wrong_integration_and_a_wrong_key_are_told_apart() {
    let mut market = Market::paymob_intention().await;
    let with = |field: &str, value: &str| {
        let values =
            market.server.credentials.iter().map(|(name, v)| (*name, if *name == field { value.to_owned() } else { v.clone() }));
        Credentials::new(values)
    };
    let (wrong_integration, wrong_key) = (with("integration_id", "999"), with("secret_key", "egy_sk_test_of_nobody"));
    market.credentials = wrong_integration;
    let refused = market.gateway().start(market.context(), &market.request("1001-1")).await.unwrap_err();
    assert!(matches!(refused, GatewayError::Refused { code: RefusalCode::AccountNotAccepted, .. }), "{refused}");
    market.credentials = wrong_key;
    let refused = market.gateway().start(market.context(), &market.request("1001-1")).await.unwrap_err();
    assert!(matches!(refused, GatewayError::Unauthorised { .. }), "{refused}");
}
