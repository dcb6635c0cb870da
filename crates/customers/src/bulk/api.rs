//! HTTP endpoints of batches of customers.

use std::collections::HashMap;

use crate::query::CustomerListParams;
use axum::Json;
use axum::extract::{RawQuery, State};
use axum::http::StatusCode;
use db::Conn;
use kernel::id::CustomerBatch as BatchKind;
use kernel::{CustomerBatchId, CustomerId, Millis};
use serde::{Deserialize, Serialize};
use utoipa_axum::router::OpenApiRouter;
use web::list::data;
use web::routes;
use web::{Allowed, ApiError, ApiResult, Data, JsonIn, ListQuery, Message, PathId, Refusals, lang};

use super::action::{self, CustomerActionIn};
use super::area::{BatchDetails, Customers, NoteTexts};
use super::run;
use crate::api::{Read, Update};
use crate::list_store;
use crate::purchases::Purchases;
use crate::query::{self, FILTERS, SORTS};
use crate::store as customers;
use platform::App;
use platform::batches::{self, Batch, BatchState, NoteRow, Outcome, calls};

/// The most customers of a batch.
const MOST: i64 = 1_000_000;
/// Most batches that the list shows, and most customers that the notes name.
const SHOWN: i64 = 50;
const NAMED: i64 = 200;
const NOTHING: Message = Message::new("لا يوجد عملاء مطابقون.", "No customers match.");

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_customer_batches, create_customer_batch))
        .routes(routes!(find_customer_batch))
        .routes(routes!(list_customer_batch_notes))
        .routes(routes!(undo_customer_batch))
        .routes(routes!(cancel_customer_batch))
}

/// One action on all customers that a query matches.
#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
struct CustomerBatchIn {
    /// tags, group, block, or the withdrawal of consent.
    action: CustomerActionIn,
}

/// One action over all customers that matched.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct CustomerBatchView {
    id: CustomerBatchId,
    #[serde(flatten)]
    state: BatchState,
    action: CustomerActionIn,
    /// The list's query string whose customers were selected.
    query: String,
    /// The batch that this one undoes.
    undo_of: Option<CustomerBatchId>,
    undone_by: Option<CustomerBatchId>,
}

/// A customer who was left unchanged.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct CustomerBatchNote {
    customer_id: CustomerId,
    /// Empty when the record was merged into another one since.
    name: String,
    outcome: Outcome,
    message: String,
}

fn shown(batch: Batch<Customers>, now: Millis) -> CustomerBatchView {
    CustomerBatchView {
        id: batch.id,
        state: BatchState::from_batch(&batch, now),
        action: batch.details.action,
        query: batch.details.query,
        undo_of: batch.undo_of,
        undone_by: batch.undone_by,
    }
}

fn view(app: &App, batch: Batch<Customers>) -> Json<Data<CustomerBatchView>> {
    data(shown(batch, app.env().now()))
}

/// Applies one action to every customer that a list's query matches (the same filters and search as `GET /customers`; no query
/// matches every customer): up to 100 at once, more in the background, a few per transaction.
#[utoipa::path(post, path = "/customer-batches", tag = "Customer", params(CustomerListParams), request_body = CustomerBatchIn, responses(
    (status = 201, body = Data<CustomerBatchView>), Refusals<409, 422>,
))]
async fn create_customer_batch(
    State(app): State<App>,
    allowed: Allowed<Update>,
    RawQuery(sent_query): RawQuery,
    JsonIn(sent): JsonIn<CustomerBatchIn>,
) -> ApiResult<(StatusCode, Json<Data<CustomerBatchView>>)> {
    let c = app.db().conn();
    action::read_for_all(&app, &allowed.scope, &sent.action).await?;
    let query = calls::narrowing(sent_query)?;
    let read = ListQuery::parse("/customers", &query)?;
    read.check(SORTS, FILTERS)?;
    let segment = query::segment(c, &allowed.scope, &read).await?;
    let what = BatchDetails { action: sent.action, query, segment };
    let filter = run::get_filter(c, &allowed.scope, &what, app.env().now()).await?;
    let (scope, purchases) = (allowed.scope.clone(), app.ports.get::<dyn Purchases>()?);
    let count = async move |c: Conn<'_>| {
        let selection = query::find(c, &scope, &purchases, filter.clone()).await?;
        list_store::count_up_to(c, &scope, &selection, MOST).await
    };
    let total = app.db().report(count).await?;
    if total == 0 {
        return Err(ApiError::conflict("nothing_matches", NOTHING));
    }
    let batch = calls::begin::<Customers>(&app, &allowed.scope, (action::BatchAct::Act, what, total), Vec::new()).await?;
    Ok((StatusCode::CREATED, view(&app, batch)))
}

/// The newest 50 batches on matching customers, undos included.
#[utoipa::path(get, path = "/customer-batches", tag = "Customer", responses(
    (status = 200, body = Data<Vec<CustomerBatchView>>),
))]
async fn list_customer_batches(State(app): State<App>, allowed: Allowed<Read>) -> ApiResult<Json<Data<Vec<CustomerBatchView>>>> {
    let all = batches::list::<Customers>(app.db().conn(), &allowed.scope, None, (SHOWN, 0)).await?;
    let now = app.env().now();
    Ok(data(all.into_iter().map(|b| shown(b, now)).collect()))
}

/// One batch, with its progress.
#[utoipa::path(get, path = "/customer-batches/{id}", tag = "Customer", params(("id" = CustomerBatchId, Path)), responses(
    (status = 200, body = Data<CustomerBatchView>), Refusals<404>,
))]
async fn find_customer_batch(
    State(app): State<App>,
    allowed: Allowed<Read>,
    PathId(id): PathId<BatchKind>,
) -> ApiResult<Json<Data<CustomerBatchView>>> {
    Ok(view(&app, calls::find(&app, &allowed.scope, id).await?))
}

/// The first 200 customers that a batch left unchanged, and why.
#[utoipa::path(get, path = "/customer-batches/{id}/notes", tag = "Customer", params(("id" = CustomerBatchId, Path)), responses(
    (status = 200, body = Data<Vec<CustomerBatchNote>>), Refusals<404>,
))]
async fn list_customer_batch_notes(
    State(app): State<App>,
    allowed: Allowed<Read>,
    PathId(id): PathId<BatchKind>,
) -> ApiResult<Json<Data<Vec<CustomerBatchNote>>>> {
    calls::find::<Customers>(&app, &allowed.scope, id).await?;
    let c = app.db().conn();
    let rows = batches::list_notes::<Customers, NoteTexts>(c, &allowed.scope, id, (0, NAMED)).await?;
    let ids: Vec<CustomerId> = rows.iter().map(|row| CustomerId::from_raw(row.subject_id)).collect();
    let names: HashMap<CustomerId, String> = customers::list_names(c, &allowed.scope, &ids).await?.into_iter().collect();
    let lang = lang::current();
    let of = |row: NoteRow<NoteTexts>| {
        let (id, (ar, en)) = (CustomerId::from_raw(row.subject_id), row.note);
        let message = if lang == kernel::Lang::Ar { ar } else { en };
        CustomerBatchNote { customer_id: id, name: names.get(&id).cloned().unwrap_or_default(), outcome: row.outcome, message }
    };
    Ok(data(rows.into_iter().map(of).collect()))
}

/// Undoes a batch; later changes are kept. Answers with the batch of the undo; undoing that one is the redo.
#[utoipa::path(post, path = "/customer-batches/{id}/undo", tag = "Customer", params(("id" = CustomerBatchId, Path)), responses(
    (status = 200, body = Data<CustomerBatchView>), Refusals<404, 409>,
))]
async fn undo_customer_batch(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathId(id): PathId<BatchKind>,
) -> ApiResult<Json<Data<CustomerBatchView>>> {
    Ok(view(&app, calls::undo(&app, &allowed.scope, id).await?))
}

/// Cancels a running batch. What is done stays done, and can be undone.
#[utoipa::path(post, path = "/customer-batches/{id}/cancel", tag = "Customer", params(("id" = CustomerBatchId, Path)), responses(
    (status = 200, body = Data<CustomerBatchView>), Refusals<404, 409>,
))]
async fn cancel_customer_batch(
    State(app): State<App>,
    allowed: Allowed<Update>,
    PathId(id): PathId<BatchKind>,
) -> ApiResult<Json<Data<CustomerBatchView>>> {
    Ok(view(&app, calls::cancel(&app, &allowed.scope, id).await?))
}
