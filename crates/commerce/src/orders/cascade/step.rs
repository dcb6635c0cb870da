//! One named transition of a shipment, and its entry in the order's activity.

use db::Conn;
use kernel::{Env, Millis, StoreScope};
use serde_json::json;

use super::courier;
use super::lock::illegal;
use crate::orders::entities;
use crate::orders::error::OrderError;
use crate::orders::model::Order;
use crate::shipments::{self, Shipment, Status};
use platform::journal::{Act, Entry};

/// Moves a shipment by one transition and logs it; `Stale` when it was changed meanwhile.
pub(in crate::orders) async fn step(
    c: Conn<'_>,
    env: &Env,
    scope: &StoreScope,
    shipment: &mut Shipment,
    to: Status,
    now: Millis,
    note: Option<&str>,
) -> Result<(), OrderError> {
    courier::check_leaves(shipment, to)?;
    shipment.status = shipment.status.go(to).map_err(illegal)?;
    shipment.version += 1;
    shipment.updated_at = now;
    if !shipments::update(c, scope, shipment).await? {
        return Err(OrderError::Stale);
    }
    shipments::insert_event(c, scope, shipment, note).await?;
    if to == Status::Cancelled {
        courier::cancel(c, env, scope, shipment).await?;
    }
    Ok(())
}

/// The entry of the order's activity for a shipment's transition.
pub(in crate::orders) fn status_entry(order: &Order, shipment: &Shipment, before: Status) -> Entry {
    let before = json!({ "shipment": shipment.reference(order.number), "shipment_status": before });
    Entry::new(Act::Update, entities::ORDER, order.id).before(before).after(facts(order, shipment))
}

/// The entry of a new shipment; also says when its order waited for confirmation.
pub(in crate::orders) fn creation_entry(order: &Order, shipment: &Shipment, without_confirmation: bool) -> Entry {
    let mut after = facts(order, shipment);
    if without_confirmation {
        after["without_confirmation"] = json!(true);
    }
    Entry::new(Act::Update, entities::ORDER, order.id).after(after)
}

fn facts(order: &Order, shipment: &Shipment) -> serde_json::Value {
    let reference = shipment.reference(order.number);
    json!({ "shipment": reference, "shipment_status": shipment.status, "shipment_pieces": shipment.items_count })
}
