//! The page of one order in one call (OR-02, docs/decisions/0075-order-page-in-one-call.md).
//!
//! Owns no table: it reads `commerce::orders` and the documents of the order.

mod api;

pub use api::routes;
