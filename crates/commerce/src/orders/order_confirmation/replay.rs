//! Replays past orders against rules: each is evaluated with its customer's history, over all of their numbers, as it was known
//! at its time. Pure.
//!
//! An order's outcome counts as known from its last change on. The history before the first order of the period is today's
//! counters without what the period's orders and calls added.

use std::collections::HashMap;

use kernel::{Currency, Millis};

use crate::cod_risk::{self, Action, AddressQuality, CASH, History, OrderSignals, RuleInput, Rules};

/// How an order ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FinalOutcome {
    Delivered,
    Refused,
    Returned,
    Cancelled,
    Open,
}

/// An order of the period.
#[derive(Debug, Clone)]
pub(super) struct Past {
    /// The customer, across their numbers.
    pub(super) person: i64,
    pub(super) city: String,
    /// In minor units, without the payment method's charge.
    pub(super) value: i64,
    /// In minor units, with the payment method's charge.
    pub(super) total: i64,
    pub(super) address: Option<AddressQuality>,
    pub(super) is_first: bool,
    pub(super) ending: FinalOutcome,
    pub(super) placed: Millis,
    pub(super) changed: Millis,
}

/// A call of the period that was not undone.
#[derive(Debug, Clone)]
pub(super) struct PastCall {
    /// The customer who was called, across their numbers.
    pub(super) person: i64,
    /// True when somebody else answered, false when nobody did.
    pub(super) is_wrong: bool,
    pub(super) at: Millis,
}

/// The orders of an action.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct ActionOutcome {
    pub(super) orders: i64,
    pub(super) value: i64,
    pub(super) delivered: i64,
    pub(super) delivered_value: i64,
    pub(super) refused: i64,
    pub(super) refused_value: i64,
    pub(super) returned: i64,
    pub(super) cancelled: i64,
    pub(super) open: i64,
    /// Sum of their deposits.
    pub(super) deposits: i64,
}

impl ActionOutcome {
    fn add(&mut self, order: &Past) {
        self.orders += 1;
        self.value += order.value;
        match order.ending {
            FinalOutcome::Delivered => {
                self.delivered += 1;
                self.delivered_value += order.value;
            }
            FinalOutcome::Refused => {
                self.refused += 1;
                self.refused_value += order.value;
            }
            FinalOutcome::Returned => self.returned += 1,
            FinalOutcome::Cancelled => self.cancelled += 1,
            FinalOutcome::Open => self.open += 1,
        }
    }
}

/// Adds an outcome to the history, or removes it.
fn add_outcome(h: &mut History, ending: FinalOutcome, by: i64) {
    match ending {
        FinalOutcome::Delivered => h.delivered += by,
        FinalOutcome::Refused => h.refused += by,
        FinalOutcome::Returned => {
            h.delivered += by;
            h.returned += by;
        }
        FinalOutcome::Cancelled => h.cancelled += by,
        FinalOutcome::Open => {}
    }
}

fn add_call(h: &mut History, is_wrong: bool, by: i64) {
    if is_wrong {
        h.wrong_number += by;
    } else {
        h.no_answer += by;
    }
}

/// An event of the replay: calls and outcomes come before an order of the same time.
enum Event {
    Ended(usize),
    Called(usize),
    Came(usize),
}

/// The replayed decisions, by action; `known` has the customers' current counters.
pub(super) fn replay(
    rules: &Rules,
    high_value: i64,
    currency: Currency,
    orders: &[Past],
    calls: &[PastCall],
    known: HashMap<i64, History>,
) -> Vec<(Action, ActionOutcome)> {
    let mut known = known;
    for order in orders {
        add_outcome(known.entry(order.person).or_default(), order.ending, -1);
    }
    for call in calls {
        if let Some(h) = known.get_mut(&call.person) {
            add_call(h, call.is_wrong, -1);
        }
    }
    for h in known.values_mut() {
        for n in [&mut h.delivered, &mut h.refused, &mut h.returned, &mut h.cancelled, &mut h.no_answer, &mut h.wrong_number] {
            *n = (*n).max(0);
        }
    }
    let mut events: Vec<(Millis, u8, Event)> = Vec::with_capacity(orders.len() * 2 + calls.len());
    for (n, order) in orders.iter().enumerate() {
        events.push((order.placed, 2, Event::Came(n)));
        events.push((order.changed.max(order.placed.plus(1)), 0, Event::Ended(n)));
    }
    events.extend(calls.iter().enumerate().map(|(n, call)| (call.at, 1, Event::Called(n))));
    events.sort_by_key(|(at, kind, _)| (*at, *kind));
    let mut calls_by_order: HashMap<i64, Vec<Millis>> = HashMap::new();
    let mut outcomes: HashMap<Action, ActionOutcome> = HashMap::new();
    for (at, _, event) in &events {
        match event {
            Event::Ended(n) => {
                let order = &orders[*n];
                add_outcome(known.entry(order.person).or_default(), order.ending, 1);
            }
            Event::Called(n) => add_call(known.entry(calls[*n].person).or_default(), calls[*n].is_wrong, 1),
            Event::Came(n) => {
                let order = &orders[*n];
                let recent = calls_by_order.entry(order.person).or_default();
                recent.retain(|t| *t >= at.plus(-Millis::DAY));
                let history = History {
                    recent: i64::try_from(recent.len()).unwrap_or(i64::MAX),
                    has_ordered: !order.is_first,
                    ..known.get(&order.person).copied().unwrap_or_default()
                };
                recent.push(*at);
                let score =
                    cod_risk::score(&history, Some(&OrderSignals { value: order.value, high_value, address: order.address }));
                let facts = RuleInput { value: order.value, city: &order.city, is_first: order.is_first };
                let verdict = rules.decide(score, facts);
                let of = outcomes.entry(verdict.action).or_default();
                of.add(order);
                of.deposits += verdict.advance(CASH, order.total, currency);
            }
        }
    }
    Action::ALL.iter().map(|a| (*a, outcomes.get(a).copied().unwrap_or_default())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cod_risk::{Deposit, Rule, RuleCondition};

    fn order(person: i64, day: i64, ending: FinalOutcome) -> Past {
        Past {
            person,
            city: "الرياض".into(),
            value: 10_000,
            total: 10_500,
            address: Some(AddressQuality::Plain),
            is_first: false,
            ending,
            placed: Millis(day * Millis::DAY),
            changed: Millis((day + 2) * Millis::DAY),
        }
    }

    fn rules() -> Rules {
        let rule = |when, action| Rule { name: "x".into(), is_active: true, when, action, deposit: None };
        Rules {
            rules: vec![
                rule(RuleCondition { score_below: Some(35), ..RuleCondition::default() }, Action::HideCod),
                rule(RuleCondition { score_from: Some(60), ..RuleCondition::default() }, Action::Ship),
            ],
            ..Rules::default()
        }
    }

    fn outcome_of(outcomes: &[(Action, ActionOutcome)], action: Action) -> ActionOutcome {
        outcomes.iter().find(|(a, _)| *a == action).unwrap().1
    }

    #[test]
    fn or_cod_an_order_is_evaluated_by_what_was_known_then() {
        // The refusal of the first order is known when the second is placed, and not before.
        let orders =
            [order(1, 1, FinalOutcome::Refused), order(1, 2, FinalOutcome::Refused), order(1, 10, FinalOutcome::Refused)];
        let known = HashMap::from([(1, History { refused: 3, ..History::default() })]);
        let outcomes = replay(&rules(), 0, Currency::SAR, &orders, &[], known);
        assert_eq!((outcome_of(&outcomes, Action::Confirm).orders, outcome_of(&outcomes, Action::HideCod).orders), (2, 1));
        assert_eq!(
            (outcome_of(&outcomes, Action::HideCod).refused, outcome_of(&outcomes, Action::HideCod).refused_value),
            (1, 10_000)
        );
    }

    #[test]
    fn or_cod_what_was_known_before_the_span_counts() {
        let orders = [order(1, 1, FinalOutcome::Delivered)];
        let known = HashMap::from([(1, History { delivered: 2, ..History::default() })]);
        let outcomes = replay(&rules(), 0, Currency::SAR, &orders, &[], known);
        assert_eq!(
            outcome_of(&outcomes, Action::Ship),
            ActionOutcome { orders: 1, value: 10_000, delivered: 1, delivered_value: 10_000, ..ActionOutcome::default() }
        );
        let calls: Vec<PastCall> = (0..4).map(|n| PastCall { person: 1, is_wrong: n == 3, at: Millis(n) }).collect();
        let known = HashMap::from([(1, History { delivered: 2, no_answer: 3, wrong_number: 1, ..History::default() })]);
        assert_eq!(outcome_of(&replay(&rules(), 0, Currency::SAR, &orders, &calls, known), Action::HideCod).orders, 1);
    }

    #[test]
    fn or_cod_the_preview_says_what_deposits_would_have_come_to() {
        let deposit_rule = Rule {
            name: "x".into(),
            is_active: true,
            when: RuleCondition { score_below: Some(100), ..RuleCondition::default() },
            action: Action::Deposit,
            deposit: Some(Deposit::Share(1_000)),
        };
        let rules = Rules { rules: vec![deposit_rule], ..Rules::default() };
        let orders = [order(1, 1, FinalOutcome::Delivered), order(2, 2, FinalOutcome::Refused)];
        let outcomes = replay(&rules, 0, Currency::SAR, &orders, &[], HashMap::new());
        let deposit = outcome_of(&outcomes, Action::Deposit);
        // A tenth of the orders' totals with the fee for cash.
        assert_eq!((deposit.orders, deposit.deposits, deposit.delivered, deposit.refused), (2, 2_100, 1, 1));
    }

    #[test]
    fn or_cod_every_order_is_counted_once() {
        let endings =
            [FinalOutcome::Delivered, FinalOutcome::Refused, FinalOutcome::Returned, FinalOutcome::Cancelled, FinalOutcome::Open];
        let orders: Vec<Past> = (0..200).map(|n| order(n % 17, n % 80, endings[usize::try_from(n).unwrap() % 5])).collect();
        let outcomes = replay(&rules(), 50_000, Currency::SAR, &orders, &[], HashMap::new());
        assert_eq!(outcomes.iter().map(|(_, d)| d.orders).sum::<i64>(), 200);
        assert_eq!(outcomes.iter().map(|(_, d)| d.delivered + d.refused + d.returned + d.cancelled + d.open).sum::<i64>(), 200);
        assert_eq!(outcomes.iter().map(|(_, d)| d.value).sum::<i64>(), 200 * 10_000);
    }
}
