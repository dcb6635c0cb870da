//! The stock movements of one operation, collected until they are written (`post`).

use kernel::{BatchId, OrderId, ProductId, VariantId};

use super::model::{Reason, Step};

/// Movements of one operation, to be written.
#[derive(Debug)]
pub struct StockPosting {
    reason: Reason,
    pub(super) low_stock_at: Option<i64>,
    pub(super) order: Option<(OrderId, i64)>,
    pub(super) batch: Option<BatchId>,
    pub(super) note: Option<String>,
    pub(super) moved: Vec<StockMovement>,
    pub(super) decreases: Vec<StockDecrease>,
    pub(super) free: Vec<FreeStock>,
}

/// One movement.
#[derive(Debug)]
pub(super) struct StockMovement {
    pub(super) product: ProductId,
    pub(super) variant: Option<VariantId>,
    pub(super) step: Step,
}

/// A decrease of a product's total.
#[derive(Debug)]
pub(super) struct StockDecrease {
    pub(super) product: ProductId,
    pub(super) before: i64,
    pub(super) after: i64,
    pub(super) own_threshold: Option<i64>,
}

/// How many pieces the product's page could offer at the least, before or after a change.
#[derive(Debug)]
pub(super) struct FreeStock {
    pub(super) least: i64,
    pub(super) own_threshold: Option<i64>,
}

impl StockPosting {
    /// An empty posting with this reason.
    #[must_use]
    pub const fn new(reason: Reason) -> Self {
        Self {
            reason,
            low_stock_at: None,
            order: None,
            batch: None,
            note: None,
            moved: Vec::new(),
            decreases: Vec::new(),
            free: Vec::new(),
        }
    }

    /// Sets the store's low-stock threshold, when the caller has it; otherwise it is read when needed.
    #[must_use]
    pub const fn threshold(mut self, low_stock_at: i64) -> Self {
        self.low_stock_at = Some(low_stock_at);
        self
    }

    /// Sets the order, by id and number.
    #[must_use]
    pub const fn order(mut self, id: OrderId, number: i64) -> Self {
        self.order = Some((id, number));
        self
    }

    /// The reason of its movements.
    pub(super) const fn reason(&self) -> Reason {
        self.reason
    }

    pub(super) fn push(&mut self, product: ProductId, variant: Option<VariantId>, step: Step) {
        self.moved.push(StockMovement { product, variant, step });
    }

    /// Records a decrease of a product's total, for the low-stock notice.
    pub(super) fn add_decrease(&mut self, product: ProductId, before: i64, after: i64, own_threshold: Option<i64>) {
        if after < before {
            self.decreases.push(StockDecrease { product, before, after, own_threshold });
        }
    }

    /// Records the unreserved pieces of a product or variant, the lower of those before and after its change: where the page shows how few are
    /// left, it is stale.
    pub(super) fn add_free(&mut self, least: i64, own_threshold: Option<i64>) {
        self.free.push(FreeStock { least, own_threshold });
    }
}
