//! The rows of products and variants: every column is listed once, and the select, insert, update and decoding follow from it
//! (docs/decisions/0057).

use db::record::insert_rows;
use db::{Conn, FromRow, Record as _, Result, Row, Sql, Values};
use kernel::{Millis, ProductId, StoreScope, VariantId};

use super::writes::name_key;
use crate::model::{Listing, Product, ProductDraft, VariantDraft, to_words};

db::record! {
    // The columns of a product's row that come from its draft, and those computed when it is written.
    ProductDraft {
        product_type as word,
        name as json,
        short_description as json,
        description as json,
        regular_price,
        sale_price,
        sale_from,
        sale_until,
        cost_price,
        sku,
        barcode,
        brand,
        // Of a multi product, from its variants.
        has_unlimited_qty = listing.has_unlimited_qty,
        qty,
        min_qty,
        max_qty,
        low_stock_at,
        weight_grams,
        weight_unit as word,
        requires_shipping,
        has_free_shipping,
        is_tax_free,
        is_active,
        is_published,
        publish_at,
        archived_at,
        related_ids as json,
        page_links as json,
        options as json,
        dynamic_fields as json,
        tags as json,
        seo as json,
        template,
        page_link = link,
    }
    // Stored in tables of their own.
    default { category_ids, image_ids, variants }
    fn product_values<'v>(draft, scope: &StoreScope, id: ProductId, now: Millis, link: &'v str, listing: Listing)
    // Bound by number in the statements below.
    keys { store_id = scope.store(), id = id, updated_at = now }
    also {
        name_key = name_key(&draft.name),
        page_link_key = kernel::slug::uniqueness_key(link),
        cover_id = draft.image_ids.first().copied(),
        list_price = listing.list_price,
        stock = listing.stock,
        price_changes_at = listing.price_changes_at,
        is_on_sale = listing.is_on_sale,
        untranslated = to_words(&draft.untranslated()),
    }
}

/// A product's own row: the columns of the draft, then those of the row alone.
impl FromRow for Product {
    fn from_row(row: &mut Row<'_>) -> Result<Self> {
        Ok(Self {
            fields: ProductDraft::from_row(row)?,
            id: row.get()?,
            list_price: row.get()?,
            stock: row.get()?,
            created_at: row.get()?,
            updated_at: row.get()?,
            deleted_at: row.get()?,
            version: row.get()?,
            seq: row.get()?,
        })
    }
}

/// Inserts the row of a product; [`super::writes::set_seq`] sets its sequence number.
pub(crate) async fn insert(
    c: Conn<'_>,
    scope: &StoreScope,
    id: ProductId,
    now: Millis,
    draft: &ProductDraft,
    link: &str,
    listing: Listing,
) -> Result<()> {
    let sql = db::sql!(
        "INSERT INTO products (",
        ProductDraft::WRITTEN,
        ", created_at, version, seq) VALUES (",
        ProductDraft::PLACEHOLDERS,
        ", ?3, 1, 0)"
    );
    c.exec(sql, &product_values(draft, scope, id, now, link, listing).params()).await?;
    Ok(())
}

/// Updates every field of a locked product; a removed one is restored, and is a sample again if it was one. An edited product is
/// no sample.
pub(crate) async fn update(
    c: Conn<'_>,
    scope: &StoreScope,
    id: ProductId,
    now: Millis,
    draft: &ProductDraft,
    link: &str,
    listing: Listing,
) -> Result<()> {
    let sql = db::sql!(
        "UPDATE products SET ",
        ProductDraft::SETS,
        ", updated_at = ?3, is_sample = CASE WHEN deleted_at IS NULL THEN FALSE ELSE is_sample END, deleted_at = NULL WHERE store_id = ?1 AND id = ?2"
    );
    c.exec(sql, &product_values(draft, scope, id, now, link, listing).params()).await?;
    Ok(())
}

db::record! {
    VariantDraft {
        id as key,
        option_values as json,
        regular_price,
        sale_price,
        cost_price,
        sku,
        barcode,
        has_unlimited_qty,
        qty,
        weight_grams,
        media_id,
        is_active,
    }
    fn variant_values<'v>(variant, scope: &StoreScope, id: VariantId, product: ProductId, position: i64)
    keys { store_id = scope.store(), id = id, product_id = product }
    also { position = position }
}

/// A variant with the id of its product.
pub(super) struct OwnedVariant(pub(super) ProductId, pub(super) VariantDraft);

impl FromRow for OwnedVariant {
    fn from_row(row: &mut Row<'_>) -> Result<Self> {
        Ok(Self(row.get()?, VariantDraft::from_row(row)?))
    }
}

/// Replaces the variants of a product, in their order; those not in the list are deleted.
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
    let start = db::sql!("INSERT INTO product_variants (", VariantDraft::WRITTEN, ") VALUES ");
    let end = db::sql!(" ON CONFLICT (store_id, id) DO UPDATE SET ", VariantDraft::EXCLUDED);
    let rows: Vec<Values<'_>> =
        (0..).zip(variants).map(|(position, (id, variant))| variant_values(variant, scope, *id, product, position)).collect();
    // Both engines take tens of thousands of values per statement; shorter statements are planned faster.
    for chunk in rows.chunks(50) {
        insert_rows(c, start, chunk, end).await?;
    }
    Ok(())
}
