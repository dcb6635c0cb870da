//! Returns and refunds as they go over the wire. Amounts are decimals in the store's currency, times RFC 3339 in UTC.

use kernel::{Currency, OrderReturnId, RefundId, ReturnReasonId, StockLocationId, Texts, money};
use serde::{Deserialize, Serialize};

use super::model::{Amount, LinePart, Refundable};
use super::settle::ReturnSettlement;
use super::store::{ReasonRow, RefundLineRow, RefundRow, ReturnLineRow, ReturnRow};
use crate::orders::ledger::model::Sums;
use web::schema;

/// A reason for returns, whole or in part; a create needs `name`.
#[derive(Debug, Clone, Default, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReturnReasonIn {
    /// In one language at least; 100 characters at most.
    #[schema(value_type = Option<schema::RequiredLineTexts<100>>)]
    pub name: Option<Texts>,
    /// Offered for new returns.
    pub is_active: Option<bool>,
    /// Lower comes first.
    #[schema(minimum = 0, maximum = 1_000_000)]
    pub display_order: Option<i64>,
    /// The version it was read at.
    pub version: Option<i64>,
}

/// A reason for returns, of the merchant's own list.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct ReturnReasonView {
    id: ReturnReasonId,
    name: Texts,
    is_active: bool,
    display_order: i64,
    version: i64,
}

impl ReturnReasonView {
    pub(super) fn of(row: ReasonRow) -> Self {
        let ReasonRow { id, name, is_active, display_order, version } = row;
        Self { id, name, is_active, display_order, version }
    }
}

/// Pieces of a line that come back.
#[derive(Debug, Clone, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReturnLineIn {
    /// The order's line.
    #[schema(minimum = 1)]
    pub line: i64,
    /// From 1 to what has not come back yet.
    #[schema(minimum = 1)]
    pub quantity: i64,
    /// An active reason of the store's list.
    pub reason_id: ReturnReasonId,
    /// They stand in stock again.
    pub is_restocked: bool,
}

/// What of the returned goods' order is paid back at once.
#[derive(Debug, Clone, Copy, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReturnRefundIn {
    /// What is left of shipping is given back too.
    #[serde(default)]
    pub with_shipping: bool,
    /// What is left of the payment fee is given back too.
    #[serde(default)]
    pub with_fees: bool,
}

/// Goods that come back.
#[derive(Debug, Clone, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReturnIn {
    /// 1 to 100, each line once.
    #[schema(min_items = 1, max_items = 100)]
    pub lines: Vec<ReturnLineIn>,
    /// Where the goods that are sold again stand; the store's first place unless said.
    pub location_id: Option<StockLocationId>,
    /// 2000 characters at most.
    #[schema(value_type = Option<schema::LongText<2_000>>)]
    pub note: Option<String>,
    /// The goods are paid back in the same step.
    pub refund: Option<ReturnRefundIn>,
    /// The version it was read at.
    pub version: Option<i64>,
}

/// Goods that would come back.
#[derive(Debug, Clone, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ReturnPreviewIn {
    /// 100 at most, each line once, from 1 piece to what has not come back yet.
    #[schema(max_items = 100)]
    pub lines: Vec<RefundLineIn>,
    /// The goods would be paid back in the same step.
    pub refund: Option<ReturnRefundIn>,
}

/// What a return would do to the order's money.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct ReturnPreview {
    /// What the customer gets; zero when nothing is paid back, or nothing was paid.
    amount: String,
    /// The VAT in it.
    vat: String,
    /// What of the goods was not paid, and would not be owed any more.
    not_owed: String,
}

impl ReturnPreview {
    pub(super) fn of(settled: &ReturnSettlement, currency: Currency) -> Self {
        // The VAT is the entry's, as in the refund that comes of it.
        let sum = settled.refund.as_ref().map_or((0, 0), |(_, drafts)| (-drafts[0].amount, -drafts[0].vat));
        Self {
            amount: money::format(sum.0, currency),
            vat: money::format(sum.1, currency),
            not_owed: money::format(settled.written_off.map_or(0, |draft| -draft.amount), currency),
        }
    }
}

/// A line of a return.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct ReturnLineView {
    line: i64,
    quantity: i64,
    reason_id: Option<ReturnReasonId>,
    /// As it was called; none when the whole order was marked as returned.
    reason: Option<Texts>,
    is_restocked: bool,
}

/// A return of an order.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct OrderReturnView {
    id: OrderReturnId,
    location_id: Option<StockLocationId>,
    items_count: i64,
    note: Option<String>,
    /// Customer | Merchant | System.
    actor_type: String,
    actor_name: String,
    created_at: String,
    lines: Vec<ReturnLineView>,
}

impl OrderReturnView {
    pub(super) fn all(rows: Vec<ReturnRow>, lines: &[ReturnLineRow]) -> Vec<Self> {
        rows.into_iter()
            .map(|row| {
                let ReturnRow { id, location_id, items_count, note, actor_kind, actor_name, created_at } = row;
                let lines = lines
                    .iter()
                    .filter(|l| l.return_id == id)
                    .map(|l| ReturnLineView {
                        line: l.line,
                        quantity: l.quantity,
                        reason_id: l.reason_id,
                        reason: (!l.reason.0.is_empty()).then(|| l.reason.0.clone()),
                        is_restocked: l.is_restocked,
                    })
                    .collect();
                Self {
                    id,
                    location_id,
                    items_count,
                    note,
                    actor_type: actor_kind,
                    actor_name,
                    created_at: created_at.rfc3339(),
                    lines,
                }
            })
            .collect()
    }
}

/// Pieces of a line whose money is given back.
#[derive(Debug, Clone, Copy, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RefundLineIn {
    /// The order's line.
    #[schema(minimum = 1)]
    pub line: i64,
    /// From 1 to what has not been refunded yet.
    #[schema(minimum = 1)]
    pub quantity: i64,
}

/// Money to give back: for lines, shipping and the payment fee, or an amount alone.
#[derive(Debug, Clone, Default, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RefundIn {
    /// Each line once; 100 at most.
    #[serde(default)]
    #[schema(max_items = 100)]
    pub lines: Vec<RefundLineIn>,
    /// What is left of shipping.
    #[serde(default)]
    pub with_shipping: bool,
    /// What is left of the payment fee.
    #[serde(default)]
    pub with_fees: bool,
    /// A decimal in the store's currency, instead of lines, shipping and fee.
    #[schema(value_type = Option<schema::PositiveAmount>)]
    pub amount: Option<String>,
    /// 2000 characters at most.
    #[schema(value_type = Option<schema::LongText<2_000>>)]
    pub note: Option<String>,
    /// The version it was read at.
    pub version: Option<i64>,
}

/// An amount with the VAT in it.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct RefundAmount {
    /// What the customer gets.
    amount: String,
    vat: String,
}

impl RefundAmount {
    fn of(sum: Amount, currency: Currency) -> Self {
        Self { amount: money::format(sum.amount, currency), vat: money::format(sum.vat, currency) }
    }
}

/// A line, or what is left of it to refund.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct RefundLineView {
    line: i64,
    quantity: i64,
    amount: String,
    /// The VAT in it.
    vat: String,
}

impl RefundLineView {
    fn of(part: &LinePart, currency: Currency) -> Self {
        let LinePart { line, quantity, sum, .. } = part;
        Self {
            line: *line,
            quantity: *quantity,
            amount: money::format(sum.amount, currency),
            vat: money::format(sum.vat, currency),
        }
    }
}

/// What of an order can be given back.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct RefundableView {
    /// The most that can be given back.
    refundable: String,
    /// Paid beyond what the order charges.
    overpaid: String,
    /// What is left of each line.
    lines: Vec<RefundLineView>,
    /// What is left of shipping.
    shipping: RefundAmount,
    /// What is left of the payment fee.
    fees: RefundAmount,
}

impl RefundableView {
    pub(super) fn of(left: &Refundable, sums: Sums, currency: Currency) -> Self {
        Self {
            refundable: money::format(sums.received(), currency),
            overpaid: money::format(sums.overpaid(), currency),
            lines: left.lines.iter().map(|l| RefundLineView::of(l, currency)).collect(),
            shipping: RefundAmount::of(left.shipping, currency),
            fees: RefundAmount::of(left.fees, currency),
        }
    }
}

/// What a refund would come to.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct RefundPreview {
    /// What the customer gets.
    amount: String,
    /// The VAT in it.
    vat: String,
    /// The most that can be given back.
    refundable: String,
    /// It is not more than that.
    is_possible: bool,
    lines: Vec<RefundLineView>,
}

impl RefundPreview {
    pub(super) fn of(sum: Amount, lines: &[LinePart], sums: Sums, currency: Currency) -> Self {
        Self {
            amount: money::format(sum.amount, currency),
            vat: money::format(sum.vat, currency),
            refundable: money::format(sums.received(), currency),
            is_possible: sum.amount > 0 && sum.amount <= sums.received(),
            lines: lines.iter().map(|l| RefundLineView::of(l, currency)).collect(),
        }
    }
}

/// A refund of an order.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct RefundView {
    id: RefundId,
    /// The return it was made with.
    return_id: Option<OrderReturnId>,
    /// What the customer got.
    amount: String,
    /// The VAT in it.
    vat: String,
    /// The part of it that is shipping.
    shipping: String,
    /// The part of it that is the payment fee.
    fees: String,
    note: Option<String>,
    /// Customer | Merchant | System.
    actor_type: String,
    actor_name: String,
    created_at: String,
    /// Empty for an amount alone.
    lines: Vec<RefundLineView>,
}

impl RefundView {
    pub(super) fn all(rows: Vec<RefundRow>, lines: &[RefundLineRow], currency: Currency) -> Vec<Self> {
        let text = |n| money::format(n, currency);
        rows.into_iter()
            .map(|row| {
                let RefundRow { id, return_id, amount, vat, shipping, fees, note, actor_kind, actor_name, created_at } = row;
                let lines = lines
                    .iter()
                    .filter(|l| l.refund_id == id)
                    .map(|l| RefundLineView { line: l.line, quantity: l.quantity, amount: text(l.amount), vat: text(l.vat) })
                    .collect();
                Self {
                    id,
                    return_id,
                    amount: text(amount),
                    vat: text(vat),
                    shipping: text(shipping),
                    fees: text(fees),
                    note,
                    actor_type: actor_kind,
                    actor_name,
                    created_at: created_at.rfc3339(),
                    lines,
                }
            })
            .collect()
    }
}
