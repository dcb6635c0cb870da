//! Writes a tracking number that came back in a sheet.

use kernel::{ShipmentId, StoreScope};
use serde_json::json;

use crate::orders::activity;
use crate::orders::cascade::lock::lock_shipment;
use crate::orders::entities;
use crate::orders::error::OrderError;
use crate::shipments::{self, Shipment, Status};
use platform::App;
use platform::journal::{Act, Entry};

/// Gives a waiting shipment its number; false where it has one by now, or has left.
pub(super) async fn set_tracking_no(
    app: &App,
    scope: &StoreScope,
    id: ShipmentId,
    tracking_no: &str,
) -> Result<bool, OrderError> {
    let (at, env, number) = (scope.clone(), app.env().clone(), tracking_no.to_owned());
    app.db()
        .tx(async move |c| {
            let (order, before) = lock_shipment(c, &at, id, None).await?;
            if before.status != Status::Ready || !before.tracking_no.is_empty() {
                return Ok(false);
            }
            let now = env.now();
            let after = Shipment { tracking_no: number.clone(), version: before.version + 1, updated_at: now, ..before.clone() };
            if !shipments::update(c, &at, &after).await? {
                return Err(OrderError::Stale);
            }
            let fields = |s: &Shipment| json!({ "shipment": s.reference(order.number), "tracking_no": s.tracking_no });
            let entry = Entry::new(Act::Update, entities::ORDER, order.id).before(fields(&before)).after(fields(&after));
            activity::log(c, &at, order.id, now, entry, None).await?;
            Ok(true)
        })
        .await
}
