//! Pictures that a file names: fetched in the background by a guarded fetcher, then attached to the product (PR-04).
//!
//! Importing a product neither waits for its pictures nor fails because of them. Pictures that the merchant uploaded are never
//! removed; pictures of an earlier import that the file no longer names are. `plan` decides about each picture, `order` records
//! what is to be fetched, `fetch` fetches it, `list` shows what is pending.

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
