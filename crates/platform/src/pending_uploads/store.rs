//! Every statement on pending uploads.

use db::{Conn, Result, p, row};
use kernel::{Millis, StoreId, StoreScope};

pub(super) async fn insert(c: Conn<'_>, scope: &StoreScope, key: &str, now: Millis) -> Result<()> {
    let sql = "INSERT INTO arriving_files (store_id, storage_key, noted_at) VALUES (?1, ?2, ?3)";
    c.exec(sql, p![scope.store(), key, now]).await?;
    Ok(())
}

/// Deletes a pending key; false where it was given up, or is unknown.
pub(super) async fn delete_unless_given_up(c: Conn<'_>, scope: &StoreScope, key: &str) -> Result<bool> {
    let sql = "DELETE FROM arriving_files WHERE store_id = ?1 AND storage_key = ?2 AND given_up_at IS NULL";
    Ok(c.exec(sql, p![scope.store(), key]).await? == 1)
}

/// A pending upload without a row.
pub(super) struct PendingFile {
    pub(super) store: StoreId,
    pub(super) key: String,
    pub(super) given_up_at: Option<Millis>,
}
row!(PendingFile { store, key, given_up_at });

/// Pending uploads of any store that were inserted up to a moment, the oldest first.
pub(super) async fn list_noted_before(c: Conn<'_>, until: Millis, most: i64) -> Result<Vec<PendingFile>> {
    let sql = "SELECT store_id, storage_key, given_up_at FROM arriving_files WHERE noted_at <= ?1 ORDER BY noted_at LIMIT ?2";
    c.all(sql, p![until, most]).await
}

/// Marks a pending upload as given up; false where its row was inserted meanwhile. An earlier mark keeps its time.
pub(super) async fn set_given_up(c: Conn<'_>, store: StoreId, key: &str, now: Millis) -> Result<bool> {
    let sql = "UPDATE arriving_files SET given_up_at = COALESCE(given_up_at, ?3) WHERE store_id = ?1 AND storage_key = ?2";
    Ok(c.exec(sql, p![store, key, now]).await? == 1)
}

pub(super) async fn delete(c: Conn<'_>, store: StoreId, key: &str) -> Result<()> {
    let sql = "DELETE FROM arriving_files WHERE store_id = ?1 AND storage_key = ?2";
    c.exec(sql, p![store, key]).await?;
    Ok(())
}
