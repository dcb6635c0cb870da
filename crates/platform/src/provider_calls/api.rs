//! What people see of calls, and their retry.

use axum::Json;
use axum::extract::State;
use kernel::id::ProviderCall as ProviderCallKind;
use kernel::{Millis, OrderId, ProviderCallId};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use web::list::data;
use web::{Allowed, ApiError, ApiResult, Conflict, Data, PathId, QueryIn, Refusals, routes};

use super::port::{ProviderCalls, RetryRefusal};
use super::retry::{self, RetryError};
use super::wire::{ProviderCallView, ProviderExchangeView};
use super::{exchange_store, store, wording};
use crate::App;

web::permissions! {
    Read = Read Order;
    Update = Update Order;
}

/// The calls under `/dashboard/v1`.
#[must_use]
pub fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_provider_calls))
        .routes(routes!(list_provider_call_exchanges))
        .routes(routes!(retry_provider_call))
}

/// How far the list goes back that is of no order.
const SHOWN_FOR: i64 = 30 * Millis::DAY;

#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct ProviderCallQuery {
    /// Those about this order; those of the store from the last 30 days when absent.
    order: Option<OrderId>,
}

/// Calls to payment providers and couriers, the newest first; 100 at most.
#[utoipa::path(get, path = "/provider-calls", tag = "ProviderCall", params(ProviderCallQuery), responses(
    (status = 200, body = Data<Vec<ProviderCallView>>), Refusals<422>,
))]
async fn list_provider_calls(
    State(app): State<App>,
    allowed: Allowed<Read>,
    QueryIn(ProviderCallQuery { order }): QueryIn<ProviderCallQuery>,
) -> ApiResult<Json<Data<Vec<ProviderCallView>>>> {
    let (c, calls) = (app.db().conn(), app.ports.get::<ProviderCalls>()?);
    let found = match order {
        Some(order) => store::list_of_order(c, &allowed.scope, order).await?,
        None => store::list_since(c, &allowed.scope, app.env().now().plus(-SHOWN_FOR)).await?,
    };
    Ok(data(found.into_iter().map(|call| ProviderCallView::new(&calls, call)).collect()))
}

/// What was sent to the provider and what it answered, the newest first; the last 50, for 90 days.
#[utoipa::path(get, path = "/provider-calls/{id}/exchanges", tag = "ProviderCall", params(("id" = ProviderCallId, Path)), responses(
    (status = 200, body = Data<Vec<ProviderExchangeView>>), Refusals<404>,
))]
async fn list_provider_call_exchanges(
    State(app): State<App>,
    allowed: Allowed<Read>,
    PathId(id): PathId<ProviderCallKind>,
) -> ApiResult<Json<Data<Vec<ProviderExchangeView>>>> {
    let c = app.db().conn();
    if store::find(c, &allowed.scope, id).await?.is_none() {
        return Err(ApiError::not_found());
    }
    let exchanges = exchange_store::list(c, &allowed.scope, id).await?;
    Ok(data(exchanges.into_iter().map(ProviderExchangeView::from).collect()))
}

/// Retries a call that failed.
#[utoipa::path(post, path = "/provider-calls/{id}/retry", tag = "ProviderCall", params(("id" = ProviderCallId, Path)), responses(
    (status = 200, body = Data<ProviderCallView>), (status = 409, body = Conflict<ProviderCallView>), Refusals<404>,
))]
async fn retry_provider_call(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathId(id): PathId<ProviderCallKind>,
) -> ApiResult<Json<Data<ProviderCallView>>> {
    let calls = app.ports.get::<ProviderCalls>()?;
    match retry::retry(&app, &allowed.scope, id).await {
        Ok(call) => Ok(data(ProviderCallView::new(&calls, call))),
        Err(RetryError::NotFound) => Err(ApiError::not_found()),
        Err(RetryError::NotPossible(call)) => {
            let refusal = ApiError::conflict("call_not_retryable", wording::not_repeatable());
            Err(refusal.with_current(&ProviderCallView::new(&calls, *call)))
        }
        Err(RetryError::Refused(call, RetryRefusal { code, message })) => {
            Err(ApiError::conflict(code, message).with_current(&ProviderCallView::new(&calls, *call)))
        }
        Err(RetryError::Failed(error)) => Err(ApiError::internal(&error)),
    }
}
