//! Pictures that a file names: fetched in the background by a guarded fetcher, then the product's (PR-04).
//!
//! A product never waits for its pictures and never fails for them. Pictures that the merchant uploaded are never
//! removed; pictures of an earlier import that the file names no more are. `plan` says what becomes
//! of each, `order` writes down what is to be fetched, `fetch` brings it, `list` shows what is on its way.

mod fetch;
mod list;
mod order;
mod plan;
mod reasons;
mod store;

pub(super) use fetch::register;
pub(super) use list::{ImportImageView, list, retry};
pub(super) use order::{count, forget, order, order_again};
pub(super) use plan::{ImagePlan, Known, look_up, plan};
pub(super) use store::ImageStatus;
