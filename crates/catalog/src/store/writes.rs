//! Writing products with their details.

use db::{Conn, Result, Sql, p};
use kernel::{CategoryId, MediaId, Millis, ProductId, StoreScope, Texts};

use crate::model::{Listing, State};

/// The sort key of a name: folded, of the Arabic name where there is one.
pub(crate) fn name_key(name: &Texts) -> String {
    kernel::fold::fold(name.get(kernel::Lang::Ar))
}

/// Locks the row for this transaction and raises its version; returns the new version, or `None` when there is no such row at
/// that version.
pub(crate) async fn lock(
    c: Conn<'_>,
    scope: &StoreScope,
    id: ProductId,
    expected: Option<i64>,
    with_deleted: bool,
) -> Result<Option<i64>> {
    let sql = "UPDATE products SET version = version + 1 WHERE store_id = ?1 AND id = ?2 AND (CAST(?3 AS BIGINT) IS NULL OR version = ?3) \
               AND (deleted_at IS NULL OR ?4) RETURNING version";
    c.opt(sql, p![scope.store(), id, expected, with_deleted]).await
}

/// Marks a new product as a sample. Editing or publishing it removes the mark.
pub(crate) async fn set_sample(c: Conn<'_>, scope: &StoreScope, id: ProductId) -> Result<()> {
    c.exec("UPDATE products SET is_sample = TRUE WHERE store_id = ?1 AND id = ?2", p![scope.store(), id]).await?;
    Ok(())
}

/// The samples that are left, a hundred at most.
pub(crate) async fn list_samples(c: Conn<'_>, scope: &StoreScope) -> Result<Vec<ProductId>> {
    let sql = "SELECT id FROM products WHERE store_id = ?1 AND is_sample AND deleted_at IS NULL ORDER BY id LIMIT 100";
    c.all(sql, p![scope.store()]).await
}

/// How many samples [`list_samples`] names.
pub(crate) async fn count_samples(c: Conn<'_>, scope: &StoreScope) -> Result<i64> {
    let sql =
        "SELECT COUNT(*) FROM (SELECT id FROM products WHERE store_id = ?1 AND is_sample AND deleted_at IS NULL LIMIT 100) s";
    c.one(sql, p![scope.store()]).await
}

/// Publishes or unpublishes a locked product; either way a schedule is cleared.
pub(crate) async fn set_published(c: Conn<'_>, scope: &StoreScope, id: ProductId, now: Millis, is_published: bool) -> Result<()> {
    let sql = "UPDATE products SET is_published = ?3, publish_at = NULL, is_sample = CASE WHEN ?5 THEN FALSE ELSE is_sample END, updated_at = ?4 WHERE store_id = ?1 AND id = ?2";
    c.exec(sql, p![scope.store(), id, is_published, now, is_published]).await?;
    Ok(())
}

/// Archives or restores a locked product.
pub(crate) async fn set_archived(
    c: Conn<'_>,
    scope: &StoreScope,
    id: ProductId,
    now: Millis,
    archived_at: Option<i64>,
) -> Result<()> {
    let sql = "UPDATE products SET archived_at = ?3, updated_at = ?4 WHERE store_id = ?1 AND id = ?2";
    c.exec(sql, p![scope.store(), id, archived_at, now]).await?;
    Ok(())
}

/// Updates the list price; the version is unchanged, as nobody edited the product.
pub(crate) async fn set_list_price(c: Conn<'_>, scope: &StoreScope, id: ProductId, listing: Listing) -> Result<()> {
    let sql = "UPDATE products SET list_price = ?3, price_changes_at = ?4, is_on_sale = ?5 WHERE store_id = ?1 AND id = ?2";
    c.exec(sql, p![scope.store(), id, listing.list_price, listing.price_changes_at, listing.is_on_sale]).await?;
    Ok(())
}

/// Marks a locked product as removed. Its row and variants are kept for orders; its rows in lists are deleted.
pub(crate) async fn delete(c: Conn<'_>, scope: &StoreScope, id: ProductId, now: Millis) -> Result<()> {
    let sql = "UPDATE products SET deleted_at = ?3, updated_at = ?3, price_changes_at = NULL, cover_id = NULL WHERE store_id = ?1 AND id = ?2";
    c.exec(sql, p![scope.store(), id, now]).await?;
    super::links::replace_own_links(c, scope, id, &Texts::default()).await?;
    // Its picture references are kept: the pictures must exist when the product is restored (`media::uses`).
    replace_categories(c, scope, id, &[]).await?;
    Ok(())
}

/// Sets the journal's sequence number of the change, which is taken late.
pub(crate) async fn set_seq(c: Conn<'_>, scope: &StoreScope, id: ProductId, seq: i64) -> Result<()> {
    c.exec("UPDATE products SET seq = ?3 WHERE store_id = ?1 AND id = ?2", p![scope.store(), id, seq]).await?;
    Ok(())
}

/// Replaces the pictures of a product, in order.
pub(crate) async fn replace_images(c: Conn<'_>, scope: &StoreScope, id: ProductId, images: &[MediaId]) -> Result<()> {
    c.exec("DELETE FROM product_media WHERE store_id = ?1 AND product_id = ?2", p![scope.store(), id]).await?;
    if images.is_empty() {
        return Ok(());
    }
    let mut sql = Sql::new("INSERT INTO product_media (store_id, product_id, media_id, position) VALUES ");
    for (i, image) in (0_i64..).zip(images) {
        sql = sql.raw(if i == 0 { "(" } else { ", (" }).arg("?", scope.store()).arg(", ?", id).arg(", ?", *image).arg(", ?)", i);
    }
    sql.exec(c).await?;
    Ok(())
}

/// Sets the picture of a product that lists show.
pub(crate) async fn set_cover(c: Conn<'_>, scope: &StoreScope, id: ProductId, picture: MediaId, now: Millis) -> Result<()> {
    let sql = "UPDATE products SET cover_id = ?3, updated_at = ?4 WHERE store_id = ?1 AND id = ?2";
    c.exec(sql, p![scope.store(), id, picture, now]).await?;
    Ok(())
}

/// Replaces the categories of a product, in order.
pub(crate) async fn replace_categories(c: Conn<'_>, scope: &StoreScope, id: ProductId, categories: &[CategoryId]) -> Result<()> {
    c.exec("DELETE FROM product_categories WHERE store_id = ?1 AND product_id = ?2", p![scope.store(), id]).await?;
    if categories.is_empty() {
        return Ok(());
    }
    let mut sql = Sql::new("INSERT INTO product_categories (store_id, product_id, category_id, position) VALUES ");
    for (i, category) in (0_i64..).zip(categories) {
        sql =
            sql.raw(if i == 0 { "(" } else { ", (" }).arg("?", scope.store()).arg(", ?", id).arg(", ?", *category).arg(", ?)", i);
    }
    sql.exec(c).await?;
    Ok(())
}

/// Updates the stored counters of states.
pub(crate) async fn update_state_counts(
    c: Conn<'_>,
    scope: &StoreScope,
    before: Option<State>,
    after: Option<State>,
) -> Result<()> {
    if before == after {
        return Ok(());
    }
    for (state, by) in [(before, -1_i64), (after, 1)] {
        if let Some(state) = state {
            let sql = "INSERT INTO status_counts (store_id, subject, status, n) VALUES (?1, 'product', ?2, ?3) \
                       ON CONFLICT (store_id, subject, status) DO UPDATE SET n = status_counts.n + excluded.n";
            c.exec(sql, p![scope.store(), state.as_str(), by]).await?;
        }
    }
    Ok(())
}
