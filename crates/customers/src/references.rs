//! Rows of slices to the right that reference a customer: a port (`platform::ports`).
//!
//! To add a table that references a customer: an implementation of [`CustomerReferences`] beside it, registered in
//! `server::compose::ports`.

use db::{Conn, Result};
use futures_util::future::BoxFuture;
use kernel::{CustomerId, Millis, StoreScope};

/// The number of rows that reference a customer.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ReferenceCounts {
    /// Orders and drafts.
    pub orders: i64,
    /// Open carts that hold something.
    pub carts: i64,
}

/// A merge of two customers, for the slices that take part in its transaction.
#[derive(Debug, Clone, Copy)]
pub struct Merged {
    /// The surviving record.
    pub survivor: CustomerId,
    /// The record that was merged into it.
    pub gone: CustomerId,
    /// When.
    pub at: Millis,
}

/// The rows of a slice that reference customers.
pub trait CustomerReferences: Send + Sync {
    /// Counts the rows that reference the customer, and carts of these numbers.
    fn count<'a>(
        &'a self,
        c: Conn<'a>,
        scope: &'a StoreScope,
        id: CustomerId,
        mobiles: &'a [String],
    ) -> BoxFuture<'a, Result<ReferenceCounts>> {
        let _ = (c, scope, id, mobiles);
        Box::pin(async { Ok(ReferenceCounts::default()) })
    }

    /// Locks the customer's orders for the rest of the transaction; returns how many there are. Orders are locked before
    /// customers (docs/decisions/0026), so this comes before the customers' rows are locked.
    fn lock_orders<'a>(&'a self, c: Conn<'a>, scope: &'a StoreScope, id: CustomerId) -> BoxFuture<'a, Result<i64>> {
        let _ = (c, scope, id);
        Box::pin(async { Ok(0) })
    }

    /// Changes every reference to the removed record to the surviving one.
    fn repoint<'a>(&'a self, c: Conn<'a>, scope: &'a StoreScope, merged: Merged) -> BoxFuture<'a, Result<()>>;

    /// Whether a personal file of the customer exists.
    fn has_personal_file<'a>(&'a self, c: Conn<'a>, scope: &'a StoreScope, id: CustomerId) -> BoxFuture<'a, Result<bool>> {
        let _ = (c, scope, id);
        Box::pin(async { Ok(false) })
    }
}

/// Every slice to the right that references customers; a port.
pub struct Referrers(pub Vec<Box<dyn CustomerReferences>>);

impl Referrers {
    pub(super) async fn count(
        &self,
        c: Conn<'_>,
        scope: &StoreScope,
        id: CustomerId,
        mobiles: &[String],
    ) -> Result<ReferenceCounts> {
        let mut sum = ReferenceCounts::default();
        for referrer in &self.0 {
            let ReferenceCounts { orders, carts } = referrer.count(c, scope, id, mobiles).await?;
            sum = ReferenceCounts { orders: sum.orders + orders, carts: sum.carts + carts };
        }
        Ok(sum)
    }

    pub(super) async fn lock_orders(&self, c: Conn<'_>, scope: &StoreScope, id: CustomerId) -> Result<i64> {
        let mut held = 0;
        for referrer in &self.0 {
            held += referrer.lock_orders(c, scope, id).await?;
        }
        Ok(held)
    }

    pub(super) async fn repoint(&self, c: Conn<'_>, scope: &StoreScope, merged: Merged) -> Result<()> {
        for referrer in &self.0 {
            referrer.repoint(c, scope, merged).await?;
        }
        Ok(())
    }

    pub(super) async fn has_orders(&self, c: Conn<'_>, scope: &StoreScope, id: CustomerId) -> Result<bool> {
        Ok(self.count(c, scope, id, &[]).await?.orders > 0)
    }

    pub(super) async fn has_personal_file(&self, c: Conn<'_>, scope: &StoreScope, id: CustomerId) -> Result<bool> {
        for referrer in &self.0 {
            if referrer.has_personal_file(c, scope, id).await? {
                return Ok(true);
            }
        }
        Ok(false)
    }
}
