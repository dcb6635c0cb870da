//! Sales: one definition (decisions §13, docs/decisions/0044-one-definition-of-sales.md) of what an order adds to gross sales,
//! discounts, returns, net, shipping, fees, VAT, total, orders and pieces, and to which hour. Everybody who shows sales reads it here.
//!
//! Tables: `order_sales` (what an order adds to an hour), `order_sale_lines` (the same by product), `sales_hours` (their sums by hour),
//! `sales_recounts` (stores that are still to be counted anew). What they are counted from is read by `orders::sync_sales`, the owner of
//! those tables, which also keeps what is said of an order that counts.
//! Invariants: `order_sales` is what [`model::parts`] says of the order as it is, `sales_hours` its sum, and a customer's value the sum
//! over their orders. Whoever changes an order or its money calls `sync_sales::settle` at the end of the transaction; it may be called when nothing
//! has changed.
//! Locks: what an order adds hangs on the order. An hour is a hot row, taken after the store's counters, as the order number and the
//! journal's sequence are.

mod model;
pub mod report_store;
mod store;
mod tables;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use db::{Conn, Result};
use kernel::{OrderId, StoreScope};

pub use model::{Entry, EntryKind, Figures, Line, OrderSale, Part, Parts, Refund, SaleStatus, parts, sum, value};
pub use store::{advance_recount, find_recount};
pub use tables::TABLES;

/// Brings what orders add to the sales in line with what they come to now; the hours are written once, at the end.
///
/// # Errors
/// Of the database.
pub async fn update(c: Conn<'_>, scope: &StoreScope, orders: Vec<(OrderId, Parts)>) -> Result<()> {
    let ids: Vec<OrderId> = orders.iter().map(|(id, _)| *id).collect();
    let mut stored_parts = store::list_parts(c, scope, &ids).await?;
    let mut hours: BTreeMap<i64, Figures> = BTreeMap::new();
    let (mut stale, mut new) = (Vec::new(), Vec::new());
    for (order, now) in orders {
        let stored = stored_parts.remove(&order).unwrap_or_default();
        if stored == now {
            continue;
        }
        for (hour, part) in &stored {
            *hours.entry(*hour).or_default() += -part.figures;
        }
        for (hour, part) in &now {
            *hours.entry(*hour).or_default() += part.figures;
        }
        if !stored.is_empty() {
            stale.push(order);
        }
        new.push((order, now));
    }
    if !stale.is_empty() {
        store::delete_parts(c, scope, &stale).await?;
    }
    store::insert_parts(c, scope, &new).await?;
    hours.retain(|_, figures| *figures != Figures::default());
    store::increment_hours(c, scope, &hours).await
}

/// Counts an order that was just written, with what is known of it; it has no entries yet but its charge.
///
/// # Errors
/// Of the database.
pub async fn add(c: Conn<'_>, scope: &StoreScope, order: OrderId, facts: &OrderSale) -> Result<()> {
    let parts = parts(facts);
    let hours = parts.iter().map(|(hour, part)| (*hour, part.figures)).collect();
    store::insert_parts(c, scope, &[(order, parts)]).await?;
    store::increment_hours(c, scope, &hours).await
}
