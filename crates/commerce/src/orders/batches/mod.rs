//! One act over all orders that match a filter: a status, tags, or who works on them (OR-01).
//!
//! `action` what is done · `matching` the orders it is done to, fixed when it begins · `apply` one order · `run` the work in the
//! background · `begin` beginning it and taking it back · `wire` how it is shown.
//!
//! Tables: `order_batches`, `order_batch_items`.
//!
//! Invariants: an order's row of a batch leaves `pending` in the transaction that changes the order, so that whoever takes over
//! after a crash, or works beside another, changes none twice; a store has one batch at work; a batch is undone once
//! (`undone_by` is set only while it is empty), and an undo is a batch itself.

mod action;
mod api;
mod apply;
mod begin;
mod matching;
mod run;
mod store;
mod wire;

use kernel::Millis;

/// An act is for so many orders at most.
pub(super) const MOST: usize = 10_000;

/// How long an act can be taken back.
const UNDO_FOR: i64 = 30 * Millis::DAY;

/// The calls of batches.
pub(super) fn routes() -> utoipa_axum::router::OpenApiRouter<crate::App> {
    api::routes()
}

/// The job handlers.
pub(super) fn register(registry: &mut jobs::Registry<crate::App>) {
    run::register(registry);
}
