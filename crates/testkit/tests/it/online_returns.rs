//! Returns whose money goes back through the gateway that was paid, in one step, against simulators (PY-03, OR-05).

use commerce::orders::Placed;
use platform::identity::Role;
use serde_json::{Value, json};
use testkit::Locks;

use crate::checkout::product_id;
use crate::online_checkout::Market;
use crate::online_refunds::{newest, paid, path};

/// An order that was paid at a gateway and is with its customer; and the charge.
async fn sent(provider: &str) -> (Market, Placed, String) {
    let (market, placed, charge) = paid(provider).await;
    for status in ["PRCS", "RDYS", "SHPD"] {
        let (code, body) = market.me.put(&path(&placed, "status"), json!({"status": status})).await;
        assert_eq!(code, 200, "{body}");
    }
    (market, placed, charge)
}

/// Pieces of lines that come back into stock.
async fn goods(market: &Market, lines: &[(i64, i64)], refund: Value) -> Value {
    let reason = market.me.data("/return-reasons").await[0]["id"].clone();
    let line =
        |(line, quantity): &(i64, i64)| json!({"line": line, "quantity": quantity, "reason_id": reason, "is_restocked": true});
    json!({"lines": lines.iter().map(line).collect::<Vec<_>>(), "refund": refund, "note": "مقاس آخر"})
}

async fn stock(market: &Market) -> Value {
    market.me.data(&format!("/products/{}", market.product)).await["qty"].clone()
}

/// PY-03, OR-05: the goods are back and the refund is requested in one step; it is booked with its lines, as the refund of that return,
/// when the gateway says so.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn py_03_a_return_requests_its_refund_of_the_gateway() {
    for provider in ["PAYMOB", "PAYTABS_SA"] {
        let (market, placed, charge) = sent(provider).await;
        let before = stock(&market).await.as_i64().unwrap();
        let through = json!({"transaction_id": charge});
        let preview = json!({"lines": [{"line": 1, "quantity": 1}], "refund": through});
        let (status, preview) = market.me.post(&path(&placed, "returns/preview"), preview).await;
        assert_eq!((status, &preview["data"]["amount"]), (200, &json!("100.00")), "{preview}");
        let locks = Locks::watch(market.shop.app.db());
        locks.next("a return through the gateway");
        let (status, body) = market.me.post(&path(&placed, "returns"), goods(&market, &[(1, 1)], through).await).await;
        assert_eq!(status, 201, "{body}");
        assert_eq!(locks.faults(), Vec::<String>::new());
        let id = body["data"]["id"].clone();
        assert_eq!(stock(&market).await, before + 1);
        let view = market.view(&placed).await;
        assert_eq!((&view["status"], &view["money"]["refunded"]), (&json!("RTRN"), &json!("0.00")), "only requested: {view}");
        assert_eq!(view["payment_status"], "paid");
        let refund = newest(&market, &placed).await;
        assert_eq!((&refund["state"], &refund["return_id"]), (&json!("requested"), &id), "{refund}");
        assert_eq!((&refund["amount"], &refund["transaction_id"]), (&json!("100.00"), &json!(charge)), "{refund}");

        market.shop.drain().await;
        let refund = newest(&market, &placed).await;
        assert_eq!((&refund["state"], &refund["return_id"]), (&json!("done"), &id), "{refund}");
        let booked = market.me.data(&path(&placed, "refunds")).await;
        assert_eq!(booked.as_array().unwrap().len(), 1, "{booked}");
        assert_eq!((&booked[0]["return_id"], &booked[0]["amount"]), (&id, &json!("100.00")), "{booked}");
        assert_eq!((&booked[0]["lines"][0]["line"], &booked[0]["lines"][0]["quantity"]), (&json!(1), &json!(1)), "{booked}");
        let view = market.view(&placed).await;
        assert_eq!((&view["money"]["refunded"], &view["payment_status"]), (&json!("100.00"), &json!("not_paid")), "{view}");
        assert_eq!(market.payments(&placed).await["cases"], json!([]));
        let activity = market.me.data(&path(&placed, "activity")).await.to_string();
        assert!(activity.contains("returned_pieces") && activity.contains("refund_requested"), "{activity}");
    }
}

/// OR-05, decisions 0008: the same return sent again, also at the same moment, is one return and one refund.
#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn or_05_a_repeated_return_requests_its_refund_once() {
    let (market, placed, charge) = sent("PAYTABS_SA").await;
    let body = goods(&market, &[(1, 1)], json!({"transaction_id": charge})).await;
    let returns = path(&placed, "returns");
    let send = || market.me.call("POST", &returns).header("idempotency-key", "back-1").json(&body).send();
    let at_once = tokio::join!(send(), send(), send());
    for reply in [&at_once.0, &at_once.1, &at_once.2] {
        assert!(reply.status == 201 || reply.json["code"] == "idempotency_key_busy", "{}", reply.text());
    }
    let again = send().await;
    assert_eq!(again.status, 201, "{}", again.text());
    market.shop.drain().await;
    assert_eq!(send().await.json["data"]["id"], again.json["data"]["id"]);
    assert_eq!(market.me.data(&returns).await.as_array().unwrap().len(), 1);
    assert_eq!(market.payments(&placed).await["refunds"].as_array().unwrap().len(), 1);
    assert_eq!(market.view(&placed).await["money"]["refunded"], "100.00");
    // Under another key the goods are back already.
    let (status, refusal) = market.shop.assert_unchanged(market.me.post(&returns, body)).await;
    assert_eq!(status, 409, "{refusal}");
}

/// OR-05: where the gateway cannot be asked, the payment is not the order's, or the member may not refund, nothing comes back.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_05_a_return_whose_refund_cannot_be_requested_changes_nothing() {
    let (market, placed, charge) = sent("PAYTABS_SA").await;
    let returns = path(&placed, "returns");
    let of_nobody = json!({"transaction_id": "ptx_0000000000001"});
    let body = goods(&market, &[(1, 1)], of_nobody.clone()).await;
    let (status, refusal) = market.shop.assert_unchanged(market.me.post(&returns, body)).await;
    assert_eq!(status, 422, "{refusal}");
    assert!(refusal["errors"]["refund.transaction_id"].is_array(), "{refusal}");
    let preview = json!({"lines": [{"line": 1, "quantity": 1}], "refund": of_nobody});
    let (status, refusal) = market.me.post(&path(&placed, "returns/preview"), preview).await;
    assert_eq!((status, refusal["errors"]["refund.transaction_id"].is_array()), (422, true), "{refusal}");

    let body = goods(&market, &[(1, 1)], json!({"transaction_id": charge})).await;
    let reader = market.me.colleague(&market.shop, Role::ReadOnly).await;
    assert_eq!(market.shop.assert_unchanged(reader.post(&returns, body.clone())).await.0, 403);
    let store = market.me.store;
    let sql = "DELETE FROM secrets WHERE store_id = ?1";
    market.shop.app.db().tx(async move |c| c.exec(sql, db::p![store]).await).await.unwrap();
    let (status, refusal) = market.shop.assert_unchanged(market.me.post(&returns, body)).await;
    assert_eq!((status, &refusal["code"]), (409, &json!("gateway_not_connected")), "{refusal}");
    // By hand it comes back all the same.
    let (status, body) = market.me.post(&returns, goods(&market, &[(1, 1)], json!({})).await).await;
    assert_eq!(status, 201, "{body}");
    assert_eq!(market.view(&placed).await["money"]["refunded"], "100.00");
}

/// PY-03: no more of a payment is requested than it has left, whatever the order was paid besides; a part of the goods is, and the
/// rest goes back by hand.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn py_03_a_return_requests_no_more_than_the_payment_has_left() {
    let (market, placed, charge) = paid("PAYTABS_SA").await;
    let other = product_id(&market.me.product(json!({"qty": 10, "regular_price": "100"})).await);
    let mut edit = json!({"items": [{"line": 1, "quantity": 1}, {"product_id": other, "quantity": 1}]});
    let (_, preview) = market.me.post(&path(&placed, "edit/preview"), edit.clone()).await;
    edit["total"] = preview["data"]["after"]["total"].clone();
    let (status, body) = market.me.put(&path(&placed, "edit"), edit).await;
    assert_eq!(status, 200, "{body}");
    assert_eq!(market.me.post(&path(&placed, "payments"), json!({"amount": "100"})).await.0, 201, "by transfer");
    for status in ["PRCS", "RDYS", "SHPD"] {
        assert_eq!(market.me.put(&path(&placed, "status"), json!({"status": status})).await.0, 200);
    }
    let through = json!({"transaction_id": charge});
    let lines =
        market.view(&placed).await["items"].as_array().unwrap().iter().map(|i| i["line"].as_i64().unwrap()).collect::<Vec<_>>();
    let both = goods(&market, &[(lines[0], 1), (lines[1], 1)], through.clone()).await;
    let (status, refusal) = market.shop.assert_unchanged(market.me.in_english().post(&path(&placed, "returns"), both)).await;
    assert_eq!(status, 422, "{refusal}");
    let message = refusal["errors"]["refund.transaction_id"][0].as_str().unwrap();
    assert!(message.starts_with("You can refund up to") && message.contains("100.00"), "{refusal}");
    let one = goods(&market, &[(lines[0], 1)], through.clone()).await;
    let (status, body) = market.me.post(&path(&placed, "returns"), one).await;
    assert_eq!(status, 201, "{body}");
    let another = goods(&market, &[(lines[1], 1)], through).await;
    assert_eq!(market.shop.assert_unchanged(market.me.post(&path(&placed, "returns"), another)).await.0, 422, "it is spoken for");
    let by_hand = goods(&market, &[(lines[1], 1)], json!({})).await;
    assert_eq!(market.me.post(&path(&placed, "returns"), by_hand).await.0, 201);
    market.shop.drain().await;
    let view = market.view(&placed).await;
    assert_eq!((&view["status"], &view["money"]["refunded"]), (&json!("RTRN"), &json!("200.00")), "{view}");
    assert_eq!(market.payments(&placed).await["cases"], json!([]));
}

/// PY-03: a refusal of the gateway leaves the goods back and says why; the amount is free for another refund.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn py_03_a_refused_refund_of_a_return_leaves_the_goods_back() {
    let (market, placed, charge) = sent("PAYTABS_SA").await;
    market.control("next", json!({"outcome": "unauthorised", "path": "/payment/request"})).await;
    let body = goods(&market, &[(1, 1)], json!({"transaction_id": charge})).await;
    assert_eq!(market.me.post(&path(&placed, "returns"), body).await.0, 201);
    market.shop.drain().await;
    let refund = newest(&market, &placed).await;
    assert_eq!(refund["state"], "refused", "{refund}");
    assert!(refund["reason"]["message"].is_string() && refund["return_id"].is_string(), "{refund}");
    let view = market.view(&placed).await;
    assert_eq!((&view["status"], &view["money"]["refunded"]), (&json!("RTRN"), &json!("0.00")), "{view}");
    let again = json!({"transaction_id": charge, "lines": [{"line": 1, "quantity": 1}]});
    let (status, body) = market.me.post(&path(&placed, "online-refunds"), again).await;
    assert_eq!(status, 201, "{body}");
    market.shop.drain().await;
    assert_eq!(market.view(&placed).await["money"]["refunded"], "100.00");
}
