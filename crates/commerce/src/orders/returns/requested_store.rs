//! Refunds that are requested of a gateway and not decided: what they are for is spoken for. The rows are those of `online_payments`.

use db::{Conn, Json, Result, p};
use kernel::{OrderId, StoreScope};

use super::model::Refunded;

/// A requested refund.
pub(in crate::orders) struct RequestedRefund {
    /// In minor units.
    pub(in crate::orders) amount: i64,
    /// What it is for; none of an amount alone.
    pub(in crate::orders) parts: Option<Refunded>,
}

impl db::FromRow for RequestedRefund {
    fn from_row(row: &mut db::Row<'_>) -> Result<Self> {
        Ok(Self { amount: row.get()?, parts: row.get::<Option<Json<_>>>()?.map(|parts| parts.0) })
    }
}

/// The requested refunds of an order, oldest first.
pub(in crate::orders) async fn list_requested(c: Conn<'_>, scope: &StoreScope, order: OrderId) -> Result<Vec<RequestedRefund>> {
    let sql = "SELECT amount, parts FROM payment_transactions WHERE store_id = ?1 AND order_id = ?2 AND is_requested \
               AND status IN ('pending', 'on_hold') ORDER BY id LIMIT 500";
    c.all(sql, p![scope.store(), order]).await
}

/// Whether a refund of the order is requested and not decided.
pub(in crate::orders) async fn has_requested(c: Conn<'_>, scope: &StoreScope, order: OrderId) -> Result<bool> {
    Ok(!list_requested(c, scope, order).await?.is_empty())
}
