//! What goes back of a payment: refunds, voids and chargebacks. Pure; a part of `plan`.

use super::model::PaymentTransaction;
use super::plan::{Booking, BookingKind, Plan};
use super::words::{CaseKind, TransactionKind, TransactionStatus};
use crate::orders::returns::model::Refunded;

impl Plan {
    /// Books what went back of each booked charge and is not in the ledger.
    pub(super) fn settle_refunds(&mut self) {
        for charge in 0..self.after.rows.len() {
            let row = &self.after.rows[charge];
            if row.kind != TransactionKind::Charge || row.entry_n.is_none() {
                continue;
            }
            let (most, reported, booked) = (row.amount, row.refunds_reported, row.refunds_booked);
            let rows = &self.after.rows;
            let is_refund = |n: &usize| matches!(rows[*n].kind, TransactionKind::Refund | TransactionKind::Void);
            let parts: Vec<usize> = (0..rows.len()).filter(is_refund).filter(|n| self.charge_of(*n) == Some(charge)).collect();
            let moved = self.moved_of(&parts, most, |_| true);
            let back = reported.max(moved);
            if back > most {
                let last = parts.last().copied().unwrap_or(charge);
                self.open(CaseKind::RefundTooLarge, last, back - most);
            }
            let back = back.min(most);
            if back > booked {
                self.confirm_requests(&parts, back - moved.min(back));
                self.refund(charge, &parts, back - booked);
                self.after.rows[charge].refunds_booked = back;
            }
            let requested = self.moved_of(&parts, most, |r| r.is_requested);
            if back > booked && back > requested {
                let row = parts.iter().rev().copied().find(|n| !self.after.rows[*n].is_requested).unwrap_or(charge);
                self.open(CaseKind::RefundNotRequested, row, back - requested);
            }
        }
    }

    /// What these refunds and voids moved of a charge of `most`, which a void takes back as a whole.
    fn moved_of(&self, parts: &[usize], most: i64, counts: impl Fn(&PaymentTransaction) -> bool) -> i64 {
        let rows = parts.iter().map(|n| &self.after.rows[*n]).filter(|r| r.has_moved() && counts(r));
        let amounts = rows.map(|r| if r.kind == TransactionKind::Void { most } else { r.amount.max(0) });
        amounts.fold(0, i64::saturating_add)
    }

    /// The booked charge that a refund, void or chargeback takes back: its parent, the capture of its parent, or the first one where
    /// no parent is reported.
    fn charge_of(&self, n: usize) -> Option<usize> {
        let (row, rows) = (&self.after.rows[n], &self.after.rows);
        let find = |is: &dyn Fn(&PaymentTransaction) -> bool| {
            rows.iter().position(|r| r.kind == TransactionKind::Charge && r.entry_n.is_some() && is(r))
        };
        match &row.parent_provider_id {
            Some(parent) => find(&|r| r.provider_id.as_ref() == Some(parent))
                .or_else(|| find(&|r| r.parent_provider_id.as_ref() == Some(parent))),
            None => find(&|_| true),
        }
    }

    /// The gateway reports a refund as a part of the charge's total only: requests that fit into it are confirmed.
    fn confirm_requests(&mut self, parts: &[usize], mut unmatched: i64) {
        for n in parts {
            let row = &mut self.after.rows[*n];
            if row.is_open_request() && row.provider_id.is_none() && row.amount <= unmatched {
                row.status = TransactionStatus::Paid;
                unmatched -= row.amount;
            }
        }
    }

    fn refund(&mut self, charge: usize, parts: &[usize], amount: i64) {
        let row = parts.iter().copied().find(|n| self.after.rows[*n].has_moved() && self.after.rows[*n].entry_n.is_none());
        let row = row.unwrap_or(charge);
        let bookable = amount.min(self.after.sums.received());
        if bookable < amount {
            self.open(CaseKind::RefundTooLarge, row, amount - bookable);
        }
        let parts = self.parts_of(row, bookable);
        if let Ok(drafts) = self.after.sums.refund(bookable, parts.as_ref().map(|parts| parts.total().vat)) {
            if let (Some(left), Some(parts)) = (&mut self.after.refundable, &parts) {
                *left = left.without(parts);
            }
            self.book(Booking { kind: BookingKind::Refund, row, amount: bookable, drafts, parts });
        }
    }

    /// What a refund is for, as it was requested: only where just this amount is booked for it and the order still has these parts,
    /// which an edit or a refund by hand may have changed since.
    fn parts_of(&self, row: usize, amount: i64) -> Option<Refunded> {
        let parts = self.after.rows[row].parts.as_ref().filter(|parts| parts.total().amount == amount)?;
        self.after.refundable.as_ref().filter(|left| left.holds(parts)).map(|_| parts.clone())
    }

    /// Books chargebacks; one that comes before its charge waits for it.
    pub(super) fn settle_chargebacks(&mut self) {
        for n in 0..self.after.rows.len() {
            let row = &self.after.rows[n];
            if row.kind != TransactionKind::Chargeback || !row.has_moved() || row.entry_n.is_some() || row.refunds_booked > 0 {
                continue;
            }
            let amount = row.amount;
            self.open(CaseKind::Chargeback, n, amount);
            if self.charge_of(n).is_none() {
                continue;
            }
            // Marks it as settled, also where the ledger has nothing left of it.
            self.after.rows[n].refunds_booked = amount.max(1);
            let draft = self.after.sums.take_back(amount);
            let bookable = draft.map_or(0, |d| -d.amount);
            if bookable < amount {
                self.open(CaseKind::RefundTooLarge, n, amount - bookable);
            }
            if let Some(draft) = draft {
                self.book(Booking { kind: BookingKind::Chargeback, row: n, amount: bookable, drafts: vec![draft], parts: None });
            }
        }
    }
}
