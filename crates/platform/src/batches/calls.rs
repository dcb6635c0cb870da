//! What the calls of batches have in common. Each area's own `api` names the calls, so that the API's document has them.

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

/// The place behind which a page of a list begins: what its cursor says.
///
/// # Errors
/// 422 with `cursor`.
pub fn cursor<T: std::str::FromStr>(query: &ListQuery) -> ApiResult<Option<T>> {
    let Some(text) = &query.page.cursor else { return Ok(None) };
    text.parse().map(Some).map_err(|_| ApiError::field("cursor", common::BAD_REQUEST))
}

/// A page of rows of which one more was read than it holds, so that the last of them has a next one.
pub fn page<T>(
    query: &ListQuery,
    mut items: Vec<T>,
    (total, is_total_capped): (i64, bool),
    place: impl Fn(&T) -> String,
) -> Page<T> {
    let most = usize::try_from(query.page.per_page).unwrap_or(usize::MAX);
    let has_more = items.len() > most;
    items.truncate(most);
    let next_cursor = items.last().filter(|_| has_more).map(place);
    Page { items, total, is_total_capped, next_cursor }
}

/// The part of a list's query that says which rows: without pages and order.
///
/// # Errors
/// 422 where it is longer than anybody's.
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

/// The entry in the journal about a batch itself, where its area has one.
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

/// Writes a batch that begins, its fixed rows if it has any, and its job, in the caller's transaction.
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
        // Without an entry of its own it takes the counter all the same: an erasure holds it and then asks what began.
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

/// A small batch is worked off before the answer. The job would do it too: the first worker moves the place on, the other
/// finds nothing left.
async fn at_once<A: Area>(app: &App, scope: &StoreScope, id: Id<A::Kind>, total: i64) -> ApiResult<Batch<A>> {
    if total <= A::AT_ONCE {
        while step::<A>(app, scope, id).await.map_err(|e| ApiError::unavailable(&*e))? == Step::On {}
    }
    find(app, scope, id).await
}

/// Begins a batch over what was found, or over `fixed` things; a small one is done when this returns.
///
/// # Errors
/// 409 while another one of the area is at work.
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
    // Behind the journal's counter: an erasure that took words out of the ways back is over by now, or finds this one at work.
    A::fix_undo(c, scope, id, of).await?;
    Ok((id, total))
}

/// Begins the batch that takes another back; a small one is done when this returns.
///
/// # Errors
/// 404; 409 with the reason for which it cannot be undone, or while another one is at work.
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

/// The reason for which a batch cannot be undone, as the answer to the caller.
///
/// # Errors
/// 409.
pub fn check_undo<A: Area>(app: &App, batch: &Batch<A>) -> ApiResult<()> {
    match refusal(batch, app.env().now()) {
        Some((code, message)) => Err(ApiError::conflict(code, message)),
        None => Ok(()),
    }
}

/// Stops a batch at work. What was done stays, and can be undone.
///
/// # Errors
/// 404; 409 when it is over.
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
