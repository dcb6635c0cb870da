//! Every statement on `imports`, `import_rows` and `import_mappings`, and on the import's marks of products.

use db::{Conn, Json, Result, Sql, p, row};
use kernel::{ImportId, Millis, ProductId, StoreScope, UserId};

use super::formats::Mapping;
use super::model::{Column, Failure, RowMessage, RowOutcome, Status};
use crate::catalog::model::Snapshot;

/// An import.
#[derive(Debug, Clone)]
pub(super) struct Import {
    pub(super) id: ImportId,
    pub(super) file_name: String,
    pub(super) format: String,
    pub(super) status: String,
    pub(super) storage_key: String,
    pub(super) header_fingerprint: String,
    pub(super) columns: Json<Vec<Column>>,
    pub(super) mapping: Json<Mapping>,
    pub(super) is_mapping_remembered: bool,
    pub(super) records: i64,
    pub(super) products_total: i64,
    pub(super) products_done: i64,
    pub(super) created_count: i64,
    pub(super) updated_count: i64,
    pub(super) unchanged_count: i64,
    pub(super) failed_count: i64,
    pub(super) kept_count: i64,
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
    products_total,
    products_done,
    created_count,
    updated_count,
    unchanged_count,
    failed_count,
    kept_count,
    pass,
    reached,
    error,
    created_at,
    finished_at,
    version,
});

impl Import {
    pub(super) fn status(&self) -> Status {
        Status::parse(&self.status).unwrap_or(Status::Failed)
    }
}

const SELECT: &str = "SELECT id, file_name, format, status, storage_key, header_fingerprint, columns, mapping, is_mapping_remembered, records, \
     products_total, products_done, created_count, updated_count, unchanged_count, failed_count, kept_count, pass, reached, error, \
     created_at, finished_at, version FROM imports WHERE store_id = ";

pub(super) async fn find(c: Conn<'_>, scope: &StoreScope, id: ImportId) -> Result<Option<Import>> {
    Sql::new(SELECT).arg("?", scope.store()).arg(" AND id = ?", id).opt_row(c).await
}

/// The newest first, from before `before` where it is given.
pub(super) async fn list(
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
pub(super) async fn count(c: Conn<'_>, scope: &StoreScope, cap: i64) -> Result<i64> {
    c.one("SELECT COUNT(*) FROM (SELECT id FROM imports WHERE store_id = ?1 LIMIT ?2) AS counted", p![scope.store(), cap]).await
}

pub(super) struct NewImport {
    pub(super) id: ImportId,
    pub(super) file_name: String,
    pub(super) storage_key: String,
    pub(super) header_fingerprint: String,
    pub(super) columns: Vec<Column>,
    pub(super) mapping: Mapping,
    pub(super) is_mapping_remembered: bool,
    pub(super) records: i64,
    pub(super) created_by: UserId,
}

pub(super) async fn insert(c: Conn<'_>, scope: &StoreScope, now: Millis, new: &NewImport) -> Result<()> {
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
pub(super) async fn set_mapping(
    c: Conn<'_>,
    scope: &StoreScope,
    now: Millis,
    id: ImportId,
    from: Status,
    to: Status,
    mapping: &Mapping,
) -> Result<bool> {
    let sql = "UPDATE imports SET mapping = ?5, format = ?6, status = ?4, error = NULL, updated_at = ?7, version = version + 1 \
               WHERE store_id = ?1 AND id = ?2 AND status = ?3";
    let args = p![scope.store(), id, from.as_str(), to.as_str(), Json(mapping), mapping.format.as_str(), now];
    Ok(c.exec(sql, args).await? == 1)
}

pub(super) async fn find_mapping(c: Conn<'_>, scope: &StoreScope, fingerprint: &str) -> Result<Option<Mapping>> {
    let sql = "SELECT mapping FROM import_mappings WHERE store_id = ?1 AND header_fingerprint = ?2";
    Ok(c.opt::<Json<Mapping>>(sql, p![scope.store(), fingerprint]).await?.map(|Json(mapping)| mapping))
}

pub(super) async fn put_mapping(
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
    let sql = "UPDATE imports SET status = ?4, pass = pass + 1, reached = 0, products_done = ?5, error = NULL, finished_at = NULL, \
               products_total = CASE WHEN ?6 THEN 0 ELSE products_total END, created_count = CASE WHEN ?6 THEN 0 ELSE created_count END, \
               updated_count = CASE WHEN ?6 THEN 0 ELSE updated_count END, unchanged_count = CASE WHEN ?6 THEN 0 ELSE unchanged_count END, \
               failed_count = CASE WHEN ?6 THEN 0 ELSE failed_count END, updated_at = ?7, version = version + 1 \
               WHERE store_id = ?1 AND id = ?2 AND status = ?3 RETURNING pass";
    c.opt(sql, p![scope.store(), id, from.as_str(), to.as_str(), done, is_fresh, now]).await
}

/// How a pass goes on: from where to where, and what it counted between.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Progress {
    pub(super) from: i64,
    pub(super) to: i64,
    pub(super) done: i64,
    pub(super) created: i64,
    pub(super) updated: i64,
    pub(super) unchanged: i64,
    pub(super) failed: i64,
    pub(super) kept: i64,
}

/// Moves a pass on; false when another worker has, or another pass has begun. It comes first in its transaction: the row
/// is locked, so that nothing is written twice.
pub(super) async fn advance(c: Conn<'_>, scope: &StoreScope, now: Millis, id: ImportId, pass: i64, by: Progress) -> Result<bool> {
    let Progress { from, to, done, created, updated, unchanged, failed, kept } = by;
    let sql = "UPDATE imports SET reached = ?5, products_done = products_done + ?6, created_count = created_count + ?7, \
               updated_count = updated_count + ?8, unchanged_count = unchanged_count + ?9, failed_count = failed_count + ?10, \
               kept_count = kept_count + ?11, updated_at = ?12, version = version + 1 \
               WHERE store_id = ?1 AND id = ?2 AND pass = ?3 AND reached = ?4 AND status IN ('checking', 'running', 'undoing')";
    let args = p![scope.store(), id, pass, from, to, done, created, updated, unchanged, failed, kept, now];
    Ok(c.exec(sql, args).await? == 1)
}

/// Says how many products the file holds, once it is read.
pub(super) async fn set_total(c: Conn<'_>, scope: &StoreScope, id: ImportId, pass: i64, total: i64) -> Result<()> {
    let sql = "UPDATE imports SET products_total = ?4 WHERE store_id = ?1 AND id = ?2 AND pass = ?3";
    c.exec(sql, p![scope.store(), id, pass, total]).await?;
    Ok(())
}

/// Ends a pass; false when it has been ended or another has begun.
#[allow(clippy::too_many_arguments, reason = "one statement")]
pub(super) async fn end_pass(
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

// ---- rows -----------------------------------------------------------------------------------------------------------

/// A product of the file and what became of it.
#[derive(Debug, Clone)]
pub(super) struct ImportRow {
    pub(super) position: i64,
    pub(super) outcome: String,
    pub(super) product_id: Option<ProductId>,
    pub(super) record: i64,
    pub(super) label: String,
    pub(super) errors: Json<Vec<RowMessage>>,
    pub(super) notes: Json<Vec<RowMessage>>,
}
row!(ImportRow { position, outcome, product_id, record, label, errors, notes });

/// What is written of a product of the file.
#[derive(Debug, Clone)]
pub(super) struct NewRow {
    /// Its first record in the file.
    pub(super) position: i64,
    pub(super) outcome: RowOutcome,
    pub(super) product: Option<ProductId>,
    pub(super) version: Option<i64>,
    pub(super) label: String,
    pub(super) errors: Vec<RowMessage>,
    pub(super) notes: Vec<RowMessage>,
    pub(super) before: Option<Box<Snapshot>>,
}

pub(super) async fn put_row(c: Conn<'_>, scope: &StoreScope, id: ImportId, row: &NewRow) -> Result<()> {
    let sql = "INSERT INTO import_rows (store_id, import_id, position, outcome, product_id, product_version, record, label, errors, notes, before) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?3, ?7, ?8, ?9, ?10) ON CONFLICT (store_id, import_id, position) DO UPDATE SET \
               outcome = excluded.outcome, product_id = excluded.product_id, product_version = excluded.product_version, \
               label = excluded.label, errors = excluded.errors, notes = excluded.notes, before = excluded.before";
    let NewRow { position, outcome, product, version, label, errors, notes, before } = row;
    c.exec(
        sql,
        p![
            scope.store(),
            id,
            *position,
            outcome.as_str(),
            *product,
            *version,
            label,
            Json(errors),
            Json(notes),
            before.as_ref().map(Json)
        ],
    )
    .await?;
    Ok(())
}

/// Removes some rows of an earlier dry run; how many.
pub(super) async fn delete_rows(c: Conn<'_>, scope: &StoreScope, id: ImportId, limit: i64) -> Result<u64> {
    let sql = "DELETE FROM import_rows WHERE store_id = ?1 AND import_id = ?2 AND position IN \
               (SELECT position FROM import_rows WHERE store_id = ?1 AND import_id = ?2 ORDER BY position LIMIT ?3)";
    c.exec(sql, p![scope.store(), id, limit]).await
}

/// Rows in the order of the file.
pub(super) async fn list_rows(
    c: Conn<'_>,
    scope: &StoreScope,
    id: ImportId,
    outcomes: &[RowOutcome],
    after: Option<i64>,
    offset: i64,
    limit: i64,
) -> Result<Vec<ImportRow>> {
    let sql = Sql::new("SELECT position, outcome, product_id, record, label, errors, notes FROM import_rows WHERE store_id = ")
        .arg("?", scope.store())
        .arg(" AND import_id = ?", id)
        .opt(" AND position > ?", after);
    let sql = if outcomes.is_empty() {
        sql
    } else {
        sql.list(" AND outcome IN ", outcomes.iter().map(|o| o.as_str()).collect::<Vec<_>>(), "")
    };
    sql.arg(" ORDER BY position LIMIT ?", limit).arg(" OFFSET ?", offset).all(c).await
}

/// Rows, counted up to `cap`.
pub(super) async fn count_rows(c: Conn<'_>, scope: &StoreScope, id: ImportId, outcomes: &[RowOutcome], cap: i64) -> Result<i64> {
    let sql = Sql::new("SELECT COUNT(*) FROM (SELECT position FROM import_rows WHERE store_id = ")
        .arg("?", scope.store())
        .arg(" AND import_id = ?", id);
    let sql = if outcomes.is_empty() {
        sql
    } else {
        sql.list(" AND outcome IN ", outcomes.iter().map(|o| o.as_str()).collect::<Vec<_>>(), "")
    };
    sql.arg(" LIMIT ?) AS counted", cap).one(c).await
}

/// Positions of failed rows past `after`, in order.
pub(super) async fn failed_positions(c: Conn<'_>, scope: &StoreScope, id: ImportId, after: i64, limit: i64) -> Result<Vec<i64>> {
    let sql = "SELECT position FROM import_rows WHERE store_id = ?1 AND import_id = ?2 AND outcome = 'failed' AND position > ?3 \
               ORDER BY position LIMIT ?4";
    c.all(sql, p![scope.store(), id, after, limit]).await
}

/// A row that the undo takes back.
#[derive(Debug, Clone)]
pub(super) struct Written {
    pub(super) position: i64,
    pub(super) outcome: String,
    pub(super) product_id: ProductId,
    pub(super) product_version: i64,
    pub(super) before: Option<Json<Snapshot>>,
}
row!(Written { position, outcome, product_id, product_version, before });

/// Rows that wrote a product, past `after`, in order.
pub(super) async fn written_rows(c: Conn<'_>, scope: &StoreScope, id: ImportId, after: i64, limit: i64) -> Result<Vec<Written>> {
    // One statement for each outcome walks the index; one for both would sort every row of the import each time.
    let sql = "SELECT position, outcome, product_id, product_version, before FROM import_rows WHERE store_id = ?1 AND import_id = ?2 \
               AND outcome = ?3 AND position > ?4 AND product_id IS NOT NULL AND product_version IS NOT NULL ORDER BY position LIMIT ?5";
    let mut rows: Vec<Written> = c.all(sql, p![scope.store(), id, RowOutcome::Created.as_str(), after, limit]).await?;
    rows.extend(c.all::<Written>(sql, p![scope.store(), id, RowOutcome::Updated.as_str(), after, limit]).await?);
    rows.sort_by_key(|row| row.position);
    rows.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
    Ok(rows)
}

/// What the undo made of a row.
pub(super) async fn set_outcome(
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

/// The import's own later change (a picture that came) is no change by somebody else.
pub(super) async fn follow_version(c: Conn<'_>, scope: &StoreScope, product: ProductId, from: i64, to: i64) -> Result<()> {
    let sql = "UPDATE import_rows SET product_version = ?4 WHERE store_id = ?1 AND product_id = ?2 AND product_version = ?3 \
               AND outcome IN ('created', 'updated')";
    c.exec(sql, p![scope.store(), product, from, to]).await?;
    Ok(())
}

/// Categories that the import made, the newest first.
pub(super) async fn made_categories(c: Conn<'_>, scope: &StoreScope, id: ImportId) -> Result<Vec<kernel::CategoryId>> {
    let sql = "SELECT subject_id FROM journal WHERE store_id = ?1 AND batch_id = ?2 AND subject = 'category' AND action = 'create' \
               ORDER BY seq DESC LIMIT 1000";
    c.all(sql, p![scope.store(), id]).await
}

/// The category is as it was made: nothing is in it or below it, and nobody has changed it.
pub(super) async fn is_bare_category(c: Conn<'_>, scope: &StoreScope, id: kernel::CategoryId) -> Result<bool> {
    let sql = "SELECT x.id FROM categories x WHERE x.store_id = ?1 AND x.id = ?2 AND x.version = 1 \
               AND NOT EXISTS (SELECT y.id FROM categories y WHERE y.store_id = ?1 AND y.parent_id = ?2) \
               AND NOT EXISTS (SELECT p.id FROM product_categories pc JOIN products p ON p.store_id = pc.store_id AND p.id = pc.product_id \
               WHERE pc.store_id = ?1 AND pc.category_id = ?2 AND p.deleted_at IS NULL)";
    Ok(c.opt::<kernel::CategoryId>(sql, p![scope.store(), id]).await?.is_some())
}

// ---- products -------------------------------------------------------------------------------------------------------

/// A product that a mark has found.
#[derive(Debug, Clone)]
pub(super) struct Marked {
    pub(super) id: ProductId,
    pub(super) mark: String,
    pub(super) import_key: Option<String>,
}
row!(Marked { id, mark, import_key });

/// Live products with one of these import keys.
pub(super) async fn by_key(c: Conn<'_>, scope: &StoreScope, keys: Vec<String>) -> Result<Vec<Marked>> {
    marked(
        "SELECT id, import_key, import_key FROM products WHERE store_id = ",
        " AND deleted_at IS NULL AND import_key IN ",
        c,
        scope,
        keys,
    )
    .await
}

/// Live products with one of these SKUs.
pub(super) async fn by_sku(c: Conn<'_>, scope: &StoreScope, skus: Vec<String>) -> Result<Vec<Marked>> {
    marked("SELECT id, sku, import_key FROM products WHERE store_id = ", " AND deleted_at IS NULL AND sku IN ", c, scope, skus)
        .await
}

/// Live products with a variant of one of these SKUs.
pub(super) async fn by_variant_sku(c: Conn<'_>, scope: &StoreScope, skus: Vec<String>) -> Result<Vec<Marked>> {
    let select = "SELECT p.id, v.sku, p.import_key FROM product_variants v JOIN products p ON p.store_id = v.store_id AND p.id = v.product_id \
                  WHERE v.store_id = ";
    marked(select, " AND p.deleted_at IS NULL AND v.sku IN ", c, scope, skus).await
}

/// Live products at one of these links.
pub(super) async fn by_link(c: Conn<'_>, scope: &StoreScope, links: Vec<String>) -> Result<Vec<Marked>> {
    marked(
        "SELECT id, page_link_key, import_key FROM products WHERE store_id = ",
        " AND deleted_at IS NULL AND page_link_key IN ",
        c,
        scope,
        links,
    )
    .await
}

async fn marked(
    select: &'static str,
    condition: &'static str,
    c: Conn<'_>,
    scope: &StoreScope,
    marks: Vec<String>,
) -> Result<Vec<Marked>> {
    if marks.is_empty() {
        return Ok(Vec::new());
    }
    Sql::new(select).arg("?", scope.store()).list(condition, marks, "").all(c).await
}

/// Products of other rows of this import: they are taken, and no second row may write them.
pub(super) async fn taken_products(
    c: Conn<'_>,
    scope: &StoreScope,
    id: ImportId,
    products: &[ProductId],
) -> Result<Vec<(ProductId, i64)>> {
    if products.is_empty() {
        return Ok(Vec::new());
    }
    Sql::new("SELECT product_id, position FROM import_rows WHERE store_id = ")
        .arg("?", scope.store())
        .list(" AND product_id IN ", products.to_vec(), "")
        .arg(" AND import_id = ?", id)
        .all(c)
        .await
}

/// Marks a product as the import's.
pub(super) async fn set_key(c: Conn<'_>, scope: &StoreScope, product: ProductId, import: ImportId, key: &str) -> Result<()> {
    let sql = "UPDATE products SET import_id = ?3, import_key = ?4 WHERE store_id = ?1 AND id = ?2";
    c.exec(sql, p![scope.store(), product, import, key]).await?;
    Ok(())
}

/// The version a product is at.
pub(super) async fn version_of(c: Conn<'_>, scope: &StoreScope, product: ProductId) -> Result<i64> {
    c.one("SELECT version FROM products WHERE store_id = ?1 AND id = ?2", p![scope.store(), product]).await
}
