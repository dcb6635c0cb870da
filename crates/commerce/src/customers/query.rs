//! What a list call asks for, read from its query.

use db::{Conn, Result};
use kernel::fold::fold;
use kernel::{Currency, Millis, StoreScope, money};
use web::message::common;
use web::{ApiError, ApiResult, ListQuery};

use super::filter::{Column, Cond, Op};
use super::model::Channel;
use super::search::search_ids;
use crate::stores::StoreProfile;

/// The filters of the customers list.
pub(super) const FILTERS: &[&str] = &["spent", "orders", "last_order", "created", "city", "tag", "group", "consent", "blocked"];

/// The sorts of the customers list.
pub(super) const SORTS: &[&str] = &["created_at", "name", "total_spent", "orders_count"];

/// What is asked for, understood; the search is still to be made.
#[derive(Debug, Clone, Default)]
pub(super) struct Wanted {
    conds: Vec<Cond>,
    search: String,
}

impl Wanted {
    /// Nothing is asked.
    pub(super) fn is_empty(&self) -> bool {
        self.conds.is_empty() && self.search.is_empty()
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

/// A number of the store's money, of orders, or a day of its calendar, as it is compared.
fn number(column: Column, op: Op, text: &str, profile: &StoreProfile) -> Option<(Op, i64)> {
    match column {
        Column::Spent => amount(text, profile.currency).map(|n| (op, n)),
        Column::Orders => text.parse().ok().filter(|n| (0..=1_000_000_000).contains(n)).map(|n| (op, n)),
        Column::LastOrder | Column::Created => {
            let zone = jiff::tz::TimeZone::get(&profile.timezone).unwrap_or(jiff::tz::TimeZone::UTC);
            let day = text.parse::<jiff::civil::Date>().ok()?;
            // "Up to a day" holds the whole of it, "after a day" nothing of it.
            let (day, op) = match op {
                Op::AtMost => (day.tomorrow().ok()?, Op::Below),
                Op::Above => (day.tomorrow().ok()?, Op::AtLeast),
                Op::AtLeast | Op::Below => (day, op),
            };
            day.to_zoned(zone).ok().map(|at| (op, Millis(at.timestamp().as_millisecond()).0))
        }
    }
}

fn amount(text: &str, currency: Currency) -> Option<i64> {
    money::parse(text, currency).ok()
}

/// Reads the filters and the search of a call.
///
/// # Errors
/// 422 with `filter[field]` or `filter[field][op]`.
pub(super) fn read(query: &ListQuery, profile: &StoreProfile) -> ApiResult<Wanted> {
    let mut conds = Vec::new();
    for filter in &query.filters {
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
                let (op, n) = op(&filter.op).and_then(|op| number(column, op, one, profile)).ok_or_else(bad)?;
                Cond::Number(column, op, n)
            }
            _ if filter.op != "eq" => return Err(bad()),
            (None, "city", all) => Cond::City(all.to_vec()),
            (None, "tag", all) => Cond::Tag(all.iter().map(|tag| fold(tag)).collect()),
            (None, "group", all) => Cond::Group(all.iter().map(|id| id.parse().map_err(|_| bad())).collect::<ApiResult<_>>()?),
            (None, "consent", all) => {
                Cond::Consent(all.iter().map(|word| Channel::parse(word).ok_or_else(bad)).collect::<ApiResult<_>>()?)
            }
            (None, "blocked", [one]) if one == "yes" => Cond::Blocked(true),
            (None, "blocked", [one]) if one == "no" => Cond::Blocked(false),
            _ => return Err(bad()),
        };
        conds.push(cond);
    }
    Ok(Wanted { conds, search: query.search.clone() })
}

/// The conditions, with whom the search found among them.
///
/// # Errors
/// Of the database.
pub(super) async fn find(c: Conn<'_>, scope: &StoreScope, wanted: Wanted) -> Result<Vec<Cond>> {
    let Wanted { mut conds, search } = wanted;
    if !search.is_empty() {
        conds.push(Cond::Found(search_ids(c, scope, &search).await?));
    }
    Ok(conds)
}
