//! Every statement on who calls a customer.

use db::{Conn, Result, p, row};
use kernel::{Millis, StoreScope, UserId};

use super::model::LEASE;

/// The latest moment until which somebody can hold a customer: a lease beyond it is of a clock that was ahead, and over.
pub(in crate::orders) fn latest(now: Millis) -> Millis {
    jobs::furthest(now, LEASE)
}

/// Who calls a customer.
#[derive(Debug, Clone)]
pub(in crate::orders) struct Lease {
    pub(in crate::orders) user_id: UserId,
    pub(in crate::orders) user_name: String,
    pub(in crate::orders) until: Millis,
}
row!(Lease { user_id, user_name, until });

pub(in crate::orders) async fn find_lease(c: Conn<'_>, scope: &StoreScope, mobile: &str) -> Result<Option<Lease>> {
    let sql = "SELECT user_id, user_name, until_at FROM confirmation_leases WHERE store_id = ?1 AND mobile = ?2";
    c.opt(sql, p![scope.store(), mobile]).await
}

/// The customer that somebody calls already.
pub(in crate::orders) async fn find_held_by(
    c: Conn<'_>,
    scope: &StoreScope,
    user: UserId,
    now: Millis,
) -> Result<Option<String>> {
    let sql = "SELECT mobile FROM confirmation_leases WHERE store_id = ?1 AND user_id = ?2 AND until_at > ?3 AND until_at <= ?4 \
               ORDER BY until_at DESC LIMIT 1";
    c.opt(sql, p![scope.store(), user, now, latest(now)]).await
}

/// Gives a customer to somebody: one that is free or theirs, or with `takes_over` anybody's; the fence, none when another has it.
/// The fence grows when it changes hands.
pub(in crate::orders) async fn claim(
    c: Conn<'_>,
    scope: &StoreScope,
    mobile: &str,
    user: (UserId, &str),
    now: Millis,
    until: Millis,
    takes_over: bool,
) -> Result<Option<i64>> {
    let sql = "INSERT INTO confirmation_leases (store_id, mobile, user_id, user_name, fence, until_at) VALUES (?1, ?2, ?3, ?4, 1, ?6) \
               ON CONFLICT (store_id, mobile) DO UPDATE SET \
               fence = CASE WHEN confirmation_leases.user_id = ?3 AND confirmation_leases.until_at > ?5 AND confirmation_leases.until_at <= ?8 THEN confirmation_leases.fence \
               ELSE confirmation_leases.fence + 1 END, \
               user_id = ?3, user_name = ?4, until_at = ?6 \
               WHERE confirmation_leases.until_at <= ?5 OR confirmation_leases.until_at > ?8 OR confirmation_leases.user_id = ?3 OR ?7 RETURNING fence";
    c.opt(sql, p![scope.store(), mobile, user.0, user.1, now, until, takes_over, latest(now)]).await
}

/// Renews what somebody holds, however late, as long as nobody took it; false when somebody did.
pub(in crate::orders) async fn renew(
    c: Conn<'_>,
    scope: &StoreScope,
    mobile: &str,
    user: UserId,
    fence: i64,
    until: Millis,
) -> Result<bool> {
    let sql = "UPDATE confirmation_leases SET until_at = ?5 WHERE store_id = ?1 AND mobile = ?2 AND user_id = ?3 AND fence = ?4";
    Ok(c.exec(sql, p![scope.store(), mobile, user, fence, until]).await? == 1)
}

/// Lets go of everything that somebody holds.
pub(in crate::orders) async fn release(c: Conn<'_>, scope: &StoreScope, user: UserId, now: Millis) -> Result<()> {
    let sql = "UPDATE confirmation_leases SET until_at = ?3 WHERE store_id = ?1 AND user_id = ?2 AND until_at > ?3";
    c.exec(sql, p![scope.store(), user, now]).await?;
    Ok(())
}
