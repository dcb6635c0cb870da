//! The coupon of an edited order: it stays by the terms it was used with, is applied, or is removed.

use db::Conn;
use kernel::{Millis, StoreScope, money};
use web::Message;

use super::model::Edited;
use super::revision::RevisedLine;
use crate::coupons::{self, AppliedCoupon, Buyer, CouponChange, CouponLine, CouponResult, CouponUse, Segment, code_key};
use crate::orders::model::{Order, OrderCoupon, OrderItem};
use crate::shipping::ShippingProvider;
use platform::stores::StoreProfile;

/// A new coupon without effect is refused.
pub(in crate::orders) const NO_EFFECT: Message =
    Message::new("لا يخصم هذا الكوبون شيئًا من هذا الطلب.", "This coupon doesn't discount this order.");
const TAKE_OFF: Message = Message::new(
    "لم يعد الكوبون «{code}» ينطبق بعد هذا التعديل. أزله أو عدّل البنود. {why}",
    "The coupon “{code}” no longer applies after this change. Remove it or adjust the items. {why}",
);

/// The coupon that the order is to have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct RequestedCoupon {
    pub(super) applied: AppliedCoupon,
    /// It is the one that the order has already.
    pub(super) is_kept: bool,
}

impl RequestedCoupon {
    /// A new coupon without effect: one on shipping has no effect on a pickup, as at checkout.
    pub(super) fn has_no_effect(&self, order: &Order, edited: &Edited) -> bool {
        let is_pickup = order.shipping_provider == ShippingProvider::Pickup.as_str();
        let is_nothing = edited.order.coupon.as_ref().is_some_and(|k| k.discount == 0);
        !self.is_kept && (is_nothing || (is_pickup && self.applied.terms.segment == Segment::Shipping))
    }
}

/// The buyer of an order.
pub(super) fn buyer(order: &Order) -> Buyer<'_> {
    let mobile = Some(order.mobile.as_str()).filter(|m| !m.is_empty());
    Buyer { mobile, email: order.email.as_deref(), customer: Some(order.customer_id), order: Some(order.id) }
}

/// The lines as input of the coupon, each with its number where it is one of the order.
async fn goods(
    c: Conn<'_>,
    scope: &StoreScope,
    items: &[OrderItem],
    lines: &[RevisedLine],
    is_new_only: bool,
    now: Millis,
) -> db::Result<Vec<(Option<i64>, CouponLine)>> {
    let number = |l: &RevisedLine| items.iter().any(|i| i.line == l.item.line && l.item.line > 0).then_some(l.item.line);
    let goods_keys: Vec<_> = lines
        .iter()
        .filter(|l| !l.item.is_custom() && (!is_new_only || number(l).is_none()))
        .map(|l| (l.item.product_id, l.item.variant_id))
        .collect();
    let live = if goods_keys.is_empty() { Vec::new() } else { catalog::sellable(c, scope, now, &goods_keys).await? };
    let of = |l: &RevisedLine| {
        let found = live.iter().find(|g| (g.product_id, g.variant_id) == (l.item.product_id, l.item.variant_id));
        let amount = money::times(l.item.unit_price, l.item.quantity).unwrap_or(0);
        (
            number(l),
            CouponLine { product_id: l.item.product_id, amount, is_reduced: found.is_some_and(|g| g.regular_price.is_some()) },
        )
    };
    Ok(lines.iter().map(of).collect())
}

/// Evaluates the request: absent keeps the coupon, empty removes it, a code applies one. `Err` holds the error of `coupon_code`.
///
/// # Errors
/// Of the database.
pub(super) async fn requested_coupon(
    c: Conn<'_>,
    scope: &StoreScope,
    profile: &StoreProfile,
    (order, items): (&Order, &[OrderItem]),
    lines: &[RevisedLine],
    sent: Option<&str>,
    now: Millis,
) -> db::Result<Result<Option<RequestedCoupon>, Message>> {
    let sent = sent.map(str::trim);
    // Compared by id: the code may belong to another coupon by now, and the order's own may have another code or none.
    let found = match sent.filter(|code| order.coupon.is_some() && !code.is_empty()) {
        Some(code) => coupons::find_id(c, scope, code).await?,
        None => None,
    };
    let is_same = |code: &str| {
        let is_own = |k: &OrderCoupon| found.map_or_else(|| code_key(&k.code) == code_key(code), |id| id == k.id);
        order.coupon.as_ref().is_some_and(is_own)
    };
    let (result, is_kept): (CouponResult, bool) = match (&order.coupon, sent) {
        (_, Some("")) | (None, None) => return Ok(Ok(None)),
        (Some(coupon), code) if code.is_none_or(is_same) => {
            let used = coupons::of_order(c, scope, order.id).await?;
            // Every order with a coupon has its use; without one nothing can be computed.
            let Some(used) = used else { return Ok(Ok(None)) };
            let goods = goods(c, scope, items, lines, true, now).await?;
            (coupons::evaluate_stored(c, scope, &used, &coupon.code, &goods).await?, true)
        }
        (_, Some(code)) => {
            let goods = goods(c, scope, items, lines, false, now).await?;
            let goods: Vec<CouponLine> = goods.into_iter().map(|(_, g)| g).collect();
            (coupons::evaluate(c, scope, code, &goods, buyer(order), now).await?, false)
        }
        (Some(_), None) => return Ok(Ok(None)),
    };
    Ok(match result {
        Ok(applied) => Ok(Some(RequestedCoupon { applied, is_kept })),
        Err(refusal) => {
            let reason = refusal.explained(profile.currency);
            let code = order.coupon.as_ref().map_or("", |k| k.code.as_str());
            let fill_in = |text: &str, reason_text: &str| text.replace("{code}", code).replace("{why}", reason_text);
            Err(if is_kept {
                Message { ar: fill_in(&TAKE_OFF.ar, &reason.ar).into(), en: fill_in(&TAKE_OFF.en, &reason.en).into() }
            } else {
                reason
            })
        }
    })
}

/// The change of the order's coupon use; none without one.
pub(super) fn coupon_change(before: &Order, requested: Option<&RequestedCoupon>, edited: &Edited) -> Option<CouponChange> {
    let Some(requested) = requested else { return before.coupon.is_some().then_some(CouponChange::Gone) };
    // Remaining and new lines come first, in the requested order.
    let after = edited.lines.iter().filter_map(|l| l.after.as_ref());
    let lines: Vec<i64> = after.zip(&requested.applied.eligible).filter(|(_, counts)| **counts).map(|(i, _)| i.line).collect();
    let amount = edited.order.coupon.as_ref().map_or(0, |k| k.discount);
    Some(if requested.is_kept {
        CouponChange::Other { amount, lines }
    } else {
        CouponChange::New(Box::new(CouponUse { applied: requested.applied.clone(), amount, lines }))
    })
}
