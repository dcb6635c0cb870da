//! The effect of an order's change on its shipments (docs/decisions/0017-shipments.md): they follow a move by hand, their cash to
//! collect follows what the order owes, and their couriers are called.
//!
//! Owns no table: shipments are the `shipments` slice's. `courier` the calls to couriers · `model` both directions, pure; the other direction is
//! `fulfilment::roll_up`, which stands above the moves of orders. Invariants: a step of a shipment is a named transition; an
//! order whose goods have left cannot be cancelled; open shipments together collect no more than the order owes. A writer of a
//! shipment locks its order's row first (docs/decisions/0026).

pub(super) mod cash;
pub(super) mod courier;
pub(super) mod follow;
pub(super) mod lock;
pub(super) mod model;
pub(super) mod step;

pub(super) fn register(registry: &mut jobs::Registry<platform::App>) {
    courier::register(registry);
}
