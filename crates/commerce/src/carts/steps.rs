//! The checkout steps between a filled cart and an order (CA-01): contact, address, shipping method, payment method.

use kernel::rules::Rule;
use kernel::text_guard::{Lines, clean};
use kernel::{Millis, PaymentMethodId, ShippingMethodId, StoreScope};
use web::message::common;
use web::{FieldErrors, Message};

use super::changes::CartError;
use super::lines::furthest_step;
use super::model::{Cart, Contact, Step};
use super::store;
use super::words;
use customers::{Address, AddressIn};
use platform::App;
use platform::stores::StoreProfile;
use web::fields::{guard_message, line, mobile};

/// The buyer's contact data, as typed.
#[derive(Debug, Clone, Default)]
pub struct ContactIn {
    /// Full name.
    pub name: String,
    /// Mobile number in any format.
    pub mobile: String,
    /// E-mail address; required when the store requires it (ST-05).
    pub email: String,
}

const NOT_AN_EMAIL: Message = Message::new("اكتب بريدًا إلكترونيًا صحيحًا.", "Enter a valid email address.");

impl ContactIn {
    /// Validates it for a store.
    ///
    /// # Errors
    /// Every invalid field.
    pub fn read(self, profile: &StoreProfile) -> Result<Contact, FieldErrors> {
        let Self { name, mobile: number, email } = self;
        let mut errors = FieldErrors::new();
        let name = line(&mut errors, "name", &name, 100, true);
        let number = mobile(&mut errors, "mobile", &number, &profile.country);
        let email = line(&mut errors, "email", &email, 254, profile.settings.require_email_in_checkout).to_lowercase();
        if !Rule::Email.accepts(&email) {
            errors.add("email", NOT_AN_EMAIL);
        }
        if errors.is_empty() {
            Ok(Contact { name, mobile: number, email: Some(email).filter(|e| !e.is_empty()) })
        } else {
            Err(errors)
        }
    }
}

/// Sets the contact step.
///
/// # Errors
/// [`CartError::Fields`] with `name`, `mobile`, `email`; [`CartError::Closed`].
pub async fn set_contact(
    app: &App,
    scope: &StoreScope,
    profile: &StoreProfile,
    cart: &Cart,
    contact: ContactIn,
) -> Result<(), CartError> {
    let contact = contact.read(profile).map_err(CartError::Fields)?;
    let (at, cart, step, now) = (scope.clone(), cart.clone(), furthest_step(cart, Step::Contact), app.env().now());
    let work = async move |c: db::Conn<'_>| {
        words::update_index(c, &at, &cart, Some(&contact)).await?;
        store::update_contact(c, &at, cart.id, step, &contact, now).await
    };
    open(app.db().tx(work).await?)
}

/// Sets the shipping address step; an empty name or mobile is the contact's.
///
/// # Errors
/// [`CartError::Fields`] with the address's fields; [`CartError::Closed`].
pub async fn set_address(
    app: &App,
    scope: &StoreScope,
    profile: &StoreProfile,
    cart: &Cart,
    mut address: AddressIn,
) -> Result<(), CartError> {
    if let Some(contact) = &cart.contact {
        for (field, known) in [(&mut address.name, &contact.name), (&mut address.mobile, &contact.mobile)] {
            if field.trim().is_empty() {
                field.clone_from(known);
            }
        }
    }
    let address = address.read(profile).map_err(CartError::Fields)?;
    let (at, id, step, now) = (scope.clone(), cart.id, furthest_step(cart, Step::ShippingAddress), app.env().now());
    open(app.db().tx(async move |c| store::update_address(c, &at, id, step, &address, now).await).await?)
}

/// Sets the shipping method step. Whether the method is offered is checked where the order is reviewed and placed.
///
/// # Errors
/// [`CartError::Closed`].
pub async fn set_shipping_method(app: &App, scope: &StoreScope, cart: &Cart, method: ShippingMethodId) -> Result<(), CartError> {
    let (at, id, step, now) = (scope.clone(), cart.id, furthest_step(cart, Step::ShippingMethod), app.env().now());
    open(app.db().tx(async move |c| store::update_shipping(c, &at, id, step, method, now).await).await?)
}

/// Sets the payment step, with the shopper's note to the store.
///
/// # Errors
/// [`CartError::Fields`] with `note`; [`CartError::Closed`].
pub async fn set_payment_method(
    app: &App,
    scope: &StoreScope,
    cart: &Cart,
    method: PaymentMethodId,
    note: &str,
) -> Result<(), CartError> {
    let note =
        clean(note, 1_000, Lines::Many).map_err(|fault| CartError::Fields(FieldErrors::one("note", guard_message(fault))))?;
    let (at, id, step, now) = (scope.clone(), cart.id, furthest_step(cart, Step::Payment), app.env().now());
    open(app.db().tx(async move |c| store::update_payment(c, &at, id, step, method, &note, now).await).await?)
}

/// The whole checkout form, validated; none leaves the cart's value.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Draft {
    /// Contact of the buyer.
    pub contact: Option<Contact>,
    /// Shipping address.
    pub address: Option<Address>,
    /// Shipping method.
    pub shipping_method_id: Option<ShippingMethodId>,
    /// Payment method.
    pub payment_method_id: Option<PaymentMethodId>,
    /// The shopper's note, cleaned.
    pub note: Option<String>,
}

impl Draft {
    /// The cart with the form applied.
    #[must_use]
    pub fn apply_to(self, cart: Cart) -> Cart {
        let Self { contact, address, shipping_method_id, payment_method_id, note } = self;
        let mut step = cart.step;
        for (is_done, reached) in [
            (contact.is_some(), Step::Contact),
            (address.is_some(), Step::ShippingAddress),
            (shipping_method_id.is_some(), Step::ShippingMethod),
            (payment_method_id.is_some(), Step::Payment),
        ] {
            if is_done {
                step = step.max(reached);
            }
        }
        Cart {
            step,
            contact: contact.or(cart.contact),
            address: address.or(cart.address),
            shipping_method_id: shipping_method_id.or(cart.shipping_method_id),
            payment_method_id: payment_method_id.or(cart.payment_method_id),
            note: note.unwrap_or(cart.note),
            ..cart
        }
    }
}

/// Sets several steps in one write, if the cart is still at the version it was read at; returns the cart afterwards.
///
/// # Errors
/// [`CartError::Closed`], also when the cart was changed meanwhile: read it again with [`super::find_again`].
pub async fn set_draft(app: &App, scope: &StoreScope, cart: Cart, draft: Draft) -> Result<Cart, CartError> {
    let before = cart.clone();
    let cart = draft.apply_to(cart);
    let (at, now, written) = (scope.clone(), app.env().now(), cart.clone());
    open(app.db().tx(async move |c| write(c, &at, &before, &written, now).await).await?)?;
    Ok(cart.written(now))
}

/// Writes `after` if the cart is still at the version of `before`; false when it is not.
pub(super) async fn write(c: db::Conn<'_>, scope: &StoreScope, before: &Cart, after: &Cart, now: Millis) -> db::Result<bool> {
    let is_kept = store::update_steps(c, scope, after, now).await?;
    if is_kept {
        words::update_index(c, scope, before, after.contact.as_ref()).await?;
    }
    Ok(is_kept)
}

impl Cart {
    /// The cart after its steps are written, as [`set_draft`] returns it.
    #[must_use]
    pub fn written(self, now: Millis) -> Self {
        Self { version: self.version + 1, active_at: now, ..self }
    }
}

fn open(was_open: bool) -> Result<(), CartError> {
    if was_open { Ok(()) } else { Err(CartError::Closed) }
}

/// The error for a method id that cannot be parsed.
#[must_use]
pub fn no_such_method(field: &str) -> CartError {
    CartError::Fields(FieldErrors::one(field, common::NO_SUCH))
}
