//! Asks couriers about booked shipments of which nothing was heard (SP-04): seldom where they report by themselves, at growing
//! distances, and not any more once the delivery has ended.

use jobs::{JobResult, Outcome, Registry};
use kernel::{Actor, Env, Millis, StoreScope};
use platform::App;
use platform::provider_calls;

use super::track_call;
use crate::couriers::account;
use crate::orders::error::OrderError;
use crate::orders::store as orders;
use crate::shipments::{self, DueTracking, Status, pause};

/// Shipments of one run.
const BATCH: i64 = 500;
/// How soon a shipment is looked at again whose courier cannot be asked: the store has no account at it.
const UNCONNECTED: i64 = Millis::DAY;

pub(super) fn register(registry: &mut Registry<App>) {
    registry.every("track_shipments", Millis::MINUTE, sweep);
}

async fn sweep(app: App) -> JobResult {
    for due in shipments::list_due_tracking(app.db().conn(), app.env().now(), BATCH).await? {
        // One that cannot be asked about does not block the others.
        if let Err(e) = ask(&app, due).await {
            tracing::error!(shipment = %due.shipment, error = %e, "a shipment could not be asked about");
        }
    }
    Ok(Outcome::Done)
}

/// Writes the call, and in the same transaction when the next one is due: a courier that is down holds nothing back.
async fn ask(app: &App, due: DueTracking) -> Result<(), OrderError> {
    let scope = StoreScope::new(due.store, Actor::system());
    let (owner, env): (App, Env) = (app.clone(), app.env().clone());
    app.db()
        .tx(async move |c| {
            let Some(shipment) = shipments::find(c, &scope, due.shipment).await? else { return Ok(()) };
            orders::lock(c, &scope, shipment.order_id).await?;
            let Some(mut tracking) = shipments::find_tracking(c, &scope, due.shipment).await? else { return Ok(()) };
            // Of two workers one is late.
            if !tracking.is_open || tracking.next_at != due.next_at {
                return Ok(());
            }
            let now = env.now();
            let courier = owner.couriers.get(shipment.provider.as_str());
            let can_ask = courier.is_some_and(|courier| courier.capabilities().has_tracking)
                && account::find(c, &scope, shipment.provider).await?.is_some();
            let is_first = tracking.next_at == Millis(0);
            // Counted also where nobody can be asked, or parcels of an account that is gone would be looked at for ever.
            let silent_reads = tracking.silent_reads + i64::from(!is_first);
            match pause(tracking.step, silent_reads, tracking.has_notices).filter(|_| shipment.status != Status::Cancelled) {
                None => tracking.is_open = false,
                Some(_) if !can_ask => (tracking.silent_reads, tracking.next_at) = (silent_reads, now.plus(UNCONNECTED)),
                Some(ms) => (tracking.silent_reads, tracking.next_at) = (silent_reads, now.plus(ms)),
            }
            shipments::update_tracking(c, &scope, &tracking).await?;
            // A parcel that was just booked is where it was.
            if can_ask && !is_first && tracking.is_open {
                let key = format!("courier_poll:{}:{}", due.shipment, due.next_at.0);
                let call = track_call::of_shipment(shipment.provider, due.shipment, shipment.order_id, key);
                provider_calls::enqueue(c, &env, &scope, call).await?;
            }
            Ok(())
        })
        .await
}
