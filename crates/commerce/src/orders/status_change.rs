//! A status change by the merchant (OR-04): a transition, or placing where the order is a draft.

use db::Conn;
use kernel::{Env, OrderId, StoreScope};

use super::deferred_writes::DeferredWrites;
use super::error::OrderError;
use super::moves::{Initiator, Move};
use super::{drafts, retry, transition};
use platform::App;

/// Moves an order along the transition table; stock, the customer's sums, its shipments and the counters follow.
///
/// # Errors
/// [`OrderError`]; nothing changed then.
pub(super) async fn set_status(app: &App, scope: &StoreScope, id: OrderId, request: Move) -> Result<(), OrderError> {
    match set_status_once(app, scope, id, request.clone()).await {
        Err(e) if retry::release_expired(app, scope, &e).await? => set_status_once(app, scope, id, request).await,
        answer => answer,
    }
}

async fn set_status_once(app: &App, scope: &StoreScope, id: OrderId, request: Move) -> Result<(), OrderError> {
    let (at, env) = (scope.clone(), app.env().clone());
    app.db()
        .tx(async move |c| {
            let mut last = DeferredWrites::default();
            set_status_in(c, &env, &at, id, &request, &mut last).await?;
            Ok(last.write(c, &at, id, env.now()).await?)
        })
        .await
}

/// As [`set_status`], in the caller's transaction, which writes `last` at its end.
///
/// # Errors
/// [`OrderError`]; nothing changed then.
pub(super) async fn set_status_in(
    c: Conn<'_>,
    env: &Env,
    scope: &StoreScope,
    id: OrderId,
    request: &Move,
    last: &mut DeferredWrites,
) -> Result<(), OrderError> {
    let checked = transition::check(c, scope, id, request).await?;
    if checked.places_draft() {
        return drafts::place::place_as_saved(c, env, scope, checked.order, checked.to, checked.note.as_deref()).await;
    }
    checked.apply(c, env, scope, Initiator::Hand, last).await
}
