//! The coupon of a draft: its code is stored as written and evaluated each time the draft is computed (docs/decisions/0029).

use db::Conn;
use kernel::{Currency, Millis, StoreScope, money};
use web::{FieldErrors, Message};

use super::model::{COUPON, Content, Initiator, Problem};
use crate::carts::totals;
use crate::coupons::{self, AppliedCoupon, Buyer, CouponLine, CouponUse, CouponUseError, Refusal, Segment};
use crate::orders::edit::coupon::NO_EFFECT;
use crate::orders::edit::revision::RevisedLine;
use crate::orders::error::OrderError;
use crate::orders::model::{Order, OrderItem};
use catalog::Sellable;

/// A draft's coupon code with its current evaluation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DraftCoupon {
    /// The coupon's own spelling where it is valid, else as written.
    pub code: String,
    /// Why it has no effect.
    pub against: Option<CouponRejection>,
    pub(super) applied: Option<AppliedCoupon>,
    /// Its discount by line, in minor units; zero for a coupon on shipping.
    pub(super) by_line: Vec<i64>,
}

/// Why the coupon of a draft has no effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CouponRejection {
    /// It is refused.
    Refused(Refusal),
    /// It is valid and has no effect on this order: a coupon on shipping for a pickup, or nothing left to discount. With what it
    /// would reduce.
    Idle(Segment),
}

impl CouponRejection {
    /// The message for the merchant.
    pub(super) fn explained(self, currency: Currency) -> Message {
        match self {
            Self::Refused(refusal) => refusal.explained(currency),
            Self::Idle(_) => NO_EFFECT,
        }
    }

    /// The problem that keeps the draft from being placed.
    pub(super) fn problem(self, currency: Currency) -> Problem {
        Problem { field: "coupon_code".into(), code: COUPON, message: self.explained(currency) }
    }
}

/// What is known of the draft's buyer.
fn buyer(order: &Order) -> Buyer<'_> {
    let mobile = Some(order.mobile.as_str()).filter(|m| !m.is_empty());
    let customer = Some(order.customer_id).filter(|id| id.raw() > 0);
    Buyer { mobile, email: order.email.as_deref(), customer, order: Some(order.id) }
}

/// Evaluates the code of a draft with its lines; none without a code.
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
    let bought: Vec<CouponLine> = lines
        .iter()
        .zip(goods)
        .zip(&amounts)
        .map(|((line, found), amount)| CouponLine {
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
    /// Takes the delivery type into account: a coupon on shipping has no effect on a pickup.
    pub(super) fn with_pickup(mut self, is_pickup: bool) -> Self {
        let is_on_shipping = self.applied.as_ref().is_some_and(|k| k.terms.segment == Segment::Shipping);
        if is_pickup && is_on_shipping {
            (self.applied, self.against) = (None, Some(CouponRejection::Idle(Segment::Shipping)));
        }
        self
    }

    /// Applies the result to the order: a coupon without effect is removed. While no shipping method is chosen, a coupon on
    /// shipping is pending.
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

    /// The use that the order claims; none without a discount.
    pub(super) fn to_use(&self, order: &Order, items: &[OrderItem]) -> Option<CouponUse> {
        let applied = self.applied.clone()?;
        let amount = order.coupon.as_ref()?.discount;
        let lines = items.iter().zip(&applied.eligible).filter(|(_, counts)| **counts).map(|(item, _)| item.line).collect();
        Some(CouponUse { applied, amount, lines })
    }
}

/// Claims the use of the coupon when a draft is placed: the last row locked but the counters (docs/decisions/0026).
pub(super) async fn take(
    c: Conn<'_>,
    env: &kernel::Env,
    scope: &StoreScope,
    order: &Order,
    coupon_use: &CouponUse,
    by: Initiator,
    currency: Currency,
) -> Result<(), OrderError> {
    match coupons::record_use(c, env, scope, order.id, order.customer_id, coupon_use, buyer(order)).await {
        Ok(()) => Ok(()),
        Err(CouponUseError::Db(e)) => Err(e.into()),
        // The merchant gets an error at the field. The shopper gets the page again, which says why and shows the total without
        // it.
        Err(CouponUseError::Refused(refusal)) if by == Initiator::Merchant => {
            Err(OrderError::Fields(FieldErrors::one("coupon_code", refusal.explained(currency))))
        }
        Err(CouponUseError::Refused(_) | CouponUseError::Changed) => Err(OrderError::DraftChanged),
    }
}
