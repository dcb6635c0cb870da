//! Export of carts to files (CA-01): the filtered list of a step, or chosen carts, with the columns that were chosen.
//!
//! The implementation is [`platform::exports`]; this module adds what is special to carts: `rows` turns them into rows, `store`
//! reads the related records.

mod api;
mod rows;
mod store;

use std::collections::HashMap;

use db::Conn;
use kernel::{CartId, Millis, OrderId, Page, StoreScope};
use web::list::ListQuery;
use web::{ApiResult, Subject};

use self::rows::{Column, RowContext};
use super::link::{self, Goal};
use super::list_store::{self, Row};
use super::query;
use platform::exports::{self, Cell, ExportQuery, Exported, Failed, Words, Writing};
use platform::{App, stores};

pub(super) use api::routes;

/// Carts in one part.
const PART: i64 = 500;

/// Carts as a kind of export.
struct Carts;

impl Exported for Carts {
    const WORDS: &'static Words = platform::export_words!("cart", "carts", entity crate::abandoned_carts::entities::CART_EXPORT, folder "cart-exports", sheet ("السلات", "Carts"),
        nothing ("لا توجد سلات لتصديرها.", "No carts to export."));
    type Permission = api::Export_;
    type Item = kernel::id::Cart;
    type Row = Row;
    type Column = Column;

    fn subject(column: Column) -> Option<Subject> {
        (column == Column::Order).then_some(Subject::Order)
    }

    async fn known(c: Conn<'_>, scope: &StoreScope, ids: &[CartId]) -> db::Result<Vec<CartId>> {
        Ok(list_store::list_chosen(c, scope, ids).await?.into_iter().map(|row| row.id).collect())
    }

    async fn page(app: &App, scope: &StoreScope, export_query: &ExportQuery<Self>) -> ApiResult<Page<Row>> {
        let c = app.db().conn();
        if !export_query.items.is_empty() {
            // As many as may be chosen are one page.
            let items = list_store::list_chosen(c, scope, &export_query.items).await?;
            let total = i64::try_from(items.len()).unwrap_or(i64::MAX);
            return Ok(Page { items, total, is_total_capped: false, next_cursor: None });
        }
        let mut query = ListQuery::parse("/carts", &export_query.query)?;
        query.page =
            kernel::PageRequest { per_page: PART, cursor: export_query.cursor.clone(), ..kernel::PageRequest::default() };
        let profile = stores::get_profile(c, scope).await?;
        query::page(app, scope, &mut query, &profile, export_query.at).await
    }

    async fn rows(app: &App, scope: &StoreScope, writing: &Writing<Self>, found: Vec<Row>) -> Result<Vec<Vec<Cell>>, Failed> {
        let c = app.db().conn();
        let profile = stores::get_profile(c, scope).await?;
        let (ids, orders) = (found.iter().map(|row| row.id).collect::<Vec<_>>(), orders_of(&found));
        let counts: HashMap<CartId, i64> = store::count_reminders(c, scope, &ids).await?.into_iter().collect();
        let orders: HashMap<OrderId, store::Order> =
            store::list_orders(c, scope, &orders).await?.into_iter().map(|order| (order.id, order)).collect();
        let has_links = writing.columns.contains(&Column::Link);
        let now: Millis = app.env().now();
        let mut rows = Vec::with_capacity(found.len());
        for row in &found {
            let order = row.order_id.and_then(|id| orders.get(&id));
            // A cart that became an order cannot be restored.
            let link = if has_links && row.order_id.is_none() {
                let language = row.language;
                Some(link::address(app, scope, &profile, row.id, (Goal::Cart, language)).await?.0)
            } else {
                None
            };
            let context = RowContext { reminders: counts.get(&row.id).copied().unwrap_or_default(), order, link };
            rows.push(rows::row(writing, row, &context, now));
        }
        Ok(rows)
    }
}

fn orders_of(found: &[Row]) -> Vec<OrderId> {
    found.iter().filter_map(|row| row.order_id).collect()
}

pub(super) fn register(registry: &mut ::jobs::Registry<App>) {
    exports::register::<Carts>(registry);
}
