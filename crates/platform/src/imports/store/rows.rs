//! Every statement on `import_rows`.

use db::{Conn, Json, Result, Sql, p, row};
use kernel::{ImportId, StoreScope};
use serde_json::Value;

use crate::imports::model::{RowMessage, RowOutcome};

/// A thing of the file and what became of it.
#[derive(Debug, Clone)]
pub(in crate::imports) struct ImportRow {
    pub(in crate::imports) position: i64,
    pub(in crate::imports) outcome: RowOutcome,
    pub(in crate::imports) subject_id: Option<i64>,
    pub(in crate::imports) record: i64,
    pub(in crate::imports) label: String,
    pub(in crate::imports) errors: Json<Vec<RowMessage>>,
    pub(in crate::imports) notes: Json<Vec<RowMessage>>,
}
row!(ImportRow { position, outcome, subject_id, record, label, errors, notes });

/// What is written of a thing of the file.
#[derive(Debug, Clone)]
pub struct NewRow {
    /// Its first record in the file.
    pub position: i64,
    /// The same as a spreadsheet numbers it.
    pub line: i64,
    /// What became of it; of a dry run, what would.
    pub outcome: RowOutcome,
    /// The raw id of what it is in the store; none while it is nothing there.
    pub subject: Option<i64>,
    /// The version at which the write left the thing: an undo leaves alone what has another by then. None where nothing was written.
    pub version: Option<i64>,
    /// Its name, else what it is known by.
    pub label: String,
    /// Why it failed; empty where it did not.
    pub errors: Vec<RowMessage>,
    /// What was read differently or left out, or why it was left alone.
    pub notes: Vec<RowMessage>,
    /// What the write changed, as it was, in the shape of the kind; none where it changed nothing or made the thing.
    pub before: Option<Value>,
}

impl NewRow {
    /// Something of it was read differently or left out. Why a thing was left alone as a whole is no such note.
    #[must_use]
    pub fn is_noted(&self) -> bool {
        !self.notes.is_empty() && self.outcome != RowOutcome::Skipped
    }
}

/// Which rows are asked for.
#[derive(Debug, Clone, Copy)]
pub(in crate::imports) struct RowFilter<'a> {
    /// Any when empty.
    pub(in crate::imports) outcomes: &'a [RowOutcome],
    /// Those with notes, or those without.
    pub(in crate::imports) noted: Option<bool>,
}

impl RowFilter<'_> {
    fn add(self, sql: Sql) -> Sql {
        let sql = match self.noted {
            Some(true) => sql.raw(" AND is_noted"),
            Some(false) => sql.raw(" AND NOT is_noted"),
            None => sql,
        };
        if self.outcomes.is_empty() {
            return sql;
        }
        sql.list(" AND outcome IN ", self.outcomes.iter().map(|o| o.as_str()).collect::<Vec<_>>(), "")
    }
}

pub(in crate::imports) async fn upsert(c: Conn<'_>, scope: &StoreScope, id: ImportId, row: &NewRow) -> Result<()> {
    let sql = "INSERT INTO import_rows (store_id, import_id, position, outcome, subject_id, subject_version, record, label, errors, notes, before, is_noted) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?11, ?7, ?8, ?9, ?10, ?12) ON CONFLICT (store_id, import_id, position) DO UPDATE SET \
               outcome = excluded.outcome, subject_id = excluded.subject_id, subject_version = excluded.subject_version, \
               label = excluded.label, errors = excluded.errors, notes = excluded.notes, before = excluded.before, is_noted = excluded.is_noted";
    let NewRow { position, line, outcome, subject, version, label, errors, notes, before } = row;
    c.exec(
        sql,
        p![
            scope.store(),
            id,
            *position,
            outcome.as_str(),
            *subject,
            *version,
            label,
            Json(errors),
            Json(notes),
            before.as_ref().map(Json),
            *line,
            row.is_noted()
        ],
    )
    .await?;
    Ok(())
}

/// Removes some rows of an earlier dry run; how many.
pub(in crate::imports) async fn delete_some(c: Conn<'_>, scope: &StoreScope, id: ImportId, limit: i64) -> Result<u64> {
    let sql = "DELETE FROM import_rows WHERE store_id = ?1 AND import_id = ?2 AND position IN \
               (SELECT position FROM import_rows WHERE store_id = ?1 AND import_id = ?2 ORDER BY position LIMIT ?3)";
    c.exec(sql, p![scope.store(), id, limit]).await
}

/// Rows in the order of the file.
pub(in crate::imports) async fn list(
    c: Conn<'_>,
    scope: &StoreScope,
    id: ImportId,
    filter: RowFilter<'_>,
    after: Option<i64>,
    offset: i64,
    limit: i64,
) -> Result<Vec<ImportRow>> {
    let sql = Sql::new("SELECT position, outcome, subject_id, record, label, errors, notes FROM import_rows WHERE store_id = ")
        .arg("?", scope.store())
        .arg(" AND import_id = ?", id)
        .opt(" AND position > ?", after);
    filter.add(sql).arg(" ORDER BY position LIMIT ?", limit).arg(" OFFSET ?", offset).all(c).await
}

/// Rows, counted up to `cap`.
pub(in crate::imports) async fn count(
    c: Conn<'_>,
    scope: &StoreScope,
    id: ImportId,
    filter: RowFilter<'_>,
    cap: i64,
) -> Result<i64> {
    let sql = Sql::new("SELECT COUNT(*) FROM (SELECT position FROM import_rows WHERE store_id = ")
        .arg("?", scope.store())
        .arg(" AND import_id = ?", id);
    filter.add(sql).arg(" LIMIT ?) AS counted", cap).one(c).await
}

/// Positions of failed rows past `after`, in order.
pub(in crate::imports) async fn list_failed(
    c: Conn<'_>,
    scope: &StoreScope,
    id: ImportId,
    after: i64,
    limit: i64,
) -> Result<Vec<i64>> {
    let sql = "SELECT position FROM import_rows WHERE store_id = ?1 AND import_id = ?2 AND outcome = 'failed' AND position > ?3 \
               ORDER BY position LIMIT ?4";
    c.all(sql, p![scope.store(), id, after, limit]).await
}

/// A row that the undo takes back.
#[derive(Debug, Clone)]
pub struct Written {
    pub(in crate::imports) position: i64,
    pub(in crate::imports) outcome: RowOutcome,
    /// The raw id of what it wrote.
    pub subject_id: i64,
    /// The version at which the import left the thing: with another one somebody has changed it since.
    pub subject_version: i64,
    /// What the import changed, as it was, in the shape of the kind; none where it made the thing.
    pub before: Option<Json<Value>>,
}
impl Written {
    /// It made what it wrote.
    #[must_use]
    pub fn is_new(&self) -> bool {
        self.outcome == RowOutcome::Created
    }
}
row!(Written { position, outcome, subject_id, subject_version, before });

/// Rows that wrote something, past `after`, in order.
pub(in crate::imports) async fn list_written(
    c: Conn<'_>,
    scope: &StoreScope,
    id: ImportId,
    after: i64,
    limit: i64,
) -> Result<Vec<Written>> {
    // One statement for each outcome reads the index in order; one for both would sort every row of the import each time.
    let sql = "SELECT position, outcome, subject_id, subject_version, before FROM import_rows WHERE store_id = ?1 AND import_id = ?2 \
               AND outcome = ?3 AND position > ?4 AND subject_id IS NOT NULL AND subject_version IS NOT NULL ORDER BY position LIMIT ?5";
    let mut rows: Vec<Written> = c.all(sql, p![scope.store(), id, RowOutcome::Created.as_str(), after, limit]).await?;
    rows.extend(c.all::<Written>(sql, p![scope.store(), id, RowOutcome::Updated.as_str(), after, limit]).await?);
    rows.sort_by_key(|row| row.position);
    rows.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
    Ok(rows)
}

/// What the undo made of a row.
pub(in crate::imports) async fn set_outcome(
    c: Conn<'_>,
    scope: &StoreScope,
    id: ImportId,
    position: i64,
    outcome: RowOutcome,
    notes: &[RowMessage],
) -> Result<()> {
    let sql =
        "UPDATE import_rows SET outcome = ?4, notes = ?5, before = NULL WHERE store_id = ?1 AND import_id = ?2 AND position = ?3";
    c.exec(sql, p![scope.store(), id, position, outcome.as_str(), Json(notes.to_vec())]).await?;
    Ok(())
}

/// What a thing was before this import wrote it for the first time; none when it has not, or has made it.
///
/// # Errors
/// The database failed, or a row holds what this version cannot read.
pub async fn find_first_before(c: Conn<'_>, scope: &StoreScope, id: ImportId, subject: i64) -> Result<Option<Json<Value>>> {
    let sql = "SELECT before FROM import_rows WHERE store_id = ?1 AND subject_id = ?2 AND import_id = ?3 AND outcome = 'updated' \
               AND before IS NOT NULL ORDER BY position LIMIT 1";
    c.opt(sql, p![scope.store(), subject, id]).await
}

/// A later row of the same import has changed the thing again: that is no change by somebody else.
///
/// # Errors
/// The database failed.
pub async fn update_version_in(c: Conn<'_>, scope: &StoreScope, id: ImportId, subject: i64, from: i64, to: i64) -> Result<()> {
    let sql = "UPDATE import_rows SET subject_version = ?5 WHERE store_id = ?1 AND subject_id = ?2 AND import_id = ?3 AND subject_version = ?4 \
               AND outcome IN ('created', 'updated')";
    c.exec(sql, p![scope.store(), subject, id, from, to]).await?;
    Ok(())
}

/// The import's own later change (a picture that came) is no change by somebody else.
///
/// # Errors
/// The database failed.
pub async fn update_version(c: Conn<'_>, scope: &StoreScope, subject: i64, from: i64, to: i64) -> Result<()> {
    let sql = "UPDATE import_rows SET subject_version = ?4 WHERE store_id = ?1 AND subject_id = ?2 AND subject_version = ?3 \
               AND outcome IN ('created', 'updated')";
    c.exec(sql, p![scope.store(), subject, from, to]).await?;
    Ok(())
}

/// Things that other rows of this import are: they are taken, and no second row may write them.
///
/// # Errors
/// The database failed.
pub async fn list_claimed(c: Conn<'_>, scope: &StoreScope, id: ImportId, subjects: &[i64]) -> Result<Vec<(i64, i64)>> {
    if subjects.is_empty() {
        return Ok(Vec::new());
    }
    Sql::new("SELECT subject_id, position FROM import_rows WHERE store_id = ")
        .arg("?", scope.store())
        .list(" AND subject_id IN ", subjects.to_vec(), "")
        .arg(" AND import_id = ?", id)
        .all(c)
        .await
}
