//! Pictures that a file names: fetched in the background by a guarded fetcher, then the product's (PR-04).
//!
//! A product never waits for its pictures and never fails for them. A host in trouble is left alone for a while, and a
//! picture is given up after three tries, so that dead hosts hold nothing up. Pictures that the merchant uploaded are
//! never removed; pictures of an earlier import that the file names no more are.

use std::collections::{HashMap, HashSet};

use db::{Conn, Json, Sql, Topics, p, row};
use futures_util::future::join_all;
use gateways::FetchError;
use jobs::{Enqueue, Job, JobResult, Outcome};
use kernel::{Actor, BatchId, ImportId, MediaId, Millis, ProductId, StoreId, StoreScope};
use serde::{Deserialize, Serialize};
use web::message::Message;

use super::convert::{Rules, option_values};
use super::formats::ImportProduct;
use super::model::RowMessage;
use super::prepare::{Item, images_of};
use super::store;
use crate::App;
use crate::catalog::check::MOST_IMAGES;
use crate::catalog::model::ProductOption;
use crate::catalog::store::products;
use crate::catalog::{CatalogError, Product, ProductDraft, ProductInput, write};
use crate::media::{self, Purpose};

const TOO_MANY: Message = Message::new(
    "صور المنتج أكثر من {max}، فاستُوردت الأولى منها.",
    "The product has more than {max} images; the first of them were imported.",
);

/// Pictures fetched at once.
const AT_ONCE: i64 = 6;
/// Tries of one picture.
const MOST_ATTEMPTS: i64 = 3;
/// How long a host in trouble is left alone, by the number of tries.
const PAUSES: [i64; 2] = [5 * Millis::MINUTE, Millis::HOUR];

/// What is known of the pictures that some items name.
#[derive(Default)]
pub(super) struct Known {
    /// Pictures that are here already, by the address they came from.
    media: HashMap<String, MediaId>,
    /// The addresses that pictures of the existing products came from.
    sources: HashMap<i64, String>,
    /// Addresses that are on their way, or were given up, by product.
    waiting: HashSet<(i64, String)>,
}

/// What becomes of a product's pictures.
#[derive(Debug, Clone, Default)]
pub(super) struct ImagePlan {
    /// None when the file says nothing of pictures.
    wanted: Option<Vec<Wanted>>,
    /// An address is neither here nor on its way.
    is_new: bool,
}

#[derive(Debug, Clone)]
struct Wanted {
    url: String,
    position: Option<i64>,
    variants: Vec<Vec<String>>,
    media: Option<MediaId>,
}

impl ImagePlan {
    pub(super) fn is_same(&self, new: &ProductDraft, old: &ProductDraft) -> bool {
        !self.is_new && new.image_ids == old.image_ids
    }
}

fn urls(product: &ImportProduct) -> impl Iterator<Item = &String> {
    product.images.iter().map(|image| &image.url).chain(product.variants.iter().filter_map(|variant| variant.image.as_ref()))
}

pub(super) async fn look_up<'a>(
    c: Conn<'_>,
    scope: &StoreScope,
    items: &[Item],
    existing: impl Iterator<Item = &'a Product>,
) -> db::Result<Known> {
    let named: HashSet<&String> =
        items.iter().filter_map(|item| item.read.as_ref().ok()).flat_map(|read| urls(&read.0)).collect();
    let (mut shown, mut ids): (Vec<MediaId>, Vec<ProductId>) = (Vec::new(), Vec::new());
    for product in existing {
        shown.extend(images_of(&product.fields));
        ids.push(product.id);
    }
    let mut known = Known::default();
    let named: Vec<String> = named.into_iter().cloned().collect();
    for some in named.chunks(500) {
        let found: Vec<(String, MediaId)> = Sql::new("SELECT source_url, id FROM media WHERE store_id = ")
            .arg("?", scope.store())
            .list(" AND source_url IN ", some.to_vec(), " AND content_type LIKE 'image/%' ORDER BY id")
            .all(c)
            .await?;
        known.media.extend(found);
    }
    shown.sort();
    shown.dedup();
    for some in shown.chunks(500) {
        let found: Vec<(MediaId, String)> = Sql::new("SELECT id, source_url FROM media WHERE store_id = ")
            .arg("?", scope.store())
            .list(" AND id IN ", some.to_vec(), " AND source_url IS NOT NULL")
            .all(c)
            .await?;
        known.sources.extend(found.into_iter().map(|(id, url)| (id.raw(), url)));
    }
    for some in ids.chunks(500) {
        let found: Vec<(ProductId, String)> = Sql::new("SELECT product_id, url FROM import_images WHERE store_id = ")
            .arg("?", scope.store())
            .list(" AND product_id IN ", some.to_vec(), " AND status IN ('waiting', 'failed')")
            .all(c)
            .await?;
        known.waiting.extend(found.into_iter().map(|(id, url)| (id.raw(), url)));
    }
    Ok(known)
}

/// Sets the pictures that are here already and says which are to be fetched.
pub(super) fn plan(
    rules: &Rules,
    product: &ImportProduct,
    input: &mut ProductInput,
    existing: Option<&Product>,
    known: &Known,
    notes: &mut Vec<RowMessage>,
) -> ImagePlan {
    if !rules.gives_images() {
        return ImagePlan::default();
    }
    let mut wanted: Vec<Wanted> = Vec::new();
    let at = |wanted: &mut Vec<Wanted>, url: &String| match wanted.iter().position(|w| w.url == *url) {
        Some(at) => at,
        None => {
            wanted.push(Wanted { url: url.clone(), position: None, variants: Vec::new(), media: known.media.get(url).copied() });
            wanted.len() - 1
        }
    };
    for image in &product.images {
        let at = at(&mut wanted, &image.url);
        if wanted[at].position.is_none() {
            wanted[at].position = i64::try_from(at).ok();
        }
    }
    if wanted.len() > MOST_IMAGES {
        wanted.truncate(MOST_IMAGES);
        notes.push(RowMessage::new(None, &TOO_MANY.with("max", MOST_IMAGES)));
    }
    let options: Vec<ProductOption> = input.options.clone();
    for variant in &product.variants {
        if let Some(url) = &variant.image {
            let values = spelled(option_values(variant, &options), &options);
            let at = at(&mut wanted, url);
            wanted[at].variants.push(values);
        }
    }
    let fields = &mut input.0;
    // What is here already goes to its place at once; pictures without an address are the merchant's own.
    let own = fields.image_ids.iter().copied().filter(|id| !known.sources.contains_key(&id.raw()));
    let mut placed: Vec<MediaId> = wanted.iter().filter(|w| w.position.is_some()).filter_map(|w| w.media).collect();
    for id in own {
        if !placed.contains(&id) {
            placed.push(id);
        }
    }
    placed.truncate(MOST_IMAGES);
    fields.image_ids = placed;
    let is_waiting = |url: &String| existing.is_some_and(|e| known.waiting.contains(&(e.id.raw(), url.clone())));
    let mut is_new = wanted.iter().any(|w| w.media.is_none() && !is_waiting(&w.url));
    for want in &wanted {
        if let Some(media) = want.media {
            for variant in fields.variants.iter_mut().filter(|v| want.variants.contains(&v.option_values)) {
                is_new |= variant.media_id != Some(media);
                variant.media_id = Some(media);
            }
        }
    }
    ImagePlan { wanted: Some(wanted), is_new }
}

/// Option values as the checked options spell them.
fn spelled(values: Vec<String>, options: &[ProductOption]) -> Vec<String> {
    let find = |(value, option): (String, &ProductOption)| option.values.iter().find(|v| **v == value).cloned().unwrap_or(value);
    values.into_iter().zip(options).map(find).collect()
}

fn host(url: &str) -> String {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
    host.rsplit('@').next().unwrap_or_default().to_lowercase().chars().take(253).collect()
}

/// Writes down what is to be fetched for a product and sees to it that somebody does.
pub(super) async fn order(
    c: Conn<'_>,
    env: &kernel::Env,
    scope: &StoreScope,
    import: ImportId,
    product: ProductId,
    plan: &ImagePlan,
) -> db::Result<()> {
    let Some(wanted) = &plan.wanted else { return Ok(()) };
    let now = env.now();
    c.exec("DELETE FROM import_images WHERE store_id = ?1 AND product_id = ?2", p![scope.store(), product]).await?;
    for want in wanted {
        let Wanted { url, position, variants, media } = want;
        let sql = "INSERT INTO import_images (store_id, product_id, url, import_id, position, variants, host, status, media_id, attempts, try_at) \
                   VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, 0, ?10)";
        let status = if media.is_some() { "done" } else { "waiting" };
        c.exec(sql, p![scope.store(), product, url, import, *position, Json(variants), host(url), status, *media, now]).await?;
    }
    if wanted.iter().any(|w| w.media.is_none()) {
        enqueue(c, env, scope.store()).await?;
    }
    Ok(())
}

async fn enqueue(c: Conn<'_>, env: &kernel::Env, store: StoreId) -> db::Result<()> {
    let how = Enqueue { dedup_key: Some(format!("fetch_import_images:{store}")), ..Enqueue::of(store) };
    jobs::enqueue(c, env, &FetchImportImagesJob { store }, how).await?;
    Ok(())
}

/// What was given up for a product that says the same is tried again.
pub(super) async fn order_again(
    c: Conn<'_>,
    env: &kernel::Env,
    scope: &StoreScope,
    import: ImportId,
    product: ProductId,
) -> db::Result<()> {
    let sql = "UPDATE import_images SET status = 'waiting', attempts = 0, error = NULL, try_at = ?3, import_id = ?4 \
               WHERE store_id = ?1 AND product_id = ?2 AND status = 'failed'";
    if c.exec(sql, p![scope.store(), product, env.now(), import]).await? > 0 {
        enqueue(c, env, scope.store()).await?;
    }
    Ok(())
}

/// Nothing more is fetched for a product.
pub(super) async fn forget(c: Conn<'_>, scope: &StoreScope, product: ProductId) -> db::Result<()> {
    c.exec("DELETE FROM import_images WHERE store_id = ?1 AND product_id = ?2", p![scope.store(), product]).await?;
    Ok(())
}

/// Pictures of an import on their way, and given up; each counted up to 1000.
pub(super) async fn count(c: Conn<'_>, scope: &StoreScope, import: ImportId) -> db::Result<(i64, i64)> {
    let sql = "SELECT COUNT(*) FROM (SELECT url FROM import_images WHERE store_id = ?1 AND import_id = ?2 AND status = ?3 LIMIT 1000) AS counted";
    let waiting = c.one(sql, p![scope.store(), import, "waiting"]).await?;
    Ok((waiting, c.one(sql, p![scope.store(), import, "failed"]).await?))
}

// ---- fetching -------------------------------------------------------------------------------------------------------

/// Fetches the pictures that a store's imports wait for, a few at a time, until none is due.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct FetchImportImagesJob {
    store: StoreId,
}

impl Job for FetchImportImagesJob {
    const KIND: &'static str = "fetch_import_images";
}

pub(super) fn register(registry: &mut jobs::Registry<App>) {
    registry.on(fetch_images);
    registry.every("fetch_import_images", Millis::MINUTE, wake);
}

/// Sees to it that every store with a due picture has a job.
async fn wake(app: App) -> JobResult {
    let (env, now) = (app.env().clone(), app.env().now());
    let sql = "SELECT DISTINCT store_id FROM import_images WHERE status = 'waiting' AND try_at <= ?1 LIMIT 200";
    let stores: Vec<StoreId> = app.db().conn().all(sql, p![now]).await?;
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

#[derive(Debug, Clone)]
struct Due {
    product_id: ProductId,
    url: String,
    import_id: ImportId,
    host: String,
    attempts: i64,
}
row!(Due { product_id, url, import_id, host, attempts });

async fn fetch_images(app: App, job: FetchImportImagesJob) -> JobResult {
    let scope = StoreScope::new(job.store, Actor::system());
    let now = app.env().now();
    let sql = "SELECT product_id, url, import_id, host, attempts FROM import_images WHERE status = 'waiting' AND try_at <= ?2 AND store_id = ?1 \
               ORDER BY try_at, store_id, product_id, position LIMIT ?3";
    let due: Vec<Due> = app.db().conn().all(sql, p![job.store, now, AT_ONCE]).await?;
    if due.is_empty() {
        return Ok(Outcome::Done);
    }
    // Products may share a picture: it is fetched once.
    let mut urls: Vec<&str> = due.iter().map(|one| one.url.as_str()).collect();
    urls.sort_unstable();
    urls.dedup();
    let fetched = join_all(urls.iter().map(|url| bring(&app, &scope, url))).await;
    let mut brought: HashMap<&str, Result<MediaId, Trouble>> = HashMap::new();
    for (url, result) in urls.into_iter().zip(fetched) {
        brought.insert(url, result?);
    }
    for one in &due {
        match brought.get(one.url.as_str()) {
            Some(Ok(media)) => attach(&app, &scope, one.clone(), *media).await?,
            Some(Err(Trouble::Fetch(e))) if e.is_passing() => postpone(&app, &scope, one.clone(), *e).await?,
            Some(Err(Trouble::Fetch(e))) => give_up(&app, &scope, one.clone(), e.to_string()).await?,
            Some(Err(Trouble::Picture(reason))) => give_up(&app, &scope, one.clone(), reason.clone()).await?,
            None => {}
        }
    }
    Ok(Outcome::Continue(0))
}

enum Trouble {
    /// The address answered nothing of use.
    Fetch(FetchError),
    /// What came is no picture that the store takes.
    Picture(String),
}

/// The picture of an address; the outer error is the database's or the blob store's.
async fn bring(
    app: &App,
    scope: &StoreScope,
    url: &str,
) -> Result<Result<MediaId, Trouble>, Box<dyn std::error::Error + Send + Sync>> {
    // An earlier product may have brought it.
    let sql =
        "SELECT id FROM media WHERE store_id = ?1 AND source_url = ?2 AND content_type LIKE 'image/%' ORDER BY id DESC LIMIT 1";
    if let Some(id) = app.db().conn().opt(sql, p![scope.store(), url]).await? {
        return Ok(Ok(id));
    }
    let bytes = match app.fetcher.fetch(url).await {
        Ok(bytes) => bytes,
        Err(e) => return Ok(Err(Trouble::Fetch(e))),
    };
    let path = url.split(['?', '#']).next().unwrap_or_default();
    let name = path.rsplit('/').next().unwrap_or_default();
    match media::add_image(app, scope, name, bytes, Purpose::Product, Some(url.to_owned())).await {
        Ok(id) => Ok(Ok(id)),
        Err(media::UploadError::Refused(refusal)) => Ok(Err(Trouble::Picture(refusal.to_string()))),
        Err(e) => Err(e.into()),
    }
}

#[derive(Debug)]
struct Ordered {
    url: String,
    position: Option<i64>,
    variants: Json<Vec<Vec<String>>>,
    media_id: Option<MediaId>,
}
row!(Ordered { url, position, variants, media_id });

/// Gives a picture that has come to its product, in the place that the file says.
async fn attach(app: &App, scope: &StoreScope, one: Due, media: MediaId) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    let (env, scope) = (app.env().clone(), scope.clone());
    app.db()
        .tx(async move |c| {
            let sql = "UPDATE import_images SET status = 'done', media_id = ?4, error = NULL WHERE store_id = ?1 AND product_id = ?2 AND url = ?3";
            // Forgotten meanwhile: the import was undone, or a later one names other pictures.
            if c.exec(sql, p![scope.store(), one.product_id, one.url, media]).await? == 0 {
                return Ok(());
            }
            let Some(product) = products::find(c, &scope, one.product_id).await?.filter(|p| p.deleted_at.is_none()) else { return Ok(()) };
            let sql = "SELECT url, position, variants, media_id FROM import_images WHERE store_id = ?1 AND product_id = ?2 LIMIT 400";
            let ordered: Vec<Ordered> = c.all(sql, p![scope.store(), one.product_id]).await?;
            let mut fields = product.fields.clone();
            place(&mut fields, &ordered, &one.url, media);
            if fields != product.fields {
                let batch = Some(BatchId::from_raw(one.import_id.raw()));
                write::update(c, &env, &scope, one.product_id, Some(product.version), &ProductInput(fields), batch).await?;
                let version = store::version_of(c, &scope, one.product_id).await?;
                store::follow_version(c, &scope, one.product_id, product.version, version).await?;
            }
            c.touch(scope.store(), Topics::PROGRESS);
            Ok::<_, CatalogError>(())
        })
        .await?;
    Ok(())
}

/// Puts `media` before the first picture that the file has after it, and shows it with its variants.
fn place(fields: &mut ProductDraft, ordered: &[Ordered], url: &str, media: MediaId) {
    let Some(this) = ordered.iter().find(|o| o.url == url) else { return };
    if let Some(position) = this.position
        && !fields.image_ids.contains(&media)
        && fields.image_ids.len() < MOST_IMAGES
    {
        let place_of = |id: &MediaId| ordered.iter().find(|o| o.media_id == Some(*id)).and_then(|o| o.position);
        let is_later = |id: &MediaId| place_of(id).is_none_or(|p| p > position);
        let at = fields.image_ids.iter().position(is_later).unwrap_or(fields.image_ids.len());
        fields.image_ids.insert(at, media);
    }
    for variant in fields.variants.iter_mut().filter(|v| this.variants.0.contains(&v.option_values)) {
        variant.media_id = Some(media);
    }
}

async fn give_up(app: &App, scope: &StoreScope, one: Due, reason: String) -> db::Result<()> {
    tracing::info!(store.id = %scope.store(), product.id = %one.product_id, host = one.host, reason, "picture of an import given up");
    let scope = scope.clone();
    app.db()
        .tx(async move |c| {
            let sql = "UPDATE import_images SET status = 'failed', attempts = attempts + 1, error = ?4 WHERE store_id = ?1 AND product_id = ?2 AND url = ?3";
            c.exec(sql, p![scope.store(), one.product_id, one.url, reason]).await?;
            c.touch(scope.store(), Topics::PROGRESS);
            Ok(())
        })
        .await
}

/// Asks again later; a host in trouble is left alone with all its pictures, and given up with all of them in the end.
async fn postpone(app: &App, scope: &StoreScope, one: Due, e: FetchError) -> db::Result<()> {
    let (scope, now) = (scope.clone(), app.env().now());
    let attempts = one.attempts + 1;
    let is_last = attempts >= MOST_ATTEMPTS;
    let pause = usize::try_from(attempts - 1).ok().and_then(|i| PAUSES.get(i)).copied().unwrap_or(Millis::HOUR);
    let (status, try_at, reason) = (if is_last { "failed" } else { "waiting" }, now.plus(pause), e.to_string());
    app.db()
        .tx(async move |c| {
            let sql = if e.is_of_host() {
                "UPDATE import_images SET status = ?4, attempts = ?5, try_at = ?6, error = ?7 WHERE store_id = ?1 AND status = 'waiting' \
                 AND attempts < ?5 AND (host = ?2 OR url = ?3)"
            } else {
                "UPDATE import_images SET status = ?4, attempts = ?5, try_at = ?6, error = ?7 WHERE store_id = ?1 AND status = 'waiting' \
                 AND attempts < ?5 AND host = ?2 AND url = ?3"
            };
            c.exec(sql, p![scope.store(), one.host, one.url, status, attempts, try_at, reason]).await?;
            c.touch(scope.store(), Topics::PROGRESS);
            Ok(())
        })
        .await
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ordered(url: &str, position: i64, media: Option<i64>) -> Ordered {
        Ordered { url: url.into(), position: Some(position), variants: Json(Vec::new()), media_id: media.map(MediaId::from_raw) }
    }

    #[test]
    fn pr_04_pictures_stand_in_the_order_of_the_file_whenever_they_come() {
        let all = [ordered("a", 0, Some(1)), ordered("b", 1, Some(2)), ordered("c", 2, Some(3))];
        let mut fields = ProductDraft { image_ids: vec![MediaId::from_raw(9)], ..ProductDraft::default() };
        for (url, id) in [("c", 3), ("a", 1), ("b", 2), ("a", 1)] {
            place(&mut fields, &all, url, MediaId::from_raw(id));
        }
        // The merchant's own picture (9) stays, after those of the file.
        assert_eq!(fields.image_ids.iter().map(|id| id.raw()).collect::<Vec<_>>(), [1, 2, 3, 9]);
    }

    #[test]
    fn the_host_of_an_address() {
        assert_eq!(host("https://Cdn.Example.com:8443/a/b.jpg?x=1"), "cdn.example.com:8443");
        assert_eq!(host("https://user@example.com/a"), "example.com");
    }
}
