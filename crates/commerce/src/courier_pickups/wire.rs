//! Pickups on the wire.

use kernel::{CourierPickupId, ShipmentId, StockLocationId};
use serde::{Deserialize, Serialize};
use web::schema;

use super::model::{CourierPickup, PickupState, Slot};
use super::store::PickupParcel;
use crate::couriers::call_outcome;

/// Whom the courier calls.
#[derive(Debug, Clone, Default, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct PickupContactIn {
    /// 100 characters at most.
    #[schema(value_type = schema::RequiredLine<100>)]
    pub(super) name: String,
    /// A mobile number of the store's country, in any notation.
    #[schema(value_type = schema::Mobile)]
    pub(super) phone: String,
}

/// A pickup to request.
#[derive(Debug, Clone, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct CourierPickupIn {
    /// A day of the store's calendar, today or up to 30 days ahead: `2026-12-01`.
    #[schema(value_type = schema::Date)]
    pub(super) date: String,
    /// Null for any time of that day.
    pub(super) slot: Option<Slot>,
    /// The location where the parcels are.
    pub(super) warehouse: StockLocationId,
    pub(super) contact: PickupContactIn,
    /// Note for the courier; 200 characters at most.
    #[schema(value_type = Option<schema::LongText<200>>)]
    pub(super) note: Option<String>,
    /// Shipments that are booked at this courier and wait in that location.
    #[schema(min_items = 1, max_items = 200)]
    pub(super) shipments: Vec<ShipmentId>,
}

/// A parcel of a pickup.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub(super) struct CourierPickupShipmentView {
    id: ShipmentId,
    /// Displayed number: `1001-2`.
    number: String,
}

/// Whom the courier calls.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub(super) struct PickupContactView {
    name: String,
    phone: String,
}

/// A pickup (SP-02).
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub(super) struct CourierPickupView {
    id: CourierPickupId,
    /// The courier's number of it; empty before it has confirmed it.
    number: String,
    date: String,
    slot: Option<Slot>,
    state: PickupState,
    warehouse: StockLocationId,
    parcels: i64,
    shipments: Vec<CourierPickupShipmentView>,
    contact: PickupContactView,
    note: String,
    /// The courier is being asked to cancel it.
    is_cancel_requested: bool,
    can_cancel: bool,
    /// Why it was not requested, or not cancelled, in the caller's language; null for none.
    reason: Option<String>,
    /// The courier's own words of it; null for none.
    reason_words: Option<String>,
    created_by: String,
    created_at: String,
}

impl CourierPickupView {
    pub(super) fn new(pickup: CourierPickup, parcels: &[PickupParcel]) -> Self {
        let can_cancel = pickup.can_cancel();
        let message = call_outcome::message_or_default(&pickup.reason);
        let own = parcels.iter().filter(|parcel| parcel.pickup == pickup.id);
        let shipments = own.map(|parcel| CourierPickupShipmentView {
            id: parcel.shipment,
            number: format!("{}-{}", parcel.order_number, parcel.n),
        });
        Self {
            id: pickup.id,
            number: pickup.number,
            date: pickup.date,
            slot: pickup.slot,
            state: pickup.state,
            warehouse: pickup.warehouse_id,
            parcels: pickup.parcels,
            shipments: shipments.collect(),
            contact: PickupContactView { name: pickup.contact_name, phone: pickup.contact_phone },
            note: pickup.note,
            is_cancel_requested: pickup.is_cancel_requested,
            can_cancel,
            reason: message.map(|message| message.get(web::lang::current()).to_owned()),
            reason_words: Some(pickup.reason_words).filter(|words| !words.is_empty()),
            created_by: pickup.created_by_name,
            created_at: pickup.created_at.rfc3339(),
        }
    }
}

/// A page of a courier's pickups.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub(super) struct CourierPickupsView {
    /// The courier takes requests for pickups here; where it does not, they are made at the courier, and the list is empty.
    pub(super) has_pickups: bool,
    /// The store has an account at it.
    pub(super) is_connected: bool,
    /// The latest day first; 25 at most.
    pub(super) pickups: Vec<CourierPickupView>,
    /// From 1.
    pub(super) page: i64,
    /// There is another page.
    pub(super) has_more: bool,
}
