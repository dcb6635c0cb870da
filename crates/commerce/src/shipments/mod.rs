//! Shipments: pieces of an order that go to the customer together, each with a waybill and statuses of its own (OR-06).
//!
//! Tables: `shipments`, `shipment_lines`, `shipment_events`. Invariants: a shipment moves only along [`Status::next`], and every
//! status it had is an event, written in the same transaction; its pieces never change. What an order allows (how many pieces are
//! left to ship, what its own status becomes) is decided by `orders::fulfilment`, which locks the order while it writes here.
//!
//! To add a courier: a [`gateways::Courier`], its variant of [`ShippingProvider`], and its place among [`gateways::Couriers`].

mod cash_store;
mod model;
mod store;
mod tables;
mod waybill;

pub use crate::couriers::Size;
pub use cash_store::{Cash, find_cash, update_cash, update_cash_due};
pub use model::{Booking, InvalidMove, Line, Shipment, Status, live_pieces, tracking_key};
pub use store::{
    Event, find, insert, insert_event, list_by_order, list_by_orders, list_events, list_lines, list_lines_by_order, update,
};
pub use tables::TABLES;
pub use waybill::{Form, MOST_GRAMS, WaybillIn, is_web_address, read};
