//! What happens with payments at a gateway, and everything that it reports of that.

use gateways::payments::{self as port, Transaction};
use kernel::Currency;
use proptest::prelude::*;

use super::world::{TOTAL, charge, part};

/// What really happens at the gateway with a charge.
#[derive(Debug, Clone)]
pub(super) enum Story {
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
pub(super) enum Telling {
    Children,
    Total,
    Both,
}

impl Story {
    /// All reports about it, the oldest first. The last ones are what an inquiry answers.
    pub(super) fn reports(&self, n: usize, id: &str) -> Vec<Transaction> {
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
    pub(super) fn money(&self) -> (i64, i64) {
        match self {
            Self::Declined | Self::Wrong(_) => (0, 0),
            Self::Paid | Self::Held => (TOTAL, 0),
            Self::Voided | Self::ChargedBack => (TOTAL, TOTAL),
            Self::Refunded(parts, _) => (TOTAL, parts.iter().sum()),
        }
    }
}

pub(super) fn stories() -> impl Strategy<Value = Vec<Vec<Story>>> {
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
pub(super) fn all_reports(stories: &[Vec<Story>]) -> Vec<(usize, Transaction)> {
    let of = |(n, charges): (usize, &Vec<Story>)| {
        let all = charges.iter().enumerate().flat_map(move |(k, story)| story.reports(n, &format!("tx {n} {k}")));
        all.map(move |t| (n, t)).collect::<Vec<_>>()
    };
    stories.iter().enumerate().flat_map(of).collect()
}
