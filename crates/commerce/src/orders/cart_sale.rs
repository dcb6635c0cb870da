//! What a cart would sell: the input of the COD rules and of the review. Pure.

use crate::carts::totals::{self, Discounts, FeeRule};
use crate::carts::{Cart, CartCoupon, CartView, line_in, vat_rule};
use crate::coupons::{AppliedCoupon, Segment};
use crate::payments::PaymentSale;
use crate::shipping::ShippingOption;
use platform::stores::StoreProfile;

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

impl<'a> CartSale<'a> {
    /// To pay, without the fee of a payment method, in minor units.
    #[must_use]
    pub fn amount(self, profile: &StoreProfile) -> i64 {
        let lines: Vec<_> = self.view.counted().map(line_in).collect();
        let (cost, discounts) = (self.shipping.map_or(0, |s| s.cost), off_of(self.coupon, self.shipping));
        totals::compute(&lines, discounts, vat_rule(profile), cost, FeeRule::default()).unwrap_or_default().total
    }

    /// As payment methods look at it: the country is that of the address where something goes there.
    #[must_use]
    pub fn to_pay(self, profile: &'a StoreProfile, cart: &'a Cart) -> PaymentSale<'a> {
        let is_delivered = self.view.requires_shipping && !self.shipping.is_some_and(ShippingOption::is_pickup);
        let address = cart.address.as_ref().filter(|_| is_delivered);
        PaymentSale {
            shipping: self.shipping,
            mobile: cart.contact.as_ref().map(|contact| contact.mobile.as_str()),
            country: address.map_or(profile.country.as_str(), |a| a.country.as_str()),
            amount: self.amount(profile),
        }
    }
}

/// The applicable discounts: a coupon on shipping fees has no effect on a pickup.
pub(super) fn off_of<'a>(coupon: Option<&'a CartCoupon>, shipping: Option<&ShippingOption>) -> Discounts<'a> {
    let discounts = CartCoupon::discounts(coupon);
    let has_no_effect =
        |k: &&AppliedCoupon| k.terms.segment == Segment::Shipping && shipping.is_some_and(ShippingOption::is_pickup);
    Discounts { coupon: discounts.coupon.filter(|k| !has_no_effect(k)), ..discounts }
}
