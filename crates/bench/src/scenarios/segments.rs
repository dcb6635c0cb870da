//! How many customers match a segment's rules, counted as the dashboard does while they are edited. With the SQL of each as one
//! would write it by hand.

use std::path::Path;

use kernel::{Millis, ProductId};
use rusqlite::Connection as Sqlite;
use rusqlite::types::Value;
use serde_json::json;

use super::{ReadScenario, Shop, post};
use crate::Failure;

macro_rules! counted {
    ($rest:literal) => {
        concat!("SELECT COUNT(*) FROM (SELECT k.id FROM customers k WHERE k.store_id = ?1 AND ", $rest, " LIMIT 1001)")
    };
}
macro_rules! buyers {
    ($rest:literal) => {
        concat!(
            "(SELECT o.customer_id FROM order_items i JOIN orders o ON o.store_id = i.store_id AND o.id = i.order_id WHERE i.store_id = ?1 \
             AND i.product_id = ?2 AND i.line > 0 AND i.quantity > i.returned AND o.counted_total IS NOT NULL",
            $rest,
            ")"
        )
    };
}
const SPENT: &str = counted!("k.total_spent >= 100000 AND k.last_order_at < ?2");
const USED: &str =
    counted!("k.id IN (SELECT u.customer_id FROM coupon_uses u WHERE u.store_id = ?1 AND u.given_back_at IS NULL)");
const BOUGHT: &str =
    concat!("SELECT COUNT(*) FROM (SELECT k.id FROM customers k WHERE k.store_id = ?1 AND k.id IN ", buyers!(""), " LIMIT 1001)");
const BOUGHT_LATELY: &str = concat!(
    "SELECT COUNT(*) FROM (SELECT k.id FROM customers k WHERE k.store_id = ?1 AND k.id IN ",
    buyers!(" AND o.created_at >= ?3"),
    " LIMIT 1001)"
);
const NEVER_BOUGHT: &str = concat!(
    "SELECT COUNT(*) FROM (SELECT k.id FROM customers k WHERE k.store_id = ?1 AND k.id NOT IN ",
    buyers!(""),
    " LIMIT 1001)"
);

impl Shop {
    /// Counts of segments.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn segments(&self, file: &Path) -> Result<Vec<ReadScenario>, Failure> {
        let c = Sqlite::open(file)?;
        let sql = "SELECT product_id FROM order_items WHERE store_id = ?1 AND product_id <> 0 ORDER BY order_id LIMIT 1";
        let product: i64 = c.query_row(sql, [self.store], |r| r.get(0))?;
        let newest: i64 = c.query_row("SELECT MAX(created_at) FROM orders WHERE store_id = ?1", [self.store], |r| r.get(0))?;
        let days_ago = |days: i64| Value::from(newest - days * Millis::DAY);
        let (goods, name) = (Value::from(product), ProductId::from_raw(product).to_string());
        let rows = [
            (
                "segment, spent and gone quiet",
                json!([{"field": "spent", "op": "gte", "values": ["1000"]}, {"field": "last_order", "op": "not_within", "values": ["60"]}]),
                SPENT,
                vec![days_ago(60)],
            ),
            ("segment, used a coupon", json!([{"field": "coupon", "op": "is", "values": ["any"]}]), USED, vec![]),
            (
                "segment, bought a product",
                json!([{"field": "product", "op": "is", "values": [name]}]),
                BOUGHT,
                vec![goods.clone()],
            ),
            (
                "segment, bought it in 90 days",
                json!([{"field": "product", "op": "is", "values": [name], "days": 90}]),
                BOUGHT_LATELY,
                vec![goods.clone(), days_ago(90)],
            ),
            (
                "segment, never bought it",
                json!([{"field": "product", "op": "is_not", "values": [name]}]),
                NEVER_BOUGHT,
                vec![goods],
            ),
        ];
        let scenario = |(name, rules, sql, values): (&'static str, serde_json::Value, &'static str, Vec<Value>)| {
            let body = json!({ "groups": [rules] }).to_string();
            let request = post(&self.platform, "/dashboard/v1/customer-segments/preview", &self.auth, "application/json", &body);
            let values = std::iter::once(self.store_value()).chain(values).collect();
            let sql = vec![self.caller().into_iter().chain([(sql, values)]).collect()];
            ReadScenario { name, requests: vec![request].into(), sql, is_counted: false }
        };
        Ok(rows.into_iter().map(scenario).collect())
    }
}
