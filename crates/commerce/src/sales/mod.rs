//! Sales: one definition (decisions §13, docs/decisions/0044-one-definition-of-sales.md) of what an order adds to gross sales,
//! discounts, returns, net, shipping, fees, VAT, total, orders and pieces, and to which hour. Everybody who shows sales reads it here.
//!
//! Tables: `order_sales` (what an order adds to an hour), `order_sale_lines` (the same by product), `sales_hours` (their sums by hour),
//! `sales_recounts` (stores that are still to be counted anew); of `orders` the columns `refused_at`, `counted_total` (the order's total
//! sales; none when it is no sale) and `is_first_order` (its customer's first order; said when it is counted, and kept).
//! Invariants: `order_sales` is what [`model::parts`] says of the order as it is, `sales_hours` its sum, and a customer's value the sum
//! over their orders. Whoever changes an order or its money calls [`settle`] at the end of the transaction; it may be called when nothing
//! has changed.
//! Locks: what an order adds hangs on the order. An hour is a hot row, taken after the store's counters, as the order number and the
//! journal's sequence are.

mod jobs;
mod model;
pub mod report;
mod store;

mod tables;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

use db::{Conn, Result};
use kernel::{Millis, OrderId, StoreScope};

pub use jobs::register;
pub use model::{Entry, EntryKind, Figures, Line, OrderSale, Part, Parts, Refund, SaleStatus, parts, sum, value};
pub use tables::TABLES;

/// Brings what an order adds to the sales in line with the order as it is now.
///
/// # Errors
/// Of the database.
pub async fn settle(c: Conn<'_>, scope: &StoreScope, order: OrderId) -> Result<()> {
    settle_many(c, scope, &[order]).await
}

/// As [`settle`], of several orders, 200 at most: the hours are written once, at the end.
pub(super) async fn settle_many(c: Conn<'_>, scope: &StoreScope, ids: &[OrderId]) -> Result<()> {
    let mut kept = store::list_parts(c, scope, ids).await?;
    let mut hours: BTreeMap<i64, Figures> = BTreeMap::new();
    let (mut stale, mut new) = (Vec::new(), Vec::new());
    for (order, mut facts) in store::list_facts(c, scope, ids).await? {
        let is_sale = facts.is_counted && facts.refused_at.is_none();
        // A cancelled order that was somebody's first stays that.
        facts.is_first = order.is_first_order || (is_sale && store::has_none(c, scope, order.customer_id).await?);
        let now = parts(&facts);
        let counted = is_sale.then(|| sum(&now).total());
        if (counted, facts.is_first) != (order.counted_total, order.is_first_order) {
            store::set_counted(c, scope, order.id, counted, facts.is_first).await?;
        }
        let was = kept.remove(&order.id).unwrap_or_default();
        if was == now {
            continue;
        }
        for (hour, part) in &was {
            *hours.entry(*hour).or_default() += -part.figures;
        }
        for (hour, part) in &now {
            *hours.entry(*hour).or_default() += part.figures;
        }
        if !was.is_empty() {
            stale.push(order.id);
        }
        new.push((order.id, now));
    }
    if !stale.is_empty() {
        store::delete_parts(c, scope, &stale).await?;
    }
    store::insert_parts(c, scope, &new).await?;
    hours.retain(|_, figures| *figures != Figures::default());
    store::add(c, scope, &hours).await
}

/// Counts an order that was just written, with what is known of it; it has no entries yet but its charge.
///
/// # Errors
/// Of the database.
pub async fn add(c: Conn<'_>, scope: &StoreScope, order: OrderId, facts: &OrderSale) -> Result<()> {
    let parts = parts(facts);
    let hours = parts.iter().map(|(hour, part)| (*hour, part.figures)).collect();
    store::insert_parts(c, scope, &[(order, parts)]).await?;
    store::add(c, scope, &hours).await
}

/// The order was refused at the door and is not paid: from now on it counts as cancelled.
///
/// # Errors
/// Of the database.
pub async fn refuse(c: Conn<'_>, scope: &StoreScope, order: OrderId, now: Millis) -> Result<()> {
    store::set_refused(c, scope, order, now).await
}

/// [`refuse`] was said of it.
///
/// # Errors
/// Of the database.
pub async fn is_refused(c: Conn<'_>, scope: &StoreScope, order: OrderId) -> Result<bool> {
    store::is_refused(c, scope, order).await
}

/// Counts every order of a store that was written in bulk, as sample data are.
///
/// # Errors
/// Of the database.
pub async fn recount(c: Conn<'_>, scope: &StoreScope) -> Result<()> {
    store::mark(c, scope).await?;
    let mut after = 0;
    loop {
        let ids = store::list_after(c, scope, after, 200).await?;
        let Some(last) = ids.last() else { return Ok(()) };
        after = last.raw();
        settle_many(c, scope, &ids).await?;
    }
}
