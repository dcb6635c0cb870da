//! Settings by code (ST-09), including personal ones, and preferences.

use db::{Conn, Topics};
use kernel::{StoreScope, Texts, UserId};
use serde_json::{Value, json};
use web::message::common;
use web::{ApiError, ApiResult, Message};

use super::entities;
use super::model::{Code, VAT_REGISTRATION, VatRegistration};
use super::store;
use crate::App;
use crate::journal::{self, Act, Entry};

/// Every setting with its value, defaults where nothing is set.
///
/// # Errors
/// Of the database.
pub async fn list(app: &App, scope: &StoreScope, user: UserId) -> ApiResult<serde_json::Map<String, Value>> {
    let c = app.db().conn();
    let name = store::get_profile(c, scope).await?.name;
    let stored = store::list_settings(c, scope).await?;
    let skin = store::find_preference(c, scope, user, Code::DashboardLayoutSkin.as_str()).await?;
    let value = |code: Code| match code {
        Code::StoreName => json!(name),
        code if code.fixed().is_some() => code.fixed().unwrap_or_default(),
        code if code.is_personal() => skin.clone().unwrap_or_else(|| code.default_value()),
        code => stored.iter().find(|(word, _)| word == code.as_str()).map_or_else(|| code.default_value(), |(_, v)| v.clone()),
    };
    Ok(Code::ALL.iter().map(|code| (code.as_str().to_owned(), value(*code))).collect())
}

/// One setting's value.
///
/// # Errors
/// Of the database.
pub async fn get(app: &App, scope: &StoreScope, user: UserId, code: Code) -> ApiResult<Value> {
    let c = app.db().conn();
    let stored = match code {
        Code::StoreName => Some(json!(store::get_profile(c, scope).await?.name)),
        code if code.is_personal() => store::find_preference(c, scope, user, code.as_str()).await?,
        code if code.fixed().is_some() => code.fixed(),
        code => store::find_setting(c, scope, code.as_str()).await?,
    };
    Ok(stored.unwrap_or_else(|| code.default_value()))
}

const NOT_REGISTERED: Message = Message::new(
    "متجرك غير مسجل في ضريبة القيمة المضافة. غيّر ذلك أولًا من «الضريبة وبيانات البائع».",
    "Your store isn't registered for VAT. Change this in Tax and seller first.",
);

/// The VAT registration binds the settings that follow from it: they are changed together (`PUT /invoice-details`), and one alone
/// may not contradict the rest. Before the store has entered it, each is free.
async fn check_registration(c: Conn<'_>, scope: &StoreScope, code: Code, value: &Value) -> ApiResult<()> {
    // Locks out concurrent changes until the end of the transaction.
    store::lock(c, scope).await?;
    let Some(registration) = store::find_setting(c, scope, VAT_REGISTRATION).await? else { return Ok(()) };
    let is_registered = VatRegistration::read(&registration)? == VatRegistration::Registered;
    let is_empty = match code {
        Code::StoreAddress => serde_json::from_value::<Texts>(value.clone()).is_ok_and(|texts| texts.is_empty()),
        _ => value.as_str().is_some_and(str::is_empty),
    };
    match code {
        Code::VatValue if !is_registered && *value != json!("0") => Err(ApiError::conflict("vat_not_registered", NOT_REGISTERED)),
        Code::VatNumber if !is_registered && !is_empty => Err(ApiError::conflict("vat_not_registered", NOT_REGISTERED)),
        Code::VatNumber if is_registered && is_empty => Err(ApiError::field("value", common::REQUIRED)),
        Code::LegalName | Code::StoreAddress if is_empty => Err(ApiError::field("value", common::REQUIRED)),
        _ => Ok(()),
    }
}

/// Sets one setting; returns its value in the form that is stored.
///
/// # Errors
/// 422 when the value does not satisfy the code's rule, or removes what the store's invoices need; 409 when a store that is not
/// registered for VAT would charge it.
pub async fn put(app: &App, scope: &StoreScope, user: UserId, code: Code, value: &Value) -> ApiResult<Value> {
    let c = app.db().conn();
    let country = store::get_profile(c, scope).await?.country;
    let value = code.read(value, &country).map_err(|(path, message)| {
        ApiError::field(if path.is_empty() { "value".to_owned() } else { format!("value.{path}") }, message)
    })?;
    if code.is_media()
        && let Some(id) = value.as_str().and_then(|t| t.parse().ok())
        && !store::has_media(c, scope, id).await?
    {
        return Err(ApiError::field("value", common::NO_SUCH));
    }
    let (scope, env, stored) = (scope.clone(), app.env().clone(), value.clone());
    app.db()
        .tx(async move |c| {
            let now = env.now();
            if code.is_personal() {
                return Ok(store::upsert_preference(c, &scope, user, code.as_str(), &stored, now).await?);
            }
            let before = if code == Code::StoreName {
                let before = json!(store::get_profile(c, &scope).await?.name);
                store::update_name(c, &scope, stored.as_str().unwrap_or_default(), now).await?;
                before
            } else {
                let is_bound = matches!(code, Code::VatValue | Code::VatNumber | Code::LegalName | Code::StoreAddress);
                let before = store::find_setting(c, &scope, code.as_str()).await?.unwrap_or_else(|| code.default_value());
                if is_bound && before != stored {
                    check_registration(c, &scope, code, &stored).await?;
                }
                store::upsert_setting(c, &scope, code.as_str(), &stored, now).await?;
                before
            };
            if before != stored {
                let entry = Entry::new(Act::Update, entities::SETTING, scope.store());
                let entry = entry.before(json!({ code.as_str(): before })).after(json!({ code.as_str(): stored }));
                journal::write(c, &scope, now, Topics::STOREFRONT, entry).await?;
            }
            Ok::<_, ApiError>(())
        })
        .await?;
    Ok(value)
}

/// Preferences of one person in one store.
const MOST_PREFERENCES: i64 = 200;
/// Bytes of one preference.
const MOST_BYTES: usize = 16 * 1024;
const TOO_MANY: Message = Message::new("عدد التفضيلات المحفوظة كبير.", "Limit reached: too many saved preferences.");
const TOO_BIG: Message = Message::new("التفضيل أكبر من أن يُحفظ.", "The preference is too large to save.");

/// Validates the code of a preference: `orders.columns`. The server does not know the codes on purpose: they are the dashboard's.
fn check_code(code: &str) -> ApiResult<()> {
    let is_word = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit() || matches!(b, b'_' | b'.' | b'-');
    if (1..=64).contains(&code.len()) && code.bytes().all(is_word) { Ok(()) } else { Err(ApiError::not_found()) }
}

/// A preference; null when it was never set.
///
/// # Errors
/// 404 for a code that cannot be one.
pub async fn get_preference(app: &App, scope: &StoreScope, user: UserId, code: &str) -> ApiResult<Value> {
    check_code(code)?;
    Ok(store::find_preference(app.db().conn(), scope, user, code).await?.unwrap_or_default())
}

/// Stores a preference.
///
/// # Errors
/// 404 for a code that cannot be one, 422 when there are too many or it is too large.
pub async fn put_preference(app: &App, scope: &StoreScope, user: UserId, code: &str, value: Value) -> ApiResult<Value> {
    check_code(code)?;
    if value.to_string().len() > MOST_BYTES {
        return Err(ApiError::field("value", TOO_BIG));
    }
    let (scope, env, code, stored) = (scope.clone(), app.env().clone(), code.to_owned(), value.clone());
    app.db()
        .tx(async move |c| {
            if store::count_other_preferences(c, &scope, user, &code).await? >= MOST_PREFERENCES {
                return Err(ApiError::field("value", TOO_MANY));
            }
            store::upsert_preference(c, &scope, user, &code, &stored, env.now()).await?;
            Ok(())
        })
        .await?;
    Ok(value)
}
