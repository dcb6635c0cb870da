//! What is driven: a store's product page, the dashboard's order list and order page, and a whole checkout.

use std::io;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use rusqlite::Connection as Sqlite;
use rusqlite::types::Value;
use serde_json::Value as Json;

use crate::floor;
use crate::http::{Answer, Connection};
use crate::load::Scenario;

type Failure = Box<dyn std::error::Error>;

/// The password and the owner's number of sample stores (`commerce::sample`).
const LOGIN: &str = r#"{"identifier":"+966551000000","password":"Rawaj@2026"}"#;

/// Everything the scenarios ask for.
#[derive(Clone)]
pub struct Shop {
    pub product_request: Arc<[u8]>,
    pub product_requests: Arc<[Vec<u8>]>,
    pub list_requests: Arc<[Vec<u8>]>,
    pub detail_requests: Arc<[Vec<u8>]>,
    pub page: Vec<u8>,
    host: String,
    products: Arc<[String]>,
    store: i64,
    orders: Arc<[i64]>,
}

fn get(host: &str, path: &str, extra: &str) -> Vec<u8> {
    format!("GET {path} HTTP/1.1\r\nhost: {host}\r\n{extra}\r\n").into_bytes()
}

fn post(host: &str, path: &str, extra: &str, kind: &str, body: &str) -> Vec<u8> {
    format!("POST {path} HTTP/1.1\r\nhost: {host}\r\norigin: http://{host}\r\ncontent-type: {kind}\r\ncontent-length: {}\r\n{extra}\r\n{body}", body.len()).into_bytes()
}

impl Shop {
    /// Signs in to the first sample store and looks up what to ask for.
    ///
    /// # Errors
    /// When the program does not answer as expected.
    pub async fn open(addr: SocketAddr, file: &Path) -> Result<Self, Failure> {
        let mut c = Connection::open(addr).await?;
        let platform = format!("localhost:{}", addr.port());
        let login = c.send(&post(&platform, "/dashboard/v1/login", "", "application/json", LOGIN), true).await?;
        let session: Json = serde_json::from_slice(&login.body)?;
        let token = session["data"]["access_token"].as_str().ok_or("no token")?;
        let store_id = session["data"]["store_data"]["id"].as_str().ok_or("no store")?;
        let slug = session["data"]["store_data"]["slug"].as_str().ok_or("no slug")?;
        let auth = format!("authorization: Bearer {token}\r\nx-store: {store_id}\r\n");
        let host = format!("{slug}.{platform}");

        let db = Sqlite::open(file)?;
        let store: i64 = db.query_row("SELECT id FROM stores WHERE slug = ?1", [slug], |r| r.get(0))?;
        let mut st = db.prepare("SELECT id, page_link FROM products WHERE store_id = ?1 AND product_type = 'basic' AND is_published AND is_active ORDER BY id LIMIT 500")?;
        let rows: Vec<(i64, String)> = st.query_map([store], |r| Ok((r.get(0)?, r.get(1)?)))?.collect::<Result<_, _>>()?;
        let mut st = db.prepare("SELECT id FROM orders WHERE store_id = ?1 ORDER BY id LIMIT 2000")?;
        let orders: Vec<i64> = st.query_map([store], |r| r.get(0))?.collect::<Result<_, _>>()?;

        let product_requests: Vec<Vec<u8>> = rows
            .iter()
            .take(200)
            .map(|(_, link)| get(&host, &format!("/products/{}", kernel::slug::percent_encode(link)), ""))
            .collect();
        let page = c.send(&product_requests[0], true).await?;
        if page.status != 200 {
            return Err(format!("product page answered {}", page.status).into());
        }
        let list_requests =
            ["", "&filter%5Bstatus%5D=DLVR", "&filter%5Bstatus%5D=PEND", "&page=3", "&filter%5Bstatus%5D=CNCL&page=2"]
                .map(|q| get(&platform, &format!("/dashboard/v1/orders?per_page=20{q}"), &auth));
        let detail_requests: Vec<Vec<u8>> = orders
            .iter()
            .map(|id| get(&platform, &format!("/dashboard/v1/orders/{}", kernel::OrderId::from_raw(*id)), &auth))
            .collect();
        for request in [&list_requests[0], &detail_requests[0]] {
            let answer = c.send(request, true).await?;
            if answer.status != 200 {
                return Err(format!("{} answered {}", String::from_utf8_lossy(&request[..60]), answer.status).into());
            }
        }
        Ok(Self {
            product_request: product_requests[0].clone().into(),
            product_requests: product_requests.into(),
            list_requests: list_requests.to_vec().into(),
            detail_requests: detail_requests.into(),
            page: page.body,
            host,
            products: rows.iter().map(|(id, _)| kernel::ProductId::from_raw(*id).to_string()).collect(),
            store,
            orders: orders.into(),
        })
    }

    /// The SQL behind the order list: caller, membership, rows, count.
    pub fn list_sql(&self) -> Vec<(&'static str, Vec<Vec<Value>>)> {
        let s = Value::Integer(self.store);
        let caller = vec![vec![Value::Text("0".into()), Value::Integer(0)]];
        vec![
            (
                "SELECT s.id, u.id, u.name, u.role FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.access_hash = ?1 AND s.access_expires_at > ?2 AND s.ended_at IS NULL",
                caller,
            ),
            (
                "SELECT m.abilities, s.is_ready FROM memberships m JOIN stores s ON s.id = m.store_id WHERE m.store_id = ?1",
                vec![vec![s.clone()]],
            ),
            (
                "SELECT id, number, status, payment_status, sender_name, mobile, city, items_count, total, payment_provider, shipping_provider, created_at, version, seq \
                 FROM orders WHERE store_id = ?1 AND status = ?2 ORDER BY created_at DESC, id DESC LIMIT 21",
                ["DLVR", "PEND", "CNCL", "SHPD"].map(|st| vec![s.clone(), Value::Text(st.into())]).to_vec(),
            ),
            ("SELECT status, n FROM status_counts WHERE store_id = ?1 AND subject = 'order' LIMIT 20", vec![vec![s]]),
        ]
    }

    /// The SQL behind the order page: caller, membership, order, lines, customer.
    pub fn detail_sql(&self) -> Vec<(&'static str, Vec<Vec<Value>>)> {
        let s = Value::Integer(self.store);
        let by_order: Vec<Vec<Value>> = self.orders.iter().map(|id| vec![s.clone(), Value::Integer(*id)]).collect();
        let caller = vec![vec![Value::Text("0".into()), Value::Integer(0)]];
        vec![
            (
                "SELECT s.id, u.id, u.name, u.role FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.access_hash = ?1 AND s.access_expires_at > ?2 AND s.ended_at IS NULL",
                caller,
            ),
            (
                "SELECT m.abilities, s.is_ready FROM memberships m JOIN stores s ON s.id = m.store_id WHERE m.store_id = ?1",
                vec![vec![s]],
            ),
            ("SELECT * FROM orders WHERE store_id = ?1 AND id = ?2", by_order.clone()),
            ("SELECT * FROM order_items WHERE store_id = ?1 AND order_id = ?2 ORDER BY line LIMIT 1000", by_order.clone()),
            (
                "SELECT c.id, c.name, c.orders_count FROM orders o JOIN customers c ON c.store_id = o.store_id AND c.id = o.customer_id WHERE o.store_id = ?1 AND o.id = ?2",
                by_order,
            ),
        ]
    }
}

/// Asks for prepared addresses in turn.
pub struct Fetch {
    requests: Arc<[Vec<u8>]>,
    next: usize,
}

impl Fetch {
    pub fn one(request: Arc<[u8]>) -> Self {
        Self { requests: vec![request.to_vec()].into(), next: 0 }
    }

    pub fn many(requests: Arc<[Vec<u8>]>, start: usize) -> Self {
        Self { requests, next: start * 7 }
    }
}

fn expect(answer: Answer, status: u16) -> io::Result<Answer> {
    if answer.status == status {
        return Ok(answer);
    }
    let text = String::from_utf8_lossy(&answer.body[..answer.body.len().min(300)]).into_owned();
    Err(io::Error::other(format!("answered {} instead of {status}: {text}", answer.status)))
}

impl Scenario for Fetch {
    async fn step(&mut self, c: &mut Connection) -> io::Result<u64> {
        self.next += 1;
        expect(c.send(&self.requests[self.next % self.requests.len()], false).await?, 200)?;
        Ok(1)
    }
}

/// A shopper: puts two products into the cart, opens the checkout, fills in the form, orders.
pub struct Checkout {
    shop: Shop,
    who: usize,
    count: usize,
}

impl Checkout {
    pub fn new(shop: Shop, who: usize) -> Self {
        Self { shop, who, count: 0 }
    }
}

fn encode(text: &str) -> String {
    text.bytes().map(|b| if b.is_ascii_alphanumeric() { char::from(b).to_string() } else { format!("%{b:02X}") }).collect()
}

fn hidden<'a>(page: &'a str, name: &str) -> Option<&'a str> {
    let at = page.find(&format!("name=\"{name}\""))?;
    let rest = &page[at..];
    rest.split_once("value=\"")?.1.split('"').next()
}

impl Scenario for Checkout {
    async fn step(&mut self, c: &mut Connection) -> io::Result<u64> {
        const FORM: &str = "application/x-www-form-urlencoded";
        self.count += 1;
        let host = &self.shop.host;
        let mut cookie = String::new();
        let mut requests = 0;
        for i in 0..2 {
            let product = &self.shop.products[(self.who * 31 + self.count * 7 + i * 13) % self.shop.products.len()];
            let body = format!("product_id={product}&quantity=1");
            let answer = expect(c.send(&post(host, "/cart", &cookie, FORM, &body), true).await?, 303)?;
            requests += 1;
            if cookie.is_empty() {
                cookie = format!("cookie: {}\r\n", answer.cookies.join("; "));
            }
        }
        let page = expect(c.send(&get(host, "/checkout", &cookie), true).await?, 200)?;
        let page = String::from_utf8_lossy(&page.body).into_owned();
        let field = |name: &str| {
            hidden(&page, name).map(encode).ok_or_else(|| io::Error::other(format!("no field {name} on the checkout page")))
        };
        let mobile = format!("05{:08}", (self.who * 100_003 + self.count * 7) % 100_000_000);
        let body = format!(
            "version={}&seen_total={}&name={}&mobile={mobile}&email=&receive=courier&country=SA&city={}&street={}&district=&building=&postal_code=&short_address=&details=&shipping_method_id={}&payment_method_id={}&note=",
            field("version")?,
            field("seen_total")?,
            encode("نورة الدوسري"),
            encode("الرياض"),
            encode("شارع التحلية"),
            field("shipping_method_id")?,
            field("payment_method_id")?,
        );
        let answer = expect(c.send(&post(host, "/checkout", &cookie, FORM, &body), true).await?, 303)?;
        if !answer.location.as_deref().unwrap_or("").contains("/orders/") {
            return Err(io::Error::other(format!("the order was not placed: {:?}", answer.location)));
        }
        Ok(requests + 2)
    }
}

/// The statements of placing an order with two lines, in groups of 64 per durable commit.
///
/// # Errors
/// Of SQLite.
pub fn place_floor(file: &Path, time: Duration) -> Result<f64, Failure> {
    let copy = file.with_extension("floor");
    {
        let source = Sqlite::open(file)?;
        source.execute("VACUUM INTO ?1", [copy.to_string_lossy()])?;
    }
    let db = Sqlite::open(&copy)?;
    let store: i64 = db.query_row("SELECT id FROM stores ORDER BY id LIMIT 1", [], |r| r.get(0))?;
    let mut st = db.prepare("SELECT id FROM products WHERE store_id = ?1 AND product_type = 'basic' LIMIT 500")?;
    let products: Vec<i64> = st.query_map([store], |r| r.get(0))?.collect::<Result<_, _>>()?;
    drop(st);
    let columns: Vec<String> = {
        let mut st = db.prepare("SELECT name FROM pragma_table_info('orders')")?;
        st.query_map([], |r| r.get(0))?.collect::<Result<_, _>>()?
    };
    // A row like the ones that are there: the same columns, another id and number.
    let copied: Vec<String> = columns
        .iter()
        .map(|c| match c.as_str() {
            "id" => "?2".into(),
            "number" => "?3".into(),
            "cart_id" => "NULL".into(),
            "created_at" => "created_at + ?3".into(),
            other => other.to_owned(),
        })
        .collect();
    let order = format!(
        "INSERT INTO orders ({}) SELECT {} FROM orders WHERE store_id = ?1 AND number = 1001",
        columns.join(", "),
        copied.join(", ")
    );
    drop(db);
    let per_second = floor::writes(&copy, time, 64, |c, n| {
        let n = i64::try_from(n).unwrap_or(0);
        let id = i64::MAX / 2 + n;
        for i in 0..2_i64 {
            let product = products[usize::try_from(n * 7 + i * 13).unwrap_or(0) % products.len()];
            c.prepare_cached("UPDATE products SET qty = qty - 1, stock = stock - 1, version = version + 1 WHERE store_id = ?1 AND id = ?2 AND qty >= 1")?
                .execute((store, product))?;
        }
        let number: i64 = c
            .prepare_cached("UPDATE store_counters SET next_order_number = next_order_number + 1, journal_seq = journal_seq + 1 WHERE store_id = ?1 RETURNING next_order_number - 1")?
            .query_row([store], |r| r.get(0))?;
        c.prepare_cached(&order)?.execute((store, id, number))?;
        for i in 0..2_i64 {
            let product = products[usize::try_from(n * 7 + i * 13).unwrap_or(0) % products.len()];
            c.prepare_cached(
                "INSERT INTO order_items (store_id, order_id, line, product_id, name, option_values, fields, unit_price, quantity, line_total, discount, vat, vat_rate, weight_grams, is_stock_taken) \
                 VALUES (?1, ?2, ?3, ?4, '{\"ar\":\"عباية فاخرة\",\"en\":\"Premium abaya\"}', '[]', '[]', 12500, 1, 12500, 0, 1630, 1500, 500, TRUE)",
            )?
            .execute((store, id, i + 1, product))?;
        }
        c.prepare_cached("UPDATE status_counts SET n = n + 1 WHERE store_id = ?1 AND subject = 'order' AND status = 'PEND'")?
            .execute([store])?;
        c.prepare_cached(
            "INSERT INTO journal (store_id, seq, at, actor_kind, actor_name, action, subject, subject_id) \
             VALUES (?1, (SELECT journal_seq FROM store_counters WHERE store_id = ?1), ?2, 'Customer', 'نورة', 'create', 'order', ?3)",
        )?
        .execute((store, n, id))?;
        Ok(())
    })?;
    std::fs::remove_file(&copy)?;
    Ok(per_second)
}
