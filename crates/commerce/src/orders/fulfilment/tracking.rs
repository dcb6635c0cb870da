//! A shopper's view of an order's shipments.

use db::Conn;
use kernel::{Lang, Millis, ShipmentId, StoreScope};

use crate::orders::model::Order;
use crate::shipments::{self, Shipment, Status, TrackingEvent};
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
    /// What the courier says happened, the latest first; a few at most.
    pub courier_events: Vec<CourierEvent>,
}

/// A step of the courier's, for the shopper.
#[derive(Debug, Clone)]
pub struct CourierEvent {
    /// What the courier calls it.
    pub label: String,
    /// When; none where the courier does not tell it.
    pub at: Option<Millis>,
}

/// Steps of a courier's that a shopper is shown.
const SHOWN_EVENTS: usize = 12;

/// The latest steps of a shipment. What a courier repeats in a row under one name is shown once, as it began. Where something is in the
/// way the courier's names are for the merchant ("awaiting your action"), so shoppers read ours.
fn shown(events: &[(ShipmentId, TrackingEvent)], id: ShipmentId, lang: Lang) -> Vec<CourierEvent> {
    let mut out: Vec<CourierEvent> = Vec::new();
    for (_, event) in events.iter().filter(|(of, _)| *of == id) {
        let label = if event.step.needs_attention() { event.step.name().get(lang).to_owned() } else { event.label(lang) };
        if out.last().is_none_or(|last| last.label != label) {
            out.push(CourierEvent { label, at: event.at });
        }
    }
    out.reverse();
    out.truncate(SHOWN_EVENTS);
    out
}

/// The shipments of an order that were not cancelled, with texts in a language; two statements, or four where there are any.
///
/// # Errors
/// Of the database.
pub async fn track(c: Conn<'_>, scope: &StoreScope, order: &Order, lang: Lang) -> db::Result<Vec<Tracked>> {
    let list = shipments::list_by_order(c, scope, order.id).await?;
    if list.is_empty() {
        return Ok(Vec::new());
    }
    let events = shipments::list_events(c, scope, order.id).await?;
    let courier_events = shipments::list_tracking_events_by_order(c, scope, order.id).await?;
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
                courier_events: shown(&courier_events, s.id, lang),
                since: events.iter().rev().find(|e| e.shipment_id == s.id).map_or(s.created_at, |e| e.at),
                shipment: s,
            }
        })
        .collect())
}
