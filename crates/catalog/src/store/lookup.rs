//! Products and categories that something beside the catalogue names.

use db::{Conn, Result, Sql};
use kernel::{CategoryId, ProductId, StoreScope};

use super::categories;
use crate::category_tree::with_descendants;

/// Which of the products the store has; removed ones are not among them. One statement.
///
/// # Errors
/// Of the database.
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

/// Which of the products are in one of the categories, or below one. Two statements.
///
/// # Errors
/// Of the database.
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
