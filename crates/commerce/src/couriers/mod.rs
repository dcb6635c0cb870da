//! Couriers: a store's accounts at them, the cities that they serve, and their prices (SP-01 to SP-03; docs/decisions/0096).
//!
//! Tables: `courier_accounts`, `courier_cities`, `courier_rates`; secret values are in `platform::secrets`. Invariants: a store has one
//! account at a courier; what is stored of it is complete and of the form that the courier's description asks for; a secret is never
//! answered or written to the journal. No courier is called in a transaction.
//!
//! To add a courier: docs/recipes.md.

pub mod account;
pub mod call_outcome;
mod cities_store;
mod model;
mod store;
mod tables;
mod words;

pub use account::{Account, AccountFault};
pub use model::{Check, CheckOutcome, CourierAccount, PickupLocations};
pub use tables::TABLES;
pub use words::{ShippingProvider, Size};
