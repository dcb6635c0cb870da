//! What an edit may do to an order that has shipments.

use db::Conn;
use kernel::{OrderId, StoreScope};
use web::Message;

use crate::orders::error::OrderError;
use crate::orders::model::OrderItem;
use crate::shipments;

const BELOW_SHIPPED: Message = Message::new(
    "لا يمكن أن تقل كمية البند عن الكمية المشحونة. ألغِ الشحنة أولًا.",
    "A line can't be reduced below its shipped quantity. Cancel the shipment first.",
);

/// An edit keeps what is in live shipments.
pub(in crate::orders) async fn check_edit<'a>(
    c: Conn<'_>,
    scope: &StoreScope,
    id: OrderId,
    after: impl IntoIterator<Item = Option<&'a OrderItem>>,
) -> Result<(), OrderError> {
    let existing = shipments::list_by_order(c, scope, id).await?;
    if existing.iter().all(|s| !s.status.is_live()) {
        return Ok(());
    }
    let live = shipments::live_pieces(&existing, &shipments::list_lines_by_order(c, scope, id).await?);
    let after: Vec<&OrderItem> = after.into_iter().flatten().collect();
    let is_kept = |line: i64, pieces: i64| after.iter().any(|i| i.line == line && i.quantity - i.returned >= pieces);
    if live.iter().all(|(line, pieces)| is_kept(*line, *pieces)) {
        Ok(())
    } else {
        Err(OrderError::Conflict("below_shipped", BELOW_SHIPPED))
    }
}
