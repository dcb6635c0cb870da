//! Changing many products at once: one action over chosen rows or over everything that matches, and the spreadsheet view.
//!
//! What an action is stands in `bulk_action`. `apply` writes one product, `walk` goes through everything that matches in the
//! background, `run` works a batch off and takes it back, `sheet` reads and writes cells.
//!
//! Tables: none of its own; it writes products through `catalog::write` and counts in `batches`.
//!
//! Invariants: every product passes the same check as in its form, or is left as it is with the reason; each row is written
//! in one transaction with its count; walking the list, no product is met twice, whatever the action does to the filter.

mod api;
pub(crate) mod apply;
mod run;
mod sheet;
mod sheet_api;
mod walk;

/// The calls of bulk editing.
pub(super) fn routes() -> utoipa_axum::router::OpenApiRouter<platform::App> {
    api::routes().merge(sheet_api::routes())
}
