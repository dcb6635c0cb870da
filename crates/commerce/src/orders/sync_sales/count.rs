//! Updates the sales with each change of an order.

use db::{Conn, Result};
use kernel::{Millis, OrderId, StoreScope};

use super::store;
use crate::sales::{self, parts, sum};

/// Brings an order's contribution to the sales in line with its current state.
///
/// # Errors
/// Of the database.
pub async fn settle(c: Conn<'_>, scope: &StoreScope, order: OrderId) -> Result<()> {
    settle_many(c, scope, &[order]).await
}

/// As [`settle`], for several orders, 200 at most.
pub(super) async fn settle_many(c: Conn<'_>, scope: &StoreScope, ids: &[OrderId]) -> Result<()> {
    let mut counted = Vec::with_capacity(ids.len());
    for (order, mut facts) in store::list_facts(c, scope, ids).await? {
        let is_sale = facts.is_counted && facts.refused_at.is_none();
        // A cancelled order that was its customer's first stays the first.
        facts.is_first = order.is_first_order || (is_sale && store::has_none(c, scope, order.customer_id).await?);
        let now = parts(&facts);
        let total = is_sale.then(|| sum(&now).total());
        if (total, facts.is_first) != (order.counted_total, order.is_first_order) {
            store::set_counted(c, scope, order.id, total, facts.is_first).await?;
        }
        counted.push((order.id, now));
    }
    sales::update(c, scope, counted).await
}

/// Marks an unpaid order as refused on delivery: from then on it counts as cancelled.
pub(in crate::orders) async fn refuse(c: Conn<'_>, scope: &StoreScope, order: OrderId, now: Millis) -> Result<()> {
    store::set_refused(c, scope, order, now).await
}

/// Whether [`refuse`] marked it.
pub(in crate::orders) async fn is_refused(c: Conn<'_>, scope: &StoreScope, order: OrderId) -> Result<bool> {
    store::is_refused(c, scope, order).await
}

/// Counts every order of a store that was inserted in bulk, such as sample data.
///
/// # Errors
/// Of the database.
pub async fn recount(c: Conn<'_>, scope: &StoreScope) -> Result<()> {
    store::set_marks(c, scope).await?;
    let mut after = 0;
    loop {
        let ids = store::list_after(c, scope, after, 200).await?;
        let Some(last) = ids.last() else { return Ok(()) };
        after = last.raw();
        settle_many(c, scope, &ids).await?;
    }
}
