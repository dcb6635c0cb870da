//! The checkout form as it was typed, and what of it can be kept. The steps of decisions §6 are recorded in the cart.

use std::collections::BTreeMap;

use commerce::carts::{self, Cart, CartError, Contact, ContactIn};
use commerce::customers::{Address, AddressIn};
use kernel::text_guard::{Lines, clean};
use kernel::{Lang, PaymentMethodId, ShippingMethodId};
use serde::Serialize;
use web::FieldErrors;

use super::Visit;
use crate::error::PageError;
use crate::request::Form;

/// The fields as text.
#[derive(Debug, Clone, Default, Serialize)]
pub(crate) struct Typed {
    pub(crate) name: String,
    pub(crate) mobile: String,
    pub(crate) email: String,
    pub(crate) country: String,
    pub(crate) city: String,
    pub(crate) district: String,
    pub(crate) street: String,
    pub(crate) building: String,
    pub(crate) postal_code: String,
    pub(crate) short_address: String,
    pub(crate) details: String,
    pub(crate) note: String,
    #[serde(skip)]
    pub(crate) is_pickup: Option<bool>,
    #[serde(skip)]
    pub(crate) shipping: Option<ShippingMethodId>,
    #[serde(skip)]
    pub(crate) payment: Option<PaymentMethodId>,
}

impl Typed {
    /// Of a posted form.
    pub(crate) fn of(form: &Form, country: &str) -> Self {
        let text = |name: &str| form.get(name).to_owned();
        let or = |name: &str, or: &str| if form.get(name).is_empty() { or.to_owned() } else { text(name) };
        Self {
            name: text("name"),
            mobile: text("mobile"),
            email: text("email"),
            country: or("country", country),
            city: text("city"),
            district: text("district"),
            street: text("street"),
            building: text("building"),
            postal_code: text("postal_code"),
            short_address: text("short_address"),
            details: text("details"),
            note: text("note"),
            is_pickup: form.has("receive").then(|| form.get("receive") == "pickup"),
            shipping: form.get("shipping_method_id").parse().ok(),
            payment: form.get("payment_method_id").parse().ok(),
        }
    }

    /// Of what the cart already knows.
    pub(crate) fn known(cart: &Cart, country: &str) -> Self {
        let contact = cart.contact.as_ref();
        let a = cart.address.clone().unwrap_or_default();
        Self {
            name: contact.map(|c| c.name.clone()).unwrap_or_default(),
            mobile: contact.map(|c| c.mobile.clone()).unwrap_or_default(),
            email: contact.and_then(|c| c.email.clone()).unwrap_or_default(),
            country: if a.country.is_empty() { country.to_owned() } else { a.country },
            city: a.city,
            district: a.district,
            street: a.street,
            building: a.building,
            postal_code: a.postal_code,
            short_address: a.short_address,
            details: a.details,
            note: cart.note.clone(),
            is_pickup: None,
            shipping: cart.shipping_method_id,
            payment: cart.payment_method_id,
        }
    }

    fn contact_in(&self) -> ContactIn {
        ContactIn { name: self.name.clone(), mobile: self.mobile.clone(), email: self.email.clone() }
    }

    fn address_in(&self, contact: Option<&Contact>) -> AddressIn {
        AddressIn {
            name: contact.map_or_else(|| self.name.clone(), |c| c.name.clone()),
            mobile: contact.map_or_else(|| self.mobile.clone(), |c| c.mobile.clone()),
            country: self.country.clone(),
            city: self.city.clone(),
            district: self.district.clone(),
            street: self.street.clone(),
            building: self.building.clone(),
            postal_code: self.postal_code.clone(),
            short_address: self.short_address.clone(),
            details: self.details.clone(),
            ..AddressIn::default()
        }
    }

    /// An address was begun.
    pub(crate) fn has_address(&self) -> bool {
        [&self.city, &self.street, &self.details, &self.short_address].iter().any(|t| !t.is_empty())
    }
}

/// What a form came to.
pub(crate) struct Read {
    pub(crate) contact: Option<Contact>,
    pub(crate) address: Option<Address>,
    pub(crate) note: String,
    /// By field, the first message of each.
    pub(crate) errors: BTreeMap<String, String>,
}

fn note_errors(out: &mut BTreeMap<String, String>, errors: &FieldErrors, lang: Lang) {
    for (path, messages) in errors.iter() {
        if let Some(m) = messages.first() {
            out.entry(path.to_owned()).or_insert_with(|| m.get(lang).to_owned());
        }
    }
}

/// Checks the form; the address only where one is needed.
pub(crate) fn read(visit: &Visit<'_>, typed: &Typed, needs_address: bool) -> Read {
    let profile = &visit.store.profile;
    let mut errors = BTreeMap::new();
    let contact = typed.contact_in().read(profile).map_err(|e| note_errors(&mut errors, &e, visit.lang)).ok();
    let address = if needs_address {
        typed.address_in(contact.as_ref()).read(profile).map_err(|e| note_errors(&mut errors, &e, visit.lang)).ok()
    } else {
        None
    };
    let note = match clean(&typed.note, 1_000, Lines::Many) {
        Ok(note) => note,
        Err(fault) => {
            errors.insert("note".into(), fault.message(visit.lang));
            String::new()
        }
    };
    Read { contact, address, note, errors }
}

/// Keeps in the cart what is valid and new; the cart as it is then.
pub(crate) async fn keep(visit: &Visit<'_>, cart: Cart, token: &str, typed: &Typed, read: &Read) -> Result<Option<Cart>, PageError> {
    let (app, scope, profile) = (&visit.shop.app, &visit.store.scope, &visit.store.profile);
    let mut is_changed = false;
    let mut done = |result: Result<(), CartError>| match result {
        Ok(()) => {
            is_changed = true;
            Ok(true)
        }
        Err(CartError::Db(e)) => Err(PageError::from(e)),
        // Closed in the meantime, or a text that was checked a moment ago.
        Err(_) => Ok(false),
    };
    if read.contact.is_some() && read.contact != cart.contact {
        done(carts::set_contact(app, scope, profile, &cart, typed.contact_in()).await)?;
    }
    if read.address.is_some() && read.address != cart.address {
        done(carts::set_address(app, scope, profile, &cart, typed.address_in(read.contact.as_ref())).await)?;
    }
    // Methods and payment come after contact in the cart's steps: an abandoned cart must have someone to remind.
    let is_known = read.contact.is_some() || cart.contact.is_some();
    if let Some(id) = typed.shipping.filter(|id| is_known && cart.shipping_method_id != Some(*id)) {
        done(carts::set_shipping_method(app, scope, &cart, id).await)?;
    }
    if let Some(id) = typed.payment.filter(|id| is_known && (cart.payment_method_id != Some(*id) || cart.note != read.note)) {
        done(carts::set_payment_method(app, scope, &cart, id, &read.note).await)?;
    }
    if !is_changed {
        return Ok(Some(cart));
    }
    Ok(carts::find(app.db().conn(), scope, &web::caller::hash_token(token)).await?)
}
