//! Background work of exports of customers: writing large ones, throwing away what has expired.

use jobs::{Enqueue, Job, JobResult, Outcome, Registry};
use kernel::{Actor, CustomerExportId, Millis, StoreId, StoreScope, UserId};
use serde::{Deserialize, Serialize};

use super::{store, work};
use crate::App;
use crate::catalog::export::model::Status;
use crate::journal::{self, Act, Entry};

/// Parts that one turn writes before other jobs get theirs.
const TURN: usize = 10;
/// Exports thrown away in one run.
const MOST_EXPIRED: i64 = 200;

/// Writes an export of customers.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct WriteCustomerExportJob {
    pub(super) store: StoreId,
    pub(super) export: CustomerExportId,
    pub(super) user: UserId,
    pub(super) name: String,
}

impl Job for WriteCustomerExportJob {
    const KIND: &'static str = "write_customer_export";
}

pub(in crate::customers) fn register(registry: &mut Registry<App>) {
    registry.on(write_customer_export);
    registry.on_dead(|app, job: WriteCustomerExportJob, _| gave_up(app, job));
    registry.every("expire_customer_exports", Millis::HOUR, expire);
}

/// Adds the job in the caller's transaction.
pub(super) async fn enqueue(c: db::Conn<'_>, env: &kernel::Env, job: &WriteCustomerExportJob) -> db::Result<()> {
    jobs::enqueue(c, env, job, Enqueue::of(job.store)).await?;
    Ok(())
}

fn scope_of(job: &WriteCustomerExportJob) -> StoreScope {
    StoreScope::new(job.store, Actor::merchant(job.user, job.name.clone()))
}

async fn write_customer_export(app: App, job: WriteCustomerExportJob) -> JobResult {
    let scope = scope_of(&job);
    for _ in 0..TURN {
        let found = store::find(app.db().conn(), &scope, job.export).await?;
        let Some(mut export) = found.filter(|export| export.status() == Status::Running) else { return Ok(Outcome::Done) };
        let from = export.parts;
        work::write_part(&app, &scope, &mut export).await?;
        let status = export.status();
        if !save(&app, &scope, from, export).await? || status != Status::Running {
            return Ok(Outcome::Done);
        }
    }
    Ok(Outcome::Continue(0))
}

/// Writes down how far an export has come; false when another worker has been quicker.
async fn save(app: &App, scope: &StoreScope, from: i64, export: store::Export) -> db::Result<bool> {
    let (scope, now) = (scope.clone(), app.env().now());
    app.db()
        .tx(async move |c| {
            if !store::advance(c, &scope, now, from, &export).await? {
                return Ok(false);
            }
            if export.status() == Status::Running {
                c.touch(scope.store(), db::Topics::PROGRESS);
            } else {
                let entry = Entry::new(Act::UpdateStatus, "customer_export", export.id)
                    .before(serde_json::json!({ "status": Status::Running }))
                    .after(serde_json::json!({ "status": export.status() }));
                journal::write(c, &scope, now, db::Topics::PROGRESS, entry).await?;
            }
            Ok(true)
        })
        .await
}

type Failed = Box<dyn std::error::Error + Send + Sync>;

/// The work used up its tries: there will be no file.
async fn gave_up(app: App, job: WriteCustomerExportJob) -> Result<(), Failed> {
    let scope = scope_of(&job);
    let found = store::find(app.db().conn(), &scope, job.export).await?;
    if let Some(mut export) = found.filter(|export| export.status() == Status::Running) {
        let from = export.parts;
        Status::Failed.as_str().clone_into(&mut export.status);
        export.finished_at = Some(app.env().now());
        save(&app, &scope, from, export).await?;
    }
    Ok(())
}

/// Files whose time is over go, and their rows after them.
async fn expire(app: App) -> JobResult {
    let now = app.env().now();
    for (store_id, id) in store::expired(app.db().conn(), now, MOST_EXPIRED).await? {
        app.blobs.delete_folder(&work::folder(store_id, id)).await?;
        let scope = StoreScope::new(store_id, Actor::system());
        app.db()
            .tx(async move |c| {
                if store::delete(c, &scope, id).await? {
                    journal::write(c, &scope, now, db::Topics::PROGRESS, Entry::new(Act::Delete, "customer_export", id)).await?;
                }
                Ok::<_, db::Error>(())
            })
            .await?;
    }
    Ok(Outcome::Done)
}
