//! The calls of exports of carts.

use super::super::query::CartListParams;
use axum::Json;
use axum::extract::{RawQuery, State};
use axum::http::StatusCode;
use axum::response::Response;
use kernel::id::Export as ExportKind;
use kernel::{CartId, ExportId, Lang};
use serde::Deserialize;
use utoipa_axum::router::OpenApiRouter;
use web::routes;
use web::{Allowed, ApiResult, Data, JsonIn, PathId, Refusals};

use super::Carts;
use super::rows::Column;
use platform::App;
use platform::exports::{self, ExportRequest, ExportView, Format};

web::permissions! {
    Export_ = Export Cart;
}

pub(in crate::abandoned_carts) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_cart_exports, create_cart_export))
        .routes(routes!(find_cart_export))
        .routes(routes!(find_cart_export_file))
}

/// What is exported, and how.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct CartExportIn {
    format: Format,
    /// Chosen carts, at most 500; without any, those of the query.
    #[serde(default)]
    #[schema(max_items = 500)]
    items: Vec<CartId>,
    /// The columns of the file in their order; all when empty.
    #[serde(default)]
    columns: Vec<Column>,
    /// Of captions and words; the caller's when absent.
    language: Option<Lang>,
}

/// Exports the carts of a step to a file: those of a list's query (the same filters, search and sort as `GET /carts`; no query takes
/// those that left a contact), or chosen ones. Up to 1000 are written at once, more in the background.
#[utoipa::path(post, path = "/cart-exports", tag = "Cart", params(CartListParams), request_body = CartExportIn,
    responses((status = 201, body = Data<ExportView>), Refusals<409, 422>))]
async fn create_cart_export(
    State(app): State<App>,
    allowed: Allowed<Export_>,
    RawQuery(query): RawQuery,
    JsonIn(input): JsonIn<CartExportIn>,
) -> ApiResult<(StatusCode, Json<Data<ExportView>>)> {
    let CartExportIn { format, items, columns, language } = input;
    let request = ExportRequest { format, items, columns, language };
    exports::create::<Carts>(&app, &allowed, query, request).await
}

/// The newest exports of carts whose files are there or on their way.
#[utoipa::path(get, path = "/cart-exports", tag = "Cart",
    responses((status = 200, body = Data<Vec<ExportView>>)))]
async fn list_cart_exports(State(app): State<App>, allowed: Allowed<Export_>) -> ApiResult<Json<Data<Vec<ExportView>>>> {
    exports::list::<Carts>(&app, &allowed).await
}

/// One export, for its progress.
#[utoipa::path(get, path = "/cart-exports/{id}", tag = "Cart", params(("id" = ExportId, Path)),
    responses((status = 200, body = Data<ExportView>), Refusals<404>))]
async fn find_cart_export(
    State(app): State<App>,
    allowed: Allowed<Export_>,
    PathId(id): PathId<ExportKind>,
) -> ApiResult<Json<Data<ExportView>>> {
    exports::find::<Carts>(&app, &allowed, id).await
}

/// The file of an export.
#[utoipa::path(get, path = "/cart-exports/{id}/file", tag = "Cart", params(("id" = ExportId, Path)),
    responses((status = 200, body = String, content_type = "text/csv"), Refusals<404, 409, 410>))]
async fn find_cart_export_file(
    State(app): State<App>,
    allowed: Allowed<Export_>,
    PathId(id): PathId<ExportKind>,
) -> ApiResult<Response> {
    exports::file::<Carts>(&app, &allowed, id).await
}
