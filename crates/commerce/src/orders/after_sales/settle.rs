//! The effect of a return on the money of its order. Pure; amounts are in minor units.

use kernel::Currency;

use super::refund::{self, Priced, RefundRequest};
use super::wire_in::{RefundLineIn, ReturnRefundIn};
use crate::orders::error::OrderError;
use crate::orders::ledger::model::{Draft, LedgerTotals};
use crate::orders::returns::model::{LinePart, Refundable};

/// Returned goods.
#[derive(Debug, Clone, Copy)]
pub(in crate::orders) struct ReturnedGoods<'a> {
    /// Each line once, with its returned pieces.
    pub(in crate::orders) lines: &'a [(i64, i64)],
    /// No piece of the order stays with the customer.
    pub(in crate::orders) is_all: bool,
    /// The refund in the same step.
    pub(in crate::orders) refund: Option<ReturnRefundIn>,
    /// Requested of gateways and not booked yet: no part of this refund.
    pub(in crate::orders) requested: i64,
}

/// The effect of the return on the order's money.
#[derive(Debug, Clone)]
pub(in crate::orders) struct ReturnSettlement {
    /// Write-off of their unpaid part, which is no longer owed; none when all of it was paid.
    pub(in crate::orders) written_off: Option<Draft>,
    /// The refund with its entries; none without one.
    pub(in crate::orders) refund: Option<(Priced, Vec<Draft>)>,
    /// The order's sums after the write-off and before the refund.
    pub(in crate::orders) after_write_off: LedgerTotals,
}

/// Settles a return against what is left of the order (decisions §5): the unpaid part of the goods is written off, and no more of
/// the paid part is refunded than the store holds.
///
/// # Errors
/// [`OrderError::Fields`] when a line is not one of the order's.
pub(in crate::orders) fn settle(
    refundable: &Refundable,
    sums: LedgerTotals,
    back: ReturnedGoods<'_>,
    currency: Currency,
) -> Result<ReturnSettlement, OrderError> {
    // Pieces that were refunded before are worth nothing.
    let parts: Vec<LinePart> =
        back.lines.iter().filter_map(|(line, quantity)| refundable.part_at_most(*line, *quantity)).collect();
    let worth: i64 = parts.iter().map(|p| p.sum.amount).sum();
    let written_off = if back.is_all { sums.write_off() } else { sums.write_off_of(worth) };
    let mut after_write_off = sums;
    if let Some(draft) = written_off {
        after_write_off.add(draft);
    }
    let Some(ReturnRefundIn { with_shipping, with_fees, .. }) = back.refund else {
        return Ok(ReturnSettlement { written_off, refund: None, after_write_off });
    };
    let lines = parts.iter().map(|p| RefundLineIn { line: p.line, quantity: p.quantity }).collect();
    let mut priced =
        refund::price(refundable, after_write_off, &RefundRequest { lines, with_shipping, with_fees, amount: None })?;
    // The written-off part is not refunded.
    let write_off = written_off.map_or(0, |draft| -draft.amount);
    let most = (priced.sum.amount - write_off).min(after_write_off.received() - back.requested);
    if most < priced.sum.amount {
        let bare = RefundRequest { lines: Vec::new(), with_shipping: false, with_fees: false, amount: Some(most) };
        priced = refund::price(refundable, after_write_off, &bare)?;
    }
    let refund = if most > 0 {
        let drafts = priced.drafts(after_write_off, back.requested, currency)?;
        Some((priced, drafts))
    } else {
        None
    };
    Ok(ReturnSettlement { written_off, refund, after_write_off })
}
