//! Every statement of the ledger.

use std::collections::HashMap;

use db::{Conn, FromRow, Result, Row as Cells, Sql, p};
use kernel::{Millis, OrderId, RefundId, StoreScope};

use super::model::{Draft, Kind, LedgerTotals};

/// An entry's row.
pub(in crate::orders) struct Entry {
    pub(super) n: i64,
    pub(super) kind: Kind,
    pub(super) amount: i64,
    pub(super) vat: i64,
    pub(super) at: Millis,
    pub(super) actor_kind: String,
    pub(super) actor_name: String,
    pub(super) note: Option<String>,
    pub(super) refund_id: Option<RefundId>,
}

fn kind(row: &mut Cells<'_>, column: usize) -> Result<Kind> {
    let word: String = row.get()?;
    Kind::parse(&word).ok_or_else(|| db::Error::Column { column, reason: format!("unknown kind {word}") })
}

impl FromRow for Entry {
    fn from_row(row: &mut Cells<'_>) -> Result<Self> {
        Ok(Self {
            n: row.get()?,
            kind: kind(row, 1)?,
            amount: row.get()?,
            vat: row.get()?,
            at: row.get()?,
            actor_kind: row.get()?,
            actor_name: row.get()?,
            note: row.get()?,
            refund_id: row.get()?,
        })
    }
}

struct Summed(Kind, i64, i64, i64);

impl FromRow for Summed {
    fn from_row(row: &mut Cells<'_>) -> Result<Self> {
        Ok(Self(kind(row, 0)?, row.get()?, row.get()?, row.get()?))
    }
}

/// The totals of an order; at most a row for each kind.
pub(in crate::orders) async fn get_sums(c: Conn<'_>, scope: &StoreScope, order: OrderId) -> Result<LedgerTotals> {
    let sql = "SELECT kind, COUNT(*), CAST(SUM(amount) AS BIGINT), CAST(SUM(vat) AS BIGINT) FROM order_entries \
               WHERE store_id = ?1 AND order_id = ?2 GROUP BY kind LIMIT 20";
    let mut sums = LedgerTotals::default();
    for Summed(kind, count, amount, vat) in c.all::<Summed>(sql, p![scope.store(), order]).await? {
        sums.add_many(count, Draft { kind, amount, vat });
    }
    Ok(sums)
}

/// What an order was paid, less payments that were reverted, before the first of its parcels with cash was delivered; 0 where none was.
pub(in crate::orders) async fn get_paid_before_delivery(c: Conn<'_>, scope: &StoreScope, order: OrderId) -> Result<i64> {
    let sql = "SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM order_entries WHERE store_id = ?1 AND order_id = ?2 \
               AND kind IN ('payment', 'payment_reversal') AND at < (SELECT MIN(delivered_at) FROM shipments \
               WHERE store_id = ?1 AND order_id = ?2 AND status = 'delivered' AND cod_amount > 0)";
    c.one(sql, p![scope.store(), order]).await
}

struct SummedOf(OrderId, Summed);

impl FromRow for SummedOf {
    fn from_row(row: &mut Cells<'_>) -> Result<Self> {
        Ok(Self(row.get()?, Summed(kind(row, 1)?, row.get()?, row.get()?, row.get()?)))
    }
}

/// The totals of these orders, in one statement; those without entries are absent.
pub(in crate::orders) async fn list_sums(
    c: Conn<'_>,
    scope: &StoreScope,
    orders: impl IntoIterator<Item = OrderId>,
) -> Result<HashMap<OrderId, LedgerTotals>> {
    let orders: Vec<OrderId> = orders.into_iter().collect();
    if orders.is_empty() {
        return Ok(HashMap::new());
    }
    let sql = Sql::new(
        "SELECT order_id, kind, COUNT(*), CAST(SUM(amount) AS BIGINT), CAST(SUM(vat) AS BIGINT) FROM order_entries WHERE",
    );
    let sql = sql.arg(" store_id = ?", scope.store()).list(" AND order_id IN ", orders, " GROUP BY order_id, kind");
    let mut all: HashMap<OrderId, LedgerTotals> = HashMap::new();
    for SummedOf(order, Summed(kind, count, amount, vat)) in sql.raw(" LIMIT 5000").all::<SummedOf>(c).await? {
        all.entry(order).or_default().add_many(count, Draft { kind, amount, vat });
    }
    Ok(all)
}

/// An entry of an order by its number: kind, amount and VAT.
pub(in crate::orders) async fn find_draft(c: Conn<'_>, scope: &StoreScope, order: OrderId, n: i64) -> Result<Option<Draft>> {
    let sql = "SELECT n, kind, amount, vat, at, refund_id FROM order_entries WHERE store_id = ?1 AND order_id = ?2 AND n = ?3";
    Ok(c.opt::<LedgerRow>(sql, p![scope.store(), order, n]).await?.map(|row| row.draft))
}

/// The newest entries of an order, 500 at most, oldest first.
pub(in crate::orders) async fn list(c: Conn<'_>, scope: &StoreScope, order: OrderId) -> Result<Vec<Entry>> {
    let sql = "SELECT n, kind, amount, vat, at, actor_kind, actor_name, note, refund_id FROM order_entries \
               WHERE store_id = ?1 AND order_id = ?2 ORDER BY n DESC LIMIT 500";
    let mut all: Vec<Entry> = c.all(sql, p![scope.store(), order]).await?;
    all.reverse();
    Ok(all)
}

/// An entry as documents read it.
pub(in crate::orders) struct LedgerRow {
    pub(in crate::orders) n: i64,
    pub(in crate::orders) draft: Draft,
    pub(in crate::orders) at: Millis,
    pub(in crate::orders) refund: Option<RefundId>,
}

impl FromRow for LedgerRow {
    fn from_row(row: &mut Cells<'_>) -> Result<Self> {
        let n = row.get()?;
        let draft = Draft { kind: kind(row, 1)?, amount: row.get()?, vat: row.get()? };
        Ok(Self { n, draft, at: row.get()?, refund: row.get()? })
    }
}

/// All entries of an order, oldest first; the limit is far above what an order has.
pub(in crate::orders) async fn list_entries(c: Conn<'_>, scope: &StoreScope, order: OrderId) -> Result<Vec<LedgerRow>> {
    let sql = "SELECT n, kind, amount, vat, at, refund_id FROM order_entries WHERE store_id = ?1 AND order_id = ?2 ORDER BY n LIMIT 20000";
    c.all(sql, p![scope.store(), order]).await
}

/// Writes entries, numbered from `first`; the caller has locked the order's row.
pub(in crate::orders) async fn insert(
    c: Conn<'_>,
    scope: &StoreScope,
    order: OrderId,
    now: Millis,
    first: i64,
    drafts: &[Draft],
    (note, refund): (Option<&str>, Option<RefundId>),
) -> Result<()> {
    if drafts.is_empty() {
        return Ok(());
    }
    let actor = scope.actor();
    let mut sql = Sql::new(
        "INSERT INTO order_entries (store_id, order_id, n, kind, amount, vat, at, actor_kind, actor_name, note, refund_id) VALUES ",
    );
    for (n, Draft { kind, amount, vat }) in (first..).zip(drafts) {
        sql = sql
            .raw(if n == first { "(" } else { ", (" })
            .arg("?", scope.store())
            .arg(", ?", order)
            .arg(", ?", n)
            .arg(", ?", kind.as_str())
            .arg(", ?", *amount)
            .arg(", ?", *vat)
            .arg(", ?", now)
            .arg(", ?", actor.kind.as_str())
            .arg(", ?", actor.name.clone())
            .arg(", ?", note.map(str::to_owned))
            .arg(", ?)", refund);
    }
    sql.exec(c).await?;
    Ok(())
}

/// Inserts the entries of an order that was written in its final status: what it charged, what was paid, and what is no longer
/// owed.
pub(in crate::orders) async fn insert_as_it_stands(c: Conn<'_>, scope: &StoreScope, order: OrderId) -> Result<()> {
    let sql = "INSERT INTO order_entries (store_id, order_id, n, kind, amount, vat, at, actor_kind, actor_name) \
               SELECT store_id, id, 1, 'charge', total, vat, created_at, 'System', '' FROM orders \
               WHERE store_id = ?1 AND id = ?2 AND status <> 'DRFT' \
               UNION ALL SELECT store_id, id, 2, 'payment', total, vat, updated_at, 'System', '' FROM orders \
               WHERE store_id = ?1 AND id = ?2 AND status <> 'DRFT' AND payment_status = 'paid' \
               UNION ALL SELECT store_id, id, CASE WHEN payment_status = 'paid' THEN 3 ELSE 2 END, 'reversal', -total, -vat, updated_at, \
               'System', '' FROM orders WHERE store_id = ?1 AND id = ?2 AND (status = 'CNCL' OR (status = 'RTRN' AND payment_status <> 'paid'))";
    c.exec(sql, p![scope.store(), order]).await?;
    Ok(())
}
