//! Returns and refunds in API responses. Amounts are decimals in the store's currency, times RFC 3339 in UTC.

use kernel::{Currency, OrderReturnId, RefundId, ReturnReasonId, StockLocationId, Texts, money};
use serde::Serialize;

use super::refund::{Priced, RefundableBalance};
use super::settle::ReturnSettlement;
use crate::orders::returns::model::{Amount, LinePart};
use crate::orders::returns::store::{RefundLineRow, RefundRow, ReturnLineRow, ReturnRow};

/// What a return would do to the order's money.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct ReturnPreview {
    /// Amount refunded to the customer; zero without a refund, or when nothing was paid.
    amount: String,
    /// The VAT in it.
    vat: String,
    /// The unpaid part of the goods, which would no longer be owed.
    not_owed: String,
}

impl ReturnPreview {
    pub(super) fn from_settlement(settlement: &ReturnSettlement, currency: Currency) -> Self {
        // The entry's VAT counts, as in the resulting refund.
        let sum = settlement.refund.as_ref().map_or((0, 0), |(_, drafts)| (-drafts[0].amount, -drafts[0].vat));
        Self {
            amount: money::format(sum.0, currency),
            vat: money::format(sum.1, currency),
            not_owed: money::format(settlement.written_off.map_or(0, |draft| -draft.amount), currency),
        }
    }
}

/// A line of a return.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct ReturnLineView {
    line: i64,
    quantity: i64,
    reason_id: Option<ReturnReasonId>,
    /// The reason's name at that time; none when the whole order was marked as returned.
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

/// An amount with the VAT in it.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct RefundAmount {
    /// Amount refunded to the customer.
    amount: String,
    vat: String,
}

impl RefundAmount {
    fn from_amount(sum: Amount, currency: Currency) -> Self {
        Self { amount: money::format(sum.amount, currency), vat: money::format(sum.vat, currency) }
    }
}

/// A line with its amount to refund.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct RefundLineView {
    line: i64,
    quantity: i64,
    amount: String,
    /// The VAT in it.
    vat: String,
}

impl RefundLineView {
    fn from_part(part: &LinePart, currency: Currency) -> Self {
        let LinePart { line, quantity, sum, .. } = part;
        Self {
            line: *line,
            quantity: *quantity,
            amount: money::format(sum.amount, currency),
            vat: money::format(sum.vat, currency),
        }
    }
}

/// What of an order can still be refunded.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct RefundableView {
    /// The largest possible refund: what was received, less what is requested of payment gateways.
    refundable: String,
    /// Requested of payment gateways, which have not said yet whether they refund it.
    requested: String,
    /// Paid above what the order charges.
    overpaid: String,
    /// What is left of each line.
    lines: Vec<RefundLineView>,
    /// What is left of shipping.
    shipping: RefundAmount,
    /// What is left of the payment fee.
    fees: RefundAmount,
}

impl RefundableView {
    pub(super) fn new(left: &RefundableBalance, currency: Currency) -> Self {
        let refundable = &left.refundable;
        Self {
            refundable: money::format(left.most(), currency),
            requested: money::format(left.requested, currency),
            overpaid: money::format(left.sums.overpaid(), currency),
            lines: refundable.lines.iter().map(|l| RefundLineView::from_part(l, currency)).collect(),
            shipping: RefundAmount::from_amount(refundable.shipping, currency),
            fees: RefundAmount::from_amount(refundable.fees, currency),
        }
    }
}

/// The sums of a refund.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct RefundPreview {
    /// Amount refunded to the customer.
    amount: String,
    /// The VAT in it.
    vat: String,
    /// The largest possible refund.
    refundable: String,
    /// The amount does not exceed `refundable`.
    is_possible: bool,
    lines: Vec<RefundLineView>,
}

impl RefundPreview {
    pub(super) fn new(priced: &Priced, left: &RefundableBalance, currency: Currency) -> Self {
        let Priced { sum, lines, .. } = priced;
        Self {
            amount: money::format(sum.amount, currency),
            vat: money::format(sum.vat, currency),
            refundable: money::format(left.most(), currency),
            is_possible: sum.amount > 0 && sum.amount <= left.most(),
            lines: lines.iter().map(|l| RefundLineView::from_part(l, currency)).collect(),
        }
    }
}

/// A refund of an order.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct RefundView {
    id: RefundId,
    /// The return it was made with.
    return_id: Option<OrderReturnId>,
    /// Amount refunded to the customer.
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
    /// Empty for a refund by amount.
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
