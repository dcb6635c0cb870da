//! Endpoints of the address gate.

use axum::Json;
use axum::extract::State as Shared;
use kernel::id::Order as OrderKind;
use kernel::{OrderId, Page, StoreScope};
use utoipa_axum::router::OpenApiRouter;
use web::list::{PageParams, data};
use web::message::common;
use web::routes;
use web::{Allowed, ApiError, ApiResult, Conflict, Data, JsonIn, ListQuery, Listed, PathId, Refusals};

use super::store::{self, SORTED};
use super::view::view;
use super::wire::{AcceptIn, AddressChangeIn, AddressView, LinkIn, LinkView, RowView};
use super::{change, link};
use crate::orders::error::OrderError;
use crate::orders::store as orders;
use crate::orders::wire::OrderView;
use platform::{App, stores};
use web::keyset::Window;

web::permissions! { Read = Read Order; Update = Update Order; }

/// The longest validity of a link, in days.
const MOST_DAYS: i64 = 30;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_held_orders))
        .routes(routes!(find_order_address, update_order_address))
        .routes(routes!(accept_order_address))
        .routes(routes!(create_order_address_link, delete_order_address_link))
        .routes(routes!(send_order_address_link))
}

/// Orders that cannot ship before their address is complete, the longest waiting first. No filters and no sorting.
#[utoipa::path(get, path = "/orders/addresses", tag = "Order", params(PageParams), responses(
    (status = 200, body = Listed<RowView>), Refusals<422>,
))]
async fn list_held_orders(
    Shared(app): Shared<App>,
    allowed: Allowed<Read>,
    query: ListQuery,
) -> ApiResult<Json<Listed<RowView>>> {
    query.check(&[], &[])?;
    let (c, scope, now) = (app.db().conn(), &allowed.scope, app.env().now());
    let profile = stores::get_profile(c, scope).await?;
    let window = Window::from_query(&query, SORTED, false)?;
    let Page { items, total, is_total_capped, next_cursor } = store::list(c, scope, &window).await?;
    let mut rows = Vec::with_capacity(items.len());
    for row in items {
        let address_link = link::address_of(&app, scope, &profile, row.language, &row.check).await?;
        rows.push(RowView::from_row(row, address_link.map(|l| LinkView::new(l, now)), profile.currency));
    }
    Ok(Json(query.answer(Page { items: rows, total, is_total_capped, next_cursor })))
}

async fn failed(app: &App, scope: &StoreScope, id: OrderId, e: OrderError) -> ApiError {
    crate::orders::detail::failed(app, scope, id, e).await
}

/// The state of an order's address: what it lacks, and the shopper's link.
#[utoipa::path(get, path = "/orders/{id}/address", tag = "Order", params(("id" = OrderId, Path)), responses(
    (status = 200, body = Data<AddressView>), Refusals<404>,
))]
async fn find_order_address(
    Shared(app): Shared<App>,
    allowed: Allowed<Read>,
    PathId(id): PathId<OrderKind>,
) -> ApiResult<Json<Data<AddressView>>> {
    Ok(data(view(&app, &allowed.scope, id).await?))
}

/// Changes the address of an order, and nothing else; a held order is checked again.
#[utoipa::path(put, path = "/orders/{id}/address", tag = "Order", params(("id" = OrderId, Path)), request_body = AddressChangeIn, responses(
    (status = 200, body = Data<AddressView>), (status = 409, body = Conflict<OrderView>), Refusals<404, 422>,
))]
async fn update_order_address(
    Shared(app): Shared<App>,
    allowed: Allowed<Update>,
    PathId(id): PathId<OrderKind>,
    JsonIn(sent): JsonIn<AddressChangeIn>,
) -> ApiResult<Json<Data<AddressView>>> {
    let profile = stores::get_profile(app.db().conn(), &allowed.scope).await?;
    let order = orders::find(app.db().conn(), &allowed.scope, id).await?.ok_or_else(ApiError::not_found)?;
    // Before the fields are validated: a stale form gets 409 first.
    if sent.version.is_some_and(|v| v != order.version) {
        return Err(failed(&app, &allowed.scope, id, OrderError::Stale).await);
    }
    let address = sent.address.read(&profile).map_err(|wrong| {
        let mut errors = web::FieldErrors::new();
        for (path, messages) in wrong.iter() {
            for message in messages {
                errors.add(format!("address.{path}"), message.clone());
            }
        }
        ApiError::invalid(errors)
    })?;
    match change::set(&app, &allowed.scope, &profile, id, address, sent.version).await {
        Ok(()) => Ok(data(view(&app, &allowed.scope, id).await?)),
        Err(e) => Err(failed(&app, &allowed.scope, id, e).await),
    }
}

/// Releases a held order with its address as it is; 409 `not_held` when it is not held.
#[utoipa::path(post, path = "/orders/{id}/address/accept", tag = "Order", params(("id" = OrderId, Path)), request_body = AcceptIn, responses(
    (status = 200, body = Data<AddressView>), Refusals<404, 409, 422>,
))]
async fn accept_order_address(
    Shared(app): Shared<App>,
    allowed: Allowed<Update>,
    PathId(id): PathId<OrderKind>,
    JsonIn(sent): JsonIn<AcceptIn>,
) -> ApiResult<Json<Data<AddressView>>> {
    change::accept(&app, &allowed.scope, id, sent.note.as_deref()).await?;
    Ok(data(view(&app, &allowed.scope, id).await?))
}

/// Creates the link on which the shopper completes the address, or extends the current one; an expired link is replaced.
#[utoipa::path(post, path = "/orders/{id}/address/link", tag = "Order", params(("id" = OrderId, Path)), request_body = LinkIn, responses(
    (status = 200, body = Data<AddressView>), Refusals<404, 409, 422>,
))]
async fn create_order_address_link(
    Shared(app): Shared<App>,
    allowed: Allowed<Update>,
    PathId(id): PathId<OrderKind>,
    JsonIn(sent): JsonIn<LinkIn>,
) -> ApiResult<Json<Data<AddressView>>> {
    orders::find(app.db().conn(), &allowed.scope, id).await?.ok_or_else(ApiError::not_found)?;
    let days = sent.days.unwrap_or(link::USUAL_DAYS);
    if !(1..=MOST_DAYS).contains(&days) {
        return Err(ApiError::field("days", common::BETWEEN.with("min", 1).with("max", MOST_DAYS)));
    }
    link::make(&app, &allowed.scope, id, days).await?;
    Ok(data(view(&app, &allowed.scope, id).await?))
}

/// Withdraws the link: it stops working.
#[utoipa::path(delete, path = "/orders/{id}/address/link", tag = "Order", params(("id" = OrderId, Path)), responses(
    (status = 200, body = Data<AddressView>), Refusals<404, 409>,
))]
async fn delete_order_address_link(
    Shared(app): Shared<App>,
    allowed: Allowed<Update>,
    PathId(id): PathId<OrderKind>,
) -> ApiResult<Json<Data<AddressView>>> {
    link::withdraw(&app, &allowed.scope, id).await?;
    Ok(data(view(&app, &allowed.scope, id).await?))
}

/// Sends the link to the shopper through the outbox, creating it first where there is none; at most once in ten minutes.
#[utoipa::path(post, path = "/orders/{id}/address/link/send", tag = "Order", params(("id" = OrderId, Path)), responses(
    (status = 200, body = Data<AddressView>), Refusals<404, 409>,
))]
async fn send_order_address_link(
    Shared(app): Shared<App>,
    allowed: Allowed<Update>,
    PathId(id): PathId<OrderKind>,
) -> ApiResult<Json<Data<AddressView>>> {
    let profile = stores::get_profile(app.db().conn(), &allowed.scope).await?;
    link::send(&app, &allowed.scope, &profile, id).await?;
    Ok(data(view(&app, &allowed.scope, id).await?))
}
