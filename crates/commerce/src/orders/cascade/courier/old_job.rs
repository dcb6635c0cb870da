//! Jobs of versions before there were calls, which may wait in a database that is upgraded: they become calls.

use jobs::{Job, JobResult, Outcome, Registry};
use kernel::{Actor, ShipmentId, StoreId, StoreScope};
use platform::App;
use serde::{Deserialize, Serialize};

use super::enqueue::{self, Cancelled, cancel_booking};
use crate::orders::cascade::lock::lock_shipment;
use crate::orders::error::OrderError;
use crate::shipments::{Booking, Status};

/// Booked a waiting shipment at its courier, or cancelled the booking of a cancelled one. Nothing enqueues it any more.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct SyncBookingJob {
    store: StoreId,
    shipment: ShipmentId,
}

impl Job for SyncBookingJob {
    const KIND: &'static str = "tell_courier";
}

pub(super) fn register(registry: &mut Registry<App>) {
    registry.on(sync_booking);
}

/// Writes the call that the job was for. The job may have called the courier before the upgrade, and died: the call asks first.
async fn sync_booking(app: App, job: SyncBookingJob) -> JobResult {
    let (scope, env) = (StoreScope::new(job.store, Actor::system()), app.env().clone());
    let write = async move |c: db::Conn<'_>| {
        let (_, shipment) = match lock_shipment(c, &scope, job.shipment, None).await {
            Ok(found) => found,
            Err(OrderError::NotFound) => return Ok(()),
            Err(e) => return Err(e),
        };
        match (shipment.status, shipment.booking) {
            (Status::Cancelled, Booking::Waiting | Booking::Booked | Booking::Failed) => {
                cancel_booking(c, &env, &scope, &shipment, &Cancelled::of(&shipment)).await?;
            }
            (_, Booking::Waiting) => enqueue::book(c, &env, &scope, &shipment, true).await?,
            _ => {}
        }
        Ok::<_, OrderError>(())
    };
    app.db().tx(write).await?;
    Ok(Outcome::Done)
}
