//! Uses of coupons: taken exactly, changed with their order and given back once.
//!
//! The coupon's row is a hot one, so it is taken late: after customers and phone outcomes, before status counts
//! (docs/decisions/0026). Whoever holds it sees every use that was committed before.

use db::{Conn, Json};
use kernel::{CouponId, CustomerId, Env, Millis, OrderId, StoreScope};
use serde::{Deserialize, Serialize};

use super::evaluate::{Buyer, of_person};
use super::model::{State, Terms};
use super::refusal::{self, Refusal};
use super::rules::{AppliedCoupon, CouponScope};
use super::store;

/// What a use keeps of the coupon.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct StoredTerms {
    /// As they were then.
    #[serde(flatten)]
    pub(super) terms: Terms,
    /// The order's lines that count.
    pub(super) lines: Vec<i64>,
    /// What it was for then, for lines that are new; empty in uses that were taken before it was kept.
    #[serde(flatten)]
    pub(super) named: CouponScope,
}

/// The use of an order that was not given back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Use {
    /// Its coupon, perhaps deleted by now.
    pub coupon_id: CouponId,
    /// As they were when it was used.
    pub terms: Terms,
    /// The order's lines that count.
    pub lines: Vec<i64>,
    /// What it was for then.
    pub named: CouponScope,
    /// What it takes off.
    pub amount: i64,
}

/// Whose use of what.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CouponUse {
    /// The coupon as it was evaluated.
    pub applied: AppliedCoupon,
    /// What it takes off.
    pub amount: i64,
    /// Numbers of the order's lines that count.
    pub lines: Vec<i64>,
}

/// Why a use was not taken.
#[derive(Debug, thiserror::Error)]
pub enum TakeError {
    /// Somebody was faster, or the person used it meanwhile.
    #[error("refused: {0:?}")]
    Refused(Refusal),
    /// The merchant changed it since it was evaluated.
    #[error("the coupon has changed")]
    Changed,
    /// Of the database.
    #[error(transparent)]
    Db(#[from] db::Error),
}

/// Takes a use for an order; a part of the order's transaction.
///
/// # Errors
/// [`TakeError`]; nothing may be committed then.
pub async fn take(
    c: Conn<'_>,
    env: &Env,
    scope: &StoreScope,
    order: OrderId,
    customer: CustomerId,
    coupon_use: &CouponUse,
    buyer: Buyer<'_>,
) -> Result<(), TakeError> {
    let (now, CouponUse { applied, amount, lines }) = (env.now(), coupon_use);
    if !store::count_use(c, scope, applied.id, applied.version, *amount).await? {
        return Err(match store::find(c, scope, applied.id).await? {
            None => TakeError::Refused(Refusal::Unknown),
            Some(coupon) => match (coupon.state(now), refusal::of_coupon(&coupon, now)) {
                (State::Active, _) | (_, None) => TakeError::Changed,
                (_, Some(refusal)) => TakeError::Refused(refusal),
            },
        });
    }
    // The row is held: what others used it for is committed and seen, or waits for this.
    let buyer = Buyer { order: Some(order), ..buyer };
    if let Some(refusal) = of_person(c, scope, applied.id, applied.usability, buyer).await? {
        return Err(TakeError::Refused(refusal));
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

/// Gives the use of an order back, where it has one: the order is cancelled, or goes without it. Once.
///
/// # Errors
/// Of the database.
pub async fn give_back(c: Conn<'_>, scope: &StoreScope, order: OrderId, now: Millis) -> db::Result<()> {
    if let Some((coupon, amount)) = store::end_use(c, scope, order, now).await? {
        store::decrement_uses(c, scope, coupon, amount).await?;
    }
    Ok(())
}

/// What becomes of the coupon of an order that is changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CouponChange {
    /// The order goes without one.
    Gone,
    /// It stays and takes off another amount, of other lines.
    Other {
        /// What it takes off.
        amount: i64,
        /// Numbers of the order's lines that count.
        lines: Vec<i64>,
    },
    /// Another one, or the first.
    New(Box<CouponUse>),
}

/// Moves the use of an order along with the order's change; a part of its transaction. Two coupons are taken by their ids.
///
/// # Errors
/// [`TakeError`]; nothing may be committed then.
pub async fn move_use(
    c: Conn<'_>,
    env: &Env,
    scope: &StoreScope,
    order: OrderId,
    customer: CustomerId,
    to: &CouponChange,
    buyer: Buyer<'_>,
) -> Result<(), TakeError> {
    match to {
        CouponChange::Gone => give_back(c, scope, order, env.now()).await?,
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
            take(c, env, scope, order, customer, coupon_use, buyer).await?;
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
