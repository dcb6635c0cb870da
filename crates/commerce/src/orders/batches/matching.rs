//! The orders that a list's query matches now.

use std::collections::BTreeMap;

use db::Conn;
use kernel::{OrderId, StoreScope, UserId};
use web::{ApiResult, ListQuery};

use crate::orders::list::{self, FilterContext, Filters, Sort};
use platform::App;
use platform::stores;
use web::keyset::{Cursor, Key, Window};

/// The most orders of one batch.
pub(super) const MOST: usize = 10_000;

/// Orders read by one statement.
const READ: i64 = 500;

/// Matching orders, the newest first.
#[derive(Debug, Default)]
pub(super) struct Matching {
    /// [`MOST`] at most.
    pub(super) ids: Vec<OrderId>,
    /// Number of them by status.
    pub(super) statuses: BTreeMap<String, i64>,
    /// More orders match.
    pub(super) is_too_many: bool,
}

/// A list's query without its paging and sorting.
pub(super) fn without_paging(query: &str) -> String {
    let is_paging = |pair: &&str| {
        let key = pair.split('=').next().unwrap_or_default();
        pair.is_empty() || ["page", "per_page", "cursor", "sort"].contains(&key)
    };
    query.split('&').filter(|pair| !is_paging(pair)).collect::<Vec<_>>().join("&")
}

/// Reads the list's query page by page (keyset), up to the batch limit.
pub(super) async fn find(app: &App, scope: &StoreScope, user: UserId, query: &str) -> ApiResult<Matching> {
    let query = ListQuery::parse("/orders", query)?;
    query.check(list::SORTS, list::FILTERS)?;
    let profile = stores::get_profile(app.db().conn(), scope).await?;
    let context = FilterContext { profile: &profile, user, now: app.env().now() };
    let filters = list::filters(&query, &context)?;
    let scope = scope.clone();
    // The number of rows to scan is unknown: it never delays a page.
    Ok(app.db().report(async move |c| walk(c, &scope, &filters).await).await?)
}

async fn walk(c: Conn<'_>, scope: &StoreScope, filters: &Filters) -> db::Result<Matching> {
    let mut out = Matching::default();
    let mut cursor = None;
    loop {
        let window = Window { sorted: Sort::Created.directions().1, cursor: cursor.take(), per_page: READ, offset: 0 };
        let page = list::list(c, scope, filters, Sort::Created, &window).await?;
        for row in &page.items {
            if out.ids.len() == MOST {
                out.is_too_many = true;
                return Ok(out);
            }
            out.ids.push(row.id);
            *out.statuses.entry(row.status.clone()).or_default() += 1;
        }
        match page.items.last().filter(|_| page.next_cursor.is_some()) {
            Some(last) => cursor = Some(Cursor { key: Key::Int(last.created_at.0), id: last.id.raw() }),
            None => return Ok(out),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn or_01_an_act_keeps_what_narrows_the_list_alone() {
        let query = "page=3&filter[status]=PEND&per_page=20&sort=-total&search=ab&cursor=1.2&where=%5B%5D";
        assert_eq!(without_paging(query), "filter[status]=PEND&search=ab&where=%5B%5D");
        assert_eq!(without_paging(""), "");
    }
}
