//! Reads a shipment with its order, whose row is locked.

use db::Conn;
use kernel::{ShipmentId, StoreScope};
use web::Message;

use crate::orders::error::OrderError;
use crate::orders::model::Order;
use crate::orders::store as orders;
use crate::shipments::{self, InvalidMove, Shipment};

const ILLEGAL: Message =
    Message::new("لا يمكن نقل الشحنة من «{from}» إلى «{to}».", "You can't change a shipment from “{from}” to “{to}”.");

/// The version of an unchanged shipment; each transition and each correction of its waybill increments it.
pub(in crate::orders) const FIRST_VERSION: i64 = 1;

/// The transition is not in the table of shipments.
pub(in crate::orders) fn illegal(e: InvalidMove) -> OrderError {
    let (from, to) = (e.from.name(), e.to.name());
    let message = Message {
        ar: ILLEGAL.ar.replace("{from}", &from.ar).replace("{to}", &to.ar).into(),
        en: ILLEGAL.en.replace("{from}", &from.en).replace("{to}", &to.en).into(),
    };
    OrderError::Conflict("illegal_transition", message)
}

/// Locks the order of a shipment and reads both.
pub(in crate::orders) async fn lock_shipment(
    c: Conn<'_>,
    scope: &StoreScope,
    id: ShipmentId,
    version: Option<i64>,
) -> Result<(Order, Shipment), OrderError> {
    let found = shipments::find(c, scope, id).await?.ok_or(OrderError::NotFound)?;
    orders::lock(c, scope, found.order_id).await?;
    let shipment = shipments::find(c, scope, id).await?.ok_or(OrderError::NotFound)?;
    let order = orders::find(c, scope, shipment.order_id).await?.ok_or(OrderError::NotFound)?;
    if version.is_some_and(|v| v != shipment.version) {
        return Err(OrderError::Stale);
    }
    Ok((order, shipment))
}
