//! What a shipment is, its statuses and the moves between them. Pure.

use std::collections::BTreeMap;

use gateways::Service;
use kernel::{Millis, OrderId, ShipmentId, StockLocationId};
use web::Message;

use crate::shipping::ShippingProvider;

web::words! {
    /// How large a parcel is.
    Size as PackageSize {
        /// Fits into a bag.
        Small "small",
        /// A box that one person carries.
        Medium "medium",
        /// Larger than that.
        Large "large",
    }
}

web::words! {
    /// Where a shipment is.
    Status as ShipmentStatus {
        /// Waits for the courier.
        Ready "ready",
        /// The courier has it.
        Shipped "shipped",
        /// On the way to the door.
        OutForDelivery "out_for_delivery",
        /// Waits in the store for the customer.
        ReadyForPickup "ready_for_pickup",
        /// The customer comes later.
        PickupPostponed "postponed",
        /// The customer has it.
        Delivered "delivered",
        /// Refused at the door.
        Refused "refused",
        /// Back in the store.
        Returned "returned",
        /// Did not go; its pieces are to be shipped again.
        Cancelled "cancelled",
    }
}

web::words! {
    /// Whether the courier's own booking of a shipment stands.
    Booking as ShipmentBookingState {
        /// Nobody is asked: the merchant deals with the courier.
        ByHand "by_hand",
        /// The courier is being asked.
        Waiting "waiting",
        /// The courier has taken it on.
        Booked "booked",
        /// The courier said no, or could not be reached.
        Failed "failed",
    }
}

/// The move is not in the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a shipment cannot go from {} to {}", from.as_str(), to.as_str())]
pub struct InvalidMove {
    /// Where it is.
    pub from: Status,
    /// Where it was to go.
    pub to: Status,
}

impl Status {
    /// Where it may go from here.
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

    /// Moves on.
    ///
    /// # Errors
    /// [`InvalidMove`] when the table does not have the move.
    pub fn go(self, to: Self) -> Result<Self, InvalidMove> {
        if self.next().contains(&to) { Ok(to) } else { Err(InvalidMove { from: self, to }) }
    }

    /// It takes its pieces: they are not to be shipped again.
    #[must_use]
    pub const fn is_live(self) -> bool {
        !matches!(self, Self::Cancelled | Self::Returned)
    }

    /// It still stands in the store, and can be cancelled.
    #[must_use]
    pub const fn is_waiting(self) -> bool {
        matches!(self, Self::Ready | Self::ReadyForPickup | Self::PickupPostponed)
    }

    /// The customer may still be asked for its money.
    #[must_use]
    pub const fn is_collecting(self) -> bool {
        self.is_waiting() || matches!(self, Self::Shipped | Self::OutForDelivery)
    }

    /// The name that people read.
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
    /// What it can be asked to do.
    #[must_use]
    pub const fn services(self) -> &'static [Service] {
        match self {
            Self::Pickup => &[Service::Pickup],
            Self::Custom => &[Service::Deliver, Service::Exchange],
        }
    }

    /// How a shipment begins.
    #[must_use]
    pub const fn first(self) -> Status {
        match self {
            Self::Pickup => Status::ReadyForPickup,
            Self::Custom => Status::Ready,
        }
    }

    /// What it does unless said.
    #[must_use]
    pub const fn service(self) -> Service {
        match self {
            Self::Pickup => Service::Pickup,
            Self::Custom => Service::Deliver,
        }
    }
}

/// Pieces of a line of the order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Line {
    /// The order's line.
    pub line: i64,
    /// How many.
    pub quantity: i64,
}

/// A shipment. Money is in minor units of the store's currency.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shipment {
    /// The shipment.
    pub id: ShipmentId,
    /// Of which order.
    pub order_id: OrderId,
    /// From 1 within the order.
    pub n: i64,
    /// Who brings it.
    pub provider: ShippingProvider,
    /// Where it is.
    pub status: Status,
    /// What is to be done.
    pub service: Service,
    /// As the merchant calls the courier; empty for a pickup.
    pub courier_name: String,
    /// The shipment among the courier's own.
    pub tracking_id: String,
    /// Or empty.
    pub tracking_no: String,
    /// http or https; or empty.
    pub tracking_url: String,
    /// Where it goes out from.
    pub warehouse_id: StockLocationId,
    /// How large.
    pub package_size: Size,
    /// In grams; 0 when it is not known.
    pub package_weight: i64,
    /// To be collected; 0 for nothing.
    pub cod_amount: i64,
    /// The customer may open it before paying.
    pub allow_open_box: bool,
    /// What the customer says at the counter; empty but for pickups.
    pub pickup_code: String,
    /// Who took it, where that was asked; else empty.
    pub received_by: String,
    /// Pieces.
    pub items_count: i64,
    /// For the courier, printed on the label; or empty.
    pub note: String,
    /// When it was made.
    pub created_at: Millis,
    /// The last change.
    pub updated_at: Millis,
    /// Grows with every change.
    pub version: i64,
    /// How far the courier's booking is.
    pub booking: Booking,
    /// Why it failed; else empty.
    pub booking_error: String,
    /// How often people asked for it.
    pub booking_n: i64,
}

impl Shipment {
    /// What people call it: `1001-2`.
    #[must_use]
    pub fn reference(&self, order_number: i64) -> String {
        format!("{order_number}-{}", self.n)
    }

    /// Where it may go from here: what its courier does not know of does not leave.
    pub fn next(&self) -> impl Iterator<Item = Status> + '_ {
        let may_leave = !matches!(self.booking, Booking::Waiting | Booking::Failed);
        self.status.next().iter().copied().filter(move |to| may_leave || *to != Status::Shipped)
    }

    /// Under which its courier books it once.
    #[must_use]
    pub fn booking_key(&self) -> String {
        format!("{}-{}", self.id, self.booking_n)
    }

    /// Nobody but the merchant knows what it collects, so that it may change until it is delivered.
    #[must_use]
    pub const fn is_amount_ours(&self) -> bool {
        !matches!(self.booking, Booking::Waiting | Booking::Booked)
    }

    /// What its bars say: the courier's number, or its own while there is none.
    #[must_use]
    pub fn barcode(&self) -> &str {
        if self.tracking_no.is_empty() { &self.tracking_id } else { &self.tracking_no }
    }
}

/// The pieces of each line that live shipments take.
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
    Size, "shipments" "package_size";
    Booking, "shipments" "booking";
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: &str = "
        ready: shipped cancelled
        shipped: out_for_delivery delivered refused
        out_for_delivery: delivered refused
        ready_for_pickup: delivered postponed cancelled
        postponed: ready_for_pickup delivered cancelled
        refused: returned";

    #[test]
    fn or_06_the_whole_matrix_of_a_shipments_moves() {
        let mut allowed = std::collections::BTreeSet::new();
        for line in TABLE.lines().filter(|l| l.contains(':')) {
            let (from, to) = line.trim().split_once(": ").unwrap();
            allowed.extend(to.split(' ').map(|to| (from.to_owned(), to.to_owned())));
        }
        for from in Status::ALL {
            for to in Status::ALL {
                let is_allowed = allowed.contains(&(from.as_str().to_owned(), to.as_str().to_owned()));
                assert_eq!(from.go(*to).is_ok(), is_allowed, "{from:?} to {to:?}");
            }
            // What can be cancelled waits in the store, and nothing else does.
            assert_eq!(from.next().contains(&Status::Cancelled), from.is_waiting(), "{from:?}");
            assert_eq!(Status::parse(from.as_str()), Some(*from));
            assert!(!from.name().ar.chars().any(|c| c.is_ascii_alphabetic()));
        }
        assert_eq!(allowed.len(), 14);
    }

    #[test]
    fn or_06_every_provider_has_its_courier_and_offers_what_it_does_unless_said() {
        for p in ShippingProvider::ALL {
            assert!(p.services().contains(&p.service()));
            assert!(p.first().is_waiting());
        }
    }
}
