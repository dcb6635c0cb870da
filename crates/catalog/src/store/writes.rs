//! Writing products with everything that belongs to them.

use db::{Conn, Json, Result, Sql, p};
use kernel::{CategoryId, MediaId, Millis, ProductId, StoreScope, Texts, VariantId};

use crate::model::{Listing, ProductDraft, State, VariantDraft};
use crate::translation;

/// The key by which lists are sorted: folded, in Arabic where it is written.
pub(crate) fn name_key(name: &Texts) -> String {
    kernel::fold::fold(name.get(kernel::Lang::Ar))
}

/// Takes the row for this transaction and counts the change; the new version, or none when there is no such row at that version.
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

/// Inserts the row of a product; [`finish`] sets its sequence number.
pub(crate) async fn insert(
    c: Conn<'_>,
    scope: &StoreScope,
    id: ProductId,
    now: Millis,
    f: &ProductDraft,
    link: &str,
    listing: Listing,
) -> Result<()> {
    let sql = "INSERT INTO products (store_id, id, product_type, name, name_key, short_description, description, regular_price, sale_price, \
               sale_from, sale_until, cost_price, sku, barcode, has_unlimited_qty, qty, min_qty, max_qty, weight_grams, weight_unit, \
               requires_shipping, has_free_shipping, is_tax_free, is_active, is_published, options, dynamic_fields, tags, seo, page_link, \
               page_link_key, cover_id, list_price, stock, price_changes_at, created_at, updated_at, version, seq, is_on_sale, publish_at, \
               archived_at, related_ids, page_links, untranslated, low_stock_at, brand) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22, ?23, ?24, ?25, \
               ?26, ?27, ?28, ?29, ?30, ?31, ?32, ?33, ?34, ?35, ?36, ?36, 1, 0, ?37, ?38, ?39, ?40, ?41, ?42, ?43, ?44)";
    write_row(c, sql, scope, id, now, f, link, listing).await
}

/// Writes every field of a locked product; a removed one comes back, and is a sample if it went as one. What is edited is none.
pub(crate) async fn update(
    c: Conn<'_>,
    scope: &StoreScope,
    id: ProductId,
    now: Millis,
    f: &ProductDraft,
    link: &str,
    listing: Listing,
) -> Result<()> {
    let sql = "UPDATE products SET product_type = ?3, name = ?4, name_key = ?5, short_description = ?6, description = ?7, regular_price = ?8, \
               sale_price = ?9, sale_from = ?10, sale_until = ?11, cost_price = ?12, sku = ?13, barcode = ?14, has_unlimited_qty = ?15, \
               qty = ?16, min_qty = ?17, max_qty = ?18, weight_grams = ?19, weight_unit = ?20, requires_shipping = ?21, \
               has_free_shipping = ?22, is_tax_free = ?23, is_active = ?24, is_published = ?25, options = ?26, dynamic_fields = ?27, \
               tags = ?28, seo = ?29, page_link = ?30, page_link_key = ?31, cover_id = ?32, list_price = ?33, stock = ?34, \
               price_changes_at = ?35, updated_at = ?36, is_on_sale = ?37, publish_at = ?38, archived_at = ?39, related_ids = ?40, page_links = ?41, untranslated = ?42, low_stock_at = ?43, brand = ?44, \
               is_sample = CASE WHEN deleted_at IS NULL THEN FALSE ELSE is_sample END, deleted_at = NULL WHERE store_id = ?1 AND id = ?2";
    write_row(c, sql, scope, id, now, f, link, listing).await
}

/// Runs one of the two statements above: both take every field of the row, in this order.
#[allow(clippy::too_many_arguments, reason = "one statement")]
async fn write_row(
    c: Conn<'_>,
    sql: &'static str,
    scope: &StoreScope,
    id: ProductId,
    now: Millis,
    f: &ProductDraft,
    link: &str,
    listing: Listing,
) -> Result<()> {
    c.exec(
        sql,
        p![
            scope.store(),
            id,
            f.product_type.as_str(),
            Json(&f.name),
            name_key(&f.name),
            Json(&f.short_description),
            Json(&f.description),
            f.regular_price,
            f.sale_price,
            f.sale_from,
            f.sale_until,
            f.cost_price,
            f.sku,
            f.barcode,
            listing.has_unlimited_qty,
            f.qty,
            f.min_qty,
            f.max_qty,
            f.weight_grams,
            f.weight_unit.as_str(),
            f.requires_shipping,
            f.has_free_shipping,
            f.is_tax_free,
            f.is_active,
            f.is_published,
            Json(&f.options),
            Json(&f.dynamic_fields),
            Json(&f.tags),
            Json(&f.seo),
            link,
            kernel::slug::uniqueness_key(link),
            f.image_ids.first().copied(),
            listing.list_price,
            listing.stock,
            listing.price_changes_at,
            now,
            listing.is_on_sale,
            f.publish_at,
            f.archived_at,
            Json(&f.related_ids),
            Json(&f.page_links),
            translation::to_words(&f.untranslated()),
            f.low_stock_at,
            f.brand
        ],
    )
    .await?;
    Ok(())
}

/// Marks a new product as one that shows how a product looks. What the merchant edits or shows is its own from then on.
pub(crate) async fn mark_sample(c: Conn<'_>, scope: &StoreScope, id: ProductId) -> Result<()> {
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

/// Shows or hides a locked product; either way it waits for no moment any more.
pub(crate) async fn set_published(c: Conn<'_>, scope: &StoreScope, id: ProductId, now: Millis, is_published: bool) -> Result<()> {
    let sql = "UPDATE products SET is_published = ?3, publish_at = NULL, is_sample = CASE WHEN ?5 THEN FALSE ELSE is_sample END, updated_at = ?4 WHERE store_id = ?1 AND id = ?2";
    c.exec(sql, p![scope.store(), id, is_published, now, is_published]).await?;
    Ok(())
}

/// Puts a locked product away, or takes it out again.
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

/// Writes the list price anew; the version stays, nobody has changed the product.
pub(crate) async fn set_list_price(c: Conn<'_>, scope: &StoreScope, id: ProductId, listing: Listing) -> Result<()> {
    let sql = "UPDATE products SET list_price = ?3, price_changes_at = ?4, is_on_sale = ?5 WHERE store_id = ?1 AND id = ?2";
    c.exec(sql, p![scope.store(), id, listing.list_price, listing.price_changes_at, listing.is_on_sale]).await?;
    Ok(())
}

/// Marks a locked product as removed. Its row and variants stay for orders; its places in lists go.
pub(crate) async fn remove(c: Conn<'_>, scope: &StoreScope, id: ProductId, now: Millis) -> Result<()> {
    let sql = "UPDATE products SET deleted_at = ?3, updated_at = ?3, price_changes_at = NULL, cover_id = NULL WHERE store_id = ?1 AND id = ?2";
    c.exec(sql, p![scope.store(), id, now]).await?;
    super::links::replace_own_links(c, scope, id, &Texts::default()).await?;
    // Its pictures stay named: they must be there when the product is brought back (`media::uses`).
    replace_categories(c, scope, id, &[]).await?;
    Ok(())
}

/// The journal's sequence number of the change, taken late.
pub(crate) async fn finish(c: Conn<'_>, scope: &StoreScope, id: ProductId, seq: i64) -> Result<()> {
    c.exec("UPDATE products SET seq = ?3 WHERE store_id = ?1 AND id = ?2", p![scope.store(), id, seq]).await?;
    Ok(())
}

/// The pictures of a product, in order.
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

/// The categories of a product, in order.
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

/// Writes the variants of a product in their order; those that are not among them go.
pub(crate) async fn replace_variants(
    c: Conn<'_>,
    scope: &StoreScope,
    product: ProductId,
    variants: &[(VariantId, &VariantDraft)],
) -> Result<()> {
    Sql::new("DELETE FROM product_variants WHERE store_id = ")
        .arg("?", scope.store())
        .arg(" AND product_id = ?", product)
        .list(" AND id NOT IN ", variants.iter().map(|(id, _)| *id).chain([VariantId::from_raw(0)]).collect::<Vec<_>>(), "")
        .exec(c)
        .await?;
    let mut position = 0_i64;
    // 14 values a row; both engines take tens of thousands in a statement, short ones are planned faster.
    for chunk in variants.chunks(50) {
        let mut sql = Sql::new(
            "INSERT INTO product_variants (store_id, id, product_id, position, option_values, regular_price, sale_price, cost_price, sku, \
             barcode, has_unlimited_qty, qty, weight_grams, media_id, is_active) VALUES ",
        );
        for (i, (id, v)) in chunk.iter().enumerate() {
            sql = sql
                .raw(if i == 0 { "(" } else { ", (" })
                .arg("?", scope.store())
                .arg(", ?", *id)
                .arg(", ?", product)
                .arg(", ?", position)
                .arg(", ?", Json(v.option_values.clone()))
                .arg(", ?", v.regular_price)
                .arg(", ?", v.sale_price)
                .arg(", ?", v.cost_price)
                .arg(", ?", v.sku.clone())
                .arg(", ?", v.barcode.clone())
                .arg(", ?", v.has_unlimited_qty)
                .arg(", ?", v.qty)
                .arg(", ?", v.weight_grams)
                .arg(", ?", v.media_id)
                .arg(", ?)", v.is_active);
            position += 1;
        }
        sql.raw(
            " ON CONFLICT (store_id, id) DO UPDATE SET position = excluded.position, option_values = excluded.option_values, \
             regular_price = excluded.regular_price, sale_price = excluded.sale_price, cost_price = excluded.cost_price, sku = excluded.sku, \
             barcode = excluded.barcode, has_unlimited_qty = excluded.has_unlimited_qty, qty = excluded.qty, \
             weight_grams = excluded.weight_grams, media_id = excluded.media_id, is_active = excluded.is_active",
        )
        .exec(c)
        .await?;
    }
    Ok(())
}

/// Moves the kept counters of states.
pub(crate) async fn count_states(c: Conn<'_>, scope: &StoreScope, before: Option<State>, after: Option<State>) -> Result<()> {
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
