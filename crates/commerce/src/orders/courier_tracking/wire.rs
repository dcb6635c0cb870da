//! What a courier says of a shipment, on the wire.

use kernel::{Currency, Millis, ShipmentId, money};
use serde::Serialize;

use super::model::differs;
use crate::shipments::{CourierStep, Shipment, Tracking, TrackingEvent};

/// Something that happened to a parcel.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub(super) struct ShipmentTrackingEventView {
    step: CourierStep,
    /// What the courier calls it, in the caller's language.
    label: String,
    /// The courier's own code or word.
    code: String,
    /// The courier's own words; null for none.
    words: Option<String>,
    /// Null where the courier does not tell it.
    at: Option<String>,
}

/// How far a courier says that a shipment is. Amounts are decimals in the store's currency.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub(super) struct ShipmentTrackingView {
    shipment_id: ShipmentId,
    /// Null before the courier was asked.
    step: Option<CourierStep>,
    /// What the courier calls it, in the caller's language; null before the courier was asked.
    label: Option<String>,
    /// Since when.
    since: Option<String>,
    /// Why something is in the way, in the courier's words; null for none.
    reason: Option<String>,
    /// Attempts to deliver.
    attempts: i64,
    /// When the courier was read last.
    checked_at: Option<String>,
    /// When it is asked next, unless it reports before; null where it is not asked any more.
    next_check_at: Option<String>,
    /// The courier says otherwise than the shipment's status, and no transition leads there.
    differs: bool,
    /// Cash that the courier says it collected.
    collected: Option<String>,
    /// Its fee with VAT, as it tells it.
    fee: Option<String>,
    /// The oldest first; 60 at most.
    events: Vec<ShipmentTrackingEventView>,
}

impl ShipmentTrackingView {
    pub(super) fn new(shipment: &Shipment, tracking: &Tracking, events: &[TrackingEvent], currency: Currency) -> Self {
        let lang = web::lang::current();
        let amount = |minor: Option<i64>| minor.map(|minor| money::format(minor, currency));
        let own = |step: CourierStep| step.name().get(lang).to_owned();
        let label = events.iter().rev().find(|e| Some(e.step) == tracking.step).map(|e| e.label(lang));
        let is_planned = tracking.is_open && tracking.next_at > Millis(0) && tracking.read_at.is_some();
        Self {
            shipment_id: shipment.id,
            step: tracking.step,
            label: label.or_else(|| tracking.step.map(own)),
            since: tracking.step_at.map(Millis::rfc3339),
            reason: Some(tracking.reason.clone()).filter(|words| !words.is_empty()),
            attempts: tracking.attempts,
            checked_at: tracking.read_at.map(Millis::rfc3339),
            next_check_at: is_planned.then(|| tracking.next_at.rfc3339()),
            differs: tracking.step.is_some_and(|step| differs(shipment.status, step)),
            collected: amount(tracking.reported_cash),
            fee: amount(tracking.reported_fee),
            events: events
                .iter()
                .map(|event| ShipmentTrackingEventView {
                    step: event.step,
                    label: event.label(lang),
                    code: event.code.clone(),
                    words: Some(event.words.clone()).filter(|words| !words.is_empty()),
                    at: event.at.map(Millis::rfc3339),
                })
                .collect(),
        }
    }
}
