//! Wassalha, the parcels of Egypt Post (contracts/wassalha.md).
//!
//! Nobody has documented an API of it: merchants upload a sheet to its portal, and read tracking numbers from it. So does this: it calls
//! nothing, and every call of the port is refused as not offered.

pub mod barcode;
mod cities;
mod description;
mod upload;

use super::Courier;
use super::capabilities::Capabilities;
use super::cities::CourierCity;
use super::service::CourierService;
use super::sheet::BookingSheet;
use super::validation::{self, WaybillFault};
use super::waybill::{Waybill, WaybillChange};
use crate::fields::ProviderDescription;
pub use cities::cities;
pub use description::{CAPABILITIES, DESCRIPTION};

/// Wassalha.
pub struct Wassalha;

impl Courier for Wassalha {
    fn description(&self) -> &'static ProviderDescription {
        &DESCRIPTION
    }

    fn capabilities(&self) -> &'static Capabilities {
        &CAPABILITIES
    }

    fn known_cities(&self) -> Vec<CourierCity> {
        cities()
    }

    fn check_waybill(&self, waybill: &Waybill, cities: &[CourierCity]) -> Vec<WaybillFault> {
        validation::check(waybill, &CAPABILITIES, &upload::BOUNDS, cities)
    }

    fn check_change(&self, service: CourierService, change: &WaybillChange, cities: &[CourierCity]) -> Vec<WaybillFault> {
        validation::check_change(service, change, &CAPABILITIES, &upload::BOUNDS, cities)
    }

    fn sheet(&self) -> Option<&dyn BookingSheet> {
        Some(&upload::UploadSheet)
    }
}
