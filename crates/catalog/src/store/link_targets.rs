//! What links of a store's menus lead to: names of products and categories, and whether shoppers see them (ST-07).

use std::collections::HashSet;

use db::{Conn, Json, Result, Sql, p, row};
use futures_util::future::BoxFuture;
use kernel::slug::uniqueness_key;
use kernel::{CategoryId, ProductId, StoreScope, Texts};
use platform::link_targets::{FoundAddress, LinkTarget, LinkTargets};
use platform::search::upper_bound;

use super::links;

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

fn keys(links: &[String]) -> Vec<String> {
    links.iter().map(|link| uniqueness_key(link)).collect()
}

/// Those of the links whose keys are among these.
fn at(links: Vec<String>, keys: &[String]) -> HashSet<String> {
    links.into_iter().filter(|link| keys.contains(&uniqueness_key(link))).collect()
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

    fn products_at<'a>(
        &'a self,
        c: Conn<'a>,
        scope: &'a StoreScope,
        links: Vec<String>,
    ) -> BoxFuture<'a, Result<HashSet<String>>> {
        Box::pin(async move {
            let found = links::list_live_products(c, scope, keys(&links)).await?;
            Ok(at(links, &found))
        })
    }

    fn categories_at<'a>(
        &'a self,
        c: Conn<'a>,
        scope: &'a StoreScope,
        slugs: Vec<String>,
    ) -> BoxFuture<'a, Result<HashSet<String>>> {
        Box::pin(async move {
            let found = links::list_live_categories(c, scope, keys(&slugs)).await?;
            Ok(at(slugs, &found))
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
