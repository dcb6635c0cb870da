//! Which pieces of an order a courier can fetch. Pure.

use std::collections::BTreeMap;

use kernel::{ReturnParcelId, ShipmentId};

use super::model::ReturnParcel;
use crate::orders::model::OrderItem;
use crate::orders::status::Status as OrderStatus;
use crate::shipments::{Line, Shipment, Status};

/// Whether goods of such an order may be with its customer, and a return of them can be recorded. Of a refused one the courier that
/// did not hand it over brings them back.
pub(super) const fn is_fetchable(status: OrderStatus) -> bool {
    matches!(status, OrderStatus::Shipped | OrderStatus::OutForDelivery | OrderStatus::Delivered)
}

/// Pieces of each line that left the store for the customer: all of an order that was delivered, or moved without shipments.
fn shipped(status: OrderStatus, items: &[OrderItem], shipments: &[Shipment], lines: &[(ShipmentId, Line)]) -> BTreeMap<i64, i64> {
    if status == OrderStatus::Delivered || !shipments.iter().any(|s| s.status.is_live()) {
        return items.iter().map(|item| (item.line, item.quantity)).collect();
    }
    let has_left = |s: &&Shipment| matches!(s.status, Status::Shipped | Status::OutForDelivery | Status::Delivered);
    let mut out = BTreeMap::new();
    for shipment in shipments.iter().filter(has_left) {
        for (_, line) in lines.iter().filter(|(id, _)| *id == shipment.id) {
            *out.entry(line.line).or_default() += line.quantity;
        }
    }
    out
}

/// What an order's pieces are known from.
#[derive(Debug, Clone, Copy)]
pub(super) struct OrderPieces<'a> {
    pub(super) status: OrderStatus,
    pub(super) items: &'a [OrderItem],
    pub(super) shipments: &'a [Shipment],
    pub(super) shipment_lines: &'a [(ShipmentId, Line)],
    pub(super) parcels: &'a [ReturnParcel],
    pub(super) parcel_lines: &'a [(ReturnParcelId, Line)],
}

/// Pieces of each line that can be fetched: shipped, not back, and in no open parcel. Lines without any are left out.
pub(super) fn fetchable(pieces: OrderPieces<'_>) -> Vec<Line> {
    fetchable_beside(pieces, None)
}

/// Whether all pieces of a parcel are still where its courier is to fetch them.
pub(super) fn is_still_fetchable(pieces: OrderPieces<'_>, parcel: ReturnParcelId) -> bool {
    let fetchable = fetchable_beside(pieces, Some(parcel));
    let has = |own: &Line| fetchable.iter().any(|line| line.line == own.line && line.quantity >= own.quantity);
    pieces.parcel_lines.iter().filter(|(id, _)| *id == parcel).all(|(_, own)| has(own))
}

/// Pieces of each line that can be fetched, where one parcel is as if it were not there.
fn fetchable_beside(pieces: OrderPieces<'_>, except: Option<ReturnParcelId>) -> Vec<Line> {
    let OrderPieces { status, items, shipments, shipment_lines, parcels, parcel_lines } = pieces;
    if !is_fetchable(status) {
        return Vec::new();
    }
    let shipped = shipped(status, items, shipments, shipment_lines);
    let is_open = |id: &ReturnParcelId| Some(*id) != except && parcels.iter().any(|parcel| parcel.id == *id && parcel.is_open());
    let open = |line: i64| -> i64 {
        parcel_lines.iter().filter(|(id, own)| own.line == line && is_open(id)).map(|(_, own)| own.quantity).sum()
    };
    let of = |item: &OrderItem| {
        let shipped = shipped.get(&item.line).copied().unwrap_or(0);
        shipped.min(item.quantity - item.returned) - open(item.line)
    };
    items.iter().map(|item| Line { line: item.line, quantity: of(item) }).filter(|line| line.quantity > 0).collect()
}
