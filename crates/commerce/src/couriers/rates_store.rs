//! Every statement on prices that couriers told.

use db::{Conn, Result, p, row};
use kernel::{CourierAccountId, Millis, StoreId, StoreScope};

use super::words::ShippingProvider;

/// What asking for a price needs of an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct RateAccount {
    pub(super) id: CourierAccountId,
    /// The courier's code of the city where it fetches parcels; empty where that is not known.
    pub(super) pickup_city: String,
    /// The courier is not asked before this moment.
    pub(super) rates_paused_until: Option<Millis>,
    /// How often in a row it could not be reached.
    pub(super) rate_failures: i64,
}
row!(RateAccount { id, pickup_city, rates_paused_until, rate_failures });

/// A price that a courier told, or that it did not tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct StoredRate {
    pub(super) amount: Option<i64>,
    pub(super) expires_at: Millis,
}
row!(StoredRate { amount, expires_at });

pub(super) async fn find_account(c: Conn<'_>, scope: &StoreScope, provider: ShippingProvider) -> Result<Option<RateAccount>> {
    let sql =
        "SELECT id, pickup_city, rates_paused_until, rate_failures FROM courier_accounts WHERE store_id = ?1 AND provider = ?2";
    c.opt(sql, p![scope.store(), provider.as_str()]).await
}

/// The price of a route, as long as it is kept.
pub(super) async fn find(c: Conn<'_>, scope: &StoreScope, account: CourierAccountId, key: &str) -> Result<Option<StoredRate>> {
    let sql = "SELECT amount, expires_at FROM courier_rates WHERE store_id = ?1 AND account_id = ?2 AND rate_key = ?3";
    c.opt(sql, p![scope.store(), account, key]).await
}

/// Writes the price of a route.
pub(super) async fn upsert(
    c: Conn<'_>,
    scope: &StoreScope,
    account: CourierAccountId,
    key: &str,
    rate: StoredRate,
) -> Result<()> {
    let sql = "INSERT INTO courier_rates (store_id, account_id, rate_key, amount, expires_at) VALUES (?1, ?2, ?3, ?4, ?5) \
               ON CONFLICT (store_id, account_id, rate_key) DO UPDATE SET amount = excluded.amount, expires_at = excluded.expires_at";
    c.exec(sql, p![scope.store(), account, key, rate.amount, rate.expires_at]).await?;
    Ok(())
}

/// Makes the caller the one who asks after a pause, and pauses for everybody else; false where somebody was faster.
pub(super) async fn claim_trial(
    c: Conn<'_>,
    scope: &StoreScope,
    account: CourierAccountId,
    (was, until): (Millis, Millis),
) -> Result<bool> {
    let sql = "UPDATE courier_accounts SET rates_paused_until = ?4 WHERE store_id = ?1 AND id = ?2 AND rates_paused_until = ?3";
    Ok(c.exec(sql, p![scope.store(), account, was, until]).await? == 1)
}

/// Sets until when a courier is not asked, and how often in a row it could not be reached.
pub(super) async fn set_pause(
    c: Conn<'_>,
    scope: &StoreScope,
    account: CourierAccountId,
    (until, failures): (Option<Millis>, i64),
) -> Result<()> {
    let sql = "UPDATE courier_accounts SET rates_paused_until = ?3, rate_failures = ?4 WHERE store_id = ?1 AND id = ?2";
    c.exec(sql, p![scope.store(), account, until, failures]).await?;
    Ok(())
}

/// Deletes the prices of an account.
pub(super) async fn delete_all(c: Conn<'_>, scope: &StoreScope, account: CourierAccountId) -> Result<()> {
    c.exec("DELETE FROM courier_rates WHERE store_id = ?1 AND account_id = ?2", p![scope.store(), account]).await?;
    Ok(())
}

/// Deletes some prices of any store that ended before a moment; how many.
pub(super) async fn delete_before(c: Conn<'_>, moment: Millis, most: i64) -> Result<usize> {
    let sql = "SELECT store_id, account_id, rate_key FROM courier_rates WHERE expires_at < ?1 ORDER BY expires_at LIMIT ?2";
    let old: Vec<(StoreId, CourierAccountId, String)> = c.all(sql, p![moment, most]).await?;
    for (store, account, key) in &old {
        let sql = "DELETE FROM courier_rates WHERE store_id = ?1 AND account_id = ?2 AND rate_key = ?3 AND expires_at < ?4";
        c.exec(sql, p![*store, *account, key, moment]).await?;
    }
    Ok(old.len())
}

/// Whether the account is still there.
pub(super) async fn exists(c: Conn<'_>, scope: &StoreScope, account: CourierAccountId) -> Result<bool> {
    let sql = "SELECT id FROM courier_accounts WHERE store_id = ?1 AND id = ?2";
    Ok(c.opt::<CourierAccountId>(sql, p![scope.store(), account]).await?.is_some())
}
