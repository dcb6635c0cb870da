//! Endpoints of order edits.

use axum::Json;
use axum::extract::State;
use kernel::id::Order as OrderKind;
use kernel::{OrderId, StoreScope};
use utoipa_axum::router::OpenApiRouter;
use web::list::data;
use web::routes;
use web::{Allowed, ApiError, ApiResult, Conflict, Data, JsonIn, PathId, Refusals};

use super::apply;
use super::draft::{self, EditError};
use super::wire::{OrderEditConflict, OrderEditIn, OrderEditPreview};
use crate::orders::detail::view;
use crate::orders::error::OrderError;
use crate::orders::wire::OrderView;
use platform::{App, stores};

web::permissions! { Update = Update Order; }

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(preview_order_edit)).routes(routes!(edit_order))
}

async fn refused(app: &App, scope: &StoreScope, id: OrderId, e: EditError) -> ApiError {
    match e {
        EditError::Order(OrderError::Stale) => match view(app, scope, id).await {
            Ok(now) => ApiError::stale().with_current(&OrderEditConflict::Order(Box::new(now))),
            Err(e) => e,
        },
        e => e.into(),
    }
}

/// What an edit of an order would change, line by line, with stock movements and the amount to collect or refund; nothing is
/// written.
#[utoipa::path(post, path = "/orders/{id}/edit/preview", tag = "Order", params(("id" = OrderId, Path)), request_body = OrderEditIn, responses(
    (status = 200, body = Data<OrderEditPreview>), (status = 409, body = Conflict<OrderView>), Refusals<404, 422>,
))]
async fn preview_order_edit(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathId(id): PathId<OrderKind>,
    JsonIn(sent): JsonIn<OrderEditIn>,
) -> ApiResult<Json<Data<OrderEditPreview>>> {
    let c = app.db().conn();
    let profile = stores::get_profile(c, &allowed.scope).await?;
    match draft::read(c, &allowed.scope, &profile, id, sent, app.env().now()).await {
        Ok(draft) => Ok(data(draft.preview(&profile))),
        Err(e) => Err(refused(&app, &allowed.scope, id, e).await),
    }
}

/// Applies an edit exactly as it was previewed: `total` is the one of the preview.
#[utoipa::path(put, path = "/orders/{id}/edit", tag = "Order", params(("id" = OrderId, Path)), request_body = OrderEditIn, responses(
    (status = 200, body = Data<OrderView>), (status = 409, body = Conflict<OrderEditConflict>), Refusals<404, 422>,
))]
async fn edit_order(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathId(id): PathId<OrderKind>,
    JsonIn(sent): JsonIn<OrderEditIn>,
) -> ApiResult<Json<Data<OrderView>>> {
    let profile = stores::get_profile(app.db().conn(), &allowed.scope).await?;
    match apply::apply(&app, &allowed.scope, &profile, id, sent).await {
        Ok(()) => Ok(data(view(&app, &allowed.scope, id).await?)),
        Err(e) => Err(refused(&app, &allowed.scope, id, e).await),
    }
}
