//! The offer of a checkout: shipping and payment methods for a cart, their totals, and its reservations.

use std::sync::Arc;

use commerce::carts::reservations::ReservationOutcome;
use commerce::carts::{self, Cart, CartCoupon, CartError, CartView, Change, Step};
use commerce::orders::{self, Review};
use commerce::payments::{self, PaymentMethod, PaymentOption};
use commerce::shipping::{self, ShippingMethod, ShippingOption};
use kernel::Millis;

use super::RequestContext;
use super::checkout_form::{CheckoutForm, ReadForm, changes};
use crate::error::PageError;

/// The shipping and payment methods of a cart, with the selected ones.
pub(super) struct Offer {
    pub(super) review: Review,
    /// The cart with the form's values applied; its methods are the selected ones.
    pub(super) cart: Cart,
    pub(super) shipping: Vec<ShippingOption>,
    pub(super) payments: Vec<PaymentOption>,
    pub(super) has_pickup: bool,
    pub(super) has_courier: bool,
    pub(super) is_courier: bool,
    /// The store accepts this order only with payment in advance (COD rules).
    pub(super) is_prepaid_only: bool,
    /// No payment method is for the country of delivery (GU-12).
    pub(super) is_closed_to_country: bool,
    /// When its reservations expire.
    pub(super) held_until: Option<Millis>,
    /// Only some of its pieces are reserved.
    pub(super) is_held_in_part: bool,
    /// Its pieces could not be reserved for this shopper, but can be bought.
    pub(super) is_open: bool,
}

/// The inputs of offers, read once per request.
pub(super) struct CheckoutInputs {
    pub(super) view: CartView,
    /// `None` where nothing is shipped.
    shipping: Option<Arc<Vec<ShippingMethod>>>,
    payments: Arc<Vec<PaymentMethod>>,
    pub(super) coupon: Option<CartCoupon>,
}

impl CheckoutInputs {
    pub(super) async fn read(visit: &RequestContext<'_>, cart: &Cart) -> Result<Self, PageError> {
        let view = carts::view(&visit.shop.app, &visit.store.scope, &visit.store.profile, cart).await?;
        Self::for_view(visit, cart, view).await
    }

    /// From lines that were just read.
    pub(super) async fn for_view(visit: &RequestContext<'_>, cart: &Cart, view: CartView) -> Result<Self, PageError> {
        let (c, scope) = (visit.shop.app.db().conn(), &visit.store.scope);
        let coupon = carts::coupon(c, scope, cart, &view, visit.now()).await?;
        let shipping = if view.requires_shipping { Some(visit.shop.shipping_methods(visit.store).await?) } else { None };
        Ok(Self { shipping, payments: visit.shop.payment_methods(visit.store).await?, view, coupon })
    }

    fn shipping(&self) -> &[ShippingMethod] {
        self.shipping.as_deref().map_or(&[], Vec::as_slice)
    }
}

/// The offer for a cart with the form's values applied, with another address where one is given. Couriers are asked for their prices.
pub(super) async fn offer(
    visit: &RequestContext<'_>,
    basis: &CheckoutInputs,
    cart: &Cart,
    checkout_form: &CheckoutForm,
    address: Option<customers::Address>,
) -> Result<Offer, PageError> {
    let address = address.or_else(|| cart.address.clone());
    let (app, scope, profile) = (&visit.shop.app, &visit.store.scope, &visit.store.profile);
    let parcel = orders::parcel(&basis.view);
    let rates = shipping::rates::ask(app, scope, profile, basis.shipping(), address.as_ref(), parcel).await?;
    offer_at(visit, basis, Cart { address, ..cart.clone() }, checkout_form, &rates).await
}

/// As [`offer`], at the prices that the page showed: for an order that is placed now.
pub(super) async fn offer_as_shown(
    visit: &RequestContext<'_>,
    basis: &CheckoutInputs,
    cart: &Cart,
    checkout_form: &CheckoutForm,
    address: Option<customers::Address>,
) -> Result<Offer, PageError> {
    let address = address.or_else(|| cart.address.clone());
    let (c, scope, profile) = (visit.shop.app.db().conn(), &visit.store.scope, &visit.store.profile);
    let parcel = orders::parcel(&basis.view);
    let rates = shipping::rates::stored(c, scope, profile, basis.shipping(), address.as_ref(), parcel).await?;
    offer_at(visit, basis, Cart { address, ..cart.clone() }, checkout_form, &rates).await
}

async fn offer_at(
    visit: &RequestContext<'_>,
    basis: &CheckoutInputs,
    mut cart: Cart,
    checkout_form: &CheckoutForm,
    rates: &shipping::Rates,
) -> Result<Offer, PageError> {
    let (app, scope, profile) = (&visit.shop.app, &visit.store.scope, &visit.store.profile);
    let parcel = orders::parcel(&basis.view);
    let has_courier = basis.shipping().iter().any(|m| m.is_courier(profile.into()));
    let offered = |m: &ShippingMethod| m.offer(profile.into(), cart.address.as_ref(), parcel, rates);
    let mut options: Vec<_> = basis.shipping().iter().filter_map(offered).collect();
    let has_pickup = options.iter().any(ShippingOption::is_pickup);
    let chosen_before = options.iter().find(|o| checkout_form.shipping == Some(o.id)).map(|o| !o.is_pickup());
    let is_courier = has_courier && (!has_pickup || checkout_form.is_pickup.map_or(chosen_before.unwrap_or(true), |p| !p));
    options.retain(|o| o.is_pickup() != is_courier);
    let chosen = options.iter().find(|o| checkout_form.shipping == Some(o.id)).or(options.first()).cloned();
    cart.shipping_method_id = chosen.as_ref().map(|o| o.id);
    let sold = orders::CartSale { view: &basis.view, shipping: chosen.as_ref(), coupon: basis.coupon.as_ref() };
    let sale = sold.to_pay(profile, &cart);
    let mut payments = payments::offers(app.db().conn(), scope, &basis.payments, &sale).await?;
    let is_closed_to_country = payments::is_closed_to_country(&basis.payments, sale.country);
    let verdict = if commerce::cod_risk::rules_of(profile)?.can_restrict() {
        orders::verdict(app.db().conn(), scope, profile, &cart, sold, visit.now()).await?
    } else {
        commerce::cod_risk::Verdict::default()
    };
    payments.retain(|p| verdict.allows(p.provider.as_str()));
    let payment = payments.iter().find(|o| checkout_form.payment == Some(o.id)).or(payments.first()).cloned();
    cart.payment_method_id = payment.as_ref().map(|o| o.id);
    let is_prepaid_only = verdict.action == commerce::cod_risk::Action::Prepay;
    let review = orders::review_of(profile, &cart, basis.view.clone(), chosen, payment, basis.coupon.clone())
        .with_verdict(verdict, profile.currency);
    let (held_until, is_held_in_part) = (cart.held_until, cart.is_held_in_part);
    let is_open = false;
    Ok(Offer {
        is_prepaid_only,
        is_closed_to_country,
        held_until,
        is_held_in_part,
        is_open,
        review,
        cart,
        shipping: options,
        payments,
        has_pickup,
        has_courier,
        is_courier,
    })
}

/// Whether everything before the payment is complete and valid, so that the pieces are reserved now (decisions §6).
fn is_payment_reached(cart: &Cart, checkout: &Offer) -> bool {
    cart.contact.is_some()
        && matches!(checkout.review.missing, None | Some(Step::Payment))
        && !checkout.review.changes.iter().any(Change::is_blocking)
}

/// Reserves the pieces once everything before the payment is complete; false when another shopper was faster.
pub(super) async fn reserve(visit: &RequestContext<'_>, cart: &Cart, checkout: &mut Offer, ip: &str) -> Result<bool, PageError> {
    if !is_payment_reached(cart, checkout) {
        return Ok(true);
    }
    let outcome = carts::reservations::reserve(&visit.shop.app, &visit.store.scope, &visit.store.profile, cart, ip).await?;
    Ok(checkout.apply_reservation(outcome))
}

/// Saves what a form changed and reserves the pieces, in one transaction if both happen; then returns the new offer. `None` when
/// the cart was changed or closed meanwhile: nothing is written.
pub(super) async fn save_and_reserve(
    visit: &RequestContext<'_>,
    cart: &Cart,
    (checkout_form, read): (&CheckoutForm, &ReadForm),
    ip: &str,
) -> Result<Option<Offer>, PageError> {
    let (app, scope, profile) = (&visit.shop.app, &visit.store.scope, &visit.store.profile);
    let Some(draft) = changes(cart, checkout_form, read) else {
        let basis = CheckoutInputs::read(visit, cart).await?;
        let mut checkout = offer(visit, &basis, cart, checkout_form, read.destination.clone()).await?;
        // A failed reservation is reported when the order is placed.
        reserve(visit, cart, &mut checkout, ip).await?;
        return Ok(Some(checkout));
    };
    let after = draft.clone().apply_to(cart.clone()).written(visit.now());
    let basis = CheckoutInputs::read(visit, &after).await?;
    let mut checkout = offer(visit, &basis, &after, checkout_form, read.destination.clone()).await?;
    let saved_cart = if is_payment_reached(&after, &checkout) {
        carts::reservations::set_draft_and_reserve(app, scope, profile, cart.clone(), draft, ip).await.map(|(_, outcome)| {
            checkout.apply_reservation(outcome);
        })
    } else {
        carts::set_draft(app, scope, cart.clone(), draft).await.map(drop)
    };
    match saved_cart {
        Ok(()) => Ok(Some(checkout)),
        Err(CartError::Db(e)) => Err(e.into()),
        Err(_) => Ok(None),
    }
}

impl Offer {
    /// Applies the result of a reservation: false when another shopper was faster.
    fn apply_reservation(&mut self, outcome: ReservationOutcome) -> bool {
        match outcome {
            ReservationOutcome::Full(until) => (self.held_until, self.is_held_in_part) = (Some(until), false),
            ReservationOutcome::Partial(until) => (self.held_until, self.is_held_in_part) = (Some(until), true),
            ReservationOutcome::Unreserved => (self.held_until, self.is_open) = (None, true),
            ReservationOutcome::Blocked => self.held_until = None,
            ReservationOutcome::OutOfStock => return false,
        }
        true
    }
}
