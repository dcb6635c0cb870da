//! The onboarding questionnaire; answering it makes the store ready (AU-04).

use db::Topics;
use kernel::rules::Rule;
use kernel::text_guard::{Lines, clean};
use kernel::{Lang, StoreScope};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use web::schema;
use web::{ApiError, ApiResult, Message};

use super::entities;
use super::model::fault;
use super::store;
use crate::App;
use crate::journal::{self, Act, Entry};

/// How the store does business.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum BusinessType {
    /// Sells its own goods.
    Retail,
    /// Sells goods that suppliers ship.
    DropShipping,
    /// Earns commissions.
    Affiliate,
}

/// The storefront's languages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum StoreLanguages {
    /// Arabic.
    Ar,
    /// English.
    En,
    /// Arabic first, English beside it.
    Both,
}

impl StoreLanguages {
    /// The languages, the default one first.
    #[must_use]
    pub const fn list(self) -> &'static [Lang] {
        match self {
            Self::Ar => &[Lang::Ar],
            Self::En => &[Lang::En],
            Self::Both => &[Lang::Ar, Lang::En],
        }
    }
}

/// The answers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OnboardingIn {
    business_type: BusinessType,
    store_languages: StoreLanguages,
    has_ecommerce_experience: bool,
    has_previous_online_store: bool,
    /// Only read with `has_previous_online_store`.
    #[serde(default)]
    #[schema(value_type = Option<schema::WebAddress<300>>)]
    previous_online_store_url: Option<String>,
    want_to_migrate: bool,
}

/// The answers given so far; null before the first time.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub struct OnboardingView {
    /// The store is set up.
    pub is_ready: bool,
    /// What was answered.
    pub answers: Option<OnboardingIn>,
}

const BAD_URL: Message = Message::new("الرابط غير صحيح", "URL is invalid");

impl OnboardingIn {
    /// Validates the answers, in the form that is stored.
    ///
    /// # Errors
    /// 422 for an invalid address.
    fn checked(mut self) -> ApiResult<Self> {
        let url = self.previous_online_store_url.take().unwrap_or_default();
        if self.has_previous_online_store {
            let url = clean(&url, 300, Lines::Single).map_err(|f| ApiError::field("previous_online_store_url", fault(f)))?;
            if !Rule::Url.accepts(&url) {
                return Err(ApiError::field("previous_online_store_url", BAD_URL));
            }
            self.previous_online_store_url = Some(url).filter(|u| !u.is_empty());
        }
        Ok(self)
    }
}

/// The answers given so far.
///
/// # Errors
/// Of the database.
pub async fn get(app: &App, scope: &StoreScope) -> ApiResult<OnboardingView> {
    let c = app.db().conn();
    let answers = serde_json::from_value(store::find_answers(c, scope).await?).ok();
    Ok(OnboardingView { is_ready: store::get_profile(c, scope).await?.is_ready, answers })
}

/// Whether the merchant said that goods are shipped to customers: its own or a supplier's.
///
/// # Errors
/// Of the database.
pub async fn is_shipping(c: db::Conn<'_>, scope: &StoreScope) -> db::Result<bool> {
    let answers: Option<OnboardingIn> = serde_json::from_value(store::find_answers(c, scope).await?).ok();
    Ok(answers.is_some_and(|a| matches!(a.business_type, BusinessType::Retail | BusinessType::DropShipping)))
}

/// Stores the answers, sets the storefront's languages and makes the store ready.
///
/// # Errors
/// 422 for an invalid address.
pub async fn put(app: &App, scope: &StoreScope, answers: OnboardingIn) -> ApiResult<()> {
    let answers = answers.checked()?;
    let languages = answers.store_languages.list();
    let after = serde_json::to_value(&answers).map_err(|e| ApiError::internal(&e))?;
    let (scope, env) = (scope.clone(), app.env().clone());
    app.db()
        .tx(async move |c| {
            let now = env.now();
            let before = store::find_answers(c, &scope).await?;
            store::update_answers(c, &scope, &after, languages, languages.first().copied().unwrap_or_default(), now).await?;
            let entry = Entry::new(Act::Update, entities::STORE, scope.store()).before(before).after(&after);
            journal::write(c, &scope, now, Topics::STOREFRONT, entry).await?;
            Ok::<_, db::Error>(())
        })
        .await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answers(has_store: bool, url: Option<&str>) -> OnboardingIn {
        OnboardingIn {
            business_type: BusinessType::Retail,
            store_languages: StoreLanguages::Both,
            has_ecommerce_experience: false,
            has_previous_online_store: has_store,
            previous_online_store_url: url.map(str::to_owned),
            want_to_migrate: false,
        }
    }

    #[test]
    fn au_04_the_previous_stores_address_counts_only_with_a_previous_store() {
        assert_eq!(answers(false, Some("not a url")).checked().unwrap().previous_online_store_url, None);
        assert!(answers(true, Some("not a url")).checked().is_err());
        assert_eq!(answers(true, None).checked().unwrap().previous_online_store_url, None);
        assert_eq!(
            answers(true, Some(" shop.example.com ")).checked().unwrap().previous_online_store_url.as_deref(),
            Some("shop.example.com")
        );
    }

    #[test]
    fn au_04_the_default_language_is_among_the_languages() {
        assert_eq!(StoreLanguages::Both.list(), [Lang::Ar, Lang::En]);
        assert_eq!(StoreLanguages::En.list().first(), Some(&Lang::En));
        assert_eq!(serde_json::to_string(&BusinessType::DropShipping).unwrap(), "\"drop_shipping\"");
    }
}
