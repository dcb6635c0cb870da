//! Review of an order before it is placed: the cart with shipping and payment, computed exactly as placing it does.

use db::Conn;
use kernel::{Millis, StoreScope};

use super::cart_sale::{CartSale, off_of};
use super::order_confirmation;
use crate::carts::totals::{self, FeeRule, Totals};
use crate::carts::{self, Cart, CartCoupon, CartView, Change, Step, line_in, vat_rule};
use crate::cod_risk::Verdict;
use crate::coupons::AppliedCoupon;
use crate::payments::{self, PaymentOption};
use crate::shipping::{self, Parcel, ShippingOption};
use platform::App;
use platform::stores::StoreProfile;

/// What the shopper confirmed, as carried by the checkout form.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Expected {
    /// Total in minor units.
    pub total: i64,
    /// Version of the cart that was shown.
    pub cart_version: i64,
    /// The deposit, in minor units; 0 without one.
    pub deposit: i64,
}

/// The whole order with current prices, stock and methods.
#[derive(Debug, Clone, PartialEq)]
pub struct Review {
    /// The cart's lines.
    pub view: CartView,
    /// The chosen shipping method, when it is offered.
    pub shipping: Option<ShippingOption>,
    /// The chosen payment method, when it is offered.
    pub payment: Option<PaymentOption>,
    /// Totals with shipping and payment fees, as far as they are known.
    pub totals: Totals,
    /// The cart's coupon, valid or not.
    pub coupon: Option<CartCoupon>,
    /// Changes of the lines and of the methods.
    pub changes: Vec<Change>,
    /// The first incomplete step.
    pub missing: Option<Step>,
    /// Current version of the cart.
    pub cart_version: i64,
    /// The decision of the COD rules.
    pub verdict: Verdict,
    /// The deposit, in minor units; 0 without one.
    pub deposit: i64,
}

impl Review {
    /// The values that the checkout form carries.
    #[must_use]
    pub fn expected(&self) -> Expected {
        Expected { total: self.totals.total, cart_version: self.cart_version, deposit: self.deposit }
    }

    /// Adds the decision of the COD rules and its deposit.
    #[must_use]
    pub fn with_verdict(self, verdict: Verdict, currency: kernel::Currency) -> Self {
        let provider = self.payment.as_ref().map_or("", |p| p.provider.as_str());
        let deposit = verdict.advance(provider, self.totals.total, currency);
        Self { verdict, deposit, ..self }
    }

    /// The coupon if it has a discount on this order; one without effect is not used.
    #[must_use]
    pub fn used(&self) -> Option<&AppliedCoupon> {
        self.coupon.as_ref().and_then(|coupon| coupon.result.as_ref().ok()).filter(|_| self.totals.coupon > 0)
    }

    /// The goods to ship, for [`shipping::options`].
    #[must_use]
    pub fn parcel(&self) -> Parcel {
        parcel(&self.view)
    }

    /// Whether the order can be placed.
    #[must_use]
    pub fn can_place(&self) -> bool {
        self.missing.is_none() && !self.changes.iter().any(Change::is_blocking)
    }
}

/// The goods to ship of a cart.
#[must_use]
pub fn parcel(view: &CartView) -> Parcel {
    let CartView { requires_shipping, has_free_shipping, weight_grams, totals, .. } = view;
    Parcel {
        requires_shipping: *requires_shipping,
        has_free_shipping: *has_free_shipping,
        weight_grams: *weight_grams,
        goods_amount: totals.subtotal,
    }
}

/// Computes the order that a cart would become now.
///
/// # Errors
/// Of the database.
pub async fn review(app: &App, scope: &StoreScope, profile: &StoreProfile, cart: &Cart) -> db::Result<Review> {
    review_in(app.db().conn(), scope, profile, cart, app.env().now()).await
}

pub(super) async fn review_in(
    c: Conn<'_>,
    scope: &StoreScope,
    profile: &StoreProfile,
    cart: &Cart,
    now: Millis,
) -> db::Result<Review> {
    let view = carts::view_in(c, scope, profile, cart.id, now).await?;
    let parcel = parcel(&view);
    let shipping = match cart.shipping_method_id {
        Some(id) => shipping::option(c, scope, profile, id, (cart.address.as_ref(), parcel)).await?,
        None => None,
    };
    let coupon = carts::coupon(c, scope, cart, &view, now).await?;
    let sale = CartSale { view: &view, shipping: shipping.as_ref(), coupon: coupon.as_ref() };
    let payment = match cart.payment_method_id {
        Some(id) => payments::option(c, scope, id, &sale.to_pay(profile, cart)).await?,
        None => None,
    };
    let verdict = order_confirmation::evaluate::verdict(c, scope, profile, cart, sale, now).await?;
    let payment = payment.filter(|p| verdict.allows(p.provider.as_str()));
    Ok(review_of(profile, cart, view, shipping, payment, coupon).with_verdict(verdict, profile.currency))
}

/// As [`review`], from lines, methods and coupon that were read before: `shipping` and `payment` are the chosen methods as far as
/// they are offered and the COD rules allow them. Pure.
#[must_use]
pub fn review_of(
    profile: &StoreProfile,
    cart: &Cart,
    view: CartView,
    shipping: Option<ShippingOption>,
    payment: Option<PaymentOption>,
    coupon: Option<CartCoupon>,
) -> Review {
    let mut changes = view.changes.clone();
    if cart.shipping_method_id.is_some() && shipping.is_none() {
        changes.push(Change::ShippingUnavailable);
    }
    if cart.payment_method_id.is_some() && payment.is_none() {
        changes.push(Change::PaymentUnavailable);
    }
    changes.extend(coupon.as_ref().and_then(CartCoupon::change));
    let lines: Vec<_> = view.counted().map(line_in).collect();
    let discounts = off_of(coupon.as_ref(), shipping.as_ref());
    let fee = payment.as_ref().map_or_else(FeeRule::default, |p| p.fee);
    // Quantities and prices of a cart are bounded, so the sums never overflow; if they did, the totals are zero and it is not
    // placed.
    let totals =
        totals::compute(&lines, discounts, vat_rule(profile), shipping.as_ref().map_or(0, |s| s.cost), fee).unwrap_or_default();
    let missing = missing(profile, cart, &view, shipping.as_ref(), &totals);
    let (cart_version, verdict) = (cart.version, Verdict::default());
    Review { shipping, payment, totals, coupon, changes, missing, cart_version, verdict, deposit: 0, view }
}

/// The first incomplete step; goods without delivery need neither address nor shipping, a pickup needs no address.
fn missing(
    profile: &StoreProfile,
    cart: &Cart,
    view: &CartView,
    shipping: Option<&ShippingOption>,
    totals: &Totals,
) -> Option<Step> {
    let contact = cart.contact.as_ref();
    let is_pickup = shipping.is_some_and(ShippingOption::is_pickup);
    // A cart whose lines are all unavailable is not empty: its changes say why it cannot be placed.
    if view.lines.is_empty() || (view.items_count > 0 && totals.lines.is_empty()) {
        Some(Step::Products)
    } else if contact.is_none_or(|c| profile.settings.require_email_in_checkout && c.email.is_none()) {
        Some(Step::Contact)
    } else if view.requires_shipping && cart.address.is_none() && !is_pickup {
        Some(Step::ShippingAddress)
    } else if view.requires_shipping && cart.shipping_method_id.is_none() {
        Some(Step::ShippingMethod)
    } else if cart.payment_method_id.is_none() {
        Some(Step::Payment)
    } else {
        None
    }
}
