//! Endpoints of the reasons for returns.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use kernel::ReturnReasonId;
use kernel::id::ReturnReason as ReasonKind;
use utoipa_axum::router::OpenApiRouter;
use web::list::data;
use web::routes;
use web::{Allowed, ApiResult, Conflict, Data, JsonIn, PathId, Refusals};

use super::wire::{ReturnReasonIn, ReturnReasonView};
use super::{reasons, store};
use platform::App;
use web::schema;

web::permissions! { Read = Read Order; Create = Create Order; Update = Update Order; Delete = Delete Order; }

web::schema_types! {
    /// A reason to create.
    NewReturnReason => schema::required::<ReturnReasonIn>(&["name"]);
}

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_return_reasons, create_return_reason))
        .routes(routes!(update_return_reason, delete_return_reason))
}

/// The store's reasons for returns, in their order; 50 at most.
#[utoipa::path(get, path = "/return-reasons", tag = "Order", responses((status = 200, body = Data<Vec<ReturnReasonView>>)))]
async fn list_return_reasons(State(app): State<App>, allowed: Allowed<Read>) -> ApiResult<Json<Data<Vec<ReturnReasonView>>>> {
    let all = store::list_reasons(app.db().conn(), &allowed.scope).await?;
    Ok(data(all.into_iter().map(ReturnReasonView::from_row).collect()))
}

/// Creates a reason for returns.
#[utoipa::path(post, path = "/return-reasons", tag = "Order", request_body = NewReturnReason, responses(
    (status = 201, body = Data<ReturnReasonView>), Refusals<409, 422>,
))]
async fn create_return_reason(
    State(app): State<App>,
    allowed: Allowed<Create>,
    JsonIn(sent): JsonIn<ReturnReasonIn>,
) -> ApiResult<(StatusCode, Json<Data<ReturnReasonView>>)> {
    let reason = reasons::create(&app, &allowed.scope, sent).await?;
    Ok((StatusCode::CREATED, data(ReturnReasonView::from_row(reason))))
}

/// Changes a reason for returns, in whole or in part; returns made with it keep its earlier name.
#[utoipa::path(put, path = "/return-reasons/{id}", tag = "Order", params(("id" = ReturnReasonId, Path)), request_body = ReturnReasonIn, responses(
    (status = 200, body = Data<ReturnReasonView>), (status = 409, body = Conflict<ReturnReasonView>), Refusals<404, 422>,
))]
async fn update_return_reason(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathId(id): PathId<ReasonKind>,
    JsonIn(sent): JsonIn<ReturnReasonIn>,
) -> ApiResult<Json<Data<ReturnReasonView>>> {
    Ok(data(ReturnReasonView::from_row(reasons::change(&app, &allowed.scope, id, sent).await?)))
}

/// Deletes a reason for returns; returns made with it keep its name.
#[utoipa::path(delete, path = "/return-reasons/{id}", tag = "Order", params(("id" = ReturnReasonId, Path)), responses(
    (status = 200, body = Data<ReturnReasonId>), Refusals<404>,
))]
async fn delete_return_reason(
    State(app): State<App>,
    allowed: Allowed<Delete>,
    PathId(id): PathId<ReasonKind>,
) -> ApiResult<Json<Data<ReturnReasonId>>> {
    reasons::remove(&app, &allowed.scope, id).await?;
    Ok(data(id))
}
