//! Imports among the batches: their own rows count while they work, and say whether they were taken back.

use std::collections::HashSet;

use db::{Conn, Result, Sql, row};
use kernel::{BatchId, Millis, StoreScope};

use super::{Batch, Kind};
use platform::batches::Status;

struct Import {
    id: BatchId,
    status: String,
    total: i64,
    done: i64,
    changed: i64,
    failed: i64,
    kept: i64,
    finished_at: Option<Millis>,
}
row!(Import { id, status, total, done, changed, failed, kept, finished_at });

/// Puts the numbers of imports where those of other batches are. Which of them were taken back by their own undo.
pub(super) async fn settle(c: Conn<'_>, scope: &StoreScope, batches: &mut [Batch]) -> Result<HashSet<BatchId>> {
    let ids: Vec<BatchId> = batches.iter().filter(|b| b.kind == Kind::Import).map(|b| b.id).collect();
    if ids.is_empty() {
        return Ok(HashSet::new());
    }
    let rows: Vec<Import> = Sql::new(
        "SELECT id, status, total, done, created_count + updated_count, failed_count, kept_count, finished_at \
         FROM imports WHERE",
    )
    .arg(" store_id = ?", scope.store())
    .list(" AND id IN ", ids, "")
    .all(c)
    .await?;
    let mut undone = HashSet::new();
    for import in rows {
        let Some(batch) = batches.iter_mut().find(|b| b.id == import.id) else { continue };
        batch.set_status(match import.status.as_str() {
            "running" | "undoing" | "checking" => Status::Running,
            "failed" => Status::Failed,
            _ => Status::Done,
        });
        if import.status == "undone" {
            undone.insert(import.id);
        }
        (batch.total, batch.done, batch.changed) = (import.total, import.done, import.changed);
        (batch.failed, batch.kept, batch.finished_at) = (import.failed, import.kept, import.finished_at);
    }
    Ok(undone)
}
