//! A cart's page, and its deletion.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use kernel::CartId;
use kernel::id::Cart as CartKind;
use utoipa_axum::router::OpenApiRouter;
use web::list::data;
use web::routes;
use web::{Allowed, ApiError, ApiResult, Data, PathId, Refusals};

use super::delete;
use super::page::{self, CartDetail};
use platform::App;

web::permissions! { Read = Read Cart; Delete = Delete Cart; }

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(find_cart, delete_cart))
}

/// A cart: its lines at current prices and stock, its customer, its links, its reminders.
#[utoipa::path(get, path = "/carts/{id}", tag = "Cart", params(("id" = CartId, Path)), responses(
    (status = 200, body = Data<CartDetail>), Refusals<404>,
))]
async fn find_cart(
    State(app): State<App>,
    allowed: Allowed<Read>,
    PathId(id): PathId<CartKind>,
) -> ApiResult<Json<Data<CartDetail>>> {
    Ok(data(page::find(&app, &allowed, id).await?.ok_or_else(ApiError::not_found)?))
}

/// Deletes a cart that is not an order.
#[utoipa::path(delete, path = "/carts/{id}", tag = "Cart", params(("id" = CartId, Path)), responses(
    (status = 204), Refusals<404, 409>,
))]
async fn delete_cart(State(app): State<App>, allowed: Allowed<Delete>, PathId(id): PathId<CartKind>) -> ApiResult<StatusCode> {
    delete::delete(&app, &allowed.scope, id).await?;
    Ok(StatusCode::NO_CONTENT)
}
