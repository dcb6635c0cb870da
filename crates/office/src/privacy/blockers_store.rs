//! The statements on running work that blocks an erasure: exports, imports, batches.

use db::{Conn, Result, Sql, p};
use kernel::{ImportId, Millis, OrderId, StoreScope};

use super::person::Person;

/// A file with customers, orders or carts is being written.
pub(super) async fn has_running_export(c: Conn<'_>, scope: &StoreScope) -> Result<bool> {
    let sql =
        "SELECT id FROM exports WHERE store_id = ?1 AND kind IN ('customer', 'order', 'cart') AND status = 'running' LIMIT 1";
    Ok(c.opt::<i64>(sql, p![scope.store()]).await?.is_some())
}

/// A file with customers, orders or carts exists, or is being written.
pub(super) async fn has_export(c: Conn<'_>, scope: &StoreScope) -> Result<bool> {
    let sql = "SELECT id FROM exports WHERE store_id = ?1 AND kind IN ('customer', 'order', 'cart') LIMIT 1";
    Ok(c.opt::<i64>(sql, p![scope.store()]).await?.is_some())
}

/// Customers are being imported, or an import of them undone.
pub(super) async fn has_running_import(c: Conn<'_>, scope: &StoreScope) -> Result<bool> {
    let sql = "SELECT id FROM imports WHERE store_id = ?1 AND kind = 'customer' AND status IN ('checking', 'running', 'undoing') LIMIT 1";
    Ok(c.opt::<i64>(sql, p![scope.store()]).await?.is_some())
}

/// The orders among these of which a courier is fetching goods at the customer's, or may be.
pub(super) async fn list_with_return_parcels(c: Conn<'_>, scope: &StoreScope, orders: &[OrderId]) -> Result<Vec<OrderId>> {
    if orders.is_empty() {
        return Ok(Vec::new());
    }
    Sql::new("SELECT DISTINCT order_id FROM return_parcels WHERE")
        .arg(" store_id = ?", scope.store())
        .list(" AND order_id IN ", orders.to_vec(), "")
        .raw(" AND return_id IS NULL AND (state = 'waiting' OR state = 'booked' AND step NOT IN ('returned', 'lost', 'damaged') OR state = 'failed' AND reason = 'unknown')")
        .all(c)
        .await
}

/// A batch of customers, orders or carts is running.
pub(super) async fn has_running_batch(c: Conn<'_>, scope: &StoreScope) -> Result<bool> {
    let sql = "SELECT id FROM batches WHERE store_id = ?1 AND status = 'running' AND area <> 'product' LIMIT 1";
    Ok(c.opt::<i64>(sql, p![scope.store()]).await?.is_some())
}

/// As [`has_running_batch`], or one began after a moment, even if it is over by now.
pub(super) async fn has_batch_since(c: Conn<'_>, scope: &StoreScope, since: Millis) -> Result<bool> {
    let sql =
        "SELECT id FROM batches WHERE store_id = ?1 AND area <> 'product' AND (status = 'running' OR created_at > ?2) LIMIT 1";
    Ok(c.opt::<i64>(sql, p![scope.store(), since]).await?.is_some())
}

/// An import of customers, with its file.
pub(super) struct ImportFile {
    pub(super) id: ImportId,
    pub(super) file_name: String,
    pub(super) storage_key: String,
    pub(super) records: i64,
}
db::row!(ImportFile { id, file_name, storage_key, records });

/// The newest imports of customers.
pub(super) async fn list_imports(c: Conn<'_>, scope: &StoreScope, most: i64) -> Result<Vec<ImportFile>> {
    let sql = "SELECT id, file_name, storage_key, records FROM imports WHERE store_id = ?1 AND kind = 'customer' ORDER BY id DESC LIMIT ?2";
    c.all(sql, p![scope.store(), most]).await
}

/// Imports with a row about one of the person's records, 1000 of each record at most.
pub(super) async fn list_imports_of(c: Conn<'_>, scope: &StoreScope, person: &Person) -> Result<Vec<ImportId>> {
    let sql = "SELECT DISTINCT import_id FROM import_rows WHERE store_id = ?1 AND subject_id = ?2 AND subject_id IS NOT NULL LIMIT 1000";
    let mut all = Vec::new();
    for record in person.records() {
        all.extend(c.all::<ImportId>(sql, p![scope.store(), record]).await?);
    }
    Ok(all)
}
