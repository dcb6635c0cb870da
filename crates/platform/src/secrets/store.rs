//! Every statement on sealed values.

use db::{Conn, Result, p, row};
use kernel::{Millis, StoreId, StoreScope};

use super::cipher::Sealed;
use super::model::Owner;

/// Most fields that are read of one owner; a provider asks for less than ten.
const MOST_FIELDS: i64 = 50;
/// Most keys that are counted; a ring has two or three.
const MOST_KEYS: i64 = 100;

/// The lock of the keys in use, by its number.
const KEYS_LOCK: i64 = 7_261_776_902;

/// Keeps every key in its place until this transaction ends: whoever sets a value takes this before the keys are read. So no value
/// is committed that was sealed with a key which is gone.
pub(super) async fn lock_keys_shared(c: Conn<'_>) -> Result<()> {
    c.lock_shared(KEYS_LOCK).await
}

/// Waits for those who set values, and keeps others from it until this transaction ends: whoever takes a key out takes this.
pub(super) async fn lock_keys_alone(c: Conn<'_>) -> Result<()> {
    c.lock_alone(KEYS_LOCK).await
}

/// Inserts a field of an owner, or replaces it.
pub(super) async fn upsert(
    c: Conn<'_>,
    scope: &StoreScope,
    owner: Owner,
    field: &str,
    sealed: &Sealed,
    last_four: &str,
    now: Millis,
) -> Result<()> {
    let sql = "INSERT INTO secrets (store_id, owner_kind, owner_id, field, key_id, sealed, last_four, set_at) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8) ON CONFLICT (store_id, owner_kind, owner_id, field) DO UPDATE SET \
               key_id = excluded.key_id, sealed = excluded.sealed, last_four = excluded.last_four, set_at = excluded.set_at";
    let Sealed { key_id, text } = sealed;
    c.exec(sql, p![scope.store(), owner.kind(), owner.id(), field, key_id, text, last_four, now]).await?;
    Ok(())
}

/// Deletes a field of an owner; false where it was not set.
pub(super) async fn delete(c: Conn<'_>, scope: &StoreScope, owner: Owner, field: &str) -> Result<bool> {
    let sql = "DELETE FROM secrets WHERE store_id = ?1 AND owner_kind = ?2 AND owner_id = ?3 AND field = ?4";
    Ok(c.exec(sql, p![scope.store(), owner.kind(), owner.id(), field]).await? == 1)
}

/// Deletes all fields of an owner; how many there were.
pub(super) async fn delete_all(c: Conn<'_>, scope: &StoreScope, owner: Owner) -> Result<u64> {
    let sql = "DELETE FROM secrets WHERE store_id = ?1 AND owner_kind = ?2 AND owner_id = ?3";
    c.exec(sql, p![scope.store(), owner.kind(), owner.id()]).await
}

/// A field of an owner.
pub(super) struct FieldRow {
    pub(super) field: String,
    pub(super) sealed: Sealed,
    pub(super) last_four: String,
    pub(super) set_at: Millis,
}

impl db::FromRow for FieldRow {
    fn from_row(row: &mut db::Row<'_>) -> Result<Self> {
        let (field, key_id, text) = (row.get()?, row.get()?, row.get()?);
        Ok(Self { field, sealed: Sealed { key_id, text }, last_four: row.get()?, set_at: row.get()? })
    }
}

/// The fields of an owner, by name.
pub(super) async fn list(c: Conn<'_>, scope: &StoreScope, owner: Owner) -> Result<Vec<FieldRow>> {
    let sql = "SELECT field, key_id, sealed, last_four, set_at FROM secrets \
               WHERE store_id = ?1 AND owner_kind = ?2 AND owner_id = ?3 ORDER BY field LIMIT ?4";
    c.all(sql, p![scope.store(), owner.kind(), owner.id(), MOST_FIELDS]).await
}

/// A row of any store, for a rotation.
pub(super) struct StoredSecret {
    pub(super) store: StoreId,
    pub(super) owner_kind: String,
    pub(super) owner_id: i64,
    pub(super) field: String,
    pub(super) key_id: String,
    pub(super) text: String,
}
row!(StoredSecret { store, owner_kind, owner_id, field, key_id, text });

/// Where a page of rows begins: behind this one.
#[derive(Debug, Clone, Default)]
pub(super) struct RowPosition {
    pub(super) store: i64,
    pub(super) owner_kind: String,
    pub(super) owner_id: i64,
    pub(super) field: String,
}

/// Rows of any store that another key sealed than this one, in the order of their key.
pub(super) async fn list_of_other_keys(c: Conn<'_>, key_id: &str, after: &RowPosition, most: i64) -> Result<Vec<StoredSecret>> {
    let sql = "SELECT store_id, owner_kind, owner_id, field, key_id, sealed FROM secrets \
               WHERE (store_id, owner_kind, owner_id, field) > (?1, ?2, ?3, ?4) AND key_id <> ?5 \
               ORDER BY store_id, owner_kind, owner_id, field LIMIT ?6";
    let RowPosition { store, owner_kind, owner_id, field } = after;
    c.all(sql, p![*store, owner_kind, *owner_id, field, key_id, most]).await
}

/// Puts a value that was sealed anew in the place of the one that was read; false where it was set or deleted meanwhile.
pub(super) async fn update_if_unchanged(c: Conn<'_>, row: &StoredSecret, sealed: &Sealed) -> Result<bool> {
    let sql = "UPDATE secrets SET key_id = ?6, sealed = ?7 \
               WHERE store_id = ?1 AND owner_kind = ?2 AND owner_id = ?3 AND field = ?4 AND sealed = ?5";
    let StoredSecret { store, owner_kind, owner_id, field, key_id: _, text } = row;
    Ok(c.exec(sql, p![*store, owner_kind, *owner_id, field, text, sealed.key_id, sealed.text]).await? == 1)
}

/// Whether a key sealed a value of any store.
pub(super) async fn exists_of_key(c: Conn<'_>, key_id: &str) -> Result<bool> {
    c.one("SELECT EXISTS (SELECT store_id FROM secrets WHERE key_id = ?1)", p![key_id]).await
}

/// The ids of the keys that sealed the values of all stores, each with how many.
pub(super) async fn count_by_key(c: Conn<'_>) -> Result<Vec<(String, i64)>> {
    c.all("SELECT key_id, COUNT(store_id) FROM secrets GROUP BY key_id ORDER BY key_id LIMIT ?1", p![MOST_KEYS]).await
}
