//! Endpoints of remittance sheets: the file of a settlement and its columns (docs/API.md "Imports").

use axum::Json;
use axum::extract::multipart::MultipartRejection;
use axum::extract::{Multipart, State};
use axum::http::StatusCode;
use axum::response::Response;
use kernel::ImportId;
use kernel::id::Import as ImportKind;
use utoipa_axum::router::OpenApiRouter;
use web::list::PageParams;
use web::routes;
use web::{Allowed, ApiResult, Data, JsonIn, ListQuery, Listed, PathId, Refusals};

use super::kind::Sheets;
use platform::App;
use platform::imports::{self, ActingUser, ImportForm, ImportRowView, ImportView, MappingIn, ModestLength};

web::permissions! { Read = Read Order; Update = Update Order; }

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .merge(imports::upload_routes(OpenApiRouter::new().routes(routes!(create_courier_sheet))))
        .routes(routes!(find_courier_sheet))
        .routes(routes!(update_courier_sheet_mapping))
        .routes(routes!(list_courier_sheet_rows))
        .routes(routes!(find_courier_sheet_failed_file))
}

/// Uploads a remittance sheet of a courier, CSV or XLSX with a header. Its columns are guessed, or found again by the header. The file is
/// kept for 30 days.
#[utoipa::path(post, path = "/courier-sheets", tag = "CourierCash", request_body(content = ImportForm, content_type = "multipart/form-data"),
    responses((status = 201, body = Data<ImportView>), Refusals<422>))]
async fn create_courier_sheet(
    State(app): State<App>,
    allowed: Allowed<Update>,
    _: ModestLength,
    form: Result<Multipart, MultipartRejection>,
) -> ApiResult<(StatusCode, Json<Data<ImportView>>)> {
    imports::create::<Sheets>(&app, &ActingUser::from_caller(&allowed), form).await
}

/// One sheet: its columns, and the progress of the check, the posting or the undo.
#[utoipa::path(get, path = "/courier-sheets/{id}", tag = "CourierCash", params(("id" = ImportId, Path)),
    responses((status = 200, body = Data<ImportView>), Refusals<404>))]
async fn find_courier_sheet(
    State(app): State<App>,
    allowed: Allowed<Read>,
    PathId(id): PathId<ImportKind>,
) -> ApiResult<Json<Data<ImportView>>> {
    imports::find::<Sheets>(&app, &allowed.scope, id).await
}

/// Maps columns to fields. The mapping is remembered for the next sheet with the same header.
#[utoipa::path(put, path = "/courier-sheets/{id}/mapping", tag = "CourierCash", params(("id" = ImportId, Path)), request_body = MappingIn,
    responses((status = 200, body = Data<ImportView>), Refusals<404, 409, 422>))]
async fn update_courier_sheet_mapping(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathId(id): PathId<ImportKind>,
    JsonIn(input): JsonIn<MappingIn>,
) -> ApiResult<Json<Data<ImportView>>> {
    imports::map::<Sheets>(&app, &ActingUser::from_caller(&allowed), id, input).await
}

/// The rows of the file with their outcomes: those that cannot be read (`filter[outcome]=failed`) say why.
#[utoipa::path(get, path = "/courier-sheets/{id}/rows", tag = "CourierCash", params(("id" = ImportId, Path), PageParams),
    responses((status = 200, body = Listed<ImportRowView>), Refusals<404, 422>))]
async fn list_courier_sheet_rows(
    State(app): State<App>,
    allowed: Allowed<Read>,
    PathId(id): PathId<ImportKind>,
    query: ListQuery,
) -> ApiResult<Json<Listed<ImportRowView>>> {
    imports::list_rows::<Sheets>(&app, &allowed.scope, id, &query).await
}

/// The rows that failed as a .csv file of their own, to be corrected.
#[utoipa::path(get, path = "/courier-sheets/{id}/failed-file", tag = "CourierCash", params(("id" = ImportId, Path)),
    responses((status = 200, body = String, content_type = "text/csv"), Refusals<404, 409>))]
async fn find_courier_sheet_failed_file(
    State(app): State<App>,
    allowed: Allowed<Read>,
    PathId(id): PathId<ImportKind>,
) -> ApiResult<Response> {
    imports::failed_file::<Sheets>(&app, &allowed.scope, id).await
}
