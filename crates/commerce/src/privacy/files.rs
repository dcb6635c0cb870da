//! The files of a person who was erased go: queued in the transaction of the erasure, tried until they are gone.

use jobs::{Job, JobResult, Outcome, Registry};
use kernel::StoreId;
use serde::{Deserialize, Serialize};

use crate::App;

/// Takes blobs away. Keys hold ids and nothing of the person.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct EraseFilesJob {
    pub(super) store: StoreId,
    /// Of single files.
    pub(super) keys: Vec<String>,
    /// Of exports: everything in them.
    pub(super) folders: Vec<String>,
}

impl Job for EraseFilesJob {
    const KIND: &'static str = "erase_files";
}

pub(super) fn register(registry: &mut Registry<App>) {
    registry.on(erase);
}

async fn erase(app: App, job: EraseFilesJob) -> JobResult {
    // A job reaches into no other store, whatever stands in it.
    let own = format!("{}/", job.store);
    for key in job.keys.iter().filter(|key| key.starts_with(&own)) {
        app.blobs.delete(key).await?;
    }
    for folder in job.folders.iter().filter(|folder| folder.starts_with(&own)) {
        app.blobs.delete_folder(folder).await?;
    }
    Ok(Outcome::Done)
}
