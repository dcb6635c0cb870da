//! Orders as a kind of export: a page of the list, and its rows.

use std::collections::HashMap;

use db::Conn;
use kernel::{OrderId, Page, StoreScope};
use web::ApiResult;
use web::list::ListQuery;

use super::rows::{self, Column, Line, Orders};
use super::store;
use crate::orders::list::{self, Condition, FilterContext, Filters};
use crate::orders::model::Row;
use crate::orders::tags_assignee;
use crate::sales::{Figures, report_store};
use platform::exports::{Cell, ExportQuery, Exported, Failed, Words, Writing};
use platform::{App, stores};
use web::keyset::Window;

web::permissions! {
    Export_ = Export Order;
}

/// Orders in one part.
const PART: i64 = 500;

impl Exported for Orders {
    const WORDS: &'static Words = platform::export_words!("order", "orders", entity crate::orders::entities::ORDER_EXPORT, folder "order-exports", sheet ("الطلبات", "Orders"),
        nothing ("لا توجد طلبات لتصديرها.", "No orders to export."));
    type Permission = Export_;
    type Item = kernel::id::Order;
    type Row = Row;
    type Column = Column;

    async fn known(c: Conn<'_>, scope: &StoreScope, ids: &[OrderId]) -> db::Result<Vec<OrderId>> {
        Ok(store::list_lines(c, scope, ids).await?.into_iter().map(|line| line.id).collect())
    }

    async fn page(app: &App, scope: &StoreScope, request: &ExportQuery<Self>) -> ApiResult<Page<Row>> {
        let mut query = ListQuery::parse("/orders", &request.query)?;
        query.page = kernel::PageRequest { per_page: PART, cursor: request.cursor.clone(), ..kernel::PageRequest::default() };
        query.check(list::SORTS, list::FILTERS)?;
        if query.sort.is_none() {
            query.is_descending = true;
        }
        let sort = list::sort(&query);
        let profile = stores::get_profile(app.db().conn(), scope).await?;
        let context = FilterContext { profile: &profile, user: request.by, now: request.at };
        let filters = if request.items.is_empty() {
            list::filters(&query, &context)?
        } else {
            Filters { groups: vec![vec![Condition::Ids(request.items.clone())]], search: String::new() }
        };
        let window = Window::from_query(&query, sort.directions(), false)?;
        let scope = scope.clone();
        Ok(app.db().report(async move |c| list::list(c, &scope, &filters, sort, &window).await).await?)
    }

    async fn rows(app: &App, scope: &StoreScope, writing: &Writing<Self>, found: Vec<Row>) -> Result<Vec<Vec<Cell>>, Failed> {
        let c = app.db().conn();
        let ids: Vec<OrderId> = found.iter().map(|row| row.id).collect();
        let lines: HashMap<OrderId, Line> =
            store::list_lines(c, scope, &ids).await?.into_iter().map(|line| (line.id, line)).collect();
        let sales: HashMap<OrderId, Figures> = report_store::list_orders(c, scope, &ids).await?.into_iter().collect();
        let tags_and_assignees = tags_assignee::of_page(c, scope, &found).await?;
        let row = |row: &Row| {
            let assignee = row.assignee_id.and_then(|id| tags_and_assignees.members.get(&id)).map(String::as_str);
            let sums = tags_and_assignees.money.get(&row.id).copied().unwrap_or_default();
            let tags = tags_and_assignees.tags.get(&row.id).map_or(&[][..], Vec::as_slice);
            let counted = sales.get(&row.id).copied().unwrap_or_default();
            lines.get(&row.id).map(|line| rows::row(writing, line, sums, counted, tags, assignee))
        };
        Ok(found.iter().filter_map(row).collect())
    }
}
