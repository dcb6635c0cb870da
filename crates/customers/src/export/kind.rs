//! Customers as a kind of export (`Exported`).

use std::collections::HashMap;

use db::Conn;
use kernel::{CustomerId, Page, StoreScope};
use web::ApiResult;
use web::list::ListQuery;

use super::rows::{self, Column, RowContext};
use super::store;
use crate::filter::cond::Cond;
use crate::filter::selection::CustomerSelection;
use crate::list_store::{self, Sort};
use crate::model::Customer;
use crate::purchases::Purchases;
use crate::query::{self, FILTERS, SORTS};
use crate::segments::rules::RuleContext;
use crate::store::labels;
use platform::exports::{Cell, ExportQuery, Exported, Failed, Words, Writing};
use platform::{App, stores};
use web::keyset::Window;

web::permissions! {
    Export_ = Export Customer;
}

/// Customers per part.
const PART: i64 = 500;

/// The export of customers.
pub(super) struct Customers;

impl Exported for Customers {
    const WORDS: &'static Words = platform::export_words!("customer", "customers", entity crate::entities::CUSTOMER_EXPORT, folder "customer-exports", sheet ("العملاء", "Customers"),
        nothing ("لا يوجد عملاء لتصديرهم.", "No customers to export."));
    type Permission = Export_;
    type Item = kernel::id::Customer;
    type Row = Customer;
    type Column = Column;

    async fn known(c: Conn<'_>, scope: &StoreScope, ids: &[CustomerId]) -> db::Result<Vec<CustomerId>> {
        store::list_existing(c, scope, ids).await
    }

    async fn page(app: &App, scope: &StoreScope, export_query: &ExportQuery<Self>) -> ApiResult<Page<Customer>> {
        let mut query = ListQuery::parse("/customers", &export_query.query)?;
        query.page =
            kernel::PageRequest { per_page: PART, cursor: export_query.cursor.clone(), ..kernel::PageRequest::default() };
        query.check(SORTS, FILTERS)?;
        if query.sort.is_none() {
            query.is_descending = true;
        }
        let sort = Sort::parse(query.sort.as_deref());
        let profile = stores::get_profile(app.db().conn(), scope).await?;
        let segment = query::segment(app.db().conn(), scope, &query).await?;
        // "The last days" are those before the export began, in each of its parts.
        let filter = query::read(&query, segment.as_ref(), &RuleContext { profile: &profile, now: export_query.at })?;
        Window::from_query(&query, sort.directions(false), sort == Sort::Name)?;
        let (scope, items, purchases) = (scope.clone(), export_query.items.clone(), app.ports.get::<dyn Purchases>()?);
        let read = async move |c: Conn<'_>| {
            let selection = if items.is_empty() {
                query::find(c, &scope, &purchases, filter.clone()).await?
            } else {
                CustomerSelection::plan(c, &scope, purchases.clone(), vec![Cond::Found(items.clone())], Vec::new()).await?
            };
            match Window::from_query(&query, sort.directions(selection.is_driven()), sort == Sort::Name) {
                Ok(window) => list_store::list_page(c, &scope, &selection, sort, &window).await,
                Err(_) => Ok(Page { items: Vec::new(), total: 0, is_total_capped: false, next_cursor: None }),
            }
        };
        Ok(app.db().report(read).await?)
    }

    async fn rows(
        app: &App,
        scope: &StoreScope,
        writing: &Writing<Self>,
        found: Vec<Customer>,
    ) -> Result<Vec<Vec<Cell>>, Failed> {
        if found.is_empty() {
            return Ok(Vec::new());
        }
        let c = app.db().conn();
        let ids: Vec<CustomerId> = found.iter().map(|row| row.id).collect();
        let mut contexts: HashMap<CustomerId, RowContext> = HashMap::new();
        // Tags are read for up to a page of customers per statement.
        for some in ids.chunks(100) {
            for (id, tag) in labels::list_tags_of(c, scope, some).await? {
                contexts.entry(id).or_default().tags.push(tag);
            }
        }
        for (id, name) in store::list_groups(c, scope, &ids).await? {
            contexts.entry(id).or_default().groups.push(name);
        }
        for (id, channel) in store::list_granted_channels(c, scope, &ids).await? {
            contexts.entry(id).or_default().channels.push(channel);
        }
        let none = RowContext::default();
        Ok(found.iter().map(|row| rows::row(writing, row, contexts.get(&row.id).unwrap_or(&none))).collect())
    }
}
