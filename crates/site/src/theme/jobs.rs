//! The job that publishes a scheduled version.

use jobs::{Job, JobResult, Outcome, Registry};
use kernel::{Actor, StoreId, StoreScope};
use serde::{Deserialize, Serialize};

use super::publish;
use platform::App;

/// Publishes a version if it still waits for its moment.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct PublishTheme {
    pub(super) store: StoreId,
    pub(super) theme: String,
    pub(super) number: i64,
}

impl Job for PublishTheme {
    const KIND: &'static str = "publish_theme";
}

/// Registers the slice's job handlers.
pub(super) fn register(registry: &mut Registry<App>) {
    registry.on(publish_theme);
}

/// Running it again changes nothing.
async fn publish_theme(app: App, job: PublishTheme) -> JobResult {
    let scope = StoreScope::new(job.store, Actor::system());
    publish::publish_scheduled(&app, &scope, &job.theme, job.number).await?;
    Ok(Outcome::Done)
}
