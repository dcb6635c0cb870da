//! Products as carts and orders read them: only the columns that a sale depends on, only the requested variants. Long texts,
//! pictures and categories are not read, because every step of every checkout runs this.

use db::{Conn, Json, Result, Sql, p, row};
use kernel::{MediaId, Millis, ProductId, StoreScope, Texts, VariantId};

use crate::model::{DynamicField, Product, ProductDraft, ProductOption, ProductType, VariantDraft};

struct PurchasableRow {
    id: ProductId,
    product_type: ProductType,
    name: Json<Texts>,
    regular_price: Option<i64>,
    sale_price: Option<i64>,
    sale_from: Option<i64>,
    sale_until: Option<i64>,
    sku: Option<String>,
    has_unlimited_qty: bool,
    qty: i64,
    reserved: i64,
    low_stock_at: Option<i64>,
    min_qty: Option<i64>,
    max_qty: Option<i64>,
    weight_grams: i64,
    requires_shipping: bool,
    has_free_shipping: bool,
    is_tax_free: bool,
    is_active: bool,
    is_published: bool,
    options: Json<Vec<ProductOption>>,
    dynamic_fields: Json<Vec<DynamicField>>,
    page_link: String,
    page_links: Json<Texts>,
    archived_at: Option<i64>,
    cover_id: Option<MediaId>,
    deleted_at: Option<Millis>,
}
row!(PurchasableRow {
    id,
    product_type,
    name,
    regular_price,
    sale_price,
    sale_from,
    sale_until,
    sku,
    has_unlimited_qty,
    qty,
    reserved,
    low_stock_at,
    min_qty,
    max_qty,
    weight_grams,
    requires_shipping,
    has_free_shipping,
    is_tax_free,
    is_active,
    is_published,
    options,
    dynamic_fields,
    page_link,
    page_links,
    archived_at,
    cover_id,
    deleted_at,
});

struct Chosen {
    product_id: ProductId,
    id: VariantId,
    option_values: Json<Vec<String>>,
    regular_price: Option<i64>,
    sale_price: Option<i64>,
    sku: Option<String>,
    has_unlimited_qty: bool,
    qty: i64,
    reserved: i64,
    weight_grams: Option<i64>,
    media_id: Option<MediaId>,
    is_active: bool,
}
row!(Chosen {
    product_id,
    id,
    option_values,
    regular_price,
    sale_price,
    sku,
    has_unlimited_qty,
    qty,
    reserved,
    weight_grams,
    media_id,
    is_active,
});

/// Pieces reserved by checkouts, where there are any.
pub(crate) type Reserved = Vec<(ProductId, Option<VariantId>, i64)>;

/// The products with what a sale needs, and of their variants only the named ones; in no order, removed products included.
pub(crate) async fn list(
    c: Conn<'_>,
    scope: &StoreScope,
    ids: &[ProductId],
    variants: &[VariantId],
) -> Result<(Vec<Product>, Reserved)> {
    let rows: Vec<PurchasableRow> = Sql::new(
        "SELECT id, product_type, name, regular_price, sale_price, sale_from, sale_until, sku, has_unlimited_qty, qty, reserved, low_stock_at, min_qty, max_qty, \
         weight_grams, requires_shipping, has_free_shipping, is_tax_free, is_active, is_published, options, dynamic_fields, page_link, \
         page_links, archived_at, cover_id, deleted_at FROM products WHERE store_id = ",
    )
    .arg("?", scope.store())
    .list(" AND id IN ", ids.to_vec(), "")
    .all(c)
    .await?;
    let mut reserved: Reserved = rows.iter().filter(|r| r.reserved > 0).map(|r| (r.id, None, r.reserved)).collect();
    let mut products: Vec<Product> = rows.into_iter().map(product).collect();
    if variants.is_empty() {
        return Ok((products, reserved));
    }
    let chosen: Vec<Chosen> = Sql::new(
        "SELECT product_id, id, option_values, regular_price, sale_price, sku, has_unlimited_qty, qty, reserved, weight_grams, media_id, is_active \
         FROM product_variants WHERE store_id = ",
    )
    .arg("?", scope.store())
    .list(" AND id IN ", variants.to_vec(), "")
    .all(c)
    .await?;
    reserved.extend(chosen.iter().filter(|v| v.reserved > 0).map(|v| (v.product_id, Some(v.id), v.reserved)));
    for v in chosen {
        if let Some(p) = products.iter_mut().find(|p| p.id == v.product_id) {
            p.fields.variants.push(VariantDraft {
                id: Some(v.id),
                option_values: v.option_values.0,
                regular_price: v.regular_price,
                sale_price: v.sale_price,
                sku: v.sku,
                has_unlimited_qty: v.has_unlimited_qty,
                qty: v.qty,
                weight_grams: v.weight_grams,
                media_id: v.media_id,
                is_active: v.is_active,
                ..VariantDraft::default()
            });
        }
    }
    Ok((products, reserved))
}

/// Pieces of a product and of its variants that checkouts reserve, where there are any.
pub(crate) async fn list_reserved(c: Conn<'_>, scope: &StoreScope, id: ProductId) -> Result<Vec<(Option<VariantId>, i64)>> {
    let sql = "SELECT CAST(NULL AS BIGINT), reserved FROM products WHERE store_id = ?1 AND id = ?2 AND reserved > 0 \
               UNION ALL SELECT id, reserved FROM product_variants WHERE store_id = ?1 AND product_id = ?2 AND reserved > 0";
    c.all(sql, p![scope.store(), id]).await
}

fn product(row: PurchasableRow) -> Product {
    let fields = ProductDraft {
        product_type: row.product_type,
        name: row.name.0,
        image_ids: row.cover_id.into_iter().collect(),
        regular_price: row.regular_price,
        sale_price: row.sale_price,
        sale_from: row.sale_from,
        sale_until: row.sale_until,
        sku: row.sku,
        has_unlimited_qty: row.has_unlimited_qty,
        qty: row.qty,
        low_stock_at: row.low_stock_at,
        min_qty: row.min_qty,
        max_qty: row.max_qty,
        weight_grams: row.weight_grams,
        requires_shipping: row.requires_shipping,
        has_free_shipping: row.has_free_shipping,
        is_tax_free: row.is_tax_free,
        is_active: row.is_active,
        is_published: row.is_published,
        options: row.options.0,
        dynamic_fields: row.dynamic_fields.0,
        page_link: Some(row.page_link),
        page_links: row.page_links.0,
        archived_at: row.archived_at,
        ..ProductDraft::default()
    };
    let at = Millis(0);
    Product {
        id: row.id,
        fields,
        list_price: 0,
        stock: 0,
        version: 0,
        seq: 0,
        created_at: at,
        updated_at: at,
        deleted_at: row.deleted_at,
    }
}
