//! Parses the query string of a customer list.

use std::sync::Arc;

use db::{Conn, Result};
use kernel::fold::fold;
use kernel::{Currency, CustomerSegmentId, Millis, StoreScope, money};
use web::message::common;
use web::{ApiError, ApiResult, ListQuery};

use super::filter::cond::{AddressField, Column, Cond, OneOf, Op};
use super::filter::selection::CustomerSelection;
use super::model::Channel;
use super::purchases::Purchases;
use super::search::terms;
use super::segments::rules::{Groups, RuleContext, conditions};
use super::segments::store::find_groups;
use platform::stores::StoreProfile;

/// The filters of the customers list.
pub(super) const FILTERS: &[&str] =
    &["spent", "orders", "last_order", "created", "city", "tag", "group", "consent", "blocked", "segment"];

/// The sorts of the customers list.
pub(super) const SORTS: &[&str] = &["created_at", "name", "total_spent", "orders_count"];

web::list_params! {
    /// The list parameters of customers.
    pub(super) CustomerListParams => SORTS;
}

/// The parsed filter; its search has not run yet.
#[derive(Debug, Clone, Default)]
pub(super) struct CustomerFilter {
    conds: Vec<Cond>,
    /// Alternative groups: all conditions of one of them must hold, when there are any.
    any: Vec<Vec<Cond>>,
    search: String,
}

impl CustomerFilter {
    /// Whether nothing is filtered.
    pub(super) fn is_empty(&self) -> bool {
        self.conds.is_empty() && self.any.is_empty() && self.search.is_empty()
    }
}

fn op(word: &str) -> Option<Op> {
    Some(match word {
        "gte" => Op::AtLeast,
        "lte" => Op::AtMost,
        "gt" => Op::Above,
        "lt" => Op::Below,
        _ => return None,
    })
}

/// Parses an amount, a number of orders, or a day of the store's time zone into a comparison.
fn number(column: Column, op: Op, text: &str, profile: &StoreProfile) -> Option<(Op, i64)> {
    match column {
        Column::Spent | Column::Average => amount(text, profile.currency).map(|n| (op, n)),
        Column::Orders => text.parse().ok().filter(|n| (0..=1_000_000_000).contains(n)).map(|n| (op, n)),
        Column::LastOrder | Column::Created => {
            let zone = jiff::tz::TimeZone::get(&profile.timezone).unwrap_or(jiff::tz::TimeZone::UTC);
            let day = text.parse::<jiff::civil::Date>().ok()?;
            // "Up to a day" includes the whole day, "after a day" none of it.
            let (day, op) = match op {
                Op::AtMost => (day.tomorrow().ok()?, Op::Below),
                Op::Above => (day.tomorrow().ok()?, Op::AtLeast),
                Op::AtLeast | Op::Below | Op::Equal => (day, op),
            };
            day.to_zoned(zone).ok().map(|at| (op, Millis(at.timestamp().as_millisecond()).0))
        }
    }
}

fn amount(text: &str, currency: Currency) -> Option<i64> {
    money::parse(text, currency).ok()
}

/// The segment that a query string names, if any.
///
/// # Errors
/// 422 with `filter[segment]`.
fn segment_of(query: &ListQuery) -> ApiResult<Option<CustomerSegmentId>> {
    let Some(filter) = query.filters.iter().find(|f| f.field == "segment") else { return Ok(None) };
    let bad = || ApiError::field("filter[segment]", common::NOT_A_CHOICE);
    match (filter.op.as_str(), filter.values.as_slice()) {
        ("eq", [one]) => one.parse().map(Some).map_err(|_| bad()),
        _ => Err(bad()),
    }
}

/// The rules of the segment that a query string names.
///
/// # Errors
/// 422 with `filter[segment]` when there is no such segment.
pub(super) async fn segment(c: Conn<'_>, scope: &StoreScope, query: &ListQuery) -> ApiResult<Option<Groups>> {
    let Some(id) = segment_of(query)? else { return Ok(None) };
    let found = find_groups(c, scope, id).await?;
    found.map(Some).ok_or_else(|| ApiError::field("filter[segment]", common::NO_SUCH))
}

/// Parses the filters and the search of a query string, with the rules of its segment.
///
/// # Errors
/// 422 with `filter[field]` or `filter[field][op]`.
pub(super) fn read(query: &ListQuery, segment: Option<&Groups>, context: &RuleContext<'_>) -> ApiResult<CustomerFilter> {
    let mut conds = Vec::new();
    for filter in query.filters.iter().filter(|f| f.field != "segment") {
        let path = if filter.op == "eq" {
            format!("filter[{}]", filter.field)
        } else {
            format!("filter[{}][{}]", filter.field, filter.op)
        };
        let bad = || ApiError::field(path.clone(), common::NOT_A_CHOICE);
        let column = match filter.field.as_str() {
            "spent" => Some(Column::Spent),
            "orders" => Some(Column::Orders),
            "last_order" => Some(Column::LastOrder),
            "created" => Some(Column::Created),
            _ => None,
        };
        let values = &filter.values;
        let cond = match (column, filter.field.as_str(), values.as_slice()) {
            (Some(column), _, [one]) => {
                let (op, n) = op(&filter.op).and_then(|op| number(column, op, one, context.profile)).ok_or_else(bad)?;
                Cond::Number(column, op, n)
            }
            _ if filter.op != "eq" => return Err(bad()),
            (None, "city", all) => Cond::Address(AddressField::City, OneOf::is(all.to_vec())),
            (None, "tag", all) => Cond::Tag(OneOf::is(all.iter().map(|tag| fold(tag)).collect())),
            (None, "group", all) => {
                Cond::Group(OneOf::is(all.iter().map(|id| id.parse().map_err(|_| bad())).collect::<ApiResult<_>>()?))
            }
            (None, "consent", all) => {
                Cond::Consent(OneOf::is(all.iter().map(|word| Channel::parse(word).ok_or_else(bad)).collect::<ApiResult<_>>()?))
            }
            (None, "blocked", [one]) if one == "yes" => Cond::Blocked(true),
            (None, "blocked", [one]) if one == "no" => Cond::Blocked(false),
            _ => return Err(bad()),
        };
        conds.push(cond);
    }
    let mut any = Vec::new();
    if let Some(groups) = segment {
        // Rules that can no longer be parsed, because the store's currency has fewer decimals, match no customer.
        any = conditions(groups, context).map_err(|_| ApiError::field("filter[segment]", common::NOT_A_CHOICE))?;
        if any.len() == 1 {
            conds.extend(any.remove(0));
        }
    }
    Ok(CustomerFilter { conds, any, search: query.search.clone() })
}

/// The conditions, including those of the search, and the driving index.
///
/// # Errors
/// Database errors.
pub(super) async fn find(
    c: Conn<'_>,
    scope: &StoreScope,
    purchases: &Arc<dyn Purchases>,
    filter: CustomerFilter,
) -> Result<CustomerSelection> {
    let CustomerFilter { mut conds, any, search } = filter;
    if !search.is_empty() {
        let terms = terms(&search);
        // A search text without a word matches no customer.
        conds.extend(if terms.is_empty() { vec![Cond::Found(Vec::new())] } else { terms.into_iter().map(Cond::Term).collect() });
    }
    CustomerSelection::plan(c, scope, purchases.clone(), conds, any).await
}
