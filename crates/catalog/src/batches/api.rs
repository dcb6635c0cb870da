//! HTTP endpoints of batches (docs/API.md "Batches").

use axum::Json;
use axum::extract::State;
use kernel::id::Batch as BatchKind;
use kernel::{BatchId, Page, ProductId, StoreScope};
use serde::Serialize;
use utoipa_axum::router::OpenApiRouter;
use web::list::{PageParams, data};
use web::routes;
use web::{Allowed, ApiError, ApiResult, Data, ListQuery, Listed, PathId, Refusals, lang};

use super::imports;
use super::model::{Batch, Note, Products};
use super::view::{Plan, plan};
use super::wire::{BatchItemView, BatchNoteView, BatchView, item_view, note_view, shown};
use crate::model::Product;
use crate::store::products;
use platform::App;
use platform::batches::{self, NoteRow, Outcome, calls};

web::permissions! {
    Read = Read Product;
    Update = Update Product;
}

/// Journal entries that an undo preview examines.
const PREVIEW: i64 = 2_000;
/// Skipped products that an undo preview lists.
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

async fn views(app: &App, scope: &StoreScope, mut all: Vec<Batch>) -> ApiResult<Vec<BatchView>> {
    let undone = imports::settle(app.db().conn(), scope, &mut all).await?;
    let now = app.env().now();
    Ok(all
        .into_iter()
        .map(|b| {
            let is_undone = undone.contains(&b.id);
            shown(b, is_undone, now)
        })
        .collect())
}

async fn view(app: &App, scope: &StoreScope, batch: Batch) -> ApiResult<Json<Data<BatchView>>> {
    Ok(data(views(app, scope, vec![batch]).await?.pop().ok_or_else(ApiError::not_found)?))
}

/// Bulk actions on products, the newest first: bulk edits, sheets, imports, deletes, and their undos.
#[utoipa::path(get, path = "/batches", tag = "batches", params(PageParams),
    responses((status = 200, body = Listed<BatchView>), Refusals<422>))]
async fn list_batches(State(app): State<App>, allowed: Allowed<Read>, query: ListQuery) -> ApiResult<Json<Listed<BatchView>>> {
    let Page { items, total, is_total_capped, next_cursor } = calls::list::<Products>(&app, &allowed.scope, &query).await?;
    let items = views(&app, &allowed.scope, items).await?;
    Ok(Json(query.answer(Page { items, total, is_total_capped, next_cursor })))
}

/// One batch, with its progress.
#[utoipa::path(get, path = "/batches/{id}", tag = "batches", params(("id" = BatchId, Path)),
    responses((status = 200, body = Data<BatchView>), Refusals<404>))]
async fn find_batch(
    State(app): State<App>,
    allowed: Allowed<Read>,
    PathId(id): PathId<BatchKind>,
) -> ApiResult<Json<Data<BatchView>>> {
    view(&app, &allowed.scope, calls::find(&app, &allowed.scope, id).await?).await
}

async fn named(app: &App, scope: &StoreScope, ids: impl Iterator<Item = i64>) -> ApiResult<Vec<Product>> {
    let mut ids: Vec<ProductId> = ids.map(ProductId::from_raw).collect();
    ids.sort();
    ids.dedup();
    Ok(products::list_by_ids(app.db().conn(), scope, &ids).await?)
}

/// What a batch changed, product by product in its order. Paginated by `next_cursor`.
#[utoipa::path(get, path = "/batches/{id}/items", tag = "batches", params(("id" = BatchId, Path), PageParams),
    responses((status = 200, body = Listed<BatchItemView>), Refusals<404, 422>))]
async fn list_batch_items(
    State(app): State<App>,
    allowed: Allowed<Read>,
    PathId(id): PathId<BatchKind>,
    query: ListQuery,
) -> ApiResult<Json<Listed<BatchItemView>>> {
    query.check(&[], &[])?;
    calls::find::<Products>(&app, &allowed.scope, id).await?;
    let (c, scope) = (app.db().conn(), &allowed.scope);
    let facts = products::get_store_context(c, scope).await?;
    let after = calls::cursor::<i64>(&query)?.unwrap_or(0);
    let rows = batches::list_written_after::<Products>(c, scope, id, (after, query.page.per_page + 1)).await?;
    let cap = Page::<()>::COUNT_CAP;
    let total = batches::count_written::<Products>(c, scope, id, cap + 1).await?;
    let page = calls::page(&query, rows, (total.min(cap), total > cap), |w| w.seq.to_string());
    let known = named(&app, scope, page.items.iter().map(|w| w.subject_id)).await?;
    let items = page
        .items
        .iter()
        .map(|w| {
            let product = known.iter().find(|p| p.id.raw() == w.subject_id);
            let name = product.map(|p| p.fields.name.clone()).unwrap_or_default();
            item_view(w, name, product.is_some_and(|p| p.deleted_at.is_none()), &facts)
        })
        .collect();
    Ok(Json(query.answer(Page {
        items,
        total: page.total,
        is_total_capped: page.is_total_capped,
        next_cursor: page.next_cursor,
    })))
}

/// Products that a batch left unchanged, and why: refused by a rule, or changed since by somebody else.
#[utoipa::path(get, path = "/batches/{id}/notes", tag = "batches", params(("id" = BatchId, Path), PageParams),
    responses((status = 200, body = Listed<BatchNoteView>), Refusals<404, 422>))]
async fn list_batch_notes(
    State(app): State<App>,
    allowed: Allowed<Read>,
    PathId(id): PathId<BatchKind>,
    query: ListQuery,
) -> ApiResult<Json<Listed<BatchNoteView>>> {
    query.check(&[], &[])?;
    let batch: Batch = calls::find(&app, &allowed.scope, id).await?;
    let (c, scope) = (app.db().conn(), &allowed.scope);
    let facts = products::get_store_context(c, scope).await?;
    let after = calls::cursor::<i64>(&query)?.unwrap_or(0);
    let rows = batches::list_notes::<Products, Note>(c, scope, id, (after, query.page.per_page + 1)).await?;
    let page = calls::page(&query, rows, (batch.failed + batch.not_undone, false), |n| n.position.to_string());
    let known = named(&app, scope, page.items.iter().map(|n| n.subject_id)).await?;
    let shown = |n: NoteRow<Note>| {
        let product = known.iter().find(|p| p.id.raw() == n.subject_id);
        note_view(ProductId::from_raw(n.subject_id), product, n.outcome, n.note, &facts, lang::current())
    };
    let Page { items, total, is_total_capped, next_cursor } = page;
    let items = items.into_iter().map(shown).collect();
    Ok(Json(query.answer(Page { items, total, is_total_capped, next_cursor })))
}

/// What an undo would do.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct UndoPreview {
    /// Journal entries that were examined, at most 2000; there may be more.
    examined: i64,
    is_capped: bool,
    /// Products that would be restored, wholly or in part.
    returns: i64,
    /// Products with fields changed since, which would keep those values.
    keeps: i64,
    /// The first hundred of them, field by field.
    kept: Vec<BatchNoteView>,
}

/// What an undo of this batch would restore, and which later changes it would keep.
#[utoipa::path(get, path = "/batches/{id}/undo", tag = "batches", params(("id" = BatchId, Path)),
    responses((status = 200, body = Data<UndoPreview>), Refusals<404, 409>))]
async fn preview_batch_undo(
    State(app): State<App>,
    allowed: Allowed<Read>,
    PathId(id): PathId<BatchKind>,
) -> ApiResult<Json<Data<UndoPreview>>> {
    let (c, scope) = (app.db().conn(), &allowed.scope);
    calls::check_undo::<Products>(&app, &calls::find(&app, scope, id).await?)?;
    let facts = products::get_store_context(c, scope).await?;
    let mut out = UndoPreview { examined: 0, is_capped: false, returns: 0, keeps: 0, kept: Vec::new() };
    let mut before = i64::MAX;
    while out.examined < PREVIEW {
        let entries = batches::list_written_before::<Products>(c, scope, id, (before, 200)).await?;
        let Some(last) = entries.last() else { break };
        before = last.seq;
        let known = named(&app, scope, entries.iter().map(|w| w.subject_id)).await?;
        for entry in &entries {
            out.examined += 1;
            let product = known.iter().find(|p| p.id.raw() == entry.subject_id);
            let note = match plan(entry, product, &facts) {
                Plan::Nothing => continue,
                Plan::Remove => None,
                Plan::Restore(_, kept) if kept.is_empty() => None,
                Plan::Restore(_, kept) => {
                    out.returns += 1;
                    Some(Note { kept, message: None })
                }
                Plan::Keep(note) => Some(note),
            };
            match note {
                None => out.returns += 1,
                Some(note) => {
                    out.keeps += 1;
                    if out.kept.len() < NAMED {
                        out.kept.push(note_view(
                            ProductId::from_raw(entry.subject_id),
                            product,
                            Outcome::Kept,
                            note,
                            &facts,
                            lang::current(),
                        ));
                    }
                }
            }
        }
    }
    out.is_capped =
        out.examined >= PREVIEW && !batches::list_written_before::<Products>(c, scope, id, (before, 1)).await?.is_empty();
    Ok(data(out))
}

/// Undoes a batch. Fields that were changed since keep their values. Answers with the batch of the undo: finished already when it
/// was small, else running in the background. Undoing that batch is the redo.
#[utoipa::path(post, path = "/batches/{id}/undo", tag = "batches", params(("id" = BatchId, Path)),
    responses((status = 200, body = Data<BatchView>), Refusals<404, 409>))]
async fn undo_batch(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathId(id): PathId<BatchKind>,
) -> ApiResult<Json<Data<BatchView>>> {
    view(&app, &allowed.scope, calls::undo(&app, &allowed.scope, id).await?).await
}

/// Cancels a batch that runs in the background. What is done stays done, and can be undone.
#[utoipa::path(post, path = "/batches/{id}/cancel", tag = "batches", params(("id" = BatchId, Path)),
    responses((status = 200, body = Data<BatchView>), Refusals<404, 409>))]
async fn cancel_batch(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathId(id): PathId<BatchKind>,
) -> ApiResult<Json<Data<BatchView>>> {
    view(&app, &allowed.scope, calls::cancel(&app, &allowed.scope, id).await?).await
}
