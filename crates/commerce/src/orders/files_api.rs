//! Files that shoppers uploaded with an order: they need the ability to read the order.

use axum::extract::State;
use axum::http::HeaderValue;
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_SECURITY_POLICY, CONTENT_TYPE, X_CONTENT_TYPE_OPTIONS};
use axum::response::{IntoResponse, Response};
use kernel::id::{Order as OrderKind, ShopperFile as FileKind};
use kernel::{OrderId, ShopperFileId};
use utoipa_axum::router::OpenApiRouter;
use web::routes;
use web::{Allowed, ApiError, ApiResult, PathIds, Refusals};

use crate::carts;
use platform::App;

web::permissions! { Read = Read Order; }

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(read_order_file))
}

/// Downloads a file that the shopper uploaded with a line of the order.
#[utoipa::path(get, path = "/orders/{id}/files/{file}", tag = "orders",
    params(("id" = OrderId, Path), ("file" = ShopperFileId, Path)),
    responses(
    (status = 200, description = "The file", content_type = "application/octet-stream", body = Vec<u8>), Refusals<404>,
))]
async fn read_order_file(
    State(app): State<App>,
    allowed: Allowed<Read>,
    PathIds(order, file): PathIds<OrderKind, FileKind>,
) -> ApiResult<Response> {
    let found = carts::read_file(&app, &allowed.scope, order, file).await?.ok_or_else(ApiError::not_found)?;
    let found = found.map_err(|e| ApiError::unavailable(&e))?;
    let mut response = found.bytes.into_response();
    let name = kernel::slug::percent_encode(&found.name);
    let headers = [
        (CONTENT_TYPE, found.content_type),
        // Always a download, never rendered in the dashboard's origin, whatever its content.
        (CONTENT_DISPOSITION, format!("attachment; filename*=UTF-8''{name}")),
        (X_CONTENT_TYPE_OPTIONS, "nosniff".to_owned()),
        (CONTENT_SECURITY_POLICY, "sandbox; default-src 'none'".to_owned()),
        (CACHE_CONTROL, "private, no-store".to_owned()),
    ];
    for (header, value) in headers {
        if let Ok(value) = HeaderValue::from_str(&value) {
            response.headers_mut().insert(header, value);
        }
    }
    Ok(response)
}
