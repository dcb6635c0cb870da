//! Couriers: who delivers shipments (OR-06, SP-02, SP-03, SP-04).
//!
//! A [`Courier`] books a [`Waybill`], changes and cancels it, makes its label, tells how far it is, comes to fetch parcels, and says what
//! it would charge. It keeps nothing: states, retries and what a step means for an order are the caller's. A job calls it after the
//! commit, never a transaction. Providers that are not called (a courier that the merchant deals with, the store's own counter) need
//! no port, and one that takes parcels by a sheet ([`BookingSheet`]) has no calls: its [`Capabilities`] say so.
//!
//! Invariants: money is integer minor units. Steps are our own closed words, and the courier's code is kept beside them. No secret
//! stands in an error or in an [`Exchange`](crate::Exchange), and of the customer only what the courier's own words repeat.
//!
//! To add one: a folder beside `bosta` (client, states, words, cities, description of its fields, tests) and its line in
//! `providers.rs`.

pub mod bosta;
mod capabilities;
mod cities;
mod delivery;
mod egypt;
mod error;
mod pickups;
pub mod providers;
mod rates;
mod service;
mod sheet;
mod validation;
pub mod wassalha;
mod waybill;

use std::collections::BTreeMap;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

pub use capabilities::{BookingMode, Capabilities, Operation};
pub use cities::{CourierCity, CourierDistrict, PlaceName, find_city, find_place};
pub use delivery::{Delivery, DeliveryEvent, DeliveryNotice, Reason, Step};
pub use error::{CourierError, RefusalCode};
pub use pickups::{Contact, Pickup, PickupLocation, PickupRequest, PickupSlot, PickupState};
pub use rates::{Rate, RateRequest};
pub use service::{CourierService, Service};
pub use sheet::{BookingSheet, SheetCell, TrackingFault, TrackingRow, to_csv};
pub use validation::{WaybillFault, WaybillFaultCode};
pub use waybill::{
    Booked, BookingName, CourierPlace, DeliveryAddress, LabelSize, Parcel, ParcelSize, Recipient, Waybill, WaybillChange,
};

use crate::call::{CallContext, RepeatSafety};
use crate::credentials::Credentials;
use crate::fields::ProviderDescription;
use crate::incoming::{CallbackError, IncomingRequest};

/// The future of a courier's answer.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T, CourierError>> + Send + 'a>>;

/// The courier accepted the credentials.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConnectionCheck {
    /// The places where it fetches parcels for this account: without one it books nothing.
    pub pickup_locations: usize,
}

/// A courier. What it does not offer is refused as [`RefusalCode::NotOffered`], without a call.
pub trait Courier: Send + Sync {
    /// Its names, regions, and the fields of which the dashboard makes its form.
    fn description(&self) -> &'static ProviderDescription;

    /// What it can do.
    fn capabilities(&self) -> &'static Capabilities;

    /// Whether the caller may repeat a call whose outcome is unknown ([`CourierError::is_outcome_unknown`]).
    fn repeat_safety(&self, operation: Operation) -> RepeatSafety {
        match operation {
            Operation::Read | Operation::Change | Operation::Cancel => RepeatSafety::Safe,
            Operation::Book | Operation::RequestPickup | Operation::CancelPickup => RepeatSafety::FindFirst,
        }
    }

    /// Its cities, as they are shipped with the program: for the form of a shipping method, before the account is connected.
    fn known_cities(&self) -> Vec<CourierCity> {
        Vec::new()
    }

    /// What it would refuse of a waybill. `cities` are those that were fetched, or [`Self::known_cities`]. Pure.
    fn check_waybill(&self, _waybill: &Waybill, _cities: &[CourierCity]) -> Vec<WaybillFault> {
        Vec::new()
    }

    /// What it would refuse of a change; as [`Self::check_waybill`].
    fn check_change(&self, _service: CourierService, _change: &WaybillChange, _cities: &[CourierCity]) -> Vec<WaybillFault> {
        Vec::new()
    }

    /// Its sheet, where it books by one.
    fn sheet(&self) -> Option<&dyn BookingSheet> {
        None
    }

    /// Books a shipment. Booking the same key twice books once, as far as the courier holds keys apart: [`Self::repeat_safety`].
    fn book<'a>(&'a self, _context: CallContext<'a>, _waybill: &'a Waybill) -> Answer<'a, Booked> {
        not_offered()
    }

    /// The booking under this key; none where the courier has none. Where that cannot be told, for there are more deliveries than are
    /// searched, [`CourierError::NotAmongLatest`]: nothing may be booked or taken for cancelled upon it.
    fn find<'a>(&'a self, _context: CallContext<'a>, _name: BookingName<'a>) -> Answer<'a, Option<Booked>> {
        not_offered()
    }

    /// Changes a booking before the parcel is picked up. An address that is changed is whole.
    fn change<'a>(&'a self, _context: CallContext<'a>, _name: BookingName<'a>, _change: &'a WaybillChange) -> Answer<'a, ()> {
        not_offered()
    }

    /// Cancels a booking. Cancelling what is cancelled already, or was never booked, succeeds.
    fn cancel<'a>(&'a self, _context: CallContext<'a>, _name: BookingName<'a>) -> Answer<'a, ()> {
        not_offered()
    }

    /// The labels of deliveries as one PDF.
    fn label<'a>(
        &'a self,
        _context: CallContext<'a>,
        _tracking_nos: &'a [String],
        _size: LabelSize,
        _lang: kernel::Lang,
    ) -> Answer<'a, Vec<u8>> {
        not_offered()
    }

    /// Reads how far a delivery is. `country` is where it goes: couriers have other codes abroad.
    fn track<'a>(&'a self, _context: CallContext<'a>, _tracking_no: &'a str, _country: &'a str) -> Answer<'a, Delivery> {
        not_offered()
    }

    /// Lists pickups, the latest first; `page` counts from 1.
    fn list_pickups<'a>(&'a self, _context: CallContext<'a>, _page: u32) -> Answer<'a, Vec<Pickup>> {
        not_offered()
    }

    /// Asks for a pickup.
    fn request_pickup<'a>(&'a self, _context: CallContext<'a>, _request: &'a PickupRequest) -> Answer<'a, Pickup> {
        not_offered()
    }

    /// Cancels a pickup.
    fn cancel_pickup<'a>(&'a self, _context: CallContext<'a>, _id: &'a str) -> Answer<'a, ()> {
        not_offered()
    }

    /// Lists the places where it fetches parcels for this account.
    fn list_pickup_locations<'a>(&'a self, _context: CallContext<'a>) -> Answer<'a, Vec<PickupLocation>> {
        not_offered()
    }

    /// Fetches its cities with their districts.
    fn list_cities<'a>(&'a self, _context: CallContext<'a>) -> Answer<'a, Vec<CourierCity>> {
        not_offered()
    }

    /// What a delivery would cost; unreachable after `limit`.
    fn rate<'a>(&'a self, _context: CallContext<'a>, _request: &'a RateRequest, _limit: Duration) -> Answer<'a, Rate> {
        not_offered()
    }

    /// "Try the connection": a real call that changes nothing.
    fn check<'a>(&'a self, _context: CallContext<'a>) -> Answer<'a, ConnectionCheck> {
        not_offered()
    }

    /// Verifies and reads what the courier's server sent.
    ///
    /// # Errors
    /// See [`CallbackError`]; nothing of the content is answered when it is not the merchant's.
    fn read_callback(&self, _credentials: &Credentials, _request: IncomingRequest<'_>) -> Result<DeliveryNotice, CallbackError> {
        Err(CallbackError::SignatureMissing)
    }

    /// Reads the body of a callback that [`Self::read_callback`] has verified before: who stores it does not store the key beside it.
    ///
    /// # Errors
    /// [`CallbackError::Unreadable`]
    fn read_notice(&self, _body: &[u8]) -> Result<DeliveryNotice, CallbackError> {
        Err(CallbackError::Unreadable("this courier reports nothing".into()))
    }
}

fn not_offered<'a, T: Send + 'a>() -> Answer<'a, T> {
    Box::pin(async { Err(CourierError::not_offered()) })
}

/// The couriers of the program, by their provider's code.
#[derive(Clone, Default)]
pub struct Couriers(Arc<BTreeMap<&'static str, Arc<dyn Courier>>>);

impl Couriers {
    /// Adds a courier.
    #[must_use]
    pub fn with(&self, code: &'static str, courier: Arc<dyn Courier>) -> Self {
        let mut all = (*self.0).clone();
        all.insert(code, courier);
        Self(Arc::new(all))
    }

    /// The courier of a provider; none where the provider is no courier of the program. Not every one is called: one takes parcels by a sheet
    /// ([`Capabilities::booking`]).
    #[must_use]
    pub fn get(&self, code: &str) -> Option<&dyn Courier> {
        self.0.get(code).map(|courier| &**courier)
    }

    /// The descriptions of all, by code.
    pub fn descriptions(&self) -> impl Iterator<Item = &'static ProviderDescription> + '_ {
        self.0.values().map(|courier| courier.description())
    }
}
