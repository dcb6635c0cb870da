//! The checkout form as it was entered, and which of its fields can be saved. The steps of decisions §6 are recorded in the cart.

use std::collections::{BTreeMap, HashMap};
use std::sync::{LazyLock, Mutex};

use commerce::carts::{self, Cart, CartError, Contact, ContactIn, Draft};
use customers::{Address, AddressIn, places, read_pin};
use kernel::text_guard::{Lines, clean};
use kernel::{Lang, PaymentMethodId, ShippingMethodId};
use minijinja::Value;
use serde::Serialize;
use web::FieldErrors;

use super::RequestContext;
use crate::engine::safe;
use crate::error::PageError;
use crate::escape::escape;
use crate::request::Form;

/// The fields as text.
#[derive(Debug, Clone, Default, Serialize)]
pub(crate) struct CheckoutForm {
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
    /// Coordinates, or a map link.
    pub(crate) pin: String,
    pub(crate) note: String,
    /// A coupon code that was not applied yet.
    #[serde(skip)]
    pub(crate) coupon: String,
    #[serde(skip)]
    pub(crate) is_pickup: Option<bool>,
    #[serde(skip)]
    pub(crate) shipping: Option<ShippingMethodId>,
    #[serde(skip)]
    pub(crate) payment: Option<PaymentMethodId>,
}

impl CheckoutForm {
    /// Reads a posted form.
    pub(crate) fn from_form(form: &Form, country: &str) -> Self {
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
            pin: text("pin"),
            note: text("note"),
            coupon: text("coupon"),
            is_pickup: form.has("receive").then(|| form.get("receive") == "pickup"),
            shipping: form.get("shipping_method_id").parse().ok(),
            payment: form.get("payment_method_id").parse().ok(),
        }
    }

    /// Prefills the form from the cart.
    pub(crate) fn from_cart(cart: &Cart, country: &str, lang: Lang) -> Self {
        let contact = cart.contact.as_ref();
        let a = cart.address.clone().unwrap_or_default();
        let (city, pin) = (city(&a, lang), pin(&a));
        Self {
            name: contact.map(|c| c.name.clone()).unwrap_or_default(),
            mobile: contact.map(|c| c.mobile.clone()).unwrap_or_default(),
            email: contact.and_then(|c| c.email.clone()).unwrap_or_default(),
            country: if a.country.is_empty() { country.to_owned() } else { a.country },
            city,
            district: a.district,
            street: a.street,
            building: a.building,
            postal_code: a.postal_code,
            short_address: a.short_address,
            details: a.details,
            pin,
            note: cart.note.clone(),
            coupon: String::new(),
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
            geo_location: read_pin(&self.pin),
            ..AddressIn::default()
        }
    }

    /// Whether any address field is filled.
    pub(crate) fn has_address(&self) -> bool {
        [&self.city, &self.street, &self.details, &self.short_address, &self.pin].iter().any(|t| !t.is_empty())
    }
}

/// The city in the shopper's language: addresses are stored in the store's own.
pub(crate) fn city(address: &Address, lang: Lang) -> String {
    places::named(&address.country, &address.city, lang)
}

/// The coordinates as their field shows them; empty when there are none.
pub(crate) fn pin(address: &Address) -> String {
    address.geo_location.as_ref().map(|g| format!("{}, {}", g.lat, g.lng)).unwrap_or_default()
}

/// City suggestions for the browser while typing, computed once per country and language.
pub(crate) fn suggestions(country: &str, lang: Lang) -> Value {
    static MADE: LazyLock<Mutex<HashMap<(String, Lang), Value>>> = LazyLock::new(Mutex::default);
    if places::cities(country).is_empty() {
        return Value::from("");
    }
    let mut cached_countries = MADE.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let make = || {
        let option = |c: &places::City| format!("<option value=\"{}\">", escape(c.name.get(lang)));
        safe(places::cities(country).iter().map(option).collect())
    };
    cached_countries.entry((country.to_owned(), lang)).or_insert_with(make).clone()
}

/// The validated form.
pub(crate) struct ReadForm {
    pub(crate) contact: Option<Contact>,
    pub(crate) address: Option<Address>,
    /// The destination as far as it is known: shipping methods are offered before all fields are valid.
    pub(crate) destination: Option<Address>,
    pub(crate) note: String,
    /// The first message of each field.
    pub(crate) errors: BTreeMap<String, String>,
}

fn note_errors(out: &mut BTreeMap<String, String>, errors: &FieldErrors, lang: Lang) {
    for (path, messages) in errors.iter() {
        if let Some(m) = messages.first() {
            out.entry(path.to_owned()).or_insert_with(|| m.get(lang).to_owned());
        }
    }
}

/// Validates the form; the address only where one is needed.
pub(crate) fn read(visit: &RequestContext<'_>, checkout_form: &CheckoutForm, needs_address: bool) -> ReadForm {
    let profile = &visit.store.profile;
    let mut errors = BTreeMap::new();
    let contact = checkout_form.contact_in().read(profile).map_err(|e| note_errors(&mut errors, &e, visit.lang)).ok();
    let address = if needs_address {
        if !checkout_form.pin.trim().is_empty() && read_pin(&checkout_form.pin).is_none() {
            errors.insert("pin".into(), visit.say("form.pin_wrong"));
        }
        checkout_form.address_in(contact.as_ref()).read(profile).map_err(|e| note_errors(&mut errors, &e, visit.lang)).ok()
    } else {
        None
    };
    let destination = match &address {
        None if needs_address => checkout_form.address_in(None).destination(profile),
        whole => whole.clone(),
    };
    let note = match clean(&checkout_form.note, 1_000, Lines::Many) {
        Ok(note) => note,
        Err(fault) => {
            errors.insert("note".into(), fault.message(visit.lang));
            String::new()
        }
    };
    ReadForm { contact, address, destination, note, errors }
}

impl ReadForm {
    /// The result without a form.
    pub(crate) fn nothing() -> Self {
        Self { contact: None, address: None, destination: None, note: String::new(), errors: BTreeMap::new() }
    }

    /// Errors of fields that were filled in: shown as they are left, while blank fields may still be filled.
    pub(crate) fn begun(&self, checkout_form: &CheckoutForm) -> BTreeMap<String, String> {
        let is_begun = |field: &str| match field {
            "mobile" => !checkout_form.mobile.is_empty(),
            "email" => !checkout_form.email.is_empty(),
            "postal_code" => !checkout_form.postal_code.is_empty(),
            "short_address" => !checkout_form.short_address.is_empty(),
            "pin" => !checkout_form.pin.is_empty(),
            _ => false,
        };
        self.errors.iter().filter(|(field, _)| is_begun(field)).map(|(f, text)| (f.clone(), text.clone())).collect()
    }

    /// The valid fields, to be saved in the cart.
    pub(crate) fn draft(&self, checkout_form: &CheckoutForm) -> Draft {
        Draft {
            contact: self.contact.clone(),
            address: self.address.clone(),
            shipping_method_id: checkout_form.shipping,
            payment_method_id: checkout_form.payment,
            note: Some(self.note.clone()),
        }
    }
}

/// The fields that differ from the cart; `None` when none does.
pub(super) fn changes(cart: &Cart, checkout_form: &CheckoutForm, read: &ReadForm) -> Option<Draft> {
    let mut draft = read.draft(checkout_form);
    // In the cart's steps, methods and payment come after the contact: an abandoned cart needs a contact for reminders.
    if read.contact.is_none() && cart.contact.is_none() {
        (draft.shipping_method_id, draft.payment_method_id) = (None, None);
    }
    let is_same = draft.contact.as_ref().is_none_or(|c| cart.contact.as_ref() == Some(c))
        && draft.address.as_ref().is_none_or(|a| cart.address.as_ref() == Some(a))
        && draft.shipping_method_id.is_none_or(|id| cart.shipping_method_id == Some(id))
        && draft.payment_method_id.is_none_or(|id| cart.payment_method_id == Some(id))
        && draft.note.as_ref().is_none_or(|n| *n == cart.note);
    (!is_same).then_some(draft)
}

/// Saves the valid and changed fields in the cart, in one write; returns the cart after it, or `None` when it was closed or
/// changed meanwhile.
pub(crate) async fn keep(
    visit: &RequestContext<'_>,
    cart: Cart,
    checkout_form: &CheckoutForm,
    read: &ReadForm,
) -> Result<Option<Cart>, PageError> {
    let Some(draft) = changes(&cart, checkout_form, read) else { return Ok(Some(cart)) };
    match carts::set_draft(&visit.shop.app, &visit.store.scope, cart, draft).await {
        Ok(cart) => Ok(Some(cart)),
        Err(CartError::Db(e)) => Err(e.into()),
        Err(_) => Ok(None),
    }
}
