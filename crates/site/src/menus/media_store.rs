//! Uses of pictures in menus.

use db::{Conn, Json, Result, Sql, p};
use futures_util::future::BoxFuture;
use kernel::{MediaId, Millis, StoreScope, Texts};
use platform::media::{MOST_USES, MediaUses, Use, UseKind};

/// Pictures of menu links.
#[derive(Debug, Clone, Copy)]
pub struct MenuPictures;

impl MediaUses for MenuPictures {
    fn only_unused(&self, sql: Sql, _since: Millis) -> Sql {
        sql.raw(" AND NOT EXISTS (SELECT 1 FROM menu_links u WHERE u.store_id = media.store_id AND u.image_id = media.id)")
    }

    fn find<'a>(&'a self, c: Conn<'a>, scope: &'a StoreScope, id: MediaId, _since: Millis) -> BoxFuture<'a, Result<Vec<Use>>> {
        Box::pin(async move {
            let sql = "SELECT menu_id, title FROM menu_links WHERE store_id = ?1 AND image_id = ?2 ORDER BY id LIMIT ?3";
            let rows: Vec<(kernel::MenuId, Json<Texts>)> = c.all(sql, p![scope.store(), id, MOST_USES]).await?;
            Ok(rows
                .into_iter()
                .map(|(menu, name)| Use {
                    kind: UseKind::Menu,
                    id: Some(menu.to_string()),
                    name: name.0,
                    code: None,
                    is_removed: false,
                })
                .collect())
        })
    }
}
