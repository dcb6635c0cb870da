//! Shipments that follow their order, by their named transitions.

use db::Conn;
use kernel::{Env, Millis, StoreScope};
use web::Message;

use super::model::{CascadeOutcome, cascade_of};
use super::step::{status_entry, step};
use crate::orders::deferred_writes::DeferredWrites;
use crate::orders::error::OrderError;
use crate::orders::model::Order;
use crate::orders::status::Status as OrderStatus;
use crate::shipments;

const HAS_LEFT: Message = Message::new(
    "خرجت شحنة من هذا الطلب فلا يمكن إلغاؤه. سجّل رفضها أو إرجاعها بدلًا من ذلك.",
    "A shipment is already on its way, so the order can't be canceled. Mark it refused or returned instead.",
);
const UNCONFIRMED: Message = Message::new(
    "أكّد الاستلام من الشحنة نفسها، برمز الاستلام أو اسم المستلم.",
    "Confirm the pickup on the shipment, with the pickup code or the recipient's name.",
);

/// Moves the shipments of an order that is moved by hand; refuses what their transitions do not allow. One statement for an order
/// without shipments. The order's row is locked by the caller.
pub(in crate::orders) async fn move_shipments(
    c: Conn<'_>,
    env: &Env,
    scope: &StoreScope,
    order: &Order,
    to: OrderStatus,
    now: Millis,
    last: &mut DeferredWrites,
) -> Result<(), OrderError> {
    let list = shipments::list_by_order(c, scope, order.id).await?;
    for mut shipment in list {
        let steps = match cascade_of(to, shipment.provider, shipment.status) {
            CascadeOutcome::Stays => continue,
            CascadeOutcome::Goes(steps) => steps,
            CascadeOutcome::HasLeft => return Err(OrderError::Conflict("shipment_has_left", HAS_LEFT)),
            CascadeOutcome::Unconfirmed => return Err(OrderError::Conflict("pickup_unconfirmed", UNCONFIRMED)),
        };
        let before = shipment.status;
        for one in steps {
            step(c, env, scope, &mut shipment, one, now, None).await?;
        }
        last.add_entry(status_entry(order, &shipment, before), None);
    }
    Ok(())
}
