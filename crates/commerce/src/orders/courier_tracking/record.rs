//! Writes what was read of a delivery: the shipment's moves, the order's, the cash, and what people are told.

use db::{Conn, Topics};
use kernel::{Env, ShipmentId, StoreScope};
use serde_json::json;

use super::cash::{self, CollectedCash};
use super::model::{differs, moves};
use crate::orders::cascade::lock::lock_shipment;
use crate::orders::cascade::step::{status_entry, step};
use crate::orders::deferred_writes::DeferredWrites;
use crate::orders::entities;
use crate::orders::error::OrderError;
use crate::orders::fulfilment::roll_up::roll_up;
use crate::shipments::{self, DeliveryRead, Status, pause};
use platform::journal::{Act, Entry};
use platform::stores;

/// Records a read, in the caller's transaction. One that was asked for before the stored one changes nothing, nor does a repetition.
///
/// # Errors
/// [`OrderError`]; nothing may be committed then.
pub(super) async fn record(
    c: Conn<'_>,
    env: &Env,
    scope: &StoreScope,
    id: ShipmentId,
    read: &DeliveryRead,
) -> Result<(), OrderError> {
    let (order, mut shipment) = match lock_shipment(c, scope, id, None).await {
        Err(OrderError::NotFound) => return Ok(()),
        found => found?,
    };
    let Some(before) = shipments::find_tracking(c, scope, id).await? else { return Ok(()) };
    if before.read_at.is_some_and(|at| at > read.read_at) {
        return Ok(());
    }
    let now = env.now();
    let mut last = DeferredWrites::default();
    let mut after = before.clone();
    let steps = if read.is_known { moves(shipment.status, read.step) } else { &[] };
    for to in steps {
        let from = shipment.status;
        let note = Some(read.reason.as_str()).filter(|words| *to == Status::Refused && !words.is_empty());
        step(c, env, scope, &mut shipment, *to, now, note).await?;
        last.add_entry(status_entry(&order, &shipment, from), note);
    }
    if !steps.is_empty() {
        roll_up(c, env, scope, order.id, steps.contains(&Status::Cancelled), &mut last).await?;
    }
    if let Some(collected) = read.collected.filter(|_| before.reported_cash.is_none()) {
        let currency = stores::get_profile(c, scope).await?.currency;
        let collected_cash = CollectedCash { order: &order, minor: collected, currency, now };
        after.cash_entry = cash::book(c, env, scope, &mut shipment, collected_cash, &mut last).await?;
        after.reported_cash = Some(collected);
    }
    let is_new = before.step != Some(read.step) || before.code != read.code;
    after.step = Some(read.step);
    after.code.clone_from(&read.code);
    after.step_at = if is_new { Some(read.at.unwrap_or(read.read_at)) } else { before.step_at };
    after.reason.clone_from(&read.reason);
    after.attempts = read.attempts;
    after.read_at = Some(read.read_at);
    after.reported_fee = read.fee.or(before.reported_fee);
    if is_new {
        after.silent_reads = 0;
    }
    match pause(after.step, after.silent_reads, after.has_notices).filter(|_| shipment.status != Status::Cancelled) {
        Some(ms) => (after.is_open, after.next_at) = (true, now.plus(ms)),
        None => after.is_open = false,
    }
    shipments::update_tracking(c, scope, &after).await?;
    let known = shipments::list_tracking_events(c, scope, id).await?;
    let events = shipments::merge_events(&known, &read.events, read.current());
    if events != known {
        shipments::replace_tracking_events(c, scope, id, &events).await?;
    }
    if is_new && (read.step.needs_attention() || differs(shipment.status, read.step)) {
        let report = json!({ "shipment": shipment.reference(order.number), "courier_step": read.step, "reason": read.reason });
        last.add_entry(Entry::new(Act::Update, entities::ORDER, order.id).after(report), None);
    }
    if is_new {
        c.touch(scope.store(), Topics::SALES);
    }
    last.write(c, scope, order.id, now).await?;
    Ok(())
}
