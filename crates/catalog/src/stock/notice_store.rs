//! The statements of notices that little is left.

use db::{Conn, Json, Result, p, row};
use kernel::{Millis, ProductId, StoreScope, Texts};

/// What a notice says.
pub(super) struct LowRow {
    pub(super) name: Json<Texts>,
    pub(super) stock: i64,
    pub(super) low_stock_at: Option<i64>,
    pub(super) told_at: Option<Millis>,
}
row!(LowRow { name, stock, low_stock_at, told_at });

/// A live, counted product with the moment at which its owner was last told.
pub(super) async fn find_low(c: Conn<'_>, scope: &StoreScope, product: ProductId) -> Result<Option<LowRow>> {
    let sql = "SELECT p.name, p.stock, p.low_stock_at, n.told_at FROM products p \
               LEFT JOIN stock_notices n ON n.store_id = p.store_id AND n.product_id = p.id \
               WHERE p.store_id = ?1 AND p.id = ?2 AND p.deleted_at IS NULL AND NOT p.has_unlimited_qty";
    c.opt(sql, p![scope.store(), product]).await
}

/// Notes that the owner was told now; false when somebody told them since `after`.
pub(super) async fn claim_notice(
    c: Conn<'_>,
    scope: &StoreScope,
    product: ProductId,
    now: Millis,
    after: Millis,
) -> Result<bool> {
    let sql = "INSERT INTO stock_notices (store_id, product_id, told_at) VALUES (?1, ?2, ?3) \
               ON CONFLICT (store_id, product_id) DO UPDATE SET told_at = excluded.told_at WHERE stock_notices.told_at <= ?4";
    Ok(c.exec(sql, p![scope.store(), product, now, after]).await? == 1)
}
