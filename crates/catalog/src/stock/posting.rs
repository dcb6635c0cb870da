//! What moved in one act, noted until it is written (`post`).

use kernel::{BatchId, OrderId, ProductId, VariantId};

use super::model::{Reason, Step};

/// Movements of one act about to be written.
#[derive(Debug)]
pub struct StockPosting {
    reason: Reason,
    pub(super) low_stock_at: Option<i64>,
    pub(super) order: Option<(OrderId, i64)>,
    pub(super) batch: Option<BatchId>,
    pub(super) note: Option<String>,
    pub(super) moved: Vec<StockMovement>,
    pub(super) drops: Vec<Drop>,
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
pub(super) struct Drop {
    pub(super) product: ProductId,
    pub(super) before: i64,
    pub(super) after: i64,
    pub(super) own_threshold: Option<i64>,
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
}
