//! Which documents an invoiced order needs to match its ledger: credit notes for what was refunded or written off, and after an
//! edit a credit note of the rest and a new invoice (docs/decisions/0016). Pure.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use ::documents::{Line, LineKind};
use kernel::RefundId;
use kernel::money;

use super::credit::{self, RemainingLine, priced, spread};
use commerce::orders::{Bill, Billed, ChargeComponent, ChargeReason, Part};

/// The newest invoice of an order, with what is left of it.
#[derive(Debug, Clone)]
pub(super) struct LiveInvoice {
    /// As it was issued.
    pub(super) lines: Vec<Line>,
    /// After its credit notes.
    pub(super) remaining: BTreeMap<i64, RemainingLine>,
    /// [`basis`] of the order's lines when it was issued.
    pub(super) basis: String,
    /// A part was credited by hand, so what is left is a person's decision.
    pub(super) is_by_hand: bool,
}

/// A document to be issued, in this order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum PendingDocument {
    /// Against the current invoice.
    Credit { lines: Vec<Line>, reason: ChargeReason, refund: Option<RefundId>, until: i64 },
    /// Replaces the previous one, of which nothing is left.
    Invoice { lines: Vec<Line>, until: i64 },
}

impl LiveInvoice {
    fn outstanding(&self) -> Billed {
        self.remaining.values().fold(Billed::default(), |sum, l| Billed { net: sum.net + l.net, vat: sum.vat + l.vat })
    }
}

/// A fingerprint of what an order's invoice depends on. Numbers and names alone, so that a newer version that knows more of a
/// line computes the same.
pub(super) fn basis(lines: &[Line]) -> String {
    let mut text = String::new();
    for l in lines {
        let kind = match l.kind {
            LineKind::Goods => 'g',
            LineKind::Shipping => 's',
            LineKind::PaymentFee => 'f',
            LineKind::Amount => 'a',
        };
        let numbers = [l.line, l.quantity, l.unit_price, l.discount, l.net, l.vat];
        let _ = write!(text, "{kind}{numbers:?}{:?}{:?}{:?};", l.name.ar, l.name.en, l.sku);
    }
    digest(&text)
}

fn digest(text: &str) -> String {
    use sha2::{Digest, Sha256};
    kernel::hex(&Sha256::digest(text.as_bytes()))
}

/// The part that is taken of a line.
#[derive(Debug, Clone, Copy, Default)]
struct TakenPart {
    quantity: Option<i64>,
    net: i64,
    vat: i64,
}

/// Takes `sum` from what is left of the lines: from the named parts as far as they go, the rest in proportion. Net and VAT each
/// add up to their sum exactly; there is at least as much left of both.
fn take(lines: &[Line], remaining: &BTreeMap<i64, RemainingLine>, parts: &[Part], sum: Billed) -> Vec<TakenPart> {
    let rest: Vec<RemainingLine> = lines.iter().map(|l| remaining.get(&l.line).copied().unwrap_or_default()).collect();
    let mut requested_parts = vec![(0, Billed::default()); lines.len()];
    for part in parts {
        let at = lines.iter().position(|l| match part.component {
            ChargeComponent::Line(line) => l.kind == LineKind::Goods && l.line == line,
            ChargeComponent::Shipping => l.kind == LineKind::Shipping,
            ChargeComponent::Fees => l.kind == LineKind::PaymentFee,
        });
        let Some(at) = at else { continue };
        let (rest, (quantity, requested)) = (rest[at], &mut requested_parts[at]);
        *quantity = (*quantity + part.quantity).min(rest.quantity);
        let money = part.money.unwrap_or_else(|| {
            let share = |n: i64| money::div_half_up(i128::from(n) * i128::from(part.quantity), i128::from(rest.quantity.max(1)));
            Billed { net: share(rest.net), vat: share(rest.vat) }
        });
        requested.net = (requested.net + money.net).clamp(0, rest.net);
        requested.vat = (requested.vat + money.vat).clamp(0, rest.vat);
    }
    let distribute = |sum: i64, wishes_by_line: Vec<i64>, rest: Vec<i64>| -> Vec<i64> {
        let requested: i64 = wishes_by_line.iter().sum();
        if requested >= sum {
            return spread(sum, &wishes_by_line);
        }
        let capacities: Vec<i64> = rest.iter().zip(&wishes_by_line).map(|(rest, wished_amount)| rest - wished_amount).collect();
        wishes_by_line
            .iter()
            .zip(spread(sum - requested, &capacities))
            .map(|(amount_by_line, more)| amount_by_line + more)
            .collect()
    };
    let net = distribute(sum.net, requested_parts.iter().map(|w| w.1.net).collect(), rest.iter().map(|r| r.net).collect());
    let vat = distribute(sum.vat, requested_parts.iter().map(|w| w.1.vat).collect(), rest.iter().map(|r| r.vat).collect());
    let all = net.into_iter().zip(vat).zip(requested_parts).zip(rest);
    all.map(|(((net, vat), (requested_quantity, _)), rest)| {
        let is_all = (net, vat) == (rest.net, rest.vat);
        let quantity = if is_all { rest.quantity } else { requested_quantity };
        TakenPart { quantity: (quantity > 0 && net + vat > 0).then_some(quantity), net, vat }
    })
    .collect()
}

/// The lines of a credit note over `sum`.
fn credited(live: &LiveInvoice, parts: &[Part], sum: Billed, is_vat_included: bool) -> Vec<Line> {
    let parts_taken = take(&live.lines, &live.remaining, parts, sum);
    let lines = live.lines.iter().zip(parts_taken).filter(|(_, t)| t.net + t.vat > 0);
    lines.map(|(line, t)| priced(line, t.quantity, t.net, t.vat, is_vat_included)).collect()
}

/// The lines of an invoice over `sum`: the order's own, without what was refunded or written off.
pub(super) fn invoiced(full: &[Line], refunded: &[Part], sum: Billed, is_vat_included: bool) -> Vec<Line> {
    let remaining = credit::remaining_lines(full, []);
    let total = full.iter().fold(Billed::default(), |s, l| Billed { net: s.net + l.net, vat: s.vat + l.vat });
    if total == sum {
        return full.to_vec();
    }
    let reduction = Billed { net: (total.net - sum.net).max(0), vat: (total.vat - sum.vat).max(0) };
    let parts_taken = take(full, &remaining, refunded, reduction);
    let rest = full.iter().zip(parts_taken).filter_map(|(line, t)| {
        if (t.net, t.vat) == (0, 0) {
            return Some(line.clone());
        }
        let (net, vat) = (line.net - t.net, line.vat - t.vat);
        let quantity = line.quantity - t.quantity.unwrap_or(0);
        (net + vat > 0).then(|| priced(line, (quantity > 0).then_some(quantity), net, vat, is_vat_included))
    });
    rest.collect()
}

/// The missing documents. None for an order without an invoice, and none after they were issued.
pub(super) fn find_missing(live: &LiveInvoice, bill: &Bill, full: &[Line], is_vat_included: bool) -> Vec<PendingDocument> {
    let mut live = live.clone();
    let mut pending = Vec::new();
    // All of it was credited by hand: whether there is another invoice is a person's decision too.
    if live.is_by_hand && live.outstanding().total() == 0 {
        return pending;
    }
    let issue_anew =
        |live: &mut LiveInvoice, papers: &mut Vec<PendingDocument>, (to, until): (Billed, i64), reason: ChargeReason| {
            let before = live.outstanding();
            if before.total() > 0 {
                let lines = credited(live, &[], before, is_vat_included);
                papers.push(PendingDocument::Credit { lines, reason, refund: None, until });
            }
            let lines =
                if to.total() > 0 { invoiced(full, &bill.credited_until(until), to, is_vat_included) } else { Vec::new() };
            live.remaining = credit::remaining_lines(&lines, []);
            live.lines.clone_from(&lines);
            live.is_by_hand = false;
            if !lines.is_empty() {
                papers.push(PendingDocument::Invoice { lines, until });
            }
        };
    // The current order follows from its last edit; an edit that leaves the total unchanged has no entry.
    let edited =
        (basis(full) != live.basis).then(|| bill.changes.iter().rfind(|c| c.reason == ChargeReason::Edited).map(|c| c.n));
    for change in &bill.changes {
        match change.reason {
            ChargeReason::Placed => {}
            ChargeReason::Edited if edited == Some(Some(change.n)) => {
                issue_anew(&mut live, &mut pending, (change.after, change.n), ChargeReason::Edited);
            }
            ChargeReason::Edited => {}
            ChargeReason::Refunded | ChargeReason::Returned | ChargeReason::Cancelled => {
                let before = live.outstanding();
                let decrease = |before: i64, charged_before: i64, charged_after: i64| {
                    (before - charged_after).clamp(0, (charged_before - charged_after).max(0))
                };
                // Exactly what is charged; where a part was credited by hand already, no further than that.
                let sum = Billed {
                    net: decrease(before.net, change.before.net, change.after.net),
                    vat: decrease(before.vat, change.before.vat, change.after.vat),
                };
                if sum.total() > 0 {
                    let lines = credited(&live, &change.parts, sum, is_vat_included);
                    take_off(&mut live, &lines);
                    pending.push(PendingDocument::Credit {
                        lines,
                        reason: change.reason,
                        refund: change.refund,
                        until: change.n,
                    });
                }
            }
        }
    }
    if edited == Some(None) {
        issue_anew(&mut live, &mut pending, (bill.now, bill.until), ChargeReason::Edited);
    }
    // Whatever changes came together: in the end the documents match the ledger.
    if !live.is_by_hand && live.outstanding() != bill.now {
        issue_anew(&mut live, &mut pending, (bill.now, bill.until), ChargeReason::Edited);
    }
    pending
}

fn take_off(live: &mut LiveInvoice, lines: &[Line]) {
    for line in lines {
        if let Some(rest) = live.remaining.get_mut(&line.line) {
            rest.net -= line.net;
            rest.vat -= line.vat;
            if line.kind != LineKind::Amount {
                rest.quantity -= line.quantity;
            }
        }
    }
}
