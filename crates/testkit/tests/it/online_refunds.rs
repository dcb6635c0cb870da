//! Refunds through the gateway that was paid, from the dashboard's call to the ledger, against simulators (PY-03, OR-05).

use commerce::orders::Placed;
use kernel::Millis;
use platform::identity::Role;
use serde_json::{Value, json};

use crate::online_checkout::Market;

/// A market with an order of 100.00 that was paid there, and the charge.
pub(crate) async fn paid(provider: &str) -> (Market, Placed, String) {
    let market = Market::open(provider).await;
    let placed = market.order(1).await;
    market.at_gateway(&placed, "pay").await;
    market.back(&placed).await;
    let charge = market.payments(&placed).await["transactions"][0].clone();
    assert_eq!((&charge["kind"], &charge["refundable"]), (&json!("charge"), &json!("100.00")), "{charge}");
    let id = charge["id"].as_str().unwrap().to_owned();
    (market, placed, id)
}

pub(crate) fn path(placed: &Placed, child: &str) -> String {
    format!("/orders/{}/{child}", placed.id)
}

async fn request(market: &Market, placed: &Placed, charge: &str, what: Value) -> (u16, Value) {
    let mut body = json!({"transaction_id": charge});
    body.as_object_mut().unwrap().extend(what.as_object().unwrap().clone());
    market.me.post(&path(placed, "online-refunds"), body).await
}

/// The only refund that was requested of the order.
pub(crate) async fn newest(market: &Market, placed: &Placed) -> Value {
    market.payments(placed).await["refunds"][0].clone()
}

/// PY-03: what is refunded through a gateway is booked when it says so, with the goods that it is for; until then neither a refund by
/// hand nor another through the gateway can have it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn py_03_a_refund_of_goods_through_the_gateway_is_booked_with_its_lines() {
    for provider in ["PAYMOB", "PAYTABS_SA"] {
        let (market, placed, charge) = paid(provider).await;
        let what = json!({"lines": [{"line": 1, "quantity": 1}], "note": "تالف"});
        let (status, body) = request(&market, &placed, &charge, what).await;
        assert_eq!((status, &body["data"]["state"]), (201, &json!("requested")), "{body}");
        assert_eq!((&body["data"]["amount"], &body["data"]["reason"]), (&json!("100.00"), &Value::Null));
        assert_eq!(body["data"]["transaction_id"], json!(charge));
        assert_eq!(market.view(&placed).await["money"]["refunded"], "0.00", "it is only requested");

        let left = market.me.data(&path(&placed, "refundable")).await;
        assert_eq!((&left["refundable"], &left["requested"]), (&json!("0.00"), &json!("100.00")), "{left}");
        assert_eq!(left["lines"][0]["quantity"], 0, "{left}");
        let (status, body) = market.me.post(&path(&placed, "refunds"), json!({"amount": "0.01"})).await;
        assert_eq!(status, 422, "by hand: {body}");
        assert_eq!(request(&market, &placed, &charge, json!({"amount": "0.01"})).await.0, 422);
        let unpay = json!({"payment_status": "not_paid", "note": "خطأ"});
        let (status, body) = market.me.put(&path(&placed, "payment-status"), unpay).await;
        assert_eq!((status, &body["code"]), (409, &json!("refund_requested")), "{body}");

        market.shop.drain().await;
        let page = market.me.data(&path(&placed, "page")).await;
        assert_eq!(page["online_payments"], market.payments(&placed).await, "OR-02: the page is its parts");
        let calls = market.me.data(&format!("/provider-calls?order={}", placed.id)).await;
        assert_eq!(page["provider_calls"], calls);
        // What a callback made the program ask is newer.
        assert!(calls.as_array().unwrap().iter().any(|call| call["kind"] == "payment_refund"), "{calls}");
        let refund = newest(&market, &placed).await;
        assert_eq!((&refund["state"], &refund["can_retry"]), (&json!("done"), &json!(false)), "{refund}");
        assert_eq!(market.view(&placed).await["money"]["refunded"], "100.00");
        assert_eq!(market.view(&placed).await["payment_status"], "not_paid");
        let booked = market.me.data(&path(&placed, "refunds")).await;
        assert_eq!(booked.as_array().unwrap().len(), 1, "{booked}");
        assert_eq!((&booked[0]["lines"][0]["line"], &booked[0]["lines"][0]["quantity"]), (&json!(1), &json!(1)), "{booked}");
        assert_eq!(booked[0]["note"], "تالف");
        let charge = market.payments(&placed).await["transactions"][0].clone();
        assert_eq!((&charge["refunded"], &charge["refundable"]), (&json!("100.00"), &Value::Null), "{charge}");
        assert_eq!(market.payments(&placed).await["cases"], json!([]));
    }
}

/// PY-03: refunds in parts, of which one's answer is lost: the gateway is asked before it is asked for again, and no more than was
/// paid goes back.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn py_03_a_refund_goes_through_the_gateway_in_parts_and_never_twice() {
    let (market, placed, charge) = paid("PAYTABS_SA").await;
    assert_eq!(request(&market, &placed, &charge, json!({"amount": "30"})).await.0, 201);
    market.shop.drain().await;
    assert_eq!(market.view(&placed).await["money"]["refunded"], "30.00");
    market.control("next", json!({"outcome": "cut", "path": "/payment/request"})).await;
    assert_eq!(request(&market, &placed, &charge, json!({"amount": "20"})).await.0, 201);
    market.shop.drain_any().await;
    let refund = newest(&market, &placed).await;
    // The gateway's callback may have come before anybody asked.
    assert!(refund["state"] == "done" || (refund["state"] == "unknown" && refund["reason"]["code"] == "unknown"), "{refund}");
    for _ in 0..6 {
        market.shop.advance(4 * Millis::MINUTE);
        market.shop.drain_any().await;
    }
    assert_eq!(market.view(&placed).await["money"]["refunded"], "50.00", "{}", market.payments(&placed).await);
    assert_eq!(newest(&market, &placed).await["state"], "done");
    let (status, body) = request(&market, &placed, &charge, json!({"amount": "50.01"})).await;
    assert_eq!(status, 422, "{body}");
    assert!(body["errors"]["amount"][0].as_str().unwrap().contains("50.00"), "{body}");
    let (_, english) =
        market.me.in_english().post(&path(&placed, "online-refunds"), json!({"transaction_id": charge, "amount": "50.01"})).await;
    assert!(english["errors"]["amount"][0].as_str().unwrap().starts_with("You can refund up to"), "{english}");
}

/// PY-03: what a gateway refuses stands there with its reason in the reader's language, and can be refunded again or by hand.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn py_03_a_refused_refund_says_why_and_frees_its_amount() {
    let (market, placed, charge) = paid("PAYTABS_SA").await;
    market.control("next", json!({"outcome": "unauthorised", "path": "/payment/request"})).await;
    // A void is tried first for all of it; a part is refunded at once.
    assert_eq!(request(&market, &placed, &charge, json!({"amount": "40"})).await.0, 201);
    market.shop.drain().await;
    let refund = newest(&market, &placed).await;
    assert_eq!((&refund["state"], &refund["can_retry"]), (&json!("refused"), &json!(false)), "{refund}");
    assert!(refund["reason"]["message"].as_str().unwrap().starts_with("رفضت البوابة بيانات الربط"), "{refund}");
    let english = market.me.in_english().data(&path(&placed, "payments")).await["refunds"][0].clone();
    assert!(english["reason"]["message"].as_str().unwrap().starts_with("The gateway rejected the credentials"), "{english}");
    let left = market.me.data(&path(&placed, "refundable")).await;
    assert_eq!((&left["refundable"], &left["requested"]), (&json!("100.00"), &json!("0.00")));
    assert_eq!(market.me.post(&path(&placed, "refunds"), json!({"amount": "70"})).await.0, 201, "refunded outside");
    let (status, body) = request(&market, &placed, &charge, json!({"amount": "40"})).await;
    assert_eq!(status, 422, "30.00 are left: {body}");
    assert_eq!(request(&market, &placed, &charge, json!({"amount": "30"})).await.0, 201);
    market.shop.drain().await;
    assert_eq!(market.view(&placed).await["money"]["refunded"], "100.00");
    assert_eq!(market.payments(&placed).await["cases"], json!([]));
}

/// PY-03: by hand and through the gateway at the same moment: together never more than was paid.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn py_03_refunds_by_hand_and_through_the_gateway_do_not_add_up_to_more_than_was_paid() {
    let (market, placed, charge) = paid("PAYTABS_SA").await;
    let by_hand = path(&placed, "refunds");
    let results = tokio::join!(
        request(&market, &placed, &charge, json!({"amount": "60"})),
        market.me.post(&by_hand, json!({"amount": "60"})),
        request(&market, &placed, &charge, json!({"amount": "60"})),
        market.me.post(&by_hand, json!({"amount": "60"})),
    );
    let statuses = [results.0.0, results.1.0, results.2.0, results.3.0];
    assert_eq!(statuses.iter().filter(|status| **status == 201).count(), 1, "{statuses:?}");
    assert!(statuses.iter().all(|status| [201, 409, 422].contains(status)), "{statuses:?}");
    market.shop.drain().await;
    assert_eq!(market.view(&placed).await["money"]["refunded"], "60.00");
    assert_eq!(market.payments(&placed).await["cases"], json!([]));
}

/// OR-05: as a refund by hand it needs the ability to manage orders; a method without its account is refused before anything is
/// requested.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_05_a_refund_through_the_gateway_needs_the_ability_and_the_account() {
    let (market, placed, charge) = paid("PAYTABS_SA").await;
    let body = json!({"transaction_id": charge, "amount": "10"});
    let reader = market.me.colleague(&market.shop, Role::ReadOnly).await;
    let (status, refusal) = market.shop.assert_unchanged(reader.post(&path(&placed, "online-refunds"), body.clone())).await;
    assert_eq!(status, 403, "{refusal}");
    let of_nobody = json!({"transaction_id": "ptx_0000000000001", "amount": "10"});
    let (status, refusal) = market.me.post(&path(&placed, "online-refunds"), of_nobody).await;
    assert_eq!(status, 422, "{refusal}");
    assert!(refusal["errors"]["transaction_id"].is_array(), "{refusal}");
    let store = market.me.store;
    let sql = "DELETE FROM secrets WHERE store_id = ?1";
    market.shop.app.db().tx(async move |c| c.exec(sql, db::p![store]).await).await.unwrap();
    let (status, refusal) = market.shop.assert_unchanged(market.me.post(&path(&placed, "online-refunds"), body)).await;
    assert_eq!((status, &refusal["code"]), (409, &json!("gateway_not_connected")), "{refusal}");
}

/// PY-03: an edit after the request may have changed the goods: what the gateway gave back is booked all the same, as an amount.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn py_03_a_refund_whose_goods_are_gone_is_booked_as_an_amount() {
    let (market, placed, charge) = paid("PAYTABS_SA").await;
    let what = json!({"lines": [{"line": 1, "quantity": 1}]});
    assert_eq!(request(&market, &placed, &charge, what).await.0, 201);
    let other = market.me.product(json!({"qty": 10, "regular_price": "100"})).await;
    let mut edit = json!({"items": [{"product_id": other["id"], "quantity": 1}]});
    let (status, preview) = market.me.post(&path(&placed, "edit/preview"), edit.clone()).await;
    assert_eq!(status, 200, "{preview}");
    edit["total"] = preview["data"]["after"]["total"].clone();
    let (status, body) = market.me.put(&path(&placed, "edit"), edit).await;
    assert_eq!(status, 200, "{body}");
    market.shop.drain().await;
    let booked = market.me.data(&path(&placed, "refunds")).await;
    assert_eq!((&booked[0]["amount"], &booked[0]["lines"]), (&json!("100.00"), &json!([])), "{booked}");
    assert_eq!(newest(&market, &placed).await["state"], "done");
}
