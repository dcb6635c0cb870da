//! Imports in the list of batches: their counts come from their own rows while they run, as does whether they were undone.

use std::collections::HashSet;

use db::{Conn, Result};
use kernel::{BatchId, StoreScope};

use super::imports_store;
use super::model::{Batch, Kind};
use platform::batches::Status;

/// Replaces the counts of import batches by those of the imports. Returns which of them were undone by the import's own undo.
pub(super) async fn settle(c: Conn<'_>, scope: &StoreScope, batches: &mut [Batch]) -> Result<HashSet<BatchId>> {
    let ids: Vec<BatchId> = batches.iter().filter(|b| b.kind == Kind::Import).map(|b| b.id).collect();
    if ids.is_empty() {
        return Ok(HashSet::new());
    }
    let mut undone = HashSet::new();
    for import in imports_store::list_imports(c, scope, ids).await? {
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
        (batch.failed, batch.not_undone, batch.finished_at) = (import.failed, import.kept, import.finished_at);
    }
    Ok(undone)
}
