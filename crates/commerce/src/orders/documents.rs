//! What documents need of orders: an order locked while a document is issued; many orders at once for a print.

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

/// The invoice of an order may be due, or its charge differs from its documents. Handled by the documents slice.
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

/// Enqueues, in the order's own transaction, that it was paid, has left the store or was cancelled.
pub(super) async fn enqueue_invoice_due(
    c: Conn<'_>,
    env: &Env,
    scope: &StoreScope,
    order: OrderId,
    status: Status,
    payment: PaymentStatus,
) -> db::Result<()> {
    if payment == PaymentStatus::Paid || status.has_left() || status == Status::Cancelled {
        enqueue_charge_changed(c, env, scope, order).await?;
    }
    Ok(())
}

/// Enqueues, in the order's own transaction, that its charge or the reason of it changed.
pub(super) async fn enqueue_charge_changed(c: Conn<'_>, env: &Env, scope: &StoreScope, order: OrderId) -> db::Result<()> {
    let job = InvoiceDueJob { store: scope.store(), order };
    // A job for each change: a running one may have read the order before this change. Issuing twice has no effect.
    let options = jobs::Enqueue::for_store(scope.store());
    jobs::enqueue(c, env, &job, options).await?;
    Ok(())
}

/// Locks an order and reads it with its lines.
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

/// The orders of these ids with their lines, in two statements; missing ones are absent.
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

/// The next orders, by id after `after`, that were paid or have left the store.
///
/// # Errors
/// Of the database.
pub async fn list_invoiceable(c: Conn<'_>, scope: &StoreScope, after: OrderId, limit: i64) -> db::Result<Vec<OrderId>> {
    store::list_invoiceable(c, scope, after, limit).await
}

/// Logs in the order's activity that a document was issued.
///
/// # Errors
/// Of the database.
pub async fn note_issued(c: Conn<'_>, scope: &StoreScope, id: OrderId, now: Millis, details: Value) -> db::Result<()> {
    let seq = journal::write(c, scope, now, Topics::SALES, Entry::new(Act::Update, entities::ORDER, id).after(details)).await?;
    store::set_seq(c, scope, id, seq).await
}
