//! Every statement on the pending pictures of imports, and on the source URLs of fetched pictures.

use db::{Conn, Json, Result, Sql, p, row};
use kernel::{ImportId, MediaId, Millis, ProductId, StoreId, StoreScope, Texts};
use serde::Serialize;

use super::reasons::Reason;

/// The status of a picture that was not fetched yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
pub(in crate::import) enum ImageStatus {
    /// To be fetched at `try_at`.
    Waiting,
    /// Given up after the last attempt.
    Failed,
}

impl ImageStatus {
    const ALL: [Self; 2] = [Self::Waiting, Self::Failed];

    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Failed => "failed",
        }
    }

    pub(in crate::import) fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|status| status.as_str() == word)
    }
}

db::stored_words! {
    ImageStatus, "import_images" "status";
}

// ---- pictures that are here -----------------------------------------------------------------------------------------

/// Those of the ids that are pictures of the store, 500 at most.
pub(super) async fn list_existing(c: Conn<'_>, scope: &StoreScope, ids: Vec<MediaId>) -> Result<Vec<MediaId>> {
    Sql::new("SELECT id FROM media WHERE store_id = ")
        .arg("?", scope.store())
        .list(" AND id IN ", ids, " AND content_type LIKE 'image/%'")
        .all(c)
        .await
}

/// Pictures fetched from these URLs, the latest last.
pub(super) async fn list_by_source(c: Conn<'_>, scope: &StoreScope, urls: &[String]) -> Result<Vec<(String, MediaId)>> {
    Sql::new("SELECT source_url, id FROM media WHERE store_id = ")
        .arg("?", scope.store())
        .list(" AND source_url IN ", urls.to_vec(), " AND content_type LIKE 'image/%' ORDER BY id")
        .all(c)
        .await
}

/// The latest picture fetched from a URL.
pub(super) async fn find_by_source(c: Conn<'_>, scope: &StoreScope, url: &str) -> Result<Option<MediaId>> {
    let sql =
        "SELECT id FROM media WHERE store_id = ?1 AND source_url = ?2 AND content_type LIKE 'image/%' ORDER BY +id DESC LIMIT 1";
    c.opt(sql, p![scope.store(), url]).await
}

/// The source URLs of pictures, of those that have one.
pub(super) async fn list_sources(c: Conn<'_>, scope: &StoreScope, ids: &[MediaId]) -> Result<Vec<(MediaId, String)>> {
    Sql::new("SELECT id, source_url FROM media WHERE store_id = ")
        .arg("?", scope.store())
        .list(" AND id IN ", ids.to_vec(), " AND source_url IS NOT NULL")
        .all(c)
        .await
}

// ---- pictures of products that are wanted ---------------------------------------------------------------------------

/// URLs that are pending or failed, by product.
pub(super) async fn list_unfinished(c: Conn<'_>, scope: &StoreScope, ids: &[ProductId]) -> Result<Vec<(ProductId, String)>> {
    Sql::new("SELECT product_id, url FROM import_images WHERE store_id = ")
        .arg("?", scope.store())
        .list(" AND product_id IN ", ids.to_vec(), " AND status IN ('waiting', 'failed')")
        .all(c)
        .await
}

/// A picture to record for a product of a file.
pub(super) struct NewImage<'a> {
    pub(super) product: ProductId,
    pub(super) url: &'a str,
    pub(super) import: ImportId,
    /// Its position in the file's list; `None` for a picture of a variant alone.
    pub(super) position: Option<i64>,
    pub(super) variants: &'a [Vec<String>],
    pub(super) host: String,
    /// The picture, when it was fetched already.
    pub(super) media: Option<MediaId>,
}

pub(super) async fn insert(c: Conn<'_>, scope: &StoreScope, image: &NewImage<'_>, now: Millis) -> Result<()> {
    let NewImage { product, url, import, position, variants, host, media } = image;
    let sql = "INSERT INTO import_images (store_id, product_id, url, import_id, position, variants, host, status, media_id, attempts, try_at) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, 0, ?10)";
    let status = if media.is_some() { "done" } else { "waiting" };
    c.exec(sql, p![scope.store(), product, *url, import, position, Json(variants), host, status, media, now]).await?;
    Ok(())
}

/// Deletes a product's pending pictures and its record of earlier imports.
pub(super) async fn delete_of(c: Conn<'_>, scope: &StoreScope, product: ProductId) -> Result<()> {
    c.exec("DELETE FROM import_images WHERE store_id = ?1 AND product_id = ?2", p![scope.store(), product]).await?;
    Ok(())
}

/// A picture of a product in the file's order.
#[derive(Debug)]
pub(super) struct OrderedImage {
    pub(super) url: String,
    pub(super) position: Option<i64>,
    pub(super) variants: Json<Vec<Vec<String>>>,
    pub(super) media_id: Option<MediaId>,
}
row!(OrderedImage { url, position, variants, media_id });

/// All picture rows of a product, 400 at most.
pub(super) async fn list_of(c: Conn<'_>, scope: &StoreScope, product: ProductId) -> Result<Vec<OrderedImage>> {
    let sql = "SELECT url, position, variants, media_id FROM import_images WHERE store_id = ?1 AND product_id = ?2 LIMIT 400";
    c.all(sql, p![scope.store(), product]).await
}

/// Retries the failed pictures of a product under another import; false when there was none.
pub(super) async fn retry_of(c: Conn<'_>, scope: &StoreScope, product: ProductId, import: ImportId, now: Millis) -> Result<bool> {
    // The index on the URL leads SQLite to the product's pictures; without it, it scans those of the store.
    let sql = "UPDATE import_images SET status = 'waiting', attempts = 0, error = NULL, try_at = ?3, import_id = ?4 \
               WHERE store_id = ?1 AND product_id = ?2 AND url > '' AND status = 'failed'";
    Ok(c.exec(sql, p![scope.store(), product, now, import]).await? > 0)
}

// ---- pictures of imports --------------------------------------------------------------------------------------------

/// Retries the failed pictures of an import; false when there was none.
pub(super) async fn retry(c: Conn<'_>, scope: &StoreScope, import: ImportId, now: Millis) -> Result<bool> {
    let sql = "UPDATE import_images SET status = 'waiting', attempts = 0, error = NULL, try_at = ?3 \
               WHERE store_id = ?1 AND import_id = ?2 AND status = 'failed'";
    Ok(c.exec(sql, p![scope.store(), import, now]).await? > 0)
}

/// Pictures of an import in a status, counted up to 1001.
pub(super) async fn count_in_status(c: Conn<'_>, scope: &StoreScope, import: ImportId, status: ImageStatus) -> Result<i64> {
    let sql = "SELECT COUNT(*) FROM (SELECT url FROM import_images WHERE store_id = ?1 AND import_id = ?2 AND status = ?3 LIMIT 1001) AS counted";
    c.one(sql, p![scope.store(), import, status.as_str()]).await
}

/// A picture that was not fetched yet, with its product's name.
pub(super) struct ImageRow {
    pub(super) product_id: ProductId,
    pub(super) name: Json<Texts>,
    pub(super) url: String,
    pub(super) status: ImageStatus,
    pub(super) error: Option<String>,
    pub(super) attempts: i64,
    pub(super) try_at: Millis,
}
row!(ImageRow { product_id, name, url, status, error, attempts, try_at });

/// Without a status filter, a row with an unknown status is not skipped: decoding it fails.
fn in_statuses(sql: Sql, statuses: &[ImageStatus]) -> Sql {
    if statuses.is_empty() {
        return sql.raw(" AND i.status <> 'done'");
    }
    sql.list(" AND i.status IN ", statuses.iter().map(|status| status.as_str()).collect::<Vec<_>>(), "")
}

/// Pictures of an import that were not fetched yet, in the order of the products.
pub(super) async fn list(
    c: Conn<'_>,
    scope: &StoreScope,
    import: ImportId,
    statuses: &[ImageStatus],
    (offset, limit): (i64, i64),
) -> Result<Vec<ImageRow>> {
    let sql = Sql::new(
        "SELECT i.product_id, p.name, i.url, i.status, i.error, i.attempts, i.try_at FROM import_images i \
         JOIN products p ON p.store_id = i.store_id AND p.id = i.product_id WHERE i.store_id = ",
    )
    .arg("?", scope.store())
    .arg(" AND i.import_id = ?", import);
    let sql = in_statuses(sql, statuses).arg(" ORDER BY i.status, i.product_id, i.url LIMIT ?", limit);
    sql.arg(" OFFSET ?", offset).all(c).await
}

/// How many of them there are, counted up to `most`.
pub(super) async fn count(c: Conn<'_>, scope: &StoreScope, import: ImportId, statuses: &[ImageStatus], most: i64) -> Result<i64> {
    let sql = Sql::new("SELECT COUNT(*) FROM (SELECT i.url FROM import_images i WHERE i.store_id = ")
        .arg("?", scope.store())
        .arg(" AND i.import_id = ?", import);
    in_statuses(sql, statuses).arg(" LIMIT ?) AS counted", most).one(c).await
}

// ---- what is due ----------------------------------------------------------------------------------------------------

/// Makes pictures of any store due now whose attempt lies after `beyond`, at most `most`; returns how many.
pub(super) async fn set_due(c: Conn<'_>, now: Millis, beyond: Millis, most: i64) -> Result<u64> {
    let sql = "UPDATE import_images SET try_at = ?1 WHERE (store_id, product_id, url) IN (\
               SELECT store_id, product_id, url FROM import_images WHERE status = 'waiting' AND try_at > ?2 LIMIT ?3)";
    c.exec(sql, p![now, beyond, most]).await
}

/// Stores with pictures that are due, 200 at most.
pub(super) async fn list_stores_with_due(c: Conn<'_>, now: Millis) -> Result<Vec<StoreId>> {
    let sql = "SELECT DISTINCT store_id FROM import_images WHERE status = 'waiting' AND try_at <= ?1 LIMIT 200";
    c.all(sql, p![now]).await
}

/// A picture to fetch now.
#[derive(Debug, Clone)]
pub(super) struct DueImage {
    pub(super) product_id: ProductId,
    pub(super) url: String,
    pub(super) import_id: ImportId,
    pub(super) host: String,
    pub(super) attempts: i64,
}
row!(DueImage { product_id, url, import_id, host, attempts });

pub(super) async fn list_due(c: Conn<'_>, store: StoreId, now: Millis, most: i64) -> Result<Vec<DueImage>> {
    let sql = "SELECT product_id, url, import_id, host, attempts FROM import_images WHERE status = 'waiting' AND try_at <= ?2 AND store_id = ?1 \
               ORDER BY try_at, store_id, product_id, position LIMIT ?3";
    c.all(sql, p![store, now, most]).await
}

/// Marks the picture as fetched; false when the import was undone meanwhile, or a later one names other pictures.
pub(super) async fn finish(c: Conn<'_>, scope: &StoreScope, image: &DueImage, media: MediaId) -> Result<bool> {
    let sql = "UPDATE import_images SET status = 'done', media_id = ?4, error = NULL WHERE store_id = ?1 AND product_id = ?2 AND url = ?3";
    Ok(c.exec(sql, p![scope.store(), image.product_id, image.url, media]).await? > 0)
}

/// Marks the picture as failed, with a reason.
pub(super) async fn fail(c: Conn<'_>, scope: &StoreScope, image: &DueImage, reason: &Reason) -> Result<()> {
    let sql = "UPDATE import_images SET status = 'failed', attempts = attempts + 1, error = ?4 WHERE store_id = ?1 AND product_id = ?2 AND url = ?3";
    c.exec(sql, p![scope.store(), image.product_id, image.url, Json(reason)]).await?;
    Ok(())
}

/// The outcome of a failed attempt.
pub(super) struct Postponement {
    pub(super) status: ImageStatus,
    pub(super) attempts: i64,
    pub(super) try_at: Millis,
}

/// Postpones the pictures of a URL or marks them as failed; with `is_whole_host`, all pending ones of its host with fewer
/// attempts.
pub(super) async fn reschedule(
    c: Conn<'_>,
    scope: &StoreScope,
    image: &DueImage,
    is_whole_host: bool,
    to: &Postponement,
    reason: &Reason,
) -> Result<()> {
    let Postponement { status, attempts, try_at } = to;
    let sql = if is_whole_host {
        "UPDATE import_images SET status = ?4, attempts = ?5, try_at = ?6, error = ?7 WHERE store_id = ?1 AND status = 'waiting' \
         AND attempts < ?5 AND (host = ?2 OR url = ?3)"
    } else {
        "UPDATE import_images SET status = ?4, attempts = ?5, try_at = ?6, error = ?7 WHERE store_id = ?1 AND status = 'waiting' \
         AND attempts < ?5 AND host = ?2 AND url = ?3"
    };
    c.exec(sql, p![scope.store(), image.host, image.url, status.as_str(), attempts, try_at, Json(reason)]).await?;
    Ok(())
}
