//! The order follows its shipments, by its named transitions.

use db::Conn;
use kernel::{Env, OrderId, StoreScope};

use crate::orders::cascade::model::{ShipmentSummary, path, target, to_ship};
use crate::orders::deferred_writes::DeferredWrites;
use crate::orders::error::OrderError;
use crate::orders::moves::{Initiator, Move};
use crate::orders::store as orders;
use crate::orders::transition;
use crate::shipments;

/// Moves the order to the status that its shipments determine, transition by transition.
pub(in crate::orders) async fn roll_up(
    c: Conn<'_>,
    env: &Env,
    scope: &StoreScope,
    id: OrderId,
    was_cancelled: bool,
    last: &mut DeferredWrites,
) -> Result<(), OrderError> {
    let existing = shipments::list_by_order(c, scope, id).await?;
    if existing.is_empty() {
        return Ok(());
    }
    let order = orders::find(c, scope, id).await?.ok_or(OrderError::NotFound)?;
    let pieces = shipments::live_pieces(&existing, &shipments::list_lines_by_order(c, scope, id).await?);
    let unshipped = to_ship(&orders::list_items(c, scope, id).await?, &pieces);
    let live: Vec<_> = existing.iter().filter(|s| s.status.is_live()).map(|s| (s.provider, s.status)).collect();
    let facts = ShipmentSummary { to_ship: unshipped.iter().map(|l| l.quantity).sum(), live: &live, was_cancelled };
    let Some(to) = target(order.status, facts) else { return Ok(()) };
    for status in path(order.status, to, &live) {
        transition::move_order(c, env, scope, id, &Move::to(status), Initiator::Shipments, last).await?;
    }
    Ok(())
}

/// Rolls an order up after what is left to ship of it changed: a part was returned, or edited out.
pub(in crate::orders) async fn catch_up(
    c: Conn<'_>,
    env: &Env,
    scope: &StoreScope,
    id: OrderId,
    last: &mut DeferredWrites,
) -> Result<(), OrderError> {
    roll_up(c, env, scope, id, false, last).await
}
