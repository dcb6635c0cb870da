//! Writes the recorded movements of one operation in one statement, and enqueues low-stock notices.

use db::{Conn, Topics};
use jobs::Enqueue;
use kernel::{Env, StoreScope};

use super::model::is_crossed;
use super::notice::LowStockJob;
use super::posting::{FreeStock, StockDecrease, StockPosting};
use super::store;

impl StockPosting {
    /// Writes the recorded movements in the caller's transaction; nothing when there are none.
    ///
    /// # Errors
    /// Database errors.
    pub async fn write(self, c: Conn<'_>, env: &Env, scope: &StoreScope) -> db::Result<()> {
        store::insert_movements(c, env, scope, &self).await?;
        let mut at = self.low_stock_at;
        for FreeStock { least, own_threshold } in self.free {
            // The product page shows how few are left. A merchant's own change invalidates pages by its journal entry.
            if least <= threshold(c, scope, own_threshold, &mut at).await? {
                c.touch(scope.store(), Topics::CATALOG.and(Topics::STOREFRONT));
            }
        }
        for StockDecrease { product, before, after, own_threshold } in self.decreases {
            let low_at = threshold(c, scope, own_threshold, &mut at).await?;
            if is_crossed(before, after, low_at) {
                let how = Enqueue { dedup_key: Some(format!("low_stock:{product}")), ..Enqueue::for_store(scope.store()) };
                jobs::enqueue(c, env, &LowStockJob { store: scope.store(), product }, how).await?;
            }
        }
        Ok(())
    }
}

/// A product's own threshold, or the store's, which is read once.
async fn threshold(c: Conn<'_>, scope: &StoreScope, own: Option<i64>, of_store: &mut Option<i64>) -> db::Result<i64> {
    match (own, *of_store) {
        (Some(own), _) => Ok(own),
        (None, Some(at)) => Ok(at),
        (None, None) => Ok(*of_store.insert(platform::stores::get_low_stock_threshold(c, scope).await?)),
    }
}
