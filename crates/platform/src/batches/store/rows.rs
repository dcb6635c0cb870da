//! Rows that are fixed when a batch begins: each leaves `pending` in the transaction that changes its record.

use db::{Conn, FromRow, Json, Result, Row, Sql, Topics, p};
use kernel::{Id, StoreScope};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::batches::area::Area;
use crate::batches::model::Outcome;

/// Rows inserted with one statement.
const AT_ONCE: usize = 200;

/// Inserts the rows of a batch, by the ids of their records.
///
/// # Errors
/// The database failed.
pub async fn insert<A: Area>(c: Conn<'_>, scope: &StoreScope, batch: Id<A::Kind>, subjects: &[i64]) -> Result<()> {
    let mut position = 0_i64;
    for chunk in subjects.chunks(AT_ONCE) {
        let mut sql = Sql::new("INSERT INTO batch_items (store_id, batch_id, position, area, subject_id, outcome, code) VALUES ");
        for (n, subject) in chunk.iter().enumerate() {
            position += 1;
            sql = sql
                .raw(if n == 0 { "(" } else { ", (" })
                .arg("?", scope.store())
                .arg(", ?", batch.raw())
                .arg(", ?", position)
                .arg(", ?", A::WORDS.area)
                .arg(", ?, 'pending', '')", *subject);
        }
        sql.exec(c).await?;
    }
    Ok(())
}

/// Inserts the rows of an undo: those that a batch changed and that have an undo step.
///
/// # Errors
/// The database failed.
pub async fn insert_undo<A: Area>(c: Conn<'_>, scope: &StoreScope, undo: Id<A::Kind>, of: Id<A::Kind>) -> Result<()> {
    let sql = "INSERT INTO batch_items (store_id, batch_id, position, area, subject_id, outcome, plan, code) \
               SELECT store_id, ?3, position, area, subject_id, 'pending', way_back, '' FROM batch_items \
               WHERE store_id = ?1 AND batch_id = ?2 AND outcome = 'changed' AND way_back IS NOT NULL";
    c.exec(sql, p![scope.store(), of.raw(), undo.raw()]).await?;
    Ok(())
}

/// A pending row.
#[derive(Debug, Clone)]
pub struct Item<W> {
    /// Its position among the rows of the batch, from 1: the key of [`claim`] and [`set_outcome`].
    pub position: i64,
    /// The raw id of the record, of the area's kind.
    pub subject_id: i64,
    /// Of an undo: the undo step of this row.
    pub plan: Option<W>,
}

impl<W: DeserializeOwned + Send> FromRow for Item<W> {
    fn from_row(row: &mut Row<'_>) -> Result<Self> {
        let (position, subject_id) = (row.get()?, row.get()?);
        Ok(Self { position, subject_id, plan: row.get::<Option<Json<W>>>()?.map(|plan| plan.0) })
    }
}

/// The next rows of a batch.
///
/// # Errors
/// The database failed, or a row holds what this version cannot read.
pub async fn list_pending<A: Area, W: DeserializeOwned + Send>(
    c: Conn<'_>,
    scope: &StoreScope,
    batch: Id<A::Kind>,
    limit: i64,
) -> Result<Vec<Item<W>>> {
    let sql = "SELECT position, subject_id, plan FROM batch_items WHERE store_id = ?1 AND batch_id = ?2 AND outcome = 'pending' \
               ORDER BY position LIMIT ?3";
    c.all(sql, p![scope.store(), batch.raw(), limit]).await
}

/// The outcome of a row.
#[derive(Debug, Clone)]
pub struct RowOutcome<W, N> {
    /// Never [`Outcome::Pending`]: the row has been worked on.
    pub outcome: Outcome,
    /// The undo step, where there is one.
    pub way_back: Option<W>,
    /// A code of why it failed; empty where it did not.
    pub code: &'static str,
    /// The reason for people, in the format of the area; none where it did not fail.
    pub note: Option<N>,
}

/// Claims a row; false when it was claimed already, or the batch is not running. It comes first in the record's transaction:
/// another worker of the batch waits for the row lock and finds it claimed.
///
/// # Errors
/// The database failed.
pub async fn claim<A: Area>(c: Conn<'_>, scope: &StoreScope, batch: Id<A::Kind>, position: i64) -> Result<bool> {
    let sql = "UPDATE batch_items SET outcome = 'same' WHERE store_id = ?1 AND batch_id = ?2 AND position = ?3 AND outcome = 'pending' \
               AND EXISTS (SELECT id FROM batches WHERE store_id = ?1 AND id = ?2 AND status = 'running')";
    Ok(c.exec(sql, p![scope.store(), batch.raw(), position]).await? == 1)
}

/// Stores the outcome of a row that was claimed in this transaction.
///
/// # Errors
/// The database failed.
pub async fn set_outcome<A: Area, W: Serialize + Send + Sync, N: Serialize + Send + Sync>(
    c: Conn<'_>,
    scope: &StoreScope,
    batch: Id<A::Kind>,
    position: i64,
    row_outcome: &RowOutcome<W, N>,
) -> Result<()> {
    let sql = "UPDATE batch_items SET outcome = ?4, way_back = ?5, code = ?6, note = ?7 \
               WHERE store_id = ?1 AND batch_id = ?2 AND position = ?3";
    let RowOutcome { outcome, way_back, code, note } = row_outcome;
    let (way_back, note) = (way_back.as_ref().map(Json), note.as_ref().map(Json));
    c.exec(sql, p![scope.store(), batch.raw(), position, outcome.as_str(), way_back, *code, note]).await?;
    Ok(())
}

/// Recounts a batch from its rows.
///
/// # Errors
/// The database failed.
pub async fn update_counts<A: Area>(c: Conn<'_>, scope: &StoreScope, id: Id<A::Kind>) -> Result<()> {
    let sql = "UPDATE batches SET \
        done = total - (SELECT COUNT(*) FROM batch_items i WHERE i.store_id = ?1 AND i.batch_id = ?2 AND i.outcome = 'pending'), \
        changed = (SELECT COUNT(*) FROM batch_items i WHERE i.store_id = ?1 AND i.batch_id = ?2 AND i.outcome = 'changed'), \
        failed = (SELECT COUNT(*) FROM batch_items i WHERE i.store_id = ?1 AND i.batch_id = ?2 AND i.outcome = 'failed'), \
        undoable = (SELECT COUNT(*) FROM batch_items i WHERE i.store_id = ?1 AND i.batch_id = ?2 AND i.outcome = 'changed' \
                    AND i.way_back IS NOT NULL) \
        WHERE store_id = ?1 AND id = ?2";
    c.exec(sql, p![scope.store(), id.raw()]).await?;
    c.touch(scope.store(), Topics::PROGRESS);
    Ok(())
}

/// How many rows of a batch are stored, of one outcome where that is given.
///
/// # Errors
/// The database failed.
pub async fn count_items<A: Area>(c: Conn<'_>, scope: &StoreScope, batch: Id<A::Kind>, outcome: Option<Outcome>) -> Result<i64> {
    Sql::new("SELECT COUNT(*) FROM batch_items WHERE")
        .arg(" store_id = ?", scope.store())
        .arg(" AND batch_id = ?", batch.raw())
        .opt(" AND outcome = ?", outcome.map(Outcome::as_str))
        .one(c)
        .await
}
