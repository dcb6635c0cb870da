//! Changing many products at once: one action over chosen rows or over everything that matches, and the spreadsheet view.
//!
//! `bulk_action` defines the actions. `apply` writes one product, `walk` goes through everything that matches in the background,
//! `run` runs a batch and undoes it, `sheet` reads and writes cells.
//!
//! Tables: none of its own; it writes products through `catalog::write` and counts in `batches`.
//!
//! Invariants: every product passes the same check as in its form, or is left unchanged with the reason; each row is written in
//! one transaction with its count; the walk meets no product twice, even when the action changes what the filter matches.

mod api;
pub(crate) mod apply;
mod run;
mod sheet;
mod sheet_api;
mod walk;

/// The bulk editing endpoints.
pub(super) fn routes() -> utoipa_axum::router::OpenApiRouter<platform::App> {
    api::routes().merge(sheet_api::routes())
}
