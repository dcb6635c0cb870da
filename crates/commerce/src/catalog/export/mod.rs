//! Export of products to files that the importer reads back exactly (`import::formats::own`).
//!
//! `rows` makes rows of products, `csv_part` and `xlsx_part` make pieces of a file of rows, `work` walks the products and
//! keeps the pieces, `jobs` does so in the background for large sets and throws away what has expired.
//!
//! Tables: `product_exports`. Blobs: `{store}/exports/{id}/{part}`; the parts in their order are the file.
//!
//! Invariants: no more than one part is in memory; a part that was begun twice is written twice under one name, so that a
//! crash leaves no gap and nothing double; a file belongs to its store and is gone after its time.

mod api;
pub(crate) mod csv_part;
mod jobs;
pub(crate) mod model;
mod rows;
mod store;
#[cfg(test)]
mod tests;
mod work;
pub(crate) mod xlsx_part;

/// The calls of exports under `/dashboard/v1`.
pub(super) fn routes() -> utoipa_axum::router::OpenApiRouter<crate::App> {
    api::routes()
}

/// The job handlers and schedules of exports.
pub(super) fn register(registry: &mut ::jobs::Registry<crate::App>) {
    jobs::register(registry);
}
