//! Parses the list's query: plain filters that must all hold, and groups of conditions of which one must hold.
//!
//! `filter[city]=...` are plain. `where=[[["status","is","PEND"],["total","gte","100"]],[["tag","is","VIP"]]]` are groups: each
//! condition is its field, how it is compared, and the values. An order is in the list when it satisfies the plain filters
//! and any of the groups.

use kernel::fold::fold;
use kernel::{CouponId, CustomerId, Millis, ShippingMethodId, UserId, money};
use web::message::common;
use web::{ApiError, ApiResult, FieldErrors, ListQuery, Message};

use super::sort::Sort;
use super::store::condition::{Condition, Filters, Group, OneOf};
use crate::orders::status::{PaymentStatus, Status};
use platform::stores::StoreProfile;

/// Sort keys of the list.
pub(in crate::orders) const SORTS: &[&str] = &["created_at", "total", "number"];
web::list_params! {
    /// Of the orders list.
    pub(in crate::orders) OrderListParams => SORTS;
}

/// Filters of the list.
pub(in crate::orders) const FILTERS: &[&str] = &[
    "status",
    "payment_status",
    "payment",
    "shipping",
    "shipping_method",
    "city",
    "country",
    "total",
    "created_at",
    "tag",
    "sku",
    "customer_type",
    "cod",
    "assignee",
    "coupon",
    "customer",
    "receipt",
];
/// The most groups, and conditions of a group.
const MOST: usize = 10;
/// The most groups after expansion, where a condition stands for several groups.
const MOST_GROUPS: usize = 40;
/// The same limit beside a search, whose conditions are part of each group.
const MOST_SEARCHED: usize = 20;
/// The most values over all groups: SQLite allows 500 terms in a compound statement.
const MOST_PARTS: usize = 200;

const TOO_MANY: Message = Message::new("عدد الشروط كبير. احذف بعضها.", "Too many conditions. Remove some.");
const BAD_GROUPS: Message = Message::new("صيغة مجموعات الشروط غير صحيحة.", "The condition groups aren't valid.");
const NO_SUCH_COMPARISON: Message =
    Message::new("طريقة المقارنة غير متاحة لهذا الحقل.", "This field doesn't support that comparison.");

/// The list's sort.
pub(in crate::orders) fn sort(query: &ListQuery) -> Sort {
    match query.sort.as_deref() {
        Some("total") => Sort::Total,
        Some("number") => Sort::Number,
        _ => Sort::Created,
    }
}

/// A timestamp, or a day in the store's time zone.
fn moment(text: &str, zone: &jiff::tz::TimeZone, is_end: bool) -> Option<Millis> {
    match Millis::parse(text) {
        Some(at) => Some(at),
        None => of_day(text.parse().ok()?, zone, is_end),
    }
}

/// The first or the last moment of a day.
fn of_day(day: jiff::civil::Date, zone: &jiff::tz::TimeZone, is_end: bool) -> Option<Millis> {
    let day = if is_end { day.tomorrow().ok()? } else { day };
    let at = day.to_zoned(zone.clone()).ok()?.timestamp().as_millisecond();
    Some(Millis(if is_end { at - 1 } else { at }))
}

/// Relative days: `today`, `yesterday`, `last_7_days` (including today), `this_month`, `last_month`.
fn relative(word: &str, today: jiff::civil::Date) -> Option<(jiff::civil::Date, jiff::civil::Date)> {
    let first = today.first_of_month();
    Some(match word {
        "today" => (today, today),
        "yesterday" => (today.yesterday().ok()?, today.yesterday().ok()?),
        "this_month" => (first, today),
        "last_month" => (first.yesterday().ok()?.first_of_month(), first.yesterday().ok()?),
        _ => {
            let days: i64 = word.strip_prefix("last_")?.strip_suffix("_days")?.parse().ok().filter(|n| (1..=730).contains(n))?;
            (today.checked_sub(jiff::Span::new().days(days - 1)).ok()?, today)
        }
    })
}

/// The groups of conditions of a state of cash on delivery.
fn cod(word: &str) -> Option<Group> {
    let on_the_way = || {
        vec![
            Status::Paid,
            Status::Processing,
            Status::ReadyToShip,
            Status::Shipped,
            Status::ReadyForPickup,
            Status::OutForDelivery,
            Status::PickupPostponed,
        ]
    };
    let unpaid = |statuses: Vec<Status>| vec![Condition::Status(statuses), Condition::PaymentStatus(PaymentStatus::NotPaid)];
    let mut group = match word {
        // Not confirmed yet.
        "to_confirm" => unpaid(vec![Status::Pending]),
        // Shipped, and the cash is not collected yet.
        "to_collect" => unpaid(on_the_way()),
        // Delivered, and the money has not come.
        "uncollected" => unpaid(vec![Status::Delivered]),
        "collected" => vec![Condition::PaymentStatus(PaymentStatus::Paid)],
        // Ended without payment.
        "lost" => unpaid(vec![Status::Refused, Status::Cancelled, Status::Returned]),
        _ => return None,
    };
    group.push(Condition::Payment(OneOf { values: vec!["COD".into()], is_not: false }));
    Some(group)
}

/// Who sends the query, with the store's time.
pub(in crate::orders) struct FilterContext<'a> {
    pub(in crate::orders) profile: &'a StoreProfile,
    pub(in crate::orders) user: UserId,
    pub(in crate::orders) now: Millis,
}

impl FilterContext<'_> {
    fn zone(&self) -> jiff::tz::TimeZone {
        jiff::tz::TimeZone::get(&self.profile.timezone).unwrap_or(jiff::tz::TimeZone::UTC)
    }

    /// Parses a condition: groups of which one must hold; usually one group of one condition.
    fn condition(&self, field: &str, op: &str, values: &[String]) -> Result<Vec<Group>, Message> {
        let bad = || common::NOT_A_CHOICE;
        let is_not = op == "is_not";
        let check_operator = |ops: &[&str]| if ops.contains(&op) { Ok(()) } else { Err(NO_SUCH_COMPARISON) };
        if values.is_empty() || values.len() > 50 || values.iter().any(|v| v.chars().count() > 200) {
            return Err(bad());
        }
        let mut unique_values: Vec<String> = Vec::new();
        for value in values {
            if !unique_values.contains(value) {
                unique_values.push(value.clone());
            }
        }
        let values = unique_values.as_slice();
        let one = |condition| Ok(vec![vec![condition]]);
        let texts = || OneOf { values: values.to_vec(), is_not };
        match field {
            "status" => {
                check_operator(&["is", "is_not"])?;
                let named = values.iter().map(|v| Status::parse(v)).collect::<Option<Vec<_>>>().ok_or_else(bad)?;
                one(Condition::Status(Status::ALL.iter().copied().filter(|s| named.contains(s) != is_not).collect()))
            }
            "payment_status" => {
                check_operator(&["is", "is_not"])?;
                let named = values.iter().map(|v| PaymentStatus::parse(v)).collect::<Option<Vec<_>>>().ok_or_else(bad)?;
                let statuses: Vec<_> = PaymentStatus::ALL.iter().copied().filter(|s| named.contains(s) != is_not).collect();
                match statuses.as_slice() {
                    [one] => Ok(vec![vec![Condition::PaymentStatus(*one)]]),
                    [] => Ok(Vec::new()),
                    // Both values together exclude nothing.
                    _ => Ok(vec![Vec::new()]),
                }
            }
            "payment" => check_operator(&["is", "is_not"]).and_then(|()| one(Condition::Payment(texts()))),
            "shipping" => check_operator(&["is", "is_not"]).and_then(|()| one(Condition::Shipping(texts()))),
            "city" => check_operator(&["is", "is_not"]).and_then(|()| one(Condition::City(texts()))),
            "country" => check_operator(&["is", "is_not"]).and_then(|()| one(Condition::Country(texts()))),
            "tag" => {
                check_operator(&["is", "is_not"])?;
                let values = values.iter().map(|v| fold(v)).collect();
                one(Condition::Tag(OneOf { values, is_not }))
            }
            "shipping_method" => {
                check_operator(&["is"])?;
                let ids = values.iter().map(|v| v.parse::<ShippingMethodId>().ok()).collect::<Option<_>>().ok_or_else(bad)?;
                one(Condition::Method(ids))
            }
            "sku" => {
                check_operator(&["is"])?;
                let mut skus: Vec<String> =
                    values.iter().flat_map(|v| [v.clone(), v.to_ascii_uppercase(), v.to_ascii_lowercase()]).collect();
                skus.sort();
                skus.dedup();
                one(Condition::Sku(skus))
            }
            "customer_type" => {
                check_operator(&["is"])?;
                let of = |v: &String| match v.as_str() {
                    "new" => Some(vec![Condition::First(true)]),
                    "returning" => Some(vec![Condition::First(false)]),
                    "guest" => Some(vec![Condition::Guest(true)]),
                    _ => None,
                };
                values.iter().map(of).collect::<Option<_>>().ok_or_else(bad)
            }
            "cod" => check_operator(&["is"]).and_then(|()| values.iter().map(|v| cod(v)).collect::<Option<_>>().ok_or_else(bad)),
            "assignee" => {
                check_operator(&["is"])?;
                let or_nobody = values.iter().any(|v| v == "none");
                let of = |v: &String| if v == "me" { Some(self.user) } else { v.parse::<UserId>().ok() };
                let ids = values.iter().filter(|v| *v != "none").map(of).collect::<Option<_>>().ok_or_else(bad)?;
                one(Condition::Assignee { ids, or_nobody })
            }
            "coupon" => {
                check_operator(&["is", "is_not"])?;
                let word = |word: &str| values.iter().any(|v| v == word);
                // "Not none" means any.
                let (any, none) = if is_not { (word("none"), word("any")) } else { (word("any"), word("none")) };
                let named: Vec<CouponId> = values
                    .iter()
                    .filter(|v| *v != "any" && *v != "none")
                    .map(|v| v.parse().ok())
                    .collect::<Option<_>>()
                    .ok_or_else(bad)?;
                let words = [any.then_some(Condition::AnyCoupon(true)), none.then_some(Condition::AnyCoupon(false))];
                let ids = (!named.is_empty()).then_some(Condition::Coupon { ids: named, is_not });
                let all = words.into_iter().chain([ids]).flatten();
                // Either one of them must hold, or none may.
                Ok(if is_not { vec![all.collect()] } else { all.map(|one| vec![one]).collect() })
            }
            "receipt" => match values {
                [word] if op == "is" && word == "waiting" => one(Condition::ReceiptWaits),
                _ => Err(bad()),
            },
            "customer" => match values {
                [id] if op == "is" => one(Condition::Customer(id.parse::<CustomerId>().map_err(|_| bad())?)),
                _ => Err(bad()),
            },
            "total" => {
                let [text] = values else { return Err(bad()) };
                let amount = Some(money::parse(text, self.profile.currency).map_err(|_| bad())?);
                match op {
                    "gte" => one(Condition::Total { from: amount, to: None }),
                    "lte" => one(Condition::Total { from: None, to: amount }),
                    _ => Err(NO_SUCH_COMPARISON),
                }
            }
            "created_at" => {
                let [text] = values else { return Err(bad()) };
                let zone = self.zone();
                match op {
                    "gte" => one(Condition::Created { from: Some(moment(text, &zone, false).ok_or_else(bad)?), to: None }),
                    "lte" => one(Condition::Created { from: None, to: Some(moment(text, &zone, true).ok_or_else(bad)?) }),
                    "is" => {
                        let now = jiff::Timestamp::from_millisecond(self.now.0).map_err(|_| bad())?;
                        let today = now.to_zoned(zone.clone()).date();
                        let day = || text.parse().ok().map(|day| (day, day));
                        let (first, last) = relative(text, today).or_else(day).ok_or_else(bad)?;
                        one(Condition::Created { from: of_day(first, &zone, false), to: of_day(last, &zone, true) })
                    }
                    _ => Err(NO_SUCH_COMPARISON),
                }
            }
            _ => Err(common::UNKNOWN_FILTER),
        }
    }
}

/// The cross product of alternatives, each with the conditions of both.
fn cross_product(left: Vec<Group>, right: &[Group]) -> Vec<Group> {
    left.iter().flat_map(|a| right.iter().map(move |b| joined(a, b))).collect()
}

/// Conditions of both groups; ranges and statuses of one field are merged.
fn joined(a: &[Condition], b: &[Condition]) -> Group {
    let mut group = a.to_vec();
    for condition in b {
        let merged = group.iter_mut().any(|has| match (&mut *has, condition) {
            (Condition::Total { from, to }, Condition::Total { from: f, to: t }) => {
                *from = (*from).max(*f);
                *to = (*to).into_iter().chain(*t).min();
                true
            }
            (Condition::Status(left), Condition::Status(right)) => {
                left.retain(|s| right.contains(s));
                true
            }
            (has, condition) => *has == *condition,
        });
        if !merged {
            group.push(condition.clone());
        }
    }
    group
}

type RuleTexts = Vec<Vec<Vec<String>>>;

/// Parses the query of the list.
///
/// # Errors
/// 422 with the filter, or the condition by its position: `where.0.1`.
pub(in crate::orders) fn filters(query: &ListQuery, context: &FilterContext<'_>) -> ApiResult<Filters> {
    let mut errors = FieldErrors::new();
    let mut plain: Vec<Group> = vec![Vec::new()];
    for filter in &query.filters {
        let is_plain = filter.op == "eq";
        let op = if is_plain { "is" } else { filter.op.as_str() };
        match context.condition(&filter.field, op, &filter.values) {
            Ok(groups) if plain.len() * groups.len() <= MOST_GROUPS => plain = cross_product(plain, &groups),
            Ok(_) => errors.add(format!("filter[{}]", filter.field), TOO_MANY),
            Err(message) => errors.add(format!("filter[{}]", filter.field), message),
        }
    }
    let mut groups = plain.clone();
    if !query.rules.is_empty() {
        let written: RuleTexts = serde_json::from_str(&query.rules).map_err(|_| ApiError::field("where", BAD_GROUPS))?;
        if written.len() > MOST || written.iter().any(|group| group.len() > MOST) {
            return Err(ApiError::field("where", TOO_MANY));
        }
        if written.is_empty() || written.iter().any(Vec::is_empty) {
            return Err(ApiError::field("where", BAD_GROUPS));
        }
        groups = Vec::new();
        for (n, rules) in written.iter().enumerate() {
            let mut of_group = plain.clone();
            for (m, rule) in rules.iter().enumerate() {
                let at = || format!("where.{n}.{m}");
                match rule.as_slice() {
                    [field, op, values @ ..] => match context.condition(field, op, values) {
                        Ok(alternatives) if of_group.len() * alternatives.len() <= MOST_GROUPS => {
                            of_group = cross_product(of_group, &alternatives);
                        }
                        Ok(_) => errors.add(at(), TOO_MANY),
                        Err(message) => errors.add(at(), message),
                    },
                    _ => errors.add(at(), BAD_GROUPS),
                }
            }
            groups.extend(of_group);
        }
    }
    errors.finish()?;
    // Each value may become a term of a statement, and search conditions are part of every group.
    let parts: usize = groups.iter().map(|group| group.iter().map(Condition::width).max().unwrap_or(1)).sum();
    let most_groups = if query.search.is_empty() { MOST_GROUPS } else { MOST_SEARCHED };
    if groups.len() > most_groups || parts > MOST_PARTS {
        return Err(ApiError::field("where", TOO_MANY));
    }
    Ok(Filters { groups, search: query.search.clone() })
}
