//! Every SQL statement of batches.

use db::{Conn, Json, Result, Topics, p, row};
use kernel::{BatchId, Millis, ProductId, StoreScope};

use super::model::{Kind, Note, Outcome, Status, What};

/// A batch as it is stored; of an import the counts are those of the import's own row.
#[derive(Debug, Clone)]
pub(in crate::catalog) struct Batch {
    pub(in crate::catalog) id: BatchId,
    kind: String,
    status: String,
    pub(in crate::catalog) what: Json<What>,
    pub(in crate::catalog) actor_name: String,
    pub(in crate::catalog) actor_id: Option<i64>,
    pub(in crate::catalog) total: i64,
    pub(in crate::catalog) done: i64,
    pub(in crate::catalog) changed: i64,
    pub(in crate::catalog) failed: i64,
    pub(in crate::catalog) kept: i64,
    pub(in crate::catalog) reached: String,
    pub(in crate::catalog) undo_of: Option<BatchId>,
    pub(in crate::catalog) undone_by: Option<BatchId>,
    pub(in crate::catalog) created_at: Millis,
    pub(in crate::catalog) finished_at: Option<Millis>,
    import_status: Option<String>,
    import_total: Option<i64>,
    import_done: Option<i64>,
    import_changed: Option<i64>,
    import_failed: Option<i64>,
    import_kept: Option<i64>,
    import_finished_at: Option<Millis>,
}
row!(Batch {
    id,
    kind,
    status,
    what,
    actor_name,
    actor_id,
    total,
    done,
    changed,
    failed,
    kept,
    reached,
    undo_of,
    undone_by,
    created_at,
    finished_at,
    import_status,
    import_total,
    import_done,
    import_changed,
    import_failed,
    import_kept,
    import_finished_at,
});

impl Batch {
    pub(in crate::catalog) fn kind(&self) -> Kind {
        Kind::parse(&self.kind).unwrap_or(Kind::Bulk)
    }

    pub(in crate::catalog) fn status(&self) -> Status {
        Status::parse(&self.status).unwrap_or(Status::Done)
    }

    /// An import was taken back by its own undo.
    pub(in crate::catalog) fn is_import_undone(&self) -> bool {
        self.import_status.as_deref() == Some("undone")
    }

    /// The import's row counts while it works; here its numbers are put where those of other batches are.
    fn settled(mut self) -> Self {
        if let Some(status) = self.import_status.as_deref() {
            self.status = match status {
                "running" | "undoing" | "checking" => Status::Running,
                "failed" => Status::Failed,
                _ => Status::Done,
            }
            .as_str()
            .to_owned();
            self.total = self.import_total.unwrap_or(0);
            self.done = self.import_done.unwrap_or(0);
            self.changed = self.import_changed.unwrap_or(0);
            self.failed = self.import_failed.unwrap_or(0);
            self.kept = self.import_kept.unwrap_or(0);
            self.finished_at = self.import_finished_at;
        }
        self
    }
}

const SELECT: &str = "SELECT b.id, b.kind, b.status, b.detail, b.actor_name, b.actor_id, b.total, b.done, b.changed, b.failed, b.kept, b.reached, \
     b.undo_of, b.undone_by, b.created_at, b.finished_at, i.status, i.total, i.done, \
     i.created_count + i.updated_count, i.failed_count, i.kept_count, i.finished_at \
     FROM batches b LEFT JOIN imports i ON i.store_id = b.store_id AND i.id = b.id AND b.kind = 'import' WHERE b.store_id = ";

/// One batch.
pub(in crate::catalog) async fn find(c: Conn<'_>, scope: &StoreScope, id: BatchId) -> Result<Option<Batch>> {
    let found: Option<Batch> = db::Sql::new(SELECT).arg("?", scope.store()).arg(" AND b.id = ?", id).opt_row(c).await?;
    Ok(found.map(Batch::settled))
}

/// The batches of the store, the newest first; ids grow with time.
pub(in crate::catalog) async fn list(
    c: Conn<'_>,
    scope: &StoreScope,
    before: Option<BatchId>,
    offset: i64,
    limit: i64,
) -> Result<Vec<Batch>> {
    let rows: Vec<Batch> = db::Sql::new(SELECT)
        .arg("?", scope.store())
        .opt(" AND b.id < ?", before)
        .arg(" ORDER BY b.id DESC LIMIT ?", limit)
        .arg(" OFFSET ?", offset)
        .all(c)
        .await?;
    Ok(rows.into_iter().map(Batch::settled).collect())
}

/// How many there are, counted up to `cap`.
pub(in crate::catalog) async fn count_all(c: Conn<'_>, scope: &StoreScope, cap: i64) -> Result<i64> {
    c.one("SELECT COUNT(*) FROM (SELECT id FROM batches WHERE store_id = ?1 LIMIT ?2) AS counted", p![scope.store(), cap]).await
}

/// A batch about to be written.
#[derive(Debug, Clone)]
pub(in crate::catalog) struct NewBatch {
    pub(in crate::catalog) id: BatchId,
    pub(in crate::catalog) kind: Kind,
    pub(in crate::catalog) status: Status,
    pub(in crate::catalog) what: What,
    pub(in crate::catalog) total: i64,
    pub(in crate::catalog) undo_of: Option<BatchId>,
}

impl NewBatch {
    /// A bulk edit that is done as soon as its rows are.
    pub(in crate::catalog) fn new(id: BatchId) -> Self {
        Self { id, kind: Kind::Bulk, status: Status::Done, what: What::default(), total: 0, undo_of: None }
    }
}

/// What a step adds to a batch.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::catalog) struct Counts {
    pub(in crate::catalog) done: i64,
    pub(in crate::catalog) changed: i64,
    pub(in crate::catalog) failed: i64,
    pub(in crate::catalog) kept: i64,
}

/// Writes the row of a batch, or adds to the one there is: several calls may work under one id.
pub(in crate::catalog) async fn put(c: Conn<'_>, scope: &StoreScope, now: Millis, new: &NewBatch, by: Counts) -> Result<()> {
    let sql = "INSERT INTO batches (store_id, id, kind, status, detail, actor_id, actor_name, total, done, changed, failed, kept, reached, undo_of, \
               created_at, updated_at, finished_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, '', ?13, ?14, ?14, ?15) \
               ON CONFLICT (store_id, id) DO UPDATE SET total = batches.total + excluded.total, done = batches.done + excluded.done, \
               changed = batches.changed + excluded.changed, failed = batches.failed + excluded.failed, kept = batches.kept + excluded.kept, \
               updated_at = excluded.updated_at, finished_at = excluded.finished_at";
    let finished = (new.status != Status::Running).then_some(now);
    let actor = scope.actor();
    c.exec(
        sql,
        p![
            scope.store(),
            new.id,
            new.kind.as_str(),
            new.status.as_str(),
            Json(&new.what),
            actor.id,
            actor.name,
            new.total,
            by.done,
            by.changed,
            by.failed,
            by.kept,
            new.undo_of,
            now,
            finished
        ],
    )
    .await?;
    c.touch(scope.store(), Topics::PROGRESS);
    Ok(())
}

/// Adds one changed product to a batch of direct work, whose row comes with its first.
pub(in crate::catalog) async fn count(c: Conn<'_>, scope: &StoreScope, now: Millis, new: &NewBatch) -> Result<()> {
    let one = NewBatch { total: 1, ..new.clone() };
    put(c, scope, now, &one, Counts { done: 1, changed: 1, ..Counts::default() }).await
}

/// Marks a batch as taken back by another; false when it has been already.
pub(in crate::catalog) async fn begin(c: Conn<'_>, scope: &StoreScope, id: BatchId, undone_by: BatchId) -> Result<bool> {
    let sql = "UPDATE batches SET undone_by = ?3 WHERE store_id = ?1 AND id = ?2 AND undone_by IS NULL AND status <> 'running'";
    Ok(c.exec(sql, p![scope.store(), id, undone_by]).await? == 1)
}

/// Moves background work on; false when another worker has, or it was stopped. It comes first in its transaction: the row
/// is locked, so that nothing is done twice.
pub(in crate::catalog) async fn advance(
    c: Conn<'_>,
    scope: &StoreScope,
    now: Millis,
    id: BatchId,
    (from, to): (&str, &str),
    by: Counts,
) -> Result<bool> {
    let sql = "UPDATE batches SET reached = ?4, done = done + ?5, changed = changed + ?6, failed = failed + ?7, kept = kept + ?8, updated_at = ?9 \
               WHERE store_id = ?1 AND id = ?2 AND status = 'running' AND reached = ?3";
    let args = p![scope.store(), id, from, to, by.done, by.changed, by.failed, by.kept, now];
    let is_mine = c.exec(sql, args).await? == 1;
    c.touch(scope.store(), Topics::PROGRESS);
    Ok(is_mine)
}

/// Ends background work; false when it is over already. An undo that did not come to its end may be tried again.
pub(in crate::catalog) async fn end(c: Conn<'_>, scope: &StoreScope, now: Millis, id: BatchId, to: Status) -> Result<bool> {
    let sql = "UPDATE batches SET status = ?3, finished_at = ?4, updated_at = ?4 WHERE store_id = ?1 AND id = ?2 AND status = 'running'";
    let is_mine = c.exec(sql, p![scope.store(), id, to.as_str(), now]).await? == 1;
    if is_mine && to != Status::Done {
        let sql = "UPDATE batches SET undone_by = NULL WHERE store_id = ?1 AND undone_by = ?2 \
                   AND id = (SELECT undo_of FROM batches WHERE store_id = ?1 AND id = ?2)";
        c.exec(sql, p![scope.store(), id]).await?;
    }
    c.touch(scope.store(), Topics::PROGRESS);
    Ok(is_mine)
}

/// Stops background work of a person's batch.
pub(in crate::catalog) async fn cancel(c: Conn<'_>, scope: &StoreScope, now: Millis, id: BatchId) -> Result<bool> {
    end(c, scope, now, id, Status::Cancelled).await
}

/// Writes down why products were left as they are; `from` is how many were done before them.
pub(in crate::catalog) async fn note(
    c: Conn<'_>,
    scope: &StoreScope,
    id: BatchId,
    from: i64,
    notes: &[(ProductId, Outcome, Note)],
) -> Result<()> {
    let sql = "INSERT INTO batch_notes (store_id, batch_id, position, product_id, outcome, note) VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
    for (i, (product, outcome, note)) in (1_i64..).zip(notes) {
        c.exec(sql, p![scope.store(), id, from + i, product, outcome.as_str(), Json(note)]).await?;
    }
    Ok(())
}

/// A product that was left as it is.
pub(in crate::catalog) struct NoteRow {
    pub(in crate::catalog) position: i64,
    pub(in crate::catalog) product_id: ProductId,
    pub(in crate::catalog) outcome: String,
    pub(in crate::catalog) note: Json<Note>,
}
row!(NoteRow { position, product_id, outcome, note });

/// What a batch left as it is, in its order.
pub(in crate::catalog) async fn notes(
    c: Conn<'_>,
    scope: &StoreScope,
    id: BatchId,
    after: i64,
    limit: i64,
) -> Result<Vec<NoteRow>> {
    let sql = "SELECT position, product_id, outcome, note FROM batch_notes WHERE store_id = ?1 AND batch_id = ?2 AND position > ?3 \
               ORDER BY position LIMIT ?4";
    c.all(sql, p![scope.store(), id, after, limit]).await
}

/// An entry of the journal under a batch: what happened to a product.
#[derive(Debug, Clone)]
pub(in crate::catalog) struct Written {
    pub(in crate::catalog) seq: i64,
    pub(in crate::catalog) action: String,
    pub(in crate::catalog) product_id: ProductId,
    pub(in crate::catalog) before: Option<Json<serde_json::Value>>,
    pub(in crate::catalog) after: Option<Json<serde_json::Value>>,
}
row!(Written { seq, action, product_id, before, after });

/// Entries of a batch backwards from a sequence number: the way of an undo.
pub(in crate::catalog) async fn written_before(
    c: Conn<'_>,
    scope: &StoreScope,
    id: BatchId,
    before: i64,
    limit: i64,
) -> Result<Vec<Written>> {
    let sql = "SELECT seq, action, subject_id, before, after FROM journal WHERE store_id = ?1 AND batch_id = ?2 AND seq < ?3 \
               AND subject = 'product' ORDER BY seq DESC LIMIT ?4";
    c.all(sql, p![scope.store(), id, before, limit]).await
}

/// Entries of a batch in their order.
pub(in crate::catalog) async fn written_after(
    c: Conn<'_>,
    scope: &StoreScope,
    id: BatchId,
    after: i64,
    limit: i64,
) -> Result<Vec<Written>> {
    let sql = "SELECT seq, action, subject_id, before, after FROM journal WHERE store_id = ?1 AND batch_id = ?2 AND seq > ?3 \
               AND subject = 'product' ORDER BY seq LIMIT ?4";
    c.all(sql, p![scope.store(), id, after, limit]).await
}

/// How many entries of products a batch has, counted up to `cap`.
pub(in crate::catalog) async fn count_written(c: Conn<'_>, scope: &StoreScope, id: BatchId, cap: i64) -> Result<i64> {
    let sql = "SELECT COUNT(*) FROM (SELECT seq FROM journal WHERE store_id = ?1 AND batch_id = ?2 AND subject = 'product' LIMIT ?3) AS counted";
    c.one(sql, p![scope.store(), id, cap]).await
}
