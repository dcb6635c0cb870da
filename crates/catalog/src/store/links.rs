//! Page links, and the rows that a product references.

use db::{Conn, Json, Result, Sql, p};
use kernel::{CategoryId, Lang, MediaId, Millis, ProductId, StoreScope, Texts};

use crate::model::Links;

/// The products at a link, with the language, `None` for the main link; three rows at most.
pub(crate) async fn list_holders(c: Conn<'_>, scope: &StoreScope, link_key: &str) -> Result<Vec<(Option<Lang>, ProductId)>> {
    let sql = "SELECT lang, product_id FROM product_links WHERE store_id = ?1 AND lang IN ('ar', 'en') AND link_key = ?2 \
               UNION ALL SELECT CAST(NULL AS TEXT), id FROM products WHERE store_id = ?1 AND page_link_key = ?2 AND deleted_at IS NULL";
    c.all(sql, p![scope.store(), link_key]).await
}

/// Replaces the language links of a product.
pub(crate) async fn replace_own_links(c: Conn<'_>, scope: &StoreScope, id: ProductId, own: &Texts) -> Result<()> {
    c.exec("DELETE FROM product_links WHERE store_id = ?1 AND product_id = ?2", p![scope.store(), id]).await?;
    for lang in [Lang::Ar, Lang::En] {
        let link = own.exact(lang);
        if !link.is_empty() {
            let sql = "INSERT INTO product_links (store_id, lang, link_key, product_id) VALUES (?1, ?2, ?3, ?4)";
            c.exec(sql, p![scope.store(), lang.code(), kernel::slug::uniqueness_key(link), id]).await?;
        }
    }
    Ok(())
}

/// Link keys that begin with `prefix` and are taken by another product, 2000 at most.
pub(crate) async fn list_links(c: Conn<'_>, scope: &StoreScope, prefix: &str, except: Option<ProductId>) -> Result<Vec<String>> {
    let sql = "SELECT page_link_key FROM products WHERE store_id = ?1 AND page_link_key >= ?2 AND page_link_key < ?3 AND deleted_at IS NULL \
               AND id <> ?4 UNION ALL SELECT link_key FROM product_links WHERE store_id = ?1 AND lang IN ('ar', 'en') AND link_key >= ?2 \
               AND link_key < ?3 AND product_id <> ?4 LIMIT 2000";
    let except = except.unwrap_or(ProductId::from_raw(0));
    c.all(sql, p![scope.store(), prefix, platform::search::upper_bound(prefix), except]).await
}

/// As [`list_links`], for categories.
pub(crate) async fn list_category_slugs(
    c: Conn<'_>,
    scope: &StoreScope,
    prefix: &str,
    except: Option<CategoryId>,
) -> Result<Vec<String>> {
    let sql = "SELECT slug_key FROM categories WHERE store_id = ?1 AND slug_key >= ?2 AND slug_key < ?3 AND id <> ?4 LIMIT 2000";
    let except = except.unwrap_or(CategoryId::from_raw(0));
    c.all(sql, p![scope.store(), prefix, platform::search::upper_bound(prefix), except]).await
}

/// The `subject` of product redirects: redirects of a language link have their own.
pub(crate) const fn subject_in(lang: Option<Lang>) -> &'static str {
    match lang {
        None => "product",
        Some(Lang::Ar) => "product:ar",
        Some(Lang::En) => "product:en",
    }
}

/// The target of an old link: the links of a live product; a redirect of this language takes precedence.
pub(crate) async fn find_redirect(c: Conn<'_>, scope: &StoreScope, lang: Lang, link_key: &str) -> Result<Option<Links>> {
    let sql = "SELECT r.subject, p.page_link, p.page_links FROM redirects r JOIN products p ON p.store_id = r.store_id AND p.id = r.subject_id \
               WHERE r.store_id = ?1 AND r.subject IN ('product', 'product:ar', 'product:en') AND r.link_key = ?2 AND p.deleted_at IS NULL";
    let mut rows: Vec<(String, String, Json<Texts>)> = c.all(sql, p![scope.store(), link_key]).await?;
    rows.sort_by_key(|(subject, ..)| (subject != subject_in(Some(lang)), subject != "product"));
    Ok(rows.into_iter().next().map(|(_, main, Json(own))| Links { main, own }))
}

/// Whether a removed product had the link, as main or language link.
pub(crate) async fn is_removed(c: Conn<'_>, scope: &StoreScope, link_key: &str) -> Result<bool> {
    let sql = "SELECT id FROM products WHERE store_id = ?1 AND page_link_key = ?2 AND deleted_at IS NOT NULL \
               UNION ALL SELECT p.id FROM redirects r JOIN products p ON p.store_id = r.store_id AND p.id = r.subject_id \
               WHERE r.store_id = ?1 AND r.subject IN ('product', 'product:ar', 'product:en') AND r.link_key = ?2 \
               AND p.deleted_at IS NOT NULL LIMIT 1";
    let found: Option<ProductId> = c.opt(sql, p![scope.store(), link_key]).await?;
    Ok(found.is_some())
}

/// As [`find_redirect`], for categories.
pub(crate) async fn find_category_redirect(c: Conn<'_>, scope: &StoreScope, link_key: &str) -> Result<Option<String>> {
    let sql = "SELECT x.slug FROM redirects r JOIN categories x ON x.store_id = r.store_id AND x.id = r.subject_id \
               WHERE r.store_id = ?1 AND r.subject = 'category' AND r.link_key = ?2";
    c.opt(sql, p![scope.store(), link_key]).await
}

/// Of these link keys, those where shoppers find a product: links of products that are shown, and old links of products that are there.
pub(crate) async fn list_live_products(c: Conn<'_>, scope: &StoreScope, link_keys: Vec<String>) -> Result<Vec<String>> {
    let is_shown = " AND p.is_active AND p.is_published AND p.archived_at IS NULL AND p.deleted_at IS NULL";
    Sql::new("SELECT p.page_link_key FROM products p WHERE")
        .arg(" p.store_id = ?", scope.store())
        .list(" AND p.page_link_key IN ", link_keys.clone(), is_shown)
        .raw(" UNION ALL SELECT l.link_key FROM product_links l JOIN products p ON p.store_id = l.store_id AND p.id = l.product_id WHERE")
        .arg(" l.store_id = ?", scope.store())
        .list(" AND l.lang IN ('ar', 'en') AND l.link_key IN ", link_keys.clone(), is_shown)
        .raw(" UNION ALL SELECT r.link_key FROM redirects r JOIN products p ON p.store_id = r.store_id AND p.id = r.subject_id WHERE")
        .arg(" r.store_id = ?", scope.store())
        .raw(" AND r.subject IN ('product', 'product:ar', 'product:en')")
        .list(" AND r.link_key IN ", link_keys, " AND p.deleted_at IS NULL")
        .all(c)
        .await
}

/// As [`list_live_products`], for categories; one that is hidden comes before an old link to another.
pub(crate) async fn list_live_categories(c: Conn<'_>, scope: &StoreScope, slug_keys: Vec<String>) -> Result<Vec<String>> {
    Sql::new("SELECT slug_key FROM categories WHERE")
        .arg(" store_id = ?", scope.store())
        .list(" AND slug_key IN ", slug_keys.clone(), " AND is_active")
        .raw(" UNION ALL SELECT r.link_key FROM redirects r JOIN categories x ON x.store_id = r.store_id AND x.id = r.subject_id WHERE")
        .arg(" r.store_id = ?", scope.store())
        .list(" AND r.subject = 'category' AND r.link_key IN ", slug_keys, "")
        .raw(" AND NOT EXISTS (SELECT 1 FROM categories h WHERE h.store_id = r.store_id AND h.slug_key = r.link_key)")
        .all(c)
        .await
}

/// Redirects the old link to the new one; the new one is no redirect then.
pub(crate) async fn insert_redirect(
    c: Conn<'_>,
    scope: &StoreScope,
    subject: &'static str,
    id: i64,
    from_key: &str,
    to_key: &str,
    now: Millis,
) -> Result<()> {
    let sql = "INSERT INTO redirects (store_id, subject, link_key, subject_id, created_at) VALUES (?1, ?2, ?3, ?4, ?5) \
               ON CONFLICT (store_id, subject, link_key) DO UPDATE SET subject_id = excluded.subject_id, created_at = excluded.created_at";
    c.exec(sql, p![scope.store(), subject, from_key, id, now]).await?;
    c.exec("DELETE FROM redirects WHERE store_id = ?1 AND subject = ?2 AND link_key = ?3", p![scope.store(), subject, to_key])
        .await?;
    Ok(())
}

/// Those of the ids that are categories of the store.
pub(crate) async fn list_known_categories(c: Conn<'_>, scope: &StoreScope, ids: &[CategoryId]) -> Result<Vec<CategoryId>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    Sql::new("SELECT id FROM categories WHERE store_id = ")
        .arg("?", scope.store())
        .list(" AND id IN ", ids.to_vec(), "")
        .all(c)
        .await
}

/// Those of the ids that are products of the store, archived or not.
pub(crate) async fn list_known_products(c: Conn<'_>, scope: &StoreScope, ids: &[ProductId]) -> Result<Vec<ProductId>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    Sql::new("SELECT id FROM products WHERE store_id = ")
        .arg("?", scope.store())
        .list(" AND id IN ", ids.to_vec(), " AND deleted_at IS NULL")
        .all(c)
        .await
}

/// Those of the ids that are pictures of the store, with content type and the import's source URL, if any.
pub(crate) async fn list_known_images(
    c: Conn<'_>,
    scope: &StoreScope,
    ids: &[MediaId],
) -> Result<Vec<(MediaId, String, Option<String>)>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    Sql::new("SELECT id, content_type, source_url FROM media WHERE store_id = ")
        .arg("?", scope.store())
        .list(" AND id IN ", ids.to_vec(), " AND content_type LIKE 'image/%'")
        .all(c)
        .await
}

/// Deletes the redirect of a link that is a page now.
pub(crate) async fn delete_redirect(c: Conn<'_>, scope: &StoreScope, subject: &'static str, link_key: &str) -> Result<()> {
    c.exec("DELETE FROM redirects WHERE store_id = ?1 AND subject = ?2 AND link_key = ?3", p![scope.store(), subject, link_key])
        .await?;
    Ok(())
}
