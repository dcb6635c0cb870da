//! Shipments in the API. Amounts are decimals in the store's currency, times RFC 3339 in UTC, weights grams.

use std::collections::BTreeMap;

use kernel::{Currency, Lang, ShipmentId, StockLocationId, money};
use serde::{Deserialize, Serialize};

use super::defaults::{courier_of, weight};
use super::shipment_line::ShipmentLine;
use super::shipment_view::ShipmentView;
use crate::orders::cascade::cash::{CashBalance, collectable_cash};
use crate::orders::cascade::model::{UnshippedLine, is_shippable};
use crate::orders::model::{Order, OrderItem};
use crate::shipments::{Event, Line, Shipment, Status, Tracking, WaybillIn};
use crate::shipping::ShippingProvider;
use customers::AddressIn;
use web::schema;

/// A shipment to create. Absent fields come from the order.
#[derive(Debug, Clone, Default, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ShipmentIn {
    /// Shipping provider.
    pub(super) provider: Option<ShippingProvider>,
    /// Each line once; everything that is left by default.
    #[schema(min_items = 1, max_items = 1000)]
    pub(super) lines: Option<Vec<ShipmentLine>>,
    /// Fields of the waybill.
    #[serde(default)]
    pub(super) waybill: WaybillIn,
    /// Ships it although its address is not complete, which is logged in the activity; otherwise 409 `address_incomplete`.
    #[serde(default)]
    pub(super) accepts_address: bool,
    /// Ships the order although it waits for confirmation; its activity says so. Otherwise it is refused with
    /// `waits_for_confirmation`.
    pub(super) without_confirmation: Option<bool>,
    /// The order's version when it was read.
    pub(super) version: Option<i64>,
    /// Ships it although its deposit is missing, and waives the deposit; otherwise 409 `deposit_missing`.
    #[serde(default)]
    pub(super) goes_without_deposit: bool,
}

/// A correction of a waybill; absent fields stay.
#[derive(Debug, Clone, Default, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ShipmentPatch {
    /// Fields of the waybill. Of a booked one the courier is asked for `cod_amount`, `note` and `allow_open_box`, where it takes changes.
    #[serde(default)]
    pub(super) waybill: WaybillIn,
    /// Where the parcel is brought instead of the order's address; the whole of it. Until it is picked up.
    pub(super) address: Option<AddressIn>,
    /// The version it was read at.
    pub(super) version: Option<i64>,
}

/// A status change of a shipment.
#[derive(Debug, Clone, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ShipmentStatusIn {
    pub(super) status: Status,
    /// The version it was read at.
    pub(super) version: Option<i64>,
    /// Note in the activity; 2000 characters at most.
    #[schema(value_type = Option<schema::LongText<2_000>>)]
    pub(super) note: Option<String>,
    /// For a delivered pickup: the customer's code, or
    #[schema(max_length = 20, pattern = "^[0-9]*$")]
    pub(super) pickup_code: Option<String>,
    /// the name of the recipient; 100 characters at most.
    #[schema(value_type = Option<schema::Line<100>>)]
    pub(super) received_by: Option<String>,
}

/// How much of an order has been shipped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
enum FulfilmentState {
    /// No shipment has left.
    Unshipped,
    /// Some pieces have.
    PartlyShipped,
    /// All have.
    Shipped,
}

/// Pieces of an order, by their state.
#[derive(Debug, Clone, Default, Serialize, utoipa::ToSchema)]
pub struct FulfilmentPieces {
    /// Without returned pieces.
    ordered: i64,
    /// In no shipment.
    to_ship: i64,
    /// Of `to_ship`, the pieces that shipments brought back to the store: to be shipped again, or returned.
    came_back: i64,
    /// In shipments that have not left the store.
    waiting: i64,
    on_the_way: i64,
    delivered: i64,
    refused: i64,
}

/// Defaults of the waybill form.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct WaybillDefaults {
    provider: ShippingProvider,
    /// What the order's shipments may still collect.
    cod_left: String,
    has_cod: bool,
    /// Weight of everything that is left; 0 when it is not known.
    package_weight: i64,
    warehouse: StockLocationId,
    courier_name: String,
    /// There is an address to ship to.
    has_address: bool,
}

/// Cash to collect by the open shipments of an order, beside what it owes.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct FulfilmentCash {
    collecting: String,
    /// What is owed, less cash that was collected on delivery and is not recorded yet.
    due: String,
    /// More is collected than is due.
    differs: bool,
}

/// The shipments of an order.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct OrderShipmentsView {
    state: FulfilmentState,
    /// A shipment can be created.
    can_ship: bool,
    /// It waits for confirmation: a shipment needs `without_confirmation`.
    waits_for_confirmation: bool,
    cash: FulfilmentCash,
    pieces: FulfilmentPieces,
    to_ship: Vec<ShipmentLine>,
    defaults: WaybillDefaults,
    shipments: Vec<ShipmentView>,
}

/// Pieces to ship that were shipped before: the pieces of returned shipments, as far as they are left.
fn came_back(shipments: &[Shipment], lines: &[(ShipmentId, Line)], unshipped: &[UnshippedLine]) -> i64 {
    let is_back = |id: &ShipmentId| shipments.iter().any(|s| s.id == *id && s.status == Status::Returned);
    let mut returned: BTreeMap<i64, i64> = BTreeMap::new();
    for (_, line) in lines.iter().filter(|(id, _)| is_back(id)) {
        *returned.entry(line.line).or_default() += line.quantity;
    }
    unshipped.iter().map(|l| l.quantity.min(returned.get(&l.line).copied().unwrap_or(0))).sum()
}

pub(super) struct FulfilmentRows<'a> {
    pub(super) order: &'a Order,
    pub(super) items: &'a [OrderItem],
    pub(super) shipments: &'a [Shipment],
    pub(super) tracking: &'a [Tracking],
    pub(super) lines: &'a [(ShipmentId, Line)],
    pub(super) events: &'a [Event],
    pub(super) unshipped: &'a [UnshippedLine],
    pub(super) provider: ShippingProvider,
    pub(super) balance: CashBalance,
    pub(super) waits_for_confirmation: bool,
    pub(super) warehouse: StockLocationId,
    pub(super) currency: Currency,
    /// The store's.
    pub(super) language: Lang,
}

impl OrderShipmentsView {
    pub(super) fn from_known(known: &FulfilmentRows<'_>) -> Self {
        let FulfilmentRows {
            order,
            items,
            shipments,
            tracking,
            lines,
            events,
            unshipped,
            provider,
            balance,
            waits_for_confirmation,
            warehouse,
            currency,
            language,
        } = known;
        let collecting: i64 = shipments.iter().filter(|s| s.status.is_collecting()).map(|s| s.cod_amount).sum();
        let due = collectable_cash(*balance, *shipments);
        let cod_left = (due - collecting).max(0);
        let mut by: BTreeMap<Status, i64> = BTreeMap::new();
        for s in *shipments {
            *by.entry(s.status).or_default() += s.items_count;
        }
        let sum = |statuses: &[Status]| statuses.iter().filter_map(|s| by.get(s)).sum::<i64>();
        let pieces = FulfilmentPieces {
            ordered: items.iter().map(|i| i.quantity - i.returned).sum(),
            to_ship: unshipped.iter().map(|l| l.quantity).sum(),
            came_back: came_back(shipments, lines, unshipped),
            waiting: sum(&[Status::Ready, Status::ReadyForPickup, Status::PickupPostponed]),
            on_the_way: sum(&[Status::Shipped, Status::OutForDelivery]),
            delivered: sum(&[Status::Delivered]),
            refused: sum(&[Status::Refused]),
        };
        let has_left = pieces.on_the_way + pieces.delivered + pieces.refused;
        let state = match (has_left, pieces.to_ship + pieces.waiting) {
            (0, _) => FulfilmentState::Unshipped,
            (_, 0) => FulfilmentState::Shipped,
            _ => FulfilmentState::PartlyShipped,
        };
        Self {
            state,
            can_ship: is_shippable(order.status) && !unshipped.is_empty(),
            waits_for_confirmation: *waits_for_confirmation,
            cash: FulfilmentCash {
                collecting: money::format(collecting, *currency),
                due: money::format(due, *currency),
                differs: collecting > due,
            },
            pieces,
            to_ship: unshipped.iter().map(|l| ShipmentLine { line: l.line, quantity: l.quantity }).collect(),
            defaults: WaybillDefaults {
                provider: *provider,
                cod_left: money::format(cod_left, *currency),
                has_cod: cod_left > 0 && order.payment_provider == "COD",
                package_weight: weight(items, unshipped.iter().map(|l| (l.line, l.quantity))),
                warehouse: *warehouse,
                courier_name: courier_of(order, *provider, *language),
                has_address: order.address.is_some(),
            },
            shipments: shipments
                .iter()
                .map(|s| ShipmentView::new(s, order.number, lines, events, *currency).with_tracking(tracking))
                .collect(),
        }
    }
}
