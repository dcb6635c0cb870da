//! Refunds and voids at PayTabs.

use gateways::payments::{GatewayError, Lookup, RefusalCode, Transaction, TransactionKind, TransactionStatus};
use kernel::Currency;
use serde_json::json;

use crate::market::Market;

fn refusal(result: Result<Transaction, GatewayError>) -> RefusalCode {
    match result {
        Err(GatewayError::Refused { code, .. }) => code,
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn py_03_a_charge_is_refunded_in_parts_and_never_above() {
    let mut market = Market::paytabs("PAYTABS_EG", Currency::EGP).await;
    let charge = market.paid("1001-1").await;
    let refund = market.gateway().refund(market.context(), &market.follow_up(&charge, "r-1", 2_550)).await.unwrap();
    assert_eq!((refund.kind, refund.status, refund.amount.minor), (TransactionKind::Refund, TransactionStatus::Paid, 2_550));
    assert_eq!((refund.parent_id.as_deref(), refund.reference.as_str()), (Some(charge.id.as_str()), "r-1"));
    assert_eq!(market.notified().await, refund, "the notification says the same");
    let found = market.gateway().find(market.context(), Lookup::Reference("r-1")).await;
    assert_eq!(found, Ok(vec![refund]), "found by our reference after an unknown outcome");

    let repeated = market.gateway().refund(market.context(), &market.follow_up(&charge, "r-1", 2_550)).await;
    assert_eq!(refusal(repeated), RefusalCode::DuplicateReference);
    let above = market.gateway().refund(market.context(), &market.follow_up(&charge, "r-2", 10_001)).await;
    assert_eq!(refusal(above), RefusalCode::AmountTooLarge);
    market.gateway().refund(market.context(), &market.follow_up(&charge, "r-3", 10_000)).await.unwrap();
    let unknown = market
        .gateway()
        .refund(market.context(), &market.follow_up(&Transaction { id: "TST1".into(), ..charge }, "r-4", 1))
        .await;
    assert_eq!(refusal(unknown), RefusalCode::TransactionNotFound);
}

#[tokio::test]
async fn py_03_a_charge_is_voided_before_it_is_settled() {
    let mut market = Market::paytabs("PAYTABS_EG", Currency::EGP).await;
    let (charge, old) = (market.paid("1001-1").await, market.paid("1001-2").await);
    let void = market.gateway().void(market.context(), &market.follow_up(&charge, "v-1", charge.amount.minor)).await.unwrap();
    assert_eq!((void.kind, void.status), (TransactionKind::Void, TransactionStatus::Voided));
    let refund = market.gateway().refund(market.context(), &market.follow_up(&charge, "r-1", 1)).await;
    assert_eq!(refusal(refund), RefusalCode::AmountTooLarge);
    market.control("advance", json!({ "seconds": 86_400 })).await;
    let late = market.gateway().void(market.context(), &market.follow_up(&old, "v-2", old.amount.minor)).await;
    assert_eq!(refusal(late), RefusalCode::NotPossible);
    let capture = market.gateway().capture(market.context(), &market.follow_up(&old, "c-1", 1)).await;
    assert_eq!(refusal(capture), RefusalCode::AmountTooLarge, "a sale has nothing to capture");
}
