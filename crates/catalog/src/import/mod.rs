//! Import of products from files of other platforms and merchants' own sheets (contracts/imports.md).
//!
//! The implementation shared by all imports is [`platform::imports`]; `kind` implements its trait for products. `formats` parses
//! a file into products, `convert` makes catalogue products of them, `identity` has the match keys, `reading` reads as many of a
//! file as are worked on, `prepare` compares them with the store, `apply` writes them and undoes them, `match_keys_store` has the
//! statements on match keys, `images` fetches the pictures.
//!
//! Tables: those of `platform::imports`, and `import_images`; the columns `import_id` and `import_key` of `products`.
//!
//! Invariants: those of `platform::imports`; a product of a file is written whole or not at all; importing the same file a second
//! time changes nothing.
//!
//! To add a format: `formats`. To add a field: `crate::fields`; only a field that files write in a special way has its cells in
//! `formats` and its line in `convert`.

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

/// How long a failed import stays noteworthy.
const FAILED_FOR: i64 = 7 * Millis::DAY;

/// Imports of products that are running, or failed within the last seven days.
///
/// # Errors
/// Database errors.
pub async fn count_noteworthy(c: db::Conn<'_>, scope: &kernel::StoreScope, now: Millis) -> db::Result<i64> {
    platform::imports::count_noteworthy::<Products>(c, scope, now.plus(-FAILED_FOR)).await
}

/// The import endpoints under `/dashboard/v1`.
#[must_use]
pub(super) fn routes() -> utoipa_axum::router::OpenApiRouter<platform::App> {
    api::routes()
}

/// The job handlers and schedules of imports.
pub(super) fn register(registry: &mut ::jobs::Registry<platform::App>) {
    platform::imports::register::<Products>(registry);
    images::register(registry);
}
