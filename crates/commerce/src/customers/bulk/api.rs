//! The calls of batches of customers.

use axum::Json;
use axum::extract::{RawQuery, State};
use axum::http::StatusCode;
use db::Conn;
use kernel::id::CustomerBatch as BatchKind;
use kernel::{CustomerBatchId, CustomerId, Millis, StoreScope};
use serde::{Deserialize, Serialize};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use web::list::{ListParams, data};
use web::message::common;
use web::{Allowed, ApiError, ApiResult, Data, ErrorBody, JsonIn, ListQuery, Message, PathId, lang};

use super::action::{self, CustomerActionIn, CustomerActionKind};
use super::jobs;
use super::run::{self, Step};
use super::store::{self, Batch, Outcome, Status, What};
use crate::App;
use crate::customers::api::{Read, Update};
use crate::customers::list;
use crate::customers::query::{self, FILTERS, SORTS};

/// A batch of no more customers is done by the time the call answers.
const AT_ONCE: i64 = 100;
/// The most customers of a batch.
const MOST: i64 = 1_000_000;
/// Batches that the list shows, and customers that the notes name.
const SHOWN: i64 = 50;
const NAMED: i64 = 200;
/// How long a batch can be undone.
const UNDO_FOR: i64 = 30 * Millis::DAY;

const NOTHING: Message = Message::new("لا يوجد عملاء مطابقون.", "There are no customers that match.");
const BUSY: Message = Message::new(
    "يوجد إجراء آخر على عملاء المتجر قيد التنفيذ. انتظر حتى ينتهي.",
    "Another action on customers of this store is at work. Wait until it is done.",
);
const CHOSEN_ONLY: Message = Message::new(
    "تُسجَّل الموافقة لعملاء تحددهم بأنفسهم، لا لكل المطابقين.",
    "What people said is noted for chosen customers, not for all that match.",
);
const RUNNING: Message = Message::new(
    "ما زال العمل جاريًا. انتظر حتى ينتهي أو أوقفه أولًا.",
    "It is still at work. Wait until it is done, or stop it first.",
);
const UNDONE: Message = Message::new("تم التراجع عن هذا الإجراء من قبل.", "This has been undone already.");
const TOO_OLD: Message =
    Message::new("مضى أكثر من 30 يومًا، ولم يعد التراجع ممكنًا.", "More than 30 days have passed: it can no longer be undone.");
const UNCHANGED: Message = Message::new("لم يغيّر هذا الإجراء شيئًا يمكن التراجع عنه.", "Nothing was changed that could be undone.");
const NOT_RUNNING: Message = Message::new("انتهى العمل ولم يعد ما يُوقف.", "The work is over: there is nothing to stop.");

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_customer_batches, create_customer_batch))
        .routes(routes!(find_customer_batch))
        .routes(routes!(list_customer_batch_notes))
        .routes(routes!(undo_customer_batch))
        .routes(routes!(cancel_customer_batch))
}

/// What is done to all that match.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct CustomerBatchIn {
    /// tags, group or block.
    action: CustomerActionIn,
}

/// One action over all customers that matched.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct CustomerBatchView {
    id: CustomerBatchId,
    status: Status,
    action: CustomerActionIn,
    /// The list's query whose customers were taken.
    query: String,
    /// This takes another batch back.
    undo_of: Option<CustomerBatchId>,
    undone_by: Option<CustomerBatchId>,
    /// Who did it, by the name of then.
    actor: String,
    /// Customers to look at, and how many of them are done.
    total: i64,
    done: i64,
    changed_count: i64,
    /// Refused by a rule.
    failed_count: i64,
    /// Of an undo: customers who were changed since, left as they are.
    kept_count: i64,
    can_undo: bool,
    created_at: String,
    finished_at: Option<String>,
}

/// A customer who was left as they are.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct CustomerBatchNote {
    customer_id: CustomerId,
    /// Empty when the record went into another one since.
    name: String,
    outcome: Outcome,
    message: String,
}

/// Why a batch cannot be undone.
fn refusal(batch: &Batch, now: Millis) -> Option<(&'static str, Message)> {
    match batch {
        _ if batch.undone_by.is_some() => Some(("already_undone", UNDONE)),
        _ if batch.status() == Status::Running => Some(("batch_at_work", RUNNING)),
        _ if batch.created_at.plus(UNDO_FOR) <= now => Some(("undo_expired", TOO_OLD)),
        _ if batch.changed == 0 => Some(("nothing_written", UNCHANGED)),
        _ => None,
    }
}

fn shown(batch: Batch, now: Millis) -> CustomerBatchView {
    CustomerBatchView {
        id: batch.id,
        status: batch.status(),
        can_undo: refusal(&batch, now).is_none(),
        action: batch.what.0.action,
        query: batch.what.0.query,
        undo_of: batch.undo_of,
        undone_by: batch.undone_by,
        actor: batch.actor_name,
        total: batch.total.max(batch.done),
        done: batch.done,
        changed_count: batch.changed,
        failed_count: batch.failed,
        kept_count: batch.kept,
        created_at: batch.created_at.rfc3339(),
        finished_at: batch.finished_at.map(Millis::rfc3339),
    }
}

async fn view(app: &App, scope: &StoreScope, id: CustomerBatchId) -> ApiResult<CustomerBatchView> {
    let batch = store::find(app.db().conn(), scope, id).await?.ok_or_else(ApiError::not_found)?;
    Ok(shown(batch, app.env().now()))
}

/// Begins a batch and its job; a small one is worked off before the answer. The job would do it too: whoever comes first moves
/// the place on, the other finds nothing left.
async fn begin(
    app: &App,
    scope: &StoreScope,
    what: What,
    total: i64,
    undo_of: Option<CustomerBatchId>,
) -> ApiResult<CustomerBatchId> {
    let (env, at, id) = (app.env().clone(), scope.clone(), app.env().id::<BatchKind>());
    let begun = app
        .db()
        .tx(async move |c| {
            if let Some(of) = undo_of
                && !store::begin_undo(c, &at, of, id).await?
            {
                return Ok(false);
            }
            store::insert(c, &at, id, (&what, total, undo_of), env.now()).await?;
            jobs::enqueue(c, &env, &at, id).await?;
            Ok::<_, db::Error>(true)
        })
        .await;
    match begun {
        Ok(true) => {}
        Ok(false) => return Err(ApiError::conflict("already_undone", UNDONE)),
        Err(e) if e.is_unique_violation() => return Err(ApiError::conflict("customer_batch_at_work", BUSY)),
        Err(e) => return Err(e.into()),
    }
    if total <= AT_ONCE {
        while jobs::step(app, scope, id).await.map_err(|e| ApiError::unavailable(&*e))? == Step::On {}
    }
    Ok(id)
}

/// The part of a list's query that says which rows: without pages and order.
fn narrowing(query: &str) -> String {
    let is_kept = |pair: &&str| {
        pair.starts_with("search=")
            || pair.starts_with("filter%5B")
            || pair.starts_with("filter%5b")
            || pair.starts_with("filter[")
    };
    query.split('&').filter(is_kept).collect::<Vec<_>>().join("&")
}

/// Does one action to every customer that a list's query matches (the same filters and search as `GET /customers`; no query takes
/// every customer): up to 100 at once, more in the background, a few in each transaction.
#[utoipa::path(post, path = "/customer-batches", tag = "Customer", params(ListParams), request_body = CustomerBatchIn, responses(
    (status = 201, body = Data<CustomerBatchView>), (status = 400, body = ErrorBody), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody),
    (status = 409, body = ErrorBody), (status = 422, body = ErrorBody),
))]
async fn create_customer_batch(
    State(app): State<App>,
    who: Allowed<Update>,
    RawQuery(sent_query): RawQuery,
    JsonIn(sent): JsonIn<CustomerBatchIn>,
) -> ApiResult<(StatusCode, Json<Data<CustomerBatchView>>)> {
    let c = app.db().conn();
    if sent.action.kind == CustomerActionKind::Consent {
        return Err(ApiError::field("action.kind", CHOSEN_ONLY));
    }
    action::read(&app, &who.scope, &sent.action).await?;
    let query = narrowing(&sent_query.unwrap_or_default());
    if query.len() > 8_000 {
        return Err(ApiError::field("search", common::TOO_LONG.with("max", 8_000)));
    }
    let read = ListQuery::parse("/customers", &query)?;
    read.check(SORTS, FILTERS)?;
    let segment = query::segment(c, &who.scope, &read).await?;
    let what = What { action: sent.action, query, segment };
    let wanted = run::wanted(c, &who.scope, &what, app.env().now()).await?;
    let scope = who.scope.clone();
    let count = async move |c: Conn<'_>| {
        let chosen = query::find(c, &scope, wanted.clone()).await?;
        list::count_up_to(c, &scope, &chosen, MOST).await
    };
    let total = app.db().report(count).await?;
    if total == 0 {
        return Err(ApiError::conflict("nothing_matches", NOTHING));
    }
    let id = begin(&app, &who.scope, what, total, None).await?;
    Ok((StatusCode::CREATED, data(view(&app, &who.scope, id).await?)))
}

/// What was done to all that matched, the newest 50 first, and what took it back.
#[utoipa::path(get, path = "/customer-batches", tag = "Customer", responses(
    (status = 200, body = Data<Vec<CustomerBatchView>>), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody),
))]
async fn list_customer_batches(State(app): State<App>, who: Allowed<Read>) -> ApiResult<Json<Data<Vec<CustomerBatchView>>>> {
    let all = store::list(app.db().conn(), &who.scope, SHOWN).await?;
    let now = app.env().now();
    Ok(data(all.into_iter().map(|b| shown(b, now)).collect()))
}

/// One batch, and how far its work has come.
#[utoipa::path(get, path = "/customer-batches/{id}", tag = "Customer", params(("id" = CustomerBatchId, Path)), responses(
    (status = 200, body = Data<CustomerBatchView>), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody),
))]
async fn find_customer_batch(
    State(app): State<App>,
    who: Allowed<Read>,
    PathId(id): PathId<BatchKind>,
) -> ApiResult<Json<Data<CustomerBatchView>>> {
    Ok(data(view(&app, &who.scope, id).await?))
}

/// The first 200 customers that a batch left as they are, and why.
#[utoipa::path(get, path = "/customer-batches/{id}/notes", tag = "Customer", params(("id" = CustomerBatchId, Path)), responses(
    (status = 200, body = Data<Vec<CustomerBatchNote>>), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody),
    (status = 404, body = ErrorBody),
))]
async fn list_customer_batch_notes(
    State(app): State<App>,
    who: Allowed<Read>,
    PathId(id): PathId<BatchKind>,
) -> ApiResult<Json<Data<Vec<CustomerBatchNote>>>> {
    let c = app.db().conn();
    store::find(c, &who.scope, id).await?.ok_or_else(ApiError::not_found)?;
    let lang = lang::current();
    let of = |row: store::NoteRow| {
        let (ar, en) = row.said.0;
        CustomerBatchNote {
            customer_id: row.customer_id,
            name: row.name.unwrap_or_default(),
            outcome: Outcome::parse(&row.outcome),
            message: if lang == kernel::Lang::Ar { ar } else { en },
        }
    };
    Ok(data(store::notes(c, &who.scope, id, NAMED).await?.into_iter().map(of).collect()))
}

/// Takes a batch back; what somebody changed since is kept. Answers with the batch that the undo is; undoing that one is the redo.
#[utoipa::path(post, path = "/customer-batches/{id}/undo", tag = "Customer", params(("id" = CustomerBatchId, Path)), responses(
    (status = 200, body = Data<CustomerBatchView>), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody),
    (status = 409, body = ErrorBody),
))]
async fn undo_customer_batch(
    State(app): State<App>,
    who: Allowed<Update>,
    PathId(id): PathId<BatchKind>,
) -> ApiResult<Json<Data<CustomerBatchView>>> {
    let batch = store::find(app.db().conn(), &who.scope, id).await?.ok_or_else(ApiError::not_found)?;
    if let Some((code, message)) = refusal(&batch, app.env().now()) {
        return Err(ApiError::conflict(code, message));
    }
    let undo = begin(&app, &who.scope, batch.what.0, batch.changed, Some(id)).await?;
    Ok(data(view(&app, &who.scope, undo).await?))
}

/// Stops a batch at work. What was done stays, and can be undone.
#[utoipa::path(post, path = "/customer-batches/{id}/cancel", tag = "Customer", params(("id" = CustomerBatchId, Path)), responses(
    (status = 200, body = Data<CustomerBatchView>), (status = 401, body = ErrorBody), (status = 403, body = ErrorBody), (status = 404, body = ErrorBody),
    (status = 409, body = ErrorBody),
))]
async fn cancel_customer_batch(
    State(app): State<App>,
    who: Allowed<Update>,
    PathId(id): PathId<BatchKind>,
) -> ApiResult<Json<Data<CustomerBatchView>>> {
    view(&app, &who.scope, id).await?;
    let (now, scope) = (app.env().now(), who.scope.clone());
    if !app.db().tx(async move |c| store::end(c, &scope, now, id, Status::Cancelled).await).await? {
        return Err(ApiError::conflict("illegal_transition", NOT_RUNNING));
    }
    Ok(data(view(&app, &who.scope, id).await?))
}
