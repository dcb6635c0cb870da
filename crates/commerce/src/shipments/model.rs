//! The shipment model: its statuses and their transitions. Pure.

use std::collections::BTreeMap;

use customers::Address;
use gateways::Service;
use kernel::digits::ascii_digit;
use kernel::{Millis, OrderId, ShipmentId, StockLocationId};
use web::Message;

use super::pending_change::PendingChange;
use crate::couriers::Size;
use crate::shipping::ShippingProvider;

web::words! {
    /// Status of a shipment.
    Status as ShipmentStatus {
        /// Waits for the courier.
        Ready "ready",
        /// The courier has it.
        Shipped "shipped",
        /// Out for delivery.
        OutForDelivery "out_for_delivery",
        /// Waits in the store for the customer.
        ReadyForPickup "ready_for_pickup",
        /// The customer postponed the pickup.
        PickupPostponed "postponed",
        /// The customer has it.
        Delivered "delivered",
        /// Refused on delivery.
        Refused "refused",
        /// Back in the store.
        Returned "returned",
        /// Cancelled; its pieces are to be shipped again.
        Cancelled "cancelled",
    }
}

web::words! {
    /// State of the courier's booking of a shipment.
    Booking as ShipmentBookingState {
        /// Not booked by the program: the merchant deals with the courier.
        ByHand "by_hand",
        /// The booking is pending.
        Waiting "waiting",
        /// The courier accepted the booking.
        Booked "booked",
        /// The courier refused, or could not be reached.
        Failed "failed",
    }
}

/// The transition is not in the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a shipment cannot go from {} to {}", from.as_str(), to.as_str())]
pub struct InvalidMove {
    /// Current status.
    pub from: Status,
    /// Requested status.
    pub to: Status,
}

impl Status {
    /// The statuses it can move to.
    #[must_use]
    pub const fn next(self) -> &'static [Self] {
        match self {
            Self::Ready => &[Self::Shipped, Self::Cancelled],
            Self::Shipped => &[Self::OutForDelivery, Self::Delivered, Self::Refused],
            Self::OutForDelivery => &[Self::Delivered, Self::Refused],
            Self::ReadyForPickup => &[Self::Delivered, Self::PickupPostponed, Self::Cancelled],
            Self::PickupPostponed => &[Self::ReadyForPickup, Self::Delivered, Self::Cancelled],
            Self::Refused => &[Self::Returned],
            Self::Delivered | Self::Returned | Self::Cancelled => &[],
        }
    }

    /// Checks a transition and returns the new status.
    ///
    /// # Errors
    /// [`InvalidMove`] when the table does not have it.
    pub fn go(self, to: Self) -> Result<Self, InvalidMove> {
        if self.next().contains(&to) { Ok(to) } else { Err(InvalidMove { from: self, to }) }
    }

    /// Whether it is live: its pieces are not to be shipped again.
    #[must_use]
    pub const fn is_live(self) -> bool {
        !matches!(self, Self::Cancelled | Self::Returned)
    }

    /// Whether it is still in the store, and can be cancelled.
    #[must_use]
    pub const fn is_waiting(self) -> bool {
        matches!(self, Self::Ready | Self::ReadyForPickup | Self::PickupPostponed)
    }

    /// Whether its cash may still be collected.
    #[must_use]
    pub const fn is_collecting(self) -> bool {
        self.is_waiting() || matches!(self, Self::Shipped | Self::OutForDelivery)
    }

    /// The displayed name.
    #[must_use]
    pub const fn name(self) -> Message {
        match self {
            Self::Ready => Message::new("جاهزة للشحن", "Ready to ship"),
            Self::Shipped => Message::new("تم الشحن", "Shipped"),
            Self::OutForDelivery => Message::new("خرجت للتوصيل", "Out for delivery"),
            Self::ReadyForPickup => Message::new("جاهزة للاستلام", "Ready for pickup"),
            Self::PickupPostponed => Message::new("استلام مؤجل", "Pickup postponed"),
            Self::Delivered => Message::new("تم التسليم", "Delivered"),
            Self::Refused => Message::new("مرفوضة", "Refused"),
            Self::Returned => Message::new("عادت إلى المتجر", "Returned to store"),
            Self::Cancelled => Message::new("ملغاة", "Canceled"),
        }
    }
}

impl ShippingProvider {
    /// The services that the provider offers.
    #[must_use]
    pub const fn services(self) -> &'static [Service] {
        if matches!(self, Self::Pickup) { &[Service::Pickup] } else { &[Service::Deliver, Service::Exchange] }
    }

    /// The initial status of a shipment.
    #[must_use]
    pub const fn first(self) -> Status {
        if matches!(self, Self::Pickup) { Status::ReadyForPickup } else { Status::Ready }
    }

    /// The default service.
    #[must_use]
    pub const fn service(self) -> Service {
        if matches!(self, Self::Pickup) { Service::Pickup } else { Service::Deliver }
    }
}

/// Pieces of a line of the order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Line {
    /// Number of the order's line.
    pub line: i64,
    /// Number of pieces.
    pub quantity: i64,
}

/// A shipment. Money is in minor units of the store's currency.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shipment {
    /// Id of the shipment.
    pub id: ShipmentId,
    /// Id of its order.
    pub order_id: OrderId,
    /// Number within the order, from 1.
    pub n: i64,
    /// Shipping provider.
    pub provider: ShippingProvider,
    /// Current status.
    pub status: Status,
    /// Requested service.
    pub service: Service,
    /// The merchant's name for the courier; empty for a pickup.
    pub courier_name: String,
    /// The courier's id of the shipment; its own number when booked by hand.
    pub tracking_id: String,
    /// Tracking number, or empty.
    pub tracking_no: String,
    /// URL of the tracking page, http or https; or empty.
    pub tracking_url: String,
    /// The location it is shipped from.
    pub warehouse_id: StockLocationId,
    /// Size of the parcel.
    pub package_size: Size,
    /// Weight in grams; 0 when it is not known.
    pub package_weight: i64,
    /// Cash to collect; 0 for none.
    pub cod_amount: i64,
    /// The customer may open it before paying.
    pub allow_open_box: bool,
    /// The code that the customer shows at the counter; empty except for pickups.
    pub pickup_code: String,
    /// Recipient of a pickup, where it was recorded; or empty.
    pub received_by: String,
    /// Number of pieces.
    pub items_count: i64,
    /// Note for the courier, printed on the label; or empty.
    pub note: String,
    /// Time of creation.
    pub created_at: Millis,
    /// Time of the last change.
    pub updated_at: Millis,
    /// Incremented by every change.
    pub version: i64,
    /// State of the courier's booking.
    pub booking: Booking,
    /// A stable word of why the courier did not book, change or cancel it; or empty.
    pub booking_code: String,
    /// The courier's own words of it; or empty.
    pub booking_error: String,
    /// Number of retries of the booking; a part of its idempotency key.
    pub booking_n: i64,
    /// Another number of the recipient, in E.164; or empty.
    pub second_phone: String,
    /// What is in it, for the courier; where it is empty, the names of its pieces.
    pub description: String,
    /// What the goods are worth, for the courier's insurance; 0 where it is not told.
    pub declared_value: i64,
    /// Where it is brought, where that is not the order's address.
    pub address: Option<Address>,
    /// What the courier was asked to change and has not confirmed.
    pub pending_change: Option<PendingChange>,
}

impl Shipment {
    /// The displayed number: `1001-2`.
    #[must_use]
    pub fn reference(&self, order_number: i64) -> String {
        format!("{order_number}-{}", self.n)
    }

    /// The statuses it can move to: a shipment that its courier has not booked cannot leave.
    pub fn next(&self) -> impl Iterator<Item = Status> + '_ {
        let may_leave = !matches!(self.booking, Booking::Waiting | Booking::Failed);
        self.status.next().iter().copied().filter(move |to| may_leave || *to != Status::Shipped)
    }

    /// The idempotency key of its booking.
    #[must_use]
    pub fn booking_key(&self) -> String {
        Self::booking_key_of(self.id, self.booking_n)
    }

    /// The idempotency key of the booking that people asked for at the `n`-th time, from 0.
    #[must_use]
    pub fn booking_key_of(id: ShipmentId, n: i64) -> String {
        format!("{id}-{n}")
    }

    /// The most that it may collect: a change that the courier has not confirmed counts.
    #[must_use]
    pub fn most_cash(&self) -> i64 {
        let pending = self.pending_change.as_ref().and_then(|change| change.cod_amount);
        pending.unwrap_or_default().max(self.cod_amount)
    }

    /// The shipment as it is once the courier has made a change.
    #[must_use]
    pub fn with_change(&self, change: &PendingChange) -> Self {
        Self {
            cod_amount: change.cod_amount.unwrap_or(self.cod_amount),
            note: change.note.clone().unwrap_or_else(|| self.note.clone()),
            allow_open_box: change.allow_open_box.unwrap_or(self.allow_open_box),
            address: change.address.clone().or_else(|| self.address.clone()),
            pending_change: None,
            ..self.clone()
        }
    }

    /// Whether only the merchant knows its cash to collect, so that it may change until delivery.
    #[must_use]
    pub const fn is_amount_ours(&self) -> bool {
        !matches!(self.booking, Booking::Waiting | Booking::Booked)
    }

    /// The content of its barcode: the tracking number, or its own number without one.
    #[must_use]
    pub fn barcode(&self) -> &str {
        if self.tracking_no.is_empty() { &self.tracking_id } else { &self.tracking_no }
    }
}

/// A tracking number as it is compared: letters and digits alone, digits of any script as ASCII, capitals. `"jt-۱۲ ۳"` is `JT123`.
#[must_use]
pub fn tracking_key(tracking_no: &str) -> String {
    let signs = tracking_no.chars().map(|c| ascii_digit(c).unwrap_or(c)).filter(|c| c.is_alphanumeric());
    signs.flat_map(char::to_uppercase).collect()
}

/// Pieces of each line in live shipments.
#[must_use]
pub fn live_pieces<'a>(shipments: &[Shipment], lines: impl IntoIterator<Item = &'a (ShipmentId, Line)>) -> BTreeMap<i64, i64> {
    let mut out = BTreeMap::new();
    for (id, line) in lines {
        if shipments.iter().any(|s| s.id == *id && s.status.is_live()) {
            *out.entry(line.line).or_default() += line.quantity;
        }
    }
    out
}

db::stored_words! {
    Status, "shipments" "status";
    Booking, "shipments" "booking";
}

#[cfg(test)]
#[path = "model_tests.rs"]
mod tests;
