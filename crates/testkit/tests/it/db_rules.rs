//! Rules of the data that hold after real work, on whichever engine runs: counters agree with what they count.

use db::p;
use serde_json::json;
use testkit::{Merchant, TestShop};

/// Each statement counts breaches in one store.
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
         (SELECT COUNT(*) FROM orders o WHERE o.store_id = u.store_id AND o.customer_id = u.id)",
    ),
    (
        "hours of sales",
        "SELECT COUNT(*) FROM sales_hours h WHERE h.store_id = ?1 AND (h.orders <> (SELECT COUNT(*) FROM orders o WHERE o.store_id = h.store_id \
         AND o.created_at / 3600000 = h.hour AND o.status NOT IN ('DRFT', 'CNCL', 'RFSD', 'RTRN')) \
         OR h.sales <> (SELECT COALESCE(SUM(o.total), 0) FROM orders o WHERE o.store_id = h.store_id \
         AND o.created_at / 3600000 = h.hour AND o.status NOT IN ('DRFT', 'CNCL', 'RFSD', 'RTRN')) \
         OR h.first_orders <> (SELECT COUNT(*) FROM orders o WHERE o.store_id = h.store_id AND o.created_at / 3600000 = h.hour \
         AND o.status NOT IN ('DRFT', 'CNCL', 'RFSD', 'RTRN') AND o.is_first_order))",
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
        "SELECT COUNT(*) FROM orders o WHERE o.store_id = ?1 AND o.status NOT IN ('DRFT', 'CNCL', 'RFSD', 'RTRN') AND NOT EXISTS \
         (SELECT h.hour FROM sales_hours h WHERE h.store_id = o.store_id AND h.hour = o.created_at / 3600000)",
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

async fn assert_rules(shop: &TestShop, who: &Merchant) {
    for (rule, sql) in RULES {
        let breaches: i64 = shop.app.db().conn().one(sql, p![who.store]).await.unwrap();
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
        // What a status may not become is refused; the counters must agree either way.
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
