//! Creating, changing and removing shipping methods.

use db::{Conn, Topics};
use kernel::text_guard::Lines;
use kernel::{Currency, ShippingMethodId, StoreScope, Texts};
use web::message::common;
use web::{ApiError, FieldErrors, Message};

use super::entities;
use super::model::ShippingMethod;
use super::promise::{MOST_DELIVERY, MOST_PROCESSING};
use super::store;
use super::view::{ShippingMethodIn, ShippingMethodView};
use crate::couriers::{Market, ShippingProvider, Size, account};
use platform::journal::{self, Act, Entry};
use platform::{App, stores};
use web::fields::{amount, between, line, texts};

const FULL: Message = Message::new(
    "اكتمل الحد الأقصى لطرق الشحن. احذف طريقة قبل إضافة غيرها.",
    "Limit reached: delete a shipping method before adding another.",
);
const PICKUP_SAYS_WHERE: Message =
    Message::new("أضف عنوان الاستلام قبل تفعيل الطريقة.", "Add a pickup address before turning this on.");
const NOT_CONNECTED: Message =
    Message::new("اربط حسابك لدى شركة الشحن قبل تفعيل الطريقة.", "Connect your account at the courier before turning this on.");
const NO_RATES: Message = Message::new("شركة الشحن لا تعطي أسعارها.", "This courier doesn't tell its prices.");
const ENDS_BEFORE: Message =
    Message::new("اكتب عددًا لا يقل عن أقل مدة توصيل.", "Enter a number that isn't less than the shortest delivery time.");
const PROVIDER_IS_FIXED: Message =
    Message::new("لا يمكن تغيير نوع طريقة الشحن.", "You can't change the type of a shipping method.");
/// Upper limit of weights: a thousand tonnes.
const MOST_GRAMS: i64 = 1_000_000_000;
const MOST_DESTINATIONS: usize = 300;

/// Why a method was not written.
#[derive(Debug, thiserror::Error)]
pub(super) enum WriteError {
    /// Invalid fields.
    #[error("invalid fields")]
    Fields(FieldErrors),
    /// The store has no such method.
    #[error("no such shipping method")]
    NotFound,
    /// It is stale: it changed since it was read.
    #[error("stale version")]
    Stale(Box<ShippingMethod>, Currency),
    /// The store has too many methods.
    #[error("too many shipping methods")]
    Full,
    /// A database error.
    #[error(transparent)]
    Db(#[from] db::Error),
}

impl From<WriteError> for ApiError {
    fn from(e: WriteError) -> Self {
        match e {
            WriteError::Fields(fields) => Self::invalid(fields),
            WriteError::NotFound => Self::not_found(),
            WriteError::Stale(method, currency) => {
                Self::stale().with_current(&ShippingMethodView::from_method(*method, currency))
            }
            WriteError::Full => Self::conflict("too_many_shipping_methods", FULL),
            WriteError::Db(e) => e.into(),
        }
    }
}

/// Applies a request to a method; absent fields stay.
fn apply(method: &mut ShippingMethod, sent: ShippingMethodIn, currency: Currency) -> Result<(), FieldErrors> {
    let ShippingMethodIn {
        provider,
        name,
        note,
        pickup_address,
        is_active,
        is_fixed_cost,
        fixed_cost,
        weight_threshold,
        extra_weight_cost,
        extra_weight_grams,
        countries,
        cities,
        is_cod_allowed,
        is_courier_name_visible,
        is_courier_controls_rates,
        free_above,
        processing_days,
        delivery_days_min,
        delivery_days_max,
        package_size,
        display_order,
        version: _,
    } = sent;
    let mut errors = FieldErrors::new();
    let e = &mut errors;
    if provider.is_some_and(|p| p != method.provider) {
        e.add("provider", PROVIDER_IS_FIXED);
    }
    if let Some(name) = name {
        method.name = texts(e, "name", &name, 100, Lines::Single, true);
    } else if method.name.is_empty() {
        e.add("name", common::REQUIRED);
    }
    if let Some(note) = note {
        method.note = texts(e, "note", &note, 500, Lines::Many, false);
    }
    let says_where = pickup_address.is_some();
    if let Some(address) = pickup_address {
        method.pickup_address = if method.provider == ShippingProvider::Pickup {
            texts(e, "pickup_address", &address, 300, Lines::Single, false)
        } else {
            Texts::default()
        };
    }
    method.is_active = is_active.unwrap_or(method.is_active);
    // One that was activated before addresses were required stays active until either is changed.
    if method.is_active && method.lacks_address() && (says_where || is_active.is_some()) {
        e.add("pickup_address", PICKUP_SAYS_WHERE);
    }
    method.is_fixed_cost = is_fixed_cost.unwrap_or(method.is_fixed_cost);
    method.is_cod_allowed = is_cod_allowed.unwrap_or(method.is_cod_allowed);
    method.is_courier_name_visible = is_courier_name_visible.unwrap_or(method.is_courier_name_visible);
    if let Some(text) = fixed_cost {
        method.fixed_cost = amount(e, "fixed_cost", &text, currency);
    }
    if let Some(text) = extra_weight_cost {
        method.extra_weight_cost = amount(e, "extra_weight_cost", &text, currency);
    }
    if let Some(n) = weight_threshold {
        method.weight_threshold_grams = between(e, "weight_threshold", n, 0, MOST_GRAMS);
    }
    if let Some(n) = extra_weight_grams {
        method.extra_weight_grams = between(e, "extra_weight_grams", n, 1, MOST_GRAMS);
    }
    method.is_courier_controls_rates = is_courier_controls_rates.unwrap_or(method.is_courier_controls_rates);
    method.package_size = package_size.unwrap_or(method.package_size);
    if let Some(text) = free_above {
        method.free_above = text.map(|text| amount(e, "free_above", &text, currency));
    }
    if let Some(n) = processing_days {
        method.processing_days = between(e, "processing_days", n, 0, MOST_PROCESSING);
    }
    if let Some(n) = delivery_days_min {
        method.delivery_days_min = n.map(|n| between(e, "delivery_days_min", n, 0, MOST_DELIVERY));
    }
    if let Some(n) = delivery_days_max {
        method.delivery_days_max = n.map(|n| between(e, "delivery_days_max", n, 0, MOST_DELIVERY));
    }
    if method.delivery_days_min.zip(method.delivery_days_max).is_some_and(|(min, max)| min > max) {
        e.add("delivery_days_max", ENDS_BEFORE);
    }
    if let Some(n) = display_order {
        method.display_order = between(e, "display_order", n, 0, 1_000_000);
    }
    if let Some(codes) = countries {
        method.countries = codes.iter().map(|c| c.trim().to_ascii_uppercase()).collect();
        method.countries.dedup();
        for (i, code) in method.countries.iter().enumerate() {
            if code.len() != 2 || !code.bytes().all(|b| b.is_ascii_uppercase()) || i >= MOST_DESTINATIONS {
                e.add(format!("countries.{i}"), common::NOT_A_CHOICE);
            }
        }
    }
    if let Some(names) = cities {
        if names.len() > MOST_DESTINATIONS {
            e.add("cities", common::BETWEEN.with("min", 0).with("max", MOST_DESTINATIONS));
        }
        method.cities = names
            .iter()
            .take(MOST_DESTINATIONS)
            .enumerate()
            .map(|(i, c)| line(e, &format!("cities.{i}"), c, 100, true))
            .collect();
    }
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

/// Records what a courier says against a method: that it does not work for the store, prices that it does not tell, an account that is not
/// there. A courier that is booked by a sheet needs no account. `before` is none of a new method, which is refused although it is inactive.
async fn check_courier(
    c: Conn<'_>,
    app: &App,
    scope: &StoreScope,
    (method, before): (&ShippingMethod, Option<&ShippingMethod>),
    errors: &mut FieldErrors,
) -> db::Result<()> {
    let courier = app.couriers.get(method.provider.as_str());
    if method.is_courier_controls_rates && courier.is_none_or(|courier| !courier.capabilities().has_rates) {
        errors.add("is_courier_controls_rates", NO_RATES);
    }
    let is_activated = method.is_active && before.is_none_or(|before| !before.is_active);
    if (is_activated || before.is_none())
        && let Some(fault) = Market::from(&stores::get_profile(c, scope).await?).fault(method.provider)
    {
        errors.add(if before.is_none() { "provider" } else { "is_active" }, fault);
    } else if is_activated && method.provider.needs_account() && account::find(c, scope, method.provider).await?.is_none() {
        errors.add("is_active", NOT_CONNECTED);
    }
    Ok(())
}

pub(super) async fn create(
    app: &App,
    scope: &StoreScope,
    sent: ShippingMethodIn,
) -> Result<(ShippingMethod, Currency), WriteError> {
    let provider = sent.provider.ok_or_else(|| WriteError::Fields(FieldErrors::one("provider", common::REQUIRED)))?;
    let currency = stores::get_profile(app.db().conn(), scope).await?.currency;
    let count = store::count(app.db().conn(), scope).await?;
    if count >= store::MOST {
        return Err(WriteError::Full);
    }
    let mut method = ShippingMethod {
        id: app.env().id(),
        provider,
        name: Texts::default(),
        note: Texts::default(),
        pickup_address: Texts::default(),
        is_active: true,
        is_fixed_cost: true,
        fixed_cost: 0,
        weight_threshold_grams: 0,
        extra_weight_cost: 0,
        extra_weight_grams: 1_000,
        countries: Vec::new(),
        cities: Vec::new(),
        is_cod_allowed: true,
        is_courier_name_visible: false,
        is_courier_controls_rates: false,
        free_above: None,
        processing_days: 0,
        delivery_days_min: None,
        delivery_days_max: None,
        package_size: Size::Small,
        display_order: count + 1,
        version: 1,
    };
    // A new method is active by default, and an active pickup needs an address.
    let sent = ShippingMethodIn { is_active: Some(sent.is_active.unwrap_or(true)), ..sent };
    apply(&mut method, sent, currency).map_err(WriteError::Fields)?;
    let (owner, at, now, written) = (app.clone(), scope.clone(), app.env().now(), method.clone());
    app.db()
        .tx(async move |c| {
            let mut errors = FieldErrors::new();
            check_courier(c, &owner, &at, (&written, None), &mut errors).await?;
            if !errors.is_empty() {
                return Err(WriteError::Fields(errors));
            }
            store::insert(c, &at, &written, now).await?;
            let entry = Entry::new(Act::Create, entities::SHIPPING_METHOD, written.id)
                .after(ShippingMethodView::from_method(written.clone(), currency));
            journal::write(c, &at, now, Topics::STOREFRONT, entry).await?;
            Ok::<_, WriteError>(())
        })
        .await?;
    Ok((method, currency))
}

pub(super) async fn change(
    app: &App,
    scope: &StoreScope,
    id: ShippingMethodId,
    sent: ShippingMethodIn,
) -> Result<(ShippingMethod, Currency), WriteError> {
    let currency = stores::get_profile(app.db().conn(), scope).await?.currency;
    let (owner, at, now) = (app.clone(), scope.clone(), app.env().now());
    app.db()
        .tx(async move |c| {
            let before = store::find(c, &at, id).await?.ok_or(WriteError::NotFound)?;
            if sent.version.is_some_and(|v| v != before.version) {
                return Err(WriteError::Stale(Box::new(before), currency));
            }
            let mut method = before.clone();
            apply(&mut method, sent.clone(), currency).map_err(WriteError::Fields)?;
            let mut errors = FieldErrors::new();
            check_courier(c, &owner, &at, (&method, Some(&before)), &mut errors).await?;
            if !errors.is_empty() {
                return Err(WriteError::Fields(errors));
            }
            if !store::update(c, &at, &method, now).await? {
                return Err(WriteError::Stale(Box::new(store::find(c, &at, id).await?.ok_or(WriteError::NotFound)?), currency));
            }
            method.version += 1;
            let entry = Entry::new(Act::Update, entities::SHIPPING_METHOD, id)
                .before(ShippingMethodView::from_method(before, currency))
                .after(ShippingMethodView::from_method(method.clone(), currency));
            journal::write(c, &at, now, Topics::STOREFRONT, entry).await?;
            Ok((method, currency))
        })
        .await
}

pub(super) async fn remove(app: &App, scope: &StoreScope, id: ShippingMethodId) -> Result<(), WriteError> {
    let currency = stores::get_profile(app.db().conn(), scope).await?.currency;
    let (at, now) = (scope.clone(), app.env().now());
    app.db()
        .tx(async move |c| {
            let before = store::find(c, &at, id).await?.ok_or(WriteError::NotFound)?;
            store::delete(c, &at, id).await?;
            let entry =
                Entry::new(Act::Delete, entities::SHIPPING_METHOD, id).before(ShippingMethodView::from_method(before, currency));
            journal::write(c, &at, now, Topics::STOREFRONT, entry).await?;
            Ok(())
        })
        .await
}
