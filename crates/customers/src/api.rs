//! HTTP endpoints of the list, of customers created by hand, and of their activity. The endpoint of a customer with orders is in
//! the orders slice.

use crate::query::CustomerListParams;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use db::Conn;
use kernel::id::Customer as CustomerKind;
use kernel::{CustomerId, Page};
use utoipa_axum::router::OpenApiRouter;
use web::list::data;
use web::routes;
use web::{Allowed, ApiError, ApiResult, Conflict, Data, JsonIn, ListQuery, Listed, PathId, Refusals};

use super::detail::{detail, rows};
use super::filter::selection::CustomerSelection;
use super::list_store::{self, Sort};
use super::purchases::Purchases;
use super::query::{self, FILTERS, SORTS};
use super::segments::rules::RuleContext;
use super::wire::{CustomerDetail, CustomerIn, CustomerRow};
use super::write::{self, CustomerError};
use platform::{App, stores};
use web::keyset::Window;
use web::schema;

web::permissions! { Read = Read Customer; Create = Create Customer; Update = Update Customer; }

web::schema_types! {
    /// The body of a create: a `CustomerIn` with a name.
    NewCustomer => schema::required::<CustomerIn>(&["name"]);
}

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_customers, create_customer)).routes(routes!(update_customer))
}

/// The store's customers. Sort: `created_at`, name, `total_spent`, `orders_count`. Search: name, phone in any digit form, e-mail.
/// Filters: spent[gte|lte|gt|lt] (amount), orders[gte|lte|gt|lt], `last_order`[gte|lte] and created[gte|lte] (days of the
/// store's calendar), city, tag, group (ids), consent (sms, whatsapp, email, calls), blocked (yes, no), segment (an id).
#[utoipa::path(get, path = "/customers", tag = "Customer", params(CustomerListParams), responses(
    (status = 200, body = Listed<CustomerRow>), Refusals<422>,
))]
async fn list_customers(
    State(app): State<App>,
    allowed: Allowed<Read>,
    mut query: ListQuery,
) -> ApiResult<Json<Listed<CustomerRow>>> {
    query.check(SORTS, FILTERS)?;
    if query.sort.is_none() {
        query.is_descending = true;
    }
    let sort = Sort::parse(query.sort.as_deref());
    let profile = stores::get_profile(app.db().conn(), &allowed.scope).await?;
    let segment = query::segment(app.db().conn(), &allowed.scope, &query).await?;
    let filter = query::read(&query, segment.as_ref(), &RuleContext { profile: &profile, now: app.env().now() })?;
    let purchases = app.ports.get::<dyn Purchases>()?;
    let page = if filter.is_empty() {
        let window = Window::from_query(&query, sort.directions(false), sort == Sort::Name)?;
        list_store::list_page(app.db().conn(), &allowed.scope, &CustomerSelection::all(purchases), sort, &window).await?
    } else {
        // An invalid cursor is refused before any query.
        Window::from_query(&query, sort.directions(false), sort == Sort::Name)?;
        // How many rows a filter must scan is not known, so it runs on the report connections and blocks no page.
        let (scope, page_query) = (allowed.scope.clone(), query.clone());
        let read = async move |c: Conn<'_>| {
            let selection = query::find(c, &scope, &purchases, filter.clone()).await?;
            let Ok(window) = Window::from_query(&page_query, sort.directions(selection.is_driven()), sort == Sort::Name) else {
                return Ok(Page { items: Vec::new(), total: 0, is_total_capped: false, next_cursor: None });
            };
            list_store::list_page(c, &scope, &selection, sort, &window).await
        };
        app.db().report(read).await?
    };
    let Page { items, total, is_total_capped, next_cursor } = page;
    let items = rows(app.db().conn(), &allowed.scope, items, profile.currency).await?;
    Ok(Json(query.answer(Page { items, total, is_total_capped, next_cursor })))
}

/// Creates a customer by hand: a name, and a mobile number or an e-mail address.
#[utoipa::path(post, path = "/customers", tag = "Customer", request_body = NewCustomer, responses(
    (status = 201, body = Data<CustomerDetail>), Refusals<422>,
))]
async fn create_customer(
    State(app): State<App>,
    allowed: Allowed<Create>,
    JsonIn(sent): JsonIn<CustomerIn>,
) -> ApiResult<(StatusCode, Json<Data<CustomerDetail>>)> {
    let profile = stores::get_profile(app.db().conn(), &allowed.scope).await?;
    let id = write::create(&app, &allowed.scope, profile.country, profile.default_language, sent).await?;
    Ok((StatusCode::CREATED, data(detail(&app, &allowed.scope, id).await?)))
}

/// Changes a customer; absent fields are unchanged.
#[utoipa::path(put, path = "/customers/{id}", tag = "Customer", params(("id" = CustomerId, Path)), request_body = CustomerIn, responses(
    (status = 200, body = Data<CustomerDetail>), (status = 409, body = Conflict<CustomerDetail>), Refusals<404, 422>,
))]
async fn update_customer(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathId(id): PathId<CustomerKind>,
    JsonIn(sent): JsonIn<CustomerIn>,
) -> ApiResult<Json<Data<CustomerDetail>>> {
    let country = stores::get_profile(app.db().conn(), &allowed.scope).await?.country;
    match write::change(&app, &allowed.scope, id, country, sent).await {
        Ok(()) => Ok(data(detail(&app, &allowed.scope, id).await?)),
        Err(CustomerError::Stale) => {
            let current = detail(&app, &allowed.scope, id).await?;
            Err(ApiError::stale().with_current(&current))
        }
        Err(e) => Err(e.into()),
    }
}
