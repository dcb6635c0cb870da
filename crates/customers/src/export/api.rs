//! HTTP endpoints of customer exports.

use crate::query::CustomerListParams;
use axum::Json;
use axum::extract::{RawQuery, State};
use axum::http::StatusCode;
use axum::response::Response;
use kernel::id::Export as ExportKind;
use kernel::{CustomerId, ExportId, Lang};
use serde::Deserialize;
use utoipa_axum::router::OpenApiRouter;
use web::routes;
use web::{Allowed, ApiResult, Data, JsonIn, PathId, Refusals};

use super::kind::{Customers, Export_};
use super::rows::Column;
use platform::App;
use platform::exports::{self, ExportRequest, ExportView, Format};

pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_customer_exports, create_customer_export))
        .routes(routes!(find_customer_export))
        .routes(routes!(find_customer_export_file))
}

/// What to export, and in which format.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct CustomerExportIn {
    format: Format,
    /// Chosen customers, at most 500; without any, those of the query.
    #[serde(default)]
    #[schema(max_items = 500)]
    items: Vec<CustomerId>,
    /// The columns of the file in their order; all when empty.
    #[serde(default)]
    columns: Vec<Column>,
    /// The language of captions and words; the caller's when absent.
    language: Option<Lang>,
}

/// Exports customers to a file: those of a list's query (the same filters, search and sort as `GET /customers`; no query takes every
/// customer), or chosen ones. Up to 1000 are written at once, more in the background.
#[utoipa::path(post, path = "/customer-exports", tag = "Customer", params(CustomerListParams), request_body = CustomerExportIn,
    responses((status = 201, body = Data<ExportView>), Refusals<409, 422>))]
async fn create_customer_export(
    State(app): State<App>,
    allowed: Allowed<Export_>,
    RawQuery(query): RawQuery,
    JsonIn(input): JsonIn<CustomerExportIn>,
) -> ApiResult<(StatusCode, Json<Data<ExportView>>)> {
    let CustomerExportIn { format, items, columns, language } = input;
    let export_request = ExportRequest { format, items, columns, language };
    exports::create::<Customers>(&app, &allowed, query, export_request).await
}

/// The newest exports of customers whose files are ready or being written.
#[utoipa::path(get, path = "/customer-exports", tag = "Customer",
    responses((status = 200, body = Data<Vec<ExportView>>)))]
async fn list_customer_exports(State(app): State<App>, allowed: Allowed<Export_>) -> ApiResult<Json<Data<Vec<ExportView>>>> {
    exports::list::<Customers>(&app, &allowed).await
}

/// One export, with its progress.
#[utoipa::path(get, path = "/customer-exports/{id}", tag = "Customer", params(("id" = ExportId, Path)),
    responses((status = 200, body = Data<ExportView>), Refusals<404>))]
async fn find_customer_export(
    State(app): State<App>,
    allowed: Allowed<Export_>,
    PathId(id): PathId<ExportKind>,
) -> ApiResult<Json<Data<ExportView>>> {
    exports::find::<Customers>(&app, &allowed, id).await
}

/// The file of an export.
#[utoipa::path(get, path = "/customer-exports/{id}/file", tag = "Customer", params(("id" = ExportId, Path)),
    responses((status = 200, body = String, content_type = "text/csv"), Refusals<404, 409, 410>))]
async fn find_customer_export_file(
    State(app): State<App>,
    allowed: Allowed<Export_>,
    PathId(id): PathId<ExportKind>,
) -> ApiResult<Response> {
    exports::file::<Customers>(&app, &allowed, id).await
}
