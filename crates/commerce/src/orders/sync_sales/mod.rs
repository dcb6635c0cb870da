//! Sales follow the orders: what an order adds is read from its rows and counted by [`crate::sales`], in the transaction of the change.
//!
//! Of `orders` the columns `refused_at`, `counted_total` (the order's total sales; none when it is no sale) and `is_first_order` (its
//! customer's first order; said when it is counted, and kept) are written here alone.

pub(super) mod count;
mod jobs;
mod store;

pub use count::{recount, settle};
pub(super) use jobs::register;
