//! Other lists of the merchant: the cards of the home page, drafts, carts and the call queue. With the SQL of each.

use std::net::SocketAddr;
use std::path::Path;

use rusqlite::Connection as Sqlite;
use rusqlite::types::Value;
use serde_json::json;

use super::filters::{COMMON_TAG, RARE_TAG};
use super::{ReadScenario, Shop, expect, get, post};
use crate::Failure;
use crate::floor::Statement;
use crate::http::Connection;

/// Hours of 60 days: the home page compares a month with the one before.
const HOURS: i64 = 60 * 24;
/// Orders with the frequent tag, and with the rare one.
const TAGGED: (usize, usize) = (1_000, 20);
/// Drafts that are created.
const DRAFTS: usize = 30;

const SALES: &str =
    "SELECT hour, orders, sales, first_orders FROM sales_hours WHERE store_id = ?1 AND hour BETWEEN ?2 AND ?3 ORDER BY hour";
const VISITS: &str = "SELECT hour, views, visitors FROM visit_hours WHERE store_id = ?1 AND hour BETWEEN ?2 AND ?3 ORDER BY hour";
const WAITING: &str = "SELECT n FROM status_counts WHERE store_id = ?1 AND subject = 'order' AND status = 'PEND'";
const RECEIPTS: &str = "SELECT COUNT(*) FROM order_receipts WHERE store_id = ?1 AND status = 'waiting'";
const LOW_STOCK: &str = "SELECT COUNT(*) FROM (SELECT id FROM products WHERE store_id = ?1 AND deleted_at IS NULL AND archived_at IS NULL \
                         AND is_active = TRUE AND is_published = TRUE AND has_unlimited_qty = FALSE \
                         AND ((low_stock_at IS NULL AND stock <= 5) OR (low_stock_at IS NOT NULL AND stock <= low_stock_at)) LIMIT 1000)";
const LATEST: &str = "SELECT id, number, status, payment_status, sender_name, mobile, city, items_count, total, payment_provider, shipping_provider, \
                      created_at, version, seq FROM orders WHERE store_id = ?1 ORDER BY created_at DESC, id DESC LIMIT 5";
const DRAFT_ROWS: &str = "SELECT id, number, status, payment_status, sender_name, mobile, city, country, items_count, total, payment_provider, \
                          shipping_provider, assignee_id, created_at, version, seq FROM orders WHERE store_id = ?1 AND status = 'DRFT' \
                          ORDER BY created_at DESC, id DESC LIMIT 21";
const DRAFT_COUNT: &str = "SELECT n FROM status_counts WHERE store_id = ?1 AND subject = 'order' AND status = 'DRFT'";

macro_rules! carts_where {
    () => {
        " FROM carts WHERE store_id = ?1 AND step = ?2 AND items_count > 0 AND recovered_order_id IS NULL AND active_at > ?3"
    };
}
const CART_ROWS: &str = concat!(
    "SELECT id, step, contact, language, items_count, amount, created_at, active_at, reminder_status, reminders_done, last_reminded_at, order_id",
    carts_where!(),
    " ORDER BY active_at DESC, id DESC LIMIT 21"
);
const CARTS_BY_AMOUNT: &str = concat!(
    "SELECT id, step, contact, language, items_count, amount, created_at, active_at, reminder_status, reminders_done, last_reminded_at, order_id",
    carts_where!(),
    " ORDER BY amount DESC, id DESC LIMIT 21"
);
const CART_COUNT: &str = concat!("SELECT COUNT(*) FROM (SELECT id", carts_where!(), " LIMIT 1001)");
const CART_SUM: &str = concat!("SELECT COUNT(*), SUM(amount)", carts_where!());
const STEPS: [&str; 6] = ["products", "contact", "shipping_address", "shipping_method", "payment", "checkout"];

const CALL_QUEUE_ROWS: &str = "SELECT f.order_id, o.number, o.customer_id, o.sender_name, f.mobile, o.city, o.total, f.state, f.due_at, f.attempts, o.created_at \
                         FROM order_confirmations f JOIN orders o ON o.store_id = f.store_id AND o.id = f.order_id \
                         WHERE f.store_id = ?1 AND f.state = 'waiting' ORDER BY f.due_at, f.order_id LIMIT 100";

/// Creates what the seeded store lacks, by the program's own calls: tags on some orders, assignees, drafts.
///
/// # Errors
/// When the program does not answer as expected.
pub async fn prepare(shop: &Shop, addr: SocketAddr) -> Result<(), Failure> {
    let mut c = Connection::open(addr).await?;
    let user = kernel::UserId::from_raw(shop.user).to_string();
    let wire = |orders: &[(i64, i64)]| -> Vec<String> {
        orders.iter().map(|(id, _)| kernel::OrderId::from_raw(*id).to_string()).collect()
    };
    let call = |path: &str, body: serde_json::Value| {
        post(&shop.platform, &format!("/dashboard/v1{path}"), &shop.auth, "application/json", &body.to_string())
    };
    for (tag, many) in [(COMMON_TAG, TAGGED.0), (RARE_TAG, TAGGED.1)] {
        for part in shop.orders[..many.min(shop.orders.len())].chunks(100) {
            expect(c.send(&call("/orders/tagMany", json!({ "items": wire(part), "add": [tag] })), true).await?, 200)?;
        }
    }
    for part in shop.orders[..TAGGED.0.min(shop.orders.len())].chunks(100) {
        expect(c.send(&call("/orders/assignMany", json!({ "items": wire(part), "assignee_id": user })), true).await?, 200)?;
    }
    for n in 0..DRAFTS {
        let customer = kernel::CustomerId::from_raw(shop.orders[n % shop.orders.len()].1).to_string();
        let product = &shop.products[n % shop.products.len()];
        let body = json!({ "customer_id": customer, "items": [{ "product_id": product, "quantity": 1 }] });
        expect(c.send(&call("/orders/drafts", body), true).await?, 201)?;
    }
    Ok(())
}

impl Shop {
    fn scenario(&self, name: &'static str, paths: &[&str], sql: Vec<Vec<Statement>>) -> ReadScenario {
        let request = |path: &&str| get(&self.platform, &format!("/dashboard/v1{path}"), &self.auth);
        let sql = sql.into_iter().map(|of| self.caller().into_iter().chain(of).collect()).collect();
        ReadScenario { name, requests: paths.iter().map(request).collect::<Vec<_>>().into(), sql, is_counted: false }
    }

    /// The cards of the home page, and the lists of drafts, of carts and of the call queue.
    ///
    /// # Errors
    /// When the store cannot be read.
    pub fn lists(&self, file: &Path) -> Result<Vec<ReadScenario>, Failure> {
        let c = Sqlite::open(file)?;
        let hour: Option<i64> =
            c.query_row("SELECT MAX(hour) FROM sales_hours WHERE store_id = ?1", [self.store], |r| r.get(0))?;
        let hour = hour.unwrap_or_default();
        let newest: i64 =
            c.query_row("SELECT COALESCE(MAX(active_at), 0) FROM carts WHERE store_id = ?1", [self.store], |r| r.get(0))?;
        let since = newest - 90 * kernel::Millis::DAY;
        let store = || vec![self.store_value()];
        let hours = || vec![self.store_value(), Value::from(hour - HOURS), Value::from(hour)];
        let cart = |step: &str| vec![self.store_value(), Value::from(step.to_owned()), Value::from(since)];
        let home_requests = vec![
            (SALES, hours()),
            (VISITS, hours()),
            (WAITING, store()),
            (RECEIPTS, store()),
            (LOW_STOCK, store()),
            (LATEST, store()),
        ];
        Ok(vec![
            self.scenario("home cards", &["/home-summary"], vec![home_requests]),
            self.scenario(
                "drafts list",
                &["/orders?per_page=20&filter%5Bstatus%5D=DRFT"],
                vec![vec![(DRAFT_ROWS, store()), (DRAFT_COUNT, store()), self.tags()]],
            ),
            self.scenario(
                "carts list",
                &["/carts?per_page=20&filter%5Bstep%5D=payment", "/carts?per_page=20&filter%5Bstep%5D=contact&sort=-amount"],
                vec![
                    vec![(CART_ROWS, cart("payment")), (CART_COUNT, cart("payment"))],
                    vec![(CARTS_BY_AMOUNT, cart("contact")), (CART_COUNT, cart("contact"))],
                ],
            ),
            self.scenario("carts counts", &["/carts/counts"], vec![STEPS.iter().map(|step| (CART_SUM, cart(step))).collect()]),
            self.scenario("desk list", &["/confirmations?state=waiting"], vec![vec![(CALL_QUEUE_ROWS, store())]]),
        ])
    }
}
