//! The cash that shipments collect follows the balance of their order.

use db::p;
use kernel::OrderId;
use serde_json::{Value, json};
use testkit::{Merchant, TestShop};

use crate::shipments::{fulfilment, go, lines, ordered, ship};

fn minor(value: &Value) -> i64 {
    value.as_str().unwrap().replace('.', "").parse().unwrap()
}

async fn owed(merchant: &Merchant, order: OrderId) -> i64 {
    minor(&merchant.data(&format!("/orders/{order}")).await["money"]["owed"])
}

/// The COD amount of each shipment, in minor units.
async fn collects(merchant: &Merchant, order: OrderId) -> Vec<i64> {
    fulfilment(merchant, order).await["shipments"].as_array().unwrap().iter().map(|s| minor(&s["cod_amount"])).collect()
}

async fn pay(merchant: &Merchant, order: OrderId, amount: &str) {
    merchant.create(&format!("/orders/{order}/payments"), json!({ "amount": amount })).await;
}

async fn edit(merchant: &Merchant, order: OrderId, items: Value) {
    let (_, edit_preview) = merchant.post(&format!("/orders/{order}/edit/preview"), json!({ "items": items })).await;
    let sent = json!({"items": items, "total": edit_preview["data"]["after"]["total"]});
    let (code, body) = merchant.put(&format!("/orders/{order}/edit"), sent).await;
    assert_eq!(code, 200, "{body}");
}

/// COD changes in the activity: shipment, before, after, whether it had left.
async fn cash_entries(merchant: &Merchant, order: OrderId) -> Vec<(Value, Value, Value)> {
    let log = merchant.data(&format!("/orders/{order}/activity")).await;
    let log = log.as_array().unwrap().iter().filter(|e| e["after"]["collects"].is_string());
    log.map(|e| (e["before"]["collects"].clone(), e["after"]["collects"].clone(), e["after"]["has_left"].clone())).collect()
}

/// OR-05, OR-06: a payment, and an edit that makes the order cheaper, lower its shipment's COD amount, before it left and after;
/// the activity says so, and that the courier must be told of the parcel that left.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_06_cod_amounts_follow_the_balance_due() {
    let shop = TestShop::start().await;
    let (merchant, _, order) = ordered(&shop).await;
    let shipment = ship(&merchant, order, json!({})).await;
    let all = owed(&merchant, order).await;
    assert_eq!(collects(&merchant, order).await, [all]);
    pay(&merchant, order, "30").await;
    assert_eq!(collects(&merchant, order).await, [all - 3_000]);
    let log = cash_entries(&merchant, order).await;
    assert_eq!((log.len(), &log[0].2), (1, &json!(false)));
    assert_eq!(minor(&log[0].0) - minor(&log[0].1), 3_000);
    // A waybill read before the payment is stale.
    let path = format!("/shipments/{}", shipment["id"].as_str().unwrap());
    let stale = json!({"waybill": {"note": "x"}, "version": shipment["version"]});
    assert_eq!(merchant.put(&path, stale).await.0, 409);

    go(&merchant, &shipment, "shipped").await;
    pay(&merchant, order, "20").await;
    assert_eq!(collects(&merchant, order).await, [all - 5_000]);
    assert_eq!(cash_entries(&merchant, order).await.last().unwrap().2, json!(true));
    // Fully paid: nothing is collected. A delivered shipment keeps its amount.
    let (code, _) = merchant.put(&format!("/orders/{order}/payment-status"), json!({"payment_status": "paid"})).await;
    assert_eq!((code, collects(&merchant, order).await), (200, vec![0]));
    go(&merchant, &shipment, "delivered").await;
    let (code, _) =
        merchant.put(&format!("/orders/{order}/payment-status"), json!({"payment_status": "not_paid", "note": "خطأ"})).await;
    assert_eq!((code, collects(&merchant, order).await), (200, vec![0]));
}

/// OR-02, OR-05, OR-06: partial shipments together never collect more than is owed; those still in the store are lowered first,
/// and what an edit adds is collected by the part still to be shipped.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_06_parts_together_never_collect_more_than_is_owed() {
    let shop = TestShop::start().await;
    let (merchant, _, order) = ordered(&shop).await;
    let first = ship(&merchant, order, json!({"lines": lines(&[(1, 2)]), "waybill": {"cod_amount": "60"}})).await;
    ship(&merchant, order, json!({"lines": lines(&[(1, 1)])})).await;
    let all = owed(&merchant, order).await;
    assert_eq!(collects(&merchant, order).await, [6_000, all - 6_000]);
    go(&merchant, &first, "shipped").await;
    pay(&merchant, order, "40").await;
    assert_eq!(collects(&merchant, order).await, [6_000, all - 10_000]);
    let priced =
        |price: &str| json!([{"line": 1, "quantity": 3, "unit_price": price, "reason": "اتفاق"}, {"line": 2, "quantity": 2}]);
    edit(&merchant, order, priced("10")).await;
    let cheaper = owed(&merchant, order).await;
    assert!(cheaper < 6_000, "{cheaper}");
    assert_eq!(collects(&merchant, order).await, [cheaper, 0]);
    edit(&merchant, order, priced("50")).await;
    assert_eq!(collects(&merchant, order).await, [cheaper, 0]);
    let rest = ship(&merchant, order, json!({})).await;
    assert_eq!(minor(&rest["cod_amount"]) + cheaper, owed(&merchant, order).await);
    // Marked as paid by mistake and back: the shipment in the store collects it again, the one on its way nothing.
    for body in [json!({"payment_status": "paid"}), json!({"payment_status": "not_paid", "note": "خطأ"})] {
        assert_eq!(collects(&merchant, order).await.iter().sum::<i64>(), owed(&merchant, order).await);
        assert_eq!(merchant.put(&format!("/orders/{order}/payment-status"), body).await.0, 200);
    }
    assert_eq!(collects(&merchant, order).await, [0, 0, owed(&merchant, order).await]);
    assert_eq!(fulfilment(&merchant, order).await["cash"]["differs"], json!(false));
}

/// OR-06: where the COD amounts differ from the balance, the order shows it; the next change of the balance corrects them.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_06_a_remaining_cod_difference_is_shown() {
    let shop = TestShop::start().await;
    let (merchant, _, order) = ordered(&shop).await;
    let shipment = ship(&merchant, order, json!({})).await;
    let cash = async || fulfilment(&merchant, order).await["cash"].clone();
    assert_eq!(cash().await["differs"], json!(false));
    // As an older version may have stored it.
    let (store, id): (_, kernel::ShipmentId) = (merchant.store, shipment["id"].as_str().unwrap().parse().unwrap());
    let sql = "UPDATE shipments SET cod_amount = cod_amount + 500 WHERE store_id = ?1 AND id = ?2";
    shop.app.db().tx(async move |c| c.exec(sql, p![store, id]).await).await.unwrap();
    let summary = cash().await;
    assert_eq!((&summary["differs"], minor(&summary["collecting"]) - minor(&summary["due"])), (&json!(true), 500));
    // The next payment corrects it.
    pay(&merchant, order, "10").await;
    assert_eq!(cash().await["differs"], json!(false));
    assert_eq!(collects(&merchant, order).await, [owed(&merchant, order).await]);
}

/// OR-06: a deposit is no cash of a courier: what a delivered part collected is not collected again by the next one, though more was
/// received before than that.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn or_06_a_deposit_is_not_the_cash_of_a_delivered_part() {
    let shop = TestShop::start().await;
    let (merchant, _, order) = ordered(&shop).await;
    let all = owed(&merchant, order).await;
    pay(&merchant, order, "50").await;
    shop.advance(kernel::Millis::MINUTE);
    let first = ship(&merchant, order, json!({"lines": lines(&[(1, 2)]), "waybill": {"cod_amount": "30"}})).await;
    go(&merchant, &first, "shipped").await;
    go(&merchant, &first, "delivered").await;
    let rest = all - 5_000 - 3_000;
    let cash = fulfilment(&merchant, order).await["cash"].clone();
    assert_eq!(minor(&cash["due"]), rest, "{cash}");
    let second = ship(&merchant, order, json!({})).await;
    assert_eq!(minor(&second["cod_amount"]), rest);
    // Recorded by hand, the courier's cash is no longer counted apart.
    shop.advance(kernel::Millis::MINUTE);
    pay(&merchant, order, "30").await;
    assert_eq!((owed(&merchant, order).await, minor(&fulfilment(&merchant, order).await["cash"]["due"])), (rest, rest));
    assert_eq!(collects(&merchant, order).await, [3_000, rest]);
}
