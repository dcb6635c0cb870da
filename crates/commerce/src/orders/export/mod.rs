//! Export of orders to files (OR-01): the filtered list, or chosen orders, with the columns that were chosen.
//!
//! `rows` makes rows of orders, `work` walks the list and keeps the parts, `jobs` does so in the background for large sets and
//! throws away what has expired. The pieces of files are those of the catalogue's export.
//!
//! Tables: `order_exports`. Blobs: `{store}/order-exports/{id}/{part}`; the parts in their order are the file.

mod api;
mod jobs;
mod rows;
mod store;
mod work;

pub(super) use api::routes;
pub(super) use jobs::register;
