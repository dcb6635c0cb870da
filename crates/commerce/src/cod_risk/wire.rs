//! Scores and rules in the API. Amounts are decimals in the store's currency.

use kernel::digits::scaled;
use kernel::text_guard::{Lines, clean};
use kernel::{Currency, Texts, money};
use serde::{Deserialize, Serialize};
use web::message::common;
use web::{FieldErrors, Message};

use super::deposit::{Deposit, MOST_HOURS};
use super::rules::{Action, Rule, RuleCondition, Rules};
use super::score::{Band, Code, Reason, Score, usual_high_value};
use web::fields::guard_message;
use web::schema;

const MOST_RULES: usize = 20;
const MOST_CITIES: usize = 50;
const TOO_MANY: Message = Message::new("اكتمل الحد الأقصى: {max} قاعدة.", "Limit reached: a store can have {max} rules.");
const TOO_MANY_CITIES: Message = Message::new("الحد الأقصى {max} مدينة لكل قاعدة.", "A rule can have up to {max} cities.");
const NO_CONDITION: Message = Message::new("حدّد شرطًا واحدًا على الأقل.", "Add at least one condition.");
const REVERSED: Message =
    Message::new("بداية النطاق يجب أن تكون أقل من نهايته.", "The start of the range must be below its end.");
const NOT_LAST: Message = Message::new(
    "لبقية الطلبات اختر الشحن مباشرة أو التأكيد أولًا.",
    "For all other orders, choose to ship directly or to confirm first.",
);
const DEPOSIT_ONE: Message = Message::new("حدّد العربون: مبلغًا أو نسبة.", "Enter the deposit as an amount or a percentage.");
const DEPOSIT_ELSE: Message =
    Message::new("العربون يخص قاعدة «عربون ثم الباقي عند الاستلام».", "Only deposit rules have a deposit.");
const NOT_A_SHARE: Message = Message::new(
    "أدخل نسبة من 0.01 إلى 100 بمنزلتين عشريتين على الأكثر.",
    "Enter a percentage from 0.01 to 100 with at most two decimals.",
);
/// No bank account can receive a deposit.
pub(super) const NEEDS_ACCOUNT: Message = Message::new(
    "أضف حسابًا بنكيًا نشطًا أولًا ليحوّل إليه العميل العربون.",
    "Add an active bank account first, so customers can transfer the deposit.",
);

/// A reason of a score.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
#[schema(as = TrustReason)]
pub struct ReasonView {
    code: Code,
    /// Points added, or subtracted when negative.
    points: i64,
    /// The reason as text.
    text: Texts,
}

impl ReasonView {
    /// Of a reason.
    #[must_use]
    pub fn from_reason(reason: &Reason) -> Self {
        Self { code: reason.code, points: reason.points, text: reason.text() }
    }
}

/// A score with its reasons.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
#[schema(as = TrustScore)]
pub struct ScoreView {
    /// 0 to 100; 50 without history.
    points: i64,
    band: Band,
    reasons: Vec<ReasonView>,
}

impl ScoreView {
    /// Of a score.
    #[must_use]
    pub fn from_score(score: &Score) -> Self {
        Self { points: score.points, band: score.band(), reasons: score.reasons.iter().map(ReasonView::from_reason).collect() }
    }
}

/// A rule; all of its conditions must hold.
#[derive(Debug, Clone, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = CodRule)]
pub struct RuleView {
    /// 60 characters at most.
    #[schema(value_type = schema::RequiredLine<60>)]
    name: String,
    is_active: bool,
    action: Action,
    /// Of `deposit`: a fixed amount, capped at the order's total,
    #[serde(default)]
    #[schema(value_type = Option<schema::PositiveAmount>)]
    deposit_amount: Option<String>,
    /// or a percentage of its total, "12.5"; one of the two.
    #[serde(default)]
    #[schema(value_type = Option<schema::Share>)]
    deposit_percent: Option<String>,
    /// Score below this, 1 to 100.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 100)]
    score_below: Option<i64>,
    /// Score of at least this, 0 to 100.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 100)]
    score_from: Option<i64>,
    /// Order value of at least this.
    #[serde(default)]
    #[schema(value_type = Option<schema::PositiveAmount>)]
    total_from: Option<String>,
    /// Order value below this.
    #[serde(default)]
    #[schema(value_type = Option<schema::PositiveAmount>)]
    total_below: Option<String>,
    /// Cities in any spelling; every city when empty.
    #[serde(default)]
    #[schema(value_type = Vec<schema::Line<100>>, max_items = 50)]
    cities: Vec<String>,
    #[serde(default)]
    is_first_order: Option<bool>,
}

/// A store's rules.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
#[schema(as = CodRules)]
pub struct RulesView {
    rules: Vec<RuleView>,
    /// Action without a matching rule: `ship` or `confirm`.
    otherwise: Action,
    /// The value from which an order counts as large.
    high_value: String,
    /// A prepaid method is offered: what `prepay` and `hide_cod` leave.
    has_prepaid: bool,
    /// An active bank account can receive a deposit; without one `deposit` acts as `confirm`.
    has_bank_account: bool,
    /// Hours within which a deposit is due; then the order is cancelled.
    deposit_hours: i64,
    version: i64,
}

web::schema_types! {
    /// What is done with orders that no rule matches.
    CodOtherwise => schema::words([Action::Ship, Action::Confirm].map(Action::as_str));
}

/// Rules to store.
#[derive(Debug, Clone, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = CodRulesIn)]
pub struct RulesIn {
    /// 20 at most, in evaluation order.
    #[schema(max_items = 20)]
    rules: Vec<RuleView>,
    /// Action without a matching rule: `ship` or `confirm`.
    #[schema(value_type = CodOtherwise)]
    otherwise: Action,
    /// The currency's default when absent.
    #[serde(default)]
    #[schema(value_type = Option<schema::PositiveAmount>)]
    high_value: Option<String>,
    /// Hours within which a deposit is due, 1 to 336; 48 when absent.
    #[serde(default)]
    #[schema(minimum = 1, maximum = 336)]
    deposit_hours: Option<i64>,
    /// The version it was read at.
    #[serde(default)]
    pub(super) version: Option<i64>,
}

impl RulesView {
    pub(super) fn new(rules: Rules, currency: Currency, has_prepaid: bool, has_bank_account: bool) -> Self {
        let amount = |n: i64| money::format(n, currency);
        let deposit_hours = rules.hours();
        Self {
            rules: rules
                .rules
                .into_iter()
                .map(|Rule { name, is_active, when, action, deposit }| {
                    let RuleCondition { score_below, score_from, total_from, total_below, cities, is_first_order } = when;
                    RuleView {
                        name,
                        is_active,
                        action,
                        deposit_amount: match deposit {
                            Some(Deposit::Fixed(n)) => Some(amount(n)),
                            _ => None,
                        },
                        deposit_percent: match deposit {
                            Some(Deposit::Share(n)) => Some(percent(n)),
                            _ => None,
                        },
                        score_below,
                        score_from,
                        total_from: total_from.map(amount),
                        total_below: total_below.map(amount),
                        cities,
                        is_first_order,
                    }
                })
                .collect(),
            otherwise: rules.otherwise,
            high_value: amount(rules.high_value.unwrap_or_else(|| usual_high_value(currency))),
            has_prepaid,
            has_bank_account,
            deposit_hours,
            version: rules.version,
        }
    }
}

impl RulesIn {
    /// Validates the rules.
    ///
    /// # Errors
    /// Every invalid field, as `rules.0.name`.
    pub fn read(self, currency: Currency) -> Result<Rules, FieldErrors> {
        let mut errors = FieldErrors::new();
        if self.rules.len() > MOST_RULES {
            return Err(FieldErrors::one("rules", TOO_MANY.with("max", MOST_RULES)));
        }
        let high_value = amount(&mut errors, "high_value", self.high_value.as_deref(), currency);
        if !matches!(self.otherwise, Action::Ship | Action::Confirm) {
            errors.add("otherwise", NOT_LAST);
        }
        if self.deposit_hours.is_some_and(|h| !(1..=MOST_HOURS).contains(&h)) {
            errors.add("deposit_hours", common::BETWEEN.with("min", 1).with("max", MOST_HOURS));
        }
        let rules = self.rules.into_iter().enumerate().map(|(n, rule)| rule.read(&mut errors, n, currency)).collect();
        let (otherwise, deposit_hours) = (self.otherwise, self.deposit_hours);
        if errors.is_empty() { Ok(Rules { rules, otherwise, high_value, deposit_hours, version: 0 }) } else { Err(errors) }
    }
}

fn amount(errors: &mut FieldErrors, path: &str, text: Option<&str>, currency: Currency) -> Option<i64> {
    let text = text.filter(|t| !t.trim().is_empty())?;
    let mut faults = FieldErrors::new();
    let n = web::fields::amount(&mut faults, path, text, currency);
    if faults.is_empty() && n == 0 {
        faults.add(path, common::NOT_AN_AMOUNT);
    }
    let is_fine = faults.is_empty();
    for (path, messages) in faults.iter() {
        for message in messages {
            errors.add(path, message.clone());
        }
    }
    is_fine.then_some(n)
}

/// Formats a percentage without trailing zeros: "12.5".
fn percent(n: i64) -> String {
    let text = money::format_with(n, 2);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

impl RuleView {
    /// Parses the size of the deposit.
    fn deposit(&self, errors: &mut FieldErrors, path: impl Fn(&str) -> String, currency: Currency) -> Option<Deposit> {
        let is_filled = |text: &Option<String>| text.as_deref().is_some_and(|t| !t.trim().is_empty());
        match (self.action == Action::Deposit, is_filled(&self.deposit_amount), is_filled(&self.deposit_percent)) {
            (false, false, false) => None,
            (false, is_amount, _) => {
                errors.add(path(if is_amount { "deposit_amount" } else { "deposit_percent" }), DEPOSIT_ELSE);
                None
            }
            (true, false, false) | (true, true, true) => {
                errors.add(path("deposit_amount"), DEPOSIT_ONE);
                None
            }
            (true, true, false) => {
                amount(errors, &path("deposit_amount"), self.deposit_amount.as_deref(), currency).map(Deposit::Fixed)
            }
            (true, false, true) => {
                if let Ok(n @ 1..=10_000) = scaled(self.deposit_percent.as_deref().unwrap_or_default(), 2) {
                    Some(Deposit::Share(n))
                } else {
                    errors.add(path("deposit_percent"), NOT_A_SHARE);
                    None
                }
            }
        }
    }

    fn read(self, errors: &mut FieldErrors, n: usize, currency: Currency) -> Rule {
        let path = |field: &str| format!("rules.{n}.{field}");
        let name = match clean(&self.name, 60, Lines::Single) {
            Ok(name) if name.is_empty() => {
                errors.add(path("name"), common::REQUIRED);
                name
            }
            Ok(name) => name,
            Err(fault) => {
                errors.add(path("name"), guard_message(fault));
                String::new()
            }
        };
        for (field, value, least) in [("score_below", self.score_below, 1), ("score_from", self.score_from, 0)] {
            if value.is_some_and(|v| !(least..=100).contains(&v)) {
                errors.add(path(field), common::BETWEEN.with("min", least).with("max", 100));
            }
        }
        let total_from = amount(errors, &path("total_from"), self.total_from.as_deref(), currency);
        let total_below = amount(errors, &path("total_below"), self.total_below.as_deref(), currency);
        if matches!((self.score_from, self.score_below), (Some(from), Some(below)) if from >= below) {
            errors.add(path("score_below"), REVERSED);
        }
        if matches!((total_from, total_below), (Some(from), Some(below)) if from >= below) {
            errors.add(path("total_below"), REVERSED);
        }
        if self.cities.len() > MOST_CITIES {
            errors.add(path("cities"), TOO_MANY_CITIES.with("max", MOST_CITIES));
        }
        let mut cities: Vec<String> = Vec::new();
        for (at, city) in self.cities.iter().take(MOST_CITIES).enumerate() {
            match clean(city, 100, Lines::Single) {
                Ok(city) if city.is_empty() => {}
                Ok(city) => {
                    if !cities.contains(&city) {
                        cities.push(city);
                    }
                }
                Err(fault) => errors.add(path(&format!("cities.{at}")), guard_message(fault)),
            }
        }
        let deposit = self.deposit(errors, path, currency);
        let (score_below, score_from, is_first_order) = (self.score_below, self.score_from, self.is_first_order);
        let when = RuleCondition { score_below, score_from, total_from, total_below, cities, is_first_order };
        if when.is_empty() {
            errors.add(path("name"), NO_CONDITION);
        }
        Rule { name, is_active: self.is_active, when, action: self.action, deposit }
    }
}
