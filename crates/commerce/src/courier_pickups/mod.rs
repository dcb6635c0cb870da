//! Pickups: a courier is asked to come to a warehouse and take parcels along (SP-02; docs/decisions/0098).
//!
//! A pickup is written with the call that requests it ([`calls`]): `waiting` until the courier has confirmed or refused it. A schedule
//! reads how far the open ones are. Couriers without pickups (`Capabilities::has_pickups`) have an empty list.
//!
//! Tables: `courier_pickups`, `courier_pickup_shipments`. Invariants: no courier is called in a transaction; a pickup is requested once,
//! however often its answer is lost; every parcel of it is booked at that courier and waits in that warehouse when it is requested.
//! Lock order: the call's row, then the pickup's; no order is locked with them.

mod api;
mod calls;
mod cancel_call;
mod entities;
mod model;
mod read_call;
mod read_job;
mod request;
mod request_call;
mod store;
mod tables;
mod wire;

pub use calls::calls;
pub use entities::ENTITIES;
pub use tables::TABLES;

/// The slice's endpoints under `/dashboard/v1`.
#[must_use]
pub fn routes() -> utoipa_axum::router::OpenApiRouter<platform::App> {
    api::routes()
}

/// The slice's schedules.
pub fn register(registry: &mut jobs::Registry<platform::App>) {
    read_job::register(registry);
}
