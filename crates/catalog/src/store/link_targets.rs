//! What links of a store's menus lead to: names of products and categories, and whether shoppers see them (ST-07).

use db::{Conn, Json, Result, Sql, p, row};
use futures_util::future::BoxFuture;
use kernel::slug::uniqueness_key;
use kernel::{CategoryId, Lang, ProductId, StoreScope, Texts};
use platform::link_targets::{FoundAddress, LinkTarget, LinkTargets};
use platform::search::upper_bound;

use super::{categories, links};

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

    fn has_product_at<'a>(&'a self, c: Conn<'a>, scope: &'a StoreScope, link: String) -> BoxFuture<'a, Result<bool>> {
        Box::pin(async move {
            let key = uniqueness_key(&link);
            let ids: Vec<ProductId> = links::list_holders(c, scope, &key).await?.into_iter().map(|(_, id)| id).collect();
            if self.products(c, scope, ids).await?.iter().any(|product| product.is_shown) {
                return Ok(true);
            }
            Ok(links::find_redirect(c, scope, Lang::Ar, &key).await?.is_some())
        })
    }

    fn has_category_at<'a>(&'a self, c: Conn<'a>, scope: &'a StoreScope, slug: String) -> BoxFuture<'a, Result<bool>> {
        Box::pin(async move {
            let key = uniqueness_key(&slug);
            match categories::find_by_slug(c, scope, &key).await? {
                Some(category) => Ok(category.is_active),
                None => Ok(links::find_category_redirect(c, scope, &key).await?.is_some()),
            }
        })
    }

    fn search_addresses<'a>(
        &'a self,
        c: Conn<'a>,
        scope: &'a StoreScope,
        words: Vec<String>,
    ) -> BoxFuture<'a, Result<Vec<FoundAddress>>> {
        Box::pin(async move {
            let found = |folder: &str, slug: String, name: Texts| FoundAddress {
                path: format!("/{folder}/{slug}"),
                texts: vec![name.ar, name.en, slug],
            };
            let mut all: Vec<FoundAddress> = Vec::new();
            for word in words {
                let sql = "SELECT p.page_link, p.name FROM search_tokens t CROSS JOIN products p \
                           WHERE p.store_id = t.store_id AND p.id = t.subject_id AND t.store_id = ?1 AND t.subject = 'product' AND t.token >= ?2 \
                           AND t.token < ?3 AND p.is_active AND p.is_published AND p.archived_at IS NULL AND p.deleted_at IS NULL LIMIT 40";
                let rows: Vec<(String, Json<Texts>)> = c.all(sql, p![scope.store(), word, upper_bound(&word)]).await?;
                for (link, name) in rows {
                    let product = found("products", link, name.0);
                    if !all.contains(&product) {
                        all.push(product);
                    }
                }
            }
            let sql = "SELECT slug, name FROM categories WHERE store_id = ?1 AND is_active LIMIT 1000";
            let rows: Vec<(String, Json<Texts>)> = c.all(sql, p![scope.store()]).await?;
            all.extend(rows.into_iter().map(|(slug, name)| found("collections", slug, name.0)));
            Ok(all)
        })
    }
}
