//! The statements of low-stock notices.

use db::{Conn, Json, Result, p, row};
use kernel::{Millis, ProductId, StoreScope, Texts};

/// The content of a notice.
pub(super) struct LowRow {
    pub(super) name: Json<Texts>,
    pub(super) stock: i64,
    pub(super) low_stock_at: Option<i64>,
    pub(super) told_at: Option<Millis>,
}
row!(LowRow { name, stock, low_stock_at, told_at });

/// A live, counted product with the time of its last notice.
pub(super) async fn find_low(c: Conn<'_>, scope: &StoreScope, product: ProductId) -> Result<Option<LowRow>> {
    let sql = "SELECT p.name, p.stock, p.low_stock_at, n.told_at FROM products p \
               LEFT JOIN stock_notices n ON n.store_id = p.store_id AND n.product_id = p.id \
               WHERE p.store_id = ?1 AND p.id = ?2 AND p.deleted_at IS NULL AND NOT p.has_unlimited_qty";
    c.opt(sql, p![scope.store(), product]).await
}

/// Records a notice now; false when another one was recorded since `after`.
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
