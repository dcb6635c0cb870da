//! Reading products with their details.

use std::collections::HashMap;

use db::{Conn, Json, Record as _, Result, Sql, p};
use kernel::{CategoryId, Currency, Lang, MediaId, Millis, ProductId, StoreScope};

use super::product_rows::OwnedVariant;
use crate::model::{Product, ProductDraft, ProductOption, State, VariantDraft};

/// Locks products' rows for the rest of the transaction, in ascending id order whatever order they are processed in, and before
/// the journal's counter (docs/decisions/0026).
///
/// # Errors
/// Database errors.
pub async fn lock_all(c: Conn<'_>, scope: &StoreScope, mut ids: Vec<ProductId>) -> Result<()> {
    ids.sort_unstable();
    ids.dedup();
    for id in ids {
        let sql = "SELECT id FROM products WHERE store_id = ?1 AND id = ?2 FOR NO KEY UPDATE";
        c.opt::<ProductId>(sql, p![scope.store(), id]).await?;
    }
    Ok(())
}

/// What the checks and the API views need of the store.
#[derive(Debug, Clone)]
pub struct StoreContext {
    /// The currency of all its amounts.
    pub currency: Currency,
    /// The primary language, in which a required text must be written.
    pub language: Lang,
    /// All its languages.
    pub languages: Vec<Lang>,
    /// The label of its host name (subdomain).
    pub slug: String,
    /// The default low-stock threshold, for products without their own.
    pub low_stock_at: i64,
}

/// Reads the context of a store.
///
/// # Errors
/// Database errors.
pub async fn get_store_context(c: Conn<'_>, scope: &StoreScope) -> Result<StoreContext> {
    let sql = "SELECT currency, default_language, languages, slug, (SELECT value FROM store_settings WHERE store_id = ?1 AND code = ?2) \
               FROM stores WHERE id = ?1";
    let code = platform::stores::Code::LowStockThreshold;
    let (currency, language, Json(languages), slug, low): (Currency, Lang, Json<Vec<Lang>>, String, Option<String>) =
        c.one(sql, p![scope.store(), code.as_str()]).await?;
    let low_stock_at = low.and_then(|n| n.parse().ok()).or_else(|| code.default_value().as_i64()).unwrap_or_default();
    Ok(StoreContext { currency, language, languages, slug, low_stock_at })
}

/// Products with their variants, pictures and categories, in no order. Removed ones are included.
pub(crate) async fn list_by_ids(c: Conn<'_>, scope: &StoreScope, ids: &[ProductId]) -> Result<Vec<Product>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let sql = db::sql!(
        "SELECT ",
        ProductDraft::READ,
        ", id, list_price, stock, created_at, updated_at, deleted_at, version, seq FROM products WHERE store_id = "
    );
    let rows: Vec<Product> = Sql::new(sql).arg("?", scope.store()).list(" AND id IN ", ids.to_vec(), "").all(c).await?;
    let mut products: HashMap<i64, Product> = rows.into_iter().map(|p| (p.id.raw(), p)).collect();
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

/// Variants of products, in their order.
pub(crate) async fn list_variants(
    c: Conn<'_>,
    scope: &StoreScope,
    products: &[ProductId],
) -> Result<Vec<(ProductId, VariantDraft)>> {
    let sql = db::sql!("SELECT product_id, ", VariantDraft::READ, " FROM product_variants WHERE store_id = ");
    let rows: Vec<OwnedVariant> = Sql::new(sql)
        .arg("?", scope.store())
        .list(" AND product_id IN ", products.to_vec(), " ORDER BY product_id, position")
        .all(c)
        .await?;
    Ok(rows.into_iter().map(|OwnedVariant(product, variant)| (product, variant)).collect())
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

/// The number of products per state, from the stored counters.
pub(crate) async fn list_state_counts(c: Conn<'_>, scope: &StoreScope) -> Result<Vec<(State, i64)>> {
    c.all("SELECT status, n FROM status_counts WHERE store_id = ?1 AND subject = 'product'", p![scope.store()]).await
}

/// Products due to be published, over all stores, 200 at most.
pub(crate) async fn list_due(c: Conn<'_>, now: Millis) -> Result<Vec<(kernel::StoreId, ProductId)>> {
    let sql = "SELECT store_id, id FROM products WHERE publish_at <= ?1 AND deleted_at IS NULL AND archived_at IS NULL \
               ORDER BY publish_at LIMIT 200";
    c.all(sql, p![now]).await
}

/// Products whose sale started or ended since their list price was written, over all stores, 200 at most.
pub(crate) async fn list_price_changes(c: Conn<'_>, now: Millis) -> Result<Vec<(kernel::StoreId, ProductId)>> {
    let sql = "SELECT store_id, id FROM products WHERE price_changes_at <= ?1 ORDER BY price_changes_at LIMIT 200";
    c.all(sql, p![now]).await
}
