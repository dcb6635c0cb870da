//! Statements that walk the orders of a period: on the index alone (`orders_by_time`) where the orders tell enough, and
//! never more than [`MOST_ORDERS`].

use db::{Conn, Json, Result, p, row};
use kernel::{Millis, ProductId, StoreScope, Texts};

/// From the first moment to the one that is no longer in it.
type Bounds = (Millis, Millis);

/// Orders that a report walks at most: half a second's work.
const MOST_ORDERS: i64 = 150_000;

/// More orders came in the period than a report walks.
pub(super) async fn is_too_large(c: Conn<'_>, scope: &StoreScope, (from, until): Bounds) -> Result<bool> {
    let sql = "SELECT COUNT(*) FROM (SELECT id FROM orders WHERE store_id = ?1 AND created_at >= ?2 AND created_at < ?3 LIMIT ?4) AS counted";
    let count: i64 = c.one(sql, p![scope.store(), from, until, MOST_ORDERS + 1]).await?;
    Ok(count > MOST_ORDERS)
}

/// A word, how many orders, and their sum.
type Share = (String, i64, i64);

/// Every order by its status.
pub(super) async fn list_statuses(c: Conn<'_>, scope: &StoreScope, (from, until): Bounds) -> Result<Vec<Share>> {
    let sql = "SELECT status, COUNT(*), CAST(SUM(total) AS BIGINT) FROM orders WHERE store_id = ?1 AND created_at >= ?2 AND created_at < ?3 \
               GROUP BY status ORDER BY 2 DESC, status LIMIT 20";
    c.all(sql, p![scope.store(), from, until]).await
}

/// Sales by payment provider.
pub(super) async fn list_payments(c: Conn<'_>, scope: &StoreScope, (from, until): Bounds) -> Result<Vec<Share>> {
    let sql = "SELECT payment_provider, COUNT(*), CAST(SUM(total) AS BIGINT) FROM orders WHERE store_id = ?1 AND created_at >= ?2 AND created_at < ?3 \
               AND status NOT IN ('DRFT', 'CNCL', 'RFSD', 'RTRN') GROUP BY payment_provider ORDER BY 3 DESC, payment_provider LIMIT 50";
    c.all(sql, p![scope.store(), from, until]).await
}

/// Sales of the ten cities with most.
pub(super) async fn list_cities(c: Conn<'_>, scope: &StoreScope, (from, until): Bounds) -> Result<Vec<Share>> {
    let sql = "SELECT city, COUNT(*), CAST(SUM(total) AS BIGINT) FROM orders WHERE store_id = ?1 AND created_at >= ?2 AND created_at < ?3 \
               AND status NOT IN ('DRFT', 'CNCL', 'RFSD', 'RTRN') GROUP BY city ORDER BY 3 DESC, city LIMIT 10";
    c.all(sql, p![scope.store(), from, until]).await
}

/// A product and what was sold of it.
pub(super) struct Seller {
    pub(super) id: ProductId,
    pub(super) name: Json<Texts>,
    pub(super) quantity: i64,
    pub(super) sales: i64,
    pub(super) is_deleted: bool,
}
row!(Seller { id, name, quantity, sales, is_deleted });

macro_rules! sellers {
    ($order:literal) => {
        concat!(
            "SELECT s.product_id, a.name, s.quantity, s.sales, a.deleted_at IS NOT NULL FROM \
             (SELECT i.product_id AS product_id, CAST(SUM(i.quantity) AS BIGINT) AS quantity, CAST(SUM(i.line_total - i.discount) AS BIGINT) AS sales \
             FROM orders o JOIN order_items i ON i.store_id = o.store_id AND i.order_id = o.id \
             WHERE o.store_id = ?1 AND o.created_at >= ?2 AND o.created_at < ?3 AND o.status NOT IN ('DRFT', 'CNCL', 'RFSD', 'RTRN') \
             GROUP BY i.product_id) AS s JOIN products a ON a.store_id = ?1 AND a.id = s.product_id ORDER BY ",
            $order,
            ", s.product_id LIMIT 10"
        )
    };
}

/// The ten products that sold best, by value or by pieces.
pub(super) async fn list_best_sellers(
    c: Conn<'_>,
    scope: &StoreScope,
    (from, until): Bounds,
    by_value: bool,
) -> Result<Vec<Seller>> {
    if by_value {
        c.all(sellers!("s.sales DESC, s.quantity DESC"), p![scope.store(), from, until]).await
    } else {
        c.all(sellers!("s.quantity DESC, s.sales DESC"), p![scope.store(), from, until]).await
    }
}
