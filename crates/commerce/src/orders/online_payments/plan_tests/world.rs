//! An order with its attempts, kept as the database would, and reports as adapters read them.

use gateways::payments::{self as port, Amount, MeansKind, PaymentMeans, Refusal, RefusalCode, Transaction};
use kernel::{Currency, Millis, OrderId, PaymentAttemptId, PaymentTransactionId};

use super::super::model::{Attempt, PaymentTransaction};
use super::super::plan::{BookingKind, Plan, Report, Snapshot, plan};
use super::super::words::{AttemptState, CaseKind, NextStepKind, Purpose};
use crate::orders::ledger::model::{Draft, Kind, LedgerTotals};
use crate::orders::status::{PaymentStatus, Status};

pub(super) const NOW: Millis = Millis(1_800_000_000_000);
pub(super) const TOTAL: i64 = 11_500;
pub(super) const VAT: i64 = 1_500;

pub(super) fn attempt(n: i64) -> Attempt {
    Attempt {
        id: PaymentAttemptId::from_raw(n),
        order_id: OrderId::from_raw(1),
        payment_method_id: None,
        provider: "PAYMOB".to_owned(),
        purpose: Purpose::WholeOrder,
        amount: TOTAL,
        currency: Currency::EGP,
        reference: format!("1001-{n}"),
        provider_reference: Some(format!("order {n}")),
        account: "4097558".to_owned(),
        is_live: Some(true),
        state: AttemptState::Waiting,
        next_step: NextStepKind::Redirect,
        next_address: String::new(),
        refusal_code: String::new(),
        refusal_words: String::new(),
        created_at: NOW,
        expires_at: NOW.plus(Millis::HOUR),
        decided_at: None,
        release_at: Some(NOW.plus(Millis::HOUR)),
        checks_from: NOW,
        check_step: 0,
        next_check_at: Some(NOW),
        version: 1,
    }
}

/// A report about attempt `n`, as an adapter reads it.
pub(super) fn report(
    n: usize,
    id: &str,
    kind: port::TransactionKind,
    status: port::TransactionStatus,
    minor: i64,
) -> Transaction {
    Transaction {
        id: id.to_owned(),
        provider_reference: format!("order {n}"),
        reference: format!("1001-{n}"),
        parent_id: None,
        kind,
        status,
        amount: Amount { minor, currency: Currency::EGP },
        refunded_minor: 0,
        account: "4097558".to_owned(),
        is_live: Some(true),
        means: PaymentMeans { kind: MeansKind::Card, scheme: "Visa".to_owned(), last_four: "4242".to_owned() },
        fee_minor: None,
        refusal: (status == port::TransactionStatus::Declined)
            .then(|| Refusal { code: RefusalCode::InsufficientFunds, words: "Insufficient funds".to_owned() }),
    }
}

pub(super) fn charge(n: usize, id: &str, status: port::TransactionStatus) -> Transaction {
    report(n, id, port::TransactionKind::Charge, status, TOTAL)
}

pub(super) fn part(n: usize, id: &str, parent: &str, kind: port::TransactionKind, minor: i64) -> Transaction {
    let status = match kind {
        port::TransactionKind::Void => port::TransactionStatus::Voided,
        _ => port::TransactionStatus::Paid,
    };
    Transaction { parent_id: Some(parent.to_owned()), ..report(n, id, kind, status, minor) }
}

/// An order with its attempts, as the database holds them.
pub(super) struct World {
    pub(super) attempts: Vec<(Attempt, Vec<PaymentTransaction>)>,
    pub(super) sums: LedgerTotals,
    pub(super) status: Status,
    pub(super) payment: PaymentStatus,
    /// Amounts of the charges in the ledger, by attempt and the gateway's id.
    pub(super) charged: Vec<(usize, String, i64)>,
    /// How often it was marked as paid, and how often that was reverted.
    pub(super) marked: (u32, u32),
    pub(super) cases: Vec<CaseKind>,
    pub(super) next_id: i64,
}

impl World {
    pub(super) fn new(attempts: i64) -> Self {
        let mut sums = LedgerTotals::default();
        sums.add(Draft { kind: Kind::Charge, amount: TOTAL, vat: VAT });
        Self {
            attempts: (0..attempts).map(|n| (attempt(n), Vec::new())).collect(),
            sums,
            status: Status::Pending,
            payment: PaymentStatus::NotPaid,
            charged: Vec::new(),
            marked: (0, 0),
            cases: Vec::new(),
            next_id: 1,
        }
    }

    pub(super) fn mark(&mut self, payment: PaymentStatus) {
        match (self.payment, payment) {
            (PaymentStatus::NotPaid, PaymentStatus::Paid) => self.marked.0 += 1,
            (PaymentStatus::Paid, PaymentStatus::NotPaid) => self.marked.1 += 1,
            _ => {}
        }
        self.payment = payment;
    }

    pub(super) fn record(&mut self, n: usize, t: &Transaction) -> Plan {
        self.answer(n, t, None)
    }

    pub(super) fn answer(&mut self, n: usize, t: &Transaction, request: Option<PaymentTransactionId>) -> Plan {
        let (attempt, rows) = self.attempts[n].clone();
        let before = Snapshot { attempt, rows, sums: self.sums, status: self.status, payment: self.payment, refundable: None };
        let id = PaymentTransactionId::from_raw(self.next_id);
        self.next_id += 1;
        let plan = plan(&before, Report { transaction: t, request, id, now: NOW });
        for booking in plan.bookings.iter().filter(|b| b.kind == BookingKind::Charge) {
            let row = &plan.after.rows[booking.row];
            self.charged.push((n, row.provider_id.clone().unwrap(), booking.amount));
        }
        let mut sums = self.sums;
        for draft in plan.bookings.iter().flat_map(|b| &b.drafts) {
            sums.add(*draft);
        }
        assert_eq!(sums, plan.after.sums, "the entries are the sums");
        assert!(self.status == plan.after.status || (self.status, plan.after.status) == (Status::Pending, Status::Paid));
        self.cases.extend(plan.cases.iter().map(|case| case.kind));
        self.attempts[n] = (plan.after.attempt.clone(), plan.after.rows.clone());
        (self.sums, self.status) = (sums, plan.after.status);
        self.mark(plan.after.payment);
        self.check();
        plan
    }

    pub(super) fn check(&self) {
        let s = &self.sums;
        assert!(s.received() >= 0 && s.refunded() <= s.paid(), "never more is refunded than paid: {s:?}");
        assert!((0..=s.received()).contains(&s.received_vat()), "{s:?}");
        assert_eq!(s.owed() - s.overpaid(), s.charged() - s.received());
        let mut ids: Vec<_> = self.charged.iter().map(|(n, id, _)| (n, id)).collect();
        ids.sort();
        ids.dedup();
        assert_eq!(ids.len(), self.charged.len(), "no charge is booked twice");
        assert!(self.marked.0 <= self.marked.1 + 1, "an order is marked as paid once");
    }

    pub(super) fn add(&mut self, drafts: impl IntoIterator<Item = Draft>) {
        for draft in drafts {
            self.sums.add(draft);
        }
    }

    pub(super) fn act(&mut self, act: Act) {
        match act {
            Act::Cancel if matches!(self.status, Status::Pending | Status::Paid) => {
                let draft = self.sums.cancel();
                self.add(draft);
                self.status = Status::Cancelled;
            }
            Act::MarkPaid if self.sums.owed() > 0 => {
                let draft = self.sums.pay(self.sums.owed()).unwrap();
                self.sums.add(draft);
                self.mark(PaymentStatus::Paid);
            }
            Act::MarkUnpaid => {
                let draft = self.sums.unpay();
                self.add(draft);
                self.mark(PaymentStatus::NotPaid);
            }
            Act::RefundByHand(amount) if amount <= self.sums.received() => {
                let drafts = self.sums.refund(amount, None).unwrap();
                self.add(drafts);
                if self.sums.received() == 0 {
                    self.mark(PaymentStatus::NotPaid);
                }
            }
            _ => {}
        }
        self.check();
    }
}

/// What the merchant does meanwhile.
#[derive(Debug, Clone, Copy)]
pub(super) enum Act {
    Cancel,
    MarkPaid,
    MarkUnpaid,
    RefundByHand(i64),
}
