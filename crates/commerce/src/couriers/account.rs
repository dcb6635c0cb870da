//! A store's account at a courier, for a call to it.

use db::Conn;
use gateways::Credentials;
use gateways::couriers::{Courier, CourierCity};
use kernel::{StockLocationId, StoreScope};
use platform::secrets::{self, Owner};
use platform::{App, provider_intake};

use super::model::CourierAccount;
use super::words::ShippingProvider;
use super::{cities_store, store};
use crate::credentials::{self, CredentialsFault};

/// A courier with the store's credentials at it.
pub struct Account<'a> {
    /// The courier.
    pub courier: &'a dyn Courier,
    /// The store's credentials, decrypted.
    pub credentials: Credentials,
    /// The stored account.
    pub row: CourierAccount,
}

/// Why a courier cannot be called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AccountFault {
    /// The program has no such courier, or the store has no complete account at it.
    NotConnected,
    /// A secret cannot be opened: it must be entered again.
    LostSecret,
}

impl AccountFault {
    /// The code of the reason that people are told.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Self::NotConnected => "not_connected",
            Self::LostSecret => "lost_secret",
        }
    }
}

/// The account at a courier with its credentials; inside, why it cannot be used.
///
/// # Errors
/// Of the database.
pub async fn open<'a>(
    c: Conn<'_>,
    app: &'a App,
    scope: &StoreScope,
    provider: ShippingProvider,
) -> db::Result<Result<Account<'a>, AccountFault>> {
    let Some(courier) = app.couriers.get(provider.as_str()) else { return Ok(Err(AccountFault::NotConnected)) };
    let Some(row) = store::find(c, scope, provider).await? else { return Ok(Err(AccountFault::NotConnected)) };
    let secrets = secrets::open(c, &app.secret_keys, scope, Owner::courier_account(row.id)).await?;
    Ok(match credentials::join(courier.description(), &row.field_values, secrets) {
        Ok(credentials) => Ok(Account { courier, credentials, row }),
        Err(CredentialsFault::Incomplete) => Err(AccountFault::NotConnected),
        Err(CredentialsFault::LostSecret) => Err(AccountFault::LostSecret),
    })
}

/// The account at a courier.
///
/// # Errors
/// Of the database.
pub async fn find(c: Conn<'_>, scope: &StoreScope, provider: ShippingProvider) -> db::Result<Option<CourierAccount>> {
    store::find(c, scope, provider).await
}

/// The cities of a courier with their districts: as it told them for the store's account, else those that the program has.
///
/// # Errors
/// Of the database.
pub async fn cities(
    c: Conn<'_>,
    scope: &StoreScope,
    provider: ShippingProvider,
    courier: &dyn Courier,
) -> db::Result<Vec<CourierCity>> {
    let Some(account) = store::find(c, scope, provider).await? else { return Ok(courier.known_cities()) };
    let fetched = cities_store::list(c, scope, account.id).await?;
    Ok(if fetched.is_empty() { courier.known_cities() } else { fetched })
}

/// As [`cities`], without districts: for checks of many names.
///
/// # Errors
/// Of the database.
pub async fn city_names(
    c: Conn<'_>,
    scope: &StoreScope,
    provider: ShippingProvider,
    courier: &dyn Courier,
) -> db::Result<Vec<CourierCity>> {
    let Some(account) = store::find(c, scope, provider).await? else { return Ok(courier.known_cities()) };
    let fetched = cities_store::list_without_districts(c, scope, account.id).await?;
    Ok(if fetched.is_empty() { courier.known_cities() } else { fetched })
}

/// The courier's id of a warehouse; empty for the account's default.
///
/// # Errors
/// Of the database.
pub async fn pickup_location(
    c: Conn<'_>,
    scope: &StoreScope,
    provider: ShippingProvider,
    warehouse: StockLocationId,
) -> db::Result<String> {
    let account = store::find(c, scope, provider).await?;
    Ok(account.and_then(|account| account.pickup_locations.get(&warehouse).cloned()).unwrap_or_default())
}

/// The address at which the courier reports: `{platform}/hooks/{courier}/{endpoint}`. It holds no secret. Empty without an account, or where
/// the courier reports nothing.
///
/// # Errors
/// Of the database.
pub async fn callback_url(c: Conn<'_>, app: &App, scope: &StoreScope, provider: ShippingProvider) -> db::Result<String> {
    let Some(account) = store::find(c, scope, provider).await? else { return Ok(String::new()) };
    let owner = Owner::courier_account(account.id);
    let endpoint = provider_intake::find_endpoint(c, scope, owner, provider.as_str()).await?;
    Ok(endpoint.map(|endpoint| format!("{}{}", app.base.platform_url(), endpoint.path())).unwrap_or_default())
}
