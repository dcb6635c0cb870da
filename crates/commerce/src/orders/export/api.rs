//! Endpoints of order exports.

use crate::orders::list::OrderListParams;
use axum::Json;
use axum::extract::{RawQuery, State};
use axum::http::StatusCode;
use axum::response::Response;
use kernel::id::Export as ExportKind;
use kernel::{ExportId, Lang, OrderId};
use serde::Deserialize;
use utoipa_axum::router::OpenApiRouter;
use web::routes;
use web::{Allowed, ApiResult, Data, JsonIn, PathId, Refusals};

use super::kind::Export_;
use super::rows::{Column, Orders};
use platform::App;
use platform::exports::{self, ExportRequest, ExportView, Format};

pub(in crate::orders) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_order_exports, create_order_export))
        .routes(routes!(find_order_export))
        .routes(routes!(find_order_export_file))
}

/// An export to create.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct OrderExportIn {
    format: Format,
    /// Selected orders, at most 500; without any, those of the query.
    #[serde(default)]
    #[schema(max_items = 500)]
    items: Vec<OrderId>,
    /// The columns of the file in their order; all when empty.
    #[serde(default)]
    columns: Vec<Column>,
    /// Language of captions and words; the caller's when absent.
    language: Option<Lang>,
}

/// Exports orders to a file: those of a list's query (the same filters, search and sort as `GET /orders`; no query takes every
/// order), or chosen ones. Up to 1000 are written at once, more in the background.
#[utoipa::path(post, path = "/order-exports", tag = "Order", params(OrderListParams), request_body = OrderExportIn,
    responses((status = 201, body = Data<ExportView>), Refusals<409, 422>))]
async fn create_order_export(
    State(app): State<App>,
    allowed: Allowed<Export_>,
    RawQuery(query): RawQuery,
    JsonIn(input): JsonIn<OrderExportIn>,
) -> ApiResult<(StatusCode, Json<Data<ExportView>>)> {
    let OrderExportIn { format, items, columns, language } = input;
    let request = ExportRequest { format, items, columns, language };
    exports::create::<Orders>(&app, &allowed, query, request).await
}

/// The newest exports of orders whose files are available or being written.
#[utoipa::path(get, path = "/order-exports", tag = "Order",
    responses((status = 200, body = Data<Vec<ExportView>>)))]
async fn list_order_exports(State(app): State<App>, allowed: Allowed<Export_>) -> ApiResult<Json<Data<Vec<ExportView>>>> {
    exports::list::<Orders>(&app, &allowed).await
}

/// One export, with its progress.
#[utoipa::path(get, path = "/order-exports/{id}", tag = "Order", params(("id" = ExportId, Path)),
    responses((status = 200, body = Data<ExportView>), Refusals<404>))]
async fn find_order_export(
    State(app): State<App>,
    allowed: Allowed<Export_>,
    PathId(id): PathId<ExportKind>,
) -> ApiResult<Json<Data<ExportView>>> {
    exports::find::<Orders>(&app, &allowed, id).await
}

/// The file of an export.
#[utoipa::path(get, path = "/order-exports/{id}/file", tag = "Order", params(("id" = ExportId, Path)),
    responses((status = 200, body = String, content_type = "text/csv"), Refusals<404, 409, 410>))]
async fn find_order_export_file(
    State(app): State<App>,
    allowed: Allowed<Export_>,
    PathId(id): PathId<ExportKind>,
) -> ApiResult<Response> {
    exports::file::<Orders>(&app, &allowed, id).await
}
