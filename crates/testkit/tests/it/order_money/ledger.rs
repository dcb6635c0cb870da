//! Paid and owed amounts follow from the entries that transitions write.

use serde_json::json;

use super::{assert_balanced, go, kinds, money, pay};
use crate::checkout::{buy, person, product_id, set_up_checkout};
use testkit::TestShop;

/// OR-02, OR-05: placing charges, partial payments settle, they are reversed by hand, and cancelling leaves nothing owed.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_05_what_is_owed_follows_from_the_entries() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let setup = set_up_checkout(&shop, &merchant).await;
    let product = product_id(&merchant.product(json!({})).await);
    let order = buy(&shop, &setup, &person(1), &[(product, None, 2)]).await.id;
    assert_eq!(money(&merchant, order).await, ["0.00", "0.00", "200.00", "0.00", "0.00"]);
    let payments = format!("/orders/{order}/payments");
    for (body, field) in [
        (json!({"amount": "200.01"}), "amount"),
        (json!({"amount": "0"}), "amount"),
        (json!({"amount": "-5"}), "amount"),
        (json!({"amount": "5.001"}), "amount"),
    ] {
        let (status, answer) = shop.assert_unchanged(merchant.post(&payments, body)).await;
        assert_eq!((status, answer["errors"][field].is_array()), (422, true), "{answer}");
    }
    let (_, reply) = merchant.post(&payments, json!({"amount": "200.01"})).await;
    assert!(reply["errors"]["amount"][0].as_str().unwrap().contains("200.00"), "{reply}");
    let entry = merchant.create(&payments, json!({"amount": "50.25", "note": "عربون"})).await;
    assert_eq!((&entry["kind"], &entry["amount"], &entry["note"]), (&json!("payment"), &json!("50.25"), &json!("عربون")));
    assert_eq!(money(&merchant, order).await, ["50.25", "0.00", "149.75", "0.00", "50.25"]);
    assert_eq!(merchant.data(&format!("/orders/{order}")).await["payment_status"], json!("not_paid"));
    pay(&merchant, order).await;
    assert_eq!(money(&merchant, order).await, ["200.00", "0.00", "0.00", "0.00", "200.00"]);
    let (status, body) = shop.assert_unchanged(merchant.post(&payments, json!({}))).await;
    assert_eq!((status, &body["code"]), (409, &json!("nothing_owed")));
    let path = format!("/orders/{order}/payment-status");
    assert_eq!(merchant.put(&path, json!({"payment_status": "not_paid", "note": "شيك مرتجع"})).await.0, 200);
    assert_eq!(money(&merchant, order).await, ["0.00", "0.00", "200.00", "0.00", "0.00"]);
    go(&merchant, order, &["PAID", "CNCL"]).await;
    assert_eq!(money(&merchant, order).await, ["200.00", "0.00", "0.00", "200.00", "200.00"]);
    let entries: Vec<_> = kinds(&merchant, order).await;
    let kinds_and_amounts: Vec<(&str, &str)> = entries.iter().map(|(k, a)| (k.as_str(), a.as_str())).collect();
    assert_eq!(
        kinds_and_amounts,
        [
            ("charge", "200.00"),
            ("payment", "50.25"),
            ("payment", "149.75"),
            ("payment_reversal", "-200.00"),
            ("payment", "200.00"),
            ("reversal", "-200.00")
        ]
    );
    // A full refund leaves nothing paid and nothing owed.
    let refund = merchant.create(&format!("/orders/{order}/refunds"), json!({"amount": "200"})).await;
    assert_eq!((&refund["amount"], refund["lines"].as_array().unwrap().len()), (&json!("200.00"), 0));
    assert_eq!(money(&merchant, order).await, ["200.00", "200.00", "0.00", "0.00", "0.00"]);
    let (status, body) = shop.assert_unchanged(merchant.put(&path, json!({"payment_status": "paid"}))).await;
    assert_eq!((status, &body["code"]), (409, &json!("nothing_owed")), "{body}");
    assert_balanced(&shop, &merchant, "at the end").await;
}

/// OR-05: of concurrent recordings of one order's payment one is booked.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_05_a_payment_is_recorded_once_however_many_record_it() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let setup = set_up_checkout(&shop, &merchant).await;
    let product = product_id(&merchant.product(json!({})).await);
    let order = buy(&shop, &setup, &person(1), &[(product, None, 1)]).await.id;
    let all: Vec<_> = (0..8)
        .map(|_| {
            let (merchant, path) = (merchant.clone(), format!("/orders/{order}/payments"));
            tokio::spawn(async move { merchant.post(&path, json!({"amount": "60"})).await.0 })
        })
        .collect();
    let mut recorded = 0;
    for one in all {
        let status = one.await.unwrap();
        assert!([201, 409, 422].contains(&status), "{status}");
        recorded += i32::from(status == 201);
    }
    assert_eq!(recorded, 1);
    assert_eq!(money(&merchant, order).await, ["60.00", "0.00", "40.00", "0.00", "60.00"]);
}

/// OR-05: the orders of a sample store have the ledger entries of their history.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_05_sample_orders_have_their_entries() {
    let shop = TestShop::start().await;
    let merchant = shop.sample_merchant(6, 30).await;
    assert_balanced(&shop, &merchant, "sample").await;
    let (_, body) = merchant.get("/orders?per_page=100").await;
    for row in body["data"].as_array().unwrap() {
        let order = merchant.data(&format!("/orders/{}", row["id"].as_str().unwrap())).await;
        let is_paid = row["payment_status"] == "paid";
        let is_over = row["status"] == "CNCL" || row["status"] == "RTRN";
        assert_eq!(order["money"]["paid"] == row["total"], is_paid, "{order}");
        assert_eq!(order["money"]["owed"] == "0.00", is_paid || is_over, "{order}");
    }
}
