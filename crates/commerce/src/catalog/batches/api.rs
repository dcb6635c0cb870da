//! The calls of batches (docs/API.md "Batches").

use axum::Json;
use axum::extract::State;
use kernel::id::Batch as BatchKind;
use kernel::{BatchId, Page, ProductId, StoreScope};
use serde::Serialize;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use web::list::{ListParams, data};
use web::message::{Message, common};
use web::{Allowed, ApiError, ApiResult, Data, ErrorBody, ListQuery, Listed, PathId, lang};

use super::model::Outcome;
use super::run::{self, AT_ONCE, BeginError, Refusal, Step};
use super::store;
use super::view::{Plan, plan};
use super::wire::{BatchItemView, BatchNoteView, BatchView, batch_view, item_view, note_view};
use crate::App;
use crate::catalog::model::Product;
use crate::catalog::store::products;

web::permissions! {
    Read = Read Product;
    Update = Update Product;
}

const RUNNING: Message = Message::new(
    "ما زال العمل جاريًا. انتظر حتى ينتهي أو أوقفه أولًا.",
    "It is still at work. Wait until it is done, or stop it first.",
);
const UNDONE: Message = Message::new("تم التراجع عن هذا الإجراء من قبل.", "This has been undone already.");
const TOO_OLD: Message =
    Message::new("مضى أكثر من 30 يومًا، ولم يعد التراجع ممكنًا.", "More than 30 days have passed: it can no longer be undone.");
const NOTHING: Message = Message::new("لم يغيّر هذا الإجراء شيئًا يمكن التراجع عنه.", "Nothing was changed that could be undone.");
const IMPORT: Message =
    Message::new("تراجع عن الاستيراد من صفحة الاستيراد نفسه.", "An import is undone on the page of the import.");
const NOT_RUNNING: Message = Message::new("انتهى العمل ولم يعد ما يُوقف.", "The work is over: there is nothing to stop.");

/// Entries that a preview of an undo looks at.
const PREVIEW: i64 = 2_000;
/// Kept products that a preview names.
const NAMED: usize = 100;

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_batches))
        .routes(routes!(find_batch))
        .routes(routes!(list_batch_items))
        .routes(routes!(list_batch_notes))
        .routes(routes!(preview_batch_undo, undo_batch))
        .routes(routes!(cancel_batch))
}

async fn view(app: &App, scope: &StoreScope, id: BatchId) -> ApiResult<BatchView> {
    let batch = store::find(app.db().conn(), scope, id).await?.ok_or_else(ApiError::not_found)?;
    Ok(batch_view(batch, app.env().now()))
}

fn refused(why: Refusal) -> ApiError {
    let (code, message) = match why {
        Refusal::Running => ("batch_at_work", RUNNING),
        Refusal::Undone => ("already_undone", UNDONE),
        Refusal::TooOld => ("undo_expired", TOO_OLD),
        Refusal::Nothing => ("nothing_written", NOTHING),
        Refusal::Import => ("undo_import", IMPORT),
    };
    ApiError::conflict(code, message)
}

fn cursor<T: std::str::FromStr>(query: &ListQuery) -> ApiResult<Option<T>> {
    let Some(text) = &query.page.cursor else { return Ok(None) };
    text.parse().map(Some).map_err(|_| ApiError::field("cursor", common::BAD_REQUEST))
}

/// Takes the row past the page away; whether there was one.
fn cut<T>(rows: &mut Vec<T>, per_page: i64) -> bool {
    let most = usize::try_from(per_page).unwrap_or(usize::MAX);
    let has_more = rows.len() > most;
    rows.truncate(most);
    has_more
}

/// What was done to many products at once, the newest first: bulk edits, sheets, imports, deletes, and their undos.
#[utoipa::path(get, path = "/batches", tag = "batches", params(ListParams),
    responses((status = 200, body = Listed<BatchView>), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 422, body = ErrorBody)))]
async fn list_batches(State(app): State<App>, who: Allowed<Read>, query: ListQuery) -> ApiResult<Json<Listed<BatchView>>> {
    query.check(&[], &[])?;
    let (c, scope) = (app.db().conn(), &who.scope);
    let before: Option<BatchId> = cursor(&query)?;
    let offset = if before.is_some() { 0 } else { query.offset() };
    let mut rows = store::list(c, scope, before, offset, query.page.per_page + 1).await?;
    let has_more = cut(&mut rows, query.page.per_page);
    let next_cursor = rows.last().filter(|_| has_more).map(|b| b.id.to_string());
    let cap = Page::<()>::COUNT_CAP;
    let total = store::count_all(c, scope, cap + 1).await?;
    let now = app.env().now();
    let items = rows.into_iter().map(|b| batch_view(b, now)).collect();
    Ok(Json(query.answer(Page { items, total: total.min(cap), is_total_capped: total > cap, next_cursor })))
}

/// One batch, and how far its work has come.
#[utoipa::path(get, path = "/batches/{id}", tag = "batches", params(("id" = BatchId, Path)),
    responses((status = 200, body = Data<BatchView>), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody)))]
async fn find_batch(
    State(app): State<App>,
    who: Allowed<Read>,
    PathId(id): PathId<BatchKind>,
) -> ApiResult<Json<Data<BatchView>>> {
    Ok(data(view(&app, &who.scope, id).await?))
}

async fn existing(app: &App, scope: &StoreScope, id: BatchId) -> ApiResult<store::Batch> {
    store::find(app.db().conn(), scope, id).await?.ok_or_else(ApiError::not_found)
}

async fn named(app: &App, scope: &StoreScope, ids: impl Iterator<Item = ProductId>) -> ApiResult<Vec<Product>> {
    let mut ids: Vec<ProductId> = ids.collect();
    ids.sort();
    ids.dedup();
    Ok(products::list_by_ids(app.db().conn(), scope, &ids).await?)
}

/// What a batch changed, product by product in its order. Pages follow `next_cursor`.
#[utoipa::path(get, path = "/batches/{id}/items", tag = "batches", params(("id" = BatchId, Path), ListParams),
    responses((status = 200, body = Listed<BatchItemView>), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 422, body = ErrorBody)))]
async fn list_batch_items(
    State(app): State<App>,
    who: Allowed<Read>,
    PathId(id): PathId<BatchKind>,
    query: ListQuery,
) -> ApiResult<Json<Listed<BatchItemView>>> {
    query.check(&[], &[])?;
    existing(&app, &who.scope, id).await?;
    let (c, scope) = (app.db().conn(), &who.scope);
    let facts = products::facts(c, scope).await?;
    let after = cursor::<i64>(&query)?.unwrap_or(0);
    let mut rows = store::written_after(c, scope, id, after, query.page.per_page + 1).await?;
    let has_more = cut(&mut rows, query.page.per_page);
    let next_cursor = rows.last().filter(|_| has_more).map(|w| w.seq.to_string());
    let cap = Page::<()>::COUNT_CAP;
    let total = store::count_written(c, scope, id, cap + 1).await?;
    let known = named(&app, scope, rows.iter().map(|w| w.product_id)).await?;
    let items = rows
        .iter()
        .map(|w| {
            let product = known.iter().find(|p| p.id == w.product_id);
            let name = product.map(|p| p.fields.name.clone()).unwrap_or_default();
            item_view(w, name, product.is_some_and(|p| p.deleted_at.is_none()), &facts)
        })
        .collect();
    Ok(Json(query.answer(Page { items, total: total.min(cap), is_total_capped: total > cap, next_cursor })))
}

/// Products that a batch left as they are, and why: refused by a rule, or changed since by somebody else.
#[utoipa::path(get, path = "/batches/{id}/notes", tag = "batches", params(("id" = BatchId, Path), ListParams),
    responses((status = 200, body = Listed<BatchNoteView>), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 422, body = ErrorBody)))]
async fn list_batch_notes(
    State(app): State<App>,
    who: Allowed<Read>,
    PathId(id): PathId<BatchKind>,
    query: ListQuery,
) -> ApiResult<Json<Listed<BatchNoteView>>> {
    query.check(&[], &[])?;
    let batch = existing(&app, &who.scope, id).await?;
    let (c, scope) = (app.db().conn(), &who.scope);
    let facts = products::facts(c, scope).await?;
    let after = cursor::<i64>(&query)?.unwrap_or(0);
    let mut rows = store::notes(c, scope, id, after, query.page.per_page + 1).await?;
    let has_more = cut(&mut rows, query.page.per_page);
    let next_cursor = rows.last().filter(|_| has_more).map(|n| n.position.to_string());
    let known = named(&app, scope, rows.iter().map(|n| n.product_id)).await?;
    let items = rows
        .into_iter()
        .map(|n| {
            let product = known.iter().find(|p| p.id == n.product_id);
            let outcome = Outcome::parse(&n.outcome).unwrap_or(Outcome::Failed);
            note_view(n.product_id, product, outcome, n.note.0, &facts, lang::current())
        })
        .collect();
    let total = batch.failed + batch.kept;
    Ok(Json(query.answer(Page { items, total, is_total_capped: false, next_cursor })))
}

/// What an undo would do.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct UndoPreview {
    /// Entries that were looked at; there may be more than 2000.
    examined: i64,
    is_capped: bool,
    /// Products that would go back, wholly or in part.
    returns: i64,
    /// Products of which something was changed since, which would be kept.
    keeps: i64,
    /// The first hundred of them, field by field.
    kept: Vec<BatchNoteView>,
}

/// What an undo of this batch would bring back, and what has been changed since and would be kept.
#[utoipa::path(get, path = "/batches/{id}/undo", tag = "batches", params(("id" = BatchId, Path)),
    responses((status = 200, body = Data<UndoPreview>), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody)))]
async fn preview_batch_undo(
    State(app): State<App>,
    who: Allowed<Read>,
    PathId(id): PathId<BatchKind>,
) -> ApiResult<Json<Data<UndoPreview>>> {
    let (c, scope) = (app.db().conn(), &who.scope);
    let batch = existing(&app, scope, id).await?;
    if let Some(why) = run::refusal(&batch, app.env().now()) {
        return Err(refused(why));
    }
    let facts = products::facts(c, scope).await?;
    let mut out = UndoPreview { examined: 0, is_capped: false, returns: 0, keeps: 0, kept: Vec::new() };
    let mut before = i64::MAX;
    while out.examined < PREVIEW {
        let entries = store::written_before(c, scope, id, before, 200).await?;
        let Some(last) = entries.last() else { break };
        before = last.seq;
        let known = named(&app, scope, entries.iter().map(|w| w.product_id)).await?;
        for entry in &entries {
            out.examined += 1;
            let product = known.iter().find(|p| p.id == entry.product_id);
            let note = match plan(entry, product, &facts) {
                Plan::Nothing => continue,
                Plan::Remove => None,
                Plan::Restore(_, kept) if kept.is_empty() => None,
                Plan::Restore(_, kept) => {
                    out.returns += 1;
                    Some(super::Note { kept, message: None })
                }
                Plan::Keep(note) => Some(note),
            };
            match note {
                None => out.returns += 1,
                Some(note) => {
                    out.keeps += 1;
                    if out.kept.len() < NAMED {
                        out.kept.push(note_view(entry.product_id, product, Outcome::Kept, note, &facts, lang::current()));
                    }
                }
            }
        }
    }
    out.is_capped = out.examined >= PREVIEW && !store::written_before(c, scope, id, before, 1).await?.is_empty();
    Ok(data(out))
}

/// Takes a batch back. Fields that were changed since are kept. Answers with the batch that the undo is: done already when
/// it was small, else at work in the background. Undoing that batch is the redo.
#[utoipa::path(post, path = "/batches/{id}/undo", tag = "batches", params(("id" = BatchId, Path)),
    responses((status = 200, body = Data<BatchView>), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody)))]
async fn undo_batch(
    State(app): State<App>,
    who: Allowed<Update>,
    PathId(id): PathId<BatchKind>,
) -> ApiResult<Json<Data<BatchView>>> {
    let (env, scope) = (app.env().clone(), who.scope.clone());
    let undo = app.db().tx(async move |c| run::begin(c, &env, &scope, id).await).await.map_err(|e| match e {
        BeginError::NotFound => ApiError::not_found(),
        BeginError::Refused(why) => refused(why),
        BeginError::Db(e) => e.into(),
    })?;
    if existing(&app, &who.scope, undo).await?.total <= AT_ONCE {
        // The job would do it too: whoever comes first moves the place on, the other finds nothing left.
        while run::step(&app, &who.scope, undo).await? == Step::On {}
    }
    Ok(data(view(&app, &who.scope, undo).await?))
}

/// Stops background work. What was done stays, and can be undone.
#[utoipa::path(post, path = "/batches/{id}/cancel", tag = "batches", params(("id" = BatchId, Path)),
    responses((status = 200, body = Data<BatchView>), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody),
        (status = 409, body = ErrorBody)))]
async fn cancel_batch(
    State(app): State<App>,
    who: Allowed<Update>,
    PathId(id): PathId<BatchKind>,
) -> ApiResult<Json<Data<BatchView>>> {
    existing(&app, &who.scope, id).await?;
    let (now, scope) = (app.env().now(), who.scope.clone());
    if !app.db().tx(async move |c| store::cancel(c, &scope, now, id).await).await? {
        return Err(ApiError::conflict("illegal_transition", NOT_RUNNING));
    }
    Ok(data(view(&app, &who.scope, id).await?))
}
