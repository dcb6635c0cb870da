//! Segments: named sets of rules that customers match, not stored lists of customers (CU-01, docs/decisions/0023).
//!
//! `rules` the rules, pure · `store` the statements · `wire` the API form · `write` creating and changing · `facts` one
//! customer's facts · `names` names of the products, categories and coupons in rules · `templates` ready-made ones · `count`
//! capped counts · `api` the endpoints.
//!
//! Tables: `customer_segments`; purchases, coupon uses and carts of customers are read through [`crate::Purchases`]
//! (docs/decisions/0037).
//! Invariants: stored rules can be parsed; membership is not stored: matching customers are found on each read, by the store's
//! time zone. A deleted segment can be restored as it was.

mod api;
mod count;
mod facts;
mod names;
pub(super) mod rules;
pub(super) mod store;
mod templates;
mod wire;
mod write;

pub(super) use api::routes;
