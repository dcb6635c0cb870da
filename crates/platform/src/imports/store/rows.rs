//! Every statement on `import_rows`.

use db::{Conn, Json, Result, Sql, p, row};
use kernel::{ImportId, StoreScope};
use serde_json::Value;

use crate::imports::model::{RowMessage, RowOutcome};

/// An item of the file and its outcome.
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

/// The row of an item to insert.
#[derive(Debug, Clone)]
pub struct NewRow {
    /// Its first record in the file.
    pub position: i64,
    /// The same as a spreadsheet numbers it.
    pub line: i64,
    /// Its outcome; for a dry run, the expected one.
    pub outcome: RowOutcome,
    /// The raw id of its record in the store; none while there is none.
    pub subject: Option<i64>,
    /// The version of the record after the write: an undo skips a record with another version. None where nothing was written.
    pub version: Option<i64>,
    /// Its name, else its identifier.
    pub label: String,
    /// Why it failed; empty where it did not.
    pub errors: Vec<RowMessage>,
    /// What was parsed differently or left out, or why it was skipped.
    pub notes: Vec<RowMessage>,
    /// The former values that the write changed, in the format of the kind; none where it changed nothing or created the record.
    pub before: Option<Value>,
}

impl NewRow {
    /// Whether something of it was parsed differently or left out. The reason for skipping the whole item is no such note.
    #[must_use]
    pub fn is_noted(&self) -> bool {
        !self.notes.is_empty() && self.outcome != RowOutcome::Skipped
    }
}

/// The filter of a list of rows.
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

/// Deletes some rows of an earlier dry run; returns how many.
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

/// A row that the undo reverts.
#[derive(Debug, Clone)]
pub struct Written {
    pub(in crate::imports) position: i64,
    pub(in crate::imports) outcome: RowOutcome,
    /// The raw id of its record.
    pub subject_id: i64,
    /// The version of the record after the import: with another one it was changed since.
    pub subject_version: i64,
    /// The former values that the import changed, in the format of the kind; none where it created the record.
    pub before: Option<Json<Value>>,
}
impl Written {
    /// Whether it created the record.
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
    // One statement for each outcome reads the index in order; one for both would sort all rows of the import each time.
    let sql = "SELECT position, outcome, subject_id, subject_version, before FROM import_rows WHERE store_id = ?1 AND import_id = ?2 \
               AND outcome = ?3 AND position > ?4 AND subject_id IS NOT NULL AND subject_version IS NOT NULL ORDER BY position LIMIT ?5";
    let mut rows: Vec<Written> = c.all(sql, p![scope.store(), id, RowOutcome::Created.as_str(), after, limit]).await?;
    rows.extend(c.all::<Written>(sql, p![scope.store(), id, RowOutcome::Updated.as_str(), after, limit]).await?);
    rows.sort_by_key(|row| row.position);
    rows.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
    Ok(rows)
}

/// Stores the outcome of the undo for a row.
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

/// The values of a record before this import first wrote it; none when it has not, or has created it.
///
/// # Errors
/// The database failed, or a row holds what this version cannot read.
pub async fn find_first_before(c: Conn<'_>, scope: &StoreScope, id: ImportId, subject: i64) -> Result<Option<Json<Value>>> {
    let sql = "SELECT before FROM import_rows WHERE store_id = ?1 AND subject_id = ?2 AND import_id = ?3 AND outcome = 'updated' \
               AND before IS NOT NULL ORDER BY position LIMIT 1";
    c.opt(sql, p![scope.store(), subject, id]).await
}

/// A later row of the same import has changed the record again: this does not count as a change by others.
///
/// # Errors
/// The database failed.
pub async fn update_version_in(c: Conn<'_>, scope: &StoreScope, id: ImportId, subject: i64, from: i64, to: i64) -> Result<()> {
    let sql = "UPDATE import_rows SET subject_version = ?5 WHERE store_id = ?1 AND subject_id = ?2 AND import_id = ?3 AND subject_version = ?4 \
               AND outcome IN ('created', 'updated')";
    c.exec(sql, p![scope.store(), subject, id, from, to]).await?;
    Ok(())
}

/// The import's own later change (a downloaded picture) does not count as a change by others.
///
/// # Errors
/// The database failed.
pub async fn update_version(c: Conn<'_>, scope: &StoreScope, subject: i64, from: i64, to: i64) -> Result<()> {
    let sql = "UPDATE import_rows SET subject_version = ?4 WHERE store_id = ?1 AND subject_id = ?2 AND subject_version = ?3 \
               AND outcome IN ('created', 'updated')";
    c.exec(sql, p![scope.store(), subject, from, to]).await?;
    Ok(())
}

/// Records that other rows of this import have written: no second row may write them.
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
