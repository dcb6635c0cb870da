//! Changing many products at once: one action over chosen rows or over everything that matches, and the spreadsheet view.
//!
//! `rules` says what an action does to one product, `round` where prices come to rest, `action` reads what was sent, `apply`
//! writes one product, `over` walks everything that matches in the background, `sheet` reads and writes cells.
//!
//! Tables: none of its own; it writes products through `catalog::write` and counts in `batches`.
//!
//! Invariants: every product passes the same check as in its form, or is left as it is with the reason; each row is written
//! in one transaction with its count; walking the list, no product is met twice, whatever the action does to the filter.

mod action;
mod api;
mod apply;
mod round;
mod rules;
mod sheet;
mod sheet_api;
mod walk;

pub(crate) use action::ActionIn;
pub(crate) use api::delete_one;
pub(crate) use walk::step;

/// The calls of bulk editing.
pub(super) fn routes() -> utoipa_axum::router::OpenApiRouter<platform::App> {
    api::routes().merge(sheet_api::routes())
}
