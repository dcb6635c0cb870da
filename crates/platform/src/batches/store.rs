//! Every statement on batches, and on the rows that a list traversal skipped.

pub mod rows;

use db::{Conn, FromRow, Json, Result, Row, Sql, Topics, p, row};
use kernel::{BatchId, Id, Millis, StoreId, StoreScope};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::area::Area;
use super::model::{Counts, Outcome, Status};

/// A batch as it is stored.
pub struct Batch<A: Area> {
    /// Grows with time: lists are sorted by it.
    pub id: Id<A::Kind>,
    /// The kind of batch, in the words of its area; `undo` undoes another.
    pub kind: A::Act,
    status: Status,
    /// What it does, as data that every language can describe.
    pub details: A::BatchDetails,
    pub(super) actor_name: String,
    /// The raw id of the user or customer who began it; none where that was the system.
    pub actor_id: Option<i64>,
    /// Rows to work on, counted when it began: a traversal may reach more.
    pub total: i64,
    /// Rows that were worked on.
    pub done: i64,
    /// Of those, the changed ones.
    pub changed: i64,
    /// Of those, the ones that a rule refused.
    pub failed: i64,
    /// Of an undo: rows changed since, left as they are.
    pub not_undone: i64,
    /// Of changed fixed rows, how many have an undo step.
    pub undoable: i64,
    /// The position of a traversal: a place in the list, or a sequence number of the journal.
    pub reached: String,
    /// The batch that this one undoes; none of an original action.
    pub undo_of: Option<Id<A::Kind>>,
    /// The undo of this one, running or done; none when there is none, or it did not complete.
    pub undone_by: Option<Id<A::Kind>>,
    /// Undos from the original action to this one: 0 for the action, 1 for its undo, 2 for the undo of that.
    pub(super) undos: i64,
    /// When it began: the undo period is counted from here.
    pub created_at: Millis,
    /// When it ended, in any way; none while it is running.
    pub finished_at: Option<Millis>,
}

impl<A: Area> FromRow for Batch<A> {
    fn from_row(row: &mut Row<'_>) -> Result<Self> {
        Ok(Self {
            id: row.get()?,
            kind: row.get()?,
            status: row.get()?,
            details: row.get::<Json<A::BatchDetails>>()?.0,
            actor_name: row.get()?,
            actor_id: row.get()?,
            total: row.get()?,
            done: row.get()?,
            changed: row.get()?,
            failed: row.get()?,
            not_undone: row.get()?,
            undoable: row.get()?,
            reached: row.get()?,
            undo_of: row.get()?,
            undone_by: row.get()?,
            undos: row.get()?,
            created_at: row.get()?,
            finished_at: row.get()?,
        })
    }
}

// A derived impl would require the same of the id kind.
impl<A: Area> Clone for Batch<A> {
    fn clone(&self) -> Self {
        Self { details: self.details.clone(), actor_name: self.actor_name.clone(), reached: self.reached.clone(), ..*self }
    }
}

impl<A: Area> Clone for NewBatch<A> {
    fn clone(&self) -> Self {
        Self { details: self.details.clone(), ..*self }
    }
}

impl<A: Area> Batch<A> {
    /// Its state.
    pub fn status(&self) -> Status {
        self.status
    }

    /// Sets the state of a batch whose work is counted elsewhere.
    pub fn set_status(&mut self, status: Status) {
        self.status = status;
    }
}

const SELECT: &str = "SELECT id, kind, status, detail, actor_name, actor_id, total, done, changed, failed, kept, undoable, reached, undo_of, \
     undone_by, undos, created_at, finished_at FROM batches WHERE store_id = ";

/// One batch.
///
/// # Errors
/// The database failed, or a row holds what this version cannot read.
pub async fn find<A: Area>(c: Conn<'_>, scope: &StoreScope, id: Id<A::Kind>) -> Result<Option<Batch<A>>> {
    Sql::new(SELECT).arg("?", scope.store()).arg(" AND id = ?", id.raw()).arg(" AND area = ?", A::WORDS.area).opt_row(c).await
}

/// The batches of an area, the newest first; ids grow with time.
///
/// # Errors
/// The database failed, or a row holds what this version cannot read.
pub async fn list<A: Area>(
    c: Conn<'_>,
    scope: &StoreScope,
    before: Option<Id<A::Kind>>,
    (limit, offset): (i64, i64),
) -> Result<Vec<Batch<A>>> {
    Sql::new(SELECT)
        .arg("?", scope.store())
        .arg(" AND area = ?", A::WORDS.area)
        .opt(" AND id < ?", before.map(Id::raw))
        .arg(" ORDER BY id DESC LIMIT ?", limit)
        .arg(" OFFSET ?", offset)
        .all(c)
        .await
}

/// How many there are, counted up to `cap`.
pub(super) async fn count_all<A: Area>(c: Conn<'_>, scope: &StoreScope, cap: i64) -> Result<i64> {
    let sql = "SELECT COUNT(*) FROM (SELECT id FROM batches WHERE store_id = ?1 AND area = ?2 LIMIT ?3) AS counted";
    c.one(sql, p![scope.store(), A::WORDS.area, cap]).await
}

/// A batch to insert.
pub struct NewBatch<A: Area> {
    /// A new id, or that of an existing batch to which this adds.
    pub id: Id<A::Kind>,
    /// The kind of batch, in the words of its area.
    pub kind: A::Act,
    /// [`Status::Running`] for background work; any other has ended as soon as it is written.
    pub status: Status,
    /// What it does, as data that every language can describe.
    pub details: A::BatchDetails,
    /// Rows that it will work on; for an existing batch, how many more.
    pub total: i64,
    /// The batch that it undoes; none of an original action.
    pub undo_of: Option<Id<A::Kind>>,
}

/// Inserts a batch, or adds to the existing one: several calls may work under one id. A second running batch in an area that has
/// one at a time is a unique violation.
///
/// # Errors
/// A unique violation for a second batch at work in an area that has one at a time; the database failed.
pub async fn upsert<A: Area>(c: Conn<'_>, scope: &StoreScope, now: Millis, new: &NewBatch<A>, by: Counts) -> Result<()> {
    let sql = "INSERT INTO batches (store_id, id, area, kind, status, detail, actor_id, actor_name, total, done, changed, failed, kept, undoable, \
               reached, undo_of, undos, created_at, updated_at, finished_at) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, 0, '', ?14, \
               COALESCE((SELECT b.undos + 1 FROM batches b WHERE b.store_id = ?1 AND b.id = ?14), 0), ?15, ?15, ?16) \
               ON CONFLICT (store_id, id) DO UPDATE SET total = batches.total + excluded.total, done = batches.done + excluded.done, \
               changed = batches.changed + excluded.changed, failed = batches.failed + excluded.failed, kept = batches.kept + excluded.kept, \
               updated_at = excluded.updated_at, finished_at = excluded.finished_at";
    let finished = (new.status != Status::Running).then_some(now);
    let actor = scope.actor();
    c.exec(
        sql,
        p![
            scope.store(),
            new.id.raw(),
            A::WORDS.area,
            A::word(new.kind),
            new.status.as_str(),
            Json(&new.details),
            actor.id,
            actor.name,
            new.total,
            by.done,
            by.changed,
            by.failed,
            by.not_undone,
            new.undo_of.map(Id::raw),
            now,
            finished
        ],
    )
    .await?;
    c.touch(scope.store(), Topics::PROGRESS);
    Ok(())
}

/// Marks a batch as undone by another; false when it has been already, or is running.
pub(super) async fn set_undone(c: Conn<'_>, scope: &StoreScope, id: i64, undone_by: i64) -> Result<bool> {
    let sql = "UPDATE batches SET undone_by = ?3 WHERE store_id = ?1 AND id = ?2 AND undone_by IS NULL AND status <> 'running'";
    Ok(c.exec(sql, p![scope.store(), id, undone_by]).await? == 1)
}

/// Advances background work; false when another worker has, or it was stopped. It comes first in its transaction: the row is
/// locked, so that nothing is done twice.
///
/// # Errors
/// The database failed.
pub async fn advance<A: Area>(
    c: Conn<'_>,
    scope: &StoreScope,
    now: Millis,
    id: Id<A::Kind>,
    (from, to): (&str, &str),
    by: Counts,
) -> Result<bool> {
    let sql = "UPDATE batches SET reached = ?4, done = done + ?5, changed = changed + ?6, failed = failed + ?7, kept = kept + ?8, updated_at = ?9 \
               WHERE store_id = ?1 AND id = ?2 AND status = 'running' AND reached = ?3";
    let args = p![scope.store(), id.raw(), from, to, by.done, by.changed, by.failed, by.not_undone, now];
    let is_mine = c.exec(sql, args).await? == 1;
    c.touch(scope.store(), Topics::PROGRESS);
    Ok(is_mine)
}

/// Ends background work; false when it has ended already. An undo that did not complete may be tried again.
///
/// # Errors
/// The database failed.
pub async fn end<A: Area>(c: Conn<'_>, scope: &StoreScope, now: Millis, id: Id<A::Kind>, to: Status) -> Result<bool> {
    let sql = "UPDATE batches SET status = ?3, finished_at = ?4, updated_at = ?4 WHERE store_id = ?1 AND id = ?2 AND status = 'running'";
    let is_mine = c.exec(sql, p![scope.store(), id.raw(), to.as_str(), now]).await? == 1;
    if is_mine && to != Status::Done {
        let sql = "UPDATE batches SET undone_by = NULL WHERE store_id = ?1 AND undone_by = ?2 \
                   AND id = (SELECT undo_of FROM batches WHERE store_id = ?1 AND id = ?2)";
        c.exec(sql, p![scope.store(), id.raw()]).await?;
    }
    if is_mine && A::IS_FIXED {
        rows::update_counts::<A>(c, scope, id).await?;
    }
    c.touch(scope.store(), Topics::PROGRESS);
    Ok(is_mine)
}

/// The outcomes of some rows of a traversal.
#[derive(Debug)]
pub struct WalkOutcome<N> {
    /// The counts that they add to the batch.
    pub by: Counts,
    /// Skipped records, by id, with the reason.
    pub notes: Vec<(i64, Outcome, N)>,
}

impl<N> Default for WalkOutcome<N> {
    fn default() -> Self {
        Self { by: Counts::default(), notes: Vec::new() }
    }
}

/// Advances a traversal to a position: the row is locked first, then the work is done and counted. False when another worker has
/// taken over or it was stopped; then nothing was done.
///
/// # Errors
/// Of the work, and of the database.
pub async fn advance_with<A: Area, N: Serialize + Send + Sync, E: From<db::Error>>(
    c: Conn<'_>,
    (scope, now): (&StoreScope, Millis),
    batch: &Batch<A>,
    to: &str,
    work: impl Future<Output = std::result::Result<WalkOutcome<N>, E>> + Send,
) -> std::result::Result<bool, E> {
    // The outcomes are only known row by row: they are counted at the end.
    if !advance::<A>(c, scope, now, batch.id, (&batch.reached, to), Counts::default()).await? {
        return Ok(false);
    }
    let WalkOutcome { by, notes } = work.await?;
    insert_notes::<A, N>(c, scope, batch.id, batch.done, &notes).await?;
    advance::<A>(c, scope, now, batch.id, (to, to), by).await?;
    Ok(true)
}

/// Stores why rows of a traversal were skipped; `from` is how many were done before them.
///
/// # Errors
/// The database failed.
pub async fn insert_notes<A: Area, N: Serialize + Send + Sync>(
    c: Conn<'_>,
    scope: &StoreScope,
    id: Id<A::Kind>,
    from: i64,
    notes: &[(i64, Outcome, N)],
) -> Result<()> {
    let sql = "INSERT INTO batch_items (store_id, batch_id, position, area, subject_id, outcome, code, note) VALUES (?1, ?2, ?3, ?4, ?5, ?6, '', ?7)";
    for (i, (subject, outcome, note)) in (1_i64..).zip(notes) {
        c.exec(sql, p![scope.store(), id.raw(), from + i, A::WORDS.area, *subject, outcome.as_str(), Json(note)]).await?;
    }
    Ok(())
}

/// The rows that a traversal skipped.
pub struct NoteRow<N> {
    /// Its position in the traversal, from 1: the cursor of a page.
    pub position: i64,
    /// The raw id of the record, of the area's kind.
    pub subject_id: i64,
    /// Whether a rule refused it, or an undo left it.
    pub outcome: Outcome,
    /// Why it was skipped, in the format of the area.
    pub note: N,
}

impl<N: DeserializeOwned + Send> FromRow for NoteRow<N> {
    fn from_row(row: &mut Row<'_>) -> Result<Self> {
        let (position, subject_id) = (row.get()?, row.get()?);
        Ok(Self { position, subject_id, outcome: row.get()?, note: row.get::<Json<N>>()?.0 })
    }
}

/// The rows that a traversal skipped, in its order.
///
/// # Errors
/// The database failed, or a row holds what this version cannot read.
pub async fn list_notes<A: Area, N: DeserializeOwned + Send>(
    c: Conn<'_>,
    scope: &StoreScope,
    id: Id<A::Kind>,
    (after, limit): (i64, i64),
) -> Result<Vec<NoteRow<N>>> {
    let sql = "SELECT position, subject_id, outcome, note FROM batch_items WHERE store_id = ?1 AND batch_id = ?2 AND position > ?3 \
               ORDER BY position LIMIT ?4";
    c.all(sql, p![scope.store(), id.raw(), after, limit]).await
}

/// A journal entry under a batch: the change of one of its records.
#[derive(Debug, Clone)]
pub struct Written {
    /// Its sequence number in the store's journal, which undos read backwards.
    pub seq: i64,
    /// The word of the action, as [`crate::journal::Act::as_str`] gives it.
    pub action: String,
    /// The raw id of the record, of the area's kind.
    pub subject_id: i64,
    /// The fields before; none where the entry has none, as when the record was created.
    pub before: Option<Json<serde_json::Value>>,
    /// The fields after; none where the entry has none, as when the record was deleted.
    pub after: Option<Json<serde_json::Value>>,
}
row!(Written { seq, action, subject_id, before, after });

/// Entries of a batch backwards from a sequence number: the order of an undo.
///
/// # Errors
/// The database failed, or a row holds what this version cannot read.
pub async fn list_written_before<A: Area>(
    c: Conn<'_>,
    scope: &StoreScope,
    id: Id<A::Kind>,
    (before, limit): (i64, i64),
) -> Result<Vec<Written>> {
    let sql = "SELECT seq, action, subject_id, before, after FROM journal WHERE store_id = ?1 AND batch_id = ?2 AND seq < ?3 \
               AND subject = ?5 ORDER BY seq DESC LIMIT ?4";
    c.all(sql, p![scope.store(), BatchId::from_raw(id.raw()), before, limit, A::WORDS.area]).await
}

/// Entries of a batch in their order.
///
/// # Errors
/// The database failed, or a row holds what this version cannot read.
pub async fn list_written_after<A: Area>(
    c: Conn<'_>,
    scope: &StoreScope,
    id: Id<A::Kind>,
    (after, limit): (i64, i64),
) -> Result<Vec<Written>> {
    let sql = "SELECT seq, action, subject_id, before, after FROM journal WHERE store_id = ?1 AND batch_id = ?2 AND seq > ?3 \
               AND subject = ?5 ORDER BY seq LIMIT ?4";
    c.all(sql, p![scope.store(), BatchId::from_raw(id.raw()), after, limit, A::WORDS.area]).await
}

/// How many entries a batch has, counted up to `cap`.
///
/// # Errors
/// The database failed.
pub async fn count_written<A: Area>(c: Conn<'_>, scope: &StoreScope, id: Id<A::Kind>, cap: i64) -> Result<i64> {
    let sql = "SELECT COUNT(*) FROM (SELECT seq FROM journal WHERE store_id = ?1 AND batch_id = ?2 AND subject = ?4 LIMIT ?3) AS counted";
    c.one(sql, p![scope.store(), BatchId::from_raw(id.raw()), cap, A::WORDS.area]).await
}

/// Batches of any store that began before a moment and whose rows are still kept.
pub(super) async fn list_expired(c: Conn<'_>, before: Millis, limit: i64) -> Result<Vec<(StoreId, i64)>> {
    let sql = "SELECT store_id, id FROM batches WHERE swept_at IS NULL AND status <> 'running' AND created_at < ?1 ORDER BY created_at LIMIT ?2";
    c.all(sql, p![before, limit]).await
}

/// Deletes the outcomes of some rows of a batch; its counts and its journal entries stay. False once none are left: a batch may
/// have a million rows, too many for one transaction.
pub(super) async fn delete_items(c: Conn<'_>, store: StoreId, id: i64, now: Millis) -> Result<bool> {
    let sql = "DELETE FROM batch_items WHERE store_id = ?1 AND batch_id = ?2 AND position IN \
               (SELECT position FROM batch_items WHERE store_id = ?1 AND batch_id = ?2 ORDER BY position LIMIT 500)";
    if c.exec(sql, p![store, id]).await? > 0 {
        return Ok(true);
    }
    c.exec("UPDATE batches SET swept_at = ?3 WHERE store_id = ?1 AND id = ?2", p![store, id, now]).await?;
    Ok(false)
}
