//! The codes that a shipment keeps of its courier, beside those of refusals.

/// The courier never said whether it booked: nothing of the shipment changes before it does.
pub(super) use crate::couriers::call_outcome::IN_DOUBT;
/// The courier did not cancel the booking of a cancelled shipment.
pub(super) const NOT_CANCELLED: &str = "not_cancelled";
/// Another booking of the same parcel is there, and the courier did not cancel it.
pub(super) const BOOKED_TWICE: &str = "booked_twice";
/// The courier refused a change.
pub(super) const NOT_CHANGED: &str = "not_changed";
/// The courier could not be asked for a change, or did not answer.
pub(super) const CHANGE_UNKNOWN: &str = "change_unknown";
