//! Background work: processing events, emptying and deleting old ones.

use jobs::{Failed, Job, JobResult, Outcome, Registry};
use kernel::{Actor, Millis, ProviderEventId, StoreId, StoreScope};
use serde::{Deserialize, Serialize};

use super::model::{CONTENT_FOR, EVENTS_FOR, EventState};
use super::port::CallbackReaders;
use super::store;
use crate::App;

/// Characters of a reason that are kept.
const MOST_REASON: usize = 300;

/// Processes an event.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct ProcessProviderEventJob {
    pub(super) store: StoreId,
    pub(super) event: ProviderEventId,
}

impl Job for ProcessProviderEventJob {
    const KIND: &'static str = "process_provider_event";
}

/// The job handlers and schedules.
pub fn register(registry: &mut Registry<App>) {
    registry.on(process);
    registry.on_dead(set_dead);
    registry.every("delete_old_provider_events", Millis::HOUR, delete_old);
}

/// Writes the effect of an event and its mark in one transaction; a second run finds the mark.
async fn process(app: App, job: ProcessProviderEventJob) -> JobResult {
    let readers = app.ports.get::<CallbackReaders>()?;
    let scope = StoreScope::new(job.store, Actor::system());
    let db = app.db().clone();
    db.tx(async move |c| {
        let Some(event) = store::lock(c, &scope, job.event).await? else { return Ok(Outcome::Done) };
        if event.state == EventState::Processed {
            return Ok(Outcome::Done);
        }
        let Some(reader) = readers.get(&app, &event.provider) else {
            return Ok(Outcome::GiveUp(format!("nobody reads what {} sends", event.provider)));
        };
        let processed = reader.process(&app, c, &scope, &event).await?;
        store::set_processed(c, &scope, job.event, processed.order, app.env().now()).await?;
        Ok::<_, Failed>(Outcome::Done)
    })
    .await
}

async fn set_dead(app: App, job: ProcessProviderEventJob, reason: String) -> Result<(), Failed> {
    let scope = StoreScope::new(job.store, Actor::system());
    let reason: String = reason.chars().filter(|c| *c != '\0').take(MOST_REASON).collect();
    app.db().tx(async move |c| store::set_dead(c, &scope, job.event, &reason).await).await?;
    Ok(())
}

async fn delete_old(app: App) -> JobResult {
    let now = app.env().now();
    while app.db().tx(async move |c| store::erase_content_before(c, now.plus(-CONTENT_FOR)).await).await? > 0 {}
    while app.db().tx(async move |c| store::delete_before(c, now.plus(-EVENTS_FOR)).await).await? > 0 {}
    Ok(Outcome::Done)
}
