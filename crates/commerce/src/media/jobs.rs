//! Background work of media.

use jobs::{Job, JobResult, Outcome, Registry};
use kernel::{Actor, MediaId, StoreId, StoreScope};
use serde::{Deserialize, Serialize};

use super::model::{Size, image_key};
use super::{resize, store};
use crate::App;

/// Makes the WebP copies of a picture. Running it twice writes the same files.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct MakeImageSizesJob {
    pub(super) store: StoreId,
    pub(super) media: MediaId,
}

impl Job for MakeImageSizesJob {
    const KIND: &'static str = "make_image_sizes";
    const MOST_ATTEMPTS: i64 = 4;
}

/// The slice's job handlers and schedules.
pub fn register(registry: &mut Registry<App>) {
    registry.on(make_image_sizes);
    registry.on_dead(|app, MakeImageSizesJob { store, media }: MakeImageSizesJob, reason| async move {
        Ok(set_failed(&app, StoreScope::new(store, Actor::system()), media, reason).await?)
    });
}

/// The picture is shown in its own size only.
async fn set_failed(app: &App, scope: StoreScope, media: MediaId, reason: String) -> db::Result<()> {
    let work = async move |c: db::Conn<'_>| {
        c.touch(scope.store(), db::Topics::CATALOG);
        store::set_failed(c, &scope, media, &reason).await
    };
    app.db().tx(work).await?;
    Ok(())
}

async fn make_image_sizes(app: App, job: MakeImageSizesJob) -> JobResult {
    let MakeImageSizesJob { store: store_id, media } = job;
    let scope = StoreScope::new(store_id, Actor::system());
    // Deleted meanwhile: nothing to do.
    let Some(found) = store::find(app.db().conn(), &scope, media).await? else { return Ok(Outcome::Done) };
    let bytes = app.blobs.get(&image_key(store_id, &found.storage_key)).await?;
    let made = match tokio::task::spawn_blocking(move || resize::copies(&bytes)).await? {
        Ok(made) => made,
        Err(reason) => {
            tracing::warn!(store.id = %store_id, media.id = %media, reason, "picture cannot be resized");
            set_failed(&app, scope, media, reason).await?;
            return Ok(Outcome::Done);
        }
    };
    let mut sizes = Vec::with_capacity(made.len());
    for copy in made {
        let name = format!("{media}_{}.webp", copy.width);
        app.blobs.put(&image_key(store_id, &name), copy.webp.into()).await?;
        sizes.push(Size { width: copy.width, height: copy.height, name });
    }
    let names: Vec<String> = sizes.iter().map(|s| s.name.clone()).collect();
    let is_kept = app
        .db()
        .tx(async move |c| {
            c.touch(scope.store(), db::Topics::CATALOG.and(db::Topics::STOREFRONT));
            store::set_sizes(c, &scope, media, &sizes).await
        })
        .await?;
    if !is_kept {
        for name in names {
            app.blobs.delete(&image_key(store_id, &name)).await?;
        }
    }
    Ok(Outcome::Done)
}
