//! Taking and giving back stock: single conditional statements, so that nothing is sold twice.

use db::{Conn, Result, p, row};
use kernel::{ProductId, StoreScope, VariantId};

/// What a product's row says after its stock has moved.
pub(in crate::catalog) struct Left {
    pub(in crate::catalog) stock: i64,
    pub(in crate::catalog) has_unlimited_qty: bool,
}
row!(Left { stock, has_unlimited_qty });

/// Moves the stock of a basic product by `by` (negative takes); none when there is not enough, or no such live product.
pub(in crate::catalog) async fn move_basic(c: Conn<'_>, scope: &StoreScope, id: ProductId, by: i64) -> Result<Option<Left>> {
    let sql = "UPDATE products SET qty = CASE WHEN has_unlimited_qty THEN qty ELSE qty + ?3 END, \
               stock = CASE WHEN has_unlimited_qty THEN stock ELSE stock + ?3 END, version = version + 1 \
               WHERE store_id = ?1 AND id = ?2 AND product_type = 'basic' AND (CAST(?3 AS BIGINT) > 0 OR deleted_at IS NULL) \
               AND (has_unlimited_qty OR qty + ?3 >= 0) RETURNING stock, has_unlimited_qty";
    c.opt(sql, p![scope.store(), id, by]).await
}

/// What a variant's row says after its stock has moved.
pub(in crate::catalog) struct VariantLeft {
    pub(in crate::catalog) qty: i64,
    pub(in crate::catalog) has_unlimited_qty: bool,
    pub(in crate::catalog) is_active: bool,
}
row!(VariantLeft { qty, has_unlimited_qty, is_active });

/// Moves the stock of a variant of a locked product; none when there is not enough, or it cannot be bought.
pub(in crate::catalog) async fn move_variant(
    c: Conn<'_>,
    scope: &StoreScope,
    product: ProductId,
    id: VariantId,
    by: i64,
) -> Result<Option<VariantLeft>> {
    let sql = "UPDATE product_variants SET qty = CASE WHEN has_unlimited_qty THEN qty ELSE qty + ?4 END \
               WHERE store_id = ?1 AND id = ?3 AND product_id = ?2 AND (CAST(?4 AS BIGINT) > 0 OR is_active) \
               AND (has_unlimited_qty OR qty + ?4 >= 0) RETURNING qty, has_unlimited_qty, is_active";
    c.opt(sql, p![scope.store(), product, id, by]).await
}

/// Carries a variant's movement to its locked product.
pub(in crate::catalog) async fn move_product(c: Conn<'_>, scope: &StoreScope, id: ProductId, by: i64) -> Result<Option<Left>> {
    let sql = "UPDATE products SET stock = stock + ?3 WHERE store_id = ?1 AND id = ?2 RETURNING stock, has_unlimited_qty";
    c.opt(sql, p![scope.store(), id, by]).await
}
