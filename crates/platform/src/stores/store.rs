//! Every statement of the stores slice.

use db::{Conn, Json, Result, p, row};
use kernel::{Currency, Lang, MediaId, Millis, StoreId, StoreScope, UserId};
use serde_json::Value;
use web::Ability;

use super::model::{StoreProfile, StoreSettings, timezone_of};
use crate::identity::Role;

struct ProfileRow {
    id: StoreId,
    slug: String,
    name: String,
    currency: String,
    country: String,
    timezone: String,
    default_language: Lang,
    languages: Json<Vec<Lang>>,
    is_ready: bool,
    is_demo: bool,
    is_url_ready: bool,
    is_theme_ready: bool,
    feature_flags: Json<Vec<String>>,
    version: i64,
    code: Option<String>,
    value: Option<Json<Value>>,
}
row!(ProfileRow {
    id,
    slug,
    name,
    currency,
    country,
    timezone,
    default_language,
    languages,
    is_ready,
    is_demo,
    is_url_ready,
    is_theme_ready,
    feature_flags,
    version,
    code,
    value
});

/// One row per setting, the store's own columns repeated: a store and all its settings in one statement.
macro_rules! profile {
    ($condition:literal) => {
        concat!(
            "SELECT s.id, s.slug, s.name, s.currency, s.country, s.timezone, s.default_language, s.languages, s.is_ready, s.is_demo, \
             s.is_url_ready, s.is_theme_ready, s.feature_flags, s.version, t.code, t.value \
             FROM stores s LEFT JOIN store_settings t ON t.store_id = s.id WHERE ",
            $condition
        )
    };
}

fn fold(rows: Vec<ProfileRow>) -> Result<Option<StoreProfile>> {
    let mut profile = None;
    let mut values = Vec::with_capacity(rows.len());
    for row in rows {
        let ProfileRow {
            id,
            slug,
            name,
            currency,
            country,
            timezone,
            default_language,
            languages: Json(languages),
            is_ready,
            is_demo,
            is_url_ready,
            is_theme_ready,
            feature_flags: Json(feature_flags),
            version,
            code,
            value,
        } = row;
        if let (Some(code), Some(Json(value))) = (code, value) {
            values.push((code, value));
        }
        if profile.is_none() {
            let currency = Currency::parse(&currency)
                .ok_or_else(|| db::Error::Column { column: 3, reason: format!("unknown currency {currency}") })?;
            profile = Some(StoreProfile {
                id,
                slug,
                name,
                currency,
                country,
                timezone,
                default_language,
                languages,
                is_ready,
                is_demo,
                is_url_ready,
                is_theme_ready,
                feature_flags,
                version,
                settings: StoreSettings::default(),
            });
        }
    }
    let Some(profile) = profile else { return Ok(None) };
    Ok(Some(StoreProfile { settings: StoreSettings::read(&values)?, ..profile }))
}

/// The store of the scope with its settings, in one statement.
///
/// # Errors
/// Of the database.
pub async fn get_profile(c: Conn<'_>, scope: &StoreScope) -> Result<StoreProfile> {
    fold(c.all(profile!("s.id = ?1"), p![scope.store()]).await?)?.ok_or(db::Error::NotFound)
}

/// The store of a host label, for the storefront; only one that is open.
///
/// # Errors
/// Of the database.
pub async fn find_by_slug(c: Conn<'_>, slug: &str) -> Result<Option<StoreProfile>> {
    fold(c.all(profile!("s.slug = ?1 AND s.status = 'active'"), p![slug]).await?)
}

/// A store's own values by code, as stored; codes that were never set are absent.
pub(super) async fn list_settings(c: Conn<'_>, scope: &StoreScope) -> Result<Vec<(String, Value)>> {
    let sql = "SELECT code, value FROM store_settings WHERE store_id = ?1 ORDER BY code LIMIT 200";
    let rows: Vec<(String, Json<Value>)> = c.all(sql, p![scope.store()]).await?;
    Ok(rows.into_iter().map(|(code, Json(value))| (code, value)).collect())
}

pub(super) async fn find_setting(c: Conn<'_>, scope: &StoreScope, code: &str) -> Result<Option<Value>> {
    let sql = "SELECT value FROM store_settings WHERE store_id = ?1 AND code = ?2";
    Ok(c.opt::<Json<Value>>(sql, p![scope.store(), code]).await?.map(|Json(v)| v))
}

/// A document that another slice stores among the settings; the settings pages do not have its code.
///
/// # Errors
/// Of the database.
pub async fn find_document(c: Conn<'_>, scope: &StoreScope, code: &str) -> Result<Option<Value>> {
    find_setting(c, scope, code).await
}

/// Locks out concurrent callers until this transaction is over: for settings that are read, compared and written.
///
/// # Errors
/// Of the database.
pub async fn lock(c: Conn<'_>, scope: &StoreScope) -> Result<()> {
    c.opt::<StoreId>("SELECT id FROM stores WHERE id = ?1 FOR NO KEY UPDATE", p![scope.store()]).await?;
    Ok(())
}

/// Stores a document of another slice among the settings; the caller writes its journal entry.
///
/// # Errors
/// Of the database.
pub async fn upsert_document(c: Conn<'_>, scope: &StoreScope, code: &str, value: &Value, now: Millis) -> Result<()> {
    upsert_setting(c, scope, code, value, now).await
}

/// The low-stock threshold of products without one of their own.
///
/// # Errors
/// Of the database.
pub async fn get_low_stock_threshold(c: Conn<'_>, scope: &StoreScope) -> Result<i64> {
    let code = super::model::Code::LowStockThreshold;
    let value = find_setting(c, scope, code.as_str()).await?.unwrap_or_else(|| code.default_value());
    Ok(value.as_i64().unwrap_or_default())
}

pub(super) async fn upsert_setting(c: Conn<'_>, scope: &StoreScope, code: &str, value: &Value, now: Millis) -> Result<()> {
    let sql = "INSERT INTO store_settings (store_id, code, value, updated_at) VALUES (?1, ?2, ?3, ?4) \
               ON CONFLICT (store_id, code) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at";
    c.exec(sql, p![scope.store(), code, Json(value.clone()), now]).await?;
    Ok(())
}

pub(super) async fn update_name(c: Conn<'_>, scope: &StoreScope, name: &str, now: Millis) -> Result<()> {
    let sql = "UPDATE stores SET name = ?2, updated_at = ?3, version = version + 1 WHERE id = ?1";
    c.exec(sql, p![scope.store(), name, now]).await?;
    Ok(())
}

/// Whether the media file exists in this store. Queried here because a setting may not name another store's file; nothing of the
/// media slice is needed for it.
pub(super) async fn has_media(c: Conn<'_>, scope: &StoreScope, id: MediaId) -> Result<bool> {
    Ok(c.opt::<MediaId>("SELECT id FROM media WHERE store_id = ?1 AND id = ?2", p![scope.store(), id]).await?.is_some())
}

// ---- preferences ----------------------------------------------------------------------------------------------------

pub(super) async fn find_preference(c: Conn<'_>, scope: &StoreScope, user: UserId, code: &str) -> Result<Option<Value>> {
    let sql = "SELECT value FROM user_preferences WHERE store_id = ?1 AND user_id = ?2 AND code = ?3";
    Ok(c.opt::<Json<Value>>(sql, p![scope.store(), user, code]).await?.map(|Json(v)| v))
}

/// Codes of a person in a store other than `code`.
pub(super) async fn count_other_preferences(c: Conn<'_>, scope: &StoreScope, user: UserId, code: &str) -> Result<i64> {
    c.one(
        "SELECT COUNT(*) FROM user_preferences WHERE store_id = ?1 AND user_id = ?2 AND code <> ?3",
        p![scope.store(), user, code],
    )
    .await
}

pub(super) async fn upsert_preference(
    c: Conn<'_>,
    scope: &StoreScope,
    user: UserId,
    code: &str,
    value: &Value,
    now: Millis,
) -> Result<()> {
    let sql = "INSERT INTO user_preferences (store_id, user_id, code, value, updated_at) VALUES (?1, ?2, ?3, ?4, ?5) \
               ON CONFLICT (store_id, user_id, code) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at";
    c.exec(sql, p![scope.store(), user, code, Json(value.clone()), now]).await?;
    Ok(())
}

// ---- members --------------------------------------------------------------------------------------------------------

/// A store that a person belongs to.
pub(super) struct MembershipRow {
    pub(super) id: StoreId,
    pub(super) name: String,
    pub(super) slug: String,
    pub(super) abilities: Json<Vec<Ability>>,
}
row!(MembershipRow { id, name, slug, abilities });

/// The stores of a person, the first joined first; 100 at most.
pub(super) async fn list_memberships(c: Conn<'_>, user: UserId) -> Result<Vec<MembershipRow>> {
    let sql = "SELECT s.id, s.name, s.slug, m.abilities FROM memberships m JOIN stores s ON s.id = m.store_id \
               WHERE m.user_id = ?1 ORDER BY m.created_at, s.id LIMIT 100";
    c.all(sql, p![user]).await
}

/// The owner of the demo store, whose account the demo sign-in opens.
pub(super) async fn find_demo_user(c: Conn<'_>) -> Result<Option<UserId>> {
    let sql = "SELECT m.user_id FROM stores s JOIN memberships m ON m.store_id = s.id WHERE s.is_demo = TRUE ORDER BY s.id, m.created_at LIMIT 1";
    c.opt(sql, p![]).await
}

/// Adds a person to a store.
///
/// # Errors
/// Of the database.
pub async fn insert_member(c: Conn<'_>, scope: &StoreScope, user: UserId, role: Role, now: Millis) -> Result<()> {
    let sql = "INSERT INTO memberships (store_id, user_id, role, abilities, created_at) VALUES (?1, ?2, ?3, ?4, ?5)";
    c.exec(sql, p![scope.store(), user, role.as_str(), Json(role.abilities()), now]).await?;
    Ok(())
}

// ---- a new store ----------------------------------------------------------------------------------------------------

/// A store to insert.
#[derive(Debug, Clone)]
pub struct NewStore {
    /// Checked by the onboarding rules.
    pub slug: String,
    /// As the owner writes it.
    pub name: String,
    /// ISO 3166 alpha-2, upper case.
    pub country: String,
    /// Cannot be changed later.
    pub currency: Currency,
    /// The demo store.
    pub is_demo: bool,
}

/// Adds a store with its counters. Its host answers at once; it is neither set up nor has it content yet.
///
/// # Errors
/// Of the database; a unique violation when the slug is taken.
pub async fn insert_store(c: Conn<'_>, scope: &StoreScope, now: Millis, store: &NewStore) -> Result<()> {
    let NewStore { slug, name, country, currency, is_demo } = store;
    let sql = "INSERT INTO stores (id, slug, name, status, country, currency, timezone, default_language, languages, is_demo, is_ready, \
               is_url_ready, is_theme_ready, feature_flags, onboarding, created_at, updated_at, version) \
               VALUES (?1, ?2, ?3, 'active', ?4, ?5, ?6, 'ar', ?7, ?8, FALSE, FALSE, FALSE, '[]', '{}', ?9, ?9, 1)";
    let languages = Json(vec![Lang::Ar, Lang::En]);
    c.exec(sql, p![scope.store(), slug, name, country, currency.code(), timezone_of(country), languages, *is_demo, now]).await?;
    let sql =
        "INSERT INTO store_counters (store_id, journal_seq, next_order_number, next_invoice_number) VALUES (?1, 0, 1001, 1)";
    c.exec(sql, p![scope.store()]).await?;
    Ok(())
}

/// The store of a slug, in any status.
///
/// # Errors
/// Of the database.
pub async fn find_id_by_slug(c: Conn<'_>, slug: &str) -> Result<Option<StoreId>> {
    c.opt("SELECT id FROM stores WHERE slug = ?1", p![slug]).await
}

/// How many stores there are.
///
/// # Errors
/// Of the database.
pub async fn count_all(c: Conn<'_>) -> Result<i64> {
    c.one("SELECT COUNT(*) FROM stores", p![]).await
}

/// Marks the store's host as ready (TH-06).
///
/// # Errors
/// Of the database.
pub async fn set_url_ready(c: Conn<'_>, scope: &StoreScope, now: Millis) -> Result<()> {
    c.exec("UPDATE stores SET is_url_ready = TRUE, updated_at = ?2, version = version + 1 WHERE id = ?1", p![scope.store(), now])
        .await?;
    Ok(())
}

/// Marks the store's theme as ready (TH-06).
///
/// # Errors
/// Of the database.
pub async fn set_theme_ready(c: Conn<'_>, scope: &StoreScope, now: Millis) -> Result<()> {
    c.exec(
        "UPDATE stores SET is_theme_ready = TRUE, updated_at = ?2, version = version + 1 WHERE id = ?1",
        p![scope.store(), now],
    )
    .await?;
    Ok(())
}

// ---- the questionnaire ----------------------------------------------------------------------------------------------

pub(super) async fn find_answers(c: Conn<'_>, scope: &StoreScope) -> Result<Value> {
    let Json(answers): Json<Value> = c.one("SELECT onboarding FROM stores WHERE id = ?1", p![scope.store()]).await?;
    Ok(answers)
}

pub(super) async fn update_answers(
    c: Conn<'_>,
    scope: &StoreScope,
    answers: &Value,
    languages: &[Lang],
    default: Lang,
    now: Millis,
) -> Result<()> {
    let sql = "UPDATE stores SET onboarding = ?2, languages = ?3, default_language = ?4, is_ready = TRUE, updated_at = ?5, version = version + 1 WHERE id = ?1";
    c.exec(sql, p![scope.store(), Json(answers.clone()), Json(languages.to_vec()), default.code(), now]).await?;
    Ok(())
}
