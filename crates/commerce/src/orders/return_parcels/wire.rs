//! Return parcels on the wire.

use customers::{Address, AddressIn};
use kernel::{Millis, ReturnParcelId, StockLocationId};
use serde::{Deserialize, Serialize};
use web::schema;

use super::messages;
use super::model::{ReturnParcel, State};
use crate::couriers::Size;
use crate::orders::fulfilment::shipment_line::ShipmentLine;
use crate::orders::model::{Order, OrderItem};
use crate::shipments::{CourierStep, Line, TrackingEvent};
use crate::shipping::ShippingProvider;

/// A return parcel to book.
#[derive(Debug, Clone, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ReturnParcelIn {
    /// The courier that fetches it: one of the order's `couriers`.
    pub(super) provider: ShippingProvider,
    /// Each line once, with no more pieces than are `fetchable`.
    #[schema(min_items = 1, max_items = 1000)]
    pub(super) lines: Vec<ShipmentLine>,
    /// Where it is brought: one of the store's active locations.
    pub(super) warehouse: StockLocationId,
    /// `small` by default.
    pub(super) package_size: Option<Size>,
    /// Where it is fetched; the order's address by default.
    pub(super) address: Option<AddressIn>,
    /// Note for the courier; 200 characters at most.
    #[schema(value_type = Option<schema::LongText<200>>)]
    pub(super) note: Option<String>,
}

/// Something that happened to a return parcel.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub(super) struct ReturnParcelEventView {
    step: CourierStep,
    /// What the courier calls it, in the caller's language.
    label: String,
    /// The courier's own words; null for none.
    words: Option<String>,
    /// Null where the courier does not tell it.
    at: Option<String>,
}

impl ReturnParcelEventView {
    fn new(event: &TrackingEvent) -> Self {
        Self {
            step: event.step,
            label: event.label(web::lang::current()),
            words: Some(event.words.clone()).filter(|words| !words.is_empty()),
            at: event.at.map(Millis::rfc3339),
        }
    }
}

/// A parcel that a courier fetches at the customer's.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct ReturnParcelView {
    id: ReturnParcelId,
    /// Displayed number: `1001-R1`.
    number: String,
    provider: ShippingProvider,
    state: State,
    /// It was called off, and the courier has not confirmed that.
    is_cancel_requested: bool,
    can_cancel: bool,
    /// Why it was not booked or not cancelled, in the caller's language; null for none.
    reason: Option<String>,
    /// The courier's own words of it; null for none.
    courier_words: Option<String>,
    lines: Vec<ShipmentLine>,
    /// Where it is brought.
    warehouse: StockLocationId,
    package_size: Size,
    /// Where it is fetched; null for the order's address.
    address: Option<Address>,
    note: String,
    /// Empty before it is booked.
    tracking_no: String,
    /// Empty where there is none.
    tracking_url: String,
    /// Null before the courier was read.
    step: Option<CourierStep>,
    /// What the courier calls it, in the caller's language; null before it was read.
    step_label: Option<String>,
    /// Since when.
    step_at: Option<String>,
    /// Why something is in the way, in the courier's words; null for none.
    step_reason: Option<String>,
    /// When the courier was read last.
    checked_at: Option<String>,
    /// The oldest first; 60 at most.
    events: Vec<ReturnParcelEventView>,
    /// It is back, and its goods are to be taken back by a return.
    is_to_receive: bool,
    created_by: String,
    created_at: String,
}

impl ReturnParcelView {
    /// Of the order's parcel; `items` are the order's, `lines` those of all its parcels.
    pub(super) fn new(parcel: ReturnParcel, order: &Order, items: &[OrderItem], lines: &[(ReturnParcelId, Line)]) -> Self {
        let lang = web::lang::current();
        let own: Vec<Line> = lines.iter().filter(|(id, _)| *id == parcel.id).map(|(_, line)| *line).collect();
        let is_out = |line: &Line| items.iter().any(|item| item.line == line.line && item.returned < item.quantity);
        let label = parcel.events.iter().rev().find(|event| Some(event.step) == parcel.step).map(|event| event.label(lang));
        Self {
            id: parcel.id,
            number: parcel.reference(order.number),
            provider: parcel.provider,
            state: parcel.state,
            is_cancel_requested: parcel.is_cancel_requested,
            can_cancel: parcel.can_cancel(),
            reason: messages::reason(&parcel).map(|message| message.get(lang).to_owned()),
            courier_words: Some(parcel.reason_words.clone()).filter(|words| !words.is_empty()),
            lines: own.iter().map(|line| ShipmentLine { line: line.line, quantity: line.quantity }).collect(),
            warehouse: parcel.warehouse_id,
            package_size: parcel.package_size,
            step_label: label.or_else(|| parcel.step.map(|step| step.name().get(lang).to_owned())),
            step_at: parcel.step_at.map(Millis::rfc3339),
            step_reason: Some(parcel.step_reason.clone()).filter(|words| !words.is_empty()),
            checked_at: parcel.read_at.map(Millis::rfc3339),
            events: parcel.events.iter().map(ReturnParcelEventView::new).collect(),
            is_to_receive: parcel.has_arrived() && own.iter().any(is_out),
            address: parcel.address,
            note: parcel.note,
            tracking_no: parcel.tracking_no,
            tracking_url: parcel.tracking_url,
            step: parcel.step,
            created_by: parcel.created_by_name,
            created_at: parcel.created_at.rfc3339(),
        }
    }
}

/// The return parcels of an order, and what a new one can hold.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct OrderReturnParcelsView {
    /// Couriers of the store that fetch parcels at customers; empty where none does, or nothing can be fetched.
    pub(super) couriers: Vec<ShippingProvider>,
    /// Pieces that can be fetched: shipped, not back, and in no open return parcel.
    pub(super) fetchable: Vec<ShipmentLine>,
    /// Where parcels are brought by default.
    pub(super) warehouse: StockLocationId,
    /// The oldest first; 100 at most.
    pub(super) parcels: Vec<ReturnParcelView>,
}
