//! Couriers: a store's accounts at them, the cities that they serve, and their prices (SP-01 to SP-03; docs/decisions/0096).
//!
//! Tables: `courier_accounts`, `courier_cities`, `courier_rates`; secret values are in `platform::secrets`. `account` is what a call to a
//! courier needs, `rates` asks for prices, `fetch_job` for cities.
//!
//! Invariants: a store has one account at a courier; what is stored of it is complete and of the form that the courier's description
//! asks for; a secret is never answered or written to the journal. No courier is called in a transaction.
//!
//! To add a courier: docs/recipes.md.

pub mod account;
mod accounts_api;
pub mod call_outcome;
mod check;
mod cities_store;
mod entities;
mod fetch_job;
mod market;
mod model;
pub mod names;
mod outcome;
mod places;
mod places_api;
pub mod rates;
mod rates_store;
mod route;
mod store;
mod tables;
mod users;
mod wire;
mod words;
mod write;

use db::Conn;
use kernel::{Millis, StoreScope};
use platform::App;

pub use account::{Account, AccountFault};
pub use entities::ENTITIES;
pub use market::Market;
pub use model::{Check, CheckOutcome, CourierAccount, PickupLocations};
pub use route::RatedParcel;
pub use tables::TABLES;
pub use users::CourierUsers;
pub use words::{ShippingProvider, Size};

/// The store's accounts, in no order.
///
/// # Errors
/// Of the database.
pub async fn accounts(c: Conn<'_>, scope: &StoreScope) -> db::Result<Vec<CourierAccount>> {
    store::list(c, scope).await
}

/// The slice's endpoints under `/dashboard/v1`.
#[must_use]
pub fn routes() -> utoipa_axum::router::OpenApiRouter<App> {
    accounts_api::routes().merge(places_api::routes())
}

/// The slice's job handlers and schedules.
pub fn register(registry: &mut jobs::Registry<App>) {
    fetch_job::register(registry);
    registry.every("sweep_courier_rates", 10 * Millis::MINUTE, |app: App| async move { Ok(rates::sweep(app).await?) });
}
