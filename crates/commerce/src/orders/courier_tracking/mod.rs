//! Shipments follow their couriers (SP-04, OR-04; docs/decisions/0098): by what couriers report and by asking.
//!
//! Owns no table: what a courier says is in `shipments`. A notice only says which delivery to read: [`TrackShipment`] reads it,
//! [`record`] writes what it means, and a schedule asks about those of which nothing is heard. `model` says which moves a step asks
//! for, `shipments::pause` when a courier is asked again, both pure.
//!
//! Invariants: a shipment moves by its named transitions alone and never back, whatever comes, twice or in any order; an answer that
//! was read before the one that is stored changes nothing; cash is booked when the courier says that it collected it, once.
//! Lock order: the call's or event's row, then the order's (docs/decisions/0026).

mod api;
mod callbacks;
mod cash;
mod model;
mod poll_job;
mod record;
mod track_call;
mod wire;

pub use callbacks::CourierCallbacks;
pub use track_call::TrackShipment;

pub(super) fn routes() -> utoipa_axum::router::OpenApiRouter<platform::App> {
    api::routes()
}

pub(super) fn register(registry: &mut jobs::Registry<platform::App>) {
    poll_job::register(registry);
}
