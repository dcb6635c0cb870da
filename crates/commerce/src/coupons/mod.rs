//! Coupons: what a code takes off, for whom and how often (CP-01, decisions §7, docs/decisions/0029).
//!
//! `model` the coupon · `rules` its discount by line, and refusals, pure · `code` comparing and generating codes · `refusal` the
//! messages for shoppers and merchants · `evaluate` a code for a cart and a person · `offer` a coupon in a message · `uses`
//! claiming, moving and releasing a use · `sample` those of a sample store · `store` its statements · `list` · `input`, `write`
//! creating and changing · `wire`, `api` the endpoints.
//!
//! Tables: `coupons`, `coupon_products`, `coupon_categories`, `coupon_uses`. The slice stands after `catalog` and `customers` and
//! before `carts`: it is given lines and a person, and knows neither carts nor orders. It reads `orders` for whether somebody has
//! ordered before.
//!
//! Invariants: `usage_count` is the number of uses that were not released, and never above `usage_limit`; `given_total` is the
//! sum of their discounts; both are written with the use, in the transaction of the order. A use is released once.

mod api;
mod code;
mod entities;
mod evaluate;
mod input;
mod list;
mod list_store;
mod model;
mod offer;
mod refusal;
mod rules;
mod sample;
mod store;
mod tables;
#[cfg(any(test, feature = "testing"))]
pub mod tests;
mod uses;
mod wire;
mod write;

pub use code::key as code_key;
pub use entities::ENTITIES;
pub use evaluate::{Buyer, CouponLine, CouponResult, evaluate, evaluate_stored, find_id, is_personal};
pub use model::{Coupon, DiscountType, Scope, Segment, State, Terms, Usability};
pub use offer::offer;
pub use refusal::Refusal;
pub use rules::{AppliedCoupon, CouponScope, Line};
pub use sample::{insert_sample, insert_sample_use};
pub use store::move_uses;
pub use tables::TABLES;
pub use uses::{CouponChange, CouponUse, CouponUseError, Use, move_use, of_order, record_use, release_use};

/// The slice's endpoints under `/dashboard/v1`.
#[must_use]
pub fn routes() -> utoipa_axum::router::OpenApiRouter<platform::App> {
    api::routes()
}
