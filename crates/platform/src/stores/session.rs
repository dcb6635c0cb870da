//! The answer to a sign-in: tokens, the person, their current store, and the stores they belong to (AU-07, AU-10).

use db::Json;
use kernel::{Lang, StoreId, StoreScope, UserId};
use serde::Serialize;
use utoipa::ToSchema;
use web::caller::OnBehalf;
use web::{Ability, Action, ApiError, ApiResult, Subject};

use super::model::StoreProfile;
use super::store;
use crate::App;
use crate::identity::{self, Tokens, User};

/// The store in the dashboard's session.
#[derive(Debug, Serialize, ToSchema)]
pub struct StoreData {
    id: StoreId,
    name: String,
    slug: String,
    /// The storefront's URL.
    url: String,
    /// ISO 4217.
    currency: String,
    /// Decimals of its amounts.
    currency_exponent: u32,
    /// ISO 3166 alpha-2.
    country: String,
    /// IANA name.
    timezone: String,
    default_language: Lang,
    languages: Vec<Lang>,
    feature_flags: Vec<String>,
    /// The questionnaire of AU-04 is answered.
    is_ready: bool,
    is_demo: bool,
    version: i64,
    /// The URL path of the store's media.
    media_path: String,
}

impl StoreData {
    /// Of a profile.
    #[must_use]
    pub fn from_profile(app: &App, profile: StoreProfile) -> Self {
        let StoreProfile {
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
            is_url_ready: _,
            is_theme_ready: _,
            feature_flags,
            version,
            settings: _,
        } = profile;
        Self {
            id,
            url: app.base.store_url(&slug),
            name,
            slug,
            currency: currency.code().to_owned(),
            currency_exponent: currency.exponent(),
            country,
            timezone,
            default_language,
            languages,
            feature_flags,
            is_ready,
            is_demo,
            version,
            media_path: format!("/media/{id}/"),
        }
    }
}

/// Further fields of the user data that the specification names.
#[derive(Debug, Serialize, ToSchema)]
struct Extras {
    /// The specification's user data has this field; the platform has no shop with a cart for merchants.
    #[serde(rename = "ecommerceCartItemsCount")]
    ecommerce_cart_items_count: i64,
}

/// The person in the dashboard's session.
#[derive(Debug, Serialize, ToSchema)]
struct UserData {
    id: UserId,
    name: String,
    email: Option<String>,
    mobile: Option<String>,
    /// `admin` | `client`.
    role: String,
    /// In the store of `store_data`.
    ability: Vec<Ability>,
    extras: Extras,
    /// The operator of the platform who impersonates this person; null when they act themselves (AU-06).
    operator: Option<String>,
}

/// A store to switch to.
#[derive(Debug, Serialize, ToSchema)]
struct StoreChoice {
    id: StoreId,
    name: String,
    slug: String,
}

/// The signed-in person, and their store.
#[derive(Debug, Serialize, ToSchema)]
pub struct WhoView {
    user_data: UserData,
    /// Null for a person without a store.
    store_data: Option<StoreData>,
    stores: Vec<StoreChoice>,
}

/// A session that has just been opened.
#[derive(Debug, Serialize, ToSchema)]
pub struct SessionView {
    #[serde(flatten)]
    tokens: Tokens,
    #[serde(flatten)]
    who: WhoView,
}

/// A person and their current store: `requested_store`, or the first they joined.
///
/// # Errors
/// 403 when the requested store is not theirs, or not the one that an operator may impersonate.
pub async fn person_view(
    app: &App,
    user: UserId,
    operator: Option<&OnBehalf>,
    requested_store: Option<StoreId>,
) -> ApiResult<WhoView> {
    let c = app.db().conn();
    let User { id, name, email, mobile, role } = identity::find_user(c, user).await?.ok_or_else(ApiError::unauthenticated)?;
    let mut memberships = store::list_memberships(c, user).await?;
    if let Some(operator) = operator {
        memberships.retain(|m| m.id == operator.store);
    }
    let current = match requested_store {
        Some(requested_store) => Some(memberships.iter().find(|m| m.id == requested_store).ok_or_else(ApiError::forbidden)?),
        None => memberships.first(),
    };
    let (store_data, ability) = match current {
        Some(m) => {
            let profile = store::get_profile(c, &StoreScope::new(m.id, kernel::Actor::system())).await?;
            (Some(StoreData::from_profile(app, profile)), web::effective(&role, m.abilities.0.clone()))
        }
        None => (None, vec![Ability { action: Action::Read, subject: Subject::Auth }]),
    };
    let stores =
        memberships.into_iter().map(|store::MembershipRow { id, name, slug, abilities: Json(_) }| StoreChoice { id, name, slug });
    let (extras, operator) = (Extras { ecommerce_cart_items_count: 0 }, operator.map(|o| o.name.clone()));
    Ok(WhoView {
        user_data: UserData { id, name, email, mobile, role, ability, extras, operator },
        store_data,
        stores: stores.collect(),
    })
}

/// The answer to a sign-in.
///
/// # Errors
/// Of the database.
pub async fn opened(app: &App, user: UserId, operator: Option<&OnBehalf>, tokens: Tokens) -> ApiResult<SessionView> {
    Ok(SessionView { tokens, who: person_view(app, user, operator, None).await? })
}
