//! Every statement on connections.

use db::{Conn, Json, Result, Row, p};
use kernel::{Millis, PaymentMethodId, StoreScope};

use super::model::{Check, Connection};

impl db::FromRow for Connection {
    fn from_row(row: &mut Row<'_>) -> Result<Self> {
        let (method_id, Json(field_values), set_at, version) = (row.get()?, row.get()?, row.get()?, row.get()?);
        let (checked_at, outcome, is_live, account, words): (Option<Millis>, _, _, _, _) =
            (row.get()?, row.get()?, row.get()?, row.get()?, row.get()?);
        let check = checked_at.zip(outcome).map(|(at, outcome)| Check { at, outcome, is_live, account, words });
        Ok(Self { method_id, field_values, set_at, version, check })
    }
}

macro_rules! columns {
    () => {
        "method_id, field_values, set_at, version, checked_at, outcome, is_live, account, words"
    };
}

/// The connections of a store, in no order.
pub(in crate::payments) async fn list(c: Conn<'_>, scope: &StoreScope) -> Result<Vec<Connection>> {
    let sql = concat!("SELECT ", columns!(), " FROM payment_connections WHERE store_id = ?1 LIMIT 500");
    c.all(sql, p![scope.store()]).await
}

pub(super) async fn find(c: Conn<'_>, scope: &StoreScope, id: PaymentMethodId) -> Result<Option<Connection>> {
    let sql = concat!("SELECT ", columns!(), " FROM payment_connections WHERE store_id = ?1 AND method_id = ?2");
    c.opt(sql, p![scope.store(), id]).await
}

/// Inserts the first connection of a method, not tried; false where there is one by now.
pub(super) async fn insert(c: Conn<'_>, scope: &StoreScope, connection: &Connection) -> Result<bool> {
    let sql = "INSERT INTO payment_connections (store_id, method_id, field_values, set_at, version, account, words) \
               VALUES (?1, ?2, ?3, ?4, ?5, '', '') ON CONFLICT (store_id, method_id) DO NOTHING";
    let Connection { method_id, field_values, set_at, version, check: _ } = connection;
    Ok(c.exec(sql, p![scope.store(), *method_id, Json(field_values), *set_at, *version]).await? == 1)
}

/// Writes other credentials, not tried, if the row is still at the version before; `connection.version` is the new one.
pub(super) async fn update(c: Conn<'_>, scope: &StoreScope, connection: &Connection) -> Result<bool> {
    let sql = "UPDATE payment_connections SET field_values = ?3, set_at = ?4, version = ?5, checked_at = NULL, outcome = NULL, \
               is_live = NULL, account = '', words = '' WHERE store_id = ?1 AND method_id = ?2 AND version = ?5 - 1";
    let Connection { method_id, field_values, set_at, version, check: _ } = connection;
    Ok(c.exec(sql, p![scope.store(), *method_id, Json(field_values), *set_at, *version]).await? == 1)
}

/// Writes a try of the credentials at `version`; false where they were changed meanwhile.
pub(super) async fn set_check(c: Conn<'_>, scope: &StoreScope, id: PaymentMethodId, version: i64, check: &Check) -> Result<bool> {
    let sql = "UPDATE payment_connections SET checked_at = ?4, outcome = ?5, is_live = ?6, account = ?7, words = ?8 \
               WHERE store_id = ?1 AND method_id = ?2 AND version = ?3";
    let Check { at, outcome, is_live, account, words } = check;
    let params = p![scope.store(), id, version, *at, outcome.as_str(), *is_live, account, words];
    Ok(c.exec(sql, params).await? == 1)
}

/// Deletes the connection of a method that is gone for good.
pub(in crate::payments) async fn delete(c: Conn<'_>, scope: &StoreScope, id: PaymentMethodId) -> Result<()> {
    c.exec("DELETE FROM payment_connections WHERE store_id = ?1 AND method_id = ?2", p![scope.store(), id]).await?;
    Ok(())
}
