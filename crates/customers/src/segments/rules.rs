//! The rules of a segment as the merchant wrote them, and the conditions that they mean at a given time. Pure.
//!
//! A rule about the last days is relative: "60 days" is evaluated on each read, in the store's time zone.

use jiff::ToSpan;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use kernel::fold::fold;
use kernel::{Millis, Texts, money};
use serde::{Deserialize, Serialize};
use web::message::common;
use web::schema;
use web::{FieldErrors, Message};

use crate::filter::cond::{AddressField, Column, Cond, ContactField, OneOf, Op};
use crate::model::Channel;
use crate::purchases::{BuyerIndex, PurchaseCondition, PurchaseTarget};
use platform::stores::StoreProfile;

/// Most groups of a segment.
pub(crate) const MOST_GROUPS: usize = 5;
/// Most rules of a group.
pub(crate) const MOST_RULES: usize = 8;
/// Most values of a rule.
const MOST_VALUES: usize = 50;
/// Longest value, in characters.
const LONGEST_VALUE: usize = 100;
/// Most days that a rule looks back: ten years.
const MOST_DAYS: i64 = 3_650;
/// Most orders that a rule about purchases requires.
const MOST_TIMES: i64 = 1_000;

const NOT_SO: Message = Message::new("طريقة المقارنة غير متاحة لهذا الحقل.", "This field doesn't support that comparison.");
const ONE_VALUE: Message = Message::new("أدخل قيمة واحدة.", "Enter one value.");
const NOT_HERE: Message = Message::new("هذا الحقل غير مستخدم في هذه القاعدة.", "This isn't used in this rule.");
const NO_VALUE: Message = Message::new("هذه القاعدة بلا قيمة.", "This rule takes no value.");
const NOT_A_DAY: Message = Message::new("اكتب تاريخًا صحيحًا.", "Enter a valid date.");
const NOT_A_COUNT: Message = Message::new("اكتب عددًا صحيحًا لا يقل عن صفر.", "Enter a whole number, zero or more.");

/// The field that a rule compares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = CustomerSegmentField)]
pub enum Field {
    /// Total of their orders without cancelled and returned ones: `gte`, `lte` an amount.
    Spent,
    /// Orders ever placed: `is`, `gte`, `lte` a number.
    Orders,
    /// Mean of the orders in `spent`: `gte`, `lte` an amount. A customer without such an order does not match.
    Average,
    /// Time of the latest order: `within`, `not_within` days, `gte`, `lte` a day, `never`. A customer without an order matches
    /// only `never`.
    LastOrder,
    /// Time of the first order, or of the record's creation: `within`, `not_within`, `gte`, `lte`.
    Created,
    /// City of the latest order's address: `is`, `is_not` one of these.
    City,
    /// Country, by ISO code: `is`, `is_not`.
    Country,
    /// Tag, in any spelling: `is`, `is_not`.
    Tag,
    /// Group, by id: `is`, `is_not`.
    Group,
    /// Channel (sms, whatsapp, email, calls): consent granted to one of these (`is`) or to none of them (`is_not`).
    Consent,
    /// Blocked: `is` yes or no.
    Blocked,
    /// Whether mobile or email exists: `is`, `is_not`.
    Contact,
    /// Orders refused on delivery: `gte`, `lte` a number.
    Refused,
    /// Last update of a non-empty open cart: `within`, `not_within` days.
    Cart,
    /// Bought one of these products, by id (`is`), or none of them (`is_not`); with `days` and `times`.
    Product,
    /// Bought something that is now in one of these categories or their subcategories (`is`), or nothing (`is_not`); with `days`
    /// and `times`.
    Category,
    /// Used one of these coupons, by id, or `any` (`is`), or none (`is_not`); with `days` and `times`.
    Coupon,
}

impl Field {
    /// Whether it is about purchases or coupon uses.
    pub(super) const fn is_bought(self) -> bool {
        matches!(self, Self::Product | Self::Category | Self::Coupon)
    }
}

/// The comparison of a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = CustomerSegmentOp)]
pub enum Compare {
    /// At least; of a day: from its start on.
    Gte,
    /// At most; of a day: until its end.
    Lte,
    /// One of these.
    Is,
    /// None of these.
    IsNot,
    /// Since the start of the day so many days ago.
    Within,
    /// Before the start of that day.
    NotWithin,
    /// Never.
    Never,
}

/// One rule of a segment: `{"field": "last_order", "op": "not_within", "values": ["60"]}`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = CustomerSegmentRule)]
pub struct Rule {
    pub(super) field: Field,
    pub(super) op: Compare,
    /// What it is compared with: an amount of the store's currency, a number, a day (`2027-01-01`), words or ids.
    #[serde(default)]
    #[schema(value_type = Vec<schema::Line<100>>, max_items = 50)]
    pub(super) values: Vec<String>,
    /// Of purchases and coupon uses: only in the last so many days.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1, maximum = 3650)]
    pub(super) days: Option<i64>,
    /// Of purchases and coupon uses (`is`): in at least so many orders; 1 by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1, maximum = 1000)]
    pub(super) times: Option<i64>,
    /// Current names of the products, categories and coupons in `values`, in their order; for one that no longer exists, its name
    /// when the rule was saved. Ignored in requests.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(value_type = Vec<schema::LineTexts<200>>)]
    pub(super) names: Vec<Texts>,
}

impl Rule {
    pub(super) fn new(field: Field, op: Compare, values: &[&str]) -> Self {
        let values = values.iter().map(|&v| v.to_owned()).collect();
        Self { field, op, values, days: None, times: None, names: Vec::new() }
    }
}

/// Every rule of one of the groups must hold.
pub(crate) type Groups = Vec<Vec<Rule>>;

/// The context of evaluation: the store's time zone and currency, and the current time.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RuleContext<'a> {
    pub(crate) profile: &'a StoreProfile,
    pub(crate) now: Millis,
}

impl RuleContext<'_> {
    fn zone(&self) -> TimeZone {
        TimeZone::get(&self.profile.timezone).unwrap_or(TimeZone::UTC)
    }

    /// The start of a day in the store's time zone.
    fn start(&self, day: Date) -> Option<Millis> {
        day.to_zoned(self.zone()).ok().map(|at| Millis(at.timestamp().as_millisecond()))
    }

    /// The start of the day so many days ago.
    fn days_ago(&self, days: i64) -> Option<Millis> {
        let today = jiff::Timestamp::from_millisecond(self.now.0).ok()?.to_zoned(self.zone()).date();
        self.start(today.checked_sub(days.days()).ok()?)
    }
}

/// An error of a rule: the part that is invalid, and the message.
type Fault = (&'static str, Message);

fn one(values: &[String]) -> Result<&str, Fault> {
    match values {
        [one] if !one.trim().is_empty() => Ok(one.trim()),
        [] | [_] => Err(("values", common::REQUIRED)),
        _ => Err(("values", ONE_VALUE)),
    }
}

fn many(values: &[String]) -> Result<Vec<String>, Fault> {
    let values: Vec<String> = values.iter().map(|v| v.trim().to_owned()).collect();
    if values.is_empty() || values.iter().any(String::is_empty) {
        return Err(("values", common::REQUIRED));
    }
    Ok(values)
}

fn bound(op: Compare) -> Result<Op, Fault> {
    match op {
        Compare::Gte => Ok(Op::AtLeast),
        Compare::Lte => Ok(Op::AtMost),
        _ => Err(("op", NOT_SO)),
    }
}

fn whole(text: &str) -> Result<i64, Fault> {
    text.parse().ok().filter(|n| (0..=1_000_000_000).contains(n)).ok_or(("values", NOT_A_COUNT))
}

fn is_not(op: Compare) -> Result<bool, Fault> {
    match op {
        Compare::Is => Ok(false),
        Compare::IsNot => Ok(true),
        _ => Err(("op", NOT_SO)),
    }
}

fn words<T>(op: Compare, values: &[String], read: impl Fn(&str) -> Option<T>) -> Result<OneOf<T>, Fault> {
    let is_not = is_not(op)?;
    let values: Option<Vec<T>> = many(values)?.iter().map(|v| read(v)).collect();
    Ok(OneOf { values: values.ok_or(("values", common::NOT_A_CHOICE))?, is_not })
}

/// A time: "within the last days" or a calendar day.
fn moment(column: Column, rule: &Rule, context: &RuleContext<'_>) -> Result<Cond, Fault> {
    match rule.op {
        Compare::Within => Ok(Cond::Number(column, Op::AtLeast, since(rule, context)?.0)),
        Compare::NotWithin => Ok(Cond::Number(column, Op::Below, since(rule, context)?.0)),
        op => {
            let op = bound(op)?;
            let day = one(&rule.values)?.parse::<Date>().map_err(|_| ("values", NOT_A_DAY))?;
            // "Until a day" includes the whole day.
            let (day, op) = match op {
                Op::AtMost => (day.tomorrow().map_err(|_| ("values", NOT_A_DAY))?, Op::Below),
                op => (day, op),
            };
            let at = context.start(day).ok_or(("values", NOT_A_DAY))?;
            Ok(Cond::Number(column, op, at.0))
        }
    }
}

fn since(rule: &Rule, context: &RuleContext<'_>) -> Result<Millis, Fault> {
    let between = || ("values", common::BETWEEN.with("min", 1).with("max", MOST_DAYS));
    let days = one(&rule.values)?.parse().ok().filter(|n| (1..=MOST_DAYS).contains(n)).ok_or_else(between)?;
    context.days_ago(days).ok_or_else(between)
}

/// The value that means every coupon.
pub(super) const ANY: &str = "any";

fn ids<T: std::str::FromStr>(values: &[String]) -> Result<Vec<T>, Fault> {
    many(values)?.iter().map(|v| v.parse().map_err(|_| ("values", common::NOT_A_CHOICE))).collect()
}

/// Parses a condition on purchases or coupon uses, with its period and number of times.
fn bought(rule: &Rule, context: &RuleContext<'_>) -> Result<Cond, Fault> {
    let is_not = is_not(rule.op)?;
    let target = match (rule.field, rule.values.as_slice()) {
        (Field::Product, values) => PurchaseTarget::Products(ids(values)?),
        (Field::Category, values) => PurchaseTarget::Categories(ids(values)?),
        (_, [one]) if one.trim() == ANY => PurchaseTarget::AnyCoupon,
        (_, values) => PurchaseTarget::Coupons(ids(values)?),
    };
    let between = |part, most| move || (part, common::BETWEEN.with("min", 1).with("max", most));
    let since = match rule.days {
        Some(days) if (1..=MOST_DAYS).contains(&days) => Some(context.days_ago(days).ok_or_else(between("days", MOST_DAYS))?),
        Some(_) => return Err(between("days", MOST_DAYS)()),
        None => None,
    };
    let times = match rule.times {
        // "Not in three orders" would be misread as "never".
        Some(_) if is_not => return Err(("times", NOT_HERE)),
        Some(times) if !(1..=MOST_TIMES).contains(&times) => return Err(between("times", MOST_TIMES)()),
        times => times.unwrap_or(1),
    };
    Ok(Cond::Bought(PurchaseCondition { target, since, times, is_not, index: BuyerIndex::OrderLines }))
}

fn amount(text: &str, context: &RuleContext<'_>) -> Result<i64, Fault> {
    money::parse(text, context.profile.currency).ok().filter(|n| *n >= 0).ok_or(("values", common::NOT_AN_AMOUNT))
}

/// Parses a rule into a condition.
fn read(rule: &Rule, context: &RuleContext<'_>) -> Result<Cond, Fault> {
    let values = rule.values.as_slice();
    if values.len() > MOST_VALUES {
        return Err(("values", common::BETWEEN.with("min", 1).with("max", MOST_VALUES)));
    }
    if values.iter().any(|v| v.chars().count() > LONGEST_VALUE) {
        return Err(("values", common::TOO_LONG.with("max", LONGEST_VALUE)));
    }
    if values.iter().any(|v| v.chars().any(char::is_control)) {
        return Err(("values", common::BAD_TEXT));
    }
    if let Some(part) = rule.days.map(|_| "days").or(rule.times.map(|_| "times"))
        && !rule.field.is_bought()
    {
        return Err((part, NOT_HERE));
    }
    match (rule.field, rule.op) {
        (Field::Product | Field::Category | Field::Coupon, _) => bought(rule, context),
        (Field::Spent, op) => Ok(Cond::Number(Column::Spent, bound(op)?, amount(one(values)?, context)?)),
        (Field::Average, op) => Ok(Cond::Number(Column::Average, bound(op)?, amount(one(values)?, context)?)),
        (Field::Orders, Compare::Is) => Ok(Cond::Number(Column::Orders, Op::Equal, whole(one(values)?)?)),
        (Field::Orders, op) => Ok(Cond::Number(Column::Orders, bound(op)?, whole(one(values)?)?)),
        (Field::Refused, op) => Ok(Cond::Refused(bound(op)?, whole(one(values)?)?)),
        // Without a latest order there is no order.
        (Field::LastOrder, Compare::Never) if values.is_empty() => Ok(Cond::Number(Column::Orders, Op::Equal, 0)),
        (Field::LastOrder, Compare::Never) => Err(("values", NO_VALUE)),
        (Field::LastOrder, _) => moment(Column::LastOrder, rule, context),
        (Field::Created, _) => moment(Column::Created, rule, context),
        (Field::City, op) => Ok(Cond::Address(AddressField::City, words(op, values, |v| Some(v.to_owned()))?)),
        (Field::Country, op) => {
            let code = |v: &str| (v.len() == 2 && v.bytes().all(|b| b.is_ascii_uppercase())).then(|| v.to_owned());
            Ok(Cond::Address(AddressField::Country, words(op, values, code)?))
        }
        (Field::Tag, op) => Ok(Cond::Tag(words(op, values, |v| Some(fold(v)).filter(|key| !key.is_empty()))?)),
        (Field::Group, op) => Ok(Cond::Group(words(op, values, |v| v.parse().ok())?)),
        (Field::Consent, op) => Ok(Cond::Consent(words(op, values, Channel::parse)?)),
        (Field::Blocked, Compare::Is) => match one(values)? {
            "yes" => Ok(Cond::Blocked(true)),
            "no" => Ok(Cond::Blocked(false)),
            _ => Err(("values", common::NOT_A_CHOICE)),
        },
        (Field::Contact, op) => {
            let is = !is_not(op)?;
            match one(values)? {
                "mobile" => Ok(Cond::Has(ContactField::Mobile, is)),
                "email" => Ok(Cond::Has(ContactField::Email, is)),
                _ => Err(("values", common::NOT_A_CHOICE)),
            }
        }
        (Field::Cart, Compare::Within) => Ok(Cond::Cart { since: since(rule, context)?, is_not: false }),
        (Field::Cart, Compare::NotWithin) => Ok(Cond::Cart { since: since(rule, context)?, is_not: true }),
        (Field::Blocked | Field::Cart, _) => Err(("op", NOT_SO)),
    }
}

/// Parses groups of rules into conditions.
///
/// # Errors
/// Field errors by the path of the rule: `groups.0.1.values`.
pub(crate) fn conditions(groups: &Groups, context: &RuleContext<'_>) -> Result<Vec<Vec<Cond>>, FieldErrors> {
    let mut errors = FieldErrors::new();
    if !(1..=MOST_GROUPS).contains(&groups.len()) {
        errors.add("groups", common::BETWEEN.with("min", 1).with("max", MOST_GROUPS));
    }
    let mut out = Vec::new();
    for (g, rules) in groups.iter().take(MOST_GROUPS).enumerate() {
        if !(1..=MOST_RULES).contains(&rules.len()) {
            errors.add(format!("groups.{g}"), common::BETWEEN.with("min", 1).with("max", MOST_RULES));
        }
        let mut conds = Vec::new();
        for (r, rule) in rules.iter().take(MOST_RULES).enumerate() {
            match read(rule, context) {
                Ok(cond) => conds.push(cond),
                Err((part, message)) => errors.add(format!("groups.{g}.{r}.{part}"), message),
            }
        }
        out.push(conds);
    }
    if errors.is_empty() { Ok(out) } else { Err(errors) }
}

#[cfg(test)]
#[path = "rules_tests.rs"]
mod tests;
