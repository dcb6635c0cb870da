//! Changing a payment method.

use db::Topics;
use kernel::digits::scaled;
use kernel::text_guard::Lines;
use kernel::{Currency, PaymentMethodId, StoreScope};
use web::{ApiError, FieldErrors, Message};

use super::api::{PaymentMethodIn, PaymentMethodView};
use super::entities;
use super::model::{PaymentMethod, PaymentProvider};
use super::{accounts, store};
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

/// Why a method was not written.
#[derive(Debug, thiserror::Error)]
pub(super) enum WriteError {
    /// Invalid fields.
    #[error("invalid fields")]
    Fields(FieldErrors),
    /// The store has no such method.
    #[error("no such payment method")]
    NotFound,
    /// It is stale: it changed since it was read.
    #[error("stale version")]
    Stale(Box<PaymentMethod>, Currency),
    /// A database error.
    #[error(transparent)]
    Db(#[from] db::Error),
}

impl From<WriteError> for ApiError {
    fn from(e: WriteError) -> Self {
        match e {
            WriteError::Fields(fields) => Self::invalid(fields),
            WriteError::NotFound => Self::not_found(),
            WriteError::Stale(method, currency) => Self::stale().with_current(&PaymentMethodView::from_method(*method, currency)),
            WriteError::Db(e) => e.into(),
        }
    }
}

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
        match scaled(&text, 2) {
            Ok(n @ 0..=10_000) => method.ratio_fees = n,
            _ => e.add("ratio_fees", NOT_A_PERCENTAGE),
        }
    }
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

pub(super) async fn change(
    app: &App,
    scope: &StoreScope,
    id: PaymentMethodId,
    sent: PaymentMethodIn,
) -> Result<(PaymentMethod, Currency), WriteError> {
    let currency = stores::get_profile(app.db().conn(), scope).await?.currency;
    let (at, now) = (scope.clone(), app.env().now());
    app.db()
        .tx(async move |c| {
            let before = store::find(c, &at, id).await?.ok_or(WriteError::NotFound)?;
            if sent.version.is_some_and(|v| v != before.version) {
                return Err(WriteError::Stale(Box::new(before), currency));
            }
            let mut method = before.clone();
            apply(&mut method, sent.clone(), currency).map_err(WriteError::Fields)?;
            let is_opened = method.is_active && !before.is_active && method.provider == PaymentProvider::Bank;
            if is_opened && accounts::active(c, &at).await?.is_empty() {
                return Err(WriteError::Fields(FieldErrors::one("is_active", NEEDS_ACCOUNT)));
            }
            if !store::update(c, &at, &method, now).await? {
                return Err(WriteError::Stale(Box::new(store::find(c, &at, id).await?.ok_or(WriteError::NotFound)?), currency));
            }
            method.version += 1;
            let entry = Entry::new(Act::Update, entities::PAYMENT_METHOD, id)
                .before(PaymentMethodView::from_method(before, currency))
                .after(PaymentMethodView::from_method(method.clone(), currency));
            journal::write(c, &at, now, Topics::STOREFRONT, entry).await?;
            Ok((method, currency))
        })
        .await
}
