//! The orders list with each of its filters, and orders moved along: one at a time, and five hundred together. Beside each the
//! SQL it stands on.

use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use rusqlite::types::Value;
use rusqlite::{Connection as Sqlite, params};

use super::{Shop, expect, get, post};
use crate::Failure;
use crate::floor::{self, Statement};
use crate::http::Connection;
use crate::load::{Outcome, Scenario};

macro_rules! page {
    ($rest:literal) => {
        concat!(
            "SELECT o.id, o.number, o.status, o.payment_status, o.sender_name, o.mobile, o.city, o.country, o.items_count, o.total, \
             o.payment_provider, o.shipping_provider, o.is_first_order, o.was_guest_order, o.assignee_id, o.created_at, o.version, o.seq \
             FROM orders o WHERE o.store_id = ?1 AND ",
            $rest,
            " ORDER BY o.created_at DESC, o.id DESC LIMIT 21"
        )
    };
}
macro_rules! counted {
    ($rest:literal) => {
        concat!("SELECT COUNT(*) FROM (SELECT o.id FROM orders o WHERE o.store_id = ?1 AND ", $rest, " LIMIT 1001)")
    };
}
macro_rules! filter {
    ($name:literal, $query:literal, $rest:literal) => {
        Filter { name: $name, query: $query, page: page!($rest), count: counted!($rest) }
    };
}

/// A filter of the orders list.
#[derive(Debug, Clone, Copy)]
pub struct Filter {
    /// The row of the table.
    pub name: &'static str,
    query: &'static str,
    page: &'static str,
    count: &'static str,
}

/// Every filter that needs no preparation, with a value that many orders have.
pub const FILTERS: [Filter; 11] = [
    filter!("orders, unpaid", "filter%5Bpayment_status%5D=not_paid", "o.payment_status = 'not_paid'"),
    filter!(
        "orders, status and paid",
        "filter%5Bstatus%5D=DLVR&filter%5Bpayment_status%5D=not_paid",
        "o.status = 'DLVR' AND o.payment_status = 'not_paid'"
    ),
    filter!("orders, by method", "filter%5Bpayment%5D=COD", "o.payment_provider = 'COD'"),
    filter!("orders, by courier", "filter%5Bshipping%5D=PICKUP", "o.shipping_provider = 'PICKUP'"),
    filter!("orders, by city", "filter%5Bcity%5D=%D8%AC%D8%AF%D8%A9", "o.city = 'جدة'"),
    filter!("orders, by country", "filter%5Bcountry%5D=SA", "o.country = 'SA'"),
    filter!("orders, by total", "filter%5Btotal%5D%5Bgte%5D=300", "o.total >= 30000"),
    filter!("orders, new customers", "filter%5Bcustomer_type%5D=new", "o.is_first_order = TRUE"),
    filter!("orders, of nobody", "filter%5Bassignee%5D=none", "o.assignee_id IS NULL"),
    filter!(
        "orders, by SKU",
        "filter%5Bsku%5D=RWJ-000003-1",
        "o.id IN (SELECT i.order_id FROM order_items i WHERE i.store_id = ?1 AND i.sku IN ('RWJ-000003-1', 'rwj-000003-1'))"
    ),
    filter!(
        "orders, in groups",
        "where=%5B%5B%5B%22city%22%2C%22is%22%2C%22%D8%AC%D8%AF%D8%A9%22%5D%2C%5B%22total%22%2C%22gte%22%2C%22300%22%5D%5D%2C%5B%5B%22status%22%2C%22is%22%2C%22PEND%22%5D%5D%5D",
        "((o.city = 'جدة' AND o.total >= 30000) OR o.status = 'PEND')"
    ),
];

const TAGS: &str = "SELECT order_id, tag FROM order_tags WHERE store_id = ?1 AND order_id IN (?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, \
                    ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21) ORDER BY order_id, tag_key LIMIT 2000";

impl Shop {
    /// The tags of a page of orders.
    pub(super) fn tags(&self) -> Statement {
        let ids = (0..20).map(|n| Value::Integer(self.orders[n % self.orders.len()].0));
        (TAGS, std::iter::once(self.store_value()).chain(ids).collect())
    }

    /// The list with a filter.
    #[must_use]
    pub fn filter_requests(&self, filter: &Filter) -> Vec<Vec<u8>> {
        vec![get(&self.platform, &format!("/dashboard/v1/orders?per_page=20&{}", filter.query), &self.auth)]
    }

    /// The SQL of it.
    #[must_use]
    pub fn filter_sql(&self, filter: &Filter) -> Vec<Vec<Statement>> {
        let of = [(filter.page, vec![self.store_value()]), (filter.count, vec![self.store_value()]), self.tags()];
        vec![self.caller().into_iter().chain(of).collect()]
    }

    fn moving(&self, from: usize, n: usize) -> Vec<i64> {
        self.moving.iter().copied().skip(from).take(n).collect()
    }
}

/// Orders of one bulk act.
pub const BULK: usize = 500;

/// Moves orders between two statuses that lead to each other, one at a time or many together.
pub struct Moves {
    shop: Shop,
    orders: Arc<[i64]>,
    next: usize,
    /// Orders of a call; 0 moves one by its own call.
    of_call: usize,
}

impl Moves {
    /// One order after the other, each connection its own.
    #[must_use]
    pub fn single(shop: Shop, who: usize) -> Self {
        let orders = shop.moving(who * 20, 20).into();
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
            // The call is a PUT; everything else about it is as in a POST.
            let request = [b"PUT".as_slice(), request.strip_prefix(b"POST").unwrap_or(&request)].concat();
            expect(c.send(&request, false).await?, 200)?;
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
