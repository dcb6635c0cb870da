//! Statements on match keys of products, the import's marks on products, and the categories that it created.

use db::{Conn, Result, Sql, p, row};
use kernel::{CategoryId, ImportId, ProductId, StoreScope};

/// A product found by a match key.
#[derive(Debug, Clone)]
pub(super) struct Marked {
    pub(super) id: ProductId,
    pub(super) mark: String,
    pub(super) import_key: Option<String>,
}
row!(Marked { id, mark, import_key });

/// Live products with one of these import keys.
pub(super) async fn list_by_key(c: Conn<'_>, scope: &StoreScope, keys: Vec<String>) -> Result<Vec<Marked>> {
    marked(
        "SELECT id, import_key, import_key FROM products WHERE store_id = ",
        " AND deleted_at IS NULL AND import_key IN ",
        c,
        scope,
        keys,
    )
    .await
}

/// Live products with one of these SKUs.
pub(super) async fn list_by_sku(c: Conn<'_>, scope: &StoreScope, skus: Vec<String>) -> Result<Vec<Marked>> {
    marked("SELECT id, sku, import_key FROM products WHERE store_id = ", " AND deleted_at IS NULL AND sku IN ", c, scope, skus)
        .await
}

/// Live products with a variant of one of these SKUs.
pub(super) async fn list_by_variant_sku(c: Conn<'_>, scope: &StoreScope, skus: Vec<String>) -> Result<Vec<Marked>> {
    let select = "SELECT p.id, v.sku, p.import_key FROM product_variants v JOIN products p ON p.store_id = v.store_id AND p.id = v.product_id \
                  WHERE v.store_id = ";
    marked(select, " AND p.deleted_at IS NULL AND v.sku IN ", c, scope, skus).await
}

/// Live products at one of these links.
pub(super) async fn list_by_link(c: Conn<'_>, scope: &StoreScope, links: Vec<String>) -> Result<Vec<Marked>> {
    marked(
        "SELECT id, page_link_key, import_key FROM products WHERE store_id = ",
        " AND deleted_at IS NULL AND page_link_key IN ",
        c,
        scope,
        links,
    )
    .await
}

async fn marked(
    select: &'static str,
    condition: &'static str,
    c: Conn<'_>,
    scope: &StoreScope,
    marks: Vec<String>,
) -> Result<Vec<Marked>> {
    if marks.is_empty() {
        return Ok(Vec::new());
    }
    Sql::new(select).arg("?", scope.store()).list(condition, marks, "").all(c).await
}

/// Stores the import and its key with a product.
pub(super) async fn set_key(c: Conn<'_>, scope: &StoreScope, product: ProductId, import: ImportId, key: &str) -> Result<()> {
    let sql = "UPDATE products SET import_id = ?3, import_key = ?4 WHERE store_id = ?1 AND id = ?2";
    c.exec(sql, p![scope.store(), product, import, key]).await?;
    Ok(())
}

/// The current version of a product.
pub(super) async fn get_version(c: Conn<'_>, scope: &StoreScope, product: ProductId) -> Result<i64> {
    c.one("SELECT version FROM products WHERE store_id = ?1 AND id = ?2", p![scope.store(), product]).await
}

/// Categories that the import created, the newest first.
pub(super) async fn list_created_categories(c: Conn<'_>, scope: &StoreScope, id: ImportId) -> Result<Vec<CategoryId>> {
    let sql = "SELECT subject_id FROM journal WHERE store_id = ?1 AND batch_id = ?2 AND subject = 'category' AND action = 'create' \
               ORDER BY seq DESC LIMIT 1000";
    c.all(sql, p![scope.store(), id]).await
}

/// Whether the category is unchanged since its creation: no products, no subcategories, no edits.
pub(super) async fn is_bare_category(c: Conn<'_>, scope: &StoreScope, id: CategoryId) -> Result<bool> {
    let sql = "SELECT x.id FROM categories x WHERE x.store_id = ?1 AND x.id = ?2 AND x.version = 1 \
               AND NOT EXISTS (SELECT y.id FROM categories y WHERE y.store_id = ?1 AND y.parent_id = ?2) \
               AND NOT EXISTS (SELECT p.id FROM product_categories pc JOIN products p ON p.store_id = pc.store_id AND p.id = pc.product_id \
               WHERE pc.store_id = ?1 AND pc.category_id = ?2 AND p.deleted_at IS NULL)";
    Ok(c.opt::<CategoryId>(sql, p![scope.store(), id]).await?.is_some())
}
