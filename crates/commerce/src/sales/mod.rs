//! Sales by hour, kept by the transaction of each order, so that no report sums orders one by one (DB-01).
//!
//! Tables: `sales_hours`; of `orders` the columns `counted_total` (what of the order stands there; none when it is no sale)
//! and `is_first_order` (its customer's first order; said when it is counted, and kept).
//! Invariant: every hour holds the number and the sum of the orders that came in it and are sales. Whoever changes an order's
//! status or total calls [`settle`] at the end of the transaction; it may be called when nothing has changed.
//! Locks: an hour is a hot row, taken after the store's counters, as the order number and the journal's sequence are.

mod store;

use db::{Conn, Result};
use kernel::{Millis, OrderId, StoreScope};

pub use store::NO_SALE;

/// Brings the hour of an order in line with the order as it is now.
///
/// # Errors
/// Of the database.
pub async fn settle(c: Conn<'_>, scope: &StoreScope, order: OrderId) -> Result<()> {
    let Some(now) = store::find(c, scope, order).await? else { return Ok(()) };
    let counted = (!NO_SALE.contains(&now.status.as_str())).then_some(now.total);
    if counted == now.counted_total {
        return Ok(());
    }
    // A cancelled order that was somebody's first stays that.
    let is_first = now.is_first_order || (counted.is_some() && store::has_none(c, scope, now.customer_id).await?);
    store::set_counted(c, scope, order, counted, is_first).await?;
    let orders = i64::from(counted.is_some()) - i64::from(now.counted_total.is_some());
    let sales = counted.unwrap_or(0).saturating_sub(now.counted_total.unwrap_or(0));
    store::add(c, scope, now.created_at, orders, sales, if is_first { orders } else { 0 }).await
}

/// Counts an order that was written as a sale: with `counted_total` and `is_first_order`.
///
/// # Errors
/// Of the database.
pub async fn add(c: Conn<'_>, scope: &StoreScope, at: Millis, total: i64, is_first: bool) -> Result<()> {
    store::add(c, scope, at, 1, total, i64::from(is_first)).await
}

/// Counts every order of a store anew: for orders that were written in bulk, as sample data are.
///
/// # Errors
/// Of the database.
pub(crate) async fn recount(c: Conn<'_>, scope: &StoreScope) -> Result<()> {
    store::recount(c, scope).await
}
