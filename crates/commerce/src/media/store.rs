//! Every SQL statement of media.

use std::collections::BTreeMap;

use db::{Conn, Json, Result, Sql, p, row};
use kernel::{MediaId, Millis, StoreScope, Texts};

use super::model::{MediaView, Size, Status, image_url};

pub(super) struct Record {
    pub(super) id: MediaId,
    pub(super) status: String,
    pub(super) file_name: String,
    pub(super) content_type: String,
    pub(super) width: i64,
    pub(super) height: i64,
    pub(super) storage_key: String,
    pub(super) variants: Json<Vec<Size>>,
    pub(super) alt: Json<Texts>,
}
row!(Record { id, status, file_name, content_type, width, height, storage_key, variants, alt });

const SELECT: &str =
    "SELECT id, status, file_name, content_type, width, height, storage_key, variants, alt FROM media WHERE store_id = ";

pub(super) fn view(scope: &StoreScope, r: Record) -> MediaView {
    let Record { id, status, file_name, content_type: _, width, height, storage_key, variants, alt } = r;
    let urls: BTreeMap<String, String> =
        variants.0.into_iter().map(|s| (s.width.to_string(), image_url(scope.store(), &s.name))).collect();
    MediaView {
        id,
        url: image_url(scope.store(), &storage_key),
        urls,
        width,
        height,
        status: Status::of(&status),
        file_name,
        alt: alt.0,
    }
}

/// Pictures in the order asked; one that is not there is absent.
///
/// # Errors
/// Of the database.
pub async fn views(c: Conn<'_>, scope: &StoreScope, ids: &[MediaId]) -> Result<Vec<MediaView>> {
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

/// A picture or file about to be kept.
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
               source_url, created_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, '[]', '{}', ?11, ?12)";
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
            now
        ],
    )
    .await?;
    Ok(())
}

/// The sizes are made; false when the picture was deleted meanwhile.
pub(super) async fn set_sizes(c: Conn<'_>, scope: &StoreScope, id: MediaId, sizes: &[Size]) -> Result<bool> {
    let sql = "UPDATE media SET status = 'ready', variants = ?3, error = NULL WHERE store_id = ?1 AND id = ?2";
    Ok(c.exec(sql, p![scope.store(), id, Json(sizes.to_vec())]).await? == 1)
}

pub(super) async fn set_failed(c: Conn<'_>, scope: &StoreScope, id: MediaId, reason: &str) -> Result<()> {
    c.exec("UPDATE media SET status = 'failed', error = ?3 WHERE store_id = ?1 AND id = ?2", p![scope.store(), id, reason])
        .await?;
    Ok(())
}

/// Something shows the picture. Every table that may name one is asked here, those of other slices too, since a foreign
/// key cannot see into settings and themes. To add one: its line here.
pub(super) async fn is_used(c: Conn<'_>, scope: &StoreScope, id: MediaId) -> Result<bool> {
    let named = format!("%\"{id}\"%");
    let sql = "SELECT CAST(COUNT(*) AS BIGINT) FROM (\
         SELECT product_id AS x FROM product_media WHERE store_id = ?1 AND media_id = ?2 \
         UNION ALL SELECT v.id FROM product_variants v JOIN products p ON p.store_id = v.store_id AND p.id = v.product_id \
           WHERE v.store_id = ?1 AND v.media_id = ?2 AND p.deleted_at IS NULL \
         UNION ALL SELECT id FROM categories WHERE store_id = ?1 AND image_id = ?2 \
         UNION ALL SELECT updated_at FROM store_settings WHERE store_id = ?1 AND value LIKE ?3 \
         UNION ALL SELECT id FROM theme_sections WHERE store_id = ?1 AND (settings LIKE ?3 OR blocks LIKE ?3)) AS uses";
    Ok(c.one::<i64>(sql, p![scope.store(), id, named]).await? > 0)
}

pub(super) async fn delete(c: Conn<'_>, scope: &StoreScope, id: MediaId) -> Result<bool> {
    Ok(c.exec("DELETE FROM media WHERE store_id = ?1 AND id = ?2", p![scope.store(), id]).await? == 1)
}

pub(super) async fn update_alt(c: Conn<'_>, scope: &StoreScope, id: MediaId, alt: &Texts) -> Result<()> {
    c.exec("UPDATE media SET alt = ?3 WHERE store_id = ?1 AND id = ?2", p![scope.store(), id, Json(alt.clone())]).await?;
    Ok(())
}
