//! Statements on the orders of a batch.

use db::{Conn, Json, Result, Sql, row};
use kernel::{OrderBatchId, OrderId, StoreScope};

use super::action::Reason;
use platform::batches::Outcome;

/// An order of a batch with its outcome.
pub(super) struct ItemRow {
    pub(super) position: i64,
    pub(super) order_id: OrderId,
    pub(super) number: Option<i64>,
    pub(super) sender_name: Option<String>,
    pub(super) status: Option<String>,
    pub(super) outcome: Outcome,
    pub(super) code: String,
    pub(super) message: Option<Json<Reason>>,
}
row!(ItemRow { position, order_id, number, sender_name, status, outcome, code, message });

/// The orders of a batch in their order, optionally of one outcome.
pub(super) async fn list_items(
    c: Conn<'_>,
    scope: &StoreScope,
    batch: OrderBatchId,
    outcome: Option<Outcome>,
    (after, limit, offset): (i64, i64, i64),
) -> Result<Vec<ItemRow>> {
    Sql::new(
        "SELECT i.position, i.subject_id, o.number, o.sender_name, o.status, i.outcome, i.code, i.note FROM batch_items i \
         LEFT JOIN orders o ON o.store_id = i.store_id AND o.id = i.subject_id WHERE",
    )
    .arg(" i.store_id = ?", scope.store())
    .arg(" AND i.batch_id = ?", batch.raw())
    .arg(" AND i.position > ?", after)
    .opt(" AND i.outcome = ?", outcome.map(Outcome::as_str))
    .arg(" ORDER BY i.position LIMIT ?", limit)
    .arg(" OFFSET ?", offset)
    .all(c)
    .await
}
