//! Customers: people who have ordered, found by their mobile number, with the addresses they used (CU-01).
//!
//! Tables: `customers`, `customer_addresses`; words and phone digits in `search_tokens`.
//! Invariant: one customer a mobile number and store; `orders_count`, `total_spent` and `last_order_at` follow the orders in
//! the transaction of each. A customer keeps the name of the first order: an order never renames someone else's number.

mod address;
mod api;
mod input;
pub(crate) mod keyset;
mod model;
mod record;
mod search;
pub(crate) mod store;
#[cfg(test)]
pub(crate) mod testing;

pub use address::{Address, AddressIn, GeoLocation};
pub use api::CustomerRow;
pub use input::{amount, between, guard_message, line, mobile, texts};
pub use record::{OrderedBy, Recorded, orders_count, record_order, spend};
pub(crate) use search::padded;
pub use search::{search_ids, words_of};

/// The slice's calls under `/dashboard/v1`.
#[must_use]
pub fn routes() -> utoipa_axum::router::OpenApiRouter<crate::App> {
    api::routes()
}

/// The slice's job handlers and schedules.
pub fn register(_registry: &mut jobs::Registry<crate::App>) {}
