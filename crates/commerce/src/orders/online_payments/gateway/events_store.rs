//! Statements on what events are about.

use db::{Conn, Result, Sql};
use kernel::{OrderId, StoreScope};

/// Numbers of orders, in no order.
pub(super) async fn list_order_numbers(c: Conn<'_>, scope: &StoreScope, ids: &[OrderId]) -> Result<Vec<(OrderId, i64)>> {
    if ids.is_empty() {
        return Ok(Vec::new());
    }
    let sql = Sql::new("SELECT id, number FROM orders WHERE").arg(" store_id = ?", scope.store());
    sql.list(" AND id IN ", ids.to_vec(), "").all(c).await
}
