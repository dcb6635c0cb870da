//! Import of products from files of other platforms and merchants' own sheets (contracts/imports.md).
//!
//! The machine is [`platform::imports`]; here is what it must know of products, which `kind` tells it. `formats` reads a file
//! into products, `convert` makes catalogue products of them, `identity` says by what they are known again, `reading` reads as
//! many of a file as are worked on, `prepare` compares them with the store, `apply` writes them and takes them back,
//! `match_keys_store` are the statements on what is known of them, `images` brings the pictures.
//!
//! Tables: those of the machine, and `import_images`; the columns `import_id` and `import_key` of `products`.
//!
//! Invariants: those of the machine; a product of a file is written whole or not at all; the same file a second time changes
//! nothing.
//!
//! To add a format: `formats`. To add a field: `crate::fields`; only one that files write in a way of its
//! own has its cells in `formats` and its line in `convert`.

mod api;
mod apply;
mod convert;
#[cfg(test)]
mod convert_tests;
pub mod formats;
mod identity;
mod images;
mod kind;
mod match_keys_store;
mod prepare;
mod reading;
#[cfg(test)]
mod reading_back;

use kernel::Millis;
use kind::Products;

#[cfg(test)]
pub(super) use reading_back::read_back;

/// For so long an import that failed is told of.
const FAILED_FOR: i64 = 7 * Millis::DAY;

/// How many imports of products are at work, or failed within the last seven days.
///
/// # Errors
/// Of the database.
pub async fn count_noteworthy(c: db::Conn<'_>, scope: &kernel::StoreScope, now: Millis) -> db::Result<i64> {
    platform::imports::count_noteworthy::<Products>(c, scope, now.plus(-FAILED_FOR)).await
}

/// The calls of imports under `/dashboard/v1`.
#[must_use]
pub(super) fn routes() -> utoipa_axum::router::OpenApiRouter<platform::App> {
    api::routes()
}

/// The job handlers and schedules of imports.
pub(super) fn register(registry: &mut ::jobs::Registry<platform::App>) {
    platform::imports::register::<Products>(registry);
    images::register(registry);
}
