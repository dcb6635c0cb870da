//! Every statement on leases of customers.

use db::{Conn, Result, p, row};
use kernel::{Millis, StoreScope, UserId};

use super::model::LEASE;

/// The latest possible end of a lease: one beyond it was written by a clock that was ahead, and counts as expired.
pub(in crate::orders) fn latest(now: Millis) -> Millis {
    jobs::furthest(now, LEASE)
}

/// A lease of a customer to a member.
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

/// The customer that a member has leased.
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

/// Leases a customer to a member: one that is free or theirs, or with `takes_over` anybody's. Returns the fencing token; none
/// when another member has the lease. The token is incremented when the lease changes hands.
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

/// Renews a member's lease, also after its expiry, unless another took it over; false then.
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

/// Releases all leases of a member.
pub(in crate::orders) async fn release(c: Conn<'_>, scope: &StoreScope, user: UserId, now: Millis) -> Result<()> {
    let sql = "UPDATE confirmation_leases SET until_at = ?3 WHERE store_id = ?1 AND user_id = ?2 AND until_at > ?3";
    c.exec(sql, p![scope.store(), user, now]).await?;
    Ok(())
}
