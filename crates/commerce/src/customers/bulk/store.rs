//! Every SQL statement of batches of customers.

use db::{Conn, Json, Result, Sql, Topics, p, row};
use kernel::{BatchId, CustomerBatchId, CustomerId, Millis, StoreScope};
use serde::{Deserialize, Serialize};

use super::action::CustomerActionIn;
use crate::customers::segments::Groups;

/// How far a batch is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = CustomerBatchStatus)]
pub(super) enum Status {
    /// Background work goes on.
    Running,
    /// Over.
    Done,
    /// Stopped by a person; what was done stays, and can be undone.
    Cancelled,
    /// The work gave up; what was done stays, and can be undone.
    Failed,
}

impl Status {
    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::Running => "running",
            Self::Done => "done",
            Self::Cancelled => "cancelled",
            Self::Failed => "failed",
        }
    }

    fn parse(word: &str) -> Self {
        match word {
            "running" => Self::Running,
            "cancelled" => Self::Cancelled,
            "failed" => Self::Failed,
            _ => Self::Done,
        }
    }
}

/// Why a customer of a batch was left as they are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = CustomerBatchOutcome)]
pub(super) enum Outcome {
    /// A rule refused it.
    Failed,
    /// Somebody changed it since.
    Kept,
}

impl Outcome {
    const fn as_str(self) -> &'static str {
        match self {
            Self::Failed => "failed",
            Self::Kept => "kept",
        }
    }

    pub(super) fn parse(word: &str) -> Self {
        if word == "kept" { Self::Kept } else { Self::Failed }
    }
}

/// What was done, as facts.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct What {
    pub(super) action: CustomerActionIn,
    /// The list's query whose customers were taken: filters and search.
    pub(super) query: String,
    /// What the segment of the query asked for when it began.
    #[serde(default)]
    pub(super) segment: Option<Groups>,
}

/// A batch as it is stored.
#[derive(Debug, Clone)]
pub(super) struct Batch {
    pub(super) id: CustomerBatchId,
    status: String,
    pub(super) what: Json<What>,
    pub(super) actor_name: String,
    pub(super) total: i64,
    pub(super) done: i64,
    pub(super) changed: i64,
    pub(super) failed: i64,
    pub(super) kept: i64,
    pub(super) reached: String,
    pub(super) undo_of: Option<CustomerBatchId>,
    pub(super) undone_by: Option<CustomerBatchId>,
    pub(super) created_at: Millis,
    pub(super) finished_at: Option<Millis>,
}
row!(Batch {
    id,
    status,
    what,
    actor_name,
    total,
    done,
    changed,
    failed,
    kept,
    reached,
    undo_of,
    undone_by,
    created_at,
    finished_at
});

impl Batch {
    pub(super) fn status(&self) -> Status {
        Status::parse(&self.status)
    }
}

/// Under which id the journal keeps what a batch did.
pub(super) fn in_journal(id: CustomerBatchId) -> BatchId {
    BatchId::from_raw(id.raw())
}

const SELECT: &str = "SELECT id, status, detail, actor_name, total, done, changed, failed, kept, reached, undo_of, undone_by, created_at, \
     finished_at FROM customer_batches WHERE store_id = ";

pub(super) async fn find(c: Conn<'_>, scope: &StoreScope, id: CustomerBatchId) -> Result<Option<Batch>> {
    Sql::new(SELECT).arg("?", scope.store()).arg(" AND id = ?", id).opt_row(c).await
}

/// The newest first.
pub(super) async fn list(c: Conn<'_>, scope: &StoreScope, limit: i64) -> Result<Vec<Batch>> {
    Sql::new(SELECT).arg("?", scope.store()).arg(" ORDER BY id DESC LIMIT ?", limit).all(c).await
}

/// Writes a batch that begins. A unique index refuses a second one at work in the store.
pub(super) async fn insert(
    c: Conn<'_>,
    scope: &StoreScope,
    id: CustomerBatchId,
    (what, total, undo_of): (&What, i64, Option<CustomerBatchId>),
    now: Millis,
) -> Result<()> {
    let sql = "INSERT INTO customer_batches (store_id, id, status, detail, actor_id, actor_name, total, done, changed, failed, kept, reached, undo_of, \
               created_at, updated_at) VALUES (?1, ?2, 'running', ?3, ?4, ?5, ?6, 0, 0, 0, 0, '', ?7, ?8, ?8)";
    let actor = scope.actor();
    c.exec(sql, p![scope.store(), id, Json(what), actor.id, actor.name, total, undo_of, now]).await?;
    c.touch(scope.store(), Topics::PROGRESS);
    Ok(())
}

/// What a step adds to a batch.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Counts {
    pub(super) done: i64,
    pub(super) changed: i64,
    pub(super) failed: i64,
    pub(super) kept: i64,
}

/// Moves work on; false when another worker has, or it was stopped. It comes first in its transaction: the row is locked, so that
/// nothing is done twice.
pub(super) async fn advance(
    c: Conn<'_>,
    scope: &StoreScope,
    now: Millis,
    id: CustomerBatchId,
    (from, to): (&str, &str),
    by: Counts,
) -> Result<bool> {
    let sql = "UPDATE customer_batches SET reached = ?4, done = done + ?5, changed = changed + ?6, failed = failed + ?7, kept = kept + ?8, \
               updated_at = ?9 WHERE store_id = ?1 AND id = ?2 AND status = 'running' AND reached = ?3";
    let args = p![scope.store(), id, from, to, by.done, by.changed, by.failed, by.kept, now];
    let is_mine = c.exec(sql, args).await? == 1;
    c.touch(scope.store(), Topics::PROGRESS);
    Ok(is_mine)
}

/// Ends work; false when it is over already. An undo that did not come to its end may be tried again.
pub(super) async fn end(c: Conn<'_>, scope: &StoreScope, now: Millis, id: CustomerBatchId, to: Status) -> Result<bool> {
    let sql = "UPDATE customer_batches SET status = ?3, finished_at = ?4, updated_at = ?4 WHERE store_id = ?1 AND id = ?2 AND status = 'running'";
    let is_mine = c.exec(sql, p![scope.store(), id, to.as_str(), now]).await? == 1;
    if is_mine && to != Status::Done {
        let sql = "UPDATE customer_batches SET undone_by = NULL WHERE store_id = ?1 AND undone_by = ?2 \
                   AND id = (SELECT undo_of FROM customer_batches WHERE store_id = ?1 AND id = ?2)";
        c.exec(sql, p![scope.store(), id]).await?;
    }
    c.touch(scope.store(), Topics::PROGRESS);
    Ok(is_mine)
}

/// Marks a batch as taken back by another; false when it has been already.
pub(super) async fn begin_undo(c: Conn<'_>, scope: &StoreScope, id: CustomerBatchId, by: CustomerBatchId) -> Result<bool> {
    let sql = "UPDATE customer_batches SET undone_by = ?3 WHERE store_id = ?1 AND id = ?2 AND undone_by IS NULL AND status <> 'running'";
    Ok(c.exec(sql, p![scope.store(), id, by]).await? == 1)
}

/// What is said of a customer in a note: Arabic and English.
pub(super) type Said = (String, String);

/// Writes down why customers were left as they are; `from` is how many were done before them.
pub(super) async fn note(
    c: Conn<'_>,
    scope: &StoreScope,
    id: CustomerBatchId,
    from: i64,
    notes: &[(CustomerId, Outcome, Said)],
) -> Result<()> {
    let sql = "INSERT INTO customer_batch_notes (store_id, batch_id, position, customer_id, outcome, note) VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
    for (i, (customer, outcome, said)) in (1_i64..).zip(notes) {
        c.exec(sql, p![scope.store(), id, from + i, customer, outcome.as_str(), Json(said)]).await?;
    }
    Ok(())
}

/// A customer who was left as they are.
pub(super) struct NoteRow {
    pub(super) customer_id: CustomerId,
    pub(super) name: Option<String>,
    pub(super) outcome: String,
    pub(super) said: Json<Said>,
}
row!(NoteRow { customer_id, name, outcome, said });

/// The first customers of a batch who were left as they are.
pub(super) async fn notes(c: Conn<'_>, scope: &StoreScope, id: CustomerBatchId, limit: i64) -> Result<Vec<NoteRow>> {
    let sql = "SELECT n.customer_id, k.name, n.outcome, n.note FROM customer_batch_notes n \
               LEFT JOIN customers k ON k.store_id = n.store_id AND k.id = n.customer_id \
               WHERE n.store_id = ?1 AND n.batch_id = ?2 ORDER BY n.position LIMIT ?3";
    c.all(sql, p![scope.store(), id, limit]).await
}

/// What a batch did to a customer, as the journal keeps it.
#[derive(Debug, Clone)]
pub(super) struct Written {
    pub(super) seq: i64,
    pub(super) customer_id: CustomerId,
    pub(super) before: Option<Json<serde_json::Value>>,
    pub(super) after: Option<Json<serde_json::Value>>,
}
row!(Written { seq, customer_id, before, after });

/// Entries of a batch backwards from a sequence number: the way of an undo.
pub(super) async fn written_before(
    c: Conn<'_>,
    scope: &StoreScope,
    id: CustomerBatchId,
    before: i64,
    limit: i64,
) -> Result<Vec<Written>> {
    let sql = "SELECT seq, subject_id, before, after FROM journal WHERE store_id = ?1 AND batch_id = ?2 AND seq < ?3 \
               AND subject = 'customer' ORDER BY seq DESC LIMIT ?4";
    c.all(sql, p![scope.store(), in_journal(id), before, limit]).await
}
