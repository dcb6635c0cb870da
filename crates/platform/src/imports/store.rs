//! Every statement on `imports` and `import_mappings`. A pass belongs to an import that was found as one of its kind.

pub mod rows;

use db::{Conn, Json, Result, Sql, p, row};
use kernel::{ImportId, Millis, StoreId, StoreScope, UserId};
use serde_json::Value;

use super::kind::Imported;
use super::model::{Column, Failure, Mode, Status};

/// An import.
#[derive(Debug, Clone)]
pub struct Import {
    /// Grows with time: lists are sorted by it.
    pub id: ImportId,
    /// The original file name, else [`super::Words::file_name`].
    pub file_name: String,
    pub(super) format: String,
    pub(super) status: Status,
    pub(super) storage_key: String,
    pub(super) header_fingerprint: String,
    pub(super) columns: Json<Vec<Column>>,
    pub(super) mapping: Json<Value>,
    pub(super) is_mapping_remembered: bool,
    pub(super) records: i64,
    pub(super) total: i64,
    pub(super) done: i64,
    pub(super) created_count: i64,
    pub(super) updated_count: i64,
    pub(super) unchanged_count: i64,
    pub(super) failed_count: i64,
    pub(super) kept_count: i64,
    pub(super) skipped_count: i64,
    pub(super) noted_count: i64,
    pub(super) mode: Mode,
    pub(super) pass: i64,
    pub(super) reached: i64,
    pub(super) error: Option<Json<Failure>>,
    pub(super) created_at: Millis,
    pub(super) finished_at: Option<Millis>,
    pub(super) version: i64,
}
row!(Import {
    id,
    file_name,
    format,
    status,
    storage_key,
    header_fingerprint,
    columns,
    mapping,
    is_mapping_remembered,
    records,
    total,
    done,
    created_count,
    updated_count,
    unchanged_count,
    failed_count,
    kept_count,
    skipped_count,
    noted_count,
    mode,
    pass,
    reached,
    error,
    created_at,
    finished_at,
    version,
});

impl Import {
    pub(super) fn status(&self) -> Status {
        self.status
    }

    pub(super) fn mode(&self) -> Mode {
        self.mode
    }

    /// The mapping of columns to fields.
    pub(super) fn mapping<K: Imported>(&self) -> serde_json::Result<K::Mapping> {
        serde_json::from_value(self.mapping.0.clone())
    }
}

const SELECT: &str = "SELECT id, file_name, format, status, storage_key, header_fingerprint, columns, mapping, is_mapping_remembered, records, \
     total, done, created_count, updated_count, unchanged_count, failed_count, kept_count, skipped_count, noted_count, mode, pass, reached, error, \
     created_at, finished_at, version FROM imports WHERE store_id = ";

pub(super) async fn find<K: Imported>(c: Conn<'_>, scope: &StoreScope, id: ImportId) -> Result<Option<Import>> {
    Sql::new(SELECT).arg("?", scope.store()).arg(" AND id = ?", id).arg(" AND kind = ?", K::WORDS.name).opt_row(c).await
}

/// The newest first, from before `before` where it is given.
pub(super) async fn list<K: Imported>(
    c: Conn<'_>,
    scope: &StoreScope,
    before: Option<ImportId>,
    offset: i64,
    limit: i64,
) -> Result<Vec<Import>> {
    Sql::new(SELECT)
        .arg("?", scope.store())
        .arg(" AND kind = ?", K::WORDS.name)
        .opt(" AND id < ?", before)
        .arg(" ORDER BY id DESC LIMIT ?", limit)
        .arg(" OFFSET ?", offset)
        .all(c)
        .await
}

/// Imports of the store, counted up to `cap`.
pub(super) async fn count<K: Imported>(c: Conn<'_>, scope: &StoreScope, cap: i64) -> Result<i64> {
    let sql = "SELECT COUNT(*) FROM (SELECT id FROM imports WHERE store_id = ?1 AND kind = ?3 LIMIT ?2) AS counted";
    c.one(sql, p![scope.store(), cap, K::WORDS.name]).await
}

/// Of the store's newest 50 imports, those that run and those that failed after a moment: what its owner is notified of.
///
/// # Errors
/// Of the database.
pub async fn count_noteworthy<K: Imported>(c: Conn<'_>, scope: &StoreScope, failed_after: Millis) -> Result<i64> {
    let sql = "SELECT COUNT(*) FROM (SELECT status, updated_at FROM imports WHERE store_id = ?1 AND kind = ?3 ORDER BY id DESC LIMIT 50) AS newest \
               WHERE status IN ('checking', 'running', 'undoing') OR (status = 'failed' AND updated_at > ?2)";
    c.one(sql, p![scope.store(), failed_after, K::WORDS.name]).await
}

/// An import to insert: its columns are not mapped yet.
pub(super) struct NewImport {
    pub(super) id: ImportId,
    pub(super) file_name: String,
    pub(super) storage_key: String,
    pub(super) header_fingerprint: String,
    pub(super) columns: Vec<Column>,
    pub(super) format: &'static str,
    pub(super) mapping: Value,
    pub(super) is_mapping_remembered: bool,
    pub(super) records: i64,
    pub(super) created_by: UserId,
}

pub(super) async fn insert<K: Imported>(c: Conn<'_>, scope: &StoreScope, now: Millis, new: &NewImport) -> Result<()> {
    let sql = "INSERT INTO imports (store_id, id, file_name, format, status, storage_key, header_fingerprint, columns, mapping, \
               is_mapping_remembered, records, total, done, created_count, updated_count, unchanged_count, failed_count, \
               kept_count, pass, reached, created_by, created_at, updated_at, version, kind, mode) \
               VALUES (?1, ?2, ?3, ?4, 'mapping', ?5, ?6, ?7, ?8, ?9, ?10, 0, 0, 0, 0, 0, 0, 0, 0, 0, ?11, ?12, ?12, 1, ?13, ?14)";
    c.exec(
        sql,
        p![
            scope.store(),
            new.id,
            new.file_name,
            new.format,
            new.storage_key,
            new.header_fingerprint,
            Json(&new.columns),
            Json(&new.mapping),
            new.is_mapping_remembered,
            new.records,
            new.created_by,
            now,
            K::WORDS.name,
            K::MODES[0].as_str()
        ],
    )
    .await?;
    Ok(())
}

/// Updates the mapping; false when the import is not in this state any more.
#[expect(clippy::too_many_arguments, reason = "one statement")]
pub(super) async fn set_mapping(
    c: Conn<'_>,
    scope: &StoreScope,
    now: Millis,
    id: ImportId,
    from: Status,
    to: Status,
    (mapping, format): (&Value, &'static str),
    mode: Mode,
) -> Result<bool> {
    let sql = "UPDATE imports SET mapping = ?5, format = ?6, mode = ?8, status = ?4, error = NULL, updated_at = ?7, version = version + 1 \
               WHERE store_id = ?1 AND id = ?2 AND status = ?3";
    let args = p![scope.store(), id, from.as_str(), to.as_str(), Json(mapping), format, now, mode.as_str()];
    Ok(c.exec(sql, args).await? == 1)
}

pub(super) async fn find_mapping(c: Conn<'_>, scope: &StoreScope, fingerprint: &str) -> Result<Option<Value>> {
    let sql = "SELECT mapping FROM import_mappings WHERE store_id = ?1 AND header_fingerprint = ?2";
    Ok(c.opt::<Json<Value>>(sql, p![scope.store(), fingerprint]).await?.map(|Json(mapping)| mapping))
}

pub(super) async fn upsert_mapping(
    c: Conn<'_>,
    scope: &StoreScope,
    now: Millis,
    fingerprint: &str,
    mapping: &Value,
) -> Result<()> {
    let sql = "INSERT INTO import_mappings (store_id, header_fingerprint, mapping, updated_at) VALUES (?1, ?2, ?3, ?4) \
               ON CONFLICT (store_id, header_fingerprint) DO UPDATE SET mapping = excluded.mapping, updated_at = excluded.updated_at";
    c.exec(sql, p![scope.store(), fingerprint, Json(mapping), now]).await?;
    Ok(())
}

/// Begins a pass of background work; its number, or none when the import is not in this state any more. `done` is the initial
/// progress; the counts are reset with `is_fresh`.
#[expect(clippy::too_many_arguments, reason = "one statement")]
pub(super) async fn begin_pass(
    c: Conn<'_>,
    scope: &StoreScope,
    now: Millis,
    id: ImportId,
    from: Status,
    to: Status,
    done: i64,
    is_fresh: bool,
) -> Result<Option<i64>> {
    let sql = "UPDATE imports SET status = ?4, pass = pass + 1, reached = 0, done = ?5, error = NULL, finished_at = NULL, \
               total = CASE WHEN ?6 THEN 0 ELSE total END, created_count = CASE WHEN ?6 THEN 0 ELSE created_count END, \
               updated_count = CASE WHEN ?6 THEN 0 ELSE updated_count END, unchanged_count = CASE WHEN ?6 THEN 0 ELSE unchanged_count END, \
               failed_count = CASE WHEN ?6 THEN 0 ELSE failed_count END, \
               skipped_count = CASE WHEN ?6 THEN 0 ELSE skipped_count END, \
               noted_count = CASE WHEN ?6 THEN 0 ELSE noted_count END, updated_at = ?7, version = version + 1 \
               WHERE store_id = ?1 AND id = ?2 AND status = ?3 RETURNING pass";
    c.opt(sql, p![scope.store(), id, from.as_str(), to.as_str(), done, is_fresh, now]).await
}

/// The progress of a pass: from which position to which, and the counts between.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Progress {
    pub(super) from: i64,
    pub(super) to: i64,
    pub(super) done: i64,
    pub(super) created: i64,
    pub(super) updated: i64,
    pub(super) unchanged: i64,
    pub(super) failed: i64,
    pub(super) not_undone: i64,
    pub(super) skipped: i64,
    pub(super) noted: i64,
}

/// Advances a pass; false when another worker has, or another pass has begun. It comes first in its transaction: the row is
/// locked, so that nothing is written twice.
pub(super) async fn advance(c: Conn<'_>, scope: &StoreScope, now: Millis, id: ImportId, pass: i64, by: Progress) -> Result<bool> {
    let Progress { from, to, done, created, updated, unchanged, failed, not_undone, skipped, noted } = by;
    let sql = "UPDATE imports SET reached = ?5, done = done + ?6, created_count = created_count + ?7, \
               updated_count = updated_count + ?8, unchanged_count = unchanged_count + ?9, failed_count = failed_count + ?10, \
               kept_count = kept_count + ?11, skipped_count = skipped_count + ?13, noted_count = noted_count + ?14, \
               updated_at = ?12, version = version + 1 \
               WHERE store_id = ?1 AND id = ?2 AND pass = ?3 AND reached = ?4 AND status IN ('checking', 'running', 'undoing')";
    let args = p![scope.store(), id, pass, from, to, done, created, updated, unchanged, failed, not_undone, now, skipped, noted];
    Ok(c.exec(sql, args).await? == 1)
}

/// The position of a pass as one worker knows it: its fencing token.
#[derive(Debug, Clone, Copy)]
pub(super) struct FencePosition {
    pub(super) import: ImportId,
    pub(super) pass: i64,
    pub(super) reached: i64,
}

/// Locks the import's row for the rest of the transaction; false when another worker has advanced it since, or another pass has
/// begun. All other writes of a pass run under this lock.
pub(super) async fn lock(c: Conn<'_>, scope: &StoreScope, at: FencePosition) -> Result<bool> {
    let sql = "SELECT reached FROM imports WHERE store_id = ?1 AND id = ?2 AND pass = ?3 AND reached = ?4 \
               AND status IN ('checking', 'running', 'undoing') FOR NO KEY UPDATE";
    Ok(c.opt::<i64>(sql, p![scope.store(), at.import, at.pass, at.reached]).await?.is_some())
}

/// Stores how many items the file holds, once it is read; false as of [`lock`].
pub(super) async fn set_total(c: Conn<'_>, scope: &StoreScope, at: FencePosition, total: i64) -> Result<bool> {
    let sql = "UPDATE imports SET total = ?5 WHERE store_id = ?1 AND id = ?2 AND pass = ?3 AND reached = ?4 \
               AND status IN ('checking', 'running', 'undoing')";
    Ok(c.exec(sql, p![scope.store(), at.import, at.pass, at.reached, total]).await? == 1)
}

/// Ends a pass; false when it has ended, another worker has advanced it, or another has begun.
pub(super) async fn end_pass(
    c: Conn<'_>,
    scope: &StoreScope,
    now: Millis,
    at: FencePosition,
    (from, to): (Status, Status),
    error: Option<&Failure>,
) -> Result<bool> {
    let sql = "UPDATE imports SET status = ?5, error = ?6, finished_at = ?7, undone_at = CASE WHEN ?8 THEN ?7 ELSE undone_at END, \
               updated_at = ?7, version = version + 1 WHERE store_id = ?1 AND id = ?2 AND pass = ?3 AND status = ?4 AND reached = ?9";
    let is_undone = to == Status::Undone;
    let args = p![scope.store(), at.import, at.pass, from.as_str(), to.as_str(), error.map(Json), now, is_undone, at.reached];
    Ok(c.exec(sql, args).await? == 1)
}

/// Imports of a kind of any store that were uploaded before a moment and are not running, with the keys of their files.
pub(super) async fn list_expired<K: Imported>(
    c: Conn<'_>,
    before: Millis,
    limit: i64,
) -> Result<Vec<(StoreId, ImportId, String)>> {
    let sql = "SELECT store_id, id, storage_key FROM imports WHERE kind = ?1 AND created_at <= ?2 \
               AND status NOT IN ('checking', 'running', 'undoing') ORDER BY created_at LIMIT ?3";
    c.all(sql, p![K::WORDS.name, before, limit]).await
}

/// Deletes an import; false when another worker has, or when it is running.
pub(super) async fn delete<K: Imported>(c: Conn<'_>, scope: &StoreScope, id: ImportId) -> Result<bool> {
    let sql =
        "DELETE FROM imports WHERE store_id = ?1 AND id = ?2 AND kind = ?3 AND status NOT IN ('checking', 'running', 'undoing')";
    Ok(c.exec(sql, p![scope.store(), id, K::WORDS.name]).await? == 1)
}
