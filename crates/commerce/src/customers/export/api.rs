//! The calls of exports of customers.

use axum::Json;
use axum::body::Body;
use axum::extract::{RawQuery, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_LENGTH, CONTENT_TYPE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use futures_util::{StreamExt as _, stream};
use kernel::id::CustomerExport as CustomerExportKind;
use kernel::{CustomerExportId, CustomerId, Millis, StoreScope};
use serde::{Deserialize, Serialize};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use web::list::{ListParams, data};
use web::message::{Message, common};
use web::{Allowed, ApiError, ApiResult, Data, ErrorBody, FieldErrors, JsonIn, PathId, lang};

use super::jobs::{WriteCustomerExportJob, enqueue};
use super::rows::Column;
use super::store::{self, Export};
use super::work;
use crate::App;
use crate::catalog::export::model::{Format, Frame, Status};
use crate::journal::{self, Act, Entry};

web::permissions! {
    Export_ = Export Customer;
}

/// A set of so many customers is written while the caller waits.
const AT_ONCE: i64 = 1_000;
/// Chosen customers.
const MOST_ITEMS: usize = 500;
/// How long a file is kept.
const KEPT: i64 = 24 * Millis::HOUR;
/// Exports that the list shows.
const SHOWN: i64 = 20;

const BUSY: Message = Message::new(
    "يوجد تصدير آخر يعمل الآن في هذا المتجر. انتظر حتى ينتهي.",
    "Another export of this store is at work. Wait until it is done.",
);
const NOTHING: Message = Message::new("لا يوجد عملاء لتصديرهم.", "There are no customers to export.");
const NOT_DONE: Message = Message::new("الملف غير جاهز بعد.", "The file is not ready yet.");
const EXPIRED: Message =
    Message::new("انتهت مدة حفظ هذا الملف. صدّر العملاء من جديد.", "This file has expired. Export the customers again.");

pub(in crate::customers) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_customer_exports, create_customer_export))
        .routes(routes!(find_customer_export))
        .routes(routes!(find_customer_export_file))
}

/// An export of customers.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct CustomerExportView {
    id: CustomerExportId,
    format: Format,
    status: Status,
    /// Customers to write, as far as they were counted.
    total: i64,
    /// There are more than `total` says.
    is_total_capped: bool,
    /// Customers written.
    done: i64,
    /// Of the file, once it is there.
    size_bytes: i64,
    file_name: String,
    created_at: String,
    finished_at: Option<String>,
    /// The file is gone after this.
    expires_at: String,
}

fn view(export: &Export) -> CustomerExportView {
    CustomerExportView {
        id: export.id,
        format: export.format(),
        status: export.status(),
        total: export.total.max(export.done),
        is_total_capped: export.is_total_capped && export.status() == Status::Running,
        done: export.done,
        size_bytes: export.size_bytes,
        file_name: file_name(export),
        created_at: export.created_at.rfc3339(),
        finished_at: export.finished_at.map(|t| t.rfc3339()),
        expires_at: export.expires_at.rfc3339(),
    }
}

fn file_name(export: &Export) -> String {
    let day = export.created_at.rfc3339();
    format!("customers-{}.{}", day.get(..10).unwrap_or("export"), export.format().as_str())
}

/// What is exported, and how.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct CustomerExportIn {
    format: Format,
    /// Chosen customers, at most 500; without any, those of the query.
    #[serde(default)]
    items: Vec<CustomerId>,
    /// The columns of the file in their order; all when empty.
    #[serde(default)]
    columns: Vec<Column>,
    /// Of captions and words; the caller's when absent.
    language: Option<kernel::Lang>,
}

/// Exports customers to a file: those of a list's query (the same filters, search and sort as `GET /customers`; no query takes every
/// customer), or chosen ones. Up to 1000 are written at once, more in the background.
#[utoipa::path(post, path = "/customer-exports", tag = "Customer", params(ListParams), request_body = CustomerExportIn,
    responses((status = 201, body = Data<CustomerExportView>), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody),
        (status = 409, body = ErrorBody), (status = 415, body = ErrorBody), (status = 422, body = ErrorBody)))]
async fn create_customer_export(
    State(app): State<App>,
    allowed: Allowed<Export_>,
    RawQuery(query): RawQuery,
    JsonIn(input): JsonIn<CustomerExportIn>,
) -> ApiResult<(StatusCode, Json<Data<CustomerExportView>>)> {
    let CustomerExportIn { format, mut items, mut columns, language } = input;
    if items.len() > MOST_ITEMS {
        return Err(ApiError::field("items", common::BETWEEN.with("min", 1).with("max", MOST_ITEMS)));
    }
    if columns.len() > 2 * Column::ALL.len() {
        return Err(ApiError::field("columns", common::BETWEEN.with("min", 0).with("max", Column::ALL.len())));
    }
    let mut seen = std::collections::HashSet::new();
    items.retain(|id| seen.insert(id.raw()));
    let known = store::known(app.db().conn(), &allowed.scope, &items).await?;
    let mut errors = FieldErrors::new();
    for (i, _) in items.iter().enumerate().filter(|(_, id)| !known.contains(id)) {
        errors.add(format!("items.{i}"), common::NO_SUCH);
    }
    errors.finish()?;
    if columns.is_empty() {
        columns = Column::ALL.to_vec();
    }
    let mut kept: Vec<Column> = Vec::new();
    columns.retain(|column| {
        !kept.contains(column) && {
            kept.push(*column);
            true
        }
    });
    let (scope, query) = (&allowed.scope, query.unwrap_or_default());
    let now = app.env().now();
    let mut export = Export {
        id: app.env().id(),
        format: format.as_str().to_owned(),
        status: Status::Running.as_str().to_owned(),
        lang: language.unwrap_or_else(lang::current).code().to_owned(),
        query,
        items: db::Json(items),
        columns: db::Json(columns),
        total: 0,
        is_total_capped: false,
        done: 0,
        cursor: None,
        frame: db::Json(Frame::default()),
        parts: 0,
        size_bytes: 0,
        created_by: allowed.caller.user,
        created_at: now,
        finished_at: None,
        expires_at: now.plus(KEPT),
    };
    let found = work::page(&app, scope, &export).await?;
    if found.items.is_empty() {
        return Err(ApiError::conflict("nothing_to_export", NOTHING));
    }
    export.total = found.total;
    export.is_total_capped = found.is_total_capped;
    let is_small = found.total <= AT_ONCE && !found.is_total_capped;
    while is_small && export.status() == Status::Running {
        work::write_part(&app, scope, &mut export).await.map_err(|e| ApiError::unavailable(&*e))?;
    }
    let job = (!is_small).then(|| WriteCustomerExportJob {
        store: scope.store(),
        export: export.id,
        user: allowed.caller.user,
        name: allowed.caller.name.clone(),
    });
    match save(&app, scope, export.clone(), job).await {
        Err(e) if e.is_unique_violation() => return Err(ApiError::conflict("export_at_work", BUSY)),
        result => result?,
    }
    Ok((StatusCode::CREATED, data(view(&export))))
}

/// A list's query as the journal keeps it: what was searched for may be somebody's number or name.
fn without_search(query: &str) -> String {
    let kept = query.split('&').filter(|part| !part.starts_with("search=") && !part.starts_with("where="));
    kept.collect::<Vec<_>>().join("&").chars().take(1_000).collect()
}

async fn save(app: &App, scope: &StoreScope, export: Export, job: Option<WriteCustomerExportJob>) -> db::Result<()> {
    let (scope, env) = (scope.clone(), app.env().clone());
    app.db()
        .tx(async move |c| {
            store::insert(c, &scope, &export).await?;
            if let Some(job) = &job {
                enqueue(c, &env, job).await?;
            }
            let after =
                serde_json::json!({ "format": export.format(), "customers": export.total, "query": without_search(&export.query) });
            let entry = Entry::new(Act::Create, "customer_export", export.id).after(after);
            journal::write(c, &scope, env.now(), db::Topics::PROGRESS, entry).await?;
            Ok(())
        })
        .await
}

/// The newest exports of the store whose files are there or on their way.
#[utoipa::path(get, path = "/customer-exports", tag = "Customer",
    responses((status = 200, body = Data<Vec<CustomerExportView>>), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody)))]
async fn list_customer_exports(
    State(app): State<App>,
    allowed: Allowed<Export_>,
) -> ApiResult<Json<Data<Vec<CustomerExportView>>>> {
    let exports = store::list(app.db().conn(), &allowed.scope, app.env().now(), SHOWN).await?;
    Ok(data(exports.iter().map(view).collect()))
}

/// One export, for its progress.
#[utoipa::path(get, path = "/customer-exports/{id}", tag = "Customer", params(("id" = CustomerExportId, Path)),
    responses((status = 200, body = Data<CustomerExportView>), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
async fn find_customer_export(
    State(app): State<App>,
    allowed: Allowed<Export_>,
    PathId(id): PathId<CustomerExportKind>,
) -> ApiResult<Json<Data<CustomerExportView>>> {
    let export = store::find(app.db().conn(), &allowed.scope, id).await?.ok_or_else(ApiError::not_found)?;
    Ok(data(view(&export)))
}

/// The file of an export.
#[utoipa::path(get, path = "/customer-exports/{id}/file", tag = "Customer", params(("id" = CustomerExportId, Path)),
    responses((status = 200, body = String, content_type = "text/csv"), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody),
        (status = 404, body = ErrorBody), (status = 409, body = ErrorBody), (status = 410, body = ErrorBody)))]
async fn find_customer_export_file(
    State(app): State<App>,
    allowed: Allowed<Export_>,
    PathId(id): PathId<CustomerExportKind>,
) -> ApiResult<Response> {
    let export = store::find(app.db().conn(), &allowed.scope, id).await?.ok_or_else(ApiError::not_found)?;
    if export.expires_at <= app.env().now() {
        return Err(ApiError::new(StatusCode::GONE, "export_expired", EXPIRED));
    }
    if export.status() != Status::Done {
        return Err(ApiError::conflict("export_not_done", NOT_DONE));
    }
    let first = if export.format() == Format::Xlsx { 0 } else { 1 };
    let (store, blobs) = (allowed.scope.store(), app.blobs.clone());
    // A part at a time: a large file is never in memory as a whole.
    let parts = stream::unfold((first, blobs), move |(part, blobs)| async move {
        if part > export.parts {
            return None;
        }
        let read = blobs.get(&work::key(store, id, part)).await;
        Some((read, (part + 1, blobs)))
    });
    // Compression asks once more after the end.
    let mut response = Body::from_stream(parts.fuse()).into_response();
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(export.format().content_type()));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("private, no-store"));
    headers.insert(CONTENT_LENGTH, HeaderValue::from(export.size_bytes));
    if let Ok(value) = HeaderValue::from_str(&format!("attachment; filename=\"{}\"", file_name(&export))) {
        headers.insert(CONTENT_DISPOSITION, value);
    }
    Ok(response)
}
