//! Data invariants that hold after real work, on either engine: counters agree with what they count.

use db::p;
use serde_json::json;
use testkit::{Merchant, TestShop};

/// Each statement counts violations in one store.
const RULES: &[(&str, &str)] = &[
    (
        "status counters",
        "SELECT COUNT(*) FROM status_counts s WHERE s.store_id = ?1 AND s.subject = 'order' AND s.n <> \
         (SELECT COUNT(*) FROM orders o WHERE o.store_id = s.store_id AND o.status = s.status)",
    ),
    (
        "statuses without a counter",
        "SELECT COUNT(*) FROM orders o WHERE o.store_id = ?1 AND NOT EXISTS \
         (SELECT s.n FROM status_counts s WHERE s.store_id = o.store_id AND s.subject = 'order' AND s.status = o.status)",
    ),
    (
        "pieces of orders",
        "SELECT COUNT(*) FROM orders o WHERE o.store_id = ?1 AND o.items_count <> \
         (SELECT COALESCE(SUM(i.quantity), 0) FROM order_items i WHERE i.store_id = o.store_id AND i.order_id = o.id)",
    ),
    (
        "lines that stand at another time than their order",
        "SELECT COUNT(*) FROM order_items i WHERE i.store_id = ?1 AND i.placed_at <> \
         (SELECT o.created_at FROM orders o WHERE o.store_id = i.store_id AND o.id = i.order_id)",
    ),
    (
        "subtotals of orders",
        "SELECT COUNT(*) FROM orders o WHERE o.store_id = ?1 AND o.subtotal <> \
         (SELECT COALESCE(SUM(i.line_total), 0) FROM order_items i WHERE i.store_id = o.store_id AND i.order_id = o.id)",
    ),
    (
        "orders of customers",
        "SELECT COUNT(*) FROM customers u WHERE u.store_id = ?1 AND u.orders_count <> \
         (SELECT COUNT(*) FROM orders o WHERE o.store_id = u.store_id AND o.customer_id = u.id AND o.status <> 'DRFT')",
    ),
    (
        "hours of sales",
        "SELECT COUNT(*) FROM sales_hours h WHERE h.store_id = ?1 AND (h.sales <> h.gross - h.discounts - h.returns + h.shipping + h.fees + h.vat OR \
         EXISTS (SELECT 1 FROM (SELECT COALESCE(SUM(s.orders), 0) AS a, COALESCE(SUM(s.first_orders), 0) AS b, COALESCE(SUM(s.pieces), 0) AS c, \
         COALESCE(SUM(s.gross), 0) AS d, COALESCE(SUM(s.discounts), 0) AS e, COALESCE(SUM(s.returns), 0) AS f, COALESCE(SUM(s.shipping), 0) AS g, \
         COALESCE(SUM(s.fees), 0) AS i, COALESCE(SUM(s.vat), 0) AS j, COALESCE(SUM(s.received), 0) AS k FROM order_sales s \
         WHERE s.store_id = h.store_id AND s.hour = h.hour) AS n WHERE h.orders <> n.a OR h.first_orders <> n.b OR h.pieces <> n.c OR h.gross <> n.d \
         OR h.discounts <> n.e OR h.returns <> n.f OR h.shipping <> n.g OR h.fees <> n.i OR h.vat <> n.j OR h.received <> n.k))",
    ),
    (
        "what an order adds to the sales is what it is worth",
        "SELECT COUNT(*) FROM orders o WHERE o.store_id = ?1 AND \
         (SELECT COALESCE(SUM(s.gross - s.discounts - s.returns + s.shipping + s.fees + s.vat), 0) FROM order_sales s WHERE s.store_id = o.store_id AND s.order_id = o.id) \
         <> CASE WHEN o.status IN ('DRFT', 'CNCL') OR o.refused_at IS NOT NULL THEN 0 ELSE (SELECT COALESCE(SUM(e.amount), 0) FROM order_entries e \
         WHERE e.store_id = o.store_id AND e.order_id = o.id AND e.kind IN ('charge', 'adjustment', 'credit', 'reversal')) END",
    ),
    (
        "what products add to the sales is what orders do",
        "SELECT COUNT(*) FROM order_sales s WHERE s.store_id = ?1 AND EXISTS (SELECT 1 FROM (SELECT COALESCE(SUM(l.pieces), 0) AS a, \
         COALESCE(SUM(l.net), 0) AS b FROM order_sale_lines l WHERE l.store_id = s.store_id AND l.order_id = s.order_id AND l.hour = s.hour) AS n \
         WHERE s.pieces <> n.a OR s.gross - s.discounts - s.returns <> n.b)",
    ),
    (
        "a customer's value is the total sales of their orders",
        "SELECT COUNT(*) FROM customers u WHERE u.store_id = ?1 AND u.total_spent <> (SELECT COALESCE(SUM(s.gross - s.discounts - s.returns \
         + s.shipping + s.fees + s.vat), 0) FROM orders o JOIN order_sales s ON s.store_id = o.store_id AND s.order_id = o.id \
         WHERE o.store_id = u.store_id AND o.customer_id = u.id)",
    ),
    (
        "money received is the ledger's",
        "SELECT COUNT(*) FROM stores t WHERE t.id = ?1 AND (SELECT COALESCE(SUM(h.received), 0) FROM sales_hours h WHERE h.store_id = t.id) <> \
         (SELECT COALESCE(SUM(e.amount), 0) FROM order_entries e WHERE e.store_id = t.id AND e.kind IN ('payment', 'payment_reversal', 'refund'))",
    ),
    (
        "what an order is counted for is what it adds to the hours, and nothing is counted of what is no sale",
        "SELECT COUNT(*) FROM orders o WHERE o.store_id = ?1 AND (((o.status IN ('DRFT', 'CNCL') OR o.refused_at IS NOT NULL) <> (o.counted_total IS NULL)) \
         OR COALESCE(o.counted_total, 0) <> (SELECT COALESCE(SUM(s.gross - s.discounts - s.returns + s.shipping + s.fees + s.vat), 0) \
         FROM order_sales s WHERE s.store_id = o.store_id AND s.order_id = o.id))",
    ),
    (
        "customers who bought and have no first order",
        "SELECT COUNT(*) FROM orders o WHERE o.store_id = ?1 AND o.counted_total IS NOT NULL AND NOT EXISTS (SELECT e.id FROM orders e \
         WHERE e.store_id = o.store_id AND e.customer_id = o.customer_id AND e.is_first_order)",
    ),
    (
        "customers with two first orders",
        "SELECT COUNT(*) FROM orders o WHERE o.store_id = ?1 AND o.is_first_order AND EXISTS (SELECT e.id FROM orders e \
         WHERE e.store_id = o.store_id AND e.customer_id = o.customer_id AND e.is_first_order AND e.id <> o.id)",
    ),
    (
        "sales that stand in no hour",
        "SELECT COUNT(*) FROM order_sales o WHERE o.store_id = ?1 AND NOT EXISTS \
         (SELECT h.hour FROM sales_hours h WHERE h.store_id = o.store_id AND h.hour = o.hour)",
    ),
    (
        "order numbers without gaps",
        "SELECT COUNT(*) FROM store_counters c WHERE c.store_id = ?1 AND c.next_order_number - 1 <> \
         (SELECT COALESCE(MAX(o.number), c.next_order_number - 1) FROM orders o WHERE o.store_id = c.store_id)",
    ),
    (
        "the journal without gaps",
        "SELECT COUNT(*) FROM store_counters c WHERE c.store_id = ?1 AND c.journal_seq <> \
         (SELECT COUNT(*) FROM journal j WHERE j.store_id = c.store_id)",
    ),
    (
        "stock of products with variants",
        "SELECT COUNT(*) FROM products a WHERE a.store_id = ?1 AND a.product_type = 'multi' AND a.deleted_at IS NULL AND NOT a.has_unlimited_qty AND a.stock <> \
         (SELECT COALESCE(SUM(v.qty), 0) FROM product_variants v WHERE v.store_id = a.store_id AND v.product_id = a.id AND v.is_active) \
         AND NOT EXISTS (SELECT v.id FROM product_variants v WHERE v.store_id = a.store_id AND v.product_id = a.id AND v.has_unlimited_qty)",
    ),
    (
        "rows of other stores behind categories",
        "SELECT COUNT(*) FROM product_categories k WHERE k.store_id = ?1 AND NOT EXISTS \
         (SELECT a.id FROM products a WHERE a.store_id = k.store_id AND a.id = k.product_id)",
    ),
];

pub(crate) async fn assert_rules(shop: &TestShop, merchant: &Merchant) {
    for (rule, sql) in RULES {
        let breaches: i64 = shop.app.db().conn().one(sql, p![merchant.store]).await.unwrap();
        assert_eq!(breaches, 0, "{rule}");
    }
}

#[tokio::test]
async fn counters_agree_with_what_they_count_after_sample_data_and_after_changes() {
    let shop = TestShop::start().await;
    let merchant = shop.sample_merchant(12, 25).await;
    assert_rules(&shop, &merchant).await;
    let orders = merchant.get("/orders?filter[status]=PEND,PRCS&per_page=50").await.1;
    let ids: Vec<&str> = orders["data"].as_array().unwrap().iter().filter_map(|o| o["id"].as_str()).collect();
    for (i, id) in ids.iter().enumerate() {
        let status = ["CNCL", "PRCS", "RDYS"][i % 3];
        // A forbidden transition is refused; the counters must agree either way.
        let (answer, body) =
            merchant.put(&format!("/orders/{id}/status"), json!({"status": status, "restock": i % 2 == 0})).await;
        assert!(answer == 200 || answer == 409 || answer == 422, "{answer} {body}");
    }
    let product = merchant.product(json!({"qty": 4})).await;
    let (status, body) =
        merchant.delete(&format!("/products/{}", product["id"].as_str().unwrap()), serde_json::Value::Null).await;
    assert_eq!(status, 200, "{body}");
    assert_rules(&shop, &merchant).await;
}
