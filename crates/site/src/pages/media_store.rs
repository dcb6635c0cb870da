//! Uses of pictures in content pages.

use db::{Conn, Json, Result, p};
use futures_util::future::BoxFuture;
use kernel::{ContentPageId, MediaId, Millis, StoreScope, Texts};
use platform::media::{MOST_USES, MediaUses, Use, UseKind};

/// Pictures in pages.
#[derive(Debug, Clone, Copy)]
pub struct PagePictures;

impl MediaUses for PagePictures {
    fn documents<'a>(&'a self, c: Conn<'a>, scope: &'a StoreScope) -> BoxFuture<'a, Result<Vec<String>>> {
        Box::pin(async move {
            let sql = "SELECT content FROM content_pages WHERE store_id = ?1 AND deleted_at IS NULL AND content LIKE '%med\\_%' ESCAPE '\\' LIMIT 2000";
            c.all(sql, p![scope.store()]).await
        })
    }

    fn find<'a>(&'a self, c: Conn<'a>, scope: &'a StoreScope, id: MediaId, _since: Millis) -> BoxFuture<'a, Result<Vec<Use>>> {
        Box::pin(async move {
            let sql = "SELECT id, title FROM content_pages WHERE store_id = ?1 AND deleted_at IS NULL AND content LIKE ?2 ORDER BY id LIMIT ?3";
            let rows: Vec<(ContentPageId, Json<Texts>)> = c.all(sql, p![scope.store(), format!("%{id}%"), MOST_USES]).await?;
            Ok(rows
                .into_iter()
                .map(|(page, name)| Use {
                    kind: UseKind::Page,
                    id: Some(page.to_string()),
                    name: name.0,
                    code: None,
                    is_removed: false,
                })
                .collect())
        })
    }
}
