//! The job that fetches pictures and attaches them to their products.
//!
//! Back-off is per host: a failing host gets no requests for a while, and a picture fails after three attempts, so that dead
//! hosts delay nothing else.

use std::collections::HashMap;

use db::Topics;
use futures_util::future::join_all;
use gateways::FetchError;
use jobs::{JobResult, Outcome};
use kernel::{Actor, BatchId, MediaId, Millis, StoreScope};

use super::order::{FetchImportImagesJob, enqueue};
use super::reasons::{self, Reason};
use super::store::{self, DueImage, ImageStatus, OrderedImage, Postponement};
use crate::check::MOST_IMAGES;
use crate::errors::CatalogError;
use crate::import::match_keys_store;
use crate::model::{ProductDraft, ProductInput};
use crate::store::products;
use crate::write;
use platform::App;
use platform::imports::rows;
use platform::media::{self, Purpose};

/// Pictures fetched concurrently.
const MOST_CONCURRENT: i64 = 6;
/// Attempts per picture.
const MOST_ATTEMPTS: i64 = 3;
/// The back-off of a failing host, by the number of attempts.
const BACK_OFF_DELAYS: [i64; 2] = [5 * Millis::MINUTE, Millis::HOUR];

pub(in crate::import) fn register(registry: &mut jobs::Registry<App>) {
    registry.on(fetch_images);
    registry.every("fetch_import_images", Millis::MINUTE, enqueue_due);
}

/// Pictures whose due time one transaction corrects.
const MOST_REPAIRED: i64 = 500;

/// Makes pictures due now that a clock running ahead has postponed too far.
async fn repair_times(app: &App, now: Millis) -> db::Result<()> {
    let beyond = jobs::furthest(now, BACK_OFF_DELAYS.into_iter().max().unwrap_or(0));
    while app.db().tx(async move |c| store::set_due(c, now, beyond, MOST_REPAIRED).await).await? > 0 {}
    Ok(())
}

/// Enqueues a job for every store with a due picture.
async fn enqueue_due(app: App) -> JobResult {
    let (env, now) = (app.env().clone(), app.env().now());
    repair_times(&app, now).await?;
    let stores = store::list_stores_with_due(app.db().conn(), now).await?;
    if !stores.is_empty() {
        app.db()
            .tx(async move |c| {
                for store in &stores {
                    enqueue(c, &env, *store).await?;
                }
                Ok::<_, db::Error>(())
            })
            .await?;
    }
    Ok(Outcome::Done)
}

async fn fetch_images(app: App, job: FetchImportImagesJob) -> JobResult {
    let scope = StoreScope::new(job.store, Actor::system());
    let now = app.env().now();
    let due = store::list_due(app.db().conn(), job.store, now, MOST_CONCURRENT).await?;
    if due.is_empty() {
        return Ok(Outcome::Done);
    }
    // Products may share a picture: its URL is fetched once.
    let mut urls: Vec<&str> = due.iter().map(|one| one.url.as_str()).collect();
    urls.sort_unstable();
    urls.dedup();
    let fetched = join_all(urls.iter().map(|url| fetch_image(&app, &scope, url))).await;
    let mut results: HashMap<&str, Result<MediaId, ImageError>> = HashMap::new();
    for (url, result) in urls.into_iter().zip(fetched) {
        results.insert(url, result?);
    }
    for one in &due {
        match results.get(one.url.as_str()) {
            Some(Ok(media)) => attach(&app, &scope, one.clone(), *media).await?,
            Some(Err(ImageError::Fetch(e))) if e.is_passing() => postpone(&app, &scope, one.clone(), *e).await?,
            Some(Err(ImageError::Fetch(e))) => fail(&app, &scope, one.clone(), reasons::fetch_failure(*e)).await?,
            Some(Err(ImageError::Picture(refusal))) => {
                fail(&app, &scope, one.clone(), Reason::from_message(&refusal.message())).await?;
            }
            None => {}
        }
    }
    Ok(Outcome::Continue(0))
}

enum ImageError {
    /// The request failed.
    Fetch(FetchError),
    /// The response is not a picture that the store accepts.
    Picture(media::Refusal),
}

/// Fetches the picture of a URL and stores it; the outer error is the database's or the blob store's.
async fn fetch_image(
    app: &App,
    scope: &StoreScope,
    url: &str,
) -> Result<Result<MediaId, ImageError>, Box<dyn std::error::Error + Send + Sync>> {
    // Another product may have fetched it already.
    if let Some(id) = store::find_by_source(app.db().conn(), scope, url).await? {
        return Ok(Ok(id));
    }
    let bytes = match app.fetcher.fetch(url).await {
        Ok(bytes) => bytes,
        Err(e) => return Ok(Err(ImageError::Fetch(e))),
    };
    let path = url.split(['?', '#']).next().unwrap_or_default();
    let name = path.rsplit('/').next().unwrap_or_default();
    match media::add_image(app, scope, name, bytes, Purpose::Product, Some(url.to_owned())).await {
        Ok(id) => Ok(Ok(id)),
        Err(media::UploadError::Refused(refusal)) => Ok(Err(ImageError::Picture(refusal))),
        Err(e) => Err(e.into()),
    }
}

/// Attaches a fetched picture to its product, at the position that the file gives.
async fn attach(
    app: &App,
    scope: &StoreScope,
    one: DueImage,
    media: MediaId,
) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    let (env, scope) = (app.env().clone(), scope.clone());
    app.db()
        .tx(async move |c| {
            // Cancelled meanwhile: the import was undone, or a later one names other pictures.
            if !store::finish(c, &scope, &one, media).await? {
                return Ok(());
            }
            let Some(product) = products::find(c, &scope, one.product_id).await?.filter(|p| p.deleted_at.is_none()) else {
                return Ok(());
            };
            let ordered = store::list_of(c, &scope, one.product_id).await?;
            let mut fields = product.fields.clone();
            insert_image(&mut fields, &ordered, &one.url, media);
            if fields != product.fields {
                let batch = Some(BatchId::from_raw(one.import_id.raw()));
                write::update(c, &env, &scope, one.product_id, Some(product.version), &ProductInput(fields), batch).await?;
                let version = match_keys_store::get_version(c, &scope, one.product_id).await?;
                rows::update_version(c, &scope, one.product_id.raw(), product.version, version).await?;
            }
            c.touch(scope.store(), Topics::PROGRESS);
            Ok::<_, CatalogError>(())
        })
        .await?;
    Ok(())
}

/// Inserts `media` before the first picture that follows it in the file, and sets it on its variants.
fn insert_image(fields: &mut ProductDraft, ordered: &[OrderedImage], url: &str, media: MediaId) {
    let Some(this) = ordered.iter().find(|o| o.url == url) else { return };
    if let Some(position) = this.position
        && !fields.image_ids.contains(&media)
        && fields.image_ids.len() < MOST_IMAGES
    {
        let position_of = |id: &MediaId| ordered.iter().find(|o| o.media_id == Some(*id)).and_then(|o| o.position);
        let is_later = |id: &MediaId| position_of(id).is_none_or(|p| p > position);
        let at = fields.image_ids.iter().position(is_later).unwrap_or(fields.image_ids.len());
        fields.image_ids.insert(at, media);
    }
    for variant in fields.variants.iter_mut().filter(|v| this.variants.0.contains(&v.option_values)) {
        variant.media_id = Some(media);
    }
}

async fn fail(app: &App, scope: &StoreScope, one: DueImage, reason: Reason) -> db::Result<()> {
    tracing::info!(store.id = %scope.store(), product.id = %one.product_id, host = one.host, reason = reason.en, "picture of an import given up");
    let scope = scope.clone();
    app.db()
        .tx(async move |c| {
            store::fail(c, &scope, &one, &reason).await?;
            c.touch(scope.store(), Topics::PROGRESS);
            Ok(())
        })
        .await
}

/// Schedules the next attempt; a failing host is backed off with all its pictures, which all fail in the end.
async fn postpone(app: &App, scope: &StoreScope, one: DueImage, e: FetchError) -> db::Result<()> {
    let (scope, now) = (scope.clone(), app.env().now());
    let attempts = one.attempts + 1;
    let is_last = attempts >= MOST_ATTEMPTS;
    let pause = usize::try_from(attempts - 1).ok().and_then(|i| BACK_OFF_DELAYS.get(i)).copied().unwrap_or(Millis::HOUR);
    let status = if is_last { ImageStatus::Failed } else { ImageStatus::Waiting };
    let (to, reason) = (Postponement { status, attempts, try_at: now.plus(pause) }, reasons::fetch_failure(e));
    app.db()
        .tx(async move |c| {
            store::reschedule(c, &scope, &one, e.is_of_host(), &to, &reason).await?;
            c.touch(scope.store(), Topics::PROGRESS);
            Ok(())
        })
        .await
}

#[cfg(test)]
mod tests {
    use db::Json;

    use super::*;

    fn ordered(url: &str, position: i64, media: Option<i64>) -> OrderedImage {
        OrderedImage {
            url: url.into(),
            position: Some(position),
            variants: Json(Vec::new()),
            media_id: media.map(MediaId::from_raw),
        }
    }

    #[test]
    fn pr_04_pictures_stand_in_the_order_of_the_file_whenever_they_come() {
        let all = [ordered("a", 0, Some(1)), ordered("b", 1, Some(2)), ordered("c", 2, Some(3))];
        let mut fields = ProductDraft { image_ids: vec![MediaId::from_raw(9)], ..ProductDraft::default() };
        for (url, id) in [("c", 3), ("a", 1), ("b", 2), ("a", 1)] {
            insert_image(&mut fields, &all, url, MediaId::from_raw(id));
        }
        // The merchant's own picture (9) stays, after those of the file.
        assert_eq!(fields.image_ids.iter().map(|id| id.raw()).collect::<Vec<_>>(), [1, 2, 3, 9]);
    }
}
