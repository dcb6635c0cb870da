//! Bosta (contracts/bosta.md): deliveries, labels, pickups, places, prices, webhooks.

mod actions;
mod awb;
mod books;
mod checks;
mod deliveries_api;
mod envelope;
mod pickups_api;
mod places;
mod places_api;
mod records;
mod views;

use std::sync::Arc;

use axum::Router;
use axum::routing::{delete, get, post};

pub(crate) use books::Bosta;

use crate::simulator::Simulator;

/// The calls of its API.
pub(crate) fn api_routes() -> Router<Arc<Simulator<Bosta>>> {
    let routes = Router::new()
        .route("/deliveries", post(deliveries_api::create))
        .route("/deliveries/search", post(deliveries_api::search))
        .route("/deliveries/mass-awb", post(deliveries_api::print))
        .route("/deliveries/business/{tracking_no}", get(deliveries_api::find).put(deliveries_api::update))
        .route("/deliveries/business/{tracking_no}/terminate", delete(deliveries_api::terminate))
        .route("/pickups", get(pickups_api::list).post(pickups_api::create))
        .route("/pickups/{id}", get(pickups_api::find).delete(pickups_api::cancel))
        .route("/pickup-locations", get(places_api::list_locations))
        .route("/cities", get(places_api::list_cities))
        .route("/cities/getAllDistricts", get(places_api::list_all_districts))
        .route("/cities/{id}/districts", get(places_api::list_districts))
        .route("/pricing/shipment/calculator", get(places_api::calculate));
    Router::new().nest("/api/v2", routes)
}
