//! Refunds, voids and captures at Paymob.

use gateways::payments::{GatewayError, Lookup, Operation, RefusalCode, RepeatSafety, TransactionKind, TransactionStatus};
use serde_json::json;

use crate::market::Market;

fn refusal(result: Result<gateways::payments::Transaction, GatewayError>) -> RefusalCode {
    match result {
        Err(GatewayError::Refused { code, .. }) => code,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn py_03_a_charge_is_refunded_in_parts_and_never_above() {
    let mut market = Market::paymob().await;
    let charge = market.paid("1001-1").await;
    let refund = market.gateway().refund(market.context(), &market.follow_up(&charge, "r-1", 2_550)).await.unwrap();
    assert_eq!((refund.kind, refund.status, refund.amount.minor), (TransactionKind::Refund, TransactionStatus::Paid, 2_550));
    assert_eq!(refund.parent_id.as_deref(), Some(charge.id.as_str()));
    let notified = market.notified().await;
    assert_eq!((notified.kind, &notified.id, notified.parent_id), (TransactionKind::Refund, &refund.id, Some(charge.id.clone())));

    let above = market.gateway().refund(market.context(), &market.follow_up(&charge, "r-2", 10_001)).await;
    assert_eq!(refusal(above), RefusalCode::AmountTooLarge);
    market.gateway().refund(market.context(), &market.follow_up(&charge, "r-3", 10_000)).await.unwrap();
    let found = market.gateway().find(market.context(), Lookup::Transaction(&charge.id)).await.unwrap().remove(0);
    assert_eq!((found.kind, found.status, found.refunded_minor), (TransactionKind::Charge, TransactionStatus::Paid, 12_550));
    assert_eq!(market.gateway().repeat_safety(Operation::Refund), RepeatSafety::FindFirst);
}

#[tokio::test]
async fn py_03_a_charge_is_refunded_whole() {
    let mut market = Market::paymob().await;
    let charge = market.paid("1001-1").await;
    let refund = market.gateway().refund(market.context(), &market.follow_up(&charge, "r-1", charge.amount.minor)).await.unwrap();
    assert_eq!(refund.amount, charge.amount);
    let again = market.gateway().refund(market.context(), &market.follow_up(&charge, "r-2", 1)).await;
    assert_eq!(refusal(again), RefusalCode::AmountTooLarge);
}

#[tokio::test]
async fn py_03_a_charge_is_voided_on_its_day_alone() {
    let mut market = Market::paymob().await;
    let (charge, old) = (market.paid("1001-1").await, market.paid("1001-2").await);
    let void = market.gateway().void(market.context(), &market.follow_up(&charge, "v-1", charge.amount.minor)).await.unwrap();
    assert_eq!((void.kind, void.status), (TransactionKind::Void, TransactionStatus::Voided));
    let found = market.gateway().find(market.context(), Lookup::Transaction(&charge.id)).await.unwrap().remove(0);
    assert_eq!((found.kind, found.status), (TransactionKind::Charge, TransactionStatus::Voided));
    let again = market.gateway().void(market.context(), &market.follow_up(&charge, "v-2", charge.amount.minor)).await;
    assert_eq!(refusal(again), RefusalCode::NotPossible);
    market.control("advance", json!({ "seconds": 86_400 })).await;
    let late = market.gateway().void(market.context(), &market.follow_up(&old, "v-3", old.amount.minor)).await;
    assert_eq!(refusal(late), RefusalCode::NotPossible);
}

#[tokio::test]
async fn py_03_an_authorisation_is_no_money_until_it_is_captured() {
    let mut market = Market::paymob().await;
    market.control("settings", json!({ "is_auth": true })).await;
    let authorisation = market.paid("1001-1").await;
    assert_eq!((authorisation.kind, authorisation.status), (TransactionKind::Authorisation, TransactionStatus::OnHold));
    assert!(!authorisation.is_money_received());
    let capture = market.gateway().capture(market.context(), &market.follow_up(&authorisation, "c-1", 10_000)).await.unwrap();
    assert!(capture.is_money_received() && capture.amount.minor == 10_000);
    let notified = market.notified().await;
    assert_eq!((notified.kind, notified.parent_id), (TransactionKind::Charge, Some(authorisation.id.clone())));
    let above = market.gateway().capture(market.context(), &market.follow_up(&authorisation, "c-2", 2_551)).await;
    assert_eq!(refusal(above), RefusalCode::AmountTooLarge);
}

#[tokio::test]
async fn py_03_nobodys_transaction_is_not_refunded() {
    let mut market = Market::paymob().await;
    let mut charge = market.paid("1001-1").await;
    for id in ["1", "../orders", ""] {
        charge.id = id.into();
        let refused = market.gateway().refund(market.context(), &market.follow_up(&charge, "r-1", 1)).await;
        assert_eq!(refusal(refused), RefusalCode::TransactionNotFound, "{id}");
    }
}
