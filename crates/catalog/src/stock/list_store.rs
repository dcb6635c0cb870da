//! Statements for the quantities of a page of products.

use db::{Conn, Result, Sql};
use kernel::{ProductId, StockLocationId, StoreScope, VariantId};

/// Pieces of products without variants, and how many of them checkouts reserve.
pub(super) async fn list_own(c: Conn<'_>, scope: &StoreScope, products: &[ProductId]) -> Result<Vec<(ProductId, i64, i64)>> {
    if products.is_empty() {
        return Ok(Vec::new());
    }
    Sql::new("SELECT id, qty, reserved FROM products WHERE store_id = ")
        .arg("?", scope.store())
        .list(" AND id IN ", products.to_vec(), " AND product_type = 'basic'")
        .all(c)
        .await
}

/// Pieces of the variants of products that checkouts reserve.
pub(super) async fn list_reserved(c: Conn<'_>, scope: &StoreScope, products: &[ProductId]) -> Result<Vec<(VariantId, i64)>> {
    if products.is_empty() {
        return Ok(Vec::new());
    }
    Sql::new("SELECT id, reserved FROM product_variants WHERE store_id = ")
        .arg("?", scope.store())
        .list(" AND product_id IN ", products.to_vec(), " AND reserved > 0")
        .all(c)
        .await
}

/// Levels of products at locations other than the first; the variant is 0 for a product without variants.
pub(super) async fn list_levels(
    c: Conn<'_>,
    scope: &StoreScope,
    products: &[ProductId],
) -> Result<Vec<(ProductId, i64, StockLocationId, i64)>> {
    if products.is_empty() {
        return Ok(Vec::new());
    }
    Sql::new("SELECT product_id, variant_id, location_id, qty FROM stock_levels WHERE store_id = ")
        .arg("?", scope.store())
        .list(" AND product_id IN ", products.to_vec(), " AND qty > 0")
        .all(c)
        .await
}
