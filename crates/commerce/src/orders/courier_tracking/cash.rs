//! Cash that a courier says it collected, in the books of its order (decision 0090): the customer has paid, and the courier owes it.

use db::Conn;
use kernel::{Currency, Env, Millis, StoreScope, money};
use serde_json::json;

use crate::orders::courier_cash::payment_note;
use crate::orders::deferred_writes::DeferredWrites;
use crate::orders::entities;
use crate::orders::error::OrderError;
use crate::orders::ledger;
use crate::orders::model::Order;
use crate::orders::payment::{self, IncomingPayment};
use crate::orders::store as orders;
use crate::shipments::{self, Shipment, Status};
use platform::journal::{Act, Entry};

/// What a courier says that it collected for a shipment.
#[derive(Debug, Clone, Copy)]
pub(super) struct CollectedCash<'a> {
    /// The shipment's order.
    pub(super) order: &'a Order,
    /// In minor units of the store's currency.
    pub(super) minor: i64,
    /// The store's currency.
    pub(super) currency: Currency,
    /// The moment of the write.
    pub(super) now: Millis,
}

/// Books what was collected as the customer's payment, as far as the order still owes it beyond what its other shipments are yet to
/// collect; the number of the entry, or none. The shipment collects from now on what was collected. Nothing of it happens to a
/// shipment that is not delivered. The order's row is locked by the caller.
pub(super) async fn book(
    c: Conn<'_>,
    env: &Env,
    scope: &StoreScope,
    shipment: &mut Shipment,
    collected: CollectedCash<'_>,
    last: &mut DeferredWrites,
) -> Result<Option<i64>, OrderError> {
    let CollectedCash { order, minor: collected, currency, now } = collected;
    if shipment.status != Status::Delivered {
        return Ok(None);
    }
    if shipment.cod_amount != collected {
        let collects =
            |minor| json!({ "shipment": shipment.reference(order.number), "collects": money::format(minor, currency) });
        let (before, mut after) = (collects(shipment.cod_amount), collects(collected));
        after["has_left"] = json!(true);
        (shipment.cod_amount, shipment.version, shipment.updated_at) = (collected, shipment.version + 1, now);
        if !shipments::update(c, scope, shipment).await? {
            return Err(OrderError::Stale);
        }
        last.add_entry(Entry::new(Act::Update, entities::ORDER, order.id).before(before).after(after), None);
    }
    let sums = ledger::store::get_sums(c, scope, order.id).await?;
    let all = shipments::list_by_order(c, scope, order.id).await?;
    let uncollected: i64 = all.iter().filter(|s| s.status.is_collecting()).map(|s| s.cod_amount).sum();
    let booked = shipments::find_cash_booked(c, scope, shipment.id).await?;
    let amount = shipments::unbooked_cash(collected, booked, sums.received()).min(sums.owed() - uncollected);
    if amount <= 0 {
        return Ok(None);
    }
    let now_order = orders::find(c, scope, order.id).await?.ok_or(OrderError::NotFound)?;
    let note = payment_note(&shipment.courier_name, &shipment.reference(order.number));
    let incoming = IncomingPayment { amount: Some(amount), note: Some(&note), receipt: None };
    let entry = payment::take_into(c, env, scope, &now_order, incoming, (currency, now), last).await?;
    shipments::update_cash_booked(c, scope, shipment.id, amount).await?;
    shipments::set_cash_due(c, scope, shipment.id).await?;
    Ok(Some(entry))
}
