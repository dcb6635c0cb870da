//! Bosta, a courier of Egypt (contracts/bosta.md).
//!
//! Facts that the contract marks with \[B\] or \[C\] are read tolerantly, and say so where they stand.

mod body;
mod bookings;
mod callback;
mod cities;
mod client;
mod description;
mod labels;
mod pickups;
mod rates;
mod states;
mod times;
mod tracking;
mod words;

use std::time::Duration;

use super::capabilities::{Capabilities, Operation};
use super::cities::CourierCity;
use super::delivery::{Delivery, DeliveryNotice};
use super::pickups::{Pickup, PickupLocation, PickupRequest};
use super::rates::{Rate, RateRequest};
use super::service::CourierService;
use super::validation::WaybillFault;
use super::waybill::{Booked, BookingName, LabelSize, Waybill, WaybillChange};
use super::{Answer, ConnectionCheck, Courier};
use crate::call::{CallContext, RepeatSafety};
use crate::credentials::Credentials;
use crate::fields::ProviderDescription;
use crate::http::HttpClient;
use crate::incoming::{CallbackError, IncomingRequest};
pub use cities::cities;
pub use description::{CAPABILITIES, DESCRIPTION};

/// Bosta.
pub struct Bosta(client::Client);

impl Bosta {
    /// Bosta at its host, or at `base_override`.
    #[must_use]
    pub fn new(http: HttpClient, base_override: Option<String>) -> Self {
        Self(client::Client::new(http, base_override))
    }
}

impl Courier for Bosta {
    fn description(&self) -> &'static ProviderDescription {
        &DESCRIPTION
    }

    fn capabilities(&self) -> &'static Capabilities {
        &CAPABILITIES
    }

    fn repeat_safety(&self, operation: Operation) -> RepeatSafety {
        match operation {
            Operation::Read | Operation::Change | Operation::Cancel | Operation::CancelPickup => RepeatSafety::Safe,
            // That a key is refused when it is used again is [C]; it is sent, but not relied upon.
            Operation::Book | Operation::RequestPickup => RepeatSafety::FindFirst,
        }
    }

    fn known_cities(&self) -> Vec<CourierCity> {
        cities()
    }

    fn check_waybill(&self, waybill: &Waybill, cities: &[CourierCity]) -> Vec<WaybillFault> {
        super::validation::check(waybill, &CAPABILITIES, &body::BOUNDS, cities)
    }

    fn check_change(&self, service: CourierService, change: &WaybillChange, cities: &[CourierCity]) -> Vec<WaybillFault> {
        super::validation::check_change(service, change, &CAPABILITIES, &body::BOUNDS, cities)
    }

    fn book<'a>(&'a self, context: CallContext<'a>, waybill: &'a Waybill) -> Answer<'a, Booked> {
        Box::pin(bookings::book(&self.0, context, waybill))
    }

    fn find<'a>(&'a self, context: CallContext<'a>, name: BookingName<'a>) -> Answer<'a, Option<Booked>> {
        Box::pin(bookings::find(&self.0, context, name))
    }

    fn change<'a>(&'a self, context: CallContext<'a>, name: BookingName<'a>, change: &'a WaybillChange) -> Answer<'a, ()> {
        Box::pin(bookings::change(&self.0, context, name, change))
    }

    fn cancel<'a>(&'a self, context: CallContext<'a>, name: BookingName<'a>) -> Answer<'a, ()> {
        Box::pin(bookings::cancel(&self.0, context, name))
    }

    fn label<'a>(
        &'a self,
        context: CallContext<'a>,
        tracking_nos: &'a [String],
        size: LabelSize,
        lang: kernel::Lang,
    ) -> Answer<'a, Vec<u8>> {
        Box::pin(labels::label(&self.0, context, tracking_nos, size, lang))
    }

    fn track<'a>(&'a self, context: CallContext<'a>, tracking_no: &'a str, country: &'a str) -> Answer<'a, Delivery> {
        Box::pin(tracking::track(&self.0, context, tracking_no, country))
    }

    fn list_pickups<'a>(&'a self, context: CallContext<'a>, page: u32) -> Answer<'a, Vec<Pickup>> {
        Box::pin(pickups::list(&self.0, context, page))
    }

    fn request_pickup<'a>(&'a self, context: CallContext<'a>, request: &'a PickupRequest) -> Answer<'a, Pickup> {
        Box::pin(pickups::request(&self.0, context, request))
    }

    fn cancel_pickup<'a>(&'a self, context: CallContext<'a>, id: &'a str) -> Answer<'a, ()> {
        Box::pin(pickups::cancel(&self.0, context, id))
    }

    fn list_pickup_locations<'a>(&'a self, context: CallContext<'a>) -> Answer<'a, Vec<PickupLocation>> {
        Box::pin(pickups::locations(&self.0, context))
    }

    fn list_cities<'a>(&'a self, context: CallContext<'a>) -> Answer<'a, Vec<CourierCity>> {
        Box::pin(cities::list(&self.0, context))
    }

    fn rate<'a>(&'a self, context: CallContext<'a>, request: &'a RateRequest, limit: Duration) -> Answer<'a, Rate> {
        Box::pin(rates::rate(&self.0, context, request, limit))
    }

    fn check<'a>(&'a self, context: CallContext<'a>) -> Answer<'a, ConnectionCheck> {
        Box::pin(pickups::check(&self.0, context))
    }

    fn read_callback(&self, credentials: &Credentials, request: IncomingRequest<'_>) -> Result<DeliveryNotice, CallbackError> {
        callback::read(credentials, request)
    }

    fn read_notice(&self, body: &[u8]) -> Result<DeliveryNotice, CallbackError> {
        callback::read_body(body)
    }
}
