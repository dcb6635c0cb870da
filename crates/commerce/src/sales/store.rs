//! Every statement of the sales slice.

use db::{Conn, Result, p, row};
use kernel::{CustomerId, Millis, OrderId, StoreScope};

/// Statuses of orders that are no sales: not placed yet, cancelled, refused, returned.
pub const NO_SALE: [&str; 4] = ["DRFT", "CNCL", "RFSD", "RTRN"];

/// An order as far as it counts.
pub(super) struct Counted {
    pub(super) status: String,
    pub(super) total: i64,
    pub(super) created_at: Millis,
    pub(super) customer_id: CustomerId,
    pub(super) counted_total: Option<i64>,
    pub(super) is_first_order: bool,
}
row!(Counted { status, total, created_at, customer_id, counted_total, is_first_order });

pub(super) async fn find(c: Conn<'_>, scope: &StoreScope, order: OrderId) -> Result<Option<Counted>> {
    let sql = "SELECT status, total, created_at, customer_id, counted_total, is_first_order FROM orders WHERE store_id = ?1 AND id = ?2";
    c.opt(sql, p![scope.store(), order]).await
}

/// No order of the customer has been the first yet.
pub(super) async fn has_none(c: Conn<'_>, scope: &StoreScope, customer: CustomerId) -> Result<bool> {
    // The first is nearly always the earliest: found at once.
    // COALESCE keeps to the customer's orders where the index of all first orders would fit as well.
    let sql = "SELECT id FROM orders WHERE store_id = ?1 AND customer_id = ?2 AND COALESCE(is_first_order, FALSE) = TRUE \
               ORDER BY created_at, id LIMIT 1";
    Ok(c.opt::<OrderId>(sql, p![scope.store(), customer]).await?.is_none())
}

pub(super) async fn set_counted(
    c: Conn<'_>,
    scope: &StoreScope,
    order: OrderId,
    counted: Option<i64>,
    is_first: bool,
) -> Result<()> {
    let sql = "UPDATE orders SET counted_total = ?3, is_first_order = ?4 WHERE store_id = ?1 AND id = ?2";
    c.exec(sql, p![scope.store(), order, counted, is_first]).await?;
    Ok(())
}

/// Adds to the hour of a moment.
pub(super) async fn add(c: Conn<'_>, scope: &StoreScope, at: Millis, orders: i64, sales: i64, first: i64) -> Result<()> {
    let sql = "INSERT INTO sales_hours (store_id, hour, orders, sales, first_orders) VALUES (?1, ?2, ?3, ?4, ?5) \
               ON CONFLICT (store_id, hour) DO UPDATE SET orders = sales_hours.orders + excluded.orders, \
               sales = sales_hours.sales + excluded.sales, first_orders = sales_hours.first_orders + excluded.first_orders";
    c.exec(sql, p![scope.store(), at.0.div_euclid(Millis::HOUR), orders, sales, first]).await?;
    Ok(())
}

/// Counts every order of a store anew: for rows that were written in bulk.
pub(super) async fn recount(c: Conn<'_>, scope: &StoreScope) -> Result<()> {
    let store = scope.store();
    c.exec("DELETE FROM sales_hours WHERE store_id = ?1", p![store]).await?;
    let sql = "UPDATE orders SET counted_total = CASE WHEN status IN ('DRFT', 'CNCL', 'RFSD', 'RTRN') THEN NULL ELSE total END, \
               is_first_order = (status <> 'DRFT' AND NOT EXISTS (SELECT e.id FROM orders e WHERE e.store_id = orders.store_id \
               AND e.customer_id = orders.customer_id AND e.status <> 'DRFT' \
               AND (e.created_at < orders.created_at OR (e.created_at = orders.created_at AND e.id < orders.id)))) WHERE store_id = ?1";
    c.exec(sql, p![store]).await?;
    let sql = "INSERT INTO sales_hours (store_id, hour, orders, sales, first_orders) \
               SELECT store_id, created_at / 3600000, COUNT(*), CAST(SUM(total) AS BIGINT), CAST(SUM(CASE WHEN is_first_order THEN 1 ELSE 0 END) AS BIGINT) \
               FROM orders WHERE store_id = ?1 AND counted_total IS NOT NULL GROUP BY 1, 2";
    c.exec(sql, p![store]).await?;
    Ok(())
}
