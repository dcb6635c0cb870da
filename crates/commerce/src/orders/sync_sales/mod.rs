//! Keeps the sales in line with orders: an order's contribution is read from its rows and counted by [`crate::sales`], in the
//! transaction of the change.
//!
//! Of `orders` the columns `refused_at`, `counted_total` (the order's total sales; null when it is no sale) and `is_first_order`
//! (its customer's first order; set when it is counted, and kept) are written here only.

pub(super) mod count;
mod jobs;
mod store;

pub use count::{recount, settle};
pub(super) use jobs::register;
