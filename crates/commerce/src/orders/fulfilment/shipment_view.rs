//! A shipment in answers of the API. Amounts are decimals in the store's currency, times RFC 3339 in UTC, weights grams.

use kernel::{Currency, OrderId, ShipmentId, StockLocationId, money};
use serde::Serialize;

use super::shipment_line::ShipmentLine;
use crate::orders::cascade::courier;
use crate::shipments::{Booking, CourierStep, Event, Line, PendingChange, Shipment, Size, Status, Tracking};
use crate::shipping::ShippingProvider;
use customers::Address;

/// A status that a shipment had.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct ShipmentEventView {
    status: Status,
    at: String,
    /// Customer | Merchant | System.
    actor_type: String,
    actor_name: String,
    note: Option<String>,
}

/// A shipment of an order (OR-06).
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct ShipmentView {
    id: ShipmentId,
    order_id: OrderId,
    /// Displayed number: `1001-2`.
    number: String,
    provider: ShippingProvider,
    status: Status,
    /// Statuses that it can move to.
    next_statuses: Vec<Status>,
    /// `deliver`, `exchange`, `pickup`.
    service_type: String,
    courier_name: String,
    tracking_id: String,
    tracking_no: String,
    /// http or https.
    tracking_url: Option<String>,
    /// The location it is shipped from.
    warehouse: StockLocationId,
    package_size: Size,
    /// In grams; 0 when it is not known.
    package_weight: i64,
    has_cod: bool,
    cod_amount: String,
    allow_open_box: bool,
    /// Recipient of a pickup, where it was recorded.
    received_by: String,
    note: String,
    items_count: i64,
    lines: Vec<ShipmentLine>,
    /// Oldest first.
    events: Vec<ShipmentEventView>,
    created_at: String,
    last_update_date: String,
    version: i64,
    booking: ShipmentBookingView,
    /// Another number of the recipient, in E.164; or empty.
    second_phone: String,
    /// What is in it, as the merchant wrote it for the courier; or empty.
    description: String,
    /// What the goods are worth; 0 where the courier is not told.
    declared_value: String,
    /// Where it is brought, where that is not the order's address.
    address: Option<Address>,
    /// What the courier was asked to change and has not confirmed.
    pending_change: Option<PendingShipmentChange>,
    /// How far its courier says that it is; null before there is a word of it. The rest is in `/shipments/{id}/tracking`.
    courier_step: Option<CourierStep>,
}

/// State of the courier's booking.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct ShipmentBookingView {
    state: Booking,
    /// Why it failed, or why the courier did not change or cancel it, as text.
    reason: Option<String>,
    /// A stable word of the reason; empty for none.
    code: String,
    /// The courier's own words, in its language.
    courier_words: Option<String>,
}

/// A change that a courier was asked for; absent fields stay.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct PendingShipmentChange {
    cod_amount: Option<String>,
    note: Option<String>,
    allow_open_box: Option<bool>,
    address: Option<Address>,
    /// The courier could not be asked, or did not answer: it is retried, or replaced by another change.
    is_failed: bool,
}

impl PendingShipmentChange {
    fn new(change: &PendingChange, currency: Currency) -> Self {
        let PendingChange { cod_amount, note, allow_open_box, address, n: _, is_failed } = change.clone();
        let cod_amount = cod_amount.map(|amount| money::format(amount, currency));
        Self { cod_amount, note, allow_open_box, address, is_failed }
    }
}

impl ShipmentBookingView {
    fn new(s: &Shipment) -> Self {
        let words = Some(s.booking_error.clone()).filter(|words| !words.is_empty());
        let reason = courier::reason(s).map(|message| message.get(web::lang::current()).to_owned());
        // An earlier version kept the courier's words alone.
        let reason = reason.or_else(|| words.clone().filter(|_| s.booking == Booking::Failed));
        Self { state: s.booking, reason, code: s.booking_code.clone(), courier_words: words }
    }
}

impl ShipmentView {
    pub(super) fn new(
        s: &Shipment,
        order_number: i64,
        lines: &[(ShipmentId, Line)],
        events: &[Event],
        currency: Currency,
    ) -> Self {
        Self {
            id: s.id,
            order_id: s.order_id,
            number: s.reference(order_number),
            provider: s.provider,
            status: s.status,
            next_statuses: s.next().collect(),
            service_type: s.service.as_str().to_owned(),
            courier_name: s.courier_name.clone(),
            tracking_id: s.tracking_id.clone(),
            tracking_no: s.tracking_no.clone(),
            tracking_url: Some(s.tracking_url.clone()).filter(|t| !t.is_empty()),
            warehouse: s.warehouse_id,
            package_size: s.package_size,
            package_weight: s.package_weight,
            has_cod: s.cod_amount > 0,
            cod_amount: money::format(s.cod_amount, currency),
            allow_open_box: s.allow_open_box,
            received_by: s.received_by.clone(),
            note: s.note.clone(),
            items_count: s.items_count,
            lines: lines
                .iter()
                .filter(|(id, _)| *id == s.id)
                .map(|(_, l)| ShipmentLine { line: l.line, quantity: l.quantity })
                .collect(),
            events: events
                .iter()
                .filter(|e| e.shipment_id == s.id)
                .map(|e| ShipmentEventView {
                    status: e.status,
                    at: e.at.rfc3339(),
                    actor_type: e.actor_kind.clone(),
                    actor_name: e.actor_name.clone(),
                    note: e.note.clone(),
                })
                .collect(),
            created_at: s.created_at.rfc3339(),
            last_update_date: s.updated_at.rfc3339(),
            version: s.version,
            booking: ShipmentBookingView::new(s),
            second_phone: s.second_phone.clone(),
            description: s.description.clone(),
            declared_value: money::format(s.declared_value, currency),
            address: s.address.clone(),
            pending_change: s.pending_change.as_ref().map(|change| PendingShipmentChange::new(change, currency)),
            courier_step: None,
        }
    }

    /// With its courier's last word.
    pub(super) fn with_tracking(self, tracking: &[Tracking]) -> Self {
        let own = tracking.iter().find(|t| t.shipment_id == self.id);
        Self { courier_step: own.and_then(|t| t.step), ..self }
    }
}
