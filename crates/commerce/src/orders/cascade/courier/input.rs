//! The kinds of calls to couriers, and what each needs besides its shipment.

use serde::{Deserialize, Serialize};

/// The kind of the call that books.
pub(super) const BOOK: &str = "courier_book";
/// The kind of the call that cancels a booking.
pub(super) const CANCEL: &str = "courier_cancel";
/// The kind of the call that changes a booking.
pub(super) const CHANGE: &str = "courier_change";

/// What the call that books needs.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct BookInput {
    /// The number of the request by people: a part of the key.
    pub(super) n: i64,
    /// An earlier version of the program may have booked it.
    #[serde(default)]
    pub(super) may_be_booked: bool,
}

/// What the call that cancels needs.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct CancelInput {
    /// The request of the shipment that the booking was made for.
    pub(super) n: i64,
    /// Empty where the courier never told it: then it is looked for.
    pub(super) tracking_no: String,
}

/// What the call that changes needs. What is changed stands in the shipment, for it may name a shopper.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct ChangeInput {
    /// Which change: the shipment's version at its request.
    pub(super) n: i64,
}
