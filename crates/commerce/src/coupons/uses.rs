//! Uses of coupons: claimed exactly once, changed with their order, released once.
//!
//! The coupon's row is hot, so it is locked late: after customers and phone outcomes, before status counts (docs/decisions/0026).
//! The holder of the lock sees every use that was committed before.

use db::{Conn, Json};
use kernel::{CouponId, CustomerId, Env, Millis, OrderId, StoreScope};
use serde::{Deserialize, Serialize};

use super::evaluate::{Buyer, of_person};
use super::model::{State, Terms};
use super::refusal::{self, Refusal};
use super::rules::{AppliedCoupon, CouponScope};
use super::store;

/// What a use stores of its coupon.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct StoredTerms {
    /// The terms at the time of use.
    #[serde(flatten)]
    pub(super) terms: Terms,
    /// Numbers of the order's eligible lines.
    pub(super) lines: Vec<i64>,
    /// What the coupon named at the time of use, for new lines; empty in uses from before it was stored.
    #[serde(flatten)]
    pub(super) named: CouponScope,
}

/// An order's use that was not released.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Use {
    /// Its coupon, perhaps deleted meanwhile.
    pub coupon_id: CouponId,
    /// The terms at the time of use.
    pub terms: Terms,
    /// Numbers of the order's eligible lines.
    pub lines: Vec<i64>,
    /// What the coupon named at the time of use.
    pub named: CouponScope,
    /// Its discount, in minor units.
    pub amount: i64,
}

/// A use to claim.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CouponUse {
    /// The coupon as it was evaluated.
    pub applied: AppliedCoupon,
    /// Its discount, in minor units.
    pub amount: i64,
    /// Numbers of the order's eligible lines.
    pub lines: Vec<i64>,
}

/// Why a use was not claimed.
#[derive(Debug, thiserror::Error)]
pub enum CouponUseError {
    /// The limit was reached, or the person used it, meanwhile.
    #[error("refused: {0:?}")]
    Refused(Refusal),
    /// The merchant changed it since it was evaluated.
    #[error("the coupon has changed")]
    Changed,
    /// A database error.
    #[error(transparent)]
    Db(#[from] db::Error),
}

/// Claims a use for an order, in the order's transaction.
///
/// # Errors
/// [`CouponUseError`]; the transaction must be rolled back then.
pub async fn record_use(
    c: Conn<'_>,
    env: &Env,
    scope: &StoreScope,
    order: OrderId,
    customer: CustomerId,
    coupon_use: &CouponUse,
    buyer: Buyer<'_>,
) -> Result<(), CouponUseError> {
    let (now, CouponUse { applied, amount, lines }) = (env.now(), coupon_use);
    if !store::count_use(c, scope, applied.id, applied.version, *amount).await? {
        return Err(match store::find(c, scope, applied.id).await? {
            None => CouponUseError::Refused(Refusal::Unknown),
            Some(coupon) => match (coupon.state(now), refusal::of_coupon(&coupon, now)) {
                (State::Active, _) | (_, None) => CouponUseError::Changed,
                (_, Some(refusal)) => CouponUseError::Refused(refusal),
            },
        });
    }
    // The coupon's row is locked: uses by others are committed and visible, or wait for this one.
    let buyer = Buyer { order: Some(order), ..buyer };
    if let Some(refusal) = of_person(c, scope, applied.id, applied.usability, buyer).await? {
        return Err(CouponUseError::Refused(refusal));
    }
    let terms = StoredTerms { terms: applied.terms.clone(), lines: lines.clone(), named: applied.named.clone() };
    Ok(store::insert_use(c, scope, env.id(), (applied.id, order, customer), *amount, &Json(terms), now).await?)
}

/// The use of an order, where it has one.
///
/// # Errors
/// Of the database.
pub async fn of_order(c: Conn<'_>, scope: &StoreScope, order: OrderId) -> db::Result<Option<Use>> {
    let found = store::find_use(c, scope, order).await?;
    Ok(found.map(|(coupon_id, amount, Json(StoredTerms { terms, lines, named }))| Use { coupon_id, terms, lines, named, amount }))
}

/// Releases an order's use, if it has one: the order is cancelled, or drops the coupon. Once.
///
/// # Errors
/// Of the database.
pub async fn release_use(c: Conn<'_>, scope: &StoreScope, order: OrderId, now: Millis) -> db::Result<()> {
    if let Some((coupon, amount)) = store::end_use(c, scope, order, now).await? {
        store::decrement_uses(c, scope, coupon, amount).await?;
    }
    Ok(())
}

/// What happens to the coupon of a changed order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CouponChange {
    /// The order drops its coupon.
    Gone,
    /// The coupon stays, with another amount or other lines.
    Other {
        /// Its discount, in minor units.
        amount: i64,
        /// Numbers of the order's eligible lines.
        lines: Vec<i64>,
    },
    /// Another coupon, or the first.
    New(Box<CouponUse>),
}

/// Moves an order's use along with the order's change, in its transaction. Two coupons are locked in order of their ids.
///
/// # Errors
/// [`CouponUseError`]; the transaction must be rolled back then.
pub async fn move_use(
    c: Conn<'_>,
    env: &Env,
    scope: &StoreScope,
    order: OrderId,
    customer: CustomerId,
    to: &CouponChange,
    buyer: Buyer<'_>,
) -> Result<(), CouponUseError> {
    match to {
        CouponChange::Gone => release_use(c, scope, order, env.now()).await?,
        CouponChange::Other { amount, lines } => {
            let Some((coupon, stored_amount, Json(terms))) = store::find_use(c, scope, order).await? else { return Ok(()) };
            let terms = Json(StoredTerms { lines: lines.clone(), ..terms });
            store::update_use(c, scope, order, *amount, &terms).await?;
            if *amount != stored_amount {
                store::increment_given(c, scope, coupon, amount - stored_amount).await?;
            }
        }
        CouponChange::New(coupon_use) => {
            let old = store::end_use(c, scope, order, env.now()).await?;
            if let Some((coupon, amount)) = old.filter(|(coupon, _)| *coupon < coupon_use.applied.id) {
                store::decrement_uses(c, scope, coupon, amount).await?;
            }
            record_use(c, env, scope, order, customer, coupon_use, buyer).await?;
            if let Some((coupon, amount)) = old.filter(|(coupon, _)| *coupon >= coupon_use.applied.id) {
                store::decrement_uses(c, scope, coupon, amount).await?;
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use kernel::ProductId;

    use super::*;
    use crate::coupons::tests::terms;

    #[test]
    fn cp_01_a_use_keeps_what_its_coupon_was_for_and_older_ones_are_read() {
        let old = StoredTerms { terms: terms(), lines: vec![1, 3], named: CouponScope::default() };
        let text = serde_json::to_string(&old).unwrap();
        assert!(!text.contains("product_ids") && !text.contains("category_ids"), "{text}");
        assert_eq!(serde_json::from_str::<StoredTerms>(&text).unwrap(), old);
        let new =
            StoredTerms { named: CouponScope { product_ids: vec![ProductId::from_raw(7)], ..CouponScope::default() }, ..old };
        assert_eq!(serde_json::from_str::<StoredTerms>(&serde_json::to_string(&new).unwrap()).unwrap(), new);
    }
}
