//! Lookups of products and categories for other slices.

use db::{Conn, Result, Sql};
use kernel::{CategoryId, ProductId, StoreScope};

use super::categories;
use crate::category_tree::with_descendants;

/// Those of the products that the store has; removed ones are excluded. One statement.
///
/// # Errors
/// Database errors.
pub async fn list_existing(c: Conn<'_>, scope: &StoreScope, products: &[ProductId]) -> Result<Vec<ProductId>> {
    if products.is_empty() {
        return Ok(Vec::new());
    }
    Sql::new("SELECT id FROM products WHERE store_id = ")
        .arg("?", scope.store())
        .list(" AND id IN ", products.to_vec(), " AND deleted_at IS NULL")
        .all(c)
        .await
}

/// Those of the products that are in one of the categories or their subcategories. Two statements.
///
/// # Errors
/// Database errors.
pub async fn list_in_categories(
    c: Conn<'_>,
    scope: &StoreScope,
    products: &[ProductId],
    roots: &[CategoryId],
) -> Result<Vec<ProductId>> {
    if products.is_empty() || roots.is_empty() {
        return Ok(Vec::new());
    }
    let all = categories::list(c, scope).await?;
    let mut within: Vec<CategoryId> = roots.iter().flat_map(|root| with_descendants(&all, *root)).collect();
    within.sort_unstable();
    within.dedup();
    Sql::new("SELECT DISTINCT product_id FROM product_categories WHERE store_id = ")
        .arg("?", scope.store())
        .list(" AND product_id IN ", products.to_vec(), "")
        .list(" AND category_id IN ", within, "")
        .all(c)
        .await
}
