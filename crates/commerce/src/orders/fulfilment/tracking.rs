//! A shopper's view of an order's shipments.

use db::Conn;
use kernel::{Millis, StoreScope};

use crate::orders::model::Order;
use crate::shipments::{self, Shipment, Status};
use crate::shipping;
use crate::shipping::ShippingProvider;

/// A shipment with its tracking data for the shopper.
#[derive(Debug, Clone)]
pub struct Tracked {
    /// The shipment.
    pub shipment: Shipment,
    /// Displayed number: `1001-2`.
    pub number: String,
    /// Name of the courier; none where the shipping method does not show it.
    pub courier: Option<String>,
    /// URL of the tracking page: http or https, nothing else.
    pub link: Option<String>,
    /// The pickup code, while the shipment waits at the counter.
    pub pickup_code: Option<String>,
    /// Time of the last status change.
    pub since: Millis,
}

/// The shipments of an order that were not cancelled; two statements, or three where there are any.
///
/// # Errors
/// Of the database.
pub async fn track(c: Conn<'_>, scope: &StoreScope, order: &Order) -> db::Result<Vec<Tracked>> {
    let list = shipments::list_by_order(c, scope, order.id).await?;
    if list.is_empty() {
        return Ok(Vec::new());
    }
    let events = shipments::list_events(c, scope, order.id).await?;
    let methods = shipping::methods(c, scope).await?;
    let is_named = methods.iter().find(|m| Some(m.id) == order.shipping_method_id).is_none_or(|m| m.is_courier_name_visible);
    Ok(list
        .into_iter()
        .filter(|s| s.status != Status::Cancelled)
        .map(|s| {
            let waits = s.provider == ShippingProvider::Pickup && s.status.is_waiting();
            Tracked {
                number: s.reference(order.number),
                courier: Some(s.courier_name.clone()).filter(|t| is_named && !t.is_empty()),
                link: Some(s.tracking_url.clone()).filter(|t| shipments::is_web_address(t)),
                pickup_code: waits.then(|| s.pickup_code.clone()),
                since: events.iter().rev().find(|e| e.shipment_id == s.id).map_or(s.created_at, |e| e.at),
                shipment: s,
            }
        })
        .collect())
}
