//! The merchant's rules: what is done with an order, by its score, value, city and whether it is the number's first. Pure.
//!
//! The first rule that fits decides; where none fits, the last word does.

use kernel::Currency;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::deposit::{Deposit, USUAL_HOURS};
use super::score::Score;
use customers::places;

/// The payment provider that takes cash.
pub const CASH: &str = "COD";

/// What is done with an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = CodAction)]
pub enum Action {
    /// It may go without asking.
    Ship,
    /// Somebody asks first.
    #[default]
    Confirm,
    /// A part is paid in advance by transfer, the rest at the door.
    Deposit,
    /// Paid in advance only, and the checkout says so.
    Prepay,
    /// Cash is not offered.
    HideCod,
    /// The order is refused, politely.
    Block,
}

impl Action {
    /// All of them, from the mildest.
    pub const ALL: &'static [Self] = &[Self::Ship, Self::Confirm, Self::Deposit, Self::Prepay, Self::HideCod, Self::Block];

    /// The word on the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Ship => "ship",
            Self::Confirm => "confirm",
            Self::Deposit => "deposit",
            Self::Prepay => "prepay",
            Self::HideCod => "hide_cod",
            Self::Block => "block",
        }
    }

    /// Reads the word.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|a| a.as_str() == word)
    }
}

/// What a rule asks; all of it must hold.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct RuleCondition {
    /// Fewer points than this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score_below: Option<i64>,
    /// So many points or more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score_from: Option<i64>,
    /// So much or more, in minor units.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub total_from: Option<i64>,
    /// Less than this, in minor units.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub total_below: Option<i64>,
    /// Into one of these cities, in any spelling; every city when empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cities: Vec<String>,
    /// The number's first order, or not its first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub is_first_order: Option<bool>,
}

/// One step of the ladder.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rule {
    /// What the merchant calls it.
    pub name: String,
    /// Asked.
    pub is_active: bool,
    /// When it decides.
    pub when: RuleCondition,
    /// What it decides.
    pub action: Action,
    /// How much [`Action::Deposit`] asks; none of another action.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deposit: Option<Deposit>,
}

/// All rules of a store.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Rules {
    /// In the order in which they are asked.
    #[serde(default)]
    pub rules: Vec<Rule>,
    /// When no rule fits: ship or confirm.
    #[serde(default)]
    pub otherwise: Action,
    /// From here on an order is large, in minor units; as is usual for the currency when absent.
    #[serde(default)]
    pub high_value: Option<i64>,
    /// Hours within which a deposit is to come; [`USUAL_HOURS`] when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deposit_hours: Option<i64>,
    /// Grows with every change, from 1.
    #[serde(default)]
    pub version: i64,
}

/// An order as the rules see it.
#[derive(Debug, Clone, Copy)]
pub struct RuleInput<'a> {
    /// In minor units, without the payment method's charge.
    pub value: i64,
    /// Empty when the customer comes for it.
    pub city: &'a str,
    /// The number's first.
    pub is_first: bool,
}

/// What the rules said.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Verdict {
    /// What is done.
    pub action: Action,
    /// The rule that decided; none when no rule fitted.
    pub rule: Option<String>,
    /// How much is paid in advance, of [`Action::Deposit`].
    pub deposit: Option<Deposit>,
    /// What it was decided by.
    pub score: Score,
}

impl Verdict {
    /// A payment method of this provider may be used.
    #[must_use]
    pub fn allows(&self, provider: &str) -> bool {
        match self.action {
            Action::Ship | Action::Confirm | Action::Deposit => true,
            Action::Prepay | Action::HideCod => provider != CASH,
            // Whoever is refused is told so at the end, and cannot try out which method works.
            Action::Block => true,
        }
    }

    /// What of a cash order is paid in advance, in minor units: 0 where nothing is asked.
    #[must_use]
    pub fn advance(&self, provider: &str, total: i64, currency: Currency) -> i64 {
        if provider != CASH || self.action != Action::Deposit {
            return 0;
        }
        self.deposit.map_or(0, |d| d.split(total, currency).advance)
    }

    /// The order is cash and somebody must ask first: also where a deposit was to be asked and comes to nothing.
    #[must_use]
    pub fn asks_first(&self, provider: &str) -> bool {
        provider == CASH && matches!(self.action, Action::Confirm | Action::Deposit)
    }

    /// As it is where nobody can transfer a deposit: somebody asks first. The sale is not lost, and nothing is sent unasked.
    #[must_use]
    pub fn without_deposit(self) -> Self {
        let action = if self.action == Action::Deposit { Action::Confirm } else { self.action };
        Self { action, deposit: None, ..self }
    }
}

/// Cash on delivery, by its provider.
#[must_use]
pub fn is_cash(provider: &str) -> bool {
    provider == CASH
}

impl RuleCondition {
    /// It says anything.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// All of it holds.
    #[must_use]
    pub fn fits(&self, score: i64, facts: RuleInput<'_>) -> bool {
        let Self { score_below, score_from, total_from, total_below, cities, is_first_order } = self;
        score_below.is_none_or(|n| score < n)
            && score_from.is_none_or(|n| score >= n)
            && total_from.is_none_or(|n| facts.value >= n)
            && total_below.is_none_or(|n| facts.value < n)
            && is_first_order.is_none_or(|first| first == facts.is_first)
            && (cities.is_empty() || cities.iter().any(|c| places::is_same_anywhere(c, facts.city)))
    }
}

impl Rules {
    /// As they are kept; a store that never wrote any has every cash order confirmed.
    ///
    /// # Errors
    /// Of rules that cannot be read: taken for none they would let every cash order through.
    pub fn read(document: &Value) -> db::Result<Self> {
        let rules: Self = platform::stores::read_document("cod_rules", document)?;
        Ok(Self { version: rules.version.max(1), ..rules })
    }

    /// Some rule can take cash away or refuse: the checkout must ask before it offers.
    #[must_use]
    pub fn can_restrict(&self) -> bool {
        self.rules.iter().any(|r| r.is_active && !matches!(r.action, Action::Ship | Action::Confirm))
    }

    /// Some rule that is asked wants a deposit.
    #[must_use]
    pub fn asks_deposit(&self) -> bool {
        self.rules.iter().any(|r| r.is_active && r.action == Action::Deposit)
    }

    /// How long a deposit is waited for, in hours.
    #[must_use]
    pub fn hours(&self) -> i64 {
        self.deposit_hours.unwrap_or(USUAL_HOURS)
    }

    /// The first rule that fits, or the last word.
    #[must_use]
    pub fn decide(&self, score: Score, facts: RuleInput<'_>) -> Verdict {
        let fitting = self.rules.iter().find(|r| r.is_active && r.when.fits(score.points, facts));
        Verdict {
            action: fitting.map_or(self.otherwise, |r| r.action),
            rule: fitting.map(|r| r.name.clone()),
            deposit: fitting.filter(|r| r.action == Action::Deposit).and_then(|r| r.deposit),
            score,
        }
    }
}

db::stored_words! {
    Action, "order_confirmations" "action";
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rule(name: &str, when: RuleCondition, action: Action) -> Rule {
        Rule { name: name.into(), is_active: true, when, action, deposit: None }
    }

    fn points(points: i64) -> Score {
        Score { points, reasons: Vec::new() }
    }

    const SMALL: RuleInput<'_> = RuleInput { value: 5_000, city: "الرياض", is_first: true };

    #[test]
    fn or_cod_the_first_rule_that_fits_decides() {
        let rules = Rules {
            rules: vec![
                rule("خطر", RuleCondition { score_below: Some(20), ..RuleCondition::default() }, Action::Block),
                rule(
                    "كبير",
                    RuleCondition { total_from: Some(100_000), is_first_order: Some(true), ..RuleCondition::default() },
                    Action::Prepay,
                ),
                rule("جدة", RuleCondition { cities: vec!["جده".into()], ..RuleCondition::default() }, Action::HideCod),
                rule("موثوق", RuleCondition { score_from: Some(65), ..RuleCondition::default() }, Action::Ship),
            ],
            ..Rules::default()
        };
        let decide = |score, facts| {
            let v = rules.decide(points(score), facts);
            (v.action, v.rule)
        };
        assert_eq!(decide(10, SMALL), (Action::Block, Some("خطر".into())));
        assert_eq!(decide(20, SMALL), (Action::Confirm, None));
        assert_eq!(decide(90, RuleInput { value: 100_000, ..SMALL }).0, Action::Prepay);
        assert_eq!(decide(90, RuleInput { value: 100_000, is_first: false, ..SMALL }).0, Action::Ship);
        assert_eq!(decide(90, RuleInput { city: "جِدّة", ..SMALL }).0, Action::HideCod);
        assert!(rules.can_restrict());
        let inactive_rules =
            Rules { rules: rules.rules.iter().cloned().map(|r| Rule { is_active: false, ..r }).collect(), ..rules };
        assert!(!inactive_rules.can_restrict() && inactive_rules.decide(points(0), SMALL).action == Action::Confirm);
    }

    #[test]
    fn or_cod_cash_goes_where_a_rule_says_so() {
        let verdict = |action| Verdict { action, ..Verdict::default() };
        assert!(verdict(Action::Ship).allows("COD") && verdict(Action::Confirm).allows("COD"));
        assert!(!verdict(Action::Prepay).allows("COD") && verdict(Action::Prepay).allows("BANK"));
        assert!(!verdict(Action::HideCod).allows("COD"));
        assert!(verdict(Action::Confirm).asks_first("COD") && !verdict(Action::Confirm).asks_first("BANK"));
    }

    #[test]
    fn or_cod_a_deposit_is_asked_of_cash_alone() {
        let deposit_rule = Rule {
            deposit: Some(Deposit::Share(2_500)),
            ..rule("كبير", RuleCondition { total_from: Some(4_000), ..RuleCondition::default() }, Action::Deposit)
        };
        let rules = Rules { rules: vec![deposit_rule], ..Rules::default() };
        assert!(rules.asks_deposit() && rules.can_restrict() && rules.hours() == 48);
        let verdict = rules.decide(points(50), SMALL);
        assert!(verdict.allows("COD") && verdict.allows("BANK"));
        assert_eq!((verdict.advance("COD", 5_250, Currency::SAR), verdict.advance("BANK", 5_250, Currency::SAR)), (1_313, 0));
        let without_deposit = verdict.without_deposit();
        assert_eq!((without_deposit.action, without_deposit.advance("COD", 5_250, Currency::SAR)), (Action::Confirm, 0));
        assert_eq!((without_deposit.rule.as_deref(), without_deposit.asks_first("COD")), (Some("كبير"), true));
        assert_eq!(Rules::read(&serde_json::to_value(&rules).unwrap()).unwrap().rules, rules.rules);
    }

    #[test]
    fn or_cod_rules_are_read_back_as_they_were_kept() {
        let rules = Rules {
            rules: vec![rule(
                "أول طلب",
                RuleCondition { is_first_order: Some(true), total_below: Some(5), ..RuleCondition::default() },
                Action::Ship,
            )],
            otherwise: Action::Ship,
            high_value: Some(7),
            deposit_hours: Some(24),
            version: 3,
        };
        assert_eq!(Rules::read(&serde_json::to_value(&rules).unwrap()).unwrap(), rules);
        assert_eq!(Rules::read(&Value::Null).unwrap(), Rules { version: 1, ..Rules::default() });
    }
}
