//! The shared part of the calls of exports. Each kind's own `api` declares the calls, so that they are in the API document.

use std::marker::PhantomData;

use axum::Json;
use axum::body::Body;
use axum::http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_LENGTH, CONTENT_TYPE};
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use futures_util::{StreamExt as _, stream};
use kernel::{ExportId, Id, Lang, Millis, StoreScope};
use serde::Serialize;
use web::list::data;
use web::message::{Message, common};
use web::{Allowed, ApiError, ApiResult, Data, FieldErrors, lang};

use super::jobs::{WriteExportJob, enqueue, save};
use super::kind::{Column as _, ExportQuery, Exported};
use super::model::{Format, Frame, Status};
use super::store::{self, Export};
use super::work;
use crate::App;
use crate::journal::{self, Act, Entry};

/// Up to so many rows are written while the caller waits.
const AT_ONCE: i64 = 1_000;
/// How long a file is kept.
const RETENTION: i64 = 24 * Millis::HOUR;
/// After this the job takes over a small file whose caller did not finish it.
const TAKEOVER_AFTER: i64 = Millis::MINUTE;
/// Exports that the list shows.
const SHOWN: i64 = 20;

const BUSY: Message =
    Message::new("يوجد تصدير آخر قيد التنفيذ. انتظر حتى ينتهي.", "Another export is running. Wait until it finishes.");
const NOT_DONE: Message = Message::new("الملف غير جاهز بعد.", "The file isn't ready yet.");
const EXPIRED: Message =
    Message::new("انتهت مدة حفظ هذا الملف. أعد التصدير من جديد.", "This file has expired. Export again to get a new one.");

/// An export.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct ExportView {
    id: ExportId,
    format: Format,
    status: Status,
    /// Rows to write, as far as they were counted.
    total: i64,
    /// There are more than `total` says.
    is_total_capped: bool,
    /// Rows written.
    done: i64,
    /// The size of the file, once it is written.
    size_bytes: i64,
    file_name: String,
    created_at: String,
    finished_at: Option<String>,
    /// The file is deleted after this.
    expires_at: String,
}

fn view<K: Exported>(export: &Export) -> ExportView {
    ExportView {
        id: export.id,
        format: export.format(),
        status: export.status(),
        total: export.total.max(export.done),
        is_total_capped: export.is_total_capped && export.status() == Status::Running,
        done: export.done,
        size_bytes: export.size_bytes,
        file_name: file_name::<K>(export),
        created_at: export.created_at.rfc3339(),
        finished_at: export.finished_at.map(kernel::Millis::rfc3339),
        expires_at: export.expires_at.rfc3339(),
    }
}

fn file_name<K: Exported>(export: &Export) -> String {
    let day = export.created_at.rfc3339();
    format!("{}-{}.{}", K::WORDS.plural, day.get(..10).unwrap_or("export"), export.format().as_str())
}

/// The request of a caller.
pub struct ExportRequest<K: Exported> {
    /// The kind of file, the same for all of its parts.
    pub format: Format,
    /// Chosen rows; without any, those of the query.
    pub items: Vec<Id<K::Item>>,
    /// The columns of the file in their order; all when empty.
    pub columns: Vec<K::Column>,
    /// The language of captions and words; the caller's when absent.
    pub language: Option<Lang>,
}

impl<K: Exported> ExportRequest<K> {
    /// The request without duplicates, and with every column that the caller may read when none is named.
    ///
    /// # Errors
    /// 422 for too many, or for ids that are not in the store, 403 for a column that the caller may not read.
    async fn checked(mut self, app: &App, allowed: &Allowed<K::Permission>) -> ApiResult<Self> {
        let scope = &allowed.scope;
        if self.items.len() > K::MOST_ITEMS {
            return Err(ApiError::field("items", common::BETWEEN.with("min", 1).with("max", K::MOST_ITEMS)));
        }
        if self.columns.len() > 2 * K::Column::ALL.len() {
            return Err(ApiError::field("columns", common::BETWEEN.with("min", 0).with("max", K::Column::ALL.len())));
        }
        let mut unique_ids = std::collections::HashSet::new();
        self.items.retain(|id| unique_ids.insert(id.raw()));
        let known = if self.items.is_empty() { Vec::new() } else { K::known(app.db().conn(), scope, &self.items).await? };
        let mut errors = FieldErrors::new();
        for (i, _) in self.items.iter().enumerate().filter(|(_, id)| !known.contains(id)) {
            errors.add(format!("items.{i}"), common::NO_SUCH);
        }
        errors.finish()?;
        let named = std::mem::take(&mut self.columns);
        let named = if named.is_empty() {
            K::Column::ALL.iter().copied().filter(|column| is_seen::<K>(allowed, *column)).collect()
        } else if named.iter().all(|column| is_seen::<K>(allowed, *column)) {
            named
        } else {
            return Err(ApiError::forbidden());
        };
        for column in named {
            if !self.columns.contains(&column) {
                self.columns.push(column);
            }
        }
        Ok(self)
    }
}

fn is_seen<K: Exported>(allowed: &Allowed<K::Permission>, column: K::Column) -> bool {
    K::subject(column).is_none_or(|subject| allowed.may_read(subject))
}

/// Begins an export of the rows of a list's query, or of chosen ones; a small one is complete when this returns.
///
/// # Errors
/// 422 for what the list does not take, 409 when there is nothing to write or another file of the kind is being written.
pub async fn create<K: Exported>(
    app: &App,
    allowed: &Allowed<K::Permission>,
    query: Option<String>,
    request: ExportRequest<K>,
) -> ApiResult<(StatusCode, Json<Data<ExportView>>)> {
    let (scope, user, now) = (&allowed.scope, allowed.caller.user, app.env().now());
    let request = request.checked(app, allowed).await?;
    let to_json = |value: serde_json::Result<serde_json::Value>| value.map(db::Json).map_err(|e| ApiError::unavailable(&e));
    let mut export = Export {
        id: app.env().id(),
        format: request.format,
        status: Status::Running,
        lang: request.language.unwrap_or_else(lang::current),
        query: query.unwrap_or_default(),
        items: to_json(serde_json::to_value(&request.items))?,
        columns: to_json(serde_json::to_value(&request.columns))?,
        total: 0,
        is_total_capped: false,
        done: 0,
        cursor: None,
        frame: db::Json(Frame::default()),
        parts: 0,
        part_names: db::Json(Vec::new()),
        size_bytes: 0,
        created_by: user,
        created_at: now,
        finished_at: None,
        expires_at: now.plus(RETENTION),
    };
    let page = K::page(app, scope, &export_query::<K>(&export)?).await?;
    if page.items.is_empty() {
        return Err(ApiError::conflict("nothing_to_export", K::WORDS.nothing.clone()));
    }
    (export.total, export.is_total_capped) = (page.total, page.is_total_capped);
    let is_small = export.total <= AT_ONCE && !export.is_total_capped;
    let job =
        WriteExportJob::<K> { store: scope.store(), export: export.id, user, name: allowed.caller.name.clone(), of: PhantomData };
    // The caller writes a small one. Should it stop half-way, the job takes over.
    let from = if is_small { now.plus(TAKEOVER_AFTER) } else { now };
    match begin::<K>(app, scope, export.clone(), job, from).await {
        Err(e) if e.is_unique_violation() => return Err(ApiError::conflict("export_at_work", BUSY)),
        result => result?,
    }
    if is_small {
        export = at_once::<K>(app, scope, export).await?;
    }
    Ok((StatusCode::CREATED, data(view::<K>(&export))))
}

fn export_query<K: Exported>(export: &Export) -> ApiResult<ExportQuery<K>> {
    export.export_query::<K>().map_err(|e| ApiError::unavailable(&e))
}

/// Writes a small file while its caller waits. Its row is inserted before any page of it is read, so that no customer is erased
/// meanwhile, and an erased customer is on no page.
async fn at_once<K: Exported>(app: &App, scope: &StoreScope, mut export: Export) -> ApiResult<Export> {
    while export.status() == Status::Running {
        let page = K::page(app, scope, &export_query::<K>(&export)?).await?;
        let from = export.parts;
        work::write_part::<K>(app, scope, &mut export, page).await.map_err(|e| ApiError::unavailable(&*e))?;
        if !save::<K>(app, scope, from, export.clone()).await? {
            // The job has taken over.
            work::delete_parts::<K>(app, scope, &export, from).await.map_err(|e| ApiError::unavailable(&*e))?;
            return store::find::<K>(app.db().conn(), scope, export.id).await?.ok_or_else(ApiError::not_found);
        }
    }
    Ok(export)
}

/// A list's query for the journal, without its search: that may be a person's number or name.
fn without_search(query: &str) -> String {
    let to_json = query.split('&').filter(|part| !part.starts_with("search=") && !part.starts_with("where="));
    to_json.collect::<Vec<_>>().join("&").chars().take(1_000).collect()
}

async fn begin<K: Exported>(
    app: &App,
    scope: &StoreScope,
    export: Export,
    job: WriteExportJob<K>,
    from: Millis,
) -> db::Result<()> {
    let (scope, env) = (scope.clone(), app.env().clone());
    app.db()
        .tx(async move |c| {
            store::insert::<K>(c, &scope, &export).await?;
            enqueue(c, &env, &job, from).await?;
            let mut after = serde_json::json!({ "format": export.format(), "query": without_search(&export.query) });
            after[K::WORDS.plural] = export.total.into();
            let entry = Entry::new(Act::Create, K::WORDS.entity, export.id).after(after);
            journal::write(c, &scope, env.now(), db::Topics::PROGRESS, entry).await?;
            Ok(())
        })
        .await
}

/// The newest exports of the store whose files exist or are being written.
///
/// # Errors
/// The database failed.
pub async fn list<K: Exported>(app: &App, allowed: &Allowed<K::Permission>) -> ApiResult<Json<Data<Vec<ExportView>>>> {
    let exports = store::list::<K>(app.db().conn(), &allowed.scope, app.env().now(), SHOWN).await?;
    Ok(data(exports.iter().map(view::<K>).collect()))
}

/// One export, for its progress.
///
/// # Errors
/// 404 for an export that this store does not have; the database failed.
pub async fn find<K: Exported>(app: &App, allowed: &Allowed<K::Permission>, id: ExportId) -> ApiResult<Json<Data<ExportView>>> {
    Ok(data(view::<K>(&one::<K>(app, allowed, id).await?)))
}

async fn one<K: Exported>(app: &App, allowed: &Allowed<K::Permission>, id: ExportId) -> ApiResult<Export> {
    store::find::<K>(app.db().conn(), &allowed.scope, id).await?.ok_or_else(ApiError::not_found)
}

/// The file of an export.
///
/// # Errors
/// 404, 410 when it has expired, 409 while it is being written, 403 where it holds a column that the caller may not read.
pub async fn file<K: Exported>(app: &App, allowed: &Allowed<K::Permission>, id: ExportId) -> ApiResult<Response> {
    let export = one::<K>(app, allowed, id).await?;
    if export.expires_at <= app.env().now() {
        return Err(ApiError::new(StatusCode::GONE, "export_expired", EXPIRED));
    }
    if export.status() != Status::Done {
        return Err(ApiError::conflict("export_not_done", NOT_DONE));
    }
    // Another member may have exported more than this caller may read.
    let columns = export.columns::<K>().map_err(|e| ApiError::unavailable(&e))?;
    if !columns.into_iter().all(|column| is_seen::<K>(allowed, column)) {
        return Err(ApiError::forbidden());
    }
    let first = i64::from(export.format() != Format::Xlsx);
    let (store, blobs, of) = (allowed.scope.store(), app.blobs.clone(), export.clone());
    // One part at a time: a large file is never in memory as a whole.
    let parts = stream::unfold((first, blobs, of), move |(part, blobs, of)| async move {
        if part > of.parts {
            return None;
        }
        let read = blobs.get(&work::key::<K>(store, &of, part)).await;
        Some((read, (part + 1, blobs, of)))
    });
    // The compression layer polls once more after the end.
    let mut response = Body::from_stream(parts.fuse()).into_response();
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(export.format().content_type()));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("private, no-store"));
    headers.insert(CONTENT_LENGTH, HeaderValue::from(export.size_bytes));
    if let Ok(value) = HeaderValue::from_str(&format!("attachment; filename=\"{}\"", file_name::<K>(&export))) {
        headers.insert(CONTENT_DISPOSITION, value);
    }
    Ok(response)
}
