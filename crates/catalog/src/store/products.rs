//! Reading products with everything that belongs to them.

use std::collections::HashMap;

use db::{Conn, Json, Result, Sql, p, row};
use kernel::{CategoryId, Currency, Lang, MediaId, Millis, ProductId, StoreScope, Texts, VariantId};

use crate::model::{DynamicField, Product, ProductDraft, ProductOption, ProductType, Seo, State, VariantDraft, WeightUnit};

/// Takes some products' rows for the rest of the transaction, upwards: before the journal's counter, however they are walked
/// (docs/decisions/0026).
///
/// # Errors
/// Of the database.
pub async fn hold(c: Conn<'_>, scope: &StoreScope, mut ids: Vec<ProductId>) -> Result<()> {
    ids.sort_unstable();
    ids.dedup();
    for id in ids {
        c.exec("UPDATE products SET seq = seq WHERE store_id = ?1 AND id = ?2", p![scope.store(), id]).await?;
    }
    Ok(())
}

/// What the rules and the wire need to know of the store.
#[derive(Debug, Clone)]
pub struct StoreContext {
    /// Of all its amounts.
    pub currency: Currency,
    /// The language that must be written when only one is.
    pub language: Lang,
    /// Every language it speaks.
    pub languages: Vec<Lang>,
    /// The label of its host name.
    pub slug: String,
    /// From how many pieces on products count as nearly sold out, where they have no number of their own.
    pub low_stock_at: i64,
}

/// The facts of a store.
///
/// # Errors
/// Of the database.
pub async fn facts(c: Conn<'_>, scope: &StoreScope) -> Result<StoreContext> {
    let sql = "SELECT currency, default_language, languages, slug, (SELECT value FROM store_settings WHERE store_id = ?1 AND code = ?2) \
               FROM stores WHERE id = ?1";
    let code = platform::stores::Code::LowStockThreshold;
    let (currency, language, Json(languages), slug, low): (Currency, Lang, Json<Vec<Lang>>, String, Option<String>) =
        c.one(sql, p![scope.store(), code.as_str()]).await?;
    let low_stock_at = low.and_then(|n| n.parse().ok()).or_else(|| code.default_value().as_i64()).unwrap_or_default();
    Ok(StoreContext { currency, language, languages, slug, low_stock_at })
}

struct Record {
    id: ProductId,
    product_type: ProductType,
    name: Json<Texts>,
    short_description: Json<Texts>,
    description: Json<Texts>,
    regular_price: Option<i64>,
    sale_price: Option<i64>,
    sale_from: Option<i64>,
    sale_until: Option<i64>,
    cost_price: Option<i64>,
    sku: Option<String>,
    barcode: Option<String>,
    brand: Option<String>,
    has_unlimited_qty: bool,
    qty: i64,
    min_qty: Option<i64>,
    max_qty: Option<i64>,
    low_stock_at: Option<i64>,
    weight_grams: i64,
    weight_unit: WeightUnit,
    requires_shipping: bool,
    has_free_shipping: bool,
    is_tax_free: bool,
    is_active: bool,
    is_published: bool,
    publish_at: Option<i64>,
    archived_at: Option<i64>,
    related_ids: Json<Vec<ProductId>>,
    page_links: Json<Texts>,
    options: Json<Vec<ProductOption>>,
    dynamic_fields: Json<Vec<DynamicField>>,
    tags: Json<Vec<String>>,
    seo: Json<Seo>,
    page_link: String,
    list_price: i64,
    stock: i64,
    created_at: Millis,
    updated_at: Millis,
    deleted_at: Option<Millis>,
    version: i64,
    seq: i64,
}
row!(Record {
    id,
    product_type,
    name,
    short_description,
    description,
    regular_price,
    sale_price,
    sale_from,
    sale_until,
    cost_price,
    sku,
    barcode,
    brand,
    has_unlimited_qty,
    qty,
    min_qty,
    max_qty,
    low_stock_at,
    weight_grams,
    weight_unit,
    requires_shipping,
    has_free_shipping,
    is_tax_free,
    is_active,
    is_published,
    publish_at,
    archived_at,
    related_ids,
    page_links,
    options,
    dynamic_fields,
    tags,
    seo,
    page_link,
    list_price,
    stock,
    created_at,
    updated_at,
    deleted_at,
    version,
    seq,
});

const SELECT: &str = "SELECT id, product_type, name, short_description, description, regular_price, sale_price, sale_from, sale_until, \
     cost_price, sku, barcode, brand, has_unlimited_qty, qty, min_qty, max_qty, low_stock_at, weight_grams, weight_unit, requires_shipping, has_free_shipping, \
     is_tax_free, is_active, is_published, publish_at, archived_at, related_ids, page_links, options, dynamic_fields, tags, seo, page_link, list_price, stock, created_at, updated_at, \
     deleted_at, version, seq FROM products WHERE store_id = ";

fn product(r: Record) -> Product {
    let fields = ProductDraft {
        product_type: r.product_type,
        name: r.name.0,
        short_description: r.short_description.0,
        description: r.description.0,
        category_ids: Vec::new(),
        image_ids: Vec::new(),
        regular_price: r.regular_price,
        sale_price: r.sale_price,
        sale_from: r.sale_from,
        sale_until: r.sale_until,
        cost_price: r.cost_price,
        sku: r.sku,
        barcode: r.barcode,
        brand: r.brand,
        has_unlimited_qty: r.has_unlimited_qty,
        qty: r.qty,
        min_qty: r.min_qty,
        max_qty: r.max_qty,
        low_stock_at: r.low_stock_at,
        weight_grams: r.weight_grams,
        weight_unit: r.weight_unit,
        requires_shipping: r.requires_shipping,
        has_free_shipping: r.has_free_shipping,
        is_tax_free: r.is_tax_free,
        is_active: r.is_active,
        is_published: r.is_published,
        publish_at: r.publish_at,
        archived_at: r.archived_at,
        options: r.options.0,
        variants: Vec::new(),
        dynamic_fields: r.dynamic_fields.0,
        tags: r.tags.0,
        seo: r.seo.0,
        page_link: Some(r.page_link),
        page_links: r.page_links.0,
        related_ids: r.related_ids.0,
    };
    Product {
        id: r.id,
        fields,
        list_price: r.list_price,
        stock: r.stock,
        version: r.version,
        seq: r.seq,
        created_at: r.created_at,
        updated_at: r.updated_at,
        deleted_at: r.deleted_at,
    }
}

/// Products with their variants, pictures and categories, in no order. Removed ones are among them.
pub(crate) async fn list_by_ids(c: Conn<'_>, scope: &StoreScope, ids: &[ProductId]) -> Result<Vec<Product>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let records: Vec<Record> = Sql::new(SELECT).arg("?", scope.store()).list(" AND id IN ", ids.to_vec(), "").all(c).await?;
    let mut products: HashMap<i64, Product> = records.into_iter().map(|r| (r.id.raw(), product(r))).collect();
    for (owner, variant) in list_variants(c, scope, ids).await? {
        if let Some(p) = products.get_mut(&owner.raw()) {
            p.fields.variants.push(variant);
        }
    }
    for (owner, image) in list_images(c, scope, ids).await? {
        if let Some(p) = products.get_mut(&owner.raw()) {
            p.fields.image_ids.push(image);
        }
    }
    let categories: Vec<(ProductId, CategoryId)> =
        Sql::new("SELECT product_id, category_id FROM product_categories WHERE store_id = ")
            .arg("?", scope.store())
            .list(" AND product_id IN ", ids.to_vec(), " ORDER BY product_id, position")
            .all(c)
            .await?;
    for (owner, category) in categories {
        if let Some(p) = products.get_mut(&owner.raw()) {
            p.fields.category_ids.push(category);
        }
    }
    Ok(products.into_values().collect())
}

/// One product; removed ones are found too.
pub(crate) async fn find(c: Conn<'_>, scope: &StoreScope, id: ProductId) -> Result<Option<Product>> {
    Ok(list_by_ids(c, scope, &[id]).await?.pop())
}

struct VariantRecord {
    product_id: ProductId,
    id: VariantId,
    option_values: Json<Vec<String>>,
    regular_price: Option<i64>,
    sale_price: Option<i64>,
    cost_price: Option<i64>,
    sku: Option<String>,
    barcode: Option<String>,
    has_unlimited_qty: bool,
    qty: i64,
    weight_grams: Option<i64>,
    media_id: Option<MediaId>,
    is_active: bool,
}
row!(VariantRecord {
    product_id,
    id,
    option_values,
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
});

/// Variants of products, in their order.
pub(crate) async fn list_variants(
    c: Conn<'_>,
    scope: &StoreScope,
    products: &[ProductId],
) -> Result<Vec<(ProductId, VariantDraft)>> {
    let rows: Vec<VariantRecord> = Sql::new(
        "SELECT product_id, id, option_values, regular_price, sale_price, cost_price, sku, barcode, has_unlimited_qty, qty, weight_grams, \
         media_id, is_active FROM product_variants WHERE store_id = ",
    )
    .arg("?", scope.store())
    .list(" AND product_id IN ", products.to_vec(), " ORDER BY product_id, position")
    .all(c)
    .await?;
    Ok(rows
        .into_iter()
        .map(|r| {
            let variant = VariantDraft {
                id: Some(r.id),
                option_values: r.option_values.0,
                regular_price: r.regular_price,
                sale_price: r.sale_price,
                cost_price: r.cost_price,
                sku: r.sku,
                barcode: r.barcode,
                has_unlimited_qty: r.has_unlimited_qty,
                qty: r.qty,
                weight_grams: r.weight_grams,
                media_id: r.media_id,
                is_active: r.is_active,
            };
            (r.product_id, variant)
        })
        .collect())
}

/// The options of some products.
pub(crate) async fn list_options(
    c: Conn<'_>,
    scope: &StoreScope,
    products: &[ProductId],
) -> Result<HashMap<ProductId, Vec<ProductOption>>> {
    let rows: Vec<(ProductId, Json<Vec<ProductOption>>)> = Sql::new("SELECT id, options FROM products WHERE store_id = ")
        .arg("?", scope.store())
        .list(" AND id IN ", products.to_vec(), "")
        .all(c)
        .await?;
    Ok(rows.into_iter().map(|(id, options)| (id, options.0)).collect())
}

async fn list_images(c: Conn<'_>, scope: &StoreScope, products: &[ProductId]) -> Result<Vec<(ProductId, MediaId)>> {
    Sql::new("SELECT product_id, media_id FROM product_media WHERE store_id = ")
        .arg("?", scope.store())
        .list(" AND product_id IN ", products.to_vec(), " ORDER BY product_id, position")
        .all(c)
        .await
}

/// How many products there are by state, from the kept counters.
pub(crate) async fn state_counts(c: Conn<'_>, scope: &StoreScope) -> Result<Vec<(State, i64)>> {
    c.all("SELECT status, n FROM status_counts WHERE store_id = ?1 AND subject = 'product'", p![scope.store()]).await
}

/// Products whose moment to be published has come, over all stores, 200 at most.
pub(crate) async fn list_due(c: Conn<'_>, now: Millis) -> Result<Vec<(kernel::StoreId, ProductId)>> {
    let sql = "SELECT store_id, id FROM products WHERE publish_at <= ?1 AND deleted_at IS NULL AND archived_at IS NULL \
               ORDER BY publish_at LIMIT 200";
    c.all(sql, p![now]).await
}

/// Products whose sale opened or closed since their list price was written, over all stores, 200 at most.
pub(crate) async fn list_price_changes(c: Conn<'_>, now: Millis) -> Result<Vec<(kernel::StoreId, ProductId)>> {
    let sql = "SELECT store_id, id FROM products WHERE price_changes_at <= ?1 ORDER BY price_changes_at LIMIT 200";
    c.all(sql, p![now]).await
}
