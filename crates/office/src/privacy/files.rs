//! Deletes the files of an erased person, and the rows of imports: enqueued in the transaction of the erasure, retried until they
//! are gone.

use jobs::{Job, JobResult, Outcome, Registry};
use kernel::{ImportId, StoreId};
use serde::{Deserialize, Serialize};

use super::erase_store;
use platform::App;

/// Deletes blobs. Keys hold ids and nothing of the person.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct EraseFilesJob {
    pub(super) store: StoreId,
    /// Keys of single files.
    pub(super) keys: Vec<String>,
    /// Folders of exports: everything in them.
    pub(super) folders: Vec<String>,
    /// Deleted imports whose row outcomes remain.
    #[serde(default)]
    pub(super) imports: Vec<ImportId>,
}

impl Job for EraseFilesJob {
    const KIND: &'static str = "erase_files";
}

pub(super) fn register(registry: &mut Registry<App>) {
    registry.on(erase);
}

async fn erase(app: App, job: EraseFilesJob) -> JobResult {
    // A job deletes nothing of another store, whatever its payload holds.
    let prefix = format!("{}/", job.store);
    for key in job.keys.iter().filter(|key| key.starts_with(&prefix)) {
        app.blobs.delete(key).await?;
    }
    for folder in job.folders.iter().filter(|folder| folder.starts_with(&prefix)) {
        app.blobs.delete_folder(folder).await?;
    }
    for id in job.imports {
        let store = job.store;
        while app.db().tx(async move |c| erase_store::delete_import_rows(c, store, id).await).await? > 0 {}
    }
    Ok(Outcome::Done)
}
