//! Statements that read the progress of imports for the batches that they are.

use db::{Conn, Result, Sql, row};
use kernel::{BatchId, Millis, StoreScope};

/// Progress of an import.
pub(super) struct ImportProgress {
    pub(super) id: BatchId,
    pub(super) status: String,
    pub(super) total: i64,
    pub(super) done: i64,
    pub(super) changed: i64,
    pub(super) failed: i64,
    pub(super) kept: i64,
    pub(super) finished_at: Option<Millis>,
}
row!(ImportProgress { id, status, total, done, changed, failed, kept, finished_at });

pub(super) async fn list_imports(c: Conn<'_>, scope: &StoreScope, ids: Vec<BatchId>) -> Result<Vec<ImportProgress>> {
    Sql::new(
        "SELECT id, status, total, done, created_count + updated_count, failed_count, kept_count, finished_at \
         FROM imports WHERE",
    )
    .arg(" store_id = ?", scope.store())
    .list(" AND id IN ", ids, "")
    .all(c)
    .await
}
