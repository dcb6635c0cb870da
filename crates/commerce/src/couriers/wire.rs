//! Couriers and accounts in the API.

use std::collections::BTreeMap;

use gateways::ProviderDescription;
use gateways::couriers::{BookingMode, Capabilities};
use kernel::{Currency, StockLocationId, Texts};
use platform::secrets::SecretState;
use serde::{Deserialize, Serialize};
use web::SecretIn;

use super::model::{CheckOutcome, CourierAccount};
use super::words::{ShippingProvider, Size};
use crate::credentials::{CredentialFieldView, CredentialView, RegionView, texts};

web::words! {
    /// How parcels are booked at a courier.
    CourierBooking {
        /// By a call for each.
        Http "http",
        /// By a sheet that the merchant uploads to the courier's portal.
        Sheet "sheet",
    }
}

/// What a courier can do.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct CourierCapabilitiesView {
    booking: CourierBooking,
    /// A booking can be changed before the pickup.
    has_changes: bool,
    has_cancellation: bool,
    has_labels: bool,
    has_tracking: bool,
    /// It reports changes by itself.
    has_callbacks: bool,
    has_pickups: bool,
    /// It tells what a delivery costs.
    has_rates: bool,
    /// Its table of cities is fetched.
    has_city_list: bool,
    services: Vec<&'static str>,
    sizes: Vec<Size>,
    /// Where it delivers: ISO codes.
    countries: Vec<&'static str>,
    /// Cash that it collects.
    currencies: Vec<Currency>,
}

impl CourierCapabilitiesView {
    fn new(capabilities: &Capabilities) -> Self {
        let Capabilities {
            booking,
            has_changes,
            has_cancellation,
            has_labels,
            has_tracking,
            has_callbacks,
            has_pickups,
            has_rates,
            has_city_list,
            services,
            sizes,
            countries,
            currencies,
        } = *capabilities;
        Self {
            booking: match booking {
                BookingMode::Http => CourierBooking::Http,
                BookingMode::Sheet => CourierBooking::Sheet,
            },
            has_changes,
            has_cancellation,
            has_labels,
            has_tracking,
            has_callbacks,
            has_pickups,
            has_rates,
            has_city_list,
            services: services.iter().map(|service| service.as_str()).collect(),
            // Sizes that waybills have no word for are not offered.
            sizes: Size::ALL.iter().copied().filter(|size| sizes.iter().any(|known| known.as_str() == size.as_str())).collect(),
            countries: countries.to_vec(),
            currencies: currencies.to_vec(),
        }
    }
}

/// A courier that can be connected.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct CourierProviderView {
    provider: ShippingProvider,
    name: Texts,
    regions: Vec<RegionView>,
    fields: Vec<CredentialFieldView>,
    /// Where the merchant enters the address of our callbacks; null where that is not needed.
    callback_setup: Option<Texts>,
    capabilities: CourierCapabilitiesView,
}

impl CourierProviderView {
    /// None for a courier whose code is no provider of a shipping method.
    pub(super) fn new(description: &ProviderDescription, capabilities: &Capabilities, currency: Currency) -> Option<Self> {
        Some(Self {
            provider: ShippingProvider::parse(description.code)?,
            name: texts(description.name),
            regions: description.regions.iter().map(|region| RegionView::from_region(region, currency)).collect(),
            fields: description.fields.iter().map(CredentialFieldView::from_field).collect(),
            callback_setup: description.callback_setup.map(texts),
            capabilities: CourierCapabilitiesView::new(capabilities),
        })
    }
}

/// How the last try of an account ended.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub(super) struct CourierCheckView {
    outcome: CheckOutcome,
    /// What it means, in the caller's language.
    message: String,
    /// The courier's own words of a refusal; empty where it said nothing.
    words: String,
}

/// A store's account at a courier, there or not; secrets are not in it.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub(super) struct CourierAccountView {
    provider: ShippingProvider,
    /// The credentials are there.
    is_connected: bool,
    fields: Vec<CredentialView>,
    /// What the merchant enters in the courier's own settings; null where every booking tells its own, and without an account.
    callback_address: Option<String>,
    /// When the credentials were tried last; null where nobody has.
    checked_at: Option<String>,
    check_result: Option<CourierCheckView>,
    /// The courier's ids of warehouses, by the id of the warehouse; others are its default's.
    pickup_locations: BTreeMap<String, String>,
    /// 0 before there is an account.
    version: i64,
}

impl CourierAccountView {
    pub(super) fn new(
        provider: ShippingProvider,
        description: &'static ProviderDescription,
        account: Option<&CourierAccount>,
        secrets: &[SecretState],
        callback_address: String,
    ) -> Self {
        let check = account.and_then(|account| account.check.as_ref());
        let id_of = |(warehouse, id): (&StockLocationId, &String)| (warehouse.to_string(), id.clone());
        Self {
            provider,
            is_connected: account.is_some(),
            fields: CredentialView::list(description, account.map(|a| &a.field_values), secrets),
            callback_address: description.callback_setup.and(Some(callback_address)).filter(|address| !address.is_empty()),
            checked_at: check.map(|check| check.at.rfc3339()),
            check_result: check.map(|check| CourierCheckView {
                outcome: check.outcome,
                message: check.outcome.message(web::lang::current()),
                words: check.words.clone(),
            }),
            pickup_locations: account.map(|a| a.pickup_locations.iter().map(id_of).collect()).unwrap_or_default(),
            version: account.map_or(0, |a| a.version),
        }
    }
}

/// An account to set. Absent fields stay, an empty text takes a value back.
#[derive(Debug, Clone, Default, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct CourierAccountIn {
    /// By the names of the courier's fields.
    #[serde(default)]
    #[schema(value_type = BTreeMap<String, SecretIn>)]
    pub(super) fields: BTreeMap<String, Option<SecretIn>>,
    /// The courier's ids of warehouses, by the id of the warehouse: all of them. An empty text is none.
    pub(super) pickup_locations: Option<BTreeMap<String, String>>,
    /// The version it was read at; 0 before there is an account.
    pub(super) version: Option<i64>,
}
