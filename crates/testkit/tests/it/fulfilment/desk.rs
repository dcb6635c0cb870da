//! Shipping a cash order that is not confirmed yet.

use serde_json::{Value, json};
use testkit::TestShop;

use crate::checkout::{buy, person, product_id};
use crate::shipments::{by_courier, status};

/// OR-06: a cash order in the call queue is not shipped without an explicit override. With it, the order leaves the queue, and
/// its activity says so.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_06_an_unconfirmed_order_ships_only_with_explicit_consent() {
    let shop = TestShop::start().await;
    let merchant = shop.merchant().await;
    let setup = by_courier(&shop, &merchant).await;
    let goods = product_id(&merchant.product(json!({"qty": 100})).await);
    let mut ids = Vec::new();
    for n in 1..=3 {
        ids.push(buy(&shop, &setup, &person(n), &[(goods, None, 2)]).await.id);
    }
    let path = format!("/orders/{}/shipments", ids[0]);
    assert_eq!(merchant.data(&path).await["waits_for_confirmation"], json!(true));
    let (code, body) = shop.assert_unchanged(merchant.post(&path, json!({}))).await;
    assert_eq!((code, &body["code"]), (409, &json!("waits_for_confirmation")), "{body}");
    let (_, english) = merchant.in_english().post(&path, json!({})).await;
    assert_ne!(english["message"], body["message"]);
    assert_eq!(merchant.data("/confirmations/counts").await["waiting"], json!(3));

    let (code, body) = merchant.post(&path, json!({"without_confirmation": true})).await;
    assert_eq!(code, 201, "{body}");
    assert_eq!(status(&merchant, ids[0]).await, "RDYS");
    assert_eq!(merchant.data("/confirmations/counts").await["waiting"], json!(2));
    let entries =
        |log: &Value| log.as_array().unwrap().iter().filter(|e| e["after"]["without_confirmation"] == json!(true)).count();
    assert_eq!(entries(&merchant.data(&format!("/orders/{}/activity", ids[0])).await), 1);

    // In bulk: unconfirmed orders are refused one by one, the others are shipped.
    assert_eq!(merchant.put(&format!("/orders/{}/status", ids[2]), json!({"status": "PRCS"})).await.0, 200);
    let items: Vec<String> = ids[1..].iter().map(ToString::to_string).collect();
    let (_, body) = merchant.post("/orders/shipMany", json!({ "items": items })).await;
    let codes: Vec<&str> =
        body["data"]["results"].as_array().unwrap().iter().map(|r| r["code"].as_str().unwrap_or("ok")).collect();
    assert_eq!(codes, ["waits_for_confirmation", "ok"]);
    assert_eq!(status(&merchant, ids[1]).await, "PEND");
    let (_, body) = merchant.post("/orders/shipMany", json!({"items": [items[0]], "without_confirmation": true})).await;
    assert_eq!(body["data"]["results"][0]["is_ok"], json!(true), "{body}");
    assert_eq!(merchant.data("/confirmations/counts").await["waiting"], json!(0));
    // An order that never waited has no such entry.
    assert_eq!(entries(&merchant.data(&format!("/orders/{}/activity", ids[2])).await), 0);
    assert_eq!(merchant.data(&format!("/orders/{}/shipments", ids[2])).await["waits_for_confirmation"], json!(false));
}
