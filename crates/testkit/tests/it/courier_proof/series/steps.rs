//! What can happen.

use rand::RngExt as _;
use rand::rngs::StdRng;

/// Numbers are taken modulo what is there.
#[derive(Debug, Clone, Copy)]
pub(super) enum Step {
    /// Somebody orders so many pieces.
    Order(i64),
    /// The merchant ships so many pieces of an order, or all that is left.
    Ship(usize, Option<i64>),
    /// The merchant retries a booking.
    Retry(usize),
    /// The merchant retries a call of which the courier's answer is missing.
    RetryCall(usize),
    /// The merchant asks for another amount to collect, in pounds.
    Amount(usize, i64),
    /// The merchant asks for another address, one of some.
    Address(usize, usize),
    /// The merchant cancels a shipment.
    Cancel(usize),
    /// The merchant moves a shipment by hand.
    Move(usize, &'static str),
    /// The merchant records a payment of an order.
    MarkPaid(usize),
    /// The courier's people do something with a parcel.
    Press(usize, &'static str),
    /// One of the courier's notices comes, for the first time or again.
    Notice(usize),
    /// Somebody else sends one, without the merchant's word.
    FalseNotice(usize),
    /// The next call to the courier goes wrong.
    Fault(&'static str),
    /// The account has a bundle or not: without one every booking is refused.
    Bundle(bool),
    /// The merchant asks for a pickup on one of some days.
    Pickup(usize, usize),
    /// The merchant calls a pickup off.
    CancelPickup(usize),
    /// The worker does what is due.
    Work,
    /// So many minutes pass.
    Wait(i64),
}

const OUTCOMES: &[&str] = &[
    "pick_up",
    "pick_up",
    "receive",
    "transit",
    "out_for_delivery",
    "out_for_delivery",
    "deliver",
    "deliver",
    "deliver",
    "exception",
    "refuse",
    "return",
    "on_hold",
    "lose",
    "damage",
];
const FAULTS: &[&str] = &["timeout", "timeout", "cut", "cut", "lost_call", "server_error", "unauthorised", "rate_limited"];
const BY_HAND: &[&str] = &["shipped", "out_for_delivery", "delivered", "refused", "returned"];

/// How often what happens, in the order of the steps.
const WEIGHTS: [usize; 18] = [40, 110, 50, 40, 60, 30, 45, 8, 5, 190, 130, 12, 90, 20, 30, 15, 190, 100];

/// The next step.
pub(super) fn pick(random: &mut StdRng) -> Step {
    let mut left = random.random_range(0..WEIGHTS.iter().sum::<usize>());
    let kind = WEIGHTS.iter().position(|weight| {
        let is_it = left < *weight;
        left = left.saturating_sub(*weight);
        is_it
    });
    let (n, word) = (random.random_range(0..1_000_usize), random.random_range(0..1_000_usize));
    match kind {
        Some(0) => Step::Order(random.random_range(1..=3)),
        Some(1) => Step::Ship(n, word.is_multiple_of(2).then_some(1)),
        Some(2) => Step::Retry(n),
        Some(3) => Step::RetryCall(n),
        Some(4) => Step::Amount(n, random.random_range(0..=300)),
        Some(5) => Step::Address(n, word),
        Some(6) => Step::Cancel(n),
        Some(7) => Step::Move(n, BY_HAND[word % BY_HAND.len()]),
        Some(8) => Step::MarkPaid(n),
        Some(9) => Step::Press(n, OUTCOMES[word % OUTCOMES.len()]),
        Some(10) => Step::Notice(n),
        Some(11) => Step::FalseNotice(n),
        Some(12) => Step::Fault(FAULTS[word % FAULTS.len()]),
        // Mostly it has one.
        Some(13) => Step::Bundle(!word.is_multiple_of(3)),
        Some(14) => Step::Pickup(n, word),
        Some(15) => Step::CancelPickup(n),
        Some(16) => Step::Work,
        _ if word.is_multiple_of(5) => Step::Wait(random.random_range(60..=1_500)),
        _ => Step::Wait(random.random_range(1..=12)),
    }
}
