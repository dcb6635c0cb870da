//! The statements on `shopper_files`.

use db::{Conn, Result, p, row};
use kernel::{Millis, OrderId, ShopperFileId, StoreId, StoreScope};

/// A file to insert; its bytes are stored already.
pub(super) struct NewFile {
    pub(super) id: ShopperFileId,
    pub(super) file_name: String,
    pub(super) content_type: &'static str,
    pub(super) size_bytes: i64,
    /// The blob's name in storage.
    pub(super) storage_key: String,
}

pub(super) async fn insert(c: Conn<'_>, scope: &StoreScope, file: &NewFile, now: Millis) -> Result<()> {
    let NewFile { id, file_name, content_type, size_bytes, storage_key } = file;
    let sql = "INSERT INTO shopper_files (store_id, id, file_name, content_type, size_bytes, storage_key, created_at) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)";
    c.exec(sql, p![scope.store(), id, file_name, *content_type, size_bytes, storage_key, now]).await?;
    Ok(())
}

/// Assigns a file without an order to an order.
pub(super) async fn set_order(c: Conn<'_>, scope: &StoreScope, id: ShopperFileId, order: OrderId) -> Result<()> {
    let sql = "UPDATE shopper_files SET order_id = ?3 WHERE store_id = ?1 AND id = ?2 AND order_id IS NULL";
    c.exec(sql, p![scope.store(), id, order]).await?;
    Ok(())
}

/// A file's stored row.
pub(super) struct FileRow {
    pub(super) file_name: String,
    pub(super) content_type: String,
    pub(super) storage_key: String,
}
row!(FileRow { file_name, content_type, storage_key });

/// A file of an order.
pub(super) async fn find(c: Conn<'_>, scope: &StoreScope, order: OrderId, id: ShopperFileId) -> Result<Option<FileRow>> {
    let sql = "SELECT file_name, content_type, storage_key FROM shopper_files WHERE store_id = ?1 AND id = ?2 AND order_id = ?3";
    c.opt(sql, p![scope.store(), id, order]).await
}

/// Files of all stores from before a time that belong to no order, with their blob names; 200 at most.
pub(super) async fn list_without_order(c: Conn<'_>, before: Millis) -> Result<Vec<(StoreId, ShopperFileId, String)>> {
    let sql = "SELECT store_id, id, storage_key FROM shopper_files WHERE order_id IS NULL AND created_at < ?1 ORDER BY created_at LIMIT 200";
    c.all(sql, p![before]).await
}

/// Deletes a file unless it belongs to an order by now.
pub(super) async fn delete_without_order(c: Conn<'_>, store: StoreId, id: ShopperFileId) -> Result<()> {
    c.exec("DELETE FROM shopper_files WHERE store_id = ?1 AND id = ?2 AND order_id IS NULL", p![store, id]).await?;
    Ok(())
}
