//! A coupon that is offered in a message: only one that the recipient can use.

use db::Conn;
use kernel::{CouponId, Millis, StoreScope};

use super::evaluate::{self, Buyer};
use super::refusal::{self, Refusal};
use super::store;

/// The code as the merchant wrote it, or why it is refused, by itself or for this person; none when the store has no such coupon.
/// The goods are evaluated at checkout.
///
/// # Errors
/// Of the database.
pub async fn offer(
    c: Conn<'_>,
    scope: &StoreScope,
    id: CouponId,
    buyer: Buyer<'_>,
    now: Millis,
) -> db::Result<Option<Result<String, Refusal>>> {
    let Some(coupon) = store::find(c, scope, id).await? else { return Ok(None) };
    let against = match refusal::of_coupon(&coupon, now) {
        Some(refusal) => Some(refusal),
        None => evaluate::of_buyer(c, scope, &coupon, buyer).await?,
    };
    Ok(Some(against.map_or(Ok(coupon.code), Err)))
}
