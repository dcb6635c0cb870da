//! The calls of imports (docs/API.md "Imports").

use std::collections::{BTreeMap, HashSet};

use axum::Json;
use axum::extract::multipart::MultipartError;
use axum::extract::{DefaultBodyLimit, FromRequestParts, Multipart, State};
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_LENGTH, CONTENT_TYPE};
use axum::http::request::Parts;
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use bytes::{Bytes, BytesMut};
use db::Json as Document;
use kernel::id::Import as ImportKind;
use kernel::{ImportId, Lang, Page, ProductId, StoreScope};
use serde::{Deserialize, Serialize};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use web::list::{ListParams, data};
use web::message::{Message, common};
use web::{Allowed, ApiError, ApiResult, Data, ErrorBody, JsonIn, Language, ListQuery, Listed, PathId, lang};

use super::formats::{Field, FileError, MAX_BYTES, template};
use super::images;
use super::model::{RowMessage, RowOutcome, Status};
use super::reading::{ReadError, Source, file_message};
use super::steps::{self, Begin, ImportError, Who, can_undo, too_large};
use super::store::{self, Import, ImportRow};
use crate::App;

web::permissions! {
    Read = Read Product;
    Create = Create Product;
    Update = Update Product;
}

const NOT_A_FORM: Message = Message::new("أرسل الملف كنموذج multipart.", "Send the file as a multipart form.");
/// What a form puts around the file.
const FORM: usize = 64 * 1024;

pub(super) fn routes() -> OpenApiRouter<App> {
    // The file's own limit is checked as it streams in; the form around it needs a little more.
    let upload = OpenApiRouter::new().routes(routes!(create_import)).layer(DefaultBodyLimit::max(MAX_BYTES + FORM));
    OpenApiRouter::new()
        .merge(upload)
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

/// A column of the file and the field it gives.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct ColumnView {
    /// The caption; numbered where the file has it twice.
    name: String,
    /// Up to three different cells.
    samples: Vec<String>,
    /// The field it gives; null when it is left out.
    field: Option<String>,
}

/// A field that a column can give.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct FieldView {
    /// For the mapping.
    code: String,
    /// In the caller's language.
    label: String,
}

/// Why an import has failed as a whole.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct FailureView {
    /// A word for programs.
    code: String,
    /// In the caller's language.
    message: String,
}

/// An import of a product file.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct ImportView {
    id: ImportId,
    file_name: String,
    /// `shopify_classic`, `shopify_2025`, `woocommerce`, `salla`, `zid` or `unknown`.
    format: String,
    status: Status,
    /// Empty in lists.
    columns: Vec<ColumnView>,
    /// What a column can give; empty in lists.
    fields: Vec<FieldView>,
    /// Data rows of the file.
    records: i64,
    /// Products of the file; 0 until it has been read.
    products_total: i64,
    /// Products that the work at hand has been through.
    products_done: i64,
    /// New products; after a dry run those that would be.
    created_count: i64,
    /// Changed products; after a dry run those that would be.
    updated_count: i64,
    /// Products that said the same already.
    unchanged_count: i64,
    /// Products with faults, of which nothing was written.
    failed_count: i64,
    /// Products that an undo has left, since they were changed after the import.
    kept_count: i64,
    /// Pictures on their way, counted up to 1000; 0 in lists.
    images_waiting: i64,
    /// Pictures that could not be had, counted up to 1000; 0 in lists.
    images_failed: i64,
    /// The mapping was made for an earlier file with this header.
    is_mapping_remembered: bool,
    error: Option<FailureView>,
    can_undo: bool,
    can_retry: bool,
    created_at: String,
    finished_at: Option<String>,
    version: i64,
}

impl ImportView {
    fn of(import: Import, (images_waiting, images_failed): (i64, i64), is_whole: bool, lang: Lang) -> Self {
        let (can_undo, can_retry) = (can_undo(&import), import.status() == Status::Done && import.failed_count > 0);
        let status = import.status();
        let Import {
            id,
            file_name,
            format,
            status: _,
            storage_key: _,
            header_fingerprint: _,
            columns: Document(columns),
            mapping: Document(mapping),
            is_mapping_remembered,
            records,
            products_total,
            products_done,
            created_count,
            updated_count,
            unchanged_count,
            failed_count,
            kept_count,
            pass: _,
            reached: _,
            error,
            created_at,
            finished_at,
            version,
        } = import;
        let mut offered: Vec<Field> = if is_whole { Field::offered() } else { Vec::new() };
        let columns: Vec<ColumnView> = if is_whole {
            for field in mapping.columns.iter().flatten() {
                if !offered.contains(field) {
                    offered.push(*field);
                }
            }
            let fields = mapping.columns.iter().map(|field| field.map(|f| f.to_string()));
            columns
                .into_iter()
                .zip(fields)
                .map(|(column, field)| ColumnView { name: column.name, samples: column.samples, field })
                .collect()
        } else {
            Vec::new()
        };
        Self {
            id,
            file_name,
            format,
            status,
            columns,
            fields: offered.into_iter().map(|field| FieldView { code: field.to_string(), label: field.label(lang) }).collect(),
            records,
            products_total,
            products_done,
            created_count,
            updated_count,
            unchanged_count,
            failed_count,
            kept_count,
            images_waiting,
            images_failed,
            is_mapping_remembered,
            error: error.map(|Document(e)| FailureView { message: e.get(lang).to_owned(), code: e.code }),
            can_undo,
            can_retry,
            created_at: created_at.rfc3339(),
            finished_at: finished_at.map(|t| t.rfc3339()),
            version,
        }
    }
}

/// Something about a product of the file.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct RowMessageView {
    /// The column's caption as the file writes it; null when it is about the product.
    column: Option<String>,
    /// In the caller's language.
    message: String,
}

/// A product of the file and what became of it.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct ImportRowView {
    /// Unlike any other of the import; the order of the file.
    position: i64,
    /// Data row of the file, from 1.
    record: i64,
    /// Its name, else its SKU or handle.
    label: String,
    outcome: RowOutcome,
    /// Why it failed.
    errors: Vec<RowMessageView>,
    /// What was read differently or left out.
    notes: Vec<RowMessageView>,
    product_id: Option<ProductId>,
}

impl ImportRowView {
    fn of(row: ImportRow, lang: Lang) -> Self {
        let ImportRow { position, outcome, product_id, record, label, errors: Document(errors), notes: Document(notes) } = row;
        let view = |messages: Vec<RowMessage>| -> Vec<RowMessageView> {
            messages.into_iter().map(|m| RowMessageView { message: m.get(lang).to_owned(), column: m.column }).collect()
        };
        let outcome = RowOutcome::parse(&outcome).unwrap_or(RowOutcome::Failed);
        Self { position, record, label, outcome, errors: view(errors), notes: view(notes), product_id }
    }
}

fn who<P>(allowed: &Allowed<P>) -> Who {
    Who { scope: allowed.scope.clone(), user: allowed.caller.user, name: allowed.caller.name.clone() }
}

async fn view(app: &App, scope: &StoreScope, id: ImportId) -> ApiResult<ImportView> {
    let import = store::find(app.db().conn(), scope, id).await?.ok_or_else(ApiError::not_found)?;
    let pictures = images::count(app.db().conn(), scope, id).await?;
    Ok(ImportView::of(import, pictures, true, lang::current()))
}

// ---- upload ---------------------------------------------------------------------------------------------------------

/// The form of an upload, for the API document.
#[derive(utoipa::ToSchema)]
#[allow(dead_code, reason = "only describes the wire")]
struct ImportForm {
    /// A .csv file of 5 242 880 bytes at most.
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
}

fn too_much() -> ApiError {
    too_large(&file_message(&FileError::TooLarge { max: MAX_BYTES }))
}

/// The request says it is no larger than a file may be: one that says otherwise is refused before a byte of it is read.
struct ModestLength;

impl<S: Sync> FromRequestParts<S> for ModestLength {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        let said = parts.headers.get(CONTENT_LENGTH).and_then(|v| v.to_str().ok()).and_then(|v| v.parse::<u64>().ok());
        if said.is_some_and(|n| n > (MAX_BYTES + FORM) as u64) { Err(too_much()) } else { Ok(Self) }
    }
}

fn form_error(e: &MultipartError) -> ApiError {
    if e.status() == StatusCode::PAYLOAD_TOO_LARGE {
        too_much()
    } else {
        ApiError::bad_request("bad_request", common::BAD_REQUEST)
    }
}

async fn read_form(form: Result<Multipart, axum::extract::multipart::MultipartRejection>) -> ApiResult<(String, Bytes)> {
    let mut form = form.map_err(|_| ApiError::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "unsupported_media_type", NOT_A_FORM))?;
    while let Some(mut field) = form.next_field().await.map_err(|e| form_error(&e))? {
        if field.name() != Some("file") {
            continue;
        }
        let name = field.file_name().unwrap_or_default().to_owned();
        let mut bytes = BytesMut::new();
        while let Some(chunk) = field.chunk().await.map_err(|e| form_error(&e))? {
            if bytes.len() + chunk.len() > MAX_BYTES {
                return Err(too_much());
            }
            bytes.extend_from_slice(&chunk);
        }
        return Ok((name, bytes.freeze()));
    }
    Err(ApiError::field("file", common::REQUIRED))
}

/// Uploads a product file: Shopify, WooCommerce, Salla, Zid or any sheet with a header. Nothing is imported yet.
#[utoipa::path(post, path = "/product-imports", tag = "imports", request_body(content = ImportForm, content_type = "multipart/form-data"),
    responses((status = 201, body = Data<ImportView>), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody),
        (status = 413, body = ErrorBody), (status = 415, body = ErrorBody), (status = 422, body = ErrorBody)))]
async fn create_import(
    State(app): State<App>,
    allowed: Allowed<Create>,
    _: ModestLength,
    form: Result<Multipart, axum::extract::multipart::MultipartRejection>,
) -> ApiResult<(StatusCode, Json<Data<ImportView>>)> {
    let (name, bytes) = read_form(form).await?;
    let id = steps::upload(&app, &who(&allowed), &name, bytes).await?;
    Ok((StatusCode::CREATED, data(view(&app, &allowed.scope, id).await?)))
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
        Err(ReadError::Passing(e)) => Err(ApiError::internal(&e)),
    }
}

// ---- doing ----------------------------------------------------------------------------------------------------------

/// Which column gives which field.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct MappingIn {
    /// The code of a field by the name of a column; null leaves the column out. Columns that are not named stay as they are.
    mapping: BTreeMap<String, Option<String>>,
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
    let MappingIn { mapping } = input;
    steps::map(&app, &who(&allowed), id, mapping).await?;
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
