//! The calls of imports (docs/API.md "Imports").

use std::collections::{BTreeMap, HashSet};

use axum::Json;
use axum::extract::State;
use axum::http::HeaderValue;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use kernel::id::Import as ImportKind;
use kernel::{ImportId, Page, StoreScope};
use serde::Deserialize;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use web::list::{ListParams, data};
use web::message::{Message, common};
use web::{Allowed, ApiError, ApiResult, Data, ErrorBody, JsonIn, Language, ListQuery, Listed, PathId, lang};

use super::formats::template;
use super::model::{Mode, RowOutcome};
use super::reading::{ReadError, Source};
use super::steps::{self, Begin, ImportError, Who};
use super::wire::{ImportRowView, ImportView};
use super::{images, store, upload_api};
use crate::App;

web::permissions! {
    Read = Read Product;
    Create = Create Product;
    Update = Update Product;
}

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .merge(upload_api::routes())
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
}

pub(super) fn who<P>(allowed: &Allowed<P>) -> Who {
    Who { scope: allowed.scope.clone(), user: allowed.caller.user, name: allowed.caller.name.clone() }
}

pub(super) async fn view(app: &App, scope: &StoreScope, id: ImportId) -> ApiResult<ImportView> {
    let import = store::find(app.db().conn(), scope, id).await?.ok_or_else(ApiError::not_found)?;
    let pictures = images::count(app.db().conn(), scope, id).await?;
    Ok(ImportView::of(import, pictures, true, lang::current()))
}

/// An empty product file with our own captions, in the caller's language.
#[utoipa::path(get, path = "/product-imports/template", tag = "imports",
    responses((status = 200, body = String, content_type = "text/csv"), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
async fn find_import_template(_: Allowed<Read>, Language(lang): Language) -> Response {
    csv("products.csv", template(lang).into_bytes())
}

fn csv(name: &str, bytes: Vec<u8>) -> Response {
    let mut response = bytes.into_response();
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/csv; charset=utf-8"));
    if let Ok(value) = HeaderValue::from_str(&format!("attachment; filename=\"{name}\"")) {
        headers.insert(CONTENT_DISPOSITION, value);
    }
    response
}

// ---- reading --------------------------------------------------------------------------------------------------------

/// The imports of the store, the newest first.
#[utoipa::path(get, path = "/product-imports", tag = "imports", params(ListParams),
    responses((status = 200, body = Listed<ImportView>), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 422, body = ErrorBody)))]
async fn list_imports(State(app): State<App>, allowed: Allowed<Read>, query: ListQuery) -> ApiResult<Json<Listed<ImportView>>> {
    query.check(&[], &[])?;
    let c = app.db().conn();
    let before = cursor::<ImportId>(&query, |text| text.parse().ok())?;
    let offset = if before.is_some() { 0 } else { query.offset() };
    let mut imports = store::list(c, &allowed.scope, before, offset, query.page.per_page + 1).await?;
    let total = store::count(c, &allowed.scope, Page::<()>::COUNT_CAP + 1).await?;
    let next_cursor = cut(&mut imports, query.page.per_page).map(|i| i.id.to_string());
    let items = imports.into_iter().map(|i| ImportView::of(i, (0, 0), false, lang::current())).collect();
    Ok(Json(query.answer(counted(items, total, next_cursor))))
}

/// One import, with its columns and the fields they can give.
#[utoipa::path(get, path = "/product-imports/{id}", tag = "imports", params(("id" = ImportId, Path)),
    responses((status = 200, body = Data<ImportView>), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
async fn find_import(
    State(app): State<App>,
    allowed: Allowed<Read>,
    PathId(id): PathId<ImportKind>,
) -> ApiResult<Json<Data<ImportView>>> {
    Ok(data(view(&app, &allowed.scope, id).await?))
}

/// The products of the file in its order and what became of them. `filter[outcome]` takes several outcomes.
#[utoipa::path(get, path = "/product-imports/{id}/rows", tag = "imports", params(("id" = ImportId, Path), ListParams),
    responses((status = 200, body = Listed<ImportRowView>), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 422, body = ErrorBody)))]
async fn list_import_rows(
    State(app): State<App>,
    allowed: Allowed<Read>,
    PathId(id): PathId<ImportKind>,
    query: ListQuery,
) -> ApiResult<Json<Listed<ImportRowView>>> {
    query.check(&[], &["outcome"])?;
    let outcomes: Option<Vec<RowOutcome>> =
        query.values("outcome").unwrap_or_default().iter().map(|word| RowOutcome::parse(word)).collect();
    let outcomes = outcomes.ok_or_else(|| ApiError::field("filter[outcome]", common::NOT_A_CHOICE))?;
    let (c, scope) = (app.db().conn(), &allowed.scope);
    store::find(c, scope, id).await?.ok_or_else(ApiError::not_found)?;
    let after = cursor::<i64>(&query, |text| text.parse().ok())?;
    let offset = if after.is_some() { 0 } else { query.offset() };
    let mut rows = store::list_rows(c, scope, id, &outcomes, after, offset, query.page.per_page + 1).await?;
    let total = store::count_rows(c, scope, id, &outcomes, Page::<()>::COUNT_CAP + 1).await?;
    let next_cursor = cut(&mut rows, query.page.per_page).map(|r| r.position.to_string());
    let items = rows.into_iter().map(|row| ImportRowView::of(row, lang::current())).collect();
    Ok(Json(query.answer(counted(items, total, next_cursor))))
}

fn cursor<T>(query: &ListQuery, read: impl Fn(&str) -> Option<T>) -> ApiResult<Option<T>> {
    let Some(text) = &query.page.cursor else { return Ok(None) };
    read(text).map(Some).ok_or_else(|| ApiError::field("cursor", common::BAD_REQUEST))
}

/// Takes the row past the page away; the last of the page when there was one.
fn cut<T>(rows: &mut Vec<T>, per_page: i64) -> Option<&T> {
    let most = usize::try_from(per_page).unwrap_or(usize::MAX);
    if rows.len() <= most {
        return None;
    }
    rows.truncate(most);
    rows.last()
}

fn counted<T>(items: Vec<T>, total: i64, next_cursor: Option<String>) -> Page<T> {
    let cap = Page::<T>::COUNT_CAP;
    Page { items, total: total.min(cap), is_total_capped: total > cap, next_cursor }
}

/// The records of the products that failed as a .csv file of their own, to be corrected and imported again.
#[utoipa::path(get, path = "/product-imports/{id}/failed-file", tag = "imports", params(("id" = ImportId, Path)),
    responses((status = 200, body = String, content_type = "text/csv"), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody),
        (status = 404, body = ErrorBody), (status = 409, body = ErrorBody)))]
async fn find_import_failed_file(
    State(app): State<App>,
    allowed: Allowed<Read>,
    PathId(id): PathId<ImportKind>,
) -> ApiResult<Response> {
    let (c, scope) = (app.db().conn(), &allowed.scope);
    let import = store::find(c, scope, id).await?.ok_or_else(ApiError::not_found)?;
    let positions: HashSet<i64> = store::failed_positions(c, scope, id, 0, 200_000).await?.into_iter().collect();
    if positions.is_empty() {
        return Err(ImportError::NothingFailed.into());
    }
    let made = async { Source::open(&app, scope, &import).await?.file_of(positions).await };
    match made.await {
        Ok(bytes) => Ok(csv("failed.csv", bytes)),
        Err(ReadError::Gone(failure)) => {
            Err(ApiError::conflict("file_gone", Message { ar: failure.ar.into(), en: failure.en.into() }))
        }
        Err(ReadError::Passing(e)) => Err(ApiError::unavailable(&e)),
    }
}

// ---- doing ----------------------------------------------------------------------------------------------------------

/// Which column gives which field.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct MappingIn {
    /// The code of a field by the name of a column; null leaves the column out. Columns that are not named stay as they are.
    #[serde(default)]
    mapping: BTreeMap<String, Option<String>>,
    /// What the import may do; without it that stays as it is.
    #[serde(default)]
    mode: Option<Mode>,
}

/// Gives columns their fields. It is remembered for the next file with the same header.
#[utoipa::path(put, path = "/product-imports/{id}/mapping", tag = "imports", params(("id" = ImportId, Path)), request_body = MappingIn,
    responses((status = 200, body = Data<ImportView>), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody),
        (status = 404, body = ErrorBody), (status = 409, body = ErrorBody), (status = 422, body = ErrorBody)))]
async fn update_import_mapping(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathId(id): PathId<ImportKind>,
    JsonIn(input): JsonIn<MappingIn>,
) -> ApiResult<Json<Data<ImportView>>> {
    let MappingIn { mapping, mode } = input;
    steps::map(&app, &who(&allowed), id, mapping, mode).await?;
    Ok(data(view(&app, &allowed.scope, id).await?))
}

async fn begin<P>(app: &App, allowed: &Allowed<P>, id: ImportId, what: Begin) -> ApiResult<Json<Data<ImportView>>> {
    steps::begin(app, &who(allowed), id, what).await?;
    Ok(data(view(app, &allowed.scope, id).await?))
}

/// Reads the whole file in the background and counts what an import would do; no product is written.
#[utoipa::path(post, path = "/product-imports/{id}/dry-run", tag = "imports", params(("id" = ImportId, Path)),
    responses((status = 200, body = Data<ImportView>), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody)))]
async fn check_import(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathId(id): PathId<ImportKind>,
) -> ApiResult<Json<Data<ImportView>>> {
    begin(&app, &allowed, id, Begin::Check).await
}

/// Imports the products in the background.
#[utoipa::path(post, path = "/product-imports/{id}/start", tag = "imports", params(("id" = ImportId, Path)),
    responses((status = 200, body = Data<ImportView>), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody)))]
async fn start_import(
    State(app): State<App>,
    allowed: Allowed<Create>,
    PathId(id): PathId<ImportKind>,
) -> ApiResult<Json<Data<ImportView>>> {
    begin(&app, &allowed, id, Begin::Start).await
}

/// Tries the failed products again, with the mapping as it is now.
#[utoipa::path(post, path = "/product-imports/{id}/retry", tag = "imports", params(("id" = ImportId, Path)),
    responses((status = 200, body = Data<ImportView>), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody)))]
async fn retry_import(
    State(app): State<App>,
    allowed: Allowed<Create>,
    PathId(id): PathId<ImportKind>,
) -> ApiResult<Json<Data<ImportView>>> {
    begin(&app, &allowed, id, Begin::Retry).await
}

/// Takes the import back in the background: new products go, changed ones return to what they were. What was changed
/// since stays, as `kept`.
#[utoipa::path(post, path = "/product-imports/{id}/undo", tag = "imports", params(("id" = ImportId, Path)),
    responses((status = 200, body = Data<ImportView>), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody)))]
async fn undo_import(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathId(id): PathId<ImportKind>,
) -> ApiResult<Json<Data<ImportView>>> {
    begin(&app, &allowed, id, Begin::Undo).await
}
