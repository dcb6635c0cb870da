//! Background work of media.
//!
//! WebP copies come first, each picture with a job of its own, because they are quick. AVIF copies take seconds: a store has one
//! job for all of them, which encodes those of one picture and goes back to the end of the queue.

use std::sync::Arc;

use gateways::BlobError;
use jobs::{Enqueue, Job, JobResult, Outcome, Registry};
use kernel::{Actor, MediaId, Millis, StoreId, StoreScope};
use serde::{Deserialize, Serialize};

use super::model::{Size, image_key, stem};
use super::recent_copies::RecentCopies;
use super::resize::{self, Format, Resized};
use super::store::{self, Record};
use super::upload::sha256;
use crate::App;

/// Makes the WebP copies of a picture. Idempotent: running it twice writes the same files.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct MakeImageSizesJob {
    pub(super) store: StoreId,
    pub(super) media: MediaId,
}

impl Job for MakeImageSizesJob {
    const KIND: &'static str = "make_image_sizes";
    const MOST_ATTEMPTS: i64 = 4;
}

/// Makes the AVIF copies of a store's pictures, one picture at a time.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct MakeAvifCopiesJob {
    store: StoreId,
}

impl Job for MakeAvifCopiesJob {
    const KIND: &'static str = "make_avif_copies";
    const MOST_ATTEMPTS: i64 = 4;
}

/// Deletes files that no row names any more, with a delay for pages that are still open.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct RemoveOldImagesJob {
    pub(super) store: StoreId,
    pub(super) names: Vec<String>,
}

impl Job for RemoveOldImagesJob {
    const KIND: &'static str = "remove_old_images";
}

/// How long the files of a replaced picture are kept: pages that were opened before still show them.
pub(super) const OLD_IMAGES_STAY: i64 = Millis::HOUR;

/// The slice's job handlers and schedules.
pub fn register(registry: &mut Registry<App>) {
    let recent = RecentCopies::new();
    let for_avif = recent.clone();
    registry.on(move |app, job| make_image_sizes(app, recent.clone(), job));
    registry.on_dead(|app, MakeImageSizesJob { store, media }: MakeImageSizesJob, reason| async move {
        Ok(set_failed(&app, StoreScope::new(store, Actor::system()), media, reason).await?)
    });
    registry.on(move |app, job| make_avif_copies(app, for_avif.clone(), job));
    registry.on(remove_old_images);
    registry.every("resume_media", 10 * Millis::MINUTE, resume);
}

/// The picture is shown in its original size only.
async fn set_failed(app: &App, scope: StoreScope, media: MediaId, reason: String) -> db::Result<()> {
    let work = async move |c: db::Conn<'_>| {
        c.touch(scope.store(), db::Topics::CATALOG);
        store::set_failed(c, &scope, media, &reason).await
    };
    app.db().tx(work).await?;
    Ok(())
}

async fn make_image_sizes(app: App, recent: RecentCopies, job: MakeImageSizesJob) -> JobResult {
    let MakeImageSizesJob { store: store_id, media } = job;
    let scope = StoreScope::new(store_id, Actor::system());
    // Deleted meanwhile: nothing to do.
    let Some(found) = store::find(app.db().conn(), &scope, media).await? else { return Ok(Outcome::Done) };
    let resized = match make(&app, &recent, store_id, &found, Format::Webp).await? {
        Ok(copy) => copy,
        Err(reason) => {
            tracing::warn!(store.id = %store_id, media.id = %media, reason, "picture cannot be resized");
            set_failed(&app, scope, media, reason).await?;
            return Ok(Outcome::Done);
        }
    };
    let (sizes, bytes) = store_copies(&app, store_id, &found, resized, Format::Webp).await?;
    let names: Vec<String> = sizes.iter().map(|s| s.name.clone()).collect();
    let (env, of) = (app.env().clone(), found.revision);
    let is_kept = app
        .db()
        .tx(async move |c| {
            c.touch(scope.store(), db::Topics::CATALOG.and(db::Topics::STOREFRONT));
            let is_kept = store::set_sizes(c, &scope, &found, &sizes, bytes).await?;
            if is_kept && !sizes.is_empty() {
                enqueue_avif(c, &env, store_id).await?;
            }
            Ok::<_, db::Error>(is_kept)
        })
        .await?;
    if !is_kept {
        tracing::debug!(store.id = %store_id, media.id = %media, revision = of, "picture was deleted or replaced meanwhile");
        forget(&app, store_id, names).await?;
    }
    Ok(Outcome::Done)
}

async fn enqueue_avif(c: db::Conn<'_>, env: &kernel::Env, store: StoreId) -> db::Result<()> {
    let options = Enqueue { dedup_key: Some(format!("make_avif_copies:{store}")), ..Enqueue::for_store(store) };
    jobs::enqueue(c, env, &MakeAvifCopiesJob { store }, options).await?;
    Ok(())
}

async fn make_avif_copies(app: App, recent: RecentCopies, MakeAvifCopiesJob { store: store_id }: MakeAvifCopiesJob) -> JobResult {
    let scope = StoreScope::new(store_id, Actor::system());
    let Some(found) = store::find_without_avif(app.db().conn(), &scope).await? else { return Ok(Outcome::Done) };
    let resized = make(&app, &recent, store_id, &found, Format::Avif).await?.unwrap_or_else(|reason| {
        // The WebP copies exist and are shown.
        tracing::warn!(store.id = %store_id, media.id = %found.id, reason, "picture has no AVIF copies");
        Arc::default()
    });
    let (copies, bytes) = store_copies(&app, store_id, &found, resized, Format::Avif).await?;
    let names: Vec<String> = copies.iter().map(|s| s.name.clone()).collect();
    let mut sizes = found.variants.0.clone();
    for size in &mut sizes {
        size.avif = copies.iter().find(|copy| copy.width == size.width).map(|resized| resized.name.clone());
    }
    let is_kept = app
        .db()
        .tx(async move |c| {
            c.touch(scope.store(), db::Topics::STOREFRONT);
            store::set_avif(c, &scope, &found, &sizes, bytes).await
        })
        .await?;
    if !is_kept {
        forget(&app, store_id, names).await?;
    }
    Ok(Outcome::Continue(0))
}

/// The copies of a picture, or why there are none.
async fn make(
    app: &App,
    recent: &RecentCopies,
    store: StoreId,
    of: &Record,
    format: Format,
) -> Result<Result<Arc<[Resized]>, String>, jobs::Failed> {
    let bytes = match app.blobs.get(&image_key(store, &of.storage_key)).await {
        Ok(bytes) => bytes,
        Err(BlobError::NotFound) => return Ok(Err("its file is gone".to_owned())),
        Err(e) => return Err(e.into()),
    };
    let recent = recent.clone();
    let work = move || {
        let content = sha256(&bytes);
        match recent.get(&content, format) {
            Some(copies) => Ok(copies),
            None => resize::copies(&bytes, format).map(|copies| recent.insert(content, format, copies)),
        }
    };
    match tokio::task::spawn_blocking(work).await {
        Ok(resized) => Ok(resized),
        // A picture that makes an encoder panic must not block the others of its store.
        Err(e) if e.is_panic() => Ok(Err(format!("the encoder failed: {e}"))),
        Err(e) => Err(e.into()),
    }
}

/// Stores copies with their picture; their names and total bytes.
async fn store_copies(
    app: &App,
    store: StoreId,
    of: &Record,
    resized: Arc<[Resized]>,
    format: Format,
) -> Result<(Vec<Size>, i64), jobs::Failed> {
    let (mut sizes, mut total) = (Vec::with_capacity(resized.len()), 0);
    for Resized { width, height, bytes } in resized.iter() {
        let (width, height) = (*width, *height);
        let name = format!("{}_{width}.{}", stem(of.id, of.revision), format.extension());
        total += i64::try_from(bytes.len())?;
        app.blobs.put(&image_key(store, &name), bytes.clone()).await?;
        sizes.push(Size { width, height, name, avif: None });
    }
    Ok((sizes, total))
}

async fn forget(app: &App, store: StoreId, names: Vec<String>) -> Result<(), jobs::Failed> {
    for name in names {
        app.blobs.delete(&image_key(store, &name)).await?;
    }
    Ok(())
}

async fn remove_old_images(app: App, RemoveOldImagesJob { store, names }: RemoveOldImagesJob) -> JobResult {
    forget(&app, store, names).await?;
    Ok(Outcome::Done)
}

/// Resumes after a stopped process, and processes pictures from before the library existed.
async fn resume(app: App) -> JobResult {
    let old = store::list_without_words(app.db().conn()).await?;
    for (store_id, media) in old {
        let env = app.env().clone();
        app.db()
            .tx(async move |c| {
                let scope = StoreScope::new(store_id, Actor::system());
                let Some(found) = store::find(c, &scope, media).await? else { return Ok(()) };
                store::set_search_words(c, &scope, media, &found.file_name, &found.alt.0).await?;
                jobs::enqueue(c, &env, &MakeImageSizesJob { store: store_id, media }, Enqueue::for_store(store_id)).await?;
                store::has_words(c, &scope, media).await
            })
            .await?;
    }
    let waiting = store::list_stores_without_avif(app.db().conn()).await?;
    let env = app.env().clone();
    app.db()
        .tx(async move |c| {
            for store in &waiting {
                enqueue_avif(c, &env, *store).await?;
            }
            Ok::<_, db::Error>(())
        })
        .await?;
    Ok(Outcome::Done)
}
