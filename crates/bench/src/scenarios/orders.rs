//! Status changes of orders: one at a time, and five hundred together. With the SQL of each.

use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use rusqlite::{Connection as Sqlite, params};

use super::{Shop, expect, post};
use crate::Failure;
use crate::floor;
use crate::http::Connection;
use crate::load::{Outcome, Scenario};

impl Shop {
    fn moving(&self, from: usize, n: usize) -> Vec<i64> {
        self.moving.iter().copied().skip(from).take(n).collect()
    }
}

/// Orders of one bulk action.
pub const BULK: usize = 500;

/// Moves orders back and forth between two statuses, one at a time or many together.
pub struct Moves {
    shop: Shop,
    orders: Arc<[i64]>,
    next: usize,
    /// Orders of a call; 0 uses the call for a single order.
    of_call: usize,
}

impl Moves {
    /// One order after the other; each connection has its own.
    #[must_use]
    pub fn single(shop: Shop, client: usize) -> Self {
        let orders = shop.moving(client * 20, 20).into();
        Self { shop, orders, next: 0, of_call: 0 }
    }

    /// Five hundred at once, as the dashboard sends them: a hundred a call.
    #[must_use]
    pub fn bulk(shop: Shop) -> Self {
        let orders = shop.moving(0, BULK).into();
        Self { shop, orders, next: 0, of_call: 100 }
    }
}

impl Scenario for Moves {
    async fn step(&mut self, c: &mut Connection) -> io::Result<u64> {
        if self.orders.is_empty() {
            return Err(io::Error::other("the seeded store has no orders that are being prepared"));
        }
        let round = if self.of_call == 0 { self.next / self.orders.len() } else { self.next };
        let status = if round.is_multiple_of(2) { "RDYS" } else { "PRCS" };
        self.next += 1;
        if self.of_call == 0 {
            let id = kernel::OrderId::from_raw(self.orders[(self.next - 1) % self.orders.len()]);
            let body = serde_json::json!({ "status": status }).to_string();
            let path = format!("/dashboard/v1/orders/{id}/status");
            let request = post(&self.shop.platform, &path, &self.shop.auth, "application/json", &body);
            // The call is a PUT; everything else is as in a POST.
            let request = [b"PUT".as_slice(), request.strip_prefix(b"POST").unwrap_or(&request)].concat();
            let answer = c.send(&request, false).await?;
            // An earlier run was interrupted and left it in the target status.
            let is_there = round == 0 && answer.status == 409;
            if !is_there {
                expect(answer, 200)?;
            }
            return Ok(1);
        }
        let mut calls = 0;
        for part in self.orders.chunks(self.of_call) {
            let items: Vec<String> = part.iter().map(|id| kernel::OrderId::from_raw(*id).to_string()).collect();
            let body = serde_json::json!({ "items": items, "status": status }).to_string();
            let request =
                post(&self.shop.platform, "/dashboard/v1/orders/statusMany", &self.shop.auth, "application/json", &body);
            expect(c.send(&request, false).await?, 200)?;
            calls += 1;
        }
        Ok(calls)
    }
}

/// The writes of a move on plain rusqlite: `many` orders an operation, `group` operations to a durable commit.
///
/// # Errors
/// Of SQLite.
pub fn move_floor(
    shop: &Shop,
    seeded: &Path,
    folder: &Path,
    time: Duration,
    group: usize,
    many: usize,
) -> Result<Outcome, Failure> {
    let file = folder.join("floor.db");
    std::fs::copy(seeded, &file)?;
    let orders = shop.moving(0, BULK);
    let outcome = floor::writes(&file, time, group, |c, n| {
        for i in 0..many {
            let at = usize::try_from(n).unwrap_or(0) * many + i;
            let id = orders[at % orders.len()];
            move_one(c, shop.store, shop.user, id, (at / orders.len()).is_multiple_of(2))?;
        }
        Ok(())
    });
    for suffix in ["", "-wal", "-shm"] {
        let _ = std::fs::remove_file(folder.join(format!("floor.db{suffix}")));
    }
    outcome
}

fn move_one(c: &Sqlite, store: i64, user: i64, id: i64, is_there: bool) -> rusqlite::Result<()> {
    let (from, to) = if is_there { ("PRCS", "RDYS") } else { ("RDYS", "PRCS") };
    let version: i64 =
        c.prepare_cached("SELECT version FROM orders WHERE store_id = ?1 AND id = ?2")?.query_row([store, id], |r| r.get(0))?;
    c.prepare_cached("UPDATE orders SET status = ?3, version = version + 1 WHERE store_id = ?1 AND id = ?2 AND version = ?4")?
        .execute(params![store, id, to, version])?;
    for (status, by) in [(from, -1), (to, 1)] {
        c.prepare_cached("UPDATE status_counts SET n = n + ?3 WHERE store_id = ?1 AND subject = 'order' AND status = ?2")?
            .execute(params![store, status, by])?;
    }
    let seq: i64 = c
        .prepare_cached("UPDATE store_counters SET journal_seq = journal_seq + 1 WHERE store_id = ?1 RETURNING journal_seq")?
        .query_row([store], |r| r.get(0))?;
    c.prepare_cached(
        "INSERT INTO journal (store_id, seq, at, actor_kind, actor_id, actor_name, action, subject, subject_id, batch_id, before, after, note) \
         VALUES (?1, ?2, ?3, 'User', ?4, 'تاجر', 'update_status', 'order', ?5, NULL, ?6, ?7, NULL)",
    )?
    .execute(params![store, seq, seq, user, id, format!("{{\"status\":\"{from}\"}}"), format!("{{\"status\":\"{to}\"}}")])?;
    c.prepare_cached("UPDATE orders SET seq = ?3 WHERE store_id = ?1 AND id = ?2")?.execute([store, id, seq])?;
    Ok(())
}
