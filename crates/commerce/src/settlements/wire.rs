//! Settlements in the API. Amounts are decimals in the store's currency, times RFC 3339 in UTC.

use kernel::{CourierSettlementId, Currency, ImportId, Millis, OrderId, ShipmentId, money};
use serde::{Deserialize, Deserializer, Serialize};
use web::schema;

use super::model::{Remark, State, Verdict};
use super::row_model::{RowState, SettlementRow};
use super::row_store::VerdictSums;
use super::store::Settlement;

fn sent<'de, T: Deserialize<'de>, D: Deserializer<'de>>(d: D) -> Result<Option<Option<T>>, D::Error> {
    Option::<T>::deserialize(d).map(Some)
}

/// A settlement to create or change; in a change absent fields stay and null clears.
#[derive(Debug, Clone, Default, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct CourierSettlementIn {
    /// The sheet (`POST /courier-sheets`), each for one settlement; it is not changed later.
    pub sheet_id: Option<ImportId>,
    /// The courier's name, as the merchant writes it on shipments.
    #[schema(value_type = Option<schema::RequiredLine<60>>)]
    pub courier: Option<String>,
    /// The courier's number of the remittance, or that of the bank transfer.
    #[schema(value_type = Option<schema::Line<80>>)]
    pub reference: Option<String>,
    /// The day on which the money arrived.
    #[schema(value_type = Option<schema::Date>)]
    pub remitted_on: Option<String>,
    /// What the bank received.
    #[serde(default, deserialize_with = "sent")]
    #[schema(value_type = Option<schema::Amount>)]
    pub total: Option<Option<String>>,
    /// Days from the delivery after which a payment is late: by default as in the newest settlement of the courier, else 14.
    #[schema(minimum = 0, maximum = 365)]
    pub late_after_days: Option<i64>,
    /// The agreed fee of a parcel, with VAT: by default as in the newest settlement of the courier, else none.
    #[serde(default, deserialize_with = "sent")]
    #[schema(value_type = Option<schema::Amount>)]
    pub agreed_fee: Option<Option<String>>,
    /// The version it was read at.
    pub version: Option<i64>,
}

/// A settlement: a courier's remittance.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct CourierSettlementView {
    id: CourierSettlementId,
    /// Its sheet, whose status is the progress of the check, of the posting and of the undo; it is deleted after 30 days.
    sheet_id: ImportId,
    file_name: String,
    courier: String,
    reference: String,
    remitted_on: String,
    currency: Currency,
    /// What the bank received.
    total: Option<String>,
    late_after_days: i64,
    agreed_fee: Option<String>,
    state: State,
    created_at: String,
    /// Who posted it.
    posted_by: Option<String>,
    /// When the posting began.
    posted_at: Option<String>,
    undone_at: Option<String>,
    version: i64,
}

impl CourierSettlementView {
    /// The API representation.
    #[must_use]
    pub(super) fn from_settlement(s: &Settlement) -> Self {
        let amount = |n| money::format(n, s.currency);
        Self {
            id: s.id,
            sheet_id: s.sheet_id,
            file_name: s.file_name.clone(),
            courier: s.courier.clone(),
            reference: s.reference.clone(),
            remitted_on: s.remitted_on.clone(),
            currency: s.currency,
            total: s.stated_total.map(amount),
            late_after_days: s.late_after_days,
            agreed_fee: s.agreed_fee.map(amount),
            state: s.state,
            created_at: s.created_at.rfc3339(),
            posted_by: s.posted_by_name.clone(),
            posted_at: s.posted_at.map(Millis::rfc3339),
            undone_at: s.undone_at.map(Millis::rfc3339),
            version: s.version,
        }
    }
}

/// The rows with one verdict.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct CourierCashVerdictView {
    verdict: Verdict,
    rows: i64,
    collected: String,
    fee: String,
    net: String,
    /// Missing, too much, paid again or above the agreed fee.
    difference: String,
}

/// Whether a settlement's sums agree.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct CourierCashProofView {
    /// Rows that were read; sums of the sheet and unreadable rows are not counted.
    rows: i64,
    collected: String,
    fees: String,
    /// Sum of the net amounts, as the sheet states them.
    net: String,
    /// Collected less fees, less the net amounts: 0 when the sheet computes as it says.
    net_difference: String,
    /// What the bank received less the net amounts; null where the total was not said.
    total_difference: Option<String>,
    /// Both differences are 0.
    is_proven: bool,
    /// What is booked as payments of customers; the rest was recorded before.
    booked: String,
}

/// A settlement with its sums.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct CourierSettlementDetail {
    #[serde(flatten)]
    settlement: CourierSettlementView,
    /// By verdict; those without rows are absent.
    verdicts: Vec<CourierCashVerdictView>,
    proof: CourierCashProofView,
}

impl CourierSettlementDetail {
    /// The API representation.
    pub(super) fn new(s: &Settlement, sums: &[VerdictSums]) -> Self {
        let amount = |n| money::format(n, s.currency);
        let total = |of: fn(&VerdictSums) -> i64| sums.iter().map(of).sum::<i64>();
        let (collected, fees, net) = (total(|v| v.collected), total(|v| v.fee), total(|v| v.net));
        let net_difference = collected - fees - net;
        let total_difference = s.stated_total.map(|stated| stated - net);
        let verdict = |v: &VerdictSums| CourierCashVerdictView {
            verdict: v.verdict,
            rows: v.rows,
            collected: amount(v.collected),
            fee: amount(v.fee),
            net: amount(v.net),
            difference: amount(v.difference),
        };
        Self {
            settlement: CourierSettlementView::from_settlement(s),
            verdicts: sums.iter().map(verdict).collect(),
            proof: CourierCashProofView {
                rows: total(|v| v.rows),
                collected: amount(collected),
                fees: amount(fees),
                net: amount(net),
                net_difference: amount(net_difference),
                total_difference: total_difference.map(amount),
                is_proven: net_difference == 0 && total_difference == Some(0),
                booked: amount(total(|v| v.booked)),
            },
        }
    }
}

/// A row of a settlement.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct CourierSettlementRowView {
    /// Data row of the sheet, from 1.
    position: i64,
    /// Row of the sheet as a spreadsheet numbers it.
    line: i64,
    waybill: String,
    reference: String,
    /// The date in the sheet, as it is written.
    paid_on: String,
    /// The courier's status, as it is written.
    courier_status: String,
    collected: String,
    /// With VAT.
    fee: String,
    net: String,
    verdict: Verdict,
    /// Missing (`short`), too much (`over`), paid again (`twice`) or above the agreed fee (`fee_too_high`); else 0.
    difference: String,
    /// Days from the delivery to the remittance.
    days: Option<i64>,
    remarks: Vec<Remark>,
    order_id: Option<OrderId>,
    shipment_id: Option<ShipmentId>,
    /// The shipment's number: `1001-2`.
    shipment: Option<String>,
    state: RowState,
    /// What was booked as the customer's payment.
    booked: String,
}

impl CourierSettlementRowView {
    /// The API representation.
    pub(super) fn from_row(row: SettlementRow, currency: Currency) -> Self {
        let amount = |n| money::format(n, currency);
        Self {
            position: row.position,
            line: row.line,
            waybill: row.waybill,
            reference: row.reference,
            paid_on: row.paid_on,
            courier_status: row.courier_status,
            collected: amount(row.collected),
            fee: amount(row.fee),
            net: amount(row.net),
            verdict: row.verdict,
            difference: amount(row.difference),
            days: row.days,
            remarks: row.remarks.0,
            order_id: row.order_id,
            shipment_id: row.shipment_id,
            shipment: row.order_number.zip(row.shipment_n).map(|(order, n)| format!("{order}-{n}")),
            state: row.state,
            booked: amount(row.booked),
        }
    }
}
