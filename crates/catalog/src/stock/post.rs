//! Writes the recorded movements of one operation in one statement, and enqueues low-stock notices.

use db::{Conn, Topics};
use jobs::Enqueue;
use kernel::{Env, StoreScope};

use super::model::is_crossed;
use super::notice::LowStockJob;
use super::posting::{StockDecrease, StockPosting};
use super::store;

impl StockPosting {
    /// Writes the recorded movements in the caller's transaction; nothing when there are none.
    ///
    /// # Errors
    /// Database errors.
    pub async fn write(self, c: Conn<'_>, env: &Env, scope: &StoreScope) -> db::Result<()> {
        store::insert_movements(c, env, scope, &self).await?;
        let mut at = self.low_stock_at;
        for StockDecrease { product, before, after, own_threshold } in self.decreases {
            let low_at = match (own_threshold, at) {
                (Some(own), _) => own,
                (None, Some(at)) => at,
                (None, None) => *at.insert(platform::stores::get_low_stock_threshold(c, scope).await?),
            };
            if after <= low_at {
                // The product page shows how few are left.
                c.touch(scope.store(), Topics::CATALOG.and(Topics::STOREFRONT));
            }
            if is_crossed(before, after, low_at) {
                let how = Enqueue { dedup_key: Some(format!("low_stock:{product}")), ..Enqueue::for_store(scope.store()) };
                jobs::enqueue(c, env, &LowStockJob { store: scope.store(), product }, how).await?;
            }
        }
        Ok(())
    }
}
