//! The carts of one customer, for their page (CU-01).

use axum::Json;
use axum::extract::State;
use kernel::id::Customer as CustomerKind;
use kernel::{CartId, CustomerId, money};
use serde::Serialize;
use utoipa_axum::router::OpenApiRouter;
use web::list::data;
use web::routes;
use web::{Allowed, ApiError, ApiResult, Data, PathId, Refusals};

use super::store;
use platform::{App, stores};

web::permissions! { Read = Read Cart; }

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list_customer_carts))
}

/// A cart that has not become an order.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct CustomerCartRow {
    id: CartId,
    /// products | contact | `shipping_address` | `shipping_method` | payment: the last completed step.
    step: String,
    /// Number of pieces.
    items_count: i64,
    /// Amount of the goods, a decimal in the store's currency.
    amount: String,
    /// RFC 3339.
    created_at: String,
    /// Time of the last change, RFC 3339.
    active_at: String,
}

/// A customer's open carts, over all of their numbers, the most recently changed first; 20 at most.
#[utoipa::path(get, path = "/customers/{id}/carts", tag = "Customer", params(("id" = CustomerId, Path)), responses(
    (status = 200, body = Data<Vec<CustomerCartRow>>), Refusals<404>,
))]
async fn list_customer_carts(
    State(app): State<App>,
    allowed: Allowed<Read>,
    PathId(id): PathId<CustomerKind>,
) -> ApiResult<Json<Data<Vec<CustomerCartRow>>>> {
    let c = app.db().conn();
    let customer = customers::store::find(c, &allowed.scope, id).await?.ok_or_else(ApiError::not_found)?;
    let mut mobiles = customers::contacts::list_mobiles(c, &allowed.scope, id).await?;
    mobiles.extend(customer.mobile);
    let currency = stores::get_profile(c, &allowed.scope).await?.currency;
    let rows = store::list_open_of(c, &allowed.scope, &mobiles).await?;
    let row = |store::OwnCart { id, step, items_count, amount, created_at, active_at }| CustomerCartRow {
        id,
        step,
        items_count,
        amount: money::format(amount, currency),
        created_at: created_at.rfc3339(),
        active_at: active_at.rfc3339(),
    };
    Ok(data(rows.into_iter().map(row).collect()))
}
