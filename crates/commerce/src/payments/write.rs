//! Creating and changing payment methods, each in one transaction with its journal entry.

use db::{Conn, Topics};
use kernel::digits::scaled;
use kernel::money::BasisPoints;
use kernel::text_guard::Lines;
use kernel::{Currency, PaymentMethodId, StoreScope, Texts};
use web::message::common;
use web::{ApiError, ApiResult, FieldErrors, Message};

use super::model::{MOST, PaymentMethod, PaymentProvider};
use super::wire::{PaymentMethodIn, PaymentMethodView};
use super::{accounts, callback, connection, entities, store};
use platform::journal::{self, Act, Entry};
use platform::{App, stores};
use web::fields::{amount, texts};

const NOT_A_PERCENTAGE: Message = Message::new(
    "أدخل نسبة من 0 إلى 100 بمنزلتين عشريتين على الأكثر.",
    "Enter a percentage from 0 to 100 with at most two decimals.",
);
const PROVIDER_IS_FIXED: Message =
    Message::new("لا يمكن تغيير مزوّد طريقة الدفع.", "You can't change the provider of a payment method.");

const NEEDS_ACCOUNT: Message =
    Message::new("أضف حسابًا بنكيًا نشطًا قبل تفعيل التحويل البنكي.", "Add an active bank account before enabling bank transfer.");
const NEEDS_CREDENTIALS: Message =
    Message::new("أكمل بيانات الربط قبل التفعيل.", "Enter the credentials before turning this on.");
const NEEDS_SECRETS: Message = Message::new(
    "تعذّر فتح المفاتيح المحفوظة. أدخلها مرة أخرى قبل التفعيل.",
    "The saved keys can't be opened any more. Enter them again before turning this on.",
);
const UNAVAILABLE: Message =
    Message::new("بوابة الدفع هذه غير متاحة حاليًا.", "This payment gateway isn't available at the moment.");
const IS_THERE: Message = Message::new("هذه الطريقة موجودة في متجرك.", "Your store already has this payment method.");
const FULL: Message = Message::new(
    "اكتمل الحد الأقصى: {max} طريقة دفع. احذف طريقة قبل إضافة غيرها.",
    "Limit reached: a store can have {max} payment methods. Delete one before adding another.",
);
const MOST_COUNTRIES: usize = 300;
const MAX_BELOW_MIN: Message = Message::new("الحد الأعلى أقل من الحد الأدنى.", "The maximum is below the minimum.");

fn apply(method: &mut PaymentMethod, sent: PaymentMethodIn, currency: Currency) -> Result<(), FieldErrors> {
    let PaymentMethodIn {
        provider,
        name,
        instructions,
        is_active,
        fixed_fees,
        ratio_fees,
        add_vat_to_payment_charges,
        disable_on_first_order,
        min_amount,
        max_amount,
        countries,
        version: _,
    } = sent;
    let mut errors = FieldErrors::new();
    let e = &mut errors;
    if provider.is_some_and(|p| p != method.provider) {
        e.add("provider", PROVIDER_IS_FIXED);
    }
    if let Some(name) = name {
        method.name = texts(e, "name", &name, 100, Lines::Single, true);
    }
    if let Some(text) = instructions {
        method.instructions = texts(e, "instructions", &text, 1_000, Lines::Many, false);
    }
    method.is_active = is_active.unwrap_or(method.is_active);
    method.add_vat_to_payment_charges = add_vat_to_payment_charges.unwrap_or(method.add_vat_to_payment_charges);
    method.disable_on_first_order = disable_on_first_order.unwrap_or(method.disable_on_first_order);
    if let Some(text) = fixed_fees {
        method.fixed_fees = amount(e, "fixed_fees", &text, currency);
    }
    if let Some(text) = ratio_fees {
        method.ratio_fees = percentage(e, "ratio_fees", &text);
    }
    let limit = |e: &mut FieldErrors, path: &str, text: Option<String>| {
        text.filter(|text| !text.trim().is_empty()).map(|text| amount(e, path, &text, currency))
    };
    if let Some(text) = min_amount {
        method.min_amount = limit(e, "min_amount", text).filter(|n| *n > 0);
    }
    if let Some(text) = max_amount {
        method.max_amount = limit(e, "max_amount", text).filter(|n| *n > 0);
    }
    if let (Some(min), Some(max)) = (method.min_amount, method.max_amount)
        && max < min
        && e.is_empty()
    {
        e.add("max_amount", MAX_BELOW_MIN);
    }
    if let Some(codes) = countries {
        method.countries = read_countries(e, &codes);
    }
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

/// Reads a percentage into hundredths of a percent.
pub(super) fn percentage(e: &mut FieldErrors, path: &str, text: &str) -> BasisPoints {
    if let Ok(n @ 0..=10_000) = scaled(text, 2) {
        return n;
    }
    e.add(path, NOT_A_PERCENTAGE);
    0
}

/// Codes of countries, each once.
fn read_countries(e: &mut FieldErrors, codes: &[String]) -> Vec<String> {
    let mut countries: Vec<String> = Vec::new();
    for (n, code) in codes.iter().enumerate() {
        let code = code.trim().to_ascii_uppercase();
        if code.len() != 2 || !code.bytes().all(|b| b.is_ascii_uppercase()) || n >= MOST_COUNTRIES {
            e.add(format!("countries.{n}"), common::NOT_A_CHOICE);
        } else if !countries.contains(&code) {
            countries.push(code);
        }
    }
    countries
}

/// Adds a method of a payment gateway.
///
/// # Errors
/// 409 when the store has too many; 422 with its fields.
pub(super) async fn create(app: &App, scope: &StoreScope, sent: PaymentMethodIn) -> ApiResult<PaymentMethodId> {
    let provider = sent.provider.ok_or_else(|| ApiError::field("provider", common::REQUIRED))?;
    if !provider.is_online() {
        return Err(ApiError::field("provider", IS_THERE));
    }
    if app.payment_gateways.get(provider.as_str()).is_none() {
        return Err(ApiError::field("provider", UNAVAILABLE));
    }
    if sent.is_active == Some(true) {
        return Err(ApiError::field("is_active", NEEDS_CREDENTIALS));
    }
    let currency = stores::get_profile(app.db().conn(), scope).await?.currency;
    let mut method = blank(app.env().id(), provider, 0);
    apply(&mut method, sent, currency).map_err(ApiError::invalid)?;
    let (at, env, now) = (scope.clone(), app.env().clone(), app.env().now());
    app.db()
        .tx(async move |c| {
            let stored = check_room(c, &at).await?;
            let display_order = stored.iter().map(|m| m.display_order).max().unwrap_or(0) + 1;
            let method = PaymentMethod { display_order, ..method.clone() };
            store::insert(c, &at, &method, now).await?;
            callback::insert(c, &env, &at, &method).await?;
            let entry = Entry::new(Act::Create, entities::PAYMENT_METHOD, method.id)
                .after(PaymentMethodView::journal_fields(&method, currency));
            journal::write(c, &at, now, Topics::SALES, entry).await?;
            Ok(method.id)
        })
        .await
}

/// A method without fees and limits, named after what it is.
pub(super) fn blank(id: PaymentMethodId, provider: PaymentProvider, display_order: i64) -> PaymentMethod {
    let (name, is_active) = provider.initial();
    PaymentMethod {
        id,
        provider,
        name,
        instructions: Texts::default(),
        is_active,
        fixed_fees: 0,
        ratio_fees: 0,
        add_vat_to_payment_charges: false,
        disable_on_first_order: false,
        min_amount: None,
        max_amount: None,
        countries: Vec::new(),
        display_order,
        version: 1,
    }
}

/// The methods of a store that has room for one more. The store is locked, or two of them would be the last one.
pub(super) async fn check_room(c: Conn<'_>, scope: &StoreScope) -> ApiResult<Vec<PaymentMethod>> {
    stores::lock(c, scope).await?;
    let stored = store::list(c, scope).await?;
    if stored.len() >= MOST {
        return Err(ApiError::conflict("too_many_payment_methods", FULL.with("max", MOST)));
    }
    Ok(stored)
}

/// What an active method needs beside its fields: a transfer an account, a gateway its credentials and the store's currency.
async fn check_activation(
    c: Conn<'_>,
    app: &App,
    scope: &StoreScope,
    method: &PaymentMethod,
    currency: Currency,
) -> ApiResult<()> {
    let refused = |message: Message| Err(ApiError::field("is_active", message));
    if method.provider == PaymentProvider::Bank && accounts::active(c, scope).await?.is_empty() {
        return refused(NEEDS_ACCOUNT);
    }
    if !method.provider.is_online() {
        return Ok(());
    }
    let Some(gateway) = app.payment_gateways.get(method.provider.as_str()) else { return refused(UNAVAILABLE) };
    let Some(connection) = connection::find(c, scope, method.id).await? else { return refused(NEEDS_CREDENTIALS) };
    if let Some(fault) = connection::currency_fault(connection.region(gateway.description()), currency) {
        return refused(fault);
    }
    if connection::has_lost_secret(c, app, scope, method.id).await? {
        return refused(NEEDS_SECRETS);
    }
    Ok(())
}

/// Changes a method; the connection is none of it.
///
/// # Errors
/// 404; 409 when it is stale; 422 with its fields.
pub(super) async fn change(app: &App, scope: &StoreScope, id: PaymentMethodId, sent: PaymentMethodIn) -> ApiResult<()> {
    let currency = stores::get_profile(app.db().conn(), scope).await?.currency;
    let (app, at) = (app.clone(), scope.clone());
    app.db()
        .clone()
        .tx(async move |c| {
            let now = app.env().now();
            let before = store::find(c, &at, id).await?.ok_or_else(ApiError::not_found)?;
            if sent.version.is_some_and(|v| v != before.version) {
                return Err(stale(c, &at, before, currency).await?);
            }
            let mut method = before.clone();
            apply(&mut method, sent.clone(), currency).map_err(ApiError::invalid)?;
            if method.is_active && !before.is_active {
                check_activation(c, &app, &at, &method, currency).await?;
            }
            method.version += 1;
            if !store::update(c, &at, &method, now).await? {
                let current = store::find(c, &at, id).await?.ok_or_else(ApiError::not_found)?;
                return Err(stale(c, &at, current, currency).await?);
            }
            let entry = Entry::new(Act::Update, entities::PAYMENT_METHOD, id)
                .before(PaymentMethodView::journal_fields(&before, currency))
                .after(PaymentMethodView::journal_fields(&method, currency));
            journal::write(c, &at, now, Topics::STOREFRONT, entry).await?;
            Ok(())
        })
        .await
}

async fn stale(c: Conn<'_>, scope: &StoreScope, current: PaymentMethod, currency: Currency) -> db::Result<ApiError> {
    let connection = connection::find(c, scope, current.id).await?;
    Ok(ApiError::stale().with_current(&PaymentMethodView::new(current, currency, connection.as_ref())))
}
