//! What a courier can do, by which the interface shows its buttons.

use kernel::Currency;

use super::service::CourierService;
use super::waybill::ParcelSize;

/// How parcels are booked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum BookingMode {
    /// By a call for each.
    Http,
    /// By a sheet that the merchant uploads to the courier's portal, and one that comes back: [`super::BookingSheet`].
    Sheet,
}

/// What a courier can do. A call that it cannot is refused as `not_offered`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Capabilities {
    /// How parcels are booked.
    pub booking: BookingMode,
    /// A booking can be changed before the pickup.
    pub has_changes: bool,
    /// A booking can be cancelled.
    pub has_cancellation: bool,
    /// It makes labels.
    pub has_labels: bool,
    /// It tells how far a delivery is.
    pub has_tracking: bool,
    /// It reports changes by itself.
    pub has_callbacks: bool,
    /// Pickups can be listed, asked for and cancelled.
    pub has_pickups: bool,
    /// It tells what a delivery costs.
    pub has_rates: bool,
    /// Its table of cities can be fetched.
    pub has_city_list: bool,
    /// What it does.
    pub services: &'static [CourierService],
    /// Sizes of parcels.
    pub sizes: &'static [ParcelSize],
    /// Where it delivers: ISO 3166 alpha-2.
    pub countries: &'static [&'static str],
    /// Cash that it collects.
    pub currencies: &'static [Currency],
}

/// A call of the port.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Operation {
    /// Books a shipment.
    Book,
    /// Changes a booking.
    Change,
    /// Cancels a booking.
    Cancel,
    /// Asks for a pickup.
    RequestPickup,
    /// Cancels a pickup.
    CancelPickup,
    /// Everything that only reads.
    Read,
}
