//! What a return does to the money of its order. Pure; amounts are in minor units.

use kernel::Currency;

use super::refund::{self, Priced, RefundRequest};
use super::wire_in::{RefundLineIn, ReturnRefundIn};
use crate::orders::error::OrderError;
use crate::orders::ledger::model::{Draft, LedgerTotals};
use crate::orders::returns::model::{LinePart, Refundable};

/// Goods that come back.
#[derive(Debug, Clone, Copy)]
pub(in crate::orders) struct ReturnedGoods<'a> {
    /// Each line once, with as many pieces as come back.
    pub(in crate::orders) lines: &'a [(i64, i64)],
    /// Nothing of the order stays with the customer.
    pub(in crate::orders) is_all: bool,
    /// They are paid back in the same step.
    pub(in crate::orders) refund: Option<ReturnRefundIn>,
}

/// What their return does to the money.
#[derive(Debug, Clone)]
pub(in crate::orders) struct ReturnSettlement {
    /// What of them was not paid, and is not owed any more; none when all of it was paid.
    pub(in crate::orders) written_off: Option<Draft>,
    /// What is given back, with its entries; none when nothing is.
    pub(in crate::orders) refund: Option<(Priced, Vec<Draft>)>,
    /// The order's sums once it is written off and before anything is given back.
    pub(in crate::orders) after_write_off: LedgerTotals,
}

/// Settles a return against what is left of the order (decisions §5): what was not paid of the goods is not owed any more, and of
/// what was paid of them no more is given back than the store has.
///
/// # Errors
/// [`OrderError::Fields`] when a line is not of the order.
pub(in crate::orders) fn settle(
    refundable: &Refundable,
    sums: LedgerTotals,
    back: ReturnedGoods<'_>,
    currency: Currency,
) -> Result<ReturnSettlement, OrderError> {
    // Pieces whose money was given back before have no worth left.
    let parts: Vec<LinePart> =
        back.lines.iter().filter_map(|(line, quantity)| refundable.part_at_most(*line, *quantity)).collect();
    let worth: i64 = parts.iter().map(|p| p.sum.amount).sum();
    let written_off = if back.is_all { sums.write_off() } else { sums.write_off_of(worth) };
    let mut after_write_off = sums;
    if let Some(draft) = written_off {
        after_write_off.add(draft);
    }
    let Some(ReturnRefundIn { with_shipping, with_fees }) = back.refund else {
        return Ok(ReturnSettlement { written_off, refund: None, after_write_off });
    };
    let lines = parts.iter().map(|p| RefundLineIn { line: p.line, quantity: p.quantity }).collect();
    let mut priced =
        refund::price(refundable, after_write_off, &RefundRequest { lines, with_shipping, with_fees, amount: None })?;
    // What was not paid of it was written off and is not given back.
    let write_off = written_off.map_or(0, |draft| -draft.amount);
    let most = (priced.sum.amount - write_off).min(after_write_off.received());
    if most < priced.sum.amount {
        let bare = RefundRequest { lines: Vec::new(), with_shipping: false, with_fees: false, amount: Some(most) };
        priced = refund::price(refundable, after_write_off, &bare)?;
    }
    let refund = if most > 0 {
        let drafts = priced.drafts(after_write_off, currency)?;
        Some((priced, drafts))
    } else {
        None
    };
    Ok(ReturnSettlement { written_off, refund, after_write_off })
}
