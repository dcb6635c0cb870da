//! Export of products to files that the importer reads back exactly (`import::formats::own`).
//!
//! The implementation shared by all exports is [`platform::exports`]; `kind` implements its trait for products: `rows` formats
//! them as rows, `walk` goes through the list.

mod api;
mod kind;
mod rows;
#[cfg(test)]
mod tests;
mod walk;

use platform::App;
use platform::exports;

pub(super) use api::routes;

/// The job handlers and schedules of exports.
pub(super) fn register(registry: &mut ::jobs::Registry<App>) {
    exports::register::<kind::Products>(registry);
}
