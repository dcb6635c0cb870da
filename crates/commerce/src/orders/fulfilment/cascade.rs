//! Shipments that go along with their order, and the order with its shipments; both by their named transitions.

use db::Conn;
use kernel::{Env, Millis, OrderId, StoreScope};
use serde_json::json;
use web::Message;

use super::model::{CascadeOutcome, ShipmentSummary, along, path, target, to_ship};
use crate::orders::deferred_writes::DeferredWrites;
use crate::orders::error::OrderError;
use crate::orders::model::Order;
use crate::orders::moves::{Initiator, Move};
use crate::orders::status::Status as OrderStatus;
use crate::orders::store as orders;
use crate::orders::transition;
use crate::shipments::{self, Booking, Shipment, Status};
use platform::journal::{Act, Entry, entity};

const HAS_LEFT: Message = Message::new(
    "خرجت شحنة من هذا الطلب فلا يمكن إلغاؤه. سجّل رفضها أو إرجاعها بدلًا من ذلك.",
    "A shipment is already on its way, so the order can't be canceled. Mark it refused or returned instead.",
);
const UNCONFIRMED: Message = Message::new(
    "أكّد الاستلام من الشحنة نفسها، برمز الاستلام أو اسم المستلم.",
    "Confirm the pickup on the shipment, with the pickup code or the recipient's name.",
);

/// Moves a shipment by one step and notes it; `Stale` when someone was faster.
pub(super) async fn step(
    c: Conn<'_>,
    env: &Env,
    scope: &StoreScope,
    shipment: &mut Shipment,
    to: Status,
    now: Millis,
    note: Option<&str>,
) -> Result<(), OrderError> {
    super::courier::check_leaves(shipment, to)?;
    shipment.status = shipment.status.go(to).map_err(|e| super::change::illegal(&e))?;
    shipment.version += 1;
    shipment.updated_at = now;
    if !shipments::update(c, scope, shipment).await? {
        return Err(OrderError::Stale);
    }
    shipments::write_event(c, scope, shipment, note).await?;
    if to == Status::Cancelled && shipment.booking != Booking::ByHand {
        super::courier::enqueue(c, env, scope, shipment.id).await?;
    }
    Ok(())
}

/// Takes the shipments of an order along that is moved by hand; refuses what they do not allow. One statement for an order
/// without any. The order's row is the caller's by now.
pub(in crate::orders) async fn follow(
    c: Conn<'_>,
    env: &Env,
    scope: &StoreScope,
    order: &Order,
    to: OrderStatus,
    now: Millis,
    last: &mut DeferredWrites,
) -> Result<(), OrderError> {
    let made = shipments::of_order(c, scope, order.id).await?;
    for mut shipment in made {
        let steps = match along(to, shipment.provider, shipment.status) {
            CascadeOutcome::Stays => continue,
            CascadeOutcome::Goes(steps) => steps,
            CascadeOutcome::HasLeft => return Err(OrderError::Conflict("shipment_has_left", HAS_LEFT)),
            CascadeOutcome::Unconfirmed => return Err(OrderError::Conflict("pickup_unconfirmed", UNCONFIRMED)),
        };
        let before = shipment.status;
        for one in steps {
            step(c, env, scope, &mut shipment, one, now, None).await?;
        }
        last.tell(told(order, &shipment, before), None);
    }
    Ok(())
}

/// The entry of the order's activity that tells of a shipment's move.
pub(super) fn told(order: &Order, shipment: &Shipment, before: Status) -> Entry {
    let before = json!({ "shipment": shipment.reference(order.number), "shipment_status": before });
    Entry::new(Act::Update, entity::ORDER, order.id).before(before).after(facts(order, shipment))
}

/// The entry that tells of a new shipment; also when its customer waited to be asked.
pub(super) fn made(order: &Order, shipment: &Shipment, without_confirmation: bool) -> Entry {
    let mut after = facts(order, shipment);
    if without_confirmation {
        after["without_confirmation"] = json!(true);
    }
    Entry::new(Act::Update, entity::ORDER, order.id).after(after)
}

fn facts(order: &Order, shipment: &Shipment) -> serde_json::Value {
    let reference = shipment.reference(order.number);
    json!({ "shipment": reference, "shipment_status": shipment.status, "shipment_pieces": shipment.items_count })
}

/// Brings the order to where its shipments are, move by move.
pub(super) async fn roll_up(
    c: Conn<'_>,
    env: &Env,
    scope: &StoreScope,
    id: OrderId,
    was_cancelled: bool,
    last: &mut DeferredWrites,
) -> Result<(), OrderError> {
    let made = shipments::of_order(c, scope, id).await?;
    if made.is_empty() {
        return Ok(());
    }
    let order = orders::find(c, scope, id).await?.ok_or(OrderError::NotFound)?;
    let pieces = shipments::live_pieces(&made, &shipments::lines_of_order(c, scope, id).await?);
    let left = to_ship(&orders::list_items(c, scope, id).await?, &pieces);
    let live: Vec<_> = made.iter().filter(|s| s.status.is_live()).map(|s| (s.provider, s.status)).collect();
    let facts = ShipmentSummary { to_ship: left.iter().map(|l| l.quantity).sum(), live: &live, was_cancelled };
    let Some(to) = target(order.status, facts) else { return Ok(()) };
    for status in path(order.status, to, &live) {
        transition::move_order(c, env, scope, id, &Move::to(status), Initiator::Shipments, last).await?;
    }
    Ok(())
}

/// Brings an order to where its shipments are after what is left to ship of it changed: a part was taken back, or edited out.
pub(in crate::orders) async fn catch_up(
    c: Conn<'_>,
    env: &Env,
    scope: &StoreScope,
    id: OrderId,
    last: &mut DeferredWrites,
) -> Result<(), OrderError> {
    roll_up(c, env, scope, id, false, last).await
}
