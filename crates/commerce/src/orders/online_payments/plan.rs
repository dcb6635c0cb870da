//! What a reported transaction means for an attempt, its order and the ledger (PY-03, decisions §5 and §8). Pure: `record` reads a
//! [`Snapshot`], plans and writes.
//!
//! Whatever the network does, each charge is booked once and each refund once: a charge by the mark on its row; refunds by the sum
//! that its gateway reports of the charge, as a total or by transactions of their own, less what was booked before. So reports may
//! come in any order and any number of times.

use gateways::payments::Transaction;
use kernel::{Millis, PaymentTransactionId};

use super::attempt_state::AttemptEvent;
use super::differences::differences;
use super::model::{Attempt, PaymentTransaction};
use super::words::{CaseKind, TransactionKind, TransactionStatus};
use crate::orders::ledger::model::{Draft, LedgerTotals};
use crate::orders::returns::model::{Refundable, Refunded};
use crate::orders::status::{PaymentStatus, Status};

/// The most transactions of an attempt that are looked at.
pub(super) const MOST_ROWS: i64 = 500;

/// An attempt with all that is stored of it and of its order.
#[derive(Debug, Clone)]
pub struct Snapshot {
    /// The attempt.
    pub attempt: Attempt,
    /// Its transactions, oldest first.
    pub rows: Vec<PaymentTransaction>,
    /// The ledger of the order.
    pub sums: LedgerTotals,
    /// The order's status.
    pub status: Status,
    /// The order's payment status.
    pub payment: PaymentStatus,
    /// What is left of the order to refund by part, where a requested refund names parts.
    pub(in crate::orders) refundable: Option<Refundable>,
}

/// A reported transaction.
#[derive(Debug, Clone, Copy)]
pub struct Report<'a> {
    /// As the adapter read it.
    pub transaction: &'a Transaction,
    /// The requested refund that the gateway answers.
    pub request: Option<PaymentTransactionId>,
    /// Id of its row, if it gets one.
    pub id: PaymentTransactionId,
    /// When it is recorded.
    pub now: Millis,
}

/// What is written into the ledger.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BookingKind {
    /// A payment.
    Charge,
    /// A refund, with a credit of what is not owed again.
    Refund,
    /// The bank took a payment back: it is owed again.
    Chargeback,
}

/// Entries for the order's ledger.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Booking {
    /// What it is.
    pub kind: BookingKind,
    /// Index of the transaction that it stands for.
    pub row: usize,
    /// Of how much.
    pub amount: i64,
    /// The entries.
    pub drafts: Vec<Draft>,
    /// Of a refund: what it is for; none of an amount alone.
    pub(in crate::orders) parts: Option<Refunded>,
}

/// A case to open, unless it is there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NewCase {
    /// What is the matter.
    pub kind: CaseKind,
    /// Index of the transaction.
    pub row: usize,
    /// Of how much.
    pub amount: i64,
}

/// Everything that a report changes.
#[derive(Debug, Clone)]
pub struct Plan {
    /// The snapshot after it.
    pub after: Snapshot,
    /// Index of the reported transaction.
    pub row: usize,
    /// In their order.
    pub bookings: Vec<Booking>,
    /// Cases.
    pub cases: Vec<NewCase>,
    /// The payment or the refund was declined by this report.
    pub is_declined: bool,
}

/// Plans a report.
#[must_use]
pub fn plan(before: &Snapshot, report: Report<'_>) -> Plan {
    let mut after = before.clone();
    let row = row_of(&mut after, report);
    let (was_amount, was_status) = (after.rows[row].amount, after.rows[row].status);
    let (was_requested, is_first) = (after.rows[row].is_requested, row == before.rows.len());
    after.rows[row].learn(report.transaction);
    after.rows[row].last_at = report.now;
    let mut plan = Plan { after, row, bookings: Vec::new(), cases: Vec::new(), is_declined: false };
    if was_requested && was_amount != plan.after.rows[row].amount {
        plan.open(CaseKind::AmountDiffers, row, plan.after.rows[row].amount);
    }
    let status = plan.after.rows[row].status;
    plan.is_declined = status == TransactionStatus::Declined && (is_first || was_status != status);
    match plan.after.rows[row].kind {
        TransactionKind::Charge => plan.charge(row, report.transaction),
        TransactionKind::Authorisation => plan.authorisation(row),
        TransactionKind::Refund | TransactionKind::Void | TransactionKind::Chargeback => {}
    }
    plan.settle_refunds();
    plan.settle_chargebacks();
    plan.follow(report.now);
    plan
}

/// The row of a reported transaction: of the request that it answers, of an earlier report, of a request that waits for just this,
/// or a new one.
fn row_of(snapshot: &mut Snapshot, report: Report<'_>) -> usize {
    let Report { transaction: t, request, id, now } = report;
    let kind = TransactionKind::from(t.kind);
    let rows = &mut snapshot.rows;
    let earlier = rows.iter().position(|r| r.kind == kind && r.provider_id.as_deref() == Some(t.id.as_str()));
    let requested = request.and_then(|id| rows.iter().position(|r| r.id == id && r.provider_id.is_none()));
    if let Some(at) = earlier {
        // A callback came before the answer and with another amount than was requested: it is this refund.
        if let Some(answered) = requested {
            (rows[at].is_requested, rows[at].note) = (true, rows[answered].note.clone());
            rows[at].parts = rows[answered].parts.take();
            rows[at].return_id = rows[answered].return_id;
            rows[answered].status = TransactionStatus::Declined;
        }
        return at;
    }
    let is_back = matches!(kind, TransactionKind::Refund | TransactionKind::Void);
    let waits = |r: &PaymentTransaction| {
        let is_parent = t.parent_id.is_none() || t.parent_id == r.parent_provider_id;
        let is_amount = t.amount.minor == r.amount || kind == TransactionKind::Void;
        r.is_requested && r.provider_id.is_none() && r.status != TransactionStatus::Declined && is_parent && is_amount
    };
    if let Some(at) = requested.or_else(|| if is_back { rows.iter().position(waits) } else { None }) {
        (rows[at].kind, rows[at].provider_id) = (kind, Some(t.id.clone()));
        return at;
    }
    let mut row = PaymentTransaction::reported(id, &snapshot.attempt.provider, t, now);
    (row.order_id, row.attempt_id) = (Some(snapshot.attempt.order_id), Some(snapshot.attempt.id));
    rows.push(row);
    rows.len() - 1
}

impl Plan {
    pub(super) fn open(&mut self, kind: CaseKind, row: usize, amount: i64) {
        self.cases.push(NewCase { kind, row, amount });
    }

    fn authorisation(&mut self, row: usize) {
        let Snapshot { attempt, rows, .. } = &self.after;
        if rows[row].status == TransactionStatus::OnHold && attempt.state.is_open() {
            self.open(CaseKind::HeldForReview, row, self.after.rows[row].amount);
        }
    }

    /// Books a paid charge that is what was requested.
    fn charge(&mut self, row: usize, t: &Transaction) {
        let faults = differences(&self.after.attempt, t);
        for kind in &faults {
            self.open(*kind, row, t.amount.minor);
        }
        let stored = &self.after.rows[row];
        if stored.status == TransactionStatus::OnHold {
            self.open(CaseKind::HeldForReview, row, t.amount.minor);
            return;
        }
        if stored.entry_n.is_some() || !t.is_money_received() || !faults.is_empty() {
            return;
        }
        let (before, status) = (self.after.sums, self.after.status);
        let draft = before.receive(t.amount.minor);
        self.book(Booking { kind: BookingKind::Charge, row, amount: t.amount.minor, drafts: vec![draft], parts: None });
        if self.after.sums.overpaid() > before.overpaid() {
            let kind = match (status.is_undone(), before.received() > 0) {
                (true, _) => CaseKind::PaidAfterEnd,
                (false, true) => CaseKind::PaidTwice,
                (false, false) => CaseKind::PaidTooMuch,
            };
            self.open(kind, row, self.after.sums.overpaid());
        }
    }

    pub(super) fn book(&mut self, booking: Booking) {
        let Snapshot { rows, sums, status, payment, .. } = &mut self.after;
        rows[booking.row].entry_n.get_or_insert(sums.count + 1);
        for draft in &booking.drafts {
            sums.add(*draft);
        }
        if *status == Status::Pending && sums.received() > 0 && sums.owed() == 0 {
            *status = Status::Paid;
        }
        if booking.kind != BookingKind::Charge && sums.received() == 0 {
            *payment = PaymentStatus::NotPaid;
        } else if !status.is_undone() {
            *payment = sums.status_after(*payment);
        }
        self.bookings.push(booking);
    }

    /// Moves the attempt.
    fn follow(&mut self, now: Millis) {
        let Snapshot { attempt, rows, .. } = &mut self.after;
        let row = &rows[self.row];
        let is_payment = matches!(row.kind, TransactionKind::Charge | TransactionKind::Authorisation);
        let event = if rows.iter().any(|r| r.kind == TransactionKind::Charge && r.entry_n.is_some()) {
            AttemptEvent::Pay
        } else {
            match row.status {
                TransactionStatus::Declined | TransactionStatus::Voided if is_payment => AttemptEvent::Decline,
                TransactionStatus::Expired if is_payment => AttemptEvent::Expire,
                TransactionStatus::Pending | TransactionStatus::OnHold if is_payment => AttemptEvent::Start,
                _ => return,
            }
        };
        if let Some(state) = attempt.state.after(event) {
            attempt.state = state;
            if event != AttemptEvent::Start {
                attempt.decided_at = Some(now);
            }
            if event == AttemptEvent::Decline {
                attempt.refusal_code.clone_from(&row.refusal_code);
                attempt.refusal_words.clone_from(&row.refusal_words);
            }
            if event == AttemptEvent::Pay {
                (attempt.release_at, attempt.next_check_at) = (None, None);
                attempt.next_address.clear();
            }
        }
    }
}
