//! A row of a settlement as it is stored, and the shipments that rows can mean.

use db::{Json, row};
use kernel::{CourierSettlementId, Millis, OrderId, ShipmentId};

use super::model::{Remark, Verdict};
use crate::shipments::{Cash, Status};
use crate::shipping::ShippingProvider;

web::words! {
    /// Whether a row is booked.
    RowState as CourierCashRowState {
        /// The dry run found it, or posting books nothing of it.
        Found "found",
        /// Booked.
        Posted "posted",
        /// Undone.
        Undone "undone",
        /// Undone but for the order's payment: its money has been refunded or reversed since.
        Kept "kept",
    }
}

/// A shipment that a row can mean, with its cash.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Candidate {
    pub(super) shipment_id: ShipmentId,
    pub(super) order_id: OrderId,
    pub(super) order_number: i64,
    pub(super) n: i64,
    pub(super) tracking_key: String,
    pub(super) provider: ShippingProvider,
    pub(super) courier_name: String,
    pub(super) status: Status,
    pub(super) cash: i64,
    pub(super) delivered_at: Option<Millis>,
    pub(super) remitted: i64,
    pub(super) fee: i64,
    pub(super) settlement_id: Option<CourierSettlementId>,
    pub(super) is_due: bool,
}
row!(Candidate {
    shipment_id,
    order_id,
    order_number,
    n,
    tracking_key,
    provider,
    courier_name,
    status,
    cash,
    delivered_at,
    remitted,
    fee,
    settlement_id,
    is_due,
});

impl Candidate {
    /// Its cash as it was read: with another one by the time of the write it is read again.
    pub(super) fn cash(&self) -> Cash {
        Cash {
            status: self.status,
            cod_amount: self.cash,
            delivered_at: self.delivered_at,
            remitted: self.remitted,
            fee: self.fee,
            settlement_id: self.settlement_id,
            is_due: self.is_due,
        }
    }
}

/// A row of a settlement.
#[derive(Debug, Clone)]
pub(super) struct SettlementRow {
    pub(super) position: i64,
    pub(super) line: i64,
    pub(super) waybill: String,
    pub(super) reference: String,
    pub(super) paid_on: String,
    pub(super) courier_status: String,
    pub(super) collected: i64,
    pub(super) fee: i64,
    pub(super) net: i64,
    pub(super) verdict: Verdict,
    pub(super) difference: i64,
    pub(super) days: Option<i64>,
    pub(super) remarks: Json<Vec<Remark>>,
    pub(super) order_id: Option<OrderId>,
    pub(super) order_number: Option<i64>,
    pub(super) shipment_id: Option<ShipmentId>,
    pub(super) shipment_n: Option<i64>,
    pub(super) state: RowState,
    pub(super) booked: i64,
    pub(super) booked_entry: Option<i64>,
    pub(super) was_paid: bool,
    pub(super) was_cash_due: bool,
}
row!(SettlementRow {
    position,
    line,
    waybill,
    reference,
    paid_on,
    courier_status,
    collected,
    fee,
    net,
    verdict,
    difference,
    days,
    remarks,
    order_id,
    order_number,
    shipment_id,
    shipment_n,
    state,
    booked,
    booked_entry,
    was_paid,
    was_cash_due,
});

db::stored_words! {
    RowState, "courier_settlement_rows" "state";
}
