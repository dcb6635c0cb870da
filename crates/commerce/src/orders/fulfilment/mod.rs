//! Fulfilment: the shipments of an order, and what they mean for it (OR-02, OR-06; docs/decisions/0017-shipments.md).
//!
//! Owns no table: shipments are the `shipments` slice's. Invariants: no more pieces of a line are in live shipments than were
//! ordered and did not come back; an order that has shipments follows them forward by its own named transitions; the shipments of
//! an order that is moved by hand follow it (`cascade`), in the same transaction. A writer of a shipment locks its order's row
//! first (docs/decisions/0026).

mod api;
mod bulk_api;
pub(super) mod change;
pub(super) mod check_edit;
mod courier_error;
pub(super) mod courier_label_api;
pub(super) mod create;
mod defaults;
mod labels_api;
pub(super) mod of_order;
mod ready_api;
mod ready_store;
pub(super) mod roll_up;
mod sheets;
pub(super) mod shipment_line;
mod shipment_view;
mod tracking;
mod update;
pub(super) mod wire;

pub use tracking::{CourierEvent, Tracked, track};

pub(super) fn routes() -> utoipa_axum::router::OpenApiRouter<platform::App> {
    api::routes().merge(bulk_api::routes()).merge(labels_api::routes()).merge(ready_api::routes()).merge(sheets::routes())
}
