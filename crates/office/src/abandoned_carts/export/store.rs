//! Every SQL statement of exports of carts; the list's own are in [`super::super::list`].

use db::{Conn, Result, Sql, row};
use kernel::{CartId, Millis, OrderId, StoreScope};

/// The order a cart became.
#[derive(Debug)]
pub(super) struct Order {
    pub(super) id: OrderId,
    pub(super) number: i64,
    /// Whether it counts as a sale in the reports.
    pub(super) is_sale: bool,
    pub(super) created_at: Millis,
}
row!(Order { id, number, is_sale, created_at });

/// How many reminders were sent for each of some carts; carts without one are left out.
pub(super) async fn count_reminders(c: Conn<'_>, scope: &StoreScope, ids: &[CartId]) -> Result<Vec<(CartId, i64)>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let sql = Sql::new("SELECT cart_id, COUNT(*) FROM cart_reminders WHERE status = 'handed_over'")
        .arg(" AND store_id = ?", scope.store());
    sql.list(" AND cart_id IN ", ids.to_vec(), " GROUP BY cart_id").all(c).await
}

/// Some orders.
pub(super) async fn list_orders(c: Conn<'_>, scope: &StoreScope, ids: &[OrderId]) -> Result<Vec<Order>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let sql = Sql::new("SELECT id, number, counted_total IS NOT NULL, created_at FROM orders WHERE")
        .arg(" store_id = ?", scope.store());
    sql.list(" AND id IN ", ids.to_vec(), "").all(c).await
}
