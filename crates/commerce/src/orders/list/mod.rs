//! The order list (OR-01): every filter, sort and search as indexed SQL.
//!
//! `condition` what may be asked · `read` how it is asked for · `plan` which index leads, `lead` what it begins with, `branch` what is read of it, `others` where it is named by what it is not · `choices` what can be chosen.

mod plan;
mod read;
mod store;
#[cfg(test)]
mod tests;

use db::{Conn, Result, Sql};
use kernel::digits::digits_only;
use kernel::{CustomerId, Page, StoreScope};

pub(super) use read::{Asking, FILTERS, OrderListParams, SORTS, filters, sort};
pub(super) use store::choices::{Choices, choices};
use store::condition::Group;
pub(super) use store::condition::{Condition, Filters};
use store::{branch, condition, lead, others};

use super::model::Row;
use super::store as orders;
use platform::search::upper_bound;
use web::keyset::{Key, Sorted, Window, capped};

/// What the list is sorted by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sort {
    Created,
    Total,
    Number,
}

impl Sort {
    pub(super) fn both(self) -> (Sorted, Sorted) {
        match self {
            Self::Created => web::sorted!("created_at", "id"),
            Self::Total => web::sorted!("total", "id"),
            Self::Number => web::sorted!("number", "id"),
        }
    }

    fn key(self, row: &Row) -> (Key, i64) {
        let key = match self {
            Self::Created => row.created_at.0,
            Self::Total => row.total,
            Self::Number => row.number,
        };
        (Key::Int(key), row.id.raw())
    }
}

/// The number a search may mean: digits in any script, `#1001` and the like, no letters.
fn number(search: &str) -> Option<i64> {
    if search.chars().any(char::is_alphabetic) {
        return None;
    }
    digits_only(search).parse().ok()
}

/// Beginnings of codes of goods that a text may mean, those with which any begins.
async fn codes(c: Conn<'_>, scope: &StoreScope, text: &str) -> Result<Vec<String>> {
    let mut starts = vec![text.to_owned(), text.to_ascii_uppercase(), text.to_ascii_lowercase()];
    starts.sort_unstable();
    starts.dedup();
    let mut found = Vec::new();
    for start in starts {
        let sql = Sql::new("SELECT MIN(sku) FROM order_items WHERE").arg(" store_id = ?", scope.store());
        let sql = sql.arg(" AND sku >= ?", start.clone()).arg(" AND sku < ?", upper_bound(&start));
        if sql.one::<Option<String>>(c).await?.is_some() {
            found.push(start);
        }
    }
    Ok(found)
}

/// What a search text names: groups of conditions, of which one must hold.
async fn found(c: Conn<'_>, scope: &StoreScope, text: &str) -> Result<Vec<Group>> {
    let mut all: Vec<Group> = number(text).map(|n| vec![Condition::Number(n)]).into_iter().collect();
    let terms = customers::terms(text);
    let mut is_anybody = !terms.is_empty();
    for term in &terms {
        is_anybody = is_anybody && term.count(c, scope, 1).await? > 0;
    }
    if is_anybody {
        all.push(terms.into_iter().map(Condition::Term).collect());
    }
    if text.chars().count() >= 2 && !text.contains('@') {
        let starts = codes(c, scope, text).await?;
        if !starts.is_empty() {
            all.push(vec![Condition::SkuBegins(starts)]);
        }
    }
    Ok(all)
}

/// A page of orders: the rows, and their number as far as it is counted.
pub(super) async fn list(c: Conn<'_>, scope: &StoreScope, filters: &Filters, sort: Sort, window: &Window) -> Result<Page<Row>> {
    let mut groups = filters.groups.clone();
    if !filters.search.is_empty() {
        let found = found(c, scope, &filters.search).await?;
        groups = found.iter().flat_map(|asked| groups.iter().map(move |group| [asked.as_slice(), group].concat())).collect();
    }
    if groups.is_empty() {
        return Ok(Page { items: Vec::new(), total: 0, is_total_capped: false, next_cursor: None });
    }
    let counted = filters.counted();
    let mut branches = Vec::new();
    let mut known = Some(0);
    for group in &groups {
        let plan = match counted {
            // The kept counters know how many, and the index of the statuses leads: there is nothing to find out.
            Some(_) if sort == Sort::Created => plan::by_status(group),
            _ => plan::plan(c, scope, group, sort).await?,
        };
        known = if groups.len() == 1 { plan.size } else { None };
        branches.extend(plan.branches);
    }
    // Conditions that contradict each other lead nowhere.
    if branches.is_empty() {
        return Ok(Page { items: Vec::new(), total: 0, is_total_capped: false, next_cursor: None });
    }
    let rows: Vec<Row> = branch::statement(scope, sort, window, &branches).all(c).await?;
    let (mut total, is_capped) = match (counted, known) {
        (Some(statuses), _) => {
            let kept = orders::status_counts(c, scope).await?;
            let is_asked = |code: &str| statuses.is_empty() || statuses.iter().any(|s| s.code() == code);
            (kept.iter().filter(|(code, _)| is_asked(code)).map(|(_, n)| n).sum(), false)
        }
        (None, Some(n)) => capped(n),
        (None, None) => {
            let (n, may_be_more) = branch::count(c, scope, &branches).await?;
            let (n, is_capped) = capped(n);
            (n, is_capped || may_be_more)
        }
    };
    // Where only a part was counted, what is seen is counted as well.
    let seen = window.offset + i64::try_from(rows.len()).unwrap_or(0);
    if is_capped && window.cursor.is_none() {
        total = total.max(seen.min(Page::<()>::COUNT_CAP));
    }
    Ok(window.page(rows, (total, is_capped), |row| sort.key(row)))
}

/// The latest orders of a customer.
pub(super) async fn of_customer(c: Conn<'_>, scope: &StoreScope, customer: CustomerId) -> Result<Vec<Row>> {
    let window = Window { sorted: Sort::Created.both().1, cursor: None, per_page: 9, offset: 0 };
    let plan = plan::plan(c, scope, &[Condition::Customer(customer)], Sort::Created).await?;
    branch::statement(scope, Sort::Created, &window, &plan.branches).all(c).await
}
