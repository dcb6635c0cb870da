//! The shared part of the calls of batches. Each area's own `api` declares the calls, so that they are in the API document.

use db::Conn;
use kernel::{Env, Id, Page, StoreScope};
use serde_json::json;
use web::ListQuery;
use web::message::{Message, common};
use web::{ApiError, ApiResult};

use super::area::Area;
use super::jobs::{enqueue, step};
use super::model::{Counts, NOT_RUNNING, Status, Step, UNDONE, refusal};
use super::rows;
use super::store::{self, Batch, NewBatch};
use crate::App;
use crate::journal::{self, Act, Entry};

/// One batch.
///
/// # Errors
/// 404.
pub async fn find<A: Area>(app: &App, scope: &StoreScope, id: Id<A::Kind>) -> ApiResult<Batch<A>> {
    store::find(app.db().conn(), scope, id).await?.ok_or_else(ApiError::not_found)
}

/// The position after which a page of a list begins: the value of its cursor.
///
/// # Errors
/// 422 with `cursor`.
pub fn cursor<T: std::str::FromStr>(query: &ListQuery) -> ApiResult<Option<T>> {
    let Some(text) = &query.page.cursor else { return Ok(None) };
    text.parse().map(Some).map_err(|_| ApiError::field("cursor", common::BAD_REQUEST))
}

/// A page of rows, of which one more was read than the page holds: with it the last row becomes the next cursor.
pub fn page<T>(
    query: &ListQuery,
    mut items: Vec<T>,
    (total, is_total_capped): (i64, bool),
    cursor_of: impl Fn(&T) -> String,
) -> Page<T> {
    let most = usize::try_from(query.page.per_page).unwrap_or(usize::MAX);
    let has_more = items.len() > most;
    items.truncate(most);
    let next_cursor = items.last().filter(|_| has_more).map(cursor_of);
    Page { items, total, is_total_capped, next_cursor }
}

/// The part of a list's query that selects rows: without page and sort order.
///
/// # Errors
/// 422 where it is too long.
pub fn narrowing(sent: Option<String>) -> ApiResult<String> {
    let sent = sent.unwrap_or_default();
    let is_kept = |pair: &&str| {
        pair.starts_with("search=")
            || pair.starts_with("filter%5B")
            || pair.starts_with("filter%5b")
            || pair.starts_with("filter[")
    };
    let query = sent.split('&').filter(is_kept).collect::<Vec<_>>().join("&");
    if query.len() > 8_000 {
        return Err(ApiError::field("search", common::TOO_LONG.with("max", 8_000)));
    }
    Ok(query)
}

/// The batches of an area, the newest first.
///
/// # Errors
/// 422 for what the list does not take.
pub async fn list<A: Area>(app: &App, scope: &StoreScope, query: &ListQuery) -> ApiResult<Page<Batch<A>>> {
    query.check(&[], &[])?;
    let c = app.db().conn();
    let before: Option<Id<A::Kind>> = cursor(query)?;
    let offset = if before.is_some() { 0 } else { query.offset() };
    let rows = store::list::<A>(c, scope, before, (query.page.per_page + 1, offset)).await?;
    let cap = Page::<()>::COUNT_CAP;
    let total = store::count_all::<A>(c, scope, cap + 1).await?;
    Ok(page(query, rows, (total.min(cap), total > cap), |batch| batch.id.to_string()))
}

/// The journal entry about a batch itself, where its area has one.
async fn journal_of<A: Area>(
    c: Conn<'_>,
    (scope, env): (&StoreScope, &Env),
    id: Id<A::Kind>,
    entry: impl FnOnce(Entry, &'static str) -> Entry + Send,
    act: Act,
) -> db::Result<()> {
    let Some((entity, plural)) = A::JOURNAL else { return Ok(()) };
    let entry = entry(Entry::new(act, entity, id), plural);
    journal::write(c, scope, env.now(), db::Topics::PROGRESS, entry).await?;
    Ok(())
}

/// Inserts a batch, its fixed rows if it has any, and its job, in the caller's transaction.
async fn write<A: Area>(c: Conn<'_>, (scope, env): (&StoreScope, &Env), new: &NewBatch<A>, fixed: &[i64]) -> db::Result<()> {
    store::upsert(c, scope, env.now(), new, Counts::default()).await?;
    rows::insert::<A>(c, scope, new.id, fixed).await?;
    enqueue::<A>(c, env, scope, new.id).await?;
    let journal_entry = |entry: Entry, plural: &'static str| {
        let mut after = json!({ "kind": new.kind });
        after[plural] = new.total.into();
        entry.after(after)
    };
    if A::JOURNAL.is_none() {
        // A batch without a journal entry locks the sequence counter all the same: an erasure locks it and then checks what
        // began.
        journal::take_seq(c, scope, 0).await?;
    }
    journal_of::<A>(c, (scope, env), new.id, journal_entry, Act::Create).await
}

fn busy<A: Area>(e: db::Error) -> ApiError {
    if !e.is_unique_violation() {
        return e.into();
    }
    let (code, message) = A::WORDS.busy.clone();
    ApiError::conflict(code, message)
}

/// Steps of a small batch before the answer; a worker that has it takes fewer.
const MOST_STEPS: usize = 20;

/// A small batch is completed before the answer. The job would do it too: whoever advances the position first does a step, and the
/// step of the other changes nothing and ends its turn. The batch is not over by that: the next step finds what is left.
async fn at_once<A: Area>(app: &App, scope: &StoreScope, id: Id<A::Kind>, total: i64) -> ApiResult<Batch<A>> {
    if total <= A::AT_ONCE {
        for _ in 0..MOST_STEPS {
            let step = step::<A>(app, scope, id).await.map_err(|e| ApiError::unavailable(&*e))?;
            if step == Step::Over && find::<A>(app, scope, id).await?.status() != Status::Running {
                break;
            }
        }
    }
    find(app, scope, id).await
}

/// Begins a batch over the rows found, or over `fixed` records; a small one is complete when this returns.
///
/// # Errors
/// 409 while another batch of the area is running.
pub async fn begin<A: Area>(
    app: &App,
    scope: &StoreScope,
    (kind, details, total): (A::Act, A::BatchDetails, i64),
    fixed: Vec<i64>,
) -> ApiResult<Batch<A>> {
    let (env, at, id) = (app.env().clone(), scope.clone(), app.env().id());
    let new = NewBatch::<A> { id, kind, status: Status::Running, details, total, undo_of: None };
    app.db().tx(async move |c| write(c, (&at, &env), &new, &fixed).await).await.map_err(busy::<A>)?;
    at_once(app, scope, id, total).await
}

/// A failure to begin an undo.
enum UndoError {
    Refused(&'static str, Message),
    NotFound,
    Db(db::Error),
}

impl From<db::Error> for UndoError {
    fn from(e: db::Error) -> Self {
        Self::Db(e)
    }
}

async fn begin_undo<A: Area>(
    c: Conn<'_>,
    (scope, env): (&StoreScope, &Env),
    of: Id<A::Kind>,
) -> Result<(Id<A::Kind>, i64), UndoError> {
    let batch = store::find::<A>(c, scope, of).await?.ok_or(UndoError::NotFound)?;
    if let Some((code, message)) = refusal(&batch, env.now()) {
        return Err(UndoError::Refused(code, message));
    }
    let id: Id<A::Kind> = env.id();
    if !store::set_undone(c, scope, of.raw(), id.raw()).await? {
        return Err(UndoError::Refused("already_undone", UNDONE));
    }
    let (details, total) = A::undo(c, scope, &batch).await?;
    let new = NewBatch::<A> { id, kind: A::UNDO, status: Status::Running, details, total, undo_of: Some(of) };
    write(c, (scope, env), &new, &[]).await?;
    // After the journal's counter is locked: an erasure that removed texts from the undo steps is over by now, or finds this
    // batch running.
    A::fix_undo(c, scope, id, of).await?;
    Ok((id, total))
}

/// Begins the batch that undoes another; a small one is complete when this returns.
///
/// # Errors
/// 404; 409 with the reason why it cannot be undone, or while another one is running.
pub async fn undo<A: Area>(app: &App, scope: &StoreScope, of: Id<A::Kind>) -> ApiResult<Batch<A>> {
    let (env, at) = (app.env().clone(), scope.clone());
    let begun = app.db().tx(async move |c| begin_undo::<A>(c, (&at, &env), of).await).await;
    let (id, total) = begun.map_err(|e| match e {
        UndoError::NotFound => ApiError::not_found(),
        UndoError::Refused(code, message) => ApiError::conflict(code, message),
        UndoError::Db(e) => busy::<A>(e),
    })?;
    at_once(app, scope, id, total).await
}

/// Checks that a batch can be undone; the reason as the caller's answer when not.
///
/// # Errors
/// 409.
pub fn check_undo<A: Area>(app: &App, batch: &Batch<A>) -> ApiResult<()> {
    match refusal(batch, app.env().now()) {
        Some((code, message)) => Err(ApiError::conflict(code, message)),
        None => Ok(()),
    }
}

/// Stops a running batch. Rows that were changed stay changed, and can be undone.
///
/// # Errors
/// 404; 409 when it has ended.
pub async fn cancel<A: Area>(app: &App, scope: &StoreScope, id: Id<A::Kind>) -> ApiResult<Batch<A>> {
    find::<A>(app, scope, id).await?;
    let (env, at) = (app.env().clone(), scope.clone());
    let stop = async move |c: Conn<'_>| {
        if !store::end::<A>(c, &at, env.now(), id, Status::Cancelled).await? {
            return Ok(false);
        }
        let journal_entry =
            |entry: Entry, _| entry.before(json!({ "status": Status::Running })).after(json!({ "status": Status::Cancelled }));
        journal_of::<A>(c, (&at, &env), id, journal_entry, Act::UpdateStatus).await?;
        Ok::<_, db::Error>(true)
    };
    if !app.db().tx(stop).await? {
        return Err(ApiError::conflict("illegal_transition", NOT_RUNNING));
    }
    find(app, scope, id).await
}
