//! Export of customers to files (CU-01): the filtered list, or chosen customers, with the columns that were chosen.
//!
//! `rows` makes rows of customers, `work` walks the list and keeps the parts, `jobs` does so in the background for large sets and
//! throws away what has expired. The pieces of files are those of the catalogue's export.
//!
//! Tables: `customer_exports`. Blobs: `{store}/customer-exports/{id}/{part}`; the parts in their order are the file.

mod api;
mod jobs;
mod rows;
mod store;
mod work;

pub(super) use api::routes;
pub(super) use jobs::register;
