//! The shared part of the calls of imports (docs/API.md "Imports").

use std::collections::{BTreeMap, HashSet};

use axum::Json;
use axum::http::HeaderValue;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use kernel::{ImportId, Lang, Page, StoreScope};
use serde::Deserialize;
use web::list::data;
use web::message::{Message, common};
use web::{Allowed, ApiError, ApiResult, Data, ListQuery, Listed, lang};

use super::kind::Imported;
use super::model::{Mode, RowOutcome, Status};
use super::reading::{self, ReadError};
use super::steps::{self, ImportError};
pub use super::steps::{ActingUser, Begin};
use super::wire::{ImportRowView, ImportView};
use super::{rows, store};
use crate::App;
use crate::stores;

/// The mapping of columns to fields.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MappingIn {
    /// The code of a field by the name of a column; null leaves the column out. Columns that are not named keep their field.
    #[serde(default)]
    mapping: BTreeMap<String, Option<String>>,
    /// Whether the import creates, updates or both; absent keeps the current mode.
    #[serde(default)]
    mode: Option<Mode>,
    /// The language of texts in columns that name none; absent keeps the current one.
    #[serde(default)]
    language: Option<Lang>,
}

impl ActingUser {
    /// The user of a call.
    #[must_use]
    pub fn from_caller<P>(allowed: &Allowed<P>) -> Self {
        Self { scope: allowed.scope.clone(), user: allowed.caller.user, name: allowed.caller.name.clone() }
    }
}

pub(super) async fn view<K: Imported>(app: &App, scope: &StoreScope, id: ImportId) -> ApiResult<ImportView> {
    let import = store::find::<K>(app.db().conn(), scope, id).await?.ok_or_else(ApiError::not_found)?;
    let pictures = K::pictures(app.db().conn(), scope, id).await?;
    let of_store = stores::get_profile(app.db().conn(), scope).await?.default_language;
    Ok(ImportView::new::<K>(import, pictures, Some(of_store), lang::current()))
}

/// A CSV file as an answer.
pub fn csv(name: &str, bytes: Vec<u8>) -> Response {
    let mut response = bytes.into_response();
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/csv; charset=utf-8"));
    if let Ok(value) = HeaderValue::from_str(&format!("attachment; filename=\"{name}\"")) {
        headers.insert(CONTENT_DISPOSITION, value);
    }
    response
}

/// The imports of the store, the newest first.
///
/// # Errors
/// 422 for a query that the list does not take and for a cursor that is none; the database failed.
pub async fn list<K: Imported>(app: &App, scope: &StoreScope, query: &ListQuery) -> ApiResult<Json<Listed<ImportView>>> {
    query.check(&[], &[])?;
    let c = app.db().conn();
    let before = cursor::<ImportId>(query, |text| text.parse().ok())?;
    let offset = if before.is_some() { 0 } else { query.offset() };
    let mut imports = store::list::<K>(c, scope, before, offset, query.page.per_page + 1).await?;
    let total = store::count::<K>(c, scope, Page::<()>::COUNT_CAP + 1).await?;
    let next_cursor = cut(&mut imports, query.page.per_page).map(|i| i.id.to_string());
    let items = imports.into_iter().map(|i| ImportView::new::<K>(i, (0, 0), None, lang::current())).collect();
    Ok(Json(query.answer(counted(items, total, next_cursor))))
}

/// Fails with 404 unless the store has such an import.
///
/// # Errors
/// 404 when there is none; the database failed.
pub async fn prove<K: Imported>(c: db::Conn<'_>, scope: &StoreScope, id: ImportId) -> ApiResult<()> {
    store::find::<K>(c, scope, id).await?.map(|_| ()).ok_or_else(ApiError::not_found)
}

/// The name of an import's file.
///
/// # Errors
/// 404 when there is no such import; the database failed.
pub async fn file_name<K: Imported>(c: db::Conn<'_>, scope: &StoreScope, id: ImportId) -> ApiResult<String> {
    Ok(store::find::<K>(c, scope, id).await?.ok_or_else(ApiError::not_found)?.file_name)
}

/// Whether a job is reading the import's file, writing its rows or undoing them; false where the import is gone.
///
/// # Errors
/// The database failed.
pub async fn is_at_work<K: Imported>(c: db::Conn<'_>, scope: &StoreScope, id: ImportId) -> db::Result<bool> {
    let import = store::find::<K>(c, scope, id).await?;
    Ok(import.is_some_and(|import| matches!(import.status, Status::Checking | Status::Running | Status::Undoing)))
}

/// One import, with its columns and the fields they can give.
///
/// # Errors
/// 404 when there is none; the database failed.
pub async fn find<K: Imported>(app: &App, scope: &StoreScope, id: ImportId) -> ApiResult<Json<Data<ImportView>>> {
    Ok(data(view::<K>(app, scope, id).await?))
}

/// The items of the file in its order, with their outcomes.
///
/// # Errors
/// 422 for a query that the list does not take and for a cursor that is none, 404 for an import that this store does not have;
/// the database failed.
pub async fn list_rows<K: Imported>(
    app: &App,
    scope: &StoreScope,
    id: ImportId,
    query: &ListQuery,
) -> ApiResult<Json<Listed<ImportRowView>>> {
    query.check(&[], &["outcome", "is_noted"])?;
    let outcomes: Option<Vec<RowOutcome>> =
        query.values("outcome").unwrap_or_default().iter().map(|word| RowOutcome::parse(word)).collect();
    let outcomes = outcomes.ok_or_else(|| ApiError::field("filter[outcome]", common::NOT_A_CHOICE))?;
    let noted = match query.values("is_noted") {
        None => None,
        Some([word]) => Some(word.parse().map_err(|_| ApiError::field("filter[is_noted]", common::NOT_A_CHOICE))?),
        Some(_) => return Err(ApiError::field("filter[is_noted]", common::NOT_A_CHOICE)),
    };
    let c = app.db().conn();
    store::find::<K>(c, scope, id).await?.ok_or_else(ApiError::not_found)?;
    let after = cursor::<i64>(query, |text| text.parse().ok())?;
    let offset = if after.is_some() { 0 } else { query.offset() };
    let mut found =
        rows::list(c, scope, id, rows::RowFilter { outcomes: &outcomes, noted }, after, offset, query.page.per_page + 1).await?;
    let total = rows::count(c, scope, id, rows::RowFilter { outcomes: &outcomes, noted }, Page::<()>::COUNT_CAP + 1).await?;
    let next_cursor = cut(&mut found, query.page.per_page).map(|r| r.position.to_string());
    let items = found.into_iter().map(|row| ImportRowView::from_row::<K>(row, lang::current())).collect();
    Ok(Json(query.answer(counted(items, total, next_cursor))))
}

fn cursor<T>(query: &ListQuery, read: impl Fn(&str) -> Option<T>) -> ApiResult<Option<T>> {
    let Some(text) = &query.page.cursor else { return Ok(None) };
    read(text).map(Some).ok_or_else(|| ApiError::field("cursor", common::BAD_REQUEST))
}

/// Removes the extra row past the page; returns the last row of the page when there was one.
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

/// The records of failed items as a .csv file, to be corrected and imported again.
///
/// # Errors
/// 404 for an import that this store does not have, 409 `nothing_failed`, 409 `file_gone` when its file cannot be read any more;
/// 503 when the database or the blob store failed.
pub async fn failed_file<K: Imported>(app: &App, scope: &StoreScope, id: ImportId) -> ApiResult<Response> {
    let c = app.db().conn();
    let import = store::find::<K>(c, scope, id).await?.ok_or_else(ApiError::not_found)?;
    let positions: HashSet<i64> = rows::list_failed(c, scope, id, 0, 200_000).await?.into_iter().collect();
    if positions.is_empty() {
        return Err(ImportError::NothingFailed.into());
    }
    let result = async {
        let source = reading::open::<K>(app, scope, &import).await?;
        reading::file_of::<K>(&source, positions).await
    };
    match result.await {
        Ok(bytes) => Ok(csv("failed.csv", bytes)),
        Err(ReadError::Gone(failure)) => {
            Err(ApiError::conflict("file_gone", Message { ar: failure.ar.into(), en: failure.en.into() }))
        }
        Err(ReadError::Passing(e)) => Err(ApiError::unavailable(&e)),
    }
}

/// Maps columns to fields. The mapping is stored for the next file with the same header.
///
/// # Errors
/// 404 for an import that this store does not have, 422 for columns and fields that do not fit, 409 `illegal_transition` from a
/// status that keeps its mapping; the database failed. Nothing changed then.
pub async fn map<K: Imported>(
    app: &App,
    acting_user: &ActingUser,
    id: ImportId,
    input: MappingIn,
) -> ApiResult<Json<Data<ImportView>>> {
    let MappingIn { mapping, mode, language } = input;
    steps::map::<K>(app, acting_user, id, mapping, mode, language).await?;
    Ok(data(view::<K>(app, &acting_user.scope, id).await?))
}

/// Begins background work.
///
/// # Errors
/// 404 for an import that this store does not have; 409 `illegal_transition`, `import_at_work` when another import of the store
/// is writing, `nothing_failed`, `nothing_written`, or `too_late` when its rows are thrown away; the database failed. Nothing
/// begins then.
pub async fn perform<K: Imported>(
    app: &App,
    acting_user: &ActingUser,
    id: ImportId,
    operation: Begin,
) -> ApiResult<Json<Data<ImportView>>> {
    steps::begin::<K>(app, acting_user, id, operation).await?;
    Ok(data(view::<K>(app, &acting_user.scope, id).await?))
}
