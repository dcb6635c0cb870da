//! What a cart would sell: the input of the COD rules and of the review. Pure.

use crate::carts::totals::Discounts;
use crate::carts::{CartCoupon, CartView};
use crate::coupons::{AppliedCoupon, Segment};
use crate::shipping::ShippingOption;

/// What a cart would sell.
#[derive(Debug, Clone, Copy)]
pub struct CartSale<'a> {
    /// The cart's lines.
    pub view: &'a CartView,
    /// The chosen shipping method.
    pub shipping: Option<&'a ShippingOption>,
    /// The cart's coupon.
    pub coupon: Option<&'a CartCoupon>,
}

/// The applicable discounts: a coupon on shipping fees has no effect on a pickup.
pub(super) fn off_of<'a>(coupon: Option<&'a CartCoupon>, shipping: Option<&ShippingOption>) -> Discounts<'a> {
    let discounts = CartCoupon::discounts(coupon);
    let has_no_effect =
        |k: &&AppliedCoupon| k.terms.segment == Segment::Shipping && shipping.is_some_and(ShippingOption::is_pickup);
    Discounts { coupon: discounts.coupon.filter(|k| !has_no_effect(k)), ..discounts }
}
