//! HTTP endpoints of product exports.

use crate::store::lists::ProductListParams;
use axum::Json;
use axum::extract::{RawQuery, State};
use axum::http::StatusCode;
use axum::response::Response;
use kernel::id::Export as ExportKind;
use kernel::{ExportId, ProductId};
use serde::Deserialize;
use utoipa_axum::router::OpenApiRouter;
use web::routes;
use web::{Allowed, ApiResult, Data, JsonIn, PathId, Refusals};

use super::kind::{Export_, Products};
use platform::App;
use platform::exports::{self, ExportRequest, ExportView, Format};

pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_product_exports, create_product_export))
        .routes(routes!(find_product_export))
        .routes(routes!(find_product_export_file))
}

/// What to export, and in which format.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct ProductExportIn {
    format: Format,
    /// Chosen products, at most 1000; without any, those of the query.
    #[serde(default)]
    #[schema(max_items = 1000)]
    items: Vec<ProductId>,
}

/// Exports products to a file that an import reads back: those of a list's query (the same filters, search and sort as
/// `GET /products`; no query takes every product), or chosen ones. Up to 1000 are written at once, more in the background.
#[utoipa::path(post, path = "/product-exports", tag = "exports", params(ProductListParams), request_body = ProductExportIn,
    responses((status = 201, body = Data<ExportView>), Refusals<409, 422>))]
async fn create_product_export(
    State(app): State<App>,
    allowed: Allowed<Export_>,
    RawQuery(query): RawQuery,
    JsonIn(input): JsonIn<ProductExportIn>,
) -> ApiResult<(StatusCode, Json<Data<ExportView>>)> {
    let ProductExportIn { format, items } = input;
    let export_request = ExportRequest { format, items, columns: Vec::new(), language: None };
    exports::create::<Products>(&app, &allowed, query, export_request).await
}

/// The newest exports of products whose files are ready or being written.
#[utoipa::path(get, path = "/product-exports", tag = "exports",
    responses((status = 200, body = Data<Vec<ExportView>>)))]
async fn list_product_exports(State(app): State<App>, allowed: Allowed<Export_>) -> ApiResult<Json<Data<Vec<ExportView>>>> {
    exports::list::<Products>(&app, &allowed).await
}

/// One export, with its progress.
#[utoipa::path(get, path = "/product-exports/{id}", tag = "exports", params(("id" = ExportId, Path)),
    responses((status = 200, body = Data<ExportView>), Refusals<404>))]
async fn find_product_export(
    State(app): State<App>,
    allowed: Allowed<Export_>,
    PathId(id): PathId<ExportKind>,
) -> ApiResult<Json<Data<ExportView>>> {
    exports::find::<Products>(&app, &allowed, id).await
}

/// The file of an export.
#[utoipa::path(get, path = "/product-exports/{id}/file", tag = "exports", params(("id" = ExportId, Path)),
    responses((status = 200, body = String, content_type = "text/csv"), Refusals<404, 409, 410>))]
async fn find_product_export_file(
    State(app): State<App>,
    allowed: Allowed<Export_>,
    PathId(id): PathId<ExportKind>,
) -> ApiResult<Response> {
    exports::file::<Products>(&app, &allowed, id).await
}
