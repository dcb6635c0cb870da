//! Courier cash: remittance sheets of couriers, from the upload to the undo, and what couriers still hold (peers LIST 3 no. 3).

use db::p;
use kernel::Millis;
use serde_json::{Value, json};
use testkit::{Merchant, TestShop};

mod couriers;
mod runs;
mod verdicts;

/// A day of the test clock, in the store's calendar.
const TODAY: &str = "2027-01-15";

/// A store with so many delivered orders of 100.00 each, unpaid, each with a shipment `BST-0001`, `BST-0002` ... that collected it three
/// days ago.
async fn delivered(shop: &TestShop, orders: usize) -> Merchant {
    let merchant = shop.sample_merchant(3, orders).await;
    let (store, at) = (merchant.store, shop.env.now().plus(-3 * Millis::DAY));
    for sql in [
        "DELETE FROM shipment_events WHERE store_id = ?1 AND CAST(?2 AS BIGINT) > 0",
        "DELETE FROM shipment_lines WHERE store_id = ?1 AND CAST(?2 AS BIGINT) > 0",
        "DELETE FROM shipments WHERE store_id = ?1 AND CAST(?2 AS BIGINT) > 0",
        "DELETE FROM order_entries WHERE store_id = ?1 AND CAST(?2 AS BIGINT) > 0",
        "UPDATE orders SET status = 'DLVR', payment_status = 'not_paid', payment_provider = 'COD', total = 10000, vat = 1304, updated_at = CAST(?2 AS BIGINT) \
         WHERE store_id = ?1",
        "INSERT INTO order_entries (store_id, order_id, n, kind, amount, vat, at, actor_kind, actor_name) \
         SELECT store_id, id, 1, 'charge', total, vat, CAST(?2 AS BIGINT), 'System', '' FROM orders WHERE store_id = ?1",
        "INSERT INTO shipments (store_id, id, order_id, n, provider, status, service_type, courier_name, tracking_id, tracking_no, tracking_url, \
         warehouse_id, package_size, package_weight, cod_amount, allow_open_box, pickup_code, received_by, items_count, note, created_at, \
         updated_at, version, booking, booking_error, booking_n, tracking_key, delivered_at) \
         SELECT store_id, id, id, 1, 'CUSTOM', 'delivered', 'deliver', 'Bosta', 'T', 'BST-' || SUBSTR('000' || CAST(k AS TEXT), LENGTH(CAST(k AS TEXT))), \
         '', store_id, 'small', 0, 10000, FALSE, '', '', 1, '', CAST(?2 AS BIGINT), CAST(?2 AS BIGINT), 1, 'by_hand', '', 0, \
         'BST' || SUBSTR('000' || CAST(k AS TEXT), LENGTH(CAST(k AS TEXT))), CAST(?2 AS BIGINT) \
         FROM (SELECT store_id, id, ROW_NUMBER() OVER (ORDER BY id) AS k FROM orders WHERE store_id = ?1) AS numbered",
    ] {
        shop.app.db().tx(async move |c| c.exec(sql, p![store, at]).await).await.unwrap_or_else(|e| panic!("{sql}: {e}"));
    }
    merchant
}

/// One delivered shipment more, `PL-1`, whose cash is with its courier.
pub(crate) async fn with_a_courier(shop: &TestShop, m: &Merchant) {
    let (store, at) = (m.store, shop.env.now());
    let sql = "INSERT INTO shipments (store_id, id, order_id, n, provider, status, service_type, courier_name, tracking_id, tracking_no, tracking_url, \
               warehouse_id, package_size, package_weight, cod_amount, allow_open_box, pickup_code, received_by, items_count, note, created_at, \
               updated_at, version, booking, booking_error, booking_n, tracking_key, delivered_at) \
               SELECT store_id, 77, id, 90, 'CUSTOM', 'delivered', 'deliver', 'Bosta', 'T', 'PL-1', '', store_id, 'small', 0, 9900, FALSE, '', '', 1, '', \
               CAST(?2 AS BIGINT), CAST(?2 AS BIGINT), 1, 'by_hand', '', 0, 'PL1', CAST(?2 AS BIGINT) FROM orders WHERE store_id = ?1 AND id = (SELECT MAX(id) FROM orders WHERE store_id = ?1 AND status <> 'DRFT')";
    shop.app.db().tx(async move |c| c.exec(sql, p![store, at]).await).await.unwrap();
}

/// Changes the shipment of a waybill.
async fn set(shop: &TestShop, m: &Merchant, waybill: &str, change: &str) {
    let (sql, store) = (format!("UPDATE shipments SET {change} WHERE store_id = ?1 AND tracking_no = ?2"), m.store);
    let waybill = waybill.to_owned();
    let n = shop.app.db().tx(async move |c| c.exec(&sql, p![store, waybill]).await).await.unwrap();
    assert_eq!(n, 1, "{change}");
}

/// Number of the order of a waybill.
async fn number(shop: &TestShop, m: &Merchant, waybill: &str) -> i64 {
    let sql = "SELECT o.number FROM shipments s JOIN orders o ON o.store_id = s.store_id AND o.id = s.order_id \
               WHERE s.store_id = ?1 AND s.tracking_no = ?2";
    shop.app.db().conn().one(sql, p![m.store, waybill]).await.unwrap()
}

/// Uploads a sheet and makes its settlement.
pub(crate) async fn settlement(m: &Merchant, file_name: &str, bytes: impl Into<Vec<u8>>, fields: Value) -> Value {
    let reply = m.upload("/courier-sheets", "file", file_name, "text/csv", bytes).await;
    assert_eq!(reply.status, 201, "{}", reply.text());
    let mut sent = json!({"sheet_id": reply.data()["id"], "courier": "Bosta", "remitted_on": TODAY});
    for (key, value) in fields.as_object().unwrap() {
        sent[key] = value.clone();
    }
    m.create("/courier-settlements", sent).await
}

fn path(settlement: &Value, rest: &str) -> String {
    format!("/courier-settlements/{}{rest}", settlement["id"].as_str().unwrap())
}

/// Begins a step and waits until it is over; the settlement.
pub(crate) async fn after(shop: &TestShop, m: &Merchant, settlement: &Value, step: &str) -> Value {
    let (status, body) = m.post(&path(settlement, step), Value::Null).await;
    assert_eq!(status, 200, "{step}: {body}");
    shop.drain_any().await;
    m.data(&path(settlement, "")).await
}

async fn sheet(m: &Merchant, settlement: &Value) -> Value {
    m.data(&format!("/courier-sheets/{}", settlement["sheet_id"].as_str().unwrap())).await
}

async fn rows(m: &Merchant, settlement: &Value) -> Vec<Value> {
    m.data(&path(settlement, "/rows?per_page=100")).await.as_array().unwrap().clone()
}

/// Of a shipment: waybill, remitted, fee, settlement, whether more is due, cash to collect, version.
type CashRow = (String, i64, i64, Option<i64>, bool, i64, i64);

/// Everything that a posting may change: cash of shipments; owed, received and payment status of orders.
async fn books(shop: &TestShop, m: &Merchant) -> Vec<String> {
    let c = shop.app.db().conn();
    let cash = "SELECT tracking_no, remitted_minor, courier_fee_minor, settlement_id, is_cash_due, cod_amount, version FROM shipments WHERE store_id = ?1 ORDER BY id";
    let cash: Vec<CashRow> = c.all(cash, p![m.store]).await.unwrap();
    let money = "SELECT o.number, o.status, o.payment_status, CAST(SUM(CASE WHEN e.kind IN ('payment', 'payment_reversal') THEN e.amount ELSE 0 END) AS BIGINT), \
                 CAST(SUM(CASE WHEN e.kind IN ('payment', 'payment_reversal') THEN e.vat ELSE 0 END) AS BIGINT) FROM orders o \
                 JOIN order_entries e ON e.store_id = o.store_id AND e.order_id = o.id WHERE o.store_id = ?1 \
                 GROUP BY o.id, o.number, o.status, o.payment_status ORDER BY o.id";
    let money: Vec<(i64, String, String, i64, i64)> = c.all(money, p![m.store]).await.unwrap();
    cash.iter().map(|row| format!("{row:?}")).chain(money.iter().map(|row| format!("{row:?}"))).collect()
}
