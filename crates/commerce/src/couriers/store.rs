//! Every statement on accounts.

use db::{Conn, Json, Result, Row, p};
use kernel::{CourierAccountId, Millis, StoreId, StoreScope};

use super::model::{Check, CourierAccount};
use super::words::ShippingProvider;

/// No store has more accounts than there are couriers.
const MOST: i64 = 50;

impl db::FromRow for CourierAccount {
    fn from_row(row: &mut Row<'_>) -> Result<Self> {
        let (id, provider, Json(field_values), Json(pickup_locations)) = (row.get()?, row.get()?, row.get()?, row.get()?);
        let (set_at, version) = (row.get()?, row.get()?);
        let (checked_at, outcome, words): (Option<Millis>, _, _) = (row.get()?, row.get()?, row.get()?);
        let check = checked_at.zip(outcome).map(|(at, outcome)| Check { at, outcome, words });
        Ok(Self { id, provider, field_values, pickup_locations, set_at, version, check })
    }
}

macro_rules! columns {
    () => {
        "id, provider, field_values, pickup_locations, set_at, version, checked_at, outcome, words"
    };
}

/// The accounts of a store, in no order.
pub(super) async fn list(c: Conn<'_>, scope: &StoreScope) -> Result<Vec<CourierAccount>> {
    let sql = concat!("SELECT ", columns!(), " FROM courier_accounts WHERE store_id = ?1 LIMIT ?2");
    c.all(sql, p![scope.store(), MOST]).await
}

/// The account at a courier.
pub(super) async fn find(c: Conn<'_>, scope: &StoreScope, provider: ShippingProvider) -> Result<Option<CourierAccount>> {
    let sql = concat!("SELECT ", columns!(), " FROM courier_accounts WHERE store_id = ?1 AND provider = ?2");
    c.opt(sql, p![scope.store(), provider.as_str()]).await
}

/// Inserts the first account at a courier, not tried; false where there is one by now. Its cities are fetched at `cities_due_at`.
pub(super) async fn insert(
    c: Conn<'_>,
    scope: &StoreScope,
    account: &CourierAccount,
    cities_due_at: Option<Millis>,
) -> Result<bool> {
    let sql = "INSERT INTO courier_accounts (store_id, id, provider, field_values, pickup_locations, set_at, version, words, \
               cities_due_at, pickup_city, rate_failures) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, '', ?8, '', 0) \
               ON CONFLICT (store_id, provider) DO NOTHING";
    let CourierAccount { id, provider, field_values, pickup_locations, set_at, version, check: _ } = account;
    let params =
        p![scope.store(), *id, provider.as_str(), Json(field_values), Json(pickup_locations), *set_at, *version, cities_due_at];
    Ok(c.exec(sql, params).await? == 1)
}

/// Writes an account if the row is still at the version before; `account.version` is the new one. With `cities_due_at` the credentials
/// are others: they were not tried, and nothing is known of their courier's state.
pub(super) async fn update(
    c: Conn<'_>,
    scope: &StoreScope,
    account: &CourierAccount,
    cities_due_at: Option<Millis>,
) -> Result<bool> {
    let sql = "UPDATE courier_accounts SET field_values = ?3, pickup_locations = ?4, set_at = ?5, version = ?6, checked_at = ?7, \
               outcome = ?8, words = ?9, cities_due_at = COALESCE(?10, cities_due_at), \
               rates_paused_until = CASE WHEN ?10 IS NULL THEN rates_paused_until ELSE NULL END, \
               rate_failures = CASE WHEN ?10 IS NULL THEN rate_failures ELSE 0 END \
               WHERE store_id = ?1 AND id = ?2 AND version = ?6 - 1";
    let CourierAccount { id, provider: _, field_values, pickup_locations, set_at, version, check } = account;
    let params = p![
        scope.store(),
        *id,
        Json(field_values),
        Json(pickup_locations),
        *set_at,
        *version,
        check.as_ref().map(|check| check.at),
        check.as_ref().map(|check| check.outcome.as_str()),
        check.as_ref().map_or("", |check| check.words.as_str()),
        cities_due_at
    ];
    Ok(c.exec(sql, params).await? == 1)
}

/// Writes a try of the credentials at `version`; false where they were changed meanwhile.
pub(super) async fn set_check(
    c: Conn<'_>,
    scope: &StoreScope,
    id: CourierAccountId,
    version: i64,
    check: &Check,
) -> Result<bool> {
    let sql =
        "UPDATE courier_accounts SET checked_at = ?4, outcome = ?5, words = ?6 WHERE store_id = ?1 AND id = ?2 AND version = ?3";
    let Check { at, outcome, words } = check;
    Ok(c.exec(sql, p![scope.store(), id, version, *at, outcome.as_str(), words]).await? == 1)
}

/// Deletes an account.
pub(super) async fn delete(c: Conn<'_>, scope: &StoreScope, id: CourierAccountId) -> Result<()> {
    c.exec("DELETE FROM courier_accounts WHERE store_id = ?1 AND id = ?2", p![scope.store(), id]).await?;
    Ok(())
}

/// Accounts of any store whose cities are to be fetched by now.
pub(super) async fn list_due(c: Conn<'_>, now: Millis, most: i64) -> Result<Vec<(StoreId, CourierAccountId, ShippingProvider)>> {
    let sql = "SELECT store_id, id, provider FROM courier_accounts WHERE cities_due_at IS NOT NULL AND cities_due_at <= ?1 \
               ORDER BY cities_due_at, store_id, id LIMIT ?2";
    c.all(sql, p![now, most]).await
}

/// Moves the next fetch of an account's cities, if it is due; false where somebody else did.
pub(super) async fn set_due(
    c: Conn<'_>,
    scope: &StoreScope,
    id: CourierAccountId,
    (now, next): (Millis, Millis),
) -> Result<bool> {
    let sql = "UPDATE courier_accounts SET cities_due_at = ?4 WHERE store_id = ?1 AND id = ?2 AND cities_due_at <= ?3";
    Ok(c.exec(sql, p![scope.store(), id, now, next]).await? == 1)
}

/// Sets where the courier fetches parcels of an account, as far as that is known.
pub(super) async fn set_pickup_city(c: Conn<'_>, scope: &StoreScope, id: CourierAccountId, city: &str) -> Result<()> {
    c.exec("UPDATE courier_accounts SET pickup_city = ?3 WHERE store_id = ?1 AND id = ?2", p![scope.store(), id, city]).await?;
    Ok(())
}
