//! Every statement on `import_rows`.

use db::{Conn, Json, Result, Sql, p, row};
use kernel::{ImportId, ProductId, StoreScope};

use crate::catalog::import::model::{RowMessage, RowOutcome};
use crate::catalog::model::Snapshot;

/// A product of the file and what became of it.
#[derive(Debug, Clone)]
pub(in crate::catalog::import) struct ImportRow {
    pub(in crate::catalog::import) position: i64,
    pub(in crate::catalog::import) outcome: String,
    pub(in crate::catalog::import) product_id: Option<ProductId>,
    pub(in crate::catalog::import) record: i64,
    pub(in crate::catalog::import) label: String,
    pub(in crate::catalog::import) errors: Json<Vec<RowMessage>>,
    pub(in crate::catalog::import) notes: Json<Vec<RowMessage>>,
}
row!(ImportRow { position, outcome, product_id, record, label, errors, notes });

/// What is written of a product of the file.
#[derive(Debug, Clone)]
pub(in crate::catalog::import) struct NewRow {
    /// Its first record in the file.
    pub(in crate::catalog::import) position: i64,
    /// The same as a spreadsheet numbers it.
    pub(in crate::catalog::import) line: i64,
    pub(in crate::catalog::import) outcome: RowOutcome,
    pub(in crate::catalog::import) product: Option<ProductId>,
    pub(in crate::catalog::import) version: Option<i64>,
    pub(in crate::catalog::import) label: String,
    pub(in crate::catalog::import) errors: Vec<RowMessage>,
    pub(in crate::catalog::import) notes: Vec<RowMessage>,
    pub(in crate::catalog::import) before: Option<Box<Snapshot>>,
}

pub(in crate::catalog::import) async fn put_row(c: Conn<'_>, scope: &StoreScope, id: ImportId, row: &NewRow) -> Result<()> {
    let sql = "INSERT INTO import_rows (store_id, import_id, position, outcome, product_id, product_version, record, label, errors, notes, before) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?11, ?7, ?8, ?9, ?10) ON CONFLICT (store_id, import_id, position) DO UPDATE SET \
               outcome = excluded.outcome, product_id = excluded.product_id, product_version = excluded.product_version, \
               label = excluded.label, errors = excluded.errors, notes = excluded.notes, before = excluded.before";
    let NewRow { position, line, outcome, product, version, label, errors, notes, before } = row;
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
            before.as_ref().map(Json),
            *line
        ],
    )
    .await?;
    Ok(())
}

/// Removes some rows of an earlier dry run; how many.
pub(in crate::catalog::import) async fn delete_rows(c: Conn<'_>, scope: &StoreScope, id: ImportId, limit: i64) -> Result<u64> {
    let sql = "DELETE FROM import_rows WHERE store_id = ?1 AND import_id = ?2 AND position IN \
               (SELECT position FROM import_rows WHERE store_id = ?1 AND import_id = ?2 ORDER BY position LIMIT ?3)";
    c.exec(sql, p![scope.store(), id, limit]).await
}

/// Rows in the order of the file.
pub(in crate::catalog::import) async fn list_rows(
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
pub(in crate::catalog::import) async fn count_rows(
    c: Conn<'_>,
    scope: &StoreScope,
    id: ImportId,
    outcomes: &[RowOutcome],
    cap: i64,
) -> Result<i64> {
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
pub(in crate::catalog::import) async fn failed_positions(
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
pub(in crate::catalog::import) struct Written {
    pub(in crate::catalog::import) position: i64,
    pub(in crate::catalog::import) outcome: String,
    pub(in crate::catalog::import) product_id: ProductId,
    pub(in crate::catalog::import) product_version: i64,
    pub(in crate::catalog::import) before: Option<Json<Snapshot>>,
}
row!(Written { position, outcome, product_id, product_version, before });

/// Rows that wrote a product, past `after`, in order.
pub(in crate::catalog::import) async fn written_rows(
    c: Conn<'_>,
    scope: &StoreScope,
    id: ImportId,
    after: i64,
    limit: i64,
) -> Result<Vec<Written>> {
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
pub(in crate::catalog::import) async fn set_outcome(
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

/// What a product was before this import wrote it for the first time; none when it has not, or has made it.
pub(in crate::catalog::import) async fn first_before(
    c: Conn<'_>,
    scope: &StoreScope,
    id: ImportId,
    product: ProductId,
) -> Result<Option<Json<Snapshot>>> {
    let sql = "SELECT before FROM import_rows WHERE store_id = ?1 AND product_id = ?2 AND import_id = ?3 AND outcome = 'updated' \
               AND before IS NOT NULL ORDER BY position LIMIT 1";
    c.opt(sql, p![scope.store(), product, id]).await
}

/// A later row of the same import has changed the product again: that is no change by somebody else.
pub(in crate::catalog::import) async fn follow_version_in(
    c: Conn<'_>,
    scope: &StoreScope,
    id: ImportId,
    product: ProductId,
    from: i64,
    to: i64,
) -> Result<()> {
    let sql = "UPDATE import_rows SET product_version = ?5 WHERE store_id = ?1 AND product_id = ?2 AND import_id = ?3 AND product_version = ?4 \
               AND outcome IN ('created', 'updated')";
    c.exec(sql, p![scope.store(), product, id, from, to]).await?;
    Ok(())
}

/// The import's own later change (a picture that came) is no change by somebody else.
pub(in crate::catalog::import) async fn follow_version(
    c: Conn<'_>,
    scope: &StoreScope,
    product: ProductId,
    from: i64,
    to: i64,
) -> Result<()> {
    let sql = "UPDATE import_rows SET product_version = ?4 WHERE store_id = ?1 AND product_id = ?2 AND product_version = ?3 \
               AND outcome IN ('created', 'updated')";
    c.exec(sql, p![scope.store(), product, from, to]).await?;
    Ok(())
}
