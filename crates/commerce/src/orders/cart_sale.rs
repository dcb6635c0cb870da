//! What a cart would sell: what the rules for cash orders and the review look at. Pure.

use crate::carts::totals::Discounts;
use crate::carts::{CartCoupon, CartView};
use crate::coupons::{AppliedCoupon, Segment};
use crate::shipping::ShippingOption;

/// What a cart would sell.
#[derive(Debug, Clone, Copy)]
pub struct CartSale<'a> {
    /// Its lines.
    pub view: &'a CartView,
    /// The method chosen.
    pub shipping: Option<&'a ShippingOption>,
    /// Its coupon.
    pub coupon: Option<&'a CartCoupon>,
}

/// What comes off: a coupon on shipping fees does nothing for who comes to fetch the goods.
pub(super) fn off_of<'a>(coupon: Option<&'a CartCoupon>, shipping: Option<&ShippingOption>) -> Discounts<'a> {
    let discounts = CartCoupon::discounts(coupon);
    let is_idle = |k: &&AppliedCoupon| k.terms.segment == Segment::Shipping && shipping.is_some_and(ShippingOption::is_pickup);
    Discounts { coupon: discounts.coupon.filter(|k| !is_idle(k)), ..discounts }
}
