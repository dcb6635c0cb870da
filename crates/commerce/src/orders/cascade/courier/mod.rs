//! Shipments at their couriers (OR-06; docs/decisions/0097): booked, changed and cancelled by calls that are written with the change
//! that wants them and made after its commit (`platform::provider_calls`), never inside a transaction.
//!
//! A shipment is `waiting` until its courier has answered: then `booked` with its tracking number, or `failed` with the reason, from
//! where a member retries. `state` what a booking means for a shipment · `waybill` what the courier is told · `check` what it would
//! refuse · `enqueue` writes the calls · `book_call`, `change_call`, `cancel_call` make them.
//!
//! Invariants: a parcel is booked under one key as long as nobody knows whether it was booked; a booking that came to be after its
//! shipment was cancelled is cancelled; what the courier was told changes in our books when the courier has confirmed it.
//! Couriers that are not called are the merchant's own: their shipments are `by_hand` from the start.

mod book_call;
mod cancel_call;
mod change_call;
mod check;
mod codes;
mod enqueue;
mod input;
mod loaded;
mod messages;
mod old_job;
mod parcel;
mod retry;
#[cfg(test)]
mod samples;
mod state;
mod waybill;

use std::sync::Arc;

use jobs::Registry;
use platform::App;
use platform::provider_calls::ProviderCall;

pub(in crate::orders) use change_call::request as request_change;
pub(in crate::orders) use check::{check_change, check_new, message as fault_message, path as fault_path};
pub(in crate::orders) use enqueue::{begin, cancel, enqueue_booking};
pub(in crate::orders) use loaded::{CourierParcel, Loaded, Names, load};
pub(in crate::orders) use messages::{message, text};
pub(in crate::orders) use retry::retry_booking;
#[cfg(test)]
pub(in crate::orders) use samples::shipment as sample_shipment;
pub(in crate::orders) use state::{check_changes, check_leaves, reason};
pub(in crate::orders) use waybill::{
    WaybillParts, contents, delivery_address, parcel_size, read_parts, recipient, waybill as write_waybill,
};

/// The kinds of calls that shipments make.
pub(in crate::orders) fn calls() -> Vec<Arc<dyn ProviderCall>> {
    vec![Arc::new(book_call::BookParcel), Arc::new(change_call::ChangeParcel), Arc::new(cancel_call::CancelParcel)]
}

pub(super) fn register(registry: &mut Registry<App>) {
    old_job::register(registry);
}
