//! HTTP endpoints of product imports (docs/API.md "Imports").

use axum::Json;
use axum::extract::multipart::MultipartRejection;
use axum::extract::{Multipart, State};
use axum::http::StatusCode;
use axum::response::Response;
use kernel::ImportId;
use kernel::id::Import as ImportKind;
use utoipa_axum::router::OpenApiRouter;
use web::list::PageParams;
use web::message::common;
use web::routes;
use web::{Allowed, ApiError, ApiResult, Data, JsonIn, Language, ListQuery, Listed, PathId, Refusals};

use super::formats::template;
use super::images::{self, ImageStatus, ImportImageView};
use super::kind::Products;
use platform::App;
use platform::imports::{self, ActingUser, Begin, ImportForm, ImportRowView, ImportView, MappingIn, ModestLength};

web::permissions! {
    Read = Read Product;
    Create = Create Product;
    Update = Update Product;
}

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .merge(imports::upload_routes(OpenApiRouter::new().routes(routes!(create_import))))
        .routes(routes!(list_imports))
        .routes(routes!(find_import_template))
        .routes(routes!(find_import))
        .routes(routes!(update_import_mapping))
        .routes(routes!(check_import))
        .routes(routes!(start_import))
        .routes(routes!(list_import_rows))
        .routes(routes!(find_import_failed_file))
        .routes(routes!(retry_import))
        .routes(routes!(undo_import))
        .routes(routes!(list_import_images))
        .routes(routes!(retry_import_images))
}

/// Uploads a product file: Shopify, WooCommerce, Salla, Zid or any sheet with a header. Nothing is imported yet.
#[utoipa::path(post, path = "/product-imports", tag = "imports", request_body(content = ImportForm, content_type = "multipart/form-data"),
    responses((status = 201, body = Data<ImportView>), Refusals<422>))]
async fn create_import(
    State(app): State<App>,
    allowed: Allowed<Create>,
    _: ModestLength,
    form: Result<Multipart, MultipartRejection>,
) -> ApiResult<(StatusCode, Json<Data<ImportView>>)> {
    imports::create::<Products>(&app, &ActingUser::from_caller(&allowed), form).await
}

/// An empty product file with our own captions, in the caller's language.
#[utoipa::path(get, path = "/product-imports/template", tag = "imports",
    responses((status = 200, body = String, content_type = "text/csv")))]
async fn find_import_template(_: Allowed<Read>, Language(lang): Language) -> Response {
    imports::csv("products.csv", template(lang).into_bytes())
}

/// The imports of the store, the newest first.
#[utoipa::path(get, path = "/product-imports", tag = "imports", params(PageParams),
    responses((status = 200, body = Listed<ImportView>), Refusals<422>))]
async fn list_imports(State(app): State<App>, allowed: Allowed<Read>, query: ListQuery) -> ApiResult<Json<Listed<ImportView>>> {
    imports::list::<Products>(&app, &allowed.scope, &query).await
}

/// One import, with its columns and the fields they can be mapped to.
#[utoipa::path(get, path = "/product-imports/{id}", tag = "imports", params(("id" = ImportId, Path)),
    responses((status = 200, body = Data<ImportView>), Refusals<404>))]
async fn find_import(
    State(app): State<App>,
    allowed: Allowed<Read>,
    PathId(id): PathId<ImportKind>,
) -> ApiResult<Json<Data<ImportView>>> {
    imports::find::<Products>(&app, &allowed.scope, id).await
}

/// The products of the file in its order, and their outcomes. `filter[outcome]` takes several outcomes.
#[utoipa::path(get, path = "/product-imports/{id}/rows", tag = "imports", params(("id" = ImportId, Path), PageParams),
    responses((status = 200, body = Listed<ImportRowView>), Refusals<404, 422>))]
async fn list_import_rows(
    State(app): State<App>,
    allowed: Allowed<Read>,
    PathId(id): PathId<ImportKind>,
    query: ListQuery,
) -> ApiResult<Json<Listed<ImportRowView>>> {
    imports::list_rows::<Products>(&app, &allowed.scope, id, &query).await
}

/// The records of the products that failed as a .csv file of their own, to be corrected and imported again.
#[utoipa::path(get, path = "/product-imports/{id}/failed-file", tag = "imports", params(("id" = ImportId, Path)),
    responses((status = 200, body = String, content_type = "text/csv"), Refusals<404, 409>))]
async fn find_import_failed_file(
    State(app): State<App>,
    allowed: Allowed<Read>,
    PathId(id): PathId<ImportKind>,
) -> ApiResult<Response> {
    imports::failed_file::<Products>(&app, &allowed.scope, id).await
}

/// Maps columns to fields. The mapping is remembered for the next file with the same header.
#[utoipa::path(put, path = "/product-imports/{id}/mapping", tag = "imports", params(("id" = ImportId, Path)), request_body = MappingIn,
    responses((status = 200, body = Data<ImportView>), Refusals<404, 409, 422>))]
async fn update_import_mapping(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathId(id): PathId<ImportKind>,
    JsonIn(input): JsonIn<MappingIn>,
) -> ApiResult<Json<Data<ImportView>>> {
    imports::map::<Products>(&app, &ActingUser::from_caller(&allowed), id, input).await
}

/// Dry run: reads the whole file in the background and counts what an import would do; no product is written.
#[utoipa::path(post, path = "/product-imports/{id}/dry-run", tag = "imports", params(("id" = ImportId, Path)),
    responses((status = 200, body = Data<ImportView>), Refusals<404, 409>))]
async fn check_import(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathId(id): PathId<ImportKind>,
) -> ApiResult<Json<Data<ImportView>>> {
    imports::perform::<Products>(&app, &ActingUser::from_caller(&allowed), id, Begin::Check).await
}

/// Imports the products in the background.
#[utoipa::path(post, path = "/product-imports/{id}/start", tag = "imports", params(("id" = ImportId, Path)),
    responses((status = 200, body = Data<ImportView>), Refusals<404, 409>))]
async fn start_import(
    State(app): State<App>,
    allowed: Allowed<Create>,
    PathId(id): PathId<ImportKind>,
) -> ApiResult<Json<Data<ImportView>>> {
    imports::perform::<Products>(&app, &ActingUser::from_caller(&allowed), id, Begin::Start).await
}

/// Retries the failed products with the current mapping.
#[utoipa::path(post, path = "/product-imports/{id}/retry", tag = "imports", params(("id" = ImportId, Path)),
    responses((status = 200, body = Data<ImportView>), Refusals<404, 409>))]
async fn retry_import(
    State(app): State<App>,
    allowed: Allowed<Create>,
    PathId(id): PathId<ImportKind>,
) -> ApiResult<Json<Data<ImportView>>> {
    imports::perform::<Products>(&app, &ActingUser::from_caller(&allowed), id, Begin::Retry).await
}

/// Undoes the import in the background: new products are removed, changed ones restored. Products changed since are left
/// unchanged, with outcome `kept`.
#[utoipa::path(post, path = "/product-imports/{id}/undo", tag = "imports", params(("id" = ImportId, Path)),
    responses((status = 200, body = Data<ImportView>), Refusals<404, 409>))]
async fn undo_import(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathId(id): PathId<ImportKind>,
) -> ApiResult<Json<Data<ImportView>>> {
    imports::perform::<Products>(&app, &ActingUser::from_caller(&allowed), id, Begin::Undo).await
}

/// Pictures of the import that were not fetched yet: waiting, or failed, with the reason and the time of the next attempt.
/// `filter[status]` takes `waiting` or `failed`.
#[utoipa::path(get, path = "/product-imports/{id}/images", tag = "imports", params(("id" = ImportId, Path), PageParams),
    responses((status = 200, body = Listed<ImportImageView>), Refusals<404, 422>))]
async fn list_import_images(
    State(app): State<App>,
    allowed: Allowed<Read>,
    PathId(id): PathId<ImportKind>,
    query: ListQuery,
) -> ApiResult<Json<Listed<ImportImageView>>> {
    query.check(&[], &["status"])?;
    let words = query.values("status").unwrap_or_default();
    let statuses: Option<Vec<ImageStatus>> = words.iter().map(|word| ImageStatus::parse(word)).collect();
    let statuses = statuses.ok_or_else(|| ApiError::field("filter[status]", common::NOT_A_CHOICE))?;
    let c = app.db().conn();
    imports::prove::<Products>(c, &allowed.scope, id).await?;
    let page = images::list(c, &allowed.scope, id, &statuses, (query.offset(), query.page.per_page)).await?;
    Ok(Json(query.answer(page)))
}

/// Retries the failed pictures at once.
#[utoipa::path(post, path = "/product-imports/{id}/images/retry", tag = "imports", params(("id" = ImportId, Path)),
    responses((status = 200, body = Data<ImportView>), Refusals<404>))]
async fn retry_import_images(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathId(id): PathId<ImportKind>,
) -> ApiResult<Json<Data<ImportView>>> {
    imports::prove::<Products>(app.db().conn(), &allowed.scope, id).await?;
    images::retry(&app, &allowed.scope, id).await?;
    imports::find::<Products>(&app, &allowed.scope, id).await
}
