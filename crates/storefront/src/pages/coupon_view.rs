//! The template view of a coupon: its box on the cart and the checkout, and its line in the sums.

use axum::http::StatusCode;
use commerce::carts::CartCoupon;
use commerce::carts::totals::Totals;
use commerce::coupons::Segment;
use commerce::shipping::ShippingOption;
use minijinja::Value;
use serde::Serialize;

use super::RequestContext;
use crate::engine::context;

/// A coupon's line in the sums.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct CouponSum {
    pub(crate) code: String,
    pub(crate) amount: i64,
    /// It discounts the shipping fee, and is shown below it.
    pub(crate) is_shipping: bool,
}

/// A rejected coupon code.
#[derive(Debug, Clone, Default)]
pub(crate) struct RejectedCode {
    pub(crate) code: String,
    pub(crate) error: String,
    /// 422, or 429 after too many attempts.
    pub(crate) status: StatusCode,
}

/// The coupon's discount as a line of the sums; `None` when it is zero.
pub(crate) fn sum_of(cart_coupon: Option<&CartCoupon>, totals: &Totals) -> Option<CouponSum> {
    let applied = cart_coupon?.result.as_ref().ok().filter(|_| totals.coupon > 0)?;
    let is_shipping = applied.terms.segment == Segment::Shipping;
    Some(CouponSum { code: applied.code.clone(), amount: totals.coupon, is_shipping })
}

/// The discounts without the coupon's, and shipping before the coupon's discount.
pub(crate) fn split_discount(coupon: Option<&CouponSum>, discount: i64, shipping: i64) -> (i64, i64) {
    match coupon {
        Some(k) if k.is_shipping => (discount, shipping + k.amount),
        Some(k) => (discount - k.amount, shipping),
        None => (discount, shipping),
    }
}

/// The coupon box: a field for a code, or the cart's code with its effect and a button to remove it. `shipping` says whether
/// anything is shipped, and the selected method.
pub(crate) fn coupon_box(
    visit: &RequestContext<'_>,
    cart_coupon: Option<&CartCoupon>,
    totals: &Totals,
    shipping: (bool, Option<&ShippingOption>),
    rejected_code: Option<&RejectedCode>,
    code: &str,
) -> Value {
    let (mut error, mut note) = (rejected_code.map(|t| t.error.clone()), None);
    if let Some(cart_coupon) = cart_coupon.filter(|_| rejected_code.is_none()) {
        match &cart_coupon.result {
            Err(refusal) => error = Some(refusal.message(visit.store.profile.currency).get(visit.lang).to_owned()),
            Ok(_) if totals.coupon > 0 => {}
            Ok(_) => {
                note = Some(visit.say(match shipping {
                    (true, None) => "coupon.with_shipping",
                    (_, Some(method)) if method.is_pickup() => "coupon.not_for_pickup",
                    _ => "coupon.nothing_left",
                }));
            }
        }
    }
    let applied_code = cart_coupon.filter(|_| rejected_code.is_none()).map(|cart_coupon| match &cart_coupon.result {
        Ok(applied) => applied.code.clone(),
        Err(_) => cart_coupon.code.clone(),
    });
    let code = rejected_code.map_or_else(|| code.to_owned(), |t| t.code.clone());
    context! {
        kept => applied_code, typed => code, error => error, note => note, is_applied => totals.coupon > 0,
        is_open => !code.is_empty() || error.is_some(),
    }
}
