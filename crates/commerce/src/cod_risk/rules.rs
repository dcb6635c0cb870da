//! The merchant's rules for cash orders, by score, value, city and whether it is the number's first order. Pure.
//!
//! The first rule that matches decides; without a match, `otherwise` does.

use kernel::Currency;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::deposit::{Deposit, USUAL_HOURS};
use super::score::Score;
use customers::places;

/// The payment provider that takes cash.
pub const CASH: &str = "COD";

/// What a rule does with an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = CodAction)]
pub enum Action {
    /// Ship without confirmation.
    Ship,
    /// Confirm with the customer first.
    #[default]
    Confirm,
    /// A deposit by transfer, the rest on delivery.
    Deposit,
    /// Prepayment only, and the checkout says so.
    Prepay,
    /// Cash on delivery is not offered.
    HideCod,
    /// The order is refused with a polite message.
    Block,
}

impl Action {
    /// All actions, the mildest first.
    pub const ALL: &'static [Self] = &[Self::Ship, Self::Confirm, Self::Deposit, Self::Prepay, Self::HideCod, Self::Block];

    /// The word in the API and in the stored rules.
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

    /// Parses the word.
    #[must_use]
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|a| a.as_str() == word)
    }
}

/// The conditions of a rule; all must hold.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct RuleCondition {
    /// Score below this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score_below: Option<i64>,
    /// Score of at least this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score_from: Option<i64>,
    /// Order value of at least this, in minor units.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub total_from: Option<i64>,
    /// Order value below this, in minor units.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub total_below: Option<i64>,
    /// City is one of these, in any spelling; every city when empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cities: Vec<String>,
    /// True for the number's first order only, false for later ones only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub is_first_order: Option<bool>,
}

/// A rule for cash orders.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rule {
    /// The merchant's name for it.
    pub name: String,
    /// Inactive rules are skipped.
    pub is_active: bool,
    /// Its conditions.
    pub when: RuleCondition,
    /// What it does.
    pub action: Action,
    /// Size of the deposit of [`Action::Deposit`]; none for other actions.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deposit: Option<Deposit>,
}

/// The rules of a store.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Rules {
    /// In evaluation order; the first match decides.
    #[serde(default)]
    pub rules: Vec<Rule>,
    /// The action without a matching rule: ship or confirm.
    #[serde(default)]
    pub otherwise: Action,
    /// The value from which an order is large, in minor units; the currency's default when absent.
    #[serde(default)]
    pub high_value: Option<i64>,
    /// Hours within which a deposit is due; [`USUAL_HOURS`] when absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deposit_hours: Option<i64>,
    /// Incremented by every change, from 1.
    #[serde(default)]
    pub version: i64,
}

/// The facts of an order that rules read.
#[derive(Debug, Clone, Copy)]
pub struct RuleInput<'a> {
    /// In minor units, without the payment method's charge.
    pub value: i64,
    /// Empty for a pickup.
    pub city: &'a str,
    /// It is the number's first order.
    pub is_first: bool,
}

/// The decision for an order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Verdict {
    /// The action to take.
    pub action: Action,
    /// Name of the rule that decided; none when no rule matched.
    pub rule: Option<String>,
    /// Size of the deposit of [`Action::Deposit`].
    pub deposit: Option<Deposit>,
    /// The score that it is based on.
    pub score: Score,
}

impl Verdict {
    /// Whether payment methods of this provider may be used.
    #[must_use]
    pub fn allows(&self, provider: &str) -> bool {
        match self.action {
            Action::Ship | Action::Confirm | Action::Deposit => true,
            Action::Prepay | Action::HideCod => provider != CASH,
            // A refused shopper is told at the end, and cannot probe which method works.
            Action::Block => true,
        }
    }

    /// The deposit of a cash order, in minor units: 0 when none is required.
    #[must_use]
    pub fn advance(&self, provider: &str, total: i64, currency: Currency) -> i64 {
        if provider != CASH || self.action != Action::Deposit {
            return 0;
        }
        self.deposit.map_or(0, |d| d.split(total, currency).advance)
    }

    /// Whether a cash order must be confirmed first: also where a deposit was required and comes to zero.
    #[must_use]
    pub fn asks_first(&self, provider: &str) -> bool {
        provider == CASH && matches!(self.action, Action::Confirm | Action::Deposit)
    }

    /// The decision where no bank account can receive a deposit: confirm instead. The sale is not lost, and nothing is shipped
    /// unconfirmed.
    #[must_use]
    pub fn without_deposit(self) -> Self {
        let action = if self.action == Action::Deposit { Action::Confirm } else { self.action };
        Self { action, deposit: None, ..self }
    }
}

/// Whether a provider is cash on delivery.
#[must_use]
pub fn is_cash(provider: &str) -> bool {
    provider == CASH
}

impl RuleCondition {
    /// Whether it has any condition.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Whether all conditions hold.
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
    /// Parses the stored rules; without any, every cash order is confirmed.
    ///
    /// # Errors
    /// When they cannot be parsed: treated as missing, they would let every cash order through.
    pub fn read(document: &Value) -> db::Result<Self> {
        let rules: Self = platform::stores::read_document("cod_rules", document)?;
        Ok(Self { version: rules.version.max(1), ..rules })
    }

    /// Whether some rule can remove cash or refuse: the checkout must evaluate them before it offers methods.
    #[must_use]
    pub fn can_restrict(&self) -> bool {
        self.rules.iter().any(|r| r.is_active && !matches!(r.action, Action::Ship | Action::Confirm))
    }

    /// Whether an active rule requires a deposit.
    #[must_use]
    pub fn asks_deposit(&self) -> bool {
        self.rules.iter().any(|r| r.is_active && r.action == Action::Deposit)
    }

    /// The deadline of a deposit, in hours.
    #[must_use]
    pub fn hours(&self) -> i64 {
        self.deposit_hours.unwrap_or(USUAL_HOURS)
    }

    /// The first matching rule decides, or `otherwise`.
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
