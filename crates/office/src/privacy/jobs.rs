//! Background work of personal files: writing them, and deleting expired ones.

use jiff::tz::TimeZone;
use jobs::{Enqueue, Job, JobResult, Outcome, Registry};
use kernel::{Actor, Millis, PersonExportId, StoreId, StoreScope, UserId};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::archive::{PageRenderer, write_archive};
use super::entities;
use super::export_store::PersonExportStatus;
use super::{export_store as store, gather, person};
use platform::journal::{self, Act, Entry};
use platform::{App, stores};

/// Bytes of files that go into one archive; the others are only named in it.
const MOST_FILES: usize = 100 * 1024 * 1024;

/// Writes a personal file.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct WritePersonExportJob {
    pub(super) store: StoreId,
    pub(super) export: PersonExportId,
    pub(super) user: UserId,
    /// The member who asked for it.
    pub(super) name: String,
}

impl Job for WritePersonExportJob {
    const KIND: &'static str = "write_person_export";
}

pub(super) fn register(registry: &mut Registry<App>) {
    registry.on(write);
    registry.on_dead(|app, job: WritePersonExportJob, _| mark_failed(app, job));
    registry.every("expire_person_exports", Millis::HOUR, expire);
}

/// Enqueues the job in the caller's transaction.
pub(super) async fn enqueue(c: db::Conn<'_>, env: &kernel::Env, job: &WritePersonExportJob) -> db::Result<()> {
    jobs::enqueue(c, env, job, Enqueue::for_store(job.store)).await?;
    Ok(())
}

fn scope_of(job: &WritePersonExportJob) -> StoreScope {
    StoreScope::new(job.store, Actor::merchant(job.user, job.name.clone()))
}

async fn write(app: App, job: WritePersonExportJob) -> JobResult {
    let (scope, c) = (scope_of(&job), app.db().conn());
    let found = store::find(c, &scope, job.export).await?.filter(|export| export.status == PersonExportStatus::Running);
    let Some(export) = found else { return Ok(Outcome::Done) };
    let Some(person) = person::find(c, &scope, export.customer_id).await? else {
        end(&app, &scope, job.export, PersonExportStatus::Failed, 0).await?;
        return Ok(Outcome::Done);
    };
    let profile = stores::get_profile(c, &scope).await?;
    let (mut document, attached) = gather::collect(c, &scope, &profile, &person, app.env().now()).await?;
    let (mut files, mut left_out, mut room) = (Vec::new(), Vec::new(), MOST_FILES);
    for file in attached {
        match app.blobs.get(&file.key).await {
            Ok(bytes) if bytes.len() <= room => {
                room -= bytes.len();
                files.push((file.name, bytes));
            }
            Ok(_) => left_out.push(json!({ "file": file.name })),
            Err(gateways::BlobError::NotFound) => {}
            Err(e) => return Err(e.into()),
        }
    }
    if !left_out.is_empty() {
        document["left_out"] = left_out.into();
    }
    let zone = TimeZone::get(&profile.timezone).unwrap_or(TimeZone::UTC);
    let renderers: Vec<PageRenderer> =
        profile.languages.iter().map(|lang| PageRenderer { lang: *lang, zone: zone.clone() }).collect();
    let bytes = tokio::task::spawn_blocking(move || write_archive(&document, &renderers, &files)).await??;
    let (size, key) = (i64::try_from(bytes.len())?, store::key(job.store, job.export));
    app.blobs.put(&key, bytes.into()).await?;
    if !end(&app, &scope, job.export, PersonExportStatus::Done, size).await? {
        // The person was erased while it was written.
        app.blobs.delete(&key).await?;
    }
    Ok(Outcome::Done)
}

/// Ends the work, with its journal entry; false when the file is no longer needed.
async fn end(app: &App, scope: &StoreScope, id: PersonExportId, status: PersonExportStatus, size: i64) -> db::Result<bool> {
    let (scope, now) = (scope.clone(), app.env().now());
    app.db()
        .tx(async move |c| {
            if !store::end(c, &scope, id, status, size, now).await? {
                return Ok(false);
            }
            let entry = Entry::new(Act::UpdateStatus, entities::PERSON_EXPORT, id)
                .before(json!({ "status": "running" }))
                .after(json!({ "status": status.as_str() }));
            journal::write(c, &scope, now, db::Topics::PROGRESS, entry).await?;
            Ok(true)
        })
        .await
}

type Failed = Box<dyn std::error::Error + Send + Sync>;

/// The job is dead: there will be no file.
async fn mark_failed(app: App, job: WritePersonExportJob) -> Result<(), Failed> {
    end(&app, &scope_of(&job), job.export, PersonExportStatus::Failed, 0).await?;
    Ok(())
}

/// Deletes expired files, then their rows.
async fn expire(app: App) -> JobResult {
    let now = app.env().now();
    for (store_id, id) in store::list_expired(app.db().conn(), now).await? {
        app.blobs.delete(&store::key(store_id, id)).await?;
        let scope = StoreScope::new(store_id, Actor::system());
        app.db()
            .tx(async move |c| {
                if store::delete(c, &scope, id).await? {
                    journal::write(c, &scope, now, db::Topics::PROGRESS, Entry::new(Act::Delete, entities::PERSON_EXPORT, id))
                        .await?;
                }
                Ok::<_, db::Error>(())
            })
            .await?;
    }
    Ok(Outcome::Done)
}
