//! Random reports against a simple model: whatever arrives in whatever order, each charge and each refund is in the ledger once.

mod stories;
mod world;

use gateways::payments::{self as port, Transaction};
use kernel::{Currency, PaymentTransactionId};
use proptest::prelude::*;

use self::stories::{Story, all_reports, stories};
use self::world::{Act, NOW, TOTAL, World, charge, part};
use super::model::PaymentTransaction;
use super::words::{AttemptState, CaseKind, TransactionKind, TransactionStatus};
use crate::orders::status::{PaymentStatus, Status};

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
fn py_03_a_chargeback_told_under_two_names_takes_one_payment_back() {
    let mut world = World::new(2);
    for (n, id) in [(0, "1"), (1, "2")] {
        world.record(n, &charge(n, id, port::TransactionStatus::Paid));
    }
    for id in ["c1", "c2"] {
        world.record(0, &part(0, id, "1", port::TransactionKind::Chargeback, TOTAL));
    }
    assert_eq!(world.sums.received(), TOTAL, "the other payment is still there");
    assert!(world.cases.contains(&CaseKind::RefundTooLarge), "{:?}", world.cases);
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
