//! Return parcels: a courier fetches pieces of an order at the customer's and brings them to a warehouse (SP-02, decisions §5;
//! docs/decisions/0094).
//!
//! A parcel is written with the call that books it: `waiting` until its courier has answered, then `booked` with its tracking number,
//! or `failed` with the reason. It follows its courier as shipments do (0098), and moves neither the order nor its stock: taking the
//! goods back stays the merchant's return, which the parcel is linked with.
//!
//! `pieces` what can be fetched · `create`, `cancel` what a member requests · `waybill` what the courier is told · `book_call`,
//! `cancel_call`, `track_call` the calls · `record` what the courier's steps change · `receive` the link with the return · `shopper` what
//! the customer reads of it.
//!
//! Tables: `return_parcels`, `return_parcel_lines`. Invariants: no more pieces of a line are in open parcels than left the store and
//! did not come back; no courier is called in a transaction; a parcel is booked under one key, however often its answer is lost; a
//! booking that came to be after somebody called it off is cancelled.
//! Lock order: the call's or event's row, then the order's (docs/decisions/0026).

mod api;
mod book_call;
mod cancel;
mod cancel_call;
mod create;
mod load;
mod messages;
mod model;
mod of_order;
mod pieces;
mod poll_job;
mod receive;
mod record;
mod shopper;
mod state;
mod store;
mod track_call;
mod waybill;
mod wire;

use std::sync::Arc;

use jobs::Registry;
use platform::App;
use platform::provider_calls::ProviderCall;
use utoipa_axum::router::OpenApiRouter;

pub(in crate::orders) use of_order::of_order;
pub(in crate::orders) use receive::link_return;
pub use shopper::{ReturnStep, TrackedReturn, track};
pub(in crate::orders) use track_call::enqueue_reported;
pub use wire::OrderReturnParcelsView;

/// The kinds of calls that return parcels make.
pub(in crate::orders) fn calls() -> Vec<Arc<dyn ProviderCall>> {
    vec![
        Arc::new(book_call::BookReturnParcel),
        Arc::new(cancel_call::CancelReturnParcel),
        Arc::new(track_call::TrackReturnParcel),
    ]
}

pub(super) fn routes() -> OpenApiRouter<App> {
    api::routes()
}

pub(super) fn register(registry: &mut Registry<App>) {
    poll_job::register(registry);
}
