//! What links of a store's menus lead to: names of products and categories, and whether shoppers see them (ST-07).

use db::{Conn, Json, Result, Sql, row};
use futures_util::future::BoxFuture;
use kernel::{CategoryId, ProductId, StoreScope, Texts};
use platform::link_targets::{LinkTarget, LinkTargets};

/// Products and categories as targets of links.
#[derive(Debug, Clone, Copy)]
pub struct CatalogTargets;

struct TargetRow {
    id: i64,
    name: Json<Texts>,
    is_shown: bool,
}
row!(TargetRow { id, name, is_shown });

fn targets(rows: Vec<TargetRow>) -> Vec<LinkTarget> {
    rows.into_iter().map(|TargetRow { id, name, is_shown }| LinkTarget { id, name: name.0, is_shown }).collect()
}

impl LinkTargets for CatalogTargets {
    fn products<'a>(&'a self, c: Conn<'a>, scope: &'a StoreScope, ids: Vec<ProductId>) -> BoxFuture<'a, Result<Vec<LinkTarget>>> {
        Box::pin(async move {
            if ids.is_empty() {
                return Ok(Vec::new());
            }
            let sql = Sql::new("SELECT id, name, is_active AND is_published AND archived_at IS NULL FROM products WHERE")
                .arg(" store_id = ?", scope.store())
                .list(" AND id IN ", ids, " AND deleted_at IS NULL");
            Ok(targets(sql.all(c).await?))
        })
    }

    fn categories<'a>(
        &'a self,
        c: Conn<'a>,
        scope: &'a StoreScope,
        ids: Vec<CategoryId>,
    ) -> BoxFuture<'a, Result<Vec<LinkTarget>>> {
        Box::pin(async move {
            if ids.is_empty() {
                return Ok(Vec::new());
            }
            let sql = Sql::new("SELECT id, name, is_active FROM categories WHERE").arg(" store_id = ?", scope.store()).list(
                " AND id IN ",
                ids,
                "",
            );
            Ok(targets(sql.all(c).await?))
        })
    }
}
