//! What the papers of orders ask: the order as it stands, locked while a paper is issued; many orders at once for a print.

use std::collections::HashMap;

use db::{Conn, Topics};
use kernel::{Env, Millis, OrderId, StoreId, StoreScope};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::entities;
use super::model::{Order, OrderItem};
use super::status::{PaymentStatus, Status};
use super::store;
use platform::journal::{self, Act, Entry};

/// An order has come to a point at which its invoice may be due, or what it charges is not what its papers say any more.
/// Handled by the documents slice.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct InvoiceDueJob {
    /// The store.
    pub store: StoreId,
    /// The order.
    pub order: OrderId,
}

impl jobs::Job for InvoiceDueJob {
    const KIND: &'static str = "invoice_due";
}

/// Says in the order's own transaction that it was paid, has left the store or was cancelled.
pub(super) async fn tell_invoice_due(
    c: Conn<'_>,
    env: &Env,
    scope: &StoreScope,
    order: OrderId,
    status: Status,
    payment: PaymentStatus,
) -> db::Result<()> {
    if payment == PaymentStatus::Paid || status.has_left() || status == Status::Cancelled {
        tell_charge_changed(c, env, scope, order).await?;
    }
    Ok(())
}

/// Says in the order's own transaction that it charges something else than before, or for something else.
pub(super) async fn tell_charge_changed(c: Conn<'_>, env: &Env, scope: &StoreScope, order: OrderId) -> db::Result<()> {
    let job = InvoiceDueJob { store: scope.store(), order };
    // Each change by a job of its own: one that runs already may have read the order before this one. Issuing twice is none.
    let options = jobs::Enqueue::for_store(scope.store());
    jobs::enqueue(c, env, &job, options).await?;
    Ok(())
}

/// The order with its lines; nobody else changes it before the transaction ends.
///
/// # Errors
/// Of the database.
pub async fn lock(c: Conn<'_>, scope: &StoreScope, id: OrderId) -> db::Result<Option<(Order, Vec<OrderItem>)>> {
    if !store::lock(c, scope, id).await? {
        return Ok(None);
    }
    match store::find(c, scope, id).await? {
        Some(order) => Ok(Some((order, store::list_items(c, scope, id).await?))),
        None => Ok(None),
    }
}

/// The orders of these ids with their lines, in two statements; those that are not there are absent.
///
/// # Errors
/// Of the database.
pub async fn find_many(
    c: Conn<'_>,
    scope: &StoreScope,
    ids: &[OrderId],
) -> db::Result<HashMap<OrderId, (Order, Vec<OrderItem>)>> {
    let mut found: HashMap<OrderId, (Order, Vec<OrderItem>)> =
        store::find_many(c, scope, ids).await?.into_iter().map(|o| (o.id, (o, Vec::new()))).collect();
    for (order, item) in store::list_items_of_many(c, scope, ids).await? {
        if let Some((_, items)) = found.get_mut(&order) {
            items.push(item);
        }
    }
    Ok(found)
}

/// The next orders after one that were paid or have left the store, by id.
///
/// # Errors
/// Of the database.
pub async fn list_invoiceable(c: Conn<'_>, scope: &StoreScope, after: OrderId, limit: i64) -> db::Result<Vec<OrderId>> {
    store::list_invoiceable(c, scope, after, limit).await
}

/// Writes into the order's activity that a paper was issued.
///
/// # Errors
/// Of the database.
pub async fn note_issued(c: Conn<'_>, scope: &StoreScope, id: OrderId, now: Millis, details: Value) -> db::Result<()> {
    let seq = journal::write(c, scope, now, Topics::SALES, Entry::new(Act::Update, entities::ORDER, id).after(details)).await?;
    store::set_seq(c, scope, id, seq).await
}
