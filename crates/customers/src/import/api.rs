//! HTTP endpoints of customer imports (docs/API.md "Imports").

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
use web::{Allowed, ApiResult, Data, JsonIn, Language, ListQuery, Listed, PathId, Refusals};

use super::captions::template;
use super::kind::Customers;
use platform::App;
use platform::imports::{self, ActingUser, Begin, ImportForm, ImportRowView, ImportView, MappingIn, ModestLength};

web::permissions! {
    Read = Read Customer;
    Create = Create Customer;
    Update = Update Customer;
}

pub(crate) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .merge(imports::upload_routes(OpenApiRouter::new().routes(routes!(create_customer_import))))
        .routes(routes!(list_customer_imports))
        .routes(routes!(find_customer_import_template))
        .routes(routes!(find_customer_import))
        .routes(routes!(update_customer_import_mapping))
        .routes(routes!(check_customer_import))
        .routes(routes!(start_customer_import))
        .routes(routes!(list_customer_import_rows))
        .routes(routes!(find_customer_import_failed_file))
        .routes(routes!(retry_customer_import))
        .routes(routes!(undo_customer_import))
}

/// Uploads a file of customers: Shopify, WooCommerce, Salla, Zid, our own export or any sheet with a header. Nothing is imported
/// yet. The file and the outcomes of its rows are kept for 30 days.
#[utoipa::path(post, path = "/customer-imports", tag = "imports", request_body(content = ImportForm, content_type = "multipart/form-data"),
    responses((status = 201, body = Data<ImportView>), Refusals<422>))]
async fn create_customer_import(
    State(app): State<App>,
    allowed: Allowed<Create>,
    _: Allowed<Update>,
    _: ModestLength,
    form: Result<Multipart, MultipartRejection>,
) -> ApiResult<(StatusCode, Json<Data<ImportView>>)> {
    imports::create::<Customers>(&app, &ActingUser::from_caller(&allowed), form).await
}

/// An empty file of customers with our own captions, in the caller's language.
#[utoipa::path(get, path = "/customer-imports/template", tag = "imports",
    responses((status = 200, body = String, content_type = "text/csv")))]
async fn find_customer_import_template(_: Allowed<Read>, Language(lang): Language) -> Response {
    imports::csv("customers.csv", template(lang).into_bytes())
}

/// The imports of the store, the newest first.
#[utoipa::path(get, path = "/customer-imports", tag = "imports", params(PageParams),
    responses((status = 200, body = Listed<ImportView>), Refusals<422>))]
async fn list_customer_imports(
    State(app): State<App>,
    allowed: Allowed<Read>,
    query: ListQuery,
) -> ApiResult<Json<Listed<ImportView>>> {
    imports::list::<Customers>(&app, &allowed.scope, &query).await
}

/// One import, with its columns and the fields they can be mapped to.
#[utoipa::path(get, path = "/customer-imports/{id}", tag = "imports", params(("id" = ImportId, Path)),
    responses((status = 200, body = Data<ImportView>), Refusals<404>))]
async fn find_customer_import(
    State(app): State<App>,
    allowed: Allowed<Read>,
    PathId(id): PathId<ImportKind>,
) -> ApiResult<Json<Data<ImportView>>> {
    imports::find::<Customers>(&app, &allowed.scope, id).await
}

/// The customers of the file in its order, and their outcomes. `filter[outcome]` takes several outcomes.
#[utoipa::path(get, path = "/customer-imports/{id}/rows", tag = "imports", params(("id" = ImportId, Path), PageParams),
    responses((status = 200, body = Listed<ImportRowView>), Refusals<404, 422>))]
async fn list_customer_import_rows(
    State(app): State<App>,
    allowed: Allowed<Read>,
    PathId(id): PathId<ImportKind>,
    query: ListQuery,
) -> ApiResult<Json<Listed<ImportRowView>>> {
    imports::list_rows::<Customers>(&app, &allowed.scope, id, &query).await
}

/// The rows that failed as a .csv file of their own, to be corrected and imported again.
#[utoipa::path(get, path = "/customer-imports/{id}/failed-file", tag = "imports", params(("id" = ImportId, Path)),
    responses((status = 200, body = String, content_type = "text/csv"), Refusals<404, 409>))]
async fn find_customer_import_failed_file(
    State(app): State<App>,
    allowed: Allowed<Read>,
    PathId(id): PathId<ImportKind>,
) -> ApiResult<Response> {
    imports::failed_file::<Customers>(&app, &allowed.scope, id).await
}

/// Maps columns to fields. The mapping is remembered for the next file with the same header.
#[utoipa::path(put, path = "/customer-imports/{id}/mapping", tag = "imports", params(("id" = ImportId, Path)), request_body = MappingIn,
    responses((status = 200, body = Data<ImportView>), Refusals<404, 409, 422>))]
async fn update_customer_import_mapping(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathId(id): PathId<ImportKind>,
    JsonIn(input): JsonIn<MappingIn>,
) -> ApiResult<Json<Data<ImportView>>> {
    imports::map::<Customers>(&app, &ActingUser::from_caller(&allowed), id, input).await
}

/// Dry run: reads the whole file in the background and counts what an import would do; no customer is written.
#[utoipa::path(post, path = "/customer-imports/{id}/dry-run", tag = "imports", params(("id" = ImportId, Path)),
    responses((status = 200, body = Data<ImportView>), Refusals<404, 409>))]
async fn check_customer_import(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathId(id): PathId<ImportKind>,
) -> ApiResult<Json<Data<ImportView>>> {
    imports::perform::<Customers>(&app, &ActingUser::from_caller(&allowed), id, Begin::Check).await
}

/// Imports the customers in the background.
#[utoipa::path(post, path = "/customer-imports/{id}/start", tag = "imports", params(("id" = ImportId, Path)),
    responses((status = 200, body = Data<ImportView>), Refusals<404, 409>))]
async fn start_customer_import(
    State(app): State<App>,
    allowed: Allowed<Create>,
    _: Allowed<Update>,
    PathId(id): PathId<ImportKind>,
) -> ApiResult<Json<Data<ImportView>>> {
    imports::perform::<Customers>(&app, &ActingUser::from_caller(&allowed), id, Begin::Start).await
}

/// Retries the failed rows with the current mapping.
#[utoipa::path(post, path = "/customer-imports/{id}/retry", tag = "imports", params(("id" = ImportId, Path)),
    responses((status = 200, body = Data<ImportView>), Refusals<404, 409>))]
async fn retry_customer_import(
    State(app): State<App>,
    allowed: Allowed<Create>,
    _: Allowed<Update>,
    PathId(id): PathId<ImportKind>,
) -> ApiResult<Json<Data<ImportView>>> {
    imports::perform::<Customers>(&app, &ActingUser::from_caller(&allowed), id, Begin::Retry).await
}

/// Undoes the import in the background: new customers are removed, changed ones restored. Customers who were changed or have
/// ordered since are left unchanged, with outcome `kept`.
#[utoipa::path(post, path = "/customer-imports/{id}/undo", tag = "imports", params(("id" = ImportId, Path)),
    responses((status = 200, body = Data<ImportView>), Refusals<404, 409>))]
async fn undo_customer_import(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathId(id): PathId<ImportKind>,
) -> ApiResult<Json<Data<ImportView>>> {
    imports::perform::<Customers>(&app, &ActingUser::from_caller(&allowed), id, Begin::Undo).await
}
