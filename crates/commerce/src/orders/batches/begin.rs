//! Beginning a batch, and the one that takes it back.

use db::Conn;
use kernel::{Env, Millis, OrderBatchId, OrderId, StoreScope};
use serde_json::json;

use super::action::{Kind, State, What};
use super::store::{self, Batch, NewBatch};
use super::{UNDO_FOR, run};
use crate::journal::{self, Act, Entry};

/// Begins an act over some orders in the caller's transaction: its row, theirs, the job and the journal's entry.
pub(super) async fn begin_act(
    c: Conn<'_>,
    env: &Env,
    scope: &StoreScope,
    what: &What,
    orders: &[OrderId],
) -> db::Result<OrderBatchId> {
    let id: OrderBatchId = env.id();
    let total = i64::try_from(orders.len()).unwrap_or(i64::MAX);
    let new = NewBatch { id, kind: what.action.kind(), what, total, undo_of: None };
    store::insert(c, scope, &new, env.now()).await?;
    store::insert_items(c, scope, id, orders).await?;
    run::enqueue(c, env, scope, id).await?;
    let entry = Entry::new(Act::Create, "order_batch", id).after(json!({ "kind": new.kind, "orders": total }));
    journal::write(c, scope, env.now(), db::Topics::PROGRESS, entry).await?;
    Ok(id)
}

/// Stops a batch in the caller's transaction; false when it is over already.
pub(super) async fn stop(c: Conn<'_>, env: &Env, scope: &StoreScope, id: OrderBatchId) -> db::Result<bool> {
    if !store::end(c, scope, env.now(), id, State::Cancelled).await? {
        return Ok(false);
    }
    let entry = Entry::new(Act::UpdateStatus, "order_batch", id);
    let entry = entry.before(json!({ "status": State::Running })).after(json!({ "status": State::Cancelled }));
    journal::write(c, scope, env.now(), db::Topics::PROGRESS, entry).await?;
    Ok(true)
}

/// Why a batch cannot be undone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Refusal {
    Running,
    Undone,
    TooOld,
    /// Nothing of it has a way back.
    NoWay,
}

/// Whether a batch can be undone.
pub(super) fn refusal(batch: &Batch, now: Millis) -> Option<Refusal> {
    if batch.undone_by.is_some() {
        Some(Refusal::Undone)
    } else if batch.status() == State::Running {
        Some(Refusal::Running)
    } else if batch.created_at.plus(UNDO_FOR) <= now {
        Some(Refusal::TooOld)
    } else if batch.undoable == 0 {
        Some(Refusal::NoWay)
    } else {
        None
    }
}

/// A failure to begin an undo.
#[derive(Debug)]
pub(super) enum BeginError {
    NotFound,
    Refused(Refusal),
    Db(db::Error),
}

impl From<db::Error> for BeginError {
    fn from(e: db::Error) -> Self {
        Self::Db(e)
    }
}

/// Begins an undo in the caller's transaction.
pub(super) async fn begin_undo(c: Conn<'_>, env: &Env, scope: &StoreScope, of: OrderBatchId) -> Result<OrderBatchId, BeginError> {
    let batch = store::find(c, scope, of).await?.ok_or(BeginError::NotFound)?;
    if let Some(why) = refusal(&batch, env.now()) {
        return Err(BeginError::Refused(why));
    }
    let id: OrderBatchId = env.id();
    if !store::set_undone(c, scope, of, id).await? {
        return Err(BeginError::Refused(Refusal::Undone));
    }
    let new = NewBatch { id, kind: Kind::Undo, what: &batch.what.0, total: batch.undoable, undo_of: Some(of) };
    store::insert(c, scope, &new, env.now()).await?;
    store::insert_undo_items(c, scope, id, of).await?;
    run::enqueue(c, env, scope, id).await?;
    let entry = Entry::new(Act::Create, "order_batch", id).after(json!({ "kind": Kind::Undo, "orders": batch.undoable }));
    journal::write(c, scope, env.now(), db::Topics::PROGRESS, entry).await?;
    Ok(id)
}
