//! The job that publishes a scheduled page.

use db::Topics;
use jobs::{Job, JobResult, Outcome, Registry};
use kernel::{Actor, ContentPageId, Millis, StoreId, StoreScope};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::model::Status;
use super::{entities, store};
use platform::App;
use platform::journal::{self, Act, Entry};

/// Publishes a page if its moment has come; a page that was scheduled anew has a job of its own for then.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct PublishPage {
    pub(super) store: StoreId,
    pub(super) page: ContentPageId,
}

impl Job for PublishPage {
    const KIND: &'static str = "publish_page";
}

/// Registers the slice's job handlers.
pub(super) fn register(registry: &mut Registry<App>) {
    registry.on(publish);
}

/// Running it again changes nothing.
async fn publish(app: App, job: PublishPage) -> JobResult {
    let (env, scope, id) = (app.env().clone(), StoreScope::new(job.store, Actor::system()), job.page);
    app.db()
        .tx(async move |c| {
            let now = env.now();
            let Some(before) = store::find(c, &scope, id).await? else { return Ok(()) };
            if !store::set_published(c, &scope, id, now).await? {
                return Ok(());
            }
            // With the title on both sides: it names the page in the log.
            let publish_at = before.publish_at.map(Millis::rfc3339);
            let entry = Entry::new(Act::Update, entities::PAGE, id)
                .before(json!({ "title": before.title, "status": before.status, "publish_at": publish_at }))
                .after(json!({ "title": before.title, "status": Status::Published, "publish_at": null }));
            journal::write(c, &scope, now, Topics::STOREFRONT, entry).await.map(|_| ())
        })
        .await?;
    Ok(Outcome::Done)
}
