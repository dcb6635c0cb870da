//! One action over many customers: over chosen ones at once, or over all that a list's query matches, in the background.
//!
//! `action` what can be done and how it is done to one customer · `chosen_api` up to a hundred chosen ones · `store` the
//! statements of batches · `run` the walk over all that match · `undo` the way back, entry by entry · `jobs` both in the
//! background · `api` the calls of batches.
//!
//! Tables: `customer_batches`, `customer_batch_notes`; it reads the `journal` by batch. Invariants, as of batches of products
//! (docs/decisions/0010): the row of a batch counts what was committed under its id, in the same transactions; a step is
//! written together with the place it has reached, so that a crash repeats nothing; a batch is undone once, and an undo is a
//! batch itself. A store works one batch off at a time.

mod action;
mod api;
mod chosen_api;
mod jobs;
mod run;
mod store;
mod undo;

use crate::App;

pub(super) fn routes() -> utoipa_axum::router::OpenApiRouter<App> {
    chosen_api::routes().merge(api::routes())
}

pub(super) fn register(registry: &mut ::jobs::Registry<App>) {
    jobs::register(registry);
}
