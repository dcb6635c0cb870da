//! An order is delivered once all pieces that its customer keeps have arrived.

use serde_json::{Value, json};
use testkit::{Merchant, TestShop};

use crate::shipments::{fulfilment, go, lines, ordered, ship, status};

async fn statuses(merchant: &Merchant, order: kernel::OrderId) -> Vec<Value> {
    let log = merchant.data(&format!("/orders/{order}/activity")).await;
    let log = log.as_array().unwrap().iter().filter(|e| e["action"] == "update_status");
    log.map(|e| e["after"]["status"].clone()).collect()
}

/// OR-06: pieces that came back to the store are still due: once shipped again and delivered, the order is delivered.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_06_an_order_is_not_delivered_while_a_part_is_to_be_shipped_again() {
    let shop = TestShop::start().await;
    let (merchant, _, order) = ordered(&shop).await;
    let first = ship(&merchant, order, json!({"lines": lines(&[(1, 3)])})).await;
    let second = ship(&merchant, order, json!({})).await;
    for shipment in [&first, &second] {
        go(&merchant, shipment, "shipped").await;
    }
    go(&merchant, &first, "delivered").await;
    go(&merchant, &second, "refused").await;
    assert_eq!(status(&merchant, order).await, "SHPD", "a refused part is not delivered");
    go(&merchant, &second, "returned").await;
    assert_eq!(status(&merchant, order).await, "SHPD");
    let known = fulfilment(&merchant, order).await;
    assert_eq!(
        (&known["can_ship"], &known["pieces"]["to_ship"], &known["pieces"]["came_back"], &known["state"]),
        (&json!(true), &json!(2), &json!(2), &json!("partly_shipped"))
    );
    let again = ship(&merchant, order, json!({})).await;
    assert_eq!(again["lines"], lines(&[(2, 2)]));
    assert_eq!(fulfilment(&merchant, order).await["pieces"]["came_back"], json!(0));
    for to in ["shipped", "delivered"] {
        go(&merchant, &again, to).await;
    }
    assert_eq!(status(&merchant, order).await, "DLVR");
}

/// OR-06, OR-04: pieces that came back and were returned, or edited out of the order, no longer delay it.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_06_returned_or_edited_out_pieces_do_not_delay_the_order() {
    let shop = TestShop::start().await;
    let (merchant, _, order) = ordered(&shop).await;
    let first = ship(&merchant, order, json!({"lines": lines(&[(1, 3)])})).await;
    let second = ship(&merchant, order, json!({})).await;
    for (shipment, to) in
        [(&first, "shipped"), (&second, "shipped"), (&first, "delivered"), (&second, "refused"), (&second, "returned")]
    {
        go(&merchant, shipment, to).await;
    }
    let reason = merchant.data("/return-reasons").await[0]["id"].clone();
    let return_body = json!({"line": 2, "quantity": 2, "reason_id": reason, "is_restocked": true});
    merchant.create(&format!("/orders/{order}/returns"), json!({"lines": [return_body]})).await;
    assert_eq!(status(&merchant, order).await, "DLVR");
    assert_eq!(statuses(&merchant, order).await.last(), Some(&json!("DLVR")), "by its named transition");
    assert_eq!(merchant.data("/orders/status-counts").await["DLVR"], json!(1));

    // An order whose remaining pieces are edited out before they left.
    let (merchant, _, order) = ordered(&shop).await;
    let part = ship(&merchant, order, json!({"lines": lines(&[(1, 3)])})).await;
    for to in ["shipped", "delivered"] {
        go(&merchant, &part, to).await;
    }
    assert_eq!(status(&merchant, order).await, "PRCS");
    let items = json!([{"line": 1, "quantity": 3}]);
    let (_, edit_preview) = merchant.post(&format!("/orders/{order}/edit/preview"), json!({ "items": items })).await;
    let sent = json!({"items": items, "total": edit_preview["data"]["after"]["total"]});
    let (code, body) = merchant.put(&format!("/orders/{order}/edit"), sent).await;
    assert_eq!(code, 200, "{body}");
    assert_eq!(status(&merchant, order).await, "DLVR");
}
