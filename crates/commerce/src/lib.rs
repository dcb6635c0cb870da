//! Selling: coupons, carts, couriers, shipping, payments, COD risk, sales, shipments, orders, pickups and courier cash.
//!
//! The order is law: a slice calls only slices to its left (checked by `cargo xtask check-arch`).
//!
//! words < coupons < carts < credentials < couriers < shipping < payments < `cod_risk` < sales < shipments < orders < `courier_pickups` < settlements

pub mod carts;
pub mod cod_risk;
pub mod coupons;
pub mod courier_pickups;
pub mod couriers;
pub mod credentials;
pub mod orders;
pub mod payments;
pub mod sales;
pub mod settlements;
pub mod shipments;
pub mod shipping;

/// The tables of every slice, the left-most slice first.
pub const TABLES: &[&[db::Table]] = &[
    coupons::TABLES,
    carts::TABLES,
    couriers::TABLES,
    shipping::TABLES,
    payments::TABLES,
    cod_risk::TABLES,
    sales::TABLES,
    shipments::TABLES,
    orders::TABLES,
    courier_pickups::TABLES,
    settlements::TABLES,
];

/// The journal's entity kinds of every slice that owns some.
pub const ENTITIES: &[&[&platform::journal::entity::EntityKind]] = &[
    coupons::ENTITIES,
    carts::ENTITIES,
    couriers::ENTITIES,
    shipping::ENTITIES,
    payments::ENTITIES,
    orders::ENTITIES,
    courier_pickups::ENTITIES,
    settlements::ENTITIES,
];

/// The endpoints of every slice under `/dashboard/v1`.
#[must_use]
pub fn routes() -> utoipa_axum::router::OpenApiRouter<platform::App> {
    coupons::routes()
        .merge(carts::routes())
        .merge(couriers::routes())
        .merge(shipping::routes())
        .merge(payments::routes())
        .merge(cod_risk::routes())
        .merge(orders::routes())
        .merge(courier_pickups::routes())
        .merge(settlements::routes())
}

/// The job handlers and schedules of every slice.
pub fn register(registry: &mut ::jobs::Registry<platform::App>) {
    carts::register(registry);
    couriers::register(registry);
    shipping::register(registry);
    payments::register(registry);
    orders::register(registry);
    courier_pickups::register(registry);
    settlements::register(registry);
}
