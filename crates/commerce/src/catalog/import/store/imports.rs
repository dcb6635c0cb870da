//! Every statement on `imports` and `import_mappings`.

use db::{Conn, Json, Result, Sql, p, row};
use kernel::{ImportId, Millis, StoreScope, UserId};

use crate::catalog::import::formats::Mapping;
use crate::catalog::import::model::{Column, Failure, Mode, Status};

/// An import.
#[derive(Debug, Clone)]
pub(in crate::catalog::import) struct Import {
    pub(in crate::catalog::import) id: ImportId,
    pub(in crate::catalog::import) file_name: String,
    pub(in crate::catalog::import) format: String,
    pub(in crate::catalog::import) status: String,
    pub(in crate::catalog::import) storage_key: String,
    pub(in crate::catalog::import) header_fingerprint: String,
    pub(in crate::catalog::import) columns: Json<Vec<Column>>,
    pub(in crate::catalog::import) mapping: Json<Mapping>,
    pub(in crate::catalog::import) is_mapping_remembered: bool,
    pub(in crate::catalog::import) records: i64,
    pub(in crate::catalog::import) products_total: i64,
    pub(in crate::catalog::import) products_done: i64,
    pub(in crate::catalog::import) created_count: i64,
    pub(in crate::catalog::import) updated_count: i64,
    pub(in crate::catalog::import) unchanged_count: i64,
    pub(in crate::catalog::import) failed_count: i64,
    pub(in crate::catalog::import) kept_count: i64,
    pub(in crate::catalog::import) skipped_count: i64,
    pub(in crate::catalog::import) mode: String,
    pub(in crate::catalog::import) pass: i64,
    pub(in crate::catalog::import) reached: i64,
    pub(in crate::catalog::import) error: Option<Json<Failure>>,
    pub(in crate::catalog::import) created_at: Millis,
    pub(in crate::catalog::import) finished_at: Option<Millis>,
    pub(in crate::catalog::import) version: i64,
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
    products_total,
    products_done,
    created_count,
    updated_count,
    unchanged_count,
    failed_count,
    kept_count,
    skipped_count,
    mode,
    pass,
    reached,
    error,
    created_at,
    finished_at,
    version,
});

impl Import {
    pub(in crate::catalog::import) fn status(&self) -> Status {
        Status::parse(&self.status).unwrap_or(Status::Failed)
    }

    pub(in crate::catalog::import) fn mode(&self) -> Mode {
        Mode::parse(&self.mode).unwrap_or(Mode::Both)
    }
}

const SELECT: &str = "SELECT id, file_name, format, status, storage_key, header_fingerprint, columns, mapping, is_mapping_remembered, records, \
     products_total, products_done, created_count, updated_count, unchanged_count, failed_count, kept_count, skipped_count, mode, pass, reached, error, \
     created_at, finished_at, version FROM imports WHERE store_id = ";

pub(in crate::catalog::import) async fn find(c: Conn<'_>, scope: &StoreScope, id: ImportId) -> Result<Option<Import>> {
    Sql::new(SELECT).arg("?", scope.store()).arg(" AND id = ?", id).opt_row(c).await
}

/// The newest first, from before `before` where it is given.
pub(in crate::catalog::import) async fn list(
    c: Conn<'_>,
    scope: &StoreScope,
    before: Option<ImportId>,
    offset: i64,
    limit: i64,
) -> Result<Vec<Import>> {
    Sql::new(SELECT)
        .arg("?", scope.store())
        .opt(" AND id < ?", before)
        .arg(" ORDER BY id DESC LIMIT ?", limit)
        .arg(" OFFSET ?", offset)
        .all(c)
        .await
}

/// Imports of the store, counted up to `cap`.
pub(in crate::catalog::import) async fn count(c: Conn<'_>, scope: &StoreScope, cap: i64) -> Result<i64> {
    c.one("SELECT COUNT(*) FROM (SELECT id FROM imports WHERE store_id = ?1 LIMIT ?2) AS counted", p![scope.store(), cap]).await
}

pub(in crate::catalog::import) struct NewImport {
    pub(in crate::catalog::import) id: ImportId,
    pub(in crate::catalog::import) file_name: String,
    pub(in crate::catalog::import) storage_key: String,
    pub(in crate::catalog::import) header_fingerprint: String,
    pub(in crate::catalog::import) columns: Vec<Column>,
    pub(in crate::catalog::import) mapping: Mapping,
    pub(in crate::catalog::import) is_mapping_remembered: bool,
    pub(in crate::catalog::import) records: i64,
    pub(in crate::catalog::import) created_by: UserId,
}

pub(in crate::catalog::import) async fn insert(c: Conn<'_>, scope: &StoreScope, now: Millis, new: &NewImport) -> Result<()> {
    let sql = "INSERT INTO imports (store_id, id, file_name, format, status, storage_key, header_fingerprint, columns, mapping, \
               is_mapping_remembered, records, products_total, products_done, created_count, updated_count, unchanged_count, failed_count, \
               kept_count, pass, reached, created_by, created_at, updated_at, version) \
               VALUES (?1, ?2, ?3, ?4, 'mapping', ?5, ?6, ?7, ?8, ?9, ?10, 0, 0, 0, 0, 0, 0, 0, 0, 0, ?11, ?12, ?12, 1)";
    c.exec(
        sql,
        p![
            scope.store(),
            new.id,
            new.file_name,
            new.mapping.format.as_str(),
            new.storage_key,
            new.header_fingerprint,
            Json(&new.columns),
            Json(&new.mapping),
            new.is_mapping_remembered,
            new.records,
            new.created_by,
            now
        ],
    )
    .await?;
    Ok(())
}

/// Writes the mapping; false when the import is not in this status any more.
#[allow(clippy::too_many_arguments, reason = "one statement")]
pub(in crate::catalog::import) async fn set_mapping(
    c: Conn<'_>,
    scope: &StoreScope,
    now: Millis,
    id: ImportId,
    from: Status,
    to: Status,
    mapping: &Mapping,
    mode: Mode,
) -> Result<bool> {
    let sql = "UPDATE imports SET mapping = ?5, format = ?6, mode = ?8, status = ?4, error = NULL, updated_at = ?7, version = version + 1 \
               WHERE store_id = ?1 AND id = ?2 AND status = ?3";
    let args = p![scope.store(), id, from.as_str(), to.as_str(), Json(mapping), mapping.format.as_str(), now, mode.as_str()];
    Ok(c.exec(sql, args).await? == 1)
}

pub(in crate::catalog::import) async fn find_mapping(
    c: Conn<'_>,
    scope: &StoreScope,
    fingerprint: &str,
) -> Result<Option<Mapping>> {
    let sql = "SELECT mapping FROM import_mappings WHERE store_id = ?1 AND header_fingerprint = ?2";
    Ok(c.opt::<Json<Mapping>>(sql, p![scope.store(), fingerprint]).await?.map(|Json(mapping)| mapping))
}

pub(in crate::catalog::import) async fn put_mapping(
    c: Conn<'_>,
    scope: &StoreScope,
    now: Millis,
    fingerprint: &str,
    mapping: &Mapping,
) -> Result<()> {
    let sql = "INSERT INTO import_mappings (store_id, header_fingerprint, mapping, updated_at) VALUES (?1, ?2, ?3, ?4) \
               ON CONFLICT (store_id, header_fingerprint) DO UPDATE SET mapping = excluded.mapping, updated_at = excluded.updated_at";
    c.exec(sql, p![scope.store(), fingerprint, Json(mapping), now]).await?;
    Ok(())
}

/// Begins a pass of background work; its number, or none when the import is not in this status any more.
/// `done` is where the progress begins; the counts begin anew with `is_fresh`.
#[allow(clippy::too_many_arguments, reason = "one statement")]
pub(in crate::catalog::import) async fn begin_pass(
    c: Conn<'_>,
    scope: &StoreScope,
    now: Millis,
    id: ImportId,
    from: Status,
    to: Status,
    done: i64,
    is_fresh: bool,
) -> Result<Option<i64>> {
    let sql = "UPDATE imports SET status = ?4, pass = pass + 1, reached = 0, products_done = ?5, error = NULL, finished_at = NULL, \
               products_total = CASE WHEN ?6 THEN 0 ELSE products_total END, created_count = CASE WHEN ?6 THEN 0 ELSE created_count END, \
               updated_count = CASE WHEN ?6 THEN 0 ELSE updated_count END, unchanged_count = CASE WHEN ?6 THEN 0 ELSE unchanged_count END, \
               failed_count = CASE WHEN ?6 THEN 0 ELSE failed_count END, \
               skipped_count = CASE WHEN ?6 THEN 0 ELSE skipped_count END, updated_at = ?7, version = version + 1 \
               WHERE store_id = ?1 AND id = ?2 AND status = ?3 RETURNING pass";
    c.opt(sql, p![scope.store(), id, from.as_str(), to.as_str(), done, is_fresh, now]).await
}

/// How a pass goes on: from where to where, and what it counted between.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::catalog::import) struct Progress {
    pub(in crate::catalog::import) from: i64,
    pub(in crate::catalog::import) to: i64,
    pub(in crate::catalog::import) done: i64,
    pub(in crate::catalog::import) created: i64,
    pub(in crate::catalog::import) updated: i64,
    pub(in crate::catalog::import) unchanged: i64,
    pub(in crate::catalog::import) failed: i64,
    pub(in crate::catalog::import) kept: i64,
    pub(in crate::catalog::import) skipped: i64,
}

/// Moves a pass on; false when another worker has, or another pass has begun. It comes first in its transaction: the row
/// is locked, so that nothing is written twice.
pub(in crate::catalog::import) async fn advance(
    c: Conn<'_>,
    scope: &StoreScope,
    now: Millis,
    id: ImportId,
    pass: i64,
    by: Progress,
) -> Result<bool> {
    let Progress { from, to, done, created, updated, unchanged, failed, kept, skipped } = by;
    let sql = "UPDATE imports SET reached = ?5, products_done = products_done + ?6, created_count = created_count + ?7, \
               updated_count = updated_count + ?8, unchanged_count = unchanged_count + ?9, failed_count = failed_count + ?10, \
               kept_count = kept_count + ?11, skipped_count = skipped_count + ?13, updated_at = ?12, version = version + 1 \
               WHERE store_id = ?1 AND id = ?2 AND pass = ?3 AND reached = ?4 AND status IN ('checking', 'running', 'undoing')";
    let args = p![scope.store(), id, pass, from, to, done, created, updated, unchanged, failed, kept, now, skipped];
    Ok(c.exec(sql, args).await? == 1)
}

/// Says how many products the file holds, once it is read.
pub(in crate::catalog::import) async fn set_total(
    c: Conn<'_>,
    scope: &StoreScope,
    id: ImportId,
    pass: i64,
    total: i64,
) -> Result<()> {
    let sql = "UPDATE imports SET products_total = ?4 WHERE store_id = ?1 AND id = ?2 AND pass = ?3";
    c.exec(sql, p![scope.store(), id, pass, total]).await?;
    Ok(())
}

/// Ends a pass; false when it has been ended or another has begun.
#[allow(clippy::too_many_arguments, reason = "one statement")]
pub(in crate::catalog::import) async fn end_pass(
    c: Conn<'_>,
    scope: &StoreScope,
    now: Millis,
    id: ImportId,
    pass: i64,
    from: Status,
    to: Status,
    error: Option<&Failure>,
) -> Result<bool> {
    let sql = "UPDATE imports SET status = ?5, error = ?6, finished_at = ?7, undone_at = CASE WHEN ?8 THEN ?7 ELSE undone_at END, \
               updated_at = ?7, version = version + 1 WHERE store_id = ?1 AND id = ?2 AND pass = ?3 AND status = ?4";
    let is_undone = to == Status::Undone;
    Ok(c.exec(sql, p![scope.store(), id, pass, from.as_str(), to.as_str(), error.map(Json), now, is_undone]).await? == 1)
}
