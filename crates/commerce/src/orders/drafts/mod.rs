//! Draft orders: prepared by the merchant, with a link for the shopper, and copies of orders (OR-03).
//!
//! Table: `order_drafts`, one row for an order of status `DRFT`. A draft is an order from the start, with a number and a place in
//! the list; its row and lines store the result of [`Content`] when it was saved. Invariants: a draft holds no stock, owes
//! nothing and counts nowhere but in its status; it is computed by the arithmetic of an edit (`edit::model`, and so
//! `carts::totals`); it is placed in one transaction, in which everything is computed anew, and only for the total that the
//! person who confirms it has seen. Its coupon is evaluated each time it is computed, and used when it is placed. A link opens
//! one draft, until its expiry or until it is withdrawn.

mod api;
mod build;
mod copy;
mod coupon;
mod link;
mod link_api;
mod model;
pub(super) mod place;
mod read;
mod save;
mod store;
mod wire;

pub use coupon::{CouponRejection as DraftCouponAgainst, DraftCoupon};
pub use link::{DraftChoice, DraftLink, DraftReview, OpenDraft, ShownDraft, confirm, open_link, review_link};

pub(super) fn routes() -> utoipa_axum::router::OpenApiRouter<platform::App> {
    api::routes().merge(link_api::routes())
}
