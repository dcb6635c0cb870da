//! An account at a courier. Pure.

use std::collections::BTreeMap;

use kernel::{CourierAccountId, Millis, StockLocationId};

use super::words::ShippingProvider;

web::words! {
    /// How a try of an account ended.
    CheckOutcome as CourierCheckOutcome {
        /// The courier accepted the credentials.
        Connected "connected",
        /// It does not accept them.
        Unauthorised "unauthorised",
        /// It refused for another reason.
        Refused "refused",
        /// It could not be reached, or did not answer in time.
        Unreachable "unreachable",
        /// It answered something that is not understood.
        Unreadable "unreadable",
    }
}

db::stored_words! {
    CheckOutcome, "courier_accounts" "outcome";
}

/// A try of an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Check {
    /// When it ended.
    pub at: Millis,
    /// How.
    pub outcome: CheckOutcome,
    /// The courier's own words of a refusal.
    pub words: String,
}

/// The courier's ids of the store's warehouses.
pub type PickupLocations = BTreeMap<StockLocationId, String>;

/// A store's account at a courier. A store has one at each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CourierAccount {
    /// Its id.
    pub id: CourierAccountId,
    /// The courier.
    pub provider: ShippingProvider,
    /// Credentials that are not secret, by field.
    pub field_values: BTreeMap<String, String>,
    /// Where the courier fetches parcels: its ids of the store's warehouses. Others are its default's.
    pub pickup_locations: PickupLocations,
    /// When the credentials were set last.
    pub set_at: Millis,
    /// Incremented by every change.
    pub version: i64,
    /// The last try with these credentials.
    pub check: Option<Check>,
}
