//! What can happen.

use rand::RngExt as _;
use rand::rngs::StdRng;

/// Numbers are taken modulo what is there.
#[derive(Debug, Clone, Copy)]
pub(super) enum Step {
    /// Somebody orders.
    Order,
    /// The shopper is led to the gateway.
    Lead(usize),
    /// The shopper tries again.
    Retry(usize),
    /// Somebody does something at one of the gateway's pages.
    Press(usize, &'static str),
    /// One of the gateway's callbacks comes, for the first time or again.
    Callback(usize),
    /// The shopper is back.
    Return(usize),
    /// The next call of the gateway goes wrong.
    Fault(&'static str),
    /// The merchant has a part of a payment refunded through the gateway.
    Refund(usize, i64),
    /// The merchant gives money back by hand.
    RefundByHand(usize, i64),
    /// The merchant cancels.
    Cancel(usize),
    /// The merchant marks the order as paid.
    MarkPaid(usize),
    /// The worker does what is due.
    Work,
    /// So many minutes pass.
    Wait(i64),
}

const OUTCOMES: &[&str] = &[
    "pay",
    "pay",
    "pay",
    "decline",
    "three_d_secure",
    "pay_late",
    "callback_twice",
    "out_of_order",
    "lost_callback",
    "lie_amount",
    "bad_signature",
];
const FAULTS: &[&str] = &["timeout", "cut", "lost_call", "server_error", "unauthorised", "rate_limited"];

/// How often what happens, in thousandths.
const WEIGHTS: [usize; 13] = [60, 110, 60, 170, 160, 70, 70, 80, 20, 15, 15, 50, 120];

/// The next step.
pub(super) fn pick(random: &mut StdRng, has_chargebacks: bool) -> Step {
    let mut left = random.random_range(0..WEIGHTS.iter().sum::<usize>());
    let kind = WEIGHTS.iter().position(|weight| {
        let is_it = left < *weight;
        left = left.saturating_sub(*weight);
        is_it
    });
    let (n, word) = (random.random_range(0..1_000_usize), random.random_range(0..1_000_usize));
    match kind {
        Some(0) => Step::Order,
        Some(1) => Step::Lead(n),
        Some(2) => Step::Retry(n),
        Some(3) if has_chargebacks && word.is_multiple_of(9) => Step::Press(n, "chargeback"),
        Some(3) => Step::Press(n, OUTCOMES[word % OUTCOMES.len()]),
        Some(4) => Step::Callback(n),
        Some(5) => Step::Return(n),
        Some(6) => Step::Fault(FAULTS[word % FAULTS.len()]),
        // All of it may be a void.
        Some(7) => Step::Refund(n, if word.is_multiple_of(3) { 10_000 } else { random.random_range(1..=10_000) }),
        Some(8) => Step::RefundByHand(n, random.random_range(1..=10_000)),
        Some(9) => Step::Cancel(n),
        Some(10) => Step::MarkPaid(n),
        Some(11) => Step::Wait(random.random_range(1..=12)),
        _ => Step::Work,
    }
}
