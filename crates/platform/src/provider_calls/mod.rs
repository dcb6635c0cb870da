//! Calls to payment providers and couriers: jobs that are written with the change that wants them and made after its commit (PY-03,
//! SP-02, OR-06; docs/decisions/0086).
//!
//! A slice writes a call with [`enqueue`] in its own transaction and implements [`ProviderCall`] for its kind: what is sent, how an
//! unknown outcome is settled, and what the answer changes. The worker makes it, or [`run_now`] does for somebody who waits.
//!
//! Tables: `provider_calls`, `provider_circuits`, `provider_exchanges`.
//! Invariants: no network call is made inside a transaction. Two runs of a call never overlap while their leases hold. The effect is
//! written in the transaction in which the call ends, once for each end. A run that died, or got no answer, is settled before the call
//! is repeated. No secret and no personal data of shoppers stand in `input`; exchanges are redacted by who wrote them.
//! Lock order: the call's row before the order's (docs/decisions/0026): a transaction that has locked an order writes new calls and
//! touches no others.
//!
//! To add a kind: an implementation of [`ProviderCall`] and its line in `server::compose::ports`.

mod api;
mod circuit;
mod circuit_store;
mod entities;
mod exchange_store;
mod inline;
mod jobs;
mod model;
mod port;
mod pressure;
mod retry;
mod run;
mod store;
mod stored;
mod tables;
mod wire;
mod wording;

use std::collections::BTreeSet;

use db::{Conn, Topics};
use kernel::{Env, Id, OrderId, ProviderCallId, StoreScope};
use serde_json::Value;

use crate::App;

pub use api::routes;
pub use entities::ENTITIES;
pub use exchange_store::StoredExchange;
pub use inline::run_now;
pub use jobs::register;
pub use model::{CallState, Progress};
pub use port::{
    CallContext, CallOutcome, CallResult, Exchange, ExchangeLog, ProviderCall, ProviderCalls, RetryRefusal, Settlement,
};
pub use retry::{RetryError, retry};
pub use stored::{Enqueued, NewCall, Reason, StoredCall};
pub use tables::TABLES;
pub use wire::{ProviderCallReason, ProviderCallView};

/// Writes a call in the caller's transaction; the worker makes it after the commit. Under a key that the store has used nothing is
/// written. The caller's own journal entry tells of it.
///
/// # Errors
/// Of the database.
pub async fn enqueue(c: Conn<'_>, env: &Env, scope: &StoreScope, new: NewCall) -> db::Result<Enqueued> {
    let NewCall { provider, kind, subject, order, key, input, patience, is_inline } = new;
    let now = env.now();
    let call = StoredCall {
        id: env.id(),
        provider,
        kind: kind.to_owned(),
        subject,
        order_id: order,
        key,
        input,
        progress: Progress::new(now, patience),
        reason: Reason::code(""),
        result: Value::Null,
        created_at: now,
        updated_at: now,
        ended_at: None,
    };
    if !store::insert(c, scope, &call).await? {
        return Ok(Enqueued { id: store::get_id_by_key(c, scope, &call.key).await?, is_new: false });
    }
    jobs::enqueue(c, env, scope, call.id, is_inline).await?;
    c.touch(scope.store(), Topics::SALES);
    Ok(Enqueued { id: call.id, is_new: true })
}

/// The call with an id.
///
/// # Errors
/// Of the database.
pub async fn find(c: Conn<'_>, scope: &StoreScope, id: ProviderCallId) -> db::Result<Option<StoredCall>> {
    store::find(c, scope, id).await
}

/// The newest calls about an order; 100 at most.
///
/// # Errors
/// Of the database.
pub async fn list_of_order(c: Conn<'_>, scope: &StoreScope, order: OrderId) -> db::Result<Vec<StoredCall>> {
    store::list_of_order(c, scope, order).await
}

/// The same as people see them: of calls that only read, the newest about each thing, for such calls are repeated for weeks.
///
/// # Errors
/// Of the database.
pub async fn list_views_of_order(app: &App, scope: &StoreScope, order: OrderId) -> db::Result<Vec<ProviderCallView>> {
    let calls = app.ports.get::<ProviderCalls>()?;
    let mut found = store::list_of_order(app.db().conn(), scope, order).await?;
    let mut latest_reads = BTreeSet::new();
    found.retain(|call| {
        let only_reads = calls.get(&call.kind).is_some_and(|kind| !kind.is_journaled());
        !only_reads || latest_reads.insert((call.kind.clone(), call.subject.clone()))
    });
    Ok(found.into_iter().map(|call| ProviderCallView::new(&calls, call)).collect())
}

/// The newest calls that belong to something; 100 at most.
///
/// # Errors
/// Of the database.
pub async fn list_of_subject<K: kernel::id::Kind>(
    c: Conn<'_>,
    scope: &StoreScope,
    subject: Id<K>,
) -> db::Result<Vec<StoredCall>> {
    store::list_of_subject(c, scope, &subject.to_string()).await
}

/// The exchanges of a call, the newest first; 50 at most.
///
/// # Errors
/// Of the database.
pub async fn list_exchanges(c: Conn<'_>, scope: &StoreScope, call: ProviderCallId) -> db::Result<Vec<StoredExchange>> {
    exchange_store::list(c, scope, call).await
}
