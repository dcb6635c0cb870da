//! Couriers that take parcels by a sheet (SP-02, decision 0088): the sheet that the merchant uploads to the courier's portal, and the one
//! with tracking numbers that comes back.
//!
//! Owns no table. `booking_api` writes the first, `tracking_api` reads the second: `matching` finds the shipments of its rows, pure, and
//! `record` writes their numbers. Invariant: a shipment that has a tracking number keeps it.

mod booking_api;
mod matching;
mod record;
mod store;
mod tracking_api;
mod workbook;

pub(super) fn routes() -> utoipa_axum::router::OpenApiRouter<platform::App> {
    booking_api::routes().merge(tracking_api::routes())
}
