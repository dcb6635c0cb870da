//! Every SQL statement of exports of customers.

use db::{Conn, Json, Result, Sql, p, row};
use kernel::{CustomerExportId, CustomerId, Millis, StoreId, StoreScope, UserId};

use super::rows::Column;
use crate::catalog::export::model::{Format, Frame, Status};
use crate::customers::padded;

/// An export.
#[derive(Debug, Clone)]
pub(super) struct Export {
    pub(super) id: CustomerExportId,
    pub(super) format: String,
    pub(super) status: String,
    pub(super) lang: String,
    pub(super) query: String,
    pub(super) items: Json<Vec<CustomerId>>,
    pub(super) columns: Json<Vec<Column>>,
    pub(super) total: i64,
    pub(super) is_total_capped: bool,
    pub(super) done: i64,
    pub(super) cursor: Option<String>,
    pub(super) frame: Json<Frame>,
    pub(super) parts: i64,
    pub(super) size_bytes: i64,
    pub(super) created_by: UserId,
    pub(super) created_at: Millis,
    pub(super) finished_at: Option<Millis>,
    pub(super) expires_at: Millis,
}
row!(Export {
    id,
    format,
    status,
    lang,
    query,
    items,
    columns,
    total,
    is_total_capped,
    done,
    cursor,
    frame,
    parts,
    size_bytes,
    created_by,
    created_at,
    finished_at,
    expires_at,
});

impl Export {
    pub(super) fn format(&self) -> Format {
        Format::parse(&self.format)
    }

    pub(super) fn status(&self) -> Status {
        Status::parse(&self.status)
    }
}

const SELECT: &str = "SELECT id, format, status, lang, query, items, columns, total, is_total_capped, done, cursor, frame, parts, size_bytes, \
     created_by, created_at, finished_at, expires_at FROM customer_exports WHERE store_id = ";

pub(super) async fn find(c: Conn<'_>, scope: &StoreScope, id: CustomerExportId) -> Result<Option<Export>> {
    Sql::new(SELECT).arg("?", scope.store()).arg(" AND id = ?", id).opt_row(c).await
}

/// The newest first.
pub(super) async fn list(c: Conn<'_>, scope: &StoreScope, now: Millis, limit: i64) -> Result<Vec<Export>> {
    Sql::new(SELECT).arg("?", scope.store()).arg(" AND expires_at > ?", now).arg(" ORDER BY id DESC LIMIT ?", limit).all(c).await
}

pub(super) async fn insert(c: Conn<'_>, scope: &StoreScope, export: &Export) -> Result<()> {
    let sql = "INSERT INTO customer_exports (store_id, id, format, status, lang, query, items, columns, total, is_total_capped, done, cursor, frame, \
               parts, size_bytes, created_by, created_at, updated_at, finished_at, expires_at) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?17, ?18, ?19)";
    let e = export.clone();
    let args = p![
        scope.store(),
        e.id,
        e.format,
        e.status,
        e.lang,
        e.query,
        e.items,
        e.columns,
        e.total,
        e.is_total_capped,
        e.done,
        e.cursor,
        e.frame,
        e.parts,
        e.size_bytes,
        e.created_by,
        e.created_at,
        e.finished_at,
        e.expires_at
    ];
    c.exec(sql, args).await?;
    Ok(())
}

/// Writes how far the work has come since `from_parts`; false when another worker has been quicker.
pub(super) async fn advance(c: Conn<'_>, scope: &StoreScope, now: Millis, from_parts: i64, to: &Export) -> Result<bool> {
    let sql = "UPDATE customer_exports SET status = ?4, done = ?5, cursor = ?6, frame = ?7, parts = ?8, size_bytes = ?9, updated_at = ?10, \
               finished_at = ?11 WHERE store_id = ?1 AND id = ?2 AND parts = ?3 AND status = 'running'";
    let e = to.clone();
    let args =
        p![scope.store(), e.id, from_parts, e.status, e.done, e.cursor, e.frame, e.parts, e.size_bytes, now, e.finished_at];
    Ok(c.exec(sql, args).await? == 1)
}

/// Exports whose time is over, of any store.
pub(super) async fn expired(c: Conn<'_>, now: Millis, limit: i64) -> Result<Vec<(StoreId, CustomerExportId)>> {
    let sql = "SELECT store_id, id FROM customer_exports WHERE expires_at <= ?1 ORDER BY expires_at LIMIT ?2";
    c.all(sql, p![now, limit]).await
}

pub(super) async fn delete(c: Conn<'_>, scope: &StoreScope, id: CustomerExportId) -> Result<bool> {
    Ok(c.exec("DELETE FROM customer_exports WHERE store_id = ?1 AND id = ?2", p![scope.store(), id]).await? == 1)
}

/// Those of the ids that are customers of the store.
pub(super) async fn known(c: Conn<'_>, scope: &StoreScope, ids: &[CustomerId]) -> Result<Vec<CustomerId>> {
    let sql = Sql::new("SELECT id FROM customers WHERE").arg(" store_id = ?", scope.store());
    sql.list(" AND id IN ", padded(ids), " LIMIT 500").all(c).await
}

/// Words about customers.
type Words = Vec<(CustomerId, String)>;

/// Names of the groups of some customers, by name.
pub(super) async fn groups(c: Conn<'_>, scope: &StoreScope, ids: &[CustomerId]) -> Result<Words> {
    let sql = Sql::new(
        "SELECT m.customer_id, g.name FROM customer_group_members m JOIN customer_groups g ON g.store_id = m.store_id AND g.id = m.group_id \
         WHERE",
    );
    sql.arg(" m.store_id = ?", scope.store())
        .list(" AND m.customer_id IN ", padded(ids), " ORDER BY g.name_key LIMIT 50000")
        .all(c)
        .await
}

/// Channels that some customers agreed to.
pub(super) async fn agreed(c: Conn<'_>, scope: &StoreScope, ids: &[CustomerId]) -> Result<Words> {
    let sql =
        Sql::new("SELECT customer_id, channel FROM customer_consents WHERE is_granted").arg(" AND store_id = ?", scope.store());
    sql.list(" AND customer_id IN ", padded(ids), " LIMIT 5000").all(c).await
}
