//! Import of products from files of other platforms and merchants' own sheets (contracts/imports.md).
//!
//! `formats` reads a file into products, `convert` makes catalogue products of them, `identity` says by what they are known
//! again, `prepare` compares them with the store, `apply` writes them, `jobs` walks a file in small transactions, `images`
//! brings the pictures.
//!
//! Tables: `imports`, `import_rows`, `import_mappings`, `import_images`; the columns `import_id` and `import_key` of
//! `products`. Blobs: `{store}/imports/{id}.csv`.
//!
//! Invariants: a dry run writes no product; a product of a file is written whole or not at all, in one transaction with
//! its row and the progress, so that a crash doubles nothing; the same file a second time changes nothing; a store writes
//! one file at a time; an undo never touches what was changed since.
//!
//! To add a format: `formats`. To add a field: `formats::Field`, its cells, and its line in `convert`.

mod api;
mod apply;
mod convert;
#[cfg(test)]
mod convert_tests;
pub mod formats;
mod identity;
mod images;
mod jobs;
mod model;
mod prepare;
mod reading;
#[cfg(test)]
mod reading_back;
mod steps;
mod store;
mod upload_api;
mod wire;

pub use model::{RowOutcome, Status};

#[cfg(test)]
pub(super) use reading_back::read_back;

/// The calls of imports under `/dashboard/v1`.
#[must_use]
pub(super) fn routes() -> utoipa_axum::router::OpenApiRouter<crate::App> {
    api::routes()
}

/// The job handlers and schedules of imports.
pub(super) fn register(registry: &mut ::jobs::Registry<crate::App>) {
    jobs::register(registry);
}
