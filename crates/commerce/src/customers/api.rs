//! The slice's calls. A customer's own page stands with its orders, in the orders slice.

use axum::Json;
use axum::extract::State;
use kernel::{Currency, CustomerId, money};
use serde::Serialize;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use web::list::ListParams;
use web::{Allowed, ApiResult, ErrorBody, ListQuery, Listed};

use super::keyset::{Window, sorted};
use super::model::Customer;
use super::search::search_ids;
use super::store::{self, Sort};
use crate::{App, stores};

web::permissions! { Read = Read Customer; }

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_customers))
}

/// A customer in lists (CU-01).
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct CustomerRow {
    id: CustomerId,
    name: String,
    /// E.164.
    mobile: Option<String>,
    email: Option<String>,
    city: String,
    country: String,
    orders_count: i64,
    /// A decimal in the store's currency.
    total_spent: String,
    /// RFC 3339.
    last_order_at: Option<String>,
    /// RFC 3339.
    created_at: String,
}

impl CustomerRow {
    /// As it goes over the wire.
    pub(crate) fn of(customer: Customer, currency: Currency) -> Self {
        let Customer { id, name, mobile, email, city, country, orders_count, total_spent, last_order_at, created_at } = customer;
        Self {
            id,
            name,
            mobile,
            email,
            city,
            country,
            orders_count,
            total_spent: money::format(total_spent, currency),
            last_order_at: last_order_at.map(kernel::Millis::rfc3339),
            created_at: created_at.rfc3339(),
        }
    }
}

/// The store's customers. Sort: created_at, name, total_spent, orders_count. Search: name, phone in any digit form, e-mail.
#[utoipa::path(get, path = "/customers", tag = "Customer", params(ListParams), responses(
    (status = 200, body = Listed<CustomerRow>),
    (status = 400, body = ErrorBody), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 422, body = ErrorBody),
))]
async fn list_customers(
    State(app): State<App>,
    who: Allowed<Read>,
    mut query: ListQuery,
) -> ApiResult<Json<Listed<CustomerRow>>> {
    query.check(&["created_at", "name", "total_spent", "orders_count"], &[])?;
    if query.sort.is_none() {
        query.is_descending = true;
    }
    let (sort, both) = match query.sort.as_deref() {
        Some("name") => (Sort::Name, sorted!("name_key", "id")),
        Some("total_spent") => (Sort::Spent, sorted!("total_spent", "id")),
        Some("orders_count") => (Sort::Orders, sorted!("orders_count", "id")),
        _ => (Sort::Created, sorted!("created_at", "id")),
    };
    let window = Window::of(&query, both, sort == Sort::Name)?;
    let currency = stores::profile(app.db().conn(), &who.scope).await?.currency;
    let page = if query.search.is_empty() {
        store::list(app.db().conn(), &who.scope, sort, &window, None).await?
    } else {
        // How many words a search must look at is not known: it never holds up a page.
        let (scope, text) = (who.scope.clone(), query.search.clone());
        app.db()
            .report(async move |c| {
                let found = search_ids(c, &scope, &text).await?;
                store::list(c, &scope, sort, &window, Some(&found)).await
            })
            .await?
    };
    let kernel::Page { items, total, is_total_capped, next_cursor } = page;
    let items = items.into_iter().map(|customer| CustomerRow::of(customer, currency)).collect();
    Ok(Json(query.answer(kernel::Page { items, total, is_total_capped, next_cursor })))
}
