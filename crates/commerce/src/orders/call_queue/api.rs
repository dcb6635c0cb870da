//! Endpoints of the call queue. Calling needs the ability to update orders.

use axum::Json;
use axum::extract::State as Shared;
use kernel::id::{Customer as CustomerKind, Order as OrderKind};
use kernel::{CustomerId, OrderId, StoreScope};
use serde::Deserialize;
use utoipa_axum::router::OpenApiRouter;
use web::list::data;
use web::message::common;
use web::routes;
use web::{Allowed, ApiError, ApiResult, Data, JsonIn, PathId, QueryIn, Refusals, Subject};

use super::claim::{self, CallQueueError, Caller};
use super::outcome::{self, CallReport};
use super::view;
use super::wire::{
    CountsView, CustomerTrust, HoldIn, HoldView, NextIn, OrderTrust, OutcomeIn, OutcomeView, QueuedCustomerView, RowView, TakeIn,
    UndoIn,
};
use crate::orders::order_confirmation::gate::count_due;
use crate::orders::order_confirmation::model::{Outcome, State, UNDO};
use crate::orders::order_confirmation::store;
use platform::bounded::{self, Bounded};
use platform::{App, stores};
use web::schema;

web::permissions! { Read = Read Order; Update = Update Order; ReadCustomer = Read Customer; }

pub(super) fn routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list_confirmations))
        .routes(routes!(count_confirmations))
        .routes(routes!(take_next_confirmation))
        .routes(routes!(release_confirmations))
        .routes(routes!(take_confirmation))
        .routes(routes!(hold_confirmation))
        .routes(routes!(tell_confirmation_outcome))
        .routes(routes!(undo_confirmation_outcome))
        .routes(routes!(requeue_confirmation))
        .routes(routes!(find_order_trust))
        .routes(routes!(find_customer_trust))
}

fn caller(allowed: &Allowed<Update>) -> Caller {
    Caller { user: allowed.caller.user, name: allowed.scope.actor().name.clone() }
}

web::schema_types! {
    /// The states that can be listed.
    ListedState => schema::words(State::ALL.iter().filter(|s| s.is_listed()).map(|s| s.as_str()));
}

#[derive(Debug, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
struct StateQuery {
    /// `waiting` by default.
    #[param(value_type = Option<ListedState>, inline)]
    state: Option<String>,
}

/// The orders of a state, the earliest due first; 100 at most.
#[utoipa::path(get, path = "/confirmations", tag = "Order", params(StateQuery), responses(
    (status = 200, body = Data<Vec<RowView>>), Refusals<422>,
))]
async fn list_confirmations(
    Shared(app): Shared<App>,
    allowed: Allowed<Read>,
    QueryIn(query): QueryIn<StateQuery>,
) -> ApiResult<Json<Data<Vec<RowView>>>> {
    let state = match query.state.as_deref() {
        None => State::Waiting,
        Some(word) => {
            State::parse(word).filter(|s| s.is_listed()).ok_or_else(|| ApiError::field("state", common::NOT_A_CHOICE))?
        }
    };
    let c = app.db().conn();
    let currency = stores::get_profile(c, &allowed.scope).await?.currency;
    let rows = store::list(c, &allowed.scope, state, app.env().now()).await?;
    Ok(data(rows.into_iter().map(|row| RowView::from_row(row, currency)).collect()))
}

/// Number of orders by state.
#[utoipa::path(get, path = "/confirmations/counts", tag = "Order", responses((status = 200, body = Data<CountsView>)))]
async fn count_confirmations(Shared(app): Shared<App>, allowed: Allowed<Read>) -> ApiResult<Json<Data<CountsView>>> {
    Ok(data(counts(&app, &allowed.scope).await?))
}

async fn counts(app: &App, scope: &StoreScope) -> ApiResult<CountsView> {
    let c = app.db().conn();
    let mut of = Bounded::default();
    Ok(CountsView {
        due: of.cap("due", count_due(c, scope, app.env().now()).await?, bounded::MOST),
        waiting: of.cap("waiting", store::count(c, scope, State::Waiting, None).await?, bounded::MOST),
        unreachable: of.cap("unreachable", store::count(c, scope, State::Unreachable, None).await?, bounded::MOST),
        wrong_number: of.cap("wrong_number", store::count(c, scope, State::WrongNumber, None).await?, bounded::MOST),
        deposit: of.cap("deposit", store::count(c, scope, State::Deposit, None).await?, bounded::MOST),
        more_than: of.more_than(),
    })
}

/// Leases the next customer to call to the caller for three minutes; null when nobody waits.
#[utoipa::path(post, path = "/confirmations/next", tag = "Order", request_body = NextIn, responses(
    (status = 200, body = Data<Option<QueuedCustomerView>>), Refusals<409, 422>,
))]
async fn take_next_confirmation(
    Shared(app): Shared<App>,
    allowed: Allowed<Update>,
    JsonIn(sent): JsonIn<NextIn>,
) -> ApiResult<Json<Data<Option<QueuedCustomerView>>>> {
    if sent.passed.len() > 100 {
        return Err(ApiError::field("passed", common::INVALID_ITEM));
    }
    match claim::next(&app, &allowed.scope, &caller(&allowed), sent.passed).await? {
        Some(claim) => Ok(data(view::find_customer(&app, &allowed.scope, claim, allowed.may_read(Subject::Customer)).await?)),
        None => Ok(data(None)),
    }
}

/// Releases the caller's lease.
#[utoipa::path(post, path = "/confirmations/release", tag = "Order", responses((status = 200, body = Data<CountsView>)))]
async fn release_confirmations(Shared(app): Shared<App>, allowed: Allowed<Update>) -> ApiResult<Json<Data<CountsView>>> {
    claim::release(&app, &allowed.scope, &caller(&allowed)).await?;
    Ok(data(counts(&app, &allowed.scope).await?))
}

/// Leases the customer of an order to the caller; 409 `held_by_other` while another member has the lease, unless it is taken
/// over.
#[utoipa::path(post, path = "/confirmations/{id}/take", tag = "Order", params(("id" = OrderId, Path)), request_body = TakeIn, responses(
    (status = 200, body = Data<QueuedCustomerView>), Refusals<404, 409, 422>,
))]
async fn take_confirmation(
    Shared(app): Shared<App>,
    allowed: Allowed<Update>,
    PathId(id): PathId<OrderKind>,
    JsonIn(sent): JsonIn<TakeIn>,
) -> ApiResult<Json<Data<QueuedCustomerView>>> {
    let claim = claim::take(&app, &allowed.scope, &caller(&allowed), id, sent.takes_over).await?;
    Ok(data(view::get_customer(&app, &allowed.scope, claim, allowed.may_read(Subject::Customer)).await?))
}

/// Renews the lease of a customer; 409 `held_by_other` when it was taken over, `already_decided` when the order moved.
#[utoipa::path(post, path = "/confirmations/{id}/hold", tag = "Order", params(("id" = OrderId, Path)), request_body = HoldIn, responses(
    (status = 200, body = Data<HoldView>), Refusals<404, 409, 422>,
))]
async fn hold_confirmation(
    Shared(app): Shared<App>,
    allowed: Allowed<Update>,
    PathId(id): PathId<OrderKind>,
    JsonIn(sent): JsonIn<HoldIn>,
) -> ApiResult<Json<Data<HoldView>>> {
    let until = claim::renew(&app, &allowed.scope, &caller(&allowed), id, sent.fence).await?;
    Ok(data(HoldView { held_until: until.rfc3339() }))
}

/// Records the outcome of a call: `confirmed` moves the order to PRCS, `cancelled` to CNCL with its goods restocked.
#[utoipa::path(post, path = "/confirmations/{id}/outcome", tag = "Order", params(("id" = OrderId, Path)), request_body = OutcomeIn, responses(
    (status = 200, body = Data<OutcomeView>), Refusals<404, 409, 422>,
))]
async fn tell_confirmation_outcome(
    Shared(app): Shared<App>,
    allowed: Allowed<Update>,
    PathId(id): PathId<OrderKind>,
    JsonIn(sent): JsonIn<OutcomeIn>,
) -> ApiResult<Json<Data<OutcomeView>>> {
    let c = app.db().conn();
    let profile = stores::get_profile(c, &allowed.scope).await?;
    let OutcomeIn { outcome, fence, until, note } = sent;
    let report = CallReport { outcome, fence, until, note };
    let call_id = outcome::record_outcome(&app, &allowed.scope, &profile, &caller(&allowed), id, report).await?;
    let row = store::find(c, &allowed.scope, id).await?.ok_or(CallQueueError::NotFound)?;
    Ok(data(OutcomeView {
        call_id,
        undo_seconds: if Outcome::can_be_undone(outcome) { UNDO / kernel::Millis::SECOND } else { 0 },
        state: row.state,
        due_at: (row.state == State::Waiting).then(|| row.due_at.rfc3339()),
        attempts: row.attempts,
    }))
}

/// Undoes the caller's last call of an order, for half a minute; the customer is leased to the caller again. Null when it was
/// undone and the order was moved by others since.
#[utoipa::path(post, path = "/confirmations/{id}/undo", tag = "Order", params(("id" = OrderId, Path)), request_body = UndoIn, responses(
    (status = 200, body = Data<Option<QueuedCustomerView>>), Refusals<404, 409, 422>,
))]
async fn undo_confirmation_outcome(
    Shared(app): Shared<App>,
    allowed: Allowed<Update>,
    PathId(id): PathId<OrderKind>,
    JsonIn(sent): JsonIn<UndoIn>,
) -> ApiResult<Json<Data<Option<QueuedCustomerView>>>> {
    let claim = outcome::undo(&app, &allowed.scope, &caller(&allowed), id, sent.call_id).await?;
    Ok(data(view::find_customer(&app, &allowed.scope, claim, allowed.may_read(Subject::Customer)).await?))
}

/// Puts an order back into the queue with its attempts reset.
#[utoipa::path(post, path = "/confirmations/{id}/requeue", tag = "Order", params(("id" = OrderId, Path)), responses(
    (status = 200, body = Data<OrderTrust>), Refusals<404, 409>,
))]
async fn requeue_confirmation(
    Shared(app): Shared<App>,
    allowed: Allowed<Update>,
    PathId(id): PathId<OrderKind>,
) -> ApiResult<Json<Data<OrderTrust>>> {
    let profile = stores::get_profile(app.db().conn(), &allowed.scope).await?;
    outcome::requeue(&app, &allowed.scope, &profile, id).await?;
    Ok(data(view::order_trust(&app, &allowed.scope, id).await?))
}

/// Trust score of an order, with the decision and its calls.
#[utoipa::path(get, path = "/orders/{id}/trust", tag = "Order", params(("id" = OrderId, Path)), responses(
    (status = 200, body = Data<OrderTrust>), Refusals<404>,
))]
async fn find_order_trust(
    Shared(app): Shared<App>,
    allowed: Allowed<Read>,
    PathId(id): PathId<OrderKind>,
) -> ApiResult<Json<Data<OrderTrust>>> {
    Ok(data(view::order_trust(&app, &allowed.scope, id).await?))
}

/// Trust score of a customer's number.
#[utoipa::path(get, path = "/customers/{id}/trust", tag = "Customer", params(("id" = CustomerId, Path)), responses(
    (status = 200, body = Data<CustomerTrust>), Refusals<404>,
))]
async fn find_customer_trust(
    Shared(app): Shared<App>,
    allowed: Allowed<ReadCustomer>,
    PathId(id): PathId<CustomerKind>,
) -> ApiResult<Json<Data<CustomerTrust>>> {
    Ok(data(view::customer_trust(&app, &allowed.scope, id, allowed.may_read(Subject::Order)).await?))
}
