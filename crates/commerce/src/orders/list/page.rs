//! A page of the list.

use db::{Conn, Result};
use kernel::digits::digits_only;
use kernel::{CustomerId, Page, StoreScope};

use super::plan;
use super::sort::Sort;
use super::store::branch;
use super::store::codes::list_codes;
use super::store::condition::{Condition, Filters, Group};
use crate::orders::model::Row;
use crate::orders::store as orders;
use web::keyset::{Window, capped};

/// The order number that a search text may mean: digits in any script, `#1001` and the like, no letters.
pub(super) fn number(search: &str) -> Option<i64> {
    if search.chars().any(char::is_alphabetic) {
        return None;
    }
    digits_only(search).parse().ok()
}

/// The conditions that a search text stands for: groups, of which one must hold.
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
        let starts = list_codes(c, scope, text).await?;
        if !starts.is_empty() {
            all.push(vec![Condition::SkuBegins(starts)]);
        }
    }
    Ok(all)
}

/// A page of orders: the rows, and their capped count.
pub(in crate::orders) async fn list(
    c: Conn<'_>,
    scope: &StoreScope,
    filters: &Filters,
    sort: Sort,
    window: &Window,
) -> Result<Page<Row>> {
    let mut groups = filters.groups.clone();
    if !filters.search.is_empty() {
        let found = found(c, scope, &filters.search).await?;
        groups =
            found.iter().flat_map(|condition| groups.iter().map(move |group| [condition.as_slice(), group].concat())).collect();
    }
    if groups.is_empty() {
        return Ok(Page { items: Vec::new(), total: 0, is_total_capped: false, next_cursor: None });
    }
    let counted = filters.counted();
    let mut branches = Vec::new();
    let mut known = Some(0);
    for group in &groups {
        let plan = match counted {
            // The stored counters have the count, and the status index drives: no planning needed.
            Some(_) if sort == Sort::Created => plan::by_status(group),
            _ => plan::plan(c, scope, group, sort).await?,
        };
        known = if groups.len() == 1 { plan.size } else { None };
        branches.extend(plan.branches);
    }
    // Contradicting conditions: no branch can match.
    if branches.is_empty() {
        return Ok(Page { items: Vec::new(), total: 0, is_total_capped: false, next_cursor: None });
    }
    let rows: Vec<Row> = branch::statement(scope, sort, window, &branches).all(c).await?;
    let (mut total, is_capped) = match (counted, known) {
        (Some(statuses), _) => {
            let stored_counts = orders::list_status_counts(c, scope).await?;
            let is_asked = |code: &str| statuses.is_empty() || statuses.iter().any(|s| s.code() == code);
            (stored_counts.iter().filter(|(code, _)| is_asked(code)).map(|(_, n)| n).sum(), false)
        }
        (None, Some(n)) => capped(n),
        (None, None) => {
            let (n, may_be_more) = branch::count(c, scope, &branches).await?;
            let (n, is_capped) = capped(n);
            (n, is_capped || may_be_more)
        }
    };
    // A capped count is at least the number of rows that were read.
    let read_rows = window.offset + i64::try_from(rows.len()).unwrap_or(0);
    if is_capped && window.cursor.is_none() {
        total = total.max(read_rows.min(Page::<()>::COUNT_CAP));
    }
    Ok(window.page(rows, (total, is_capped), |row| sort.key(row)))
}

/// The latest orders of a customer.
pub(in crate::orders) async fn of_customer(c: Conn<'_>, scope: &StoreScope, customer: CustomerId) -> Result<Vec<Row>> {
    let window = Window { sorted: Sort::Created.directions().1, cursor: None, per_page: 9, offset: 0 };
    let plan = plan::plan(c, scope, &[Condition::Customer(customer)], Sort::Created).await?;
    branch::statement(scope, Sort::Created, &window, &plan.branches).all(c).await
}
