//! Endpoints of claims.

use axum::Json;
use axum::extract::{RawQuery, State};
use axum::http::StatusCode;
use axum::response::Response;
use kernel::id::Export as ExportKind;
use kernel::{ExportId, Lang};
use serde::Deserialize;
use utoipa_axum::router::OpenApiRouter;
use web::routes;
use web::{Allowed, ApiResult, Data, JsonIn, PathId, Refusals};

use super::cash_api::CourierCashParams;
use super::claim::{Claims, Column, Export_};
use platform::App;
use platform::exports::{self, ExportRequest, ExportView, Format};

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_courier_claims, create_courier_claim))
        .routes(routes!(find_courier_claim))
        .routes(routes!(find_courier_claim_file))
}

/// A claim file to create.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct CourierClaimIn {
    format: Format,
    /// The columns of the file in their order; all when empty.
    #[serde(default)]
    columns: Vec<Column>,
    /// Language of captions and words; the caller's when absent.
    language: Option<Lang>,
}

/// Writes what couriers owe to a file: the shipments of a query as `GET /courier-cash/shipments` takes it, the oldest first. Up to 1000 are
/// written at once, more in the background.
#[utoipa::path(post, path = "/courier-claims", tag = "CourierCash", params(CourierCashParams), request_body = CourierClaimIn,
    responses((status = 201, body = Data<ExportView>), Refusals<409, 422>))]
async fn create_courier_claim(
    State(app): State<App>,
    allowed: Allowed<Export_>,
    RawQuery(query): RawQuery,
    JsonIn(input): JsonIn<CourierClaimIn>,
) -> ApiResult<(StatusCode, Json<Data<ExportView>>)> {
    let CourierClaimIn { format, columns, language } = input;
    let request = ExportRequest { format, items: Vec::new(), columns, language };
    exports::create::<Claims>(&app, &allowed, query, request).await
}

/// The newest claims whose files are available or being written.
#[utoipa::path(get, path = "/courier-claims", tag = "CourierCash", responses((status = 200, body = Data<Vec<ExportView>>)))]
async fn list_courier_claims(State(app): State<App>, allowed: Allowed<Export_>) -> ApiResult<Json<Data<Vec<ExportView>>>> {
    exports::list::<Claims>(&app, &allowed).await
}

/// One claim, with its progress.
#[utoipa::path(get, path = "/courier-claims/{id}", tag = "CourierCash", params(("id" = ExportId, Path)),
    responses((status = 200, body = Data<ExportView>), Refusals<404>))]
async fn find_courier_claim(
    State(app): State<App>,
    allowed: Allowed<Export_>,
    PathId(id): PathId<ExportKind>,
) -> ApiResult<Json<Data<ExportView>>> {
    exports::find::<Claims>(&app, &allowed, id).await
}

/// The file of a claim.
#[utoipa::path(get, path = "/courier-claims/{id}/file", tag = "CourierCash", params(("id" = ExportId, Path)),
    responses((status = 200, body = String, content_type = "text/csv"), Refusals<404, 409, 410>))]
async fn find_courier_claim_file(
    State(app): State<App>,
    allowed: Allowed<Export_>,
    PathId(id): PathId<ExportKind>,
) -> ApiResult<Response> {
    exports::file::<Claims>(&app, &allowed, id).await
}
