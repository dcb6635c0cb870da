//! Fulfilment: the shipments of an order, and what they mean for it (OR-02, OR-06; docs/decisions/0017-shipments.md).
//!
//! Owns no table: shipments are the `shipments` slice's. Invariants: no more pieces of a line are in live shipments than were
//! ordered and did not come back; an order that has shipments follows them forward by its own named transitions; one that is
//! moved by hand takes its shipments along, in the same transaction; one whose goods have left cannot be cancelled; open shipments
//! together collect no more than the order owes. Whoever writes a shipment has its order's row first (docs/decisions/0026).

mod api;
mod bulk_api;
mod cascade;
mod cash;
mod change;
mod courier;
mod create;
mod model;
mod tracking;
mod wire;

use db::Conn;
use kernel::{OrderId, StoreScope};
use web::Message;

use super::error::OrderError;
use super::model::OrderItem;
use crate::shipments;

pub(super) use cascade::{catch_up, follow};
pub(super) use cash::settle_cash;
pub(super) use change::call_off;
pub(super) use create::ship_rest;
pub use tracking::{Tracked, track};

pub(super) fn register(registry: &mut jobs::Registry<platform::App>) {
    courier::register(registry);
}

pub(super) fn routes() -> utoipa_axum::router::OpenApiRouter<platform::App> {
    api::routes().merge(bulk_api::routes())
}

const BELOW_SHIPPED: Message = Message::new(
    "لا يمكن أن تقل كمية البند عن الكمية المشحونة. ألغِ الشحنة أولًا.",
    "A line can't be reduced below its shipped quantity. Cancel the shipment first.",
);

/// An edit keeps what is in live shipments.
pub(super) async fn check_edit<'a>(
    c: Conn<'_>,
    scope: &StoreScope,
    id: OrderId,
    after: impl IntoIterator<Item = Option<&'a OrderItem>>,
) -> Result<(), OrderError> {
    let made = shipments::of_order(c, scope, id).await?;
    if made.iter().all(|s| !s.status.is_live()) {
        return Ok(());
    }
    let live = shipments::live_pieces(&made, &shipments::lines_of_order(c, scope, id).await?);
    let after: Vec<&OrderItem> = after.into_iter().flatten().collect();
    let is_kept = |line: i64, pieces: i64| after.iter().any(|i| i.line == line && i.quantity - i.returned >= pieces);
    if live.iter().all(|(line, pieces)| is_kept(*line, *pieces)) {
        Ok(())
    } else {
        Err(OrderError::Conflict("below_shipped", BELOW_SHIPPED))
    }
}
