//! Uses of pictures in theme sections.

use db::{Conn, Json, Result, p};
use futures_util::future::BoxFuture;
use kernel::{MediaId, Millis, StoreScope, Texts};
use platform::media::{MOST_USES, MediaUses, Use, UseKind};

/// Pictures in sections of the theme.
#[derive(Debug, Clone, Copy)]
pub struct SectionPictures;

impl MediaUses for SectionPictures {
    fn documents<'a>(&'a self, c: Conn<'a>, scope: &'a StoreScope) -> BoxFuture<'a, Result<Vec<String>>> {
        Box::pin(async move {
            // Drafts, with what was deleted there, and what shoppers see.
            let sql = "SELECT settings || blocks FROM theme_sections WHERE store_id = ?1 UNION ALL \
                       SELECT settings || blocks FROM theme_version_sections WHERE store_id = ?1 \
                       AND (theme, number) IN (SELECT theme, published FROM installed_themes WHERE store_id = ?1) LIMIT 2000";
            c.all(sql, p![scope.store()]).await
        })
    }

    fn find<'a>(&'a self, c: Conn<'a>, scope: &'a StoreScope, id: MediaId, _since: Millis) -> BoxFuture<'a, Result<Vec<Use>>> {
        Box::pin(async move {
            let sql = "SELECT name, page FROM (SELECT id, name, page FROM theme_sections \
                       WHERE store_id = ?1 AND deleted_at IS NULL AND (settings LIKE ?2 OR blocks LIKE ?2) \
                       UNION SELECT id, name, page FROM theme_version_sections WHERE store_id = ?1 \
                       AND (theme, number) IN (SELECT theme, published FROM installed_themes WHERE store_id = ?1) \
                       AND (settings LIKE ?2 OR blocks LIKE ?2)) AS used ORDER BY page, id LIMIT ?3";
            let rows: Vec<(Json<Texts>, String)> = c.all(sql, p![scope.store(), format!("%{id}%"), MOST_USES]).await?;
            Ok(rows
                .into_iter()
                .map(|(name, page)| Use { kind: UseKind::Section, id: None, name: name.0, code: Some(page), is_removed: false })
                .collect())
        })
    }
}
