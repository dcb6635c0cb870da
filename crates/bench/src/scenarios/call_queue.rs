//! The call queue: a member claims the next customer to call.

use std::io;
use std::path::Path;
use std::time::Duration;

use rusqlite::{OptionalExtension as _, params};

use super::{Shop, expect, post};
use crate::Failure;
use crate::floor;
use crate::http::Connection;
use crate::load::{Outcome, Scenario};

/// Claims the next customer and releases the previous one.
pub struct NextCustomer {
    shop: Shop,
    passed: Option<String>,
}

impl NextCustomer {
    /// Of a connection.
    #[must_use]
    pub fn new(shop: Shop) -> Self {
        Self { shop, passed: None }
    }
}

impl Scenario for NextCustomer {
    async fn step(&mut self, c: &mut Connection) -> io::Result<u64> {
        let passed: Vec<&String> = self.passed.iter().collect();
        let body = serde_json::json!({ "passed": passed }).to_string();
        let request = post(&self.shop.platform, "/dashboard/v1/confirmations/next", &self.shop.auth, "application/json", &body);
        let answer = expect(c.send(&request, true).await?, 200)?;
        let found: serde_json::Value = serde_json::from_slice(&answer.body).map_err(io::Error::other)?;
        let mobile = found["data"]["mobile"].as_str().ok_or_else(|| io::Error::other("nobody waits for a call"))?;
        self.passed = Some(mobile.to_owned());
        Ok(1)
    }
}

const RELEASE_LEASE: &str = "UPDATE confirmation_leases SET until_at = ?3 WHERE store_id = ?1 AND user_id = ?2 AND until_at > ?3";
const DUE: &str = "SELECT f.mobile FROM order_confirmations f WHERE f.store_id = ?1 AND f.state = 'waiting' AND f.due_at <= ?2 AND NOT EXISTS \
                   (SELECT 1 FROM confirmation_leases l WHERE l.store_id = f.store_id AND l.mobile = f.mobile AND l.until_at > ?2 AND l.user_id <> ?3) \
                   AND f.mobile <> ?4 ORDER BY f.due_at, f.order_id LIMIT 1";
const TAKE: &str = "INSERT INTO confirmation_leases (store_id, mobile, user_id, user_name, fence, until_at) VALUES (?1, ?2, ?3, 'تاجر', 1, ?4) \
                    ON CONFLICT (store_id, mobile) DO UPDATE SET fence = confirmation_leases.fence + 1, until_at = ?4";
const OPEN: &str = "SELECT order_id, mobile, state, due_at, attempts, action, score, verdict FROM order_confirmations WHERE store_id = ?1 AND mobile = ?2 \
                    AND state IN ('waiting', 'unreachable', 'wrong_number') ORDER BY placed_at, order_id LIMIT 20";
const LATEST: &str = "SELECT id, number, status, payment_status, total, created_at FROM orders WHERE store_id = ?1 AND customer_id = \
                      (SELECT id FROM customers WHERE store_id = ?1 AND mobile = ?2) ORDER BY created_at DESC, id DESC LIMIT 10";

/// The same on plain rusqlite: release, find the next due customer, claim, read their orders; `group` of them to a durable
/// commit.
///
/// # Errors
/// Of SQLite.
pub fn floor(shop: &Shop, running: &Path, folder: &Path, time: Duration, group: usize) -> Result<Outcome, Failure> {
    let file = folder.join("floor.db");
    std::fs::copy(running, &file)?;
    let c = rusqlite::Connection::open(&file)?;
    let sql = "SELECT MAX(created_at) FROM orders WHERE store_id = ?1";
    let now: i64 = c.query_row(sql, [shop.store], |r| r.get(0))?;
    drop(c);
    let mut passed = String::new();
    let outcome = floor::writes(&file, time, group, |c, n| {
        let at = now + n;
        c.prepare_cached(RELEASE_LEASE)?.execute(params![shop.store, shop.user, at])?;
        let due: Option<String> =
            c.prepare_cached(DUE)?.query_row(params![shop.store, at, shop.user, passed], |r| r.get(0)).optional()?;
        let Some(mobile) = due else { return Err(rusqlite::Error::QueryReturnedNoRows) };
        c.prepare_cached(TAKE)?.execute(params![shop.store, mobile, shop.user, at + 180_000])?;
        for sql in [OPEN, LATEST] {
            let mut read = c.prepare_cached(sql)?;
            let columns = read.column_count();
            let mut rows = read.query(params![shop.store, mobile])?;
            while let Some(row) = rows.next()? {
                for k in 0..columns {
                    std::hint::black_box(row.get_ref(k)?);
                }
            }
        }
        passed = mobile;
        Ok(())
    });
    for suffix in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(folder.join(format!("floor.db{suffix}")));
    }
    outcome
}
