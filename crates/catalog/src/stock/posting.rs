//! Writing down what moved: the movements of one act in one statement, and whoever has to be told that little is left.

use db::{Conn, Topics};
use jobs::Enqueue;
use kernel::{BatchId, Env, OrderId, ProductId, StoreScope, VariantId};

use super::model::{Reason, Step, is_crossed};
use super::notice::LowStockJob;
use super::store;

/// Movements of one act about to be written.
#[derive(Debug)]
pub struct StockPosting {
    reason: Reason,
    low_stock_at: Option<i64>,
    pub(super) order: Option<(OrderId, i64)>,
    pub(super) batch: Option<BatchId>,
    pub(super) note: Option<String>,
    pub(super) moved: Vec<StockMovement>,
    drops: Vec<Drop>,
}

/// One movement.
#[derive(Debug)]
pub(super) struct StockMovement {
    pub(super) product: ProductId,
    pub(super) variant: Option<VariantId>,
    pub(super) step: Step,
}

/// Pieces of a product in all went down.
#[derive(Debug)]
struct Drop {
    product: ProductId,
    before: i64,
    after: i64,
    own_threshold: Option<i64>,
}

impl StockPosting {
    /// Of an act with this reason.
    #[must_use]
    pub const fn new(reason: Reason) -> Self {
        Self { reason, low_stock_at: None, order: None, batch: None, note: None, moved: Vec::new(), drops: Vec::new() }
    }

    /// The store's threshold, where the caller has it in hand: else it is read when it is needed.
    #[must_use]
    pub const fn threshold(mut self, low_stock_at: i64) -> Self {
        self.low_stock_at = Some(low_stock_at);
        self
    }

    /// The order by its id and number.
    #[must_use]
    pub const fn order(mut self, id: OrderId, number: i64) -> Self {
        self.order = Some((id, number));
        self
    }

    /// The reason that is written.
    pub(super) const fn reason(&self) -> Reason {
        self.reason
    }

    pub(super) fn push(&mut self, product: ProductId, variant: Option<VariantId>, step: Step) {
        self.moved.push(StockMovement { product, variant, step });
    }

    /// Notes that a product's pieces in all went down, for the notice.
    pub(super) fn drop(&mut self, product: ProductId, before: i64, after: i64, own_threshold: Option<i64>) {
        if after < before {
            self.drops.push(Drop { product, before, after, own_threshold });
        }
    }

    /// Writes what was noted, in the caller's transaction; nothing when nothing moved.
    ///
    /// # Errors
    /// Of the database.
    pub async fn write(self, c: Conn<'_>, env: &Env, scope: &StoreScope) -> db::Result<()> {
        store::insert_movements(c, env, scope, &self).await?;
        let mut at = self.low_stock_at;
        for Drop { product, before, after, own_threshold } in self.drops {
            let low_at = match (own_threshold, at) {
                (Some(own), _) => own,
                (None, Some(at)) => at,
                (None, None) => *at.insert(platform::stores::get_low_stock_threshold(c, scope).await?),
            };
            if after <= low_at {
                // Its page says how few are left.
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
