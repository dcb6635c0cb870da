//! Every statement on batches of orders.

use db::{Conn, Json, Result, Sql, Topics, p, row};
use kernel::{Millis, OrderBatchId, OrderId, StoreScope};

use super::action::{Kind, Outcome, Reason, State, WayBack, What};

/// A batch as it is stored.
#[derive(Debug, Clone)]
pub(super) struct Batch {
    pub(super) id: OrderBatchId,
    kind: String,
    status: String,
    pub(super) what: Json<What>,
    pub(super) actor_name: String,
    pub(super) total: i64,
    pub(super) done: i64,
    pub(super) changed: i64,
    pub(super) failed: i64,
    /// Of those that were changed, how many have a way back.
    pub(super) undoable: i64,
    pub(super) undo_of: Option<OrderBatchId>,
    pub(super) undone_by: Option<OrderBatchId>,
    pub(super) created_at: Millis,
    pub(super) finished_at: Option<Millis>,
}
row!(Batch {
    id,
    kind,
    status,
    what,
    actor_name,
    total,
    done,
    changed,
    failed,
    undoable,
    undo_of,
    undone_by,
    created_at,
    finished_at
});

impl Batch {
    pub(super) fn kind(&self) -> Kind {
        Kind::parse(&self.kind).unwrap_or(Kind::Status)
    }

    pub(super) fn status(&self) -> State {
        State::parse(&self.status).unwrap_or(State::Done)
    }
}

macro_rules! batches {
    ($rest:literal) => {
        concat!(
            "SELECT id, kind, status, detail, actor_name, total, done, changed, failed, undoable, undo_of, undone_by, created_at, finished_at \
             FROM order_batches WHERE store_id = ?1",
            $rest
        )
    };
}

/// One batch.
pub(super) async fn find(c: Conn<'_>, scope: &StoreScope, id: OrderBatchId) -> Result<Option<Batch>> {
    c.opt(batches!(" AND id = ?2"), p![scope.store(), id]).await
}

/// The batches of the store, the newest first; ids grow with time.
pub(super) async fn list(
    c: Conn<'_>,
    scope: &StoreScope,
    before: Option<OrderBatchId>,
    (limit, offset): (i64, i64),
) -> Result<Vec<Batch>> {
    let before = before.map_or(i64::MAX, OrderBatchId::raw);
    c.all(batches!(" AND id < ?2 ORDER BY id DESC LIMIT ?3 OFFSET ?4"), p![scope.store(), before, limit, offset]).await
}

/// How many there are, counted up to `cap`.
pub(super) async fn count_all(c: Conn<'_>, scope: &StoreScope, cap: i64) -> Result<i64> {
    let sql = "SELECT COUNT(*) FROM (SELECT id FROM order_batches WHERE store_id = ?1 LIMIT ?2) AS counted";
    c.one(sql, p![scope.store(), cap]).await
}

/// A batch about to begin.
pub(super) struct NewBatch<'a> {
    pub(super) id: OrderBatchId,
    pub(super) kind: Kind,
    pub(super) what: &'a What,
    pub(super) total: i64,
    pub(super) undo_of: Option<OrderBatchId>,
}

/// Writes the row of a batch. A store has one at work: a second is a unique violation.
pub(super) async fn insert(c: Conn<'_>, scope: &StoreScope, new: &NewBatch<'_>, now: Millis) -> Result<()> {
    let sql = "INSERT INTO order_batches (store_id, id, kind, status, detail, actor_id, actor_name, total, done, changed, failed, undoable, undo_of, \
               created_at) VALUES (?1, ?2, ?3, 'running', ?4, ?5, ?6, ?7, 0, 0, 0, 0, ?8, ?9)";
    let NewBatch { id, kind, what, total, undo_of } = new;
    let actor = scope.actor();
    c.exec(sql, p![scope.store(), id, kind.as_str(), Json(what), actor.id, actor.name, total, undo_of, now]).await?;
    c.touch(scope.store(), Topics::PROGRESS);
    Ok(())
}

/// Orders written with one statement.
const AT_ONCE: usize = 200;

/// Fixes the orders of a batch.
pub(super) async fn insert_items(c: Conn<'_>, scope: &StoreScope, batch: OrderBatchId, orders: &[OrderId]) -> Result<()> {
    let mut position = 0_i64;
    for chunk in orders.chunks(AT_ONCE) {
        let mut sql = Sql::new("INSERT INTO order_batch_items (store_id, batch_id, position, order_id, outcome, code) VALUES ");
        for (n, order) in chunk.iter().enumerate() {
            position += 1;
            sql = sql
                .raw(if n == 0 { "(" } else { ", (" })
                .arg("?", scope.store())
                .arg(", ?", batch)
                .arg(", ?", position)
                .arg(", ?, 'pending', '')", *order);
        }
        sql.exec(c).await?;
    }
    Ok(())
}

/// Fixes the orders of an undo: those that a batch changed and that have a way back. How many there are.
pub(super) async fn insert_undo_items(c: Conn<'_>, scope: &StoreScope, undo: OrderBatchId, of: OrderBatchId) -> Result<u64> {
    let sql = "INSERT INTO order_batch_items (store_id, batch_id, position, order_id, outcome, plan, code) \
               SELECT store_id, ?3, position, order_id, 'pending', way_back, '' FROM order_batch_items \
               WHERE store_id = ?1 AND batch_id = ?2 AND outcome = 'changed' AND way_back IS NOT NULL";
    c.exec(sql, p![scope.store(), of, undo]).await
}

/// An order whose turn has not come.
#[derive(Debug, Clone)]
pub(super) struct Item {
    pub(super) position: i64,
    pub(super) order_id: OrderId,
    /// Of an undo.
    pub(super) plan: Option<Json<WayBack>>,
}
row!(Item { position, order_id, plan });

/// The next orders of a batch.
pub(super) async fn pending(c: Conn<'_>, scope: &StoreScope, batch: OrderBatchId, limit: i64) -> Result<Vec<Item>> {
    let sql = "SELECT position, order_id, plan FROM order_batch_items WHERE store_id = ?1 AND batch_id = ?2 AND outcome = 'pending' \
               ORDER BY position LIMIT ?3";
    c.all(sql, p![scope.store(), batch, limit]).await
}

/// What became of an order.
#[derive(Debug, Clone)]
pub(super) struct Became {
    pub(super) outcome: Outcome,
    pub(super) way_back: Option<WayBack>,
    pub(super) code: &'static str,
    pub(super) message: Option<Reason>,
}

/// Takes an order's turn; false when it was taken already, or the batch is not at work. It comes first in the order's
/// transaction: whoever else works on the batch waits for the row and finds it taken.
pub(super) async fn take(c: Conn<'_>, scope: &StoreScope, batch: OrderBatchId, position: i64) -> Result<bool> {
    let sql = "UPDATE order_batch_items SET outcome = 'same' WHERE store_id = ?1 AND batch_id = ?2 AND position = ?3 AND outcome = 'pending' \
               AND EXISTS (SELECT id FROM order_batches WHERE store_id = ?1 AND id = ?2 AND status = 'running')";
    Ok(c.exec(sql, p![scope.store(), batch, position]).await? == 1)
}

/// Writes down what became of an order whose turn was taken in this transaction.
pub(super) async fn settle(c: Conn<'_>, scope: &StoreScope, batch: OrderBatchId, position: i64, became: &Became) -> Result<()> {
    let sql = "UPDATE order_batch_items SET outcome = ?4, way_back = ?5, code = ?6, message = ?7 \
               WHERE store_id = ?1 AND batch_id = ?2 AND position = ?3";
    let Became { outcome, way_back, code, message } = became;
    let (way_back, message) = (way_back.as_ref().map(Json), message.as_ref().map(Json));
    c.exec(sql, p![scope.store(), batch, position, outcome.as_str(), way_back, *code, message]).await?;
    Ok(())
}

/// Counts a batch anew from its rows.
pub(super) async fn count(c: Conn<'_>, scope: &StoreScope, id: OrderBatchId) -> Result<()> {
    let sql = "UPDATE order_batches SET \
        done = total - (SELECT COUNT(*) FROM order_batch_items i WHERE i.store_id = ?1 AND i.batch_id = ?2 AND i.outcome = 'pending'), \
        changed = (SELECT COUNT(*) FROM order_batch_items i WHERE i.store_id = ?1 AND i.batch_id = ?2 AND i.outcome = 'changed'), \
        failed = (SELECT COUNT(*) FROM order_batch_items i WHERE i.store_id = ?1 AND i.batch_id = ?2 AND i.outcome = 'failed'), \
        undoable = (SELECT COUNT(*) FROM order_batch_items i WHERE i.store_id = ?1 AND i.batch_id = ?2 AND i.outcome = 'changed' \
                    AND i.way_back IS NOT NULL) \
        WHERE store_id = ?1 AND id = ?2";
    c.exec(sql, p![scope.store(), id]).await?;
    c.touch(scope.store(), Topics::PROGRESS);
    Ok(())
}

/// Ends a batch; false when it is over already. An undo that did not come to its end may be tried again.
pub(super) async fn end(c: Conn<'_>, scope: &StoreScope, now: Millis, id: OrderBatchId, to: State) -> Result<bool> {
    let sql = "UPDATE order_batches SET status = ?3, finished_at = ?4 WHERE store_id = ?1 AND id = ?2 AND status = 'running'";
    if c.exec(sql, p![scope.store(), id, to.as_str(), now]).await? != 1 {
        return Ok(false);
    }
    if to != State::Done {
        let sql = "UPDATE order_batches SET undone_by = NULL WHERE store_id = ?1 AND undone_by = ?2 \
                   AND id = (SELECT undo_of FROM order_batches WHERE store_id = ?1 AND id = ?2)";
        c.exec(sql, p![scope.store(), id]).await?;
    }
    count(c, scope, id).await?;
    Ok(true)
}

/// Marks a batch as taken back by another; false when it has been already, or is at work.
pub(super) async fn set_undone(c: Conn<'_>, scope: &StoreScope, id: OrderBatchId, undone_by: OrderBatchId) -> Result<bool> {
    let sql =
        "UPDATE order_batches SET undone_by = ?3 WHERE store_id = ?1 AND id = ?2 AND undone_by IS NULL AND status <> 'running'";
    Ok(c.exec(sql, p![scope.store(), id, undone_by]).await? == 1)
}

/// An order of a batch with what became of it.
pub(super) struct ItemRow {
    pub(super) position: i64,
    pub(super) order_id: OrderId,
    pub(super) number: Option<i64>,
    pub(super) sender_name: Option<String>,
    pub(super) status: Option<String>,
    pub(super) outcome: String,
    pub(super) code: String,
    pub(super) message: Option<Json<Reason>>,
}
row!(ItemRow { position, order_id, number, sender_name, status, outcome, code, message });

macro_rules! items {
    ($rest:literal) => {
        concat!(
            "SELECT i.position, i.order_id, o.number, o.sender_name, o.status, i.outcome, i.code, i.message FROM order_batch_items i \
             LEFT JOIN orders o ON o.store_id = i.store_id AND o.id = i.order_id \
             WHERE i.store_id = ?1 AND i.batch_id = ?2 AND i.position > ?3",
            $rest
        )
    };
}

/// The orders of a batch in their order, of one outcome where that is asked for.
pub(super) async fn items(
    c: Conn<'_>,
    scope: &StoreScope,
    batch: OrderBatchId,
    outcome: Option<Outcome>,
    (after, limit, offset): (i64, i64, i64),
) -> Result<Vec<ItemRow>> {
    match outcome {
        Some(outcome) => {
            let sql = items!(" AND i.outcome = ?6 ORDER BY i.position LIMIT ?4 OFFSET ?5");
            c.all(sql, p![scope.store(), batch, after, limit, offset, outcome.as_str()]).await
        }
        None => c.all(items!(" ORDER BY i.position LIMIT ?4 OFFSET ?5"), p![scope.store(), batch, after, limit, offset]).await,
    }
}

/// How many orders of a batch have an outcome.
pub(super) async fn count_items(c: Conn<'_>, scope: &StoreScope, batch: OrderBatchId, outcome: Outcome) -> Result<i64> {
    let sql = "SELECT COUNT(*) FROM order_batch_items WHERE store_id = ?1 AND batch_id = ?2 AND outcome = ?3";
    c.one(sql, p![scope.store(), batch, outcome.as_str()]).await
}
