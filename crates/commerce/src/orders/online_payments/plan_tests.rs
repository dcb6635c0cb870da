//! Random reports against a simple model: whatever arrives in whatever order, each charge and each refund is in the ledger once.

use gateways::payments::{self as port, Amount, MeansKind, PaymentMeans, Refusal, RefusalCode, Transaction};
use kernel::{Currency, Millis, OrderId, PaymentAttemptId, PaymentTransactionId};
use proptest::prelude::*;

use super::model::{Attempt, PaymentTransaction};
use super::plan::{BookingKind, Plan, Report, Snapshot, plan};
use super::words::{AttemptState, CaseKind, NextStepKind, Purpose, TransactionKind, TransactionStatus};
use crate::orders::ledger::model::{Draft, Kind, LedgerTotals};
use crate::orders::status::{PaymentStatus, Status};

const NOW: Millis = Millis(1_800_000_000_000);
const TOTAL: i64 = 11_500;
const VAT: i64 = 1_500;

fn attempt(n: i64) -> Attempt {
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
fn report(n: usize, id: &str, kind: port::TransactionKind, status: port::TransactionStatus, minor: i64) -> Transaction {
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

fn charge(n: usize, id: &str, status: port::TransactionStatus) -> Transaction {
    report(n, id, port::TransactionKind::Charge, status, TOTAL)
}

fn part(n: usize, id: &str, parent: &str, kind: port::TransactionKind, minor: i64) -> Transaction {
    let status = match kind {
        port::TransactionKind::Void => port::TransactionStatus::Voided,
        _ => port::TransactionStatus::Paid,
    };
    Transaction { parent_id: Some(parent.to_owned()), ..report(n, id, kind, status, minor) }
}

/// An order with its attempts, as the database holds them.
struct World {
    attempts: Vec<(Attempt, Vec<PaymentTransaction>)>,
    sums: LedgerTotals,
    status: Status,
    payment: PaymentStatus,
    /// Amounts of the charges in the ledger, by attempt and the gateway's id.
    charged: Vec<(usize, String, i64)>,
    /// How often it was marked as paid, and how often that was reverted.
    marked: (u32, u32),
    cases: Vec<CaseKind>,
    next_id: i64,
}

impl World {
    fn new(attempts: i64) -> Self {
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

    fn mark(&mut self, payment: PaymentStatus) {
        match (self.payment, payment) {
            (PaymentStatus::NotPaid, PaymentStatus::Paid) => self.marked.0 += 1,
            (PaymentStatus::Paid, PaymentStatus::NotPaid) => self.marked.1 += 1,
            _ => {}
        }
        self.payment = payment;
    }

    fn record(&mut self, n: usize, t: &Transaction) -> Plan {
        self.answer(n, t, None)
    }

    fn answer(&mut self, n: usize, t: &Transaction, request: Option<PaymentTransactionId>) -> Plan {
        let (attempt, rows) = self.attempts[n].clone();
        let before = Snapshot { attempt, rows, sums: self.sums, status: self.status, payment: self.payment };
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

    fn check(&self) {
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

    fn add(&mut self, drafts: impl IntoIterator<Item = Draft>) {
        for draft in drafts {
            self.sums.add(draft);
        }
    }

    fn act(&mut self, act: Act) {
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
enum Act {
    Cancel,
    MarkPaid,
    MarkUnpaid,
    RefundByHand(i64),
}

/// What really happens at the gateway with a charge.
#[derive(Debug, Clone)]
enum Story {
    Declined,
    Paid,
    Held,
    Voided,
    /// The parts that are refunded, and whether they are reported as transactions, as the charge's total, or as both.
    Refunded(Vec<i64>, Telling),
    ChargedBack,
    /// Another amount, currency, account or reference than was requested.
    Wrong(u8),
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Telling {
    Children,
    Total,
    Both,
}

impl Story {
    /// All reports about it, the oldest first. The last ones are what an inquiry answers.
    fn reports(&self, n: usize, id: &str) -> Vec<Transaction> {
        use port::TransactionStatus::{Declined, OnHold, Paid, Pending, Voided};
        let pending = charge(n, id, Pending);
        let paid = charge(n, id, Paid);
        match self {
            Self::Declined => vec![pending, charge(n, id, Declined)],
            Self::Paid => vec![pending, paid],
            Self::Held => vec![pending, charge(n, id, OnHold), paid],
            Self::Voided => {
                vec![pending, paid, charge(n, id, Voided), part(n, &format!("{id} v"), id, port::TransactionKind::Void, TOTAL)]
            }
            Self::Refunded(parts, telling) => {
                let mut all = vec![pending, paid.clone()];
                let mut total = 0;
                for (k, amount) in parts.iter().enumerate() {
                    total += amount;
                    if *telling != Telling::Children {
                        all.push(Transaction { refunded_minor: total, ..paid.clone() });
                    }
                    if *telling != Telling::Total {
                        all.push(part(n, &format!("{id} r{k}"), id, port::TransactionKind::Refund, *amount));
                    }
                }
                all
            }
            Self::ChargedBack => {
                vec![pending, paid, part(n, &format!("{id} c"), id, port::TransactionKind::Chargeback, TOTAL)]
            }
            Self::Wrong(what) => {
                let mut wrong = paid;
                match what % 4 {
                    0 => wrong.amount.minor = 100,
                    1 => wrong.amount.currency = Currency::SAR,
                    2 => wrong.account = "1".to_owned(),
                    _ => wrong.is_live = Some(false),
                }
                vec![wrong]
            }
        }
    }

    /// What the merchant got, and what of it went back.
    fn money(&self) -> (i64, i64) {
        match self {
            Self::Declined | Self::Wrong(_) => (0, 0),
            Self::Paid | Self::Held => (TOTAL, 0),
            Self::Voided | Self::ChargedBack => (TOTAL, TOTAL),
            Self::Refunded(parts, _) => (TOTAL, parts.iter().sum()),
        }
    }
}

fn stories() -> impl Strategy<Value = Vec<Vec<Story>>> {
    let telling = prop_oneof![Just(Telling::Children), Just(Telling::Total), Just(Telling::Both)];
    let one = prop_oneof![
        Just(Story::Declined),
        Just(Story::Paid),
        Just(Story::Held),
        Just(Story::Voided),
        Just(Story::ChargedBack),
        any::<u8>().prop_map(Story::Wrong),
        (prop::collection::vec(1..TOTAL / 3, 1..4), telling).prop_map(|(parts, telling)| Story::Refunded(parts, telling)),
    ];
    prop::collection::vec(prop::collection::vec(one, 0..3), 1..4)
}

/// Every report of every story, by attempt.
fn all_reports(stories: &[Vec<Story>]) -> Vec<(usize, Transaction)> {
    let of = |(n, charges): (usize, &Vec<Story>)| {
        let all = charges.iter().enumerate().flat_map(move |(k, story)| story.reports(n, &format!("tx {n} {k}")));
        all.map(move |t| (n, t)).collect::<Vec<_>>()
    };
    stories.iter().enumerate().flat_map(of).collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 800, ..ProptestConfig::default() })]

    /// PY-03, decisions §8: losses, duplicates and reports out of order, with what the merchant does meanwhile. After the last
    /// check has told everything, each real charge is in the ledger once; the ledger balances at every step.
    #[test]
    fn py_03_every_charge_is_booked_once_whatever_the_network_does(
        stories in stories(),
        order in prop::collection::vec(any::<prop::sample::Index>(), 0..40),
        acts in prop::collection::vec((0..40_usize, prop_oneof![
            Just(Act::Cancel), Just(Act::MarkPaid), Just(Act::MarkUnpaid), (1..TOTAL).prop_map(Act::RefundByHand),
        ]), 0..4),
    ) {
        let mut world = World::new(i64::try_from(stories.len()).unwrap());
        let all = all_reports(&stories);
        for (at, index) in order.iter().enumerate() {
            for (_, act) in acts.iter().filter(|(when, _)| *when == at) {
                world.act(*act);
            }
            if !all.is_empty() {
                let (n, t) = index.get(&all);
                world.record(*n, t);
            }
        }
        for (n, t) in &all {
            world.record(*n, t);
        }
        let settled = (world.sums, world.status, world.payment, world.charged.len());
        for (n, t) in all.iter().rev() {
            let plan = world.record(*n, t);
            prop_assert!(plan.bookings.is_empty(), "a report that was told before books nothing");
        }
        prop_assert_eq!(settled, (world.sums, world.status, world.payment, world.charged.len()));
        let money: Vec<(i64, i64)> = stories.iter().flatten().map(Story::money).collect();
        let paid: i64 = money.iter().map(|(paid, _)| paid).sum();
        prop_assert_eq!(world.charged.iter().map(|(.., amount)| amount).sum::<i64>(), paid);
        if acts.is_empty() {
            prop_assert_eq!(world.sums.received(), paid - money.iter().map(|(_, back)| back).sum::<i64>());
        }
        let charges = stories.iter().flatten().filter(|s| s.money().0 > 0).count();
        let is_twice = world.cases.iter().any(|k| matches!(k, CaseKind::PaidTwice | CaseKind::PaidAfterEnd | CaseKind::PaidTooMuch));
        let has_back = money.iter().any(|(_, back)| *back > 0);
        prop_assert!(is_twice || charges < 2 || has_back || !acts.is_empty(), "the merchant hears of a second payment");
        for (n, charges) in stories.iter().enumerate() {
            let is_paid = charges.iter().any(|s| s.money().0 > 0);
            prop_assert_eq!(world.attempts[n].0.state == AttemptState::Paid, is_paid);
        }
    }

    /// PY-03: the ledger does not depend on the order of the reports.
    #[test]
    fn py_03_the_order_of_reports_does_not_matter(
        (reports, shuffled) in stories().prop_map(|s| all_reports(&s)).prop_flat_map(|all| (Just(all.clone()), Just(all).prop_shuffle())),
    ) {
        let run = |reports: &[(usize, Transaction)]| {
            let mut world = World::new(4);
            for (n, t) in reports {
                world.record(*n, t);
            }
            let mut charged = world.charged;
            charged.sort();
            (charged, world.sums.received(), world.sums.paid())
        };
        let (one, other) = (run(&reports), run(&shuffled));
        prop_assert_eq!((one.0, one.1), (other.0, other.1));
    }
}

#[test]
fn py_03_a_late_success_after_a_decline_is_money() {
    let mut world = World::new(1);
    world.record(0, &charge(0, "1", port::TransactionStatus::Declined));
    assert_eq!(world.attempts[0].0.state, AttemptState::Declined);
    assert_eq!(world.attempts[0].0.refusal_code, "insufficient_funds");
    world.record(0, &charge(0, "2", port::TransactionStatus::Paid));
    assert_eq!((world.attempts[0].0.state, world.status, world.payment), (AttemptState::Paid, Status::Paid, PaymentStatus::Paid));
    assert_eq!(world.attempts[0].0.release_at, None);
}

#[test]
fn py_03_another_amount_currency_account_or_reference_is_a_case_and_never_paid() {
    let paid = charge(0, "1", port::TransactionStatus::Paid);
    let changed = |change: &dyn Fn(&mut Transaction)| {
        let mut t = paid.clone();
        change(&mut t);
        t
    };
    for (t, kind) in [
        (changed(&|t| t.amount.minor -= 1), CaseKind::AmountDiffers),
        (changed(&|t| t.amount.minor *= 100), CaseKind::AmountDiffers),
        (changed(&|t| t.amount.currency = Currency::KWD), CaseKind::CurrencyDiffers),
        (changed(&|t| t.account = "7".to_owned()), CaseKind::AccountDiffers),
        (changed(&|t| t.reference = "1002-1".to_owned()), CaseKind::ReferenceDiffers),
        (changed(&|t| (t.reference, t.provider_reference) = (String::new(), "order 9".to_owned())), CaseKind::ReferenceDiffers),
        (changed(&|t| t.is_live = Some(false)), CaseKind::TestPayment),
    ] {
        let mut world = World::new(1);
        world.record(0, &t);
        assert_eq!((world.cases.as_slice(), world.sums.received(), world.payment), (&[kind][..], 0, PaymentStatus::NotPaid));
        // What the gateway answers when it is asked is booked, once.
        world.record(0, &paid);
        world.record(0, &t);
        assert_eq!((world.sums.received(), world.payment, world.charged.len()), (TOTAL, PaymentStatus::Paid, 1));
    }
}

#[test]
fn py_03_a_payment_after_the_order_ended_stays_in_the_ledger() {
    let mut world = World::new(1);
    world.act(Act::Cancel);
    world.record(0, &charge(0, "1", port::TransactionStatus::Paid));
    assert_eq!((world.status, world.payment), (Status::Cancelled, PaymentStatus::NotPaid));
    assert_eq!((world.sums.overpaid(), world.cases.as_slice()), (TOTAL, &[CaseKind::PaidAfterEnd][..]));
}

#[test]
fn py_03_a_payment_that_is_held_is_no_money_yet() {
    let mut world = World::new(1);
    world.record(0, &charge(0, "1", port::TransactionStatus::OnHold));
    assert_eq!((world.sums.received(), world.cases.as_slice()), (0, &[CaseKind::HeldForReview][..]));
    world.record(0, &charge(0, "1", port::TransactionStatus::Paid));
    assert_eq!(world.sums.received(), TOTAL);
}

/// A refund of attempt 0 that the merchant requested of its charge "1".
fn request(world: &mut World, amount: i64) -> PaymentTransactionId {
    let id = PaymentTransactionId::from_raw(1_000 + world.next_id);
    let t = part(0, "", "1", port::TransactionKind::Refund, amount);
    let mut row = PaymentTransaction::reported(id, "PAYMOB", &t, NOW);
    (row.provider_id, row.status, row.is_requested) = (None, TransactionStatus::Pending, true);
    world.attempts[0].1.push(row);
    id
}

#[test]
fn py_03_a_requested_refund_is_booked_once_however_it_is_reported() {
    let child = part(0, "r", "1", port::TransactionKind::Refund, 4_000);
    let total = Transaction { refunded_minor: 4_000, ..charge(0, "1", port::TransactionStatus::Paid) };
    for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
        let mut world = World::new(1);
        world.record(0, &charge(0, "1", port::TransactionStatus::Paid));
        let id = request(&mut world, 4_000);
        for n in order {
            match n {
                0 => world.answer(0, &child, Some(id)),
                1 => world.record(0, &child),
                _ => world.record(0, &total),
            };
        }
        assert_eq!((world.sums.refunded(), world.cases.len()), (4_000, 0), "{order:?}: {:?}", world.cases);
        let refunds: Vec<_> = world.attempts[0].1.iter().filter(|r| r.kind == TransactionKind::Refund).collect();
        assert_eq!(refunds.len(), 1);
        assert!(refunds[0].has_moved() && refunds[0].provider_id.as_deref() == Some("r"));
    }
}

#[test]
fn py_03_a_refund_that_nobody_requested_is_booked_and_told() {
    let mut world = World::new(1);
    world.record(0, &charge(0, "1", port::TransactionStatus::Paid));
    world.record(0, &part(0, "r", "1", port::TransactionKind::Refund, 500));
    assert_eq!((world.sums.refunded(), world.cases.as_slice()), (500, &[CaseKind::RefundNotRequested][..]));
}

#[test]
fn py_03_a_declined_refund_leaves_the_payment() {
    let mut world = World::new(1);
    world.record(0, &charge(0, "1", port::TransactionStatus::Paid));
    let id = request(&mut world, 500);
    let mut declined = part(0, "r", "1", port::TransactionKind::Refund, 500);
    declined.status = port::TransactionStatus::Declined;
    let plan = world.answer(0, &declined, Some(id));
    assert!(plan.is_declined && plan.bookings.is_empty());
    assert_eq!((world.sums.refunded(), world.attempts[0].0.state), (0, AttemptState::Paid));
}
