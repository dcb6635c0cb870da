//! Every statement on the cities that couriers told.

use db::{Conn, Json, Result, p};
use gateways::couriers::CourierCity;
use kernel::{CourierAccountId, StoreScope};

/// The most cities of an account that are kept.
pub(super) const MOST: i64 = 500;

/// The cities of an account with their districts, in the courier's order.
pub(super) async fn list(c: Conn<'_>, scope: &StoreScope, account: CourierAccountId) -> Result<Vec<CourierCity>> {
    let sql = "SELECT city, districts FROM courier_cities WHERE store_id = ?1 AND account_id = ?2 ORDER BY position LIMIT ?3";
    let rows: Vec<(Json<CourierCity>, Json<_>)> = c.all(sql, p![scope.store(), account, MOST]).await?;
    Ok(rows.into_iter().map(|(Json(city), Json(districts))| CourierCity { districts, ..city }).collect())
}

/// As [`list`], without districts: the names of cities alone are read fast.
pub(super) async fn list_without_districts(
    c: Conn<'_>,
    scope: &StoreScope,
    account: CourierAccountId,
) -> Result<Vec<CourierCity>> {
    let sql = "SELECT city FROM courier_cities WHERE store_id = ?1 AND account_id = ?2 ORDER BY position LIMIT ?3";
    let rows: Vec<Json<CourierCity>> = c.all(sql, p![scope.store(), account, MOST]).await?;
    Ok(rows.into_iter().map(|Json(city)| city).collect())
}

/// Replaces the cities of an account; the first [`MOST`] of them.
pub(super) async fn replace(c: Conn<'_>, scope: &StoreScope, account: CourierAccountId, cities: &[CourierCity]) -> Result<()> {
    delete_all(c, scope, account).await?;
    for (position, city) in (0..MOST).zip(cities) {
        let sql = "INSERT INTO courier_cities (store_id, account_id, position, city, districts) VALUES (?1, ?2, ?3, ?4, ?5)";
        let bare = CourierCity { districts: Vec::new(), ..city.clone() };
        c.exec(sql, p![scope.store(), account, position, Json(&bare), Json(&city.districts)]).await?;
    }
    Ok(())
}

/// Deletes the cities of an account.
pub(super) async fn delete_all(c: Conn<'_>, scope: &StoreScope, account: CourierAccountId) -> Result<()> {
    c.exec("DELETE FROM courier_cities WHERE store_id = ?1 AND account_id = ?2", p![scope.store(), account]).await?;
    Ok(())
}
