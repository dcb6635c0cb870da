//! Every statement of the stores slice.

use db::{Conn, Json, Result, p, row};
use kernel::{Currency, Lang, StoreId, StoreScope};
use serde_json::Value;

use super::model::{StoreProfile, StoreSettings};

struct ProfileRow {
    id: StoreId,
    slug: String,
    name: String,
    currency: String,
    country: String,
    timezone: String,
    default_language: String,
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
    id, slug, name, currency, country, timezone, default_language, languages, is_ready, is_demo, is_url_ready, is_theme_ready,
    feature_flags, version, code, value
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
            id, slug, name, currency, country, timezone, default_language, languages: Json(languages), is_ready, is_demo, is_url_ready,
            is_theme_ready, feature_flags: Json(feature_flags), version, code, value,
        } = row;
        if let (Some(code), Some(Json(value))) = (code, value) {
            values.push((code, value));
        }
        if profile.is_none() {
            let currency = Currency::parse(&currency)
                .ok_or_else(|| db::Error::Column { column: 3, reason: format!("unknown currency {currency}") })?;
            profile = Some(StoreProfile {
                id, slug, name, currency, country, timezone,
                default_language: Lang::parse(&default_language).unwrap_or_default(),
                languages, is_ready, is_demo, is_url_ready, is_theme_ready, feature_flags, version,
                settings: StoreSettings::default(),
            });
        }
    }
    Ok(profile.map(|p| StoreProfile { settings: StoreSettings::read(&values), ..p }))
}

/// The store of the scope with its settings, in one statement.
///
/// # Errors
/// Of the database.
pub async fn profile(c: Conn<'_>, scope: &StoreScope) -> Result<StoreProfile> {
    fold(c.all(profile!("s.id = ?1"), p![scope.store()]).await?)?.ok_or(db::Error::NotFound)
}

/// The store that answers at a host label, for the storefront; only one that is open.
///
/// # Errors
/// Of the database.
pub async fn find_by_slug(c: Conn<'_>, slug: &str) -> Result<Option<StoreProfile>> {
    fold(c.all(profile!("s.slug = ?1 AND s.status = 'active'"), p![slug]).await?)
}
