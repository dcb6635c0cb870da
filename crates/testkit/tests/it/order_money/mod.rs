//! The money of orders: the ledger, refunds, returns and edits.

mod edit;
mod ledger;
mod races;
mod returns;

use db::p;
use kernel::OrderId;
use serde_json::{Value, json};
use testkit::{Merchant, TestShop};

/// The balance of an order: paid, refunded, owed, overpaid, refundable.
async fn money(merchant: &Merchant, id: OrderId) -> [String; 5] {
    let order = merchant.data(&format!("/orders/{id}")).await;
    ["paid", "refunded", "owed", "overpaid", "refundable"].map(|k| order["money"][k].as_str().unwrap().to_owned())
}

async fn kinds(merchant: &Merchant, id: OrderId) -> Vec<(String, String)> {
    let entries = merchant.data(&format!("/orders/{id}/entries")).await;
    let text = |e: &Value, k: &str| e[k].as_str().unwrap().to_owned();
    entries.as_array().unwrap().iter().map(|e| (text(e, "kind"), text(e, "amount"))).collect()
}

async fn go(merchant: &Merchant, id: OrderId, statuses: &[&str]) {
    for to in statuses {
        let (status, body) = merchant.put(&format!("/orders/{id}/status"), json!({"status": to})).await;
        assert_eq!(status, 200, "{to}: {body}");
    }
}

async fn pay(merchant: &Merchant, id: OrderId) {
    let (status, body) = merchant.put(&format!("/orders/{id}/payment-status"), json!({"payment_status": "paid"})).await;
    assert_eq!(status, 200, "{body}");
}

async fn reason(merchant: &Merchant) -> String {
    merchant.data("/return-reasons").await[0]["id"].as_str().unwrap().to_owned()
}

/// Invariants of every order of a store; each statement counts violations.
const RULES: &[(&str, &str)] = &[
    (
        "charge and adjustments are the total, in amount and in VAT",
        "SELECT COUNT(*) FROM orders o WHERE o.store_id = ?1 AND o.status <> 'DRFT' AND (o.total <> (SELECT COALESCE(SUM(e.amount), 0) \
         FROM order_entries e WHERE e.store_id = o.store_id AND e.order_id = o.id AND e.kind IN ('charge', 'adjustment')) \
         OR o.vat <> (SELECT COALESCE(SUM(e.vat), 0) FROM order_entries e WHERE e.store_id = o.store_id AND e.order_id = o.id \
         AND e.kind IN ('charge', 'adjustment')))",
    ),
    (
        "never more is given back than was paid, and no VAT stays without money",
        "SELECT COUNT(*) FROM (SELECT order_id, SUM(amount) AS n, SUM(vat) AS v FROM order_entries WHERE store_id = ?1 \
         AND kind IN ('payment', 'payment_reversal', 'refund') GROUP BY order_id) s WHERE s.n < 0 OR s.v < 0 OR s.v > s.n",
    ),
    (
        "refunds are the entries of them",
        "SELECT COUNT(*) FROM order_refunds r WHERE r.store_id = ?1 AND NOT EXISTS (SELECT e.n FROM order_entries e \
         WHERE e.store_id = r.store_id AND e.order_id = r.order_id AND e.refund_id = r.id AND e.kind = 'refund' AND e.amount = -r.amount AND e.vat = -r.vat)",
    ),
    (
        "a refund is its parts, where it has any",
        "SELECT COUNT(*) FROM order_refunds r WHERE r.store_id = ?1 AND EXISTS (SELECT l.line FROM order_refund_lines l \
         WHERE l.store_id = r.store_id AND l.refund_id = r.id) AND r.amount <> r.shipping + r.fees + \
         (SELECT SUM(l.amount) FROM order_refund_lines l WHERE l.store_id = r.store_id AND l.refund_id = r.id)",
    ),
    (
        "no more comes back than was sold",
        "SELECT COUNT(*) FROM order_items i WHERE i.store_id = ?1 AND (i.returned > i.quantity OR i.restocked > i.returned)",
    ),
    (
        "lines are the subtotal, and the sums the total",
        "SELECT COUNT(*) FROM orders o WHERE o.store_id = ?1 AND (o.subtotal <> (SELECT COALESCE(SUM(i.line_total), 0) FROM order_items i \
         WHERE i.store_id = o.store_id AND i.order_id = o.id) OR o.discount <> (SELECT COALESCE(SUM(i.discount), 0) FROM order_items i \
         WHERE i.store_id = o.store_id AND i.order_id = o.id) \
         OR o.total <> o.subtotal - o.discount + o.shipping_fees + o.payment_fees + CASE WHEN o.is_vat_included THEN 0 ELSE o.vat END)",
    ),
];

/// Asserts that every rule of the ledger holds in a store.
pub(crate) async fn assert_balanced(shop: &TestShop, merchant: &Merchant, at: &str) {
    for (rule, sql) in RULES {
        let breaches: i64 = shop.app.db().conn().one(sql, p![merchant.store]).await.unwrap();
        assert_eq!(breaches, 0, "{at}: {rule}");
    }
}
