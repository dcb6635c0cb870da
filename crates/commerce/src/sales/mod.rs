//! Sales: one definition (decisions §13, docs/decisions/0044-one-definition-of-sales.md) of what an order adds to gross sales,
//! discounts, returns, net, shipping, fees, VAT, total, orders and pieces, and to which hour. Everything that shows sales reads
//! it here.
//!
//! Tables: `order_sales` (what an order adds to an hour), `order_sale_lines` (the same by product), `sales_hours` (their sums by
//! hour), `sales_recounts` (stores that are still to be recounted). The data they are counted from is read by
//! `orders::sync_sales`, the owner of those tables, which also writes the marks of counted orders.
//! Invariants: `order_sales` is the result of [`model::parts`] for the order's current state, `sales_hours` its sum, and a
//! customer's value the sum over their orders. Every change of an order or its money calls `sync_sales::settle` at the end of its
//! transaction; the call is idempotent.
//! Locks: an order's contribution is protected by the order's lock. An hour is a hot row, locked after the store's counters, as
//! the order number and the journal's sequence are.

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

/// Brings the contributions of orders to the sales in line with their current state; the hours are written once, at the end.
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

/// Counts a newly inserted order from its data; it has no ledger entries yet except its charge.
///
/// # Errors
/// Of the database.
pub async fn add(c: Conn<'_>, scope: &StoreScope, order: OrderId, facts: &OrderSale) -> Result<()> {
    let parts = parts(facts);
    let hours = parts.iter().map(|(hour, part)| (*hour, part.figures)).collect();
    store::insert_parts(c, scope, &[(order, parts)]).await?;
    store::increment_hours(c, scope, &hours).await
}
