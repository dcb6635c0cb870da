//! Checks the lock order (docs/decisions/0026-lock-order.md) while transactions run.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};

use db::{Db, Statement, Value};

/// Tables whose rows several transactions contend for, in lock order. Rows that belong to one of these rows alone (the lines of
/// an order, its shipments) are protected by its lock.
const ORDER: &[&[&str]] = &[
    &["carts"],
    &["orders"],
    &["confirmation_leases"],
    &["products", "product_variants", "stock_levels"],
    &["stock_locations"],
    &["customers"],
    &["phone_outcomes"],
    &["coupons"],
    &["status_counts"],
    &["document_counters"],
    &["store_counters"],
    &["sales_hours"],
];

/// Child rows of an order: a writer locks the order first.
const UNDER_ORDER: &[&str] = &[
    "shipments",
    "order_items",
    "order_confirmations",
    "order_drafts",
    "order_receipts",
    "payment_attempts",
    "payment_transactions",
    "payment_cases",
    "order_entries",
    "order_address_checks",
    "order_comments",
    "coupon_uses",
    "order_sales",
    "order_sale_lines",
];

/// Tables of which a transaction may lock several rows: in ascending order of the key.
const BY_KEY: &[&str] = &["products", "customers", "coupons", "status_counts"];

/// The rows that a transaction has locked so far.
#[derive(Default)]
struct LockedRows {
    rank: usize,
    table: String,
    tables: HashSet<String>,
    rows: HashSet<(String, String)>,
    last: HashMap<String, String>,
}

#[derive(Default)]
struct State {
    label: String,
    locked_rows: HashMap<u64, LockedRows>,
    faults: Vec<String>,
    lock_counts: HashMap<String, usize>,
}

/// Records the order in which a database's transactions lock rows, from [`Locks::watch`] on.
#[derive(Clone)]
pub struct Locks(Arc<Mutex<State>>);

/// How a statement takes a row.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LockMode {
    /// A row that exists, and that others may lock.
    Known,
    /// A row that may exist.
    Perhaps,
    /// A new row, which no other transaction can see.
    New,
}

/// The table whose rows a statement locks, and how.
fn lock_of(sql: &str) -> Option<(&str, LockMode)> {
    let words: Vec<&str> = sql.split_whitespace().take(3).collect();
    match words[..] {
        ["UPDATE", table, ..] | ["DELETE", "FROM", table] => Some((table, LockMode::Known)),
        ["SELECT", ..] if db::without_row_lock(sql) != sql => {
            sql.split_once(" FROM ")?.1.split_whitespace().next().map(|table| (table, LockMode::Known))
        }
        ["INSERT", "INTO", table] if sql.contains("DO UPDATE") => Some((table, LockMode::Perhaps)),
        ["INSERT", "INTO", table] => Some((table, LockMode::New)),
        _ => None,
    }
}

/// A key that sorts as the column does.
fn key(value: &Value<'_>) -> String {
    match value {
        Value::Int(n) => format!("{:020}", i128::from(*n) + i128::from(u64::MAX / 2)),
        Value::Text(text) => text.to_string(),
        other => format!("{other:?}"),
    }
}

impl State {
    fn see(&mut self, s: &Statement<'_>) {
        let Some((table, mode)) = lock_of(s.sql) else { return };
        let locked = self.locked_rows.entry(s.tx).or_default();
        let mut fault = None;
        if UNDER_ORDER.contains(&table) {
            if mode != LockMode::New && !locked.tables.contains("orders") {
                fault = Some(format!("{table} without its order"));
            }
        } else if let Some(rank) = ORDER.iter().position(|tables| tables.contains(&table)) {
            *self.lock_counts.entry(table.to_owned()).or_default() += 1;
            let row = s.params.get(1).map(|p| key(&p.value())).unwrap_or_default();
            let is_known = locked.rows.contains(&(table.to_owned(), row.clone()))
                || (!BY_KEY.contains(&table) && locked.tables.contains(table));
            if !is_known && mode != LockMode::New {
                if rank < locked.rank {
                    fault = Some(format!("{table} after {}", locked.table));
                } else if mode == LockMode::Known
                    && BY_KEY.contains(&table)
                    && locked.last.get(table).is_some_and(|last| *last > row)
                {
                    fault = Some(format!("{table} {row} after a later one"));
                } else {
                    (locked.rank, locked.table) = (rank, table.to_owned());
                }
                if mode == LockMode::Known {
                    locked.last.insert(table.to_owned(), row.clone());
                }
            }
            locked.rows.insert((table.to_owned(), row));
        }
        locked.tables.insert(table.to_owned());
        if let Some(fault) = fault {
            let words: Vec<&str> = s.sql.split_whitespace().take(8).collect();
            self.faults.push(format!("{}: {fault} (statement {}: {} ...)", self.label, s.n, words.join(" ")));
        }
    }
}

impl Locks {
    /// Observes the statements of a database from now on.
    #[must_use]
    pub fn watch(db: &Db) -> Self {
        let state: Arc<Mutex<State>> = Arc::default();
        let observed = state.clone();
        db.watch(Some(Arc::new(move |s| {
            observed.lock().unwrap_or_else(PoisonError::into_inner).see(s);
            Ok(())
        })));
        Self(state)
    }

    /// Sets the label under which faults of the next steps are reported.
    pub fn next(&self, label: &str) {
        label.clone_into(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner).label);
    }

    /// How often rows of a table were locked.
    #[must_use]
    pub fn lock_count(&self, table: &str) -> usize {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).lock_counts.get(table).copied().unwrap_or(0)
    }

    /// Violations of the lock order, one description each.
    #[must_use]
    pub fn faults(&self) -> Vec<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).faults.clone()
    }
}

#[cfg(test)]
mod tests {
    use db::p;

    use super::*;

    fn faults(of: &[(&str, i64)]) -> Vec<String> {
        let mut state = State::default();
        for (n, (sql, row)) in (0..).zip(of) {
            state.see(&Statement { tx: 1, n, sql, params: p![1_i64, *row] });
        }
        state.faults
    }

    /// Tests the checker itself: it accepts the correct order and reports an inversion.
    #[test]
    fn db_09_an_inversion_is_told() {
        let order = ("SELECT id FROM orders WHERE store_id = ?1 AND id = ?2 FOR NO KEY UPDATE", 7);
        let product = |id| ("UPDATE products SET qty = qty - ?3", id);
        let counters = ("UPDATE store_counters SET journal_seq = 1", 0);
        let counts = ("INSERT INTO status_counts (a) VALUES (1) ON CONFLICT DO UPDATE SET n = 1", 3);
        let shipment = ("UPDATE shipments SET status = ?4", 2);
        assert_eq!(faults(&[order, shipment, product(1), product(2), product(1), counts, counters, order]), [""; 0]);
        assert_eq!(faults(&[("SELECT id FROM orders WHERE id = ?1", 7), product(1)]), [""; 0], "what is only read is not taken");
        assert_eq!(faults(&[("INSERT INTO journal (a) VALUES (1)", 1), counters]), [""; 0]);
        for (bad, word) in [
            (vec![shipment, order], "shipments without"),
            (vec![order, counters, counts], "status_counts after store_counters"),
            (vec![order, product(2), product(1)], "after a later one"),
            (vec![product(1), order], "orders after products"),
        ] {
            let found_faults = faults(&bad);
            assert!(found_faults.len() == 1 && found_faults[0].contains(word), "{found_faults:?}");
        }
    }
}
