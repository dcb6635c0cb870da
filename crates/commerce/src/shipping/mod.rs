//! Shipping: the shipping methods of a store, and their cost (SP-01, SP-03).
//!
//! Tables: `shipping_methods`. Cost is fixed, or by weight; for a cost by city create a method for each group of cities, since a
//! method names the cities it serves. A new store has one PICKUP method, active if it has an address.
//!
//! To add a courier: docs/recipes.md.

mod api;
mod entities;
mod model;
mod proposal;
mod readiness_api;
mod store;
mod tables;
mod write;

use db::Conn;
use kernel::{Env, ShippingMethodId, StoreScope, Texts};

pub use api::{ShippingMethodIn, ShippingMethodView};
pub use entities::ENTITIES;
pub use crate::couriers::ShippingProvider;
pub use model::{Parcel, ShippingMethod, ShippingOption};
pub use tables::TABLES;

use customers::Address;

/// Methods on offer for a cart, in the merchant's order; only PICKUP without an address.
///
/// # Errors
/// Of the database.
pub async fn options(
    c: Conn<'_>,
    scope: &StoreScope,
    address: Option<&Address>,
    parcel: Parcel,
) -> db::Result<Vec<ShippingOption>> {
    Ok(store::list(c, scope).await?.iter().filter_map(|m| m.offer(address, parcel)).collect())
}

/// The store's methods, in display order; [`ShippingMethod::offer`] decides which are on offer.
///
/// # Errors
/// Of the database.
pub async fn methods(c: Conn<'_>, scope: &StoreScope) -> db::Result<Vec<ShippingMethod>> {
    store::list(c, scope).await
}

/// One method if it is on offer for a cart; none when it is not, or there is no such method.
///
/// # Errors
/// Of the database.
pub async fn option(
    c: Conn<'_>,
    scope: &StoreScope,
    id: ShippingMethodId,
    address: Option<&Address>,
    parcel: Parcel,
) -> db::Result<Option<ShippingOption>> {
    Ok(store::find(c, scope, id).await?.and_then(|m| m.offer(address, parcel)))
}

/// Inserts a new store's method: pickup, free of charge (decisions §9). It is inactive until it has an address.
///
/// # Errors
/// Of the database.
pub async fn insert_default(c: Conn<'_>, env: &Env, scope: &StoreScope, pickup_address: Texts) -> db::Result<ShippingMethodId> {
    let id = env.id();
    let method = ShippingMethod {
        id,
        provider: ShippingProvider::Pickup,
        name: Texts::new("الاستلام من المتجر", "Store pickup"),
        note: Texts::default(),
        is_active: !pickup_address.is_empty(),
        pickup_address,
        is_fixed_cost: true,
        fixed_cost: 0,
        weight_threshold_grams: 0,
        extra_weight_cost: 0,
        extra_weight_grams: 1_000,
        countries: Vec::new(),
        cities: Vec::new(),
        is_cod_allowed: true,
        is_courier_name_visible: false,
        display_order: 1,
        version: 1,
    };
    store::insert(c, scope, &method, env.now()).await?;
    Ok(id)
}

/// The slice's endpoints under `/dashboard/v1`.
#[must_use]
pub fn routes() -> utoipa_axum::router::OpenApiRouter<platform::App> {
    api::routes().merge(readiness_api::routes())
}

/// The slice's job handlers and schedules.
pub fn register(_registry: &mut jobs::Registry<platform::App>) {}
