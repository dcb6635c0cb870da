//! The coupon of a draft: its code is kept as it was written and evaluated each time the draft is computed (docs/decisions/0029).

use db::Conn;
use kernel::{Currency, Millis, StoreScope, money};
use web::{FieldErrors, Message};

use super::model::{COUPON, Content, Initiator, Problem};
use crate::carts::totals;
use crate::coupons::{self, AppliedCoupon, Buyer, CouponUse, Goods, Refusal, Segment, TakeError};
use crate::orders::edit::coupon::NO_EFFECT;
use crate::orders::edit::revision::RevisedLine;
use crate::orders::error::OrderError;
use crate::orders::model::{Order, OrderItem};
use catalog::Sellable;

/// A draft's code, and what it comes to now.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DraftCoupon {
    /// As the coupon has it where it holds, else as it was written.
    pub code: String,
    /// Why it takes nothing off.
    pub against: Option<CouponRejection>,
    pub(super) applied: Option<AppliedCoupon>,
    /// What it takes off each line of the draft, in minor units; of a coupon on shipping nothing.
    pub(super) by_line: Vec<i64>,
}

/// Why the coupon of a draft takes nothing off.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CouponRejection {
    /// It does not hold.
    Refused(Refusal),
    /// It holds and does nothing for this order: one on shipping for who comes to fetch the goods, nothing left to take off. With what
    /// it would lower.
    Idle(Segment),
}

impl CouponRejection {
    /// For the merchant.
    pub(super) fn explained(self, currency: Currency) -> Message {
        match self {
            Self::Refused(refusal) => refusal.explained(currency),
            Self::Idle(_) => NO_EFFECT,
        }
    }

    /// What stands between the draft and an order of the merchant's.
    pub(super) fn problem(self, currency: Currency) -> Problem {
        Problem { field: "coupon_code".into(), code: COUPON, message: self.explained(currency) }
    }
}

/// Who the draft is for, as far as it is known.
fn buyer(order: &Order) -> Buyer<'_> {
    let mobile = Some(order.mobile.as_str()).filter(|m| !m.is_empty());
    let customer = Some(order.customer_id).filter(|id| id.raw() > 0);
    Buyer { mobile, email: order.email.as_deref(), customer, order: Some(order.id) }
}

/// Evaluates the code of a draft with its lines; none where it has no code.
pub(super) async fn evaluate(
    c: Conn<'_>,
    scope: &StoreScope,
    order: &Order,
    content: &Content,
    lines: &[RevisedLine],
    goods: &[Option<Sellable>],
    now: Millis,
) -> db::Result<Option<DraftCoupon>> {
    let Some(code) = &content.coupon_code else { return Ok(None) };
    let amounts: Vec<i64> = lines.iter().map(|l| money::times(l.item.unit_price, l.item.quantity).unwrap_or(0)).collect();
    let bought: Vec<Goods> = lines
        .iter()
        .zip(goods)
        .zip(&amounts)
        .map(|((line, found), amount)| Goods {
            product_id: line.item.product_id,
            amount: *amount,
            is_reduced: found.as_ref().is_some_and(|g| g.regular_price.is_some()),
        })
        .collect();
    Ok(Some(match coupons::evaluate(c, scope, code, &bought, buyer(order), now).await? {
        Ok(applied) => DraftCoupon {
            code: applied.code.clone(),
            against: None,
            by_line: totals::by_coupon(&applied, &amounts),
            applied: Some(applied),
        },
        Err(refusal) => DraftCoupon {
            code: code.clone(),
            against: Some(CouponRejection::Refused(refusal)),
            applied: None,
            by_line: Vec::new(),
        },
    }))
}

impl DraftCoupon {
    /// It is looked at with the way the goods go: one on shipping does nothing for who comes to fetch them.
    pub(super) fn with_pickup(mut self, is_pickup: bool) -> Self {
        let is_on_shipping = self.applied.as_ref().is_some_and(|k| k.terms.segment == Segment::Shipping);
        if is_pickup && is_on_shipping {
            (self.applied, self.against) = (None, Some(CouponRejection::Idle(Segment::Shipping)));
        }
        self
    }

    /// What it came to: one that takes nothing off goes from the order. While no way to send it is chosen, one on shipping waits for it.
    pub(super) fn settle(&mut self, order: &mut Order, is_waiting: bool) {
        let Some(applied) = self.applied.as_ref().filter(|_| order.coupon.as_ref().is_none_or(|k| k.discount == 0)) else {
            return;
        };
        order.coupon = None;
        if !(is_waiting && applied.terms.segment == Segment::Shipping) {
            self.against = Some(CouponRejection::Idle(applied.terms.segment));
        }
        self.applied = None;
    }

    /// The use that the order takes; none where nothing is taken off.
    pub(super) fn to_use(&self, order: &Order, items: &[OrderItem]) -> Option<CouponUse> {
        let applied = self.applied.clone()?;
        let amount = order.coupon.as_ref()?.discount;
        let lines = items.iter().zip(&applied.eligible).filter(|(_, counts)| **counts).map(|(item, _)| item.line).collect();
        Some(CouponUse { applied, amount, lines })
    }
}

/// Takes the use of the coupon of a draft that becomes an order: the last row but the counters
/// (docs/decisions/0026).
pub(super) async fn take(
    c: Conn<'_>,
    env: &kernel::Env,
    scope: &StoreScope,
    order: &Order,
    coupon_use: &CouponUse,
    by: Initiator,
    currency: Currency,
) -> Result<(), OrderError> {
    match coupons::take(c, env, scope, order.id, order.customer_id, coupon_use, buyer(order)).await {
        Ok(()) => Ok(()),
        Err(TakeError::Db(e)) => Err(e.into()),
        // The merchant is told at its field. The shopper sees the page anew, which says why and what it comes to without it.
        Err(TakeError::Refused(refusal)) if by == Initiator::Merchant => {
            Err(OrderError::Fields(FieldErrors::one("coupon_code", refusal.explained(currency))))
        }
        Err(TakeError::Refused(_) | TakeError::Changed) => Err(OrderError::DraftChanged),
    }
}
