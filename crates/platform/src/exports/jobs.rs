//! Background work of exports: writing large files, deleting expired ones.

use std::marker::PhantomData;

use jobs::{Enqueue, Job, JobResult, Outcome, Registry};
use kernel::{Actor, ExportId, Millis, StoreId, StoreScope, UserId};
use serde::{Deserialize, Serialize};

use super::kind::{Exported, Failed};
use super::model::Status;
use super::{store, work};
use crate::journal::{self, Act, Entry};
use crate::{App, pending_uploads};

/// Parts written in one run before other jobs get their turn.
const PER_RUN: usize = 10;
/// Exports of a kind that are deleted in one run.
const MOST_EXPIRED: i64 = 200;

/// Writes an export.
#[derive(Serialize, Deserialize)]
#[serde(bound = "")]
pub(super) struct WriteExportJob<K> {
    pub(super) store: StoreId,
    pub(super) export: ExportId,
    pub(super) user: UserId,
    pub(super) name: String,
    #[serde(skip)]
    pub(super) of: PhantomData<fn() -> K>,
}

impl<K: Exported> Job for WriteExportJob<K> {
    const KIND: &'static str = K::WORDS.job;
}

/// The job and the schedule of a kind.
pub fn register<K: Exported>(registry: &mut Registry<App>) {
    registry.on(write_export::<K>);
    registry.on_dead(|app, job: WriteExportJob<K>, _| mark_failed(app, job));
    registry.every(K::WORDS.expiry, Millis::HOUR, expire::<K>);
}

/// Enqueues the job in the caller's transaction, to run from a moment on.
pub(super) async fn enqueue<K: Exported>(
    c: db::Conn<'_>,
    env: &kernel::Env,
    job: &WriteExportJob<K>,
    from: Millis,
) -> db::Result<()> {
    jobs::enqueue(c, env, job, Enqueue { run_at: Some(from), ..Enqueue::for_store(job.store) }).await?;
    Ok(())
}

fn scope_of<K>(job: &WriteExportJob<K>) -> StoreScope {
    StoreScope::new(job.store, Actor::merchant(job.user, job.name.clone()))
}

async fn write_export<K: Exported>(app: App, job: WriteExportJob<K>) -> JobResult {
    let scope = scope_of(&job);
    for _ in 0..PER_RUN {
        let found = store::find::<K>(app.db().conn(), &scope, job.export).await?;
        let Some(mut export) = found.filter(|export| export.status() == Status::Running) else { return Ok(Outcome::Done) };
        let from = export.parts;
        let page = K::page(&app, &scope, &export.export_query()?).await.map_err(|e| e.message().en.to_string())?;
        work::write_part::<K>(&app, &scope, &mut export, page).await?;
        if !save::<K>(&app, &scope, from, export.clone()).await? {
            work::delete_parts::<K>(&app, &scope, &export, from).await?;
            return Ok(Outcome::Done);
        }
        if export.status() != Status::Running {
            return Ok(Outcome::Done);
        }
    }
    Ok(Outcome::Continue(0))
}

/// Stores the progress of an export; false when another worker has advanced it.
pub(super) async fn save<K: Exported>(app: &App, scope: &StoreScope, from: i64, export: store::Export) -> db::Result<bool> {
    let (scope, now) = (scope.clone(), app.env().now());
    app.db()
        .tx(async move |c| {
            if !store::advance(c, &scope, now, from, &export).await? {
                return Ok(false);
            }
            for key in work::written_since::<K>(scope.store(), &export, from) {
                if !pending_uploads::arrived(c, &scope, &key).await? {
                    return Err(db::Error::Busy);
                }
            }
            if export.status() == Status::Running {
                c.touch(scope.store(), db::Topics::PROGRESS);
            } else {
                let entry = Entry::new(Act::UpdateStatus, K::WORDS.entity, export.id)
                    .before(serde_json::json!({ "status": Status::Running }))
                    .after(serde_json::json!({ "status": export.status() }));
                journal::write(c, &scope, now, db::Topics::PROGRESS, entry).await?;
            }
            Ok(true)
        })
        .await
}

/// The job is dead: there will be no file.
async fn mark_failed<K: Exported>(app: App, job: WriteExportJob<K>) -> Result<(), Failed> {
    let scope = scope_of(&job);
    let found = store::find::<K>(app.db().conn(), &scope, job.export).await?;
    if let Some(mut export) = found.filter(|export| export.status() == Status::Running) {
        let from = export.parts;
        export.status = Status::Failed;
        export.finished_at = Some(app.env().now());
        save::<K>(&app, &scope, from, export).await?;
    }
    Ok(())
}

/// Deletes expired files, then their rows.
async fn expire<K: Exported>(app: App) -> JobResult {
    let now = app.env().now();
    for (store_id, id) in store::list_expired::<K>(app.db().conn(), now, MOST_EXPIRED).await? {
        app.blobs.delete_folder(&work::folder::<K>(store_id, id)).await?;
        let scope = StoreScope::new(store_id, Actor::system());
        app.db()
            .tx(async move |c| {
                if store::delete(c, &scope, id).await? {
                    let entry = Entry::new(Act::Delete, K::WORDS.entity, id);
                    journal::write(c, &scope, now, db::Topics::PROGRESS, entry).await?;
                }
                Ok::<_, db::Error>(())
            })
            .await?;
    }
    Ok(Outcome::Done)
}
