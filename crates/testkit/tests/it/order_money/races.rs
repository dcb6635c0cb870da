//! Payments that arrive during a cancellation, and other concurrent changes of one order.

use serde_json::json;
use testkit::TestShop;

use super::{assert_balanced, money};
use crate::checkout::{buy, person, product_id, set_up_checkout};

/// OR-04, OR-05: a payment, a transition to paid and a cancellation of one order at once: each either counts or is refused as
/// stale. A cancelled order owes nothing, payments for it become refundable, and its goods are restocked once.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn or_05_money_that_comes_during_a_cancellation_is_not_lost() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let setup = set_up_checkout(&shop, &merchant).await;
    let product = product_id(&merchant.product(json!({"qty": 100, "regular_price": "30"})).await);
    let (mut cancelled, mut uncancelled) = (0, 0);
    for n in 0..12 {
        let order = buy(&shop, &setup, &person(n), &[(product, None, 2)]).await.id;
        let (status, payments) = (format!("/orders/{order}/status"), format!("/orders/{order}/payments"));
        let all = tokio::join!(
            merchant.post(&payments, json!({"amount": "10"})),
            merchant.put(&status, json!({"status": "CNCL"})),
            merchant.put(&status, json!({"status": "PAID"})),
        );
        let codes = [all.0.0, all.1.0, all.2.0];
        assert!(codes.iter().any(|c| *c < 300), "{n}: somebody is first: {codes:?}");
        for (code, body) in [&all.0, &all.1, &all.2] {
            let word = body["code"].as_str().unwrap_or_default();
            let is_reported = ["stale_version", "illegal_transition", "nothing_owed"].contains(&word);
            assert!(*code < 300 || (*code == 409 && is_reported), "{n}: {code} {body}");
        }
        let view = merchant.data(&format!("/orders/{order}")).await;
        let [paid, _, owed, overpaid, _] = money(&merchant, order).await;
        let booked = match (codes[0] < 300, codes[2] < 300) {
            (_, true) => "60.00",
            (true, false) => "10.00",
            (false, false) => "0.00",
        };
        assert_eq!(paid, booked, "{n}: {codes:?}");
        assert_eq!(view["status"] == json!("CNCL"), codes[1] < 300, "{n}: {codes:?}");
        if codes[1] < 300 {
            assert_eq!((owed.as_str(), overpaid.as_str()), ("0.00", booked));
            cancelled += 1;
        } else {
            uncancelled += 1;
        }
    }
    let remaining = merchant.data(&format!("/products/{product}")).await["qty"].as_i64().unwrap();
    assert_eq!((remaining, cancelled + uncancelled), (100 - 2 * uncancelled, 12));
    assert_balanced(&shop, &merchant, "raced").await;
}
