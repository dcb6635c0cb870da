//! The shopper's view of an order's shipments (OR-06, SP-04): progress, courier, tracking number, and the courier's own steps.

use commerce::orders::{self, CourierEvent, OrderPage, Status, Tracked};
use commerce::shipments::Status as At;
use commerce::shipping::ShippingProvider;
use minijinja::Value;

use super::RequestContext;
use crate::engine::context;
use crate::error::PageError;

/// The progress steps of a shipment, and the current one; `None` when it did not reach its customer.
fn steps(provider: ShippingProvider, at: At) -> Option<(&'static [&'static str], usize)> {
    const SENT: &[&str] = &["ready", "shipped", "out_for_delivery", "delivered"];
    const FETCHED: &[&str] = &["ready_for_pickup", "picked_up"];
    Some(match (provider, at) {
        (_, At::Refused | At::Returned | At::Cancelled) => return None,
        (ShippingProvider::Pickup, At::Delivered) => (FETCHED, 1),
        (ShippingProvider::Pickup, _) => (FETCHED, 0),
        (_, At::Ready) => (SENT, 0),
        (_, At::Shipped) => (SENT, 1),
        (_, At::OutForDelivery) => (SENT, 2),
        _ => (SENT, 3),
    })
}

/// The shipments, and how many pieces are in none of them yet; nothing before the first one, and for a cancelled order.
pub(super) async fn view(visit: &RequestContext<'_>, page: &OrderPage) -> Result<Option<Value>, PageError> {
    let (order, scope) = (&page.order, &visit.store.scope);
    if order.status == Status::Cancelled {
        return Ok(None);
    }
    let found = orders::track(visit.shop.app.db().conn(), scope, order, visit.lang).await?;
    if found.is_empty() {
        return Ok(None);
    }
    let ordered: i64 = page.items.iter().map(|i| i.quantity - i.returned).sum();
    let live: i64 = found.iter().filter(|t| t.shipment.status.is_live()).map(|t| t.shipment.items_count).sum();
    let is_open = !matches!(order.status, Status::Delivered | Status::Refused | Status::Returned);
    let profile = &visit.store.profile;
    let items: Vec<Value> = found
        .into_iter()
        .map(|Tracked { shipment, number, courier, link, pickup_code, since, courier_events }| {
            let steps: Vec<Value> = steps(shipment.provider, shipment.status)
                .map(|(codes, at)| {
                    let step = |(n, code): (usize, &&str)| context! { code => *code, is_done => n <= at, is_current => n == at };
                    codes.iter().enumerate().map(step).collect()
                })
                .unwrap_or_default();
            let date = |at| kernel::locale::date(at, &profile.timezone, &profile.country, visit.lang);
            let event = |e: CourierEvent| context! { label => e.label, at => e.at.map(date) };
            let courier_steps: Vec<Value> = courier_events.into_iter().map(event).collect();
            context! {
                courier_steps => courier_steps, number => number, status => shipment.status.as_str(), steps => steps, courier => courier, link => link, code => pickup_code,
                tracking_no => shipment.tracking_no, pieces => shipment.items_count,
                since => date(since),
            }
        })
        .collect();
    Ok(Some(context! { items => items, left => if is_open { (ordered - live).max(0) } else { 0 } }))
}
