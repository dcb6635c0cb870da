//! Statements that scan the orders of a period, whether they are sales or not: index-only (`orders_by_time`), and never more than
//! [`MOST_ORDERS`]. `sales::report_store` knows what a sale is; how sales divide by fields of orders is queried here.

use std::ops::RangeInclusive;

use db::{Conn, Result, p};
use kernel::{Millis, StoreScope};

use commerce::sales::report_store::{MOST_ORDERS, Share};

/// The first moment and the end, which is excluded.
type Bounds = (Millis, Millis);

/// Whether the period has more orders than a report scans.
pub(super) async fn is_too_large(c: Conn<'_>, scope: &StoreScope, (from, until): Bounds) -> Result<bool> {
    let sql = "SELECT COUNT(*) FROM (SELECT id FROM orders WHERE store_id = ?1 AND created_at >= ?2 AND created_at < ?3 LIMIT ?4) AS counted";
    let count: i64 = c.one(sql, p![scope.store(), from, until, MOST_ORDERS + 1]).await?;
    Ok(count > MOST_ORDERS)
}

/// Orders by status.
pub(super) async fn list_statuses(c: Conn<'_>, scope: &StoreScope, (from, until): Bounds) -> Result<Vec<Share>> {
    let sql = "SELECT status, COUNT(*), CAST(SUM(total) AS BIGINT) FROM orders WHERE store_id = ?1 AND created_at >= ?2 AND created_at < ?3 \
               GROUP BY status ORDER BY 2 DESC, status LIMIT 20";
    c.all(sql, p![scope.store(), from, until]).await
}

macro_rules! shares {
    ($by:literal, $most:literal) => {
        concat!(
            "SELECT o.",
            $by,
            ", CAST(SUM(s.orders) AS BIGINT), CAST(SUM(s.gross - s.discounts - s.returns + s.shipping + s.fees + s.vat) AS BIGINT) \
             FROM order_sales s JOIN orders o ON o.store_id = s.store_id AND o.id = s.order_id \
             WHERE s.store_id = ?1 AND s.hour BETWEEN ?2 AND ?3 GROUP BY o.",
            $by,
            " HAVING SUM(s.orders) <> 0 OR SUM(s.gross - s.discounts - s.returns + s.shipping + s.fees + s.vat) <> 0 ORDER BY 3 DESC, 1 LIMIT ",
            $most
        )
    };
}

/// By payment provider, the largest first.
pub(super) async fn list_payments(c: Conn<'_>, scope: &StoreScope, hours: &RangeInclusive<i64>) -> Result<Vec<Share>> {
    c.all(shares!("payment_provider", "50"), p![scope.store(), *hours.start(), *hours.end()]).await
}

/// The ten cities with the most sales.
pub(super) async fn list_cities(c: Conn<'_>, scope: &StoreScope, hours: &RangeInclusive<i64>) -> Result<Vec<Share>> {
    c.all(shares!("city", "10"), p![scope.store(), *hours.start(), *hours.end()]).await
}
