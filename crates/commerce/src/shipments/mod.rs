//! Shipments: pieces of an order that go to the customer together, each with a waybill and statuses of its own (OR-06).
//!
//! Tables: `shipments`, `shipment_lines`, `shipment_events`, `shipment_tracking`. Invariants: a shipment moves only along [`Status::next`], and every
//! status it had is an event, written in the same transaction; its pieces never change. What an order allows (how many pieces are
//! left to ship, what its own status becomes) is decided by `orders::fulfilment`, which locks the order while it writes here.
//!
//! To add a courier: a [`gateways::Courier`], its variant of [`ShippingProvider`], and its place among [`gateways::Couriers`].

mod cash_store;
mod courier_step;
mod delivery_read;
mod model;
mod pending_change;
mod read_times;
mod store;
mod tables;
mod tracking;
mod tracking_store;
mod waybill;

pub use crate::couriers::Size;
pub use cash_store::{Cash, find_cash, find_cash_booked, unbooked_cash, update_cash, update_cash_booked, update_cash_due};
pub use courier_step::CourierStep;
pub use delivery_read::DeliveryRead;
pub use model::{Booking, InvalidMove, Line, Shipment, Status, live_pieces, tracking_key};
pub use pending_change::PendingChange;
pub use read_times::pause;
pub use store::{
    Event, find, insert, insert_event, list_by_order, list_by_orders, list_events, list_lines, list_lines_by_order, list_many,
    update,
};
pub use tables::TABLES;
pub use tracking::{MOST_EVENTS as MOST_TRACKING_EVENTS, Tracking, TrackingEvent, merge_events};
pub use tracking_store::{
    DueTracking, find_tracking, list_by_tracking_key, list_due_tracking, list_tracking, list_tracking_events,
    list_tracking_events_by_order, replace_tracking_events, set_cash_due, update_tracking,
};
pub use waybill::{Form, MOST_GRAMS, WaybillIn, is_web_address, read, read_second_phone};
