//! Shipping: the shipping methods of a store, and their cost (SP-01, SP-03).
//!
//! Tables: `shipping_methods`. Cost is fixed, or by weight; for a cost by city create a method for each group of cities, since a
//! method names the cities it serves. A new store has one PICKUP method, active if it has an address.
//!
//! To add a courier: docs/recipes.md.

mod api;
mod courier_users;
mod entities;
mod model;
mod promise;
mod proposal;
pub mod rates;
mod readiness_api;
mod store;
mod tables;
mod unknown_cities;
mod view;
mod write;

use db::Conn;
use kernel::{Env, ShippingMethodId, StoreScope, Texts};

pub use crate::couriers::{Market, ShippingProvider, Size};
pub use courier_users::StoredMethods;
pub use entities::ENTITIES;
pub use model::{Parcel, ShippingMethod, ShippingOption};
pub use promise::DeliveryPromise;
pub use rates::Rates;
pub use tables::TABLES;
pub use view::{ShippingMethodIn, ShippingMethodView};

use customers::Address;
use platform::stores::StoreProfile;

/// Methods on offer for a cart, in the merchant's order; only PICKUP without an address. Prices of couriers are those that
/// [`rates::ask`] found last.
///
/// # Errors
/// Of the database.
pub async fn options(
    c: Conn<'_>,
    scope: &StoreScope,
    profile: &StoreProfile,
    address: Option<&Address>,
    parcel: Parcel,
) -> db::Result<Vec<ShippingOption>> {
    let methods = store::list(c, scope).await?;
    let rates = rates::stored(c, scope, profile, &methods, address, parcel).await?;
    Ok(methods.iter().filter_map(|m| m.offer(profile.into(), address, parcel, &rates)).collect())
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
    profile: &StoreProfile,
    id: ShippingMethodId,
    (address, parcel): (Option<&Address>, Parcel),
) -> db::Result<Option<ShippingOption>> {
    let Some(method) = store::find(c, scope, id).await? else { return Ok(None) };
    let rates = rates::stored(c, scope, profile, std::slice::from_ref(&method), address, parcel).await?;
    Ok(method.offer(profile.into(), address, parcel, &rates))
}

/// The size of the parcels of a method, where a waybill says nothing else.
///
/// # Errors
/// Of the database.
pub async fn package_size(c: Conn<'_>, scope: &StoreScope, method: Option<ShippingMethodId>) -> db::Result<Size> {
    let Some(id) = method else { return Ok(Size::Small) };
    Ok(store::find(c, scope, id).await?.map_or(Size::Small, |method| method.package_size))
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
        is_courier_controls_rates: false,
        free_above: None,
        processing_days: 0,
        delivery_days_min: None,
        delivery_days_max: None,
        package_size: Size::Small,
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
