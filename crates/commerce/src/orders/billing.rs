//! What an order charges, change by change, as its documents must state it (OR-08): the charges of the ledger, each with the
//! reason of its change. Read only.

use std::collections::HashMap;

use db::Conn;
use kernel::{Millis, OrderId, RefundId, StoreScope};

use super::ledger;
use super::ledger::model::{Draft, Kind, LedgerTotals};
use super::model::Order;
use super::returns::store as returns;
use super::status::Status;

/// An amount of a document, in minor units.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Billed {
    /// Without VAT.
    pub net: i64,
    /// VAT amount.
    pub vat: i64,
}

impl Billed {
    /// Net plus VAT.
    #[must_use]
    pub const fn total(self) -> i64 {
        self.net + self.vat
    }
}

/// The component of an order that is credited.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChargeComponent {
    /// Pieces of a line.
    Line(i64),
    /// Shipping.
    Shipping,
    /// The payment method's charge.
    Fees,
}

/// A credited part of an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Part {
    /// The credited component.
    pub component: ChargeComponent,
    /// Pieces; 0 of fees.
    pub quantity: i64,
    /// The amount that the refund states; none when the pieces came back unpaid.
    pub money: Option<Billed>,
}

/// Why the charge of an order changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChargeReason {
    /// The order was placed.
    Placed,
    /// The order was edited.
    Edited,
    /// Money was refunded.
    Refunded,
    /// Unpaid goods came back.
    Returned,
    /// The order was cancelled.
    Cancelled,
}

/// A change of an order's charge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// Number of its entry in the ledger.
    pub n: i64,
    /// Its reason.
    pub reason: ChargeReason,
    /// The refund that caused it.
    pub refund: Option<RefundId>,
    /// The credited parts; empty for a refund by amount.
    pub parts: Vec<Part>,
    /// Charge before it.
    pub before: Billed,
    /// Charge after it.
    pub after: Billed,
}

/// What an order charges.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Bill {
    /// Parts credited before these changes.
    pub credited: Vec<Part>,
    /// Changes after the requested entry, oldest first.
    pub changes: Vec<Change>,
    /// Number of the newest entry.
    pub until: i64,
    /// Current charge.
    pub now: Billed,
    /// The part of it that is still to be paid.
    pub owed: i64,
}

/// A ledger entry with its reason.
#[derive(Debug, Clone)]
pub(super) struct BilledEntry {
    pub(super) n: i64,
    pub(super) draft: Draft,
    pub(super) refund: Option<RefundId>,
    pub(super) parts: Vec<Part>,
}

fn billed(sums: &LedgerTotals) -> Billed {
    let (amount, vat) = sums.billed();
    Billed { net: amount - vat, vat }
}

impl Bill {
    /// Builds it from all entries of an order, oldest first; changes are those after entry `after`.
    pub(super) fn from_entries(entries: impl IntoIterator<Item = BilledEntry>, after: i64, is_cancelled: bool) -> Self {
        let (mut bill, mut sums) = (Self::default(), LedgerTotals::default());
        for BilledEntry { n, draft, refund, parts } in entries {
            let before = billed(&sums);
            sums.add(draft);
            bill.until = n;
            let reason = match draft.kind {
                Kind::Charge => ChargeReason::Placed,
                Kind::Adjustment => ChargeReason::Edited,
                Kind::Credit => ChargeReason::Refunded,
                Kind::Reversal if is_cancelled && parts.is_empty() => ChargeReason::Cancelled,
                Kind::Reversal => ChargeReason::Returned,
                Kind::Payment | Kind::PaymentReversal | Kind::Refund => continue,
            };
            if n <= after {
                bill.credited.extend(parts);
            } else {
                bill.changes.push(Change { n, reason, refund, parts, before, after: billed(&sums) });
            }
        }
        bill.now = billed(&sums);
        bill.owed = sums.owed();
        bill
    }

    /// The parts that all changes up to entry `n` credited.
    #[must_use]
    pub fn credited_until(&self, n: i64) -> Vec<Part> {
        let later_parts = self.changes.iter().filter(|c| c.n <= n).flat_map(|c| &c.parts);
        self.credited.iter().chain(later_parts).copied().collect()
    }
}

/// What an order charges, with the changes after entry `after`. Four statements.
///
/// # Errors
/// Of the database.
pub async fn bill(c: Conn<'_>, scope: &StoreScope, order: &Order, after: i64) -> db::Result<Bill> {
    let entries = ledger::store::list_entries(c, scope, order.id).await?;
    let has_given = entries.iter().any(|e| matches!(e.draft.kind, Kind::Credit | Kind::Reversal));
    let (refunds, returns) = if has_given {
        (of_refunds(c, scope, order.id).await?, of_returns(c, scope, order.id).await?)
    } else {
        (HashMap::new(), HashMap::new())
    };
    let billed = entries.into_iter().map(|e| {
        let parts = match (e.draft.kind, e.refund) {
            (Kind::Credit, Some(refund)) => refunds.get(&refund).cloned(),
            // Return and reversal were written in one transaction, with the same time.
            (Kind::Reversal, _) => returns.get(&e.at).cloned(),
            _ => None,
        };
        BilledEntry { n: e.n, draft: e.draft, refund: e.refund, parts: parts.unwrap_or_default() }
    });
    Ok(Bill::from_entries(billed, after, order.status == Status::Cancelled))
}

async fn of_refunds(c: Conn<'_>, scope: &StoreScope, order: OrderId) -> db::Result<HashMap<RefundId, Vec<Part>>> {
    let mut parts: HashMap<RefundId, Vec<Part>> = HashMap::new();
    let money = |amount, vat| Some(Billed { net: amount - vat, vat });
    for l in returns::list_refund_lines(c, scope, order).await? {
        let part = Part { component: ChargeComponent::Line(l.line), quantity: l.quantity, money: money(l.amount, l.vat) };
        parts.entry(l.refund_id).or_default().push(part);
    }
    for fee in returns::list_refunded_fees(c, scope, order).await? {
        let of = parts.entry(fee.id).or_default();
        if fee.shipping > 0 {
            of.push(Part { component: ChargeComponent::Shipping, quantity: 0, money: money(fee.shipping, fee.shipping_vat) });
        }
        if fee.fees > 0 {
            of.push(Part { component: ChargeComponent::Fees, quantity: 0, money: money(fee.fees, fee.fees_vat) });
        }
    }
    Ok(parts)
}

async fn of_returns(c: Conn<'_>, scope: &StoreScope, order: OrderId) -> db::Result<HashMap<Millis, Vec<Part>>> {
    let at: HashMap<_, Millis> =
        returns::list_returns(c, scope, order).await?.into_iter().map(|r| (r.id, r.created_at)).collect();
    let mut parts: HashMap<Millis, Vec<Part>> = HashMap::new();
    for l in returns::list_return_lines(c, scope, order).await? {
        if let Some(at) = at.get(&l.return_id) {
            parts.entry(*at).or_default().push(Part {
                component: ChargeComponent::Line(l.line),
                quantity: l.quantity,
                money: None,
            });
        }
    }
    Ok(parts)
}
