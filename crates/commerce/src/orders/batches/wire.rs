//! Batches in API responses.

use kernel::{Lang, Millis, OrderBatchId, OrderId, UserId};
use serde::Serialize;

use super::action::{ActionIn, BatchDetails, Kind, Orders};
use super::store::ItemRow;
use crate::orders::status::Status;
use platform::batches::{Batch, BatchState, Outcome};

/// A batch of orders.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct OrderBatchView {
    id: OrderBatchId,
    kind: Kind,
    #[serde(flatten)]
    state: BatchState,
    /// Of an undo: the action of the batch that it reverts.
    action: ActionIn,
    /// Of `assign`: the new assignee's name; null for nobody.
    assignee: Option<String>,
    /// The list's query that its orders matched when it began; empty for all orders.
    filter: String,
    undo_of: Option<OrderBatchId>,
    undone_by: Option<OrderBatchId>,
}

impl OrderBatchView {
    pub(super) fn from_batch(batch: Batch<Orders>, now: Millis, name_of: impl Fn(UserId) -> Option<String>) -> Self {
        let (state, kind) = (BatchState::from_batch(&batch, now), batch.kind);
        let BatchDetails { action, filter } = batch.details;
        Self {
            id: batch.id,
            kind,
            state,
            assignee: action.assignee_id.and_then(name_of),
            action,
            filter,
            undo_of: batch.undo_of,
            undone_by: batch.undone_by,
        }
    }
}

/// The outcome of an order of a batch.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct OrderBatchItemView {
    order_id: OrderId,
    /// Null when it was a draft that was deleted.
    number: Option<i64>,
    customer_name: Option<String>,
    /// Current status of the order.
    #[schema(value_type = Option<Status>)]
    status: Option<String>,
    outcome: Outcome,
    /// Why it was skipped; empty otherwise.
    code: String,
    /// The same as text.
    message: Option<String>,
}

impl OrderBatchItemView {
    pub(super) fn from_row(row: ItemRow, lang: Lang) -> Self {
        Self {
            order_id: row.order_id,
            number: row.number,
            customer_name: row.sender_name,
            status: row.status,
            outcome: row.outcome,
            code: row.code,
            message: row.message.map(|reason| if lang == Lang::Ar { reason.0.ar } else { reason.0.en }),
        }
    }
}
