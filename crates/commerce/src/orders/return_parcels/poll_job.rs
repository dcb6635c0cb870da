//! Reads booked return parcels of which nothing was heard, at growing distances (SP-04).

use jobs::{JobResult, Outcome, Registry};
use kernel::{Actor, Env, Millis, StoreScope};
use platform::App;
use platform::provider_calls;

use super::model::{ReturnParcel, State};
use super::store::DueParcel;
use super::{load, store, track_call};
use crate::couriers::account;
use crate::shipments::pause;

/// Parcels of one run.
const BATCH: i64 = 200;
/// How soon a parcel is looked at again whose courier cannot be called: the store has no account at it.
const UNCONNECTED: i64 = Millis::DAY;

pub(super) fn register(registry: &mut Registry<App>) {
    registry.every("track_return_parcels", 5 * Millis::MINUTE, sweep);
}

async fn sweep(app: App) -> JobResult {
    for due in store::list_due(app.db().conn(), app.env().now(), BATCH).await? {
        // One that cannot be read does not block the others.
        if let Err(e) = enqueue_read(&app, due).await {
            tracing::error!(parcel = %due.parcel, error = %e, "a return parcel could not be read");
        }
    }
    Ok(Outcome::Done)
}

/// Writes the call, and in the same transaction when the next one is due: a courier that is down holds nothing back.
async fn enqueue_read(app: &App, due: DueParcel) -> db::Result<()> {
    let scope = StoreScope::new(due.store, Actor::system());
    let env: Env = app.env().clone();
    app.db()
        .tx(async move |c| {
            let Some((order, parcel)) = load::lock(c, &scope, due.parcel).await? else { return Ok(()) };
            // Of two workers one is late.
            if parcel.next_read_at != Some(due.next_at) {
                return Ok(());
            }
            let (now, silent_reads) = (env.now(), parcel.silent_reads + 1);
            let is_connected = account::find(c, &scope, parcel.provider).await?.is_some();
            let next = pause(parcel.step, silent_reads, parcel.has_notices).filter(|_| parcel.state == State::Booked);
            let next = next.map(|ms| now.plus(if is_connected { ms } else { UNCONNECTED }));
            let (id, provider) = (parcel.id, parcel.provider);
            store::update(c, &scope, &ReturnParcel { silent_reads, next_read_at: next, ..parcel }).await?;
            if is_connected && next.is_some() {
                let key = format!("return_parcel_poll:{id}:{}", due.next_at.0);
                provider_calls::enqueue(c, &env, &scope, track_call::of_parcel(provider, id, order.id, key)).await?;
            }
            Ok(())
        })
        .await
}
