//! The scenarios: a store's product page, the dashboard's order list with every filter and its order page, the cards of the home
//! page, drafts, carts and the call queue, the counts of segments, its products and their search, a whole checkout, prices of
//! many products at once, shipments of many orders at once, a product file, a front page of many sections, callbacks of a payment
//! gateway, and checkouts that ask a courier for its price. Each has the SQL
//! that the program runs for it, for the floor.

pub mod call_queue;
pub mod callbacks;
pub mod catalogue;
pub mod checkout;
pub mod courier;
pub mod dashboard;
pub mod editing;
pub mod filters;
pub mod gateway;
pub mod importing;
pub mod lists;
pub mod orders;
pub mod placing;
pub mod printing;
pub mod segments;
pub mod shipping;
pub mod simulator;
pub mod themes;

use std::io;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;

use rusqlite::Connection as Sqlite;
use serde_json::Value as Json;

use crate::floor::Statement;
use crate::http::{Answer, Connection};
use crate::load::Scenario;
use crate::{Failure, data};

/// Signs in as the owner of the `n`th sample store (`office::sample`).
fn login(n: usize) -> String {
    format!(r#"{{"identifier":"+96655{:07}","password":"Rawaj@2026"}}"#, 1_000_000 + n)
}

/// A signed-in owner of a sample store.
pub(crate) struct Session {
    pub(crate) token: String,
    pub(crate) slug: String,
    /// The headers of their calls.
    pub(crate) auth: String,
}

impl Session {
    /// Of the owner of the `n`th store.
    pub(crate) async fn open(c: &mut Connection, platform: &str, n: usize) -> Result<Self, Failure> {
        let answer = c.send(&post(platform, "/dashboard/v1/login", "", "application/json", &login(n)), true).await?;
        let session: Json = serde_json::from_slice(&answer.body)?;
        let text = |value: &Json, what: &'static str| value.as_str().map(str::to_owned).ok_or(what);
        let (data, store_data) = (&session["data"], &session["data"]["store_data"]);
        let token = text(&data["access_token"], "no token")?;
        let (store, slug) = (text(&store_data["id"], "no store")?, text(&store_data["slug"], "no slug")?);
        let auth = format!("authorization: Bearer {token}\r\nx-store: {store}\r\n");
        Ok(Self { token, slug, auth })
    }
}

/// Requests and values of the scenarios, of the first store.
#[derive(Clone)]
pub struct Shop {
    /// Product pages.
    pub product_requests: Arc<[Vec<u8>]>,
    /// Pages of the order list: all, by status, further on.
    pub list_requests: Arc<[Vec<u8>]>,
    /// Single orders.
    pub detail_requests: Arc<[Vec<u8>]>,
    /// The HTML of the first product page.
    pub page: Vec<u8>,
    /// `slug.localhost:port`.
    pub host: String,
    /// Products with full stock.
    pub products: Arc<[String]>,
    /// Customers who have ordered before: name and national mobile number.
    pub known: Arc<[(String, String)]>,
    /// `localhost:port`: where the dashboard's calls go.
    pub(crate) platform: String,
    /// The headers of a signed-in merchant.
    pub(crate) auth: String,
    pub(crate) store: i64,
    pub(crate) user: i64,
    pub(crate) token_hash: String,
    /// Orders with their customers.
    pub(crate) orders: Arc<[(i64, i64)]>,
    /// Orders that are being prepared: they can be marked ready and moved back.
    pub(crate) moving: Arc<[i64]>,
}

pub(crate) fn get(host: &str, path: &str, extra: &str) -> Vec<u8> {
    format!("GET {path} HTTP/1.1\r\nhost: {host}\r\n{extra}\r\n").into_bytes()
}

pub(crate) fn post(host: &str, path: &str, extra: &str, kind: &str, body: &str) -> Vec<u8> {
    with_body("POST", host, path, extra, kind, body)
}

pub(crate) fn put(host: &str, path: &str, extra: &str, body: &str) -> Vec<u8> {
    with_body("PUT", host, path, extra, "application/json", body)
}

fn with_body(method: &str, host: &str, path: &str, extra: &str, kind: &str, body: &str) -> Vec<u8> {
    let length = body.len();
    format!(
        "{method} {path} HTTP/1.1\r\nhost: {host}\r\norigin: http://{host}\r\ncontent-type: {kind}\r\ncontent-length: {length}\r\n{extra}\r\n{body}"
    )
    .into_bytes()
}

impl Shop {
    /// Signs in to the first sample store and prepares the requests.
    ///
    /// # Errors
    /// When the program does not answer as expected.
    pub async fn open(addr: SocketAddr, file: &Path) -> Result<Self, Failure> {
        let mut c = Connection::open(addr).await?;
        let platform = format!("localhost:{}", addr.port());
        let Session { token, slug, auth, .. } = Session::open(&mut c, &platform, 0).await?;
        let host = format!("{slug}.{platform}");
        let token_hash = dashboard::hash(&token);

        let db = Sqlite::open(file)?;
        let store: i64 = db.query_row("SELECT id FROM stores WHERE slug = ?1", [&slug], |r| r.get(0))?;
        // On PostgreSQL the session is not in the file; only floors need its user.
        let sql = "SELECT COALESCE((SELECT user_id FROM sessions WHERE access_hash = ?1), (SELECT MIN(id) FROM users))";
        let user = db.query_row(sql, [&token_hash], |r| r.get(0))?;
        let goods = data::goods(&db)?;
        let sql = "SELECT name, '0' || SUBSTR(mobile, 5) FROM customers WHERE store_id = ?1 AND mobile LIKE '+9665%' ORDER BY id LIMIT 5000";
        let known: Vec<(String, String)> =
            db.prepare(sql)?.query_map([store], |r| Ok((r.get(0)?, r.get(1)?)))?.collect::<Result<_, _>>()?;
        let sql = "SELECT id, customer_id FROM orders WHERE store_id = ?1 ORDER BY id LIMIT 2000";
        let orders: Vec<(i64, i64)> =
            db.prepare(sql)?.query_map([store], |r| Ok((r.get(0)?, r.get(1)?)))?.collect::<Result<_, _>>()?;
        let sql = "SELECT id FROM orders WHERE store_id = ?1 AND status = 'PRCS' ORDER BY id LIMIT 2000";
        let moving: Vec<i64> = db.prepare(sql)?.query_map([store], |r| r.get(0))?.collect::<Result<_, _>>()?;
        if goods.is_empty() || known.is_empty() || orders.is_empty() {
            return Err("the seeded store has no goods, customers or orders to ask for".into());
        }

        let product = |link: &str| get(&host, &format!("/products/{}", kernel::slug::percent_encode(link)), "");
        let product_requests: Vec<Vec<u8>> = goods.iter().take(200).map(|(_, link)| product(link)).collect();
        let list_requests: Vec<Vec<u8>> =
            dashboard::PAGES.iter().map(|p| get(&platform, &format!("/dashboard/v1/orders?{}", p.query), &auth)).collect();
        let detail = |id: i64| get(&platform, &format!("/dashboard/v1/orders/{}", kernel::OrderId::from_raw(id)), &auth);
        let detail_requests: Vec<Vec<u8>> = orders.iter().map(|(id, _)| detail(*id)).collect();
        let page = expect(c.send(&product_requests[0], true).await?, 200)?;
        Ok(Self {
            product_requests: product_requests.into(),
            list_requests: list_requests.into(),
            detail_requests: detail_requests.into(),
            page: page.body,
            host,
            products: goods.iter().map(|(id, _)| kernel::ProductId::from_raw(*id).to_string()).collect(),
            known: known.into(),
            platform,
            auth,
            store,
            user,
            token_hash,
            orders: orders.into(),
            moving: moving.into(),
        })
    }
}

/// A read row of the table: its requests, used in turn, and the SQL of each.
#[derive(Clone)]
pub struct ReadScenario {
    /// The row's name.
    pub name: &'static str,
    /// The requests.
    pub requests: Arc<[Vec<u8>]>,
    /// The SQL of the floor.
    pub sql: Vec<Vec<Statement>>,
    /// The last statement counts what the answer reports as total, a thousand at most.
    pub is_counted: bool,
}

/// Sends prepared requests in turn.
pub struct Fetch {
    requests: Arc<[Vec<u8>]>,
    next: usize,
}

impl Fetch {
    /// For the `client`th connection; each begins at another one.
    #[must_use]
    pub fn new(requests: Arc<[Vec<u8>]>, client: usize) -> Self {
        Self { requests, next: client * 7 }
    }
}

pub(crate) fn expect(answer: Answer, status: u16) -> io::Result<Answer> {
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
