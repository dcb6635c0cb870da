//! Every SQL statement of media.

use std::collections::BTreeMap;

use db::{Conn, Json, Result, Sql, p, row};
use kernel::{Lang, MediaId, Millis, StoreId, StoreScope, Texts};

use super::model::{MediaView, Size, Status, image_url};
use crate::search::{self, Index};

pub(super) struct Record {
    pub(super) id: MediaId,
    pub(super) status: Status,
    pub(super) file_name: String,
    pub(super) content_type: String,
    pub(super) width: i64,
    pub(super) height: i64,
    pub(super) storage_key: String,
    pub(super) variants: Json<Vec<Size>>,
    pub(super) alt: Json<Texts>,
    pub(super) revision: i64,
}
row!(Record { id, status, file_name, content_type, width, height, storage_key, variants, alt, revision });

const SELECT: &str = "SELECT id, status, file_name, content_type, width, height, storage_key, variants, alt, revision FROM media WHERE store_id = ";

pub(super) fn view(scope: &StoreScope, r: Record) -> MediaView {
    let Record { id, status, file_name, content_type: _, width, height, storage_key, variants, alt, revision: _ } = r;
    let (mut urls, mut avif) = (BTreeMap::new(), BTreeMap::new());
    for Size { width, height: _, name, avif: smaller } in variants.0 {
        if let Some(name) = smaller {
            avif.insert(width.to_string(), image_url(scope.store(), &name));
        }
        urls.insert(width.to_string(), image_url(scope.store(), &name));
    }
    MediaView { id, url: image_url(scope.store(), &storage_key), urls, avif, width, height, status, file_name, alt: alt.0 }
}

/// Pictures in the given order; unknown ids are left out.
///
/// # Errors
/// Of the database.
pub async fn list_views(c: Conn<'_>, scope: &StoreScope, ids: &[MediaId]) -> Result<Vec<MediaView>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let rows: Vec<Record> = Sql::new(SELECT)
        .arg("?", scope.store())
        .list(" AND id IN ", ids.to_vec(), " AND content_type LIKE 'image/%'")
        .all(c)
        .await?;
    let mut found: BTreeMap<MediaId, MediaView> = rows.into_iter().map(|r| (r.id, view(scope, r))).collect();
    let mut out = Vec::with_capacity(found.len());
    for id in ids {
        if let Some(view) = found.remove(id) {
            out.push(view);
        }
    }
    Ok(out)
}

pub(super) async fn find(c: Conn<'_>, scope: &StoreScope, id: MediaId) -> Result<Option<Record>> {
    Sql::new(SELECT).arg("?", scope.store()).arg(" AND id = ?", id).opt_row(c).await
}

/// A picture or file to insert.
#[derive(Debug, Clone)]
pub(super) struct NewMedia {
    pub(super) id: MediaId,
    pub(super) status: Status,
    pub(super) file_name: String,
    pub(super) content_type: &'static str,
    pub(super) size_bytes: i64,
    pub(super) width: i64,
    pub(super) height: i64,
    pub(super) sha256: String,
    pub(super) name: String,
    pub(super) source_url: Option<String>,
}

pub(super) async fn insert(c: Conn<'_>, scope: &StoreScope, now: Millis, m: &NewMedia) -> Result<()> {
    let sql = "INSERT INTO media (store_id, id, status, file_name, content_type, size_bytes, width, height, sha256, storage_key, variants, alt, \
               source_url, created_at, is_image) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, '[]', '{}', ?11, ?12, ?13)";
    c.exec(
        sql,
        p![
            scope.store(),
            m.id,
            m.status.as_str(),
            m.file_name,
            m.content_type,
            m.size_bytes,
            m.width,
            m.height,
            m.sha256,
            m.name,
            m.source_url,
            now,
            is_image(m.content_type)
        ],
    )
    .await?;
    if is_image(m.content_type) {
        set_search_words(c, scope, m.id, &m.file_name, &Texts::default()).await?;
    }
    Ok(())
}

fn is_image(content_type: &str) -> bool {
    content_type.starts_with("image/")
}

/// Indexes the search words of a picture: its file name, split at punctuation, and its alternative text.
pub(super) async fn set_search_words(c: Conn<'_>, scope: &StoreScope, id: MediaId, file_name: &str, alt: &Texts) -> Result<()> {
    let name = file_name.rsplit_once('.').map_or(file_name, |(name, _)| name);
    let words = search::tokens([name, alt.exact(Lang::Ar), alt.exact(Lang::En)]);
    search::replace(c, scope.store(), Index::Media, id.raw(), &words).await
}

/// Replaces the picture of an id; false when it was replaced concurrently.
pub(super) async fn replace(c: Conn<'_>, scope: &StoreScope, from_revision: i64, m: &NewMedia) -> Result<bool> {
    let sql = "UPDATE media SET status = ?4, file_name = ?5, content_type = ?6, size_bytes = ?7, width = ?8, height = ?9, sha256 = ?10, \
               storage_key = ?11, variants = '[]', copies_bytes = 0, wants_avif = FALSE, error = NULL, source_url = NULL, revision = revision + 1 \
               WHERE store_id = ?1 AND id = ?2 AND revision = ?3";
    let n = c
        .exec(
            sql,
            p![
                scope.store(),
                m.id,
                from_revision,
                m.status.as_str(),
                m.file_name,
                m.content_type,
                m.size_bytes,
                m.width,
                m.height,
                m.sha256,
                m.name
            ],
        )
        .await?;
    Ok(n == 1)
}

/// Stores the WebP copies, the AVIF ones follow; false when the picture was deleted or replaced meanwhile.
pub(super) async fn set_sizes(c: Conn<'_>, scope: &StoreScope, r: &Record, sizes: &[Size], bytes: i64) -> Result<bool> {
    let sql = "UPDATE media SET status = 'ready', variants = ?3, copies_bytes = ?4, wants_avif = ?5, error = NULL \
               WHERE store_id = ?1 AND id = ?2 AND revision = ?6";
    let args = p![scope.store(), r.id, Json(sizes.to_vec()), bytes, !sizes.is_empty(), r.revision];
    Ok(c.exec(sql, args).await? == 1)
}

/// Stores the AVIF copies, or that there are none (then `sizes` are as they were).
pub(super) async fn set_avif(c: Conn<'_>, scope: &StoreScope, r: &Record, sizes: &[Size], bytes: i64) -> Result<bool> {
    let sql = "UPDATE media SET variants = ?3, copies_bytes = copies_bytes + ?4, wants_avif = FALSE \
               WHERE store_id = ?1 AND id = ?2 AND revision = ?5 AND wants_avif";
    Ok(c.exec(sql, p![scope.store(), r.id, Json(sizes.to_vec()), bytes, r.revision]).await? == 1)
}

/// The oldest picture of the store that still needs AVIF copies.
pub(super) async fn find_without_avif(c: Conn<'_>, scope: &StoreScope) -> Result<Option<Record>> {
    Sql::new(SELECT).arg("?", scope.store()).raw(" AND wants_avif ORDER BY id LIMIT 1").opt_row(c).await
}

/// Stores with pictures that still need AVIF copies, 1000 at most.
pub(super) async fn list_stores_without_avif(c: Conn<'_>) -> Result<Vec<StoreId>> {
    c.all("SELECT DISTINCT store_id FROM media WHERE wants_avif LIMIT 1000", p![]).await
}

/// Pictures from before the library existed, of any store, 200 at most: their search words and copies are missing.
pub(super) async fn list_without_words(c: Conn<'_>) -> Result<Vec<(StoreId, MediaId)>> {
    c.all("SELECT store_id, id FROM media WHERE wants_words ORDER BY store_id, id LIMIT 200", p![]).await
}

pub(super) async fn has_words(c: Conn<'_>, scope: &StoreScope, id: MediaId) -> Result<()> {
    c.exec("UPDATE media SET wants_words = FALSE WHERE store_id = ?1 AND id = ?2", p![scope.store(), id]).await?;
    Ok(())
}

pub(super) async fn set_failed(c: Conn<'_>, scope: &StoreScope, id: MediaId, reason: &str) -> Result<()> {
    c.exec("UPDATE media SET status = 'failed', error = ?3 WHERE store_id = ?1 AND id = ?2", p![scope.store(), id, reason])
        .await?;
    Ok(())
}

/// The library's rows of these ids, for [`MediaUsers::only_unused`](super::uses::MediaUsers) to filter.
pub(super) fn of_ids(scope: &StoreScope, ids: &[MediaId]) -> Sql {
    Sql::new("SELECT id FROM media WHERE store_id = ").arg("?", scope.store()).list(" AND id IN ", ids.to_vec(), "")
}

/// Values of settings that may name pictures.
pub(super) async fn list_settings_with_media(c: Conn<'_>, scope: &StoreScope) -> Result<Vec<String>> {
    let sql = "SELECT value FROM store_settings WHERE store_id = ?1 AND value LIKE '%med\\_%' ESCAPE '\\' LIMIT 2000";
    c.all(sql, p![scope.store()]).await
}

/// Codes of the settings that name a picture.
pub(super) async fn list_setting_codes(c: Conn<'_>, scope: &StoreScope, id: MediaId) -> Result<Vec<String>> {
    let sql = "SELECT code FROM store_settings WHERE store_id = ?1 AND value LIKE ?2 ORDER BY code LIMIT ?3";
    c.all(sql, p![scope.store(), format!("%{id}%"), super::uses::MOST_USES]).await
}

/// Deletes the row and its search words.
pub(super) async fn delete(c: Conn<'_>, scope: &StoreScope, id: MediaId) -> Result<bool> {
    search::delete(c, scope.store(), Index::Media, id.raw()).await?;
    Ok(c.exec("DELETE FROM media WHERE store_id = ?1 AND id = ?2", p![scope.store(), id]).await? == 1)
}

pub(super) async fn update_alt(c: Conn<'_>, scope: &StoreScope, id: MediaId, alt: &Texts) -> Result<()> {
    let sql = "UPDATE media SET alt = ?3, has_alt_ar = ?4, has_alt_en = ?5 WHERE store_id = ?1 AND id = ?2";
    let has = |lang| !alt.exact(lang).is_empty();
    c.exec(sql, p![scope.store(), id, Json(alt.clone()), has(Lang::Ar), has(Lang::En)]).await?;
    Ok(())
}
