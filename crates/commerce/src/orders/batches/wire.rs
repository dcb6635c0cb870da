//! Batches as they are shown.

use kernel::{Lang, Millis, OrderBatchId, OrderId, UserId};
use serde::Serialize;

use super::UNDO_FOR;
use super::action::{ActionIn, Kind, Outcome, State, What};
use super::begin::refusal;
use super::store::{Batch, ItemRow};
use crate::orders::status::Status;

/// One act over many orders.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct OrderBatchView {
    id: OrderBatchId,
    kind: Kind,
    status: State,
    /// Of an undo: that of the batch it takes back.
    action: ActionIn,
    /// Of an act of assigning: the name of who got them; null for nobody.
    assignee: Option<String>,
    /// The list's query that its orders matched when it began; empty for all orders.
    filter: String,
    undo_of: Option<OrderBatchId>,
    undone_by: Option<OrderBatchId>,
    /// Who did it, by the name of then.
    actor: String,
    total: i64,
    done: i64,
    changed_count: i64,
    failed_count: i64,
    /// Of those that were changed, how many have a way back.
    undoable_count: i64,
    can_undo: bool,
    /// Until then.
    undo_until: String,
    created_at: String,
    finished_at: Option<String>,
}

impl OrderBatchView {
    pub(super) fn of(batch: Batch, now: Millis, name_of: impl Fn(UserId) -> Option<String>) -> Self {
        let can_undo = refusal(&batch, now).is_none();
        let (kind, status) = (batch.kind(), batch.status());
        let What { action, filter } = batch.what.0;
        Self {
            id: batch.id,
            kind,
            status,
            assignee: action.assignee_id.and_then(name_of),
            action,
            filter,
            undo_of: batch.undo_of,
            undone_by: batch.undone_by,
            actor: batch.actor_name,
            total: batch.total,
            done: batch.done,
            changed_count: batch.changed,
            failed_count: batch.failed,
            undoable_count: batch.undoable,
            can_undo,
            undo_until: batch.created_at.plus(UNDO_FOR).rfc3339(),
            created_at: batch.created_at.rfc3339(),
            finished_at: batch.finished_at.map(Millis::rfc3339),
        }
    }
}

/// What became of an order of a batch.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct OrderBatchItemView {
    order_id: OrderId,
    /// Null when it was a draft that is gone.
    number: Option<i64>,
    customer_name: Option<String>,
    /// Where it is now.
    #[schema(value_type = Option<Status>)]
    status: Option<String>,
    outcome: Outcome,
    /// Why it was left as it is; empty otherwise.
    code: String,
    /// The same in words.
    message: Option<String>,
}

impl OrderBatchItemView {
    pub(super) fn of(row: ItemRow, lang: Lang) -> Self {
        Self {
            order_id: row.order_id,
            number: row.number,
            customer_name: row.sender_name,
            status: row.status,
            outcome: Outcome::parse(&row.outcome).unwrap_or(Outcome::Pending),
            code: row.code,
            message: row.message.map(|reason| if lang == Lang::Ar { reason.0.ar } else { reason.0.en }),
        }
    }
}
