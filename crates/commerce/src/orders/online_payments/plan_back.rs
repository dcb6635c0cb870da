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

    /// The gateway reports a refund as a part of the charge's total only: the requests that it can be are confirmed. One that is not
    /// is sent again, so those are meant whose sum comes closest.
    fn confirm_requests(&mut self, parts: &[usize], unmatched: i64) {
        let rows = &self.after.rows;
        let is_waiting = |n: &usize| rows[*n].is_open_request() && rows[*n].provider_id.is_none();
        let waiting: Vec<usize> = parts.iter().copied().filter(is_waiting).collect();
        let amounts: Vec<i64> = waiting.iter().map(|n| rows[*n].amount).collect();
        for n in closest_sum(&amounts, unmatched) {
            self.after.rows[waiting[n]].status = TransactionStatus::Paid;
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

    /// What no chargeback took back of a booked charge: refunds of it are money of their own, which left beside them.
    fn left_of(&self, charge: usize) -> i64 {
        let rows = &self.after.rows;
        let is_settled = |n: &usize| rows[*n].kind == TransactionKind::Chargeback && rows[*n].refunds_booked > 0;
        let own = (0..rows.len()).filter(is_settled).filter(|n| self.charge_of(*n) == Some(charge));
        let taken = own.map(|n| rows[n].amount).fold(0, i64::saturating_add);
        rows[charge].amount.saturating_sub(taken).max(0)
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
            let Some(charge) = self.charge_of(n) else { continue };
            let left = self.left_of(charge);
            // Marks it as settled, also where the ledger has nothing left of it.
            self.after.rows[n].refunds_booked = amount.max(1);
            // Told twice under two names, it does not take what other payments brought.
            let draft = self.after.sums.take_back(amount.min(left));
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

/// Amounts of which every choice is tried; of more the first that fit are taken.
const MOST_TRIED: usize = 12;

/// Indices of the amounts whose sum comes closest to a limit without exceeding it; of equal sums the earliest.
fn closest_sum(amounts: &[i64], limit: i64) -> Vec<usize> {
    let chosen = |mask: usize| (0..amounts.len()).filter(move |n| mask >> n & 1 == 1);
    let sum = |mask: usize| chosen(mask).map(|n| amounts[n]).fold(0, i64::saturating_add);
    if amounts.len() > MOST_TRIED {
        let mut left = limit;
        let mut takes = |n: &usize| {
            let fits = amounts[*n] <= left;
            left -= if fits { amounts[*n] } else { 0 };
            fits
        };
        return (0..amounts.len()).filter(|n| takes(n)).collect();
    }
    let mut best = 0;
    for mask in 0..1 << amounts.len() {
        if (sum(best) + 1..=limit).contains(&sum(mask)) {
            best = mask;
        }
    }
    chosen(best).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn py_03_what_went_back_is_the_requests_that_it_can_be() {
        assert_eq!(closest_sum(&[3_000, 5_000], 5_000), [1], "the first would leave the second to be sent once more");
        assert_eq!(closest_sum(&[3_000, 2_000, 5_000], 5_000), [0, 1]);
        assert_eq!(closest_sum(&[5_000], 7_000), [0], "beside one that nobody requested");
        assert_eq!(closest_sum(&[5_000], 4_999), [0; 0]);
    }

    proptest! {
        /// PY-03: never more than went back, and no other choice would explain more of it.
        #[test]
        fn py_03_no_choice_of_requests_comes_closer(amounts in prop::collection::vec(1..100_i64, 0..8), limit in -5..300_i64) {
            let sum = |chosen: &[usize]| chosen.iter().map(|n| amounts[*n]).sum::<i64>();
            let found = sum(&closest_sum(&amounts, limit));
            prop_assert!(found <= limit.max(0));
            for mask in 0..1_usize << amounts.len() {
                let other: Vec<usize> = (0..amounts.len()).filter(|n| mask >> n & 1 == 1).collect();
                prop_assert!(sum(&other) <= found || sum(&other) > limit);
            }
        }
    }
}
