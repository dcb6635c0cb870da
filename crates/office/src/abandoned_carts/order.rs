//! The merchant turns a cart into an order: placed as the checkout does, with the same checks.

use kernel::{CartId, PaymentMethodId, ShippingMethodId, StoreScope};

use super::store;
use commerce::carts::{self, Cart, Draft};
use commerce::orders::{self, Expected, PlaceError, Placed, Review};
use commerce::payments::{self, PaymentOption};
use commerce::shipping::{self, ShippingOption};
use platform::App;
use platform::stores::StoreProfile;

/// The shipping and payment methods that the merchant chooses; none keeps the shopper's choice, else the first that is offered.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Choice {
    pub(super) shipping: Option<ShippingMethodId>,
    pub(super) payment: Option<PaymentMethodId>,
}

/// The order that a cart would become.
pub(super) struct Preview {
    pub(super) cart: Cart,
    pub(super) review: Review,
    pub(super) shipping: Vec<ShippingOption>,
    pub(super) payments: Vec<PaymentOption>,
}

/// Computes the preview; none when there is no such cart, or it became an order, in this cart or in another one that a link
/// filled.
pub(super) async fn preview(
    app: &App,
    scope: &StoreScope,
    profile: &StoreProfile,
    id: CartId,
    choice: Choice,
) -> db::Result<Option<Preview>> {
    let c = app.db().conn();
    if store::find_order(c, scope, id).await?.is_some() {
        return Ok(None);
    }
    let Some(mut cart) = carts::store::find(c, scope, id).await?.filter(|k| k.order_id.is_none()) else { return Ok(None) };
    let view = carts::view(app, scope, profile, &cart).await?;
    let shipping = if view.requires_shipping {
        let (methods, parcel) = (shipping::methods(c, scope).await?, orders::parcel(&view));
        let rates = shipping::rates::ask(app, scope, profile, &methods, cart.address.as_ref(), parcel).await?;
        methods.iter().filter_map(|m| m.offer(profile.into(), cart.address.as_ref(), parcel, &rates)).collect()
    } else {
        Vec::new()
    };
    let filter = choice.shipping.or(cart.shipping_method_id);
    let chosen =
        shipping.iter().find(|o| filter == Some(o.id)).or_else(|| shipping.first().filter(|_| choice.shipping.is_none()));
    let chosen = chosen.cloned();
    cart.shipping_method_id = chosen.as_ref().map(|o| o.id).or(choice.shipping);
    let now = app.env().now();
    let coupon = carts::coupon(c, scope, &cart, &view, now).await?;
    let sale = orders::CartSale { view: &view, shipping: chosen.as_ref(), coupon: coupon.as_ref() };
    let mut payments = payments::options(c, scope, &sale.to_pay(profile, &cart)).await?;
    // The checkout's own rules for cash on delivery: a method that placing would refuse is not offered.
    let verdict = orders::verdict(c, scope, profile, &cart, sale, now).await?;
    payments.retain(|p| verdict.allows(p.provider.as_str()));
    let cart_filter = choice.payment.or(cart.payment_method_id);
    let payment =
        payments.iter().find(|o| cart_filter == Some(o.id)).or_else(|| payments.first().filter(|_| choice.payment.is_none()));
    let payment = payment.cloned();
    cart.payment_method_id = payment.as_ref().map(|o| o.id).or(choice.payment);
    let review = orders::review_of(profile, &cart, view, chosen, payment, coupon).with_verdict(verdict, profile.currency);
    Ok(Some(Preview { cart, review, shipping, payments }))
}

/// Places the order for exactly what the merchant saw. Changes since the shopper looked are accepted only where `accepts_changes`
/// says that the merchant has seen them.
///
/// # Errors
/// [`PlaceError`]; nothing was placed then.
pub(super) async fn place(
    app: &App,
    scope: &StoreScope,
    profile: &StoreProfile,
    preview: Preview,
    (expected, accepts_changes): (Expected, bool),
) -> Result<Placed, PlaceError> {
    let Preview { cart, .. } = preview;
    let draft =
        Draft { shipping_method_id: cart.shipping_method_id, payment_method_id: cart.payment_method_id, ..Draft::default() };
    orders::place_by_merchant(app, scope, profile, cart.id, accepts_changes, expected, draft).await
}
