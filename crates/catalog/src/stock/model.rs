//! Reasons, quantities and their arithmetic. Pure.

use kernel::{ProductId, StockLocationId, StoreId, Texts, VariantId};
use serde::{Deserialize, Serialize};

/// Most locations of a store.
pub(super) const MOST_LOCATIONS: i64 = 50;
/// Most pieces of a product or variant, as in the product's own form.
pub(super) const MOST_QTY: i64 = 1_000_000_000;

macro_rules! reasons {
    ($($(#[$doc:meta])* $v:ident $word:literal;)*) => {
        /// The reason of a stock movement.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
        #[serde(rename_all = "snake_case")]
        pub enum Reason { $($(#[$doc])* $v),* }

        impl Reason {
            /// All reasons.
            pub const ALL: &'static [Self] = &[$(Self::$v),*];

            /// The value in the API and in the table.
            #[must_use]
            pub const fn as_str(self) -> &'static str { match self { $(Self::$v => $word),* } }

            /// Parses the value.
            #[must_use]
            pub fn parse(word: &str) -> Option<Self> { match word { $($word => Some(Self::$v),)* _ => None } }
        }
    };
}

reasons! {
    /// Taken by an order.
    Sale "sale";
    /// An order was cancelled.
    Cancellation "cancellation";
    /// Goods of an order were returned.
    Return "return";
    /// A wrong quantity was corrected.
    Correction "correction";
    /// A stock count.
    Count "count";
    /// Goods were received.
    Received "received";
    /// Goods were damaged or lost.
    Damaged "damaged";
    /// A transfer between locations.
    Transfer "transfer";
    /// Set by an import.
    Import "import";
    /// Set by a bulk edit.
    BulkEdit "bulk_edit";
    /// Set in the product's form.
    ProductForm "product_form";
    /// The opening quantity when movements were introduced.
    Opening "opening";
}

impl Reason {
    /// Whether people may choose it for a manual adjustment.
    #[must_use]
    pub const fn is_chosen(self) -> bool {
        matches!(self, Self::Correction | Self::Count | Self::Received | Self::Damaged | Self::Return)
    }
}

/// The first location of a store: its id is the store's id.
#[must_use]
pub fn first_location(store: StoreId) -> StockLocationId {
    StockLocationId::from_raw(store.raw())
}

/// Pieces of a product or variant to take or return.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pieces {
    /// The product.
    pub product: ProductId,
    /// The variant of a `multi` product.
    pub variant: Option<VariantId>,
    /// How many.
    pub qty: i64,
    /// Reserved by the taker's own checkout: released when they are taken.
    pub reserved: i64,
    /// They are paid: they take precedence over pieces that are only reserved (decisions §14).
    pub has_priority: bool,
}

/// A stock location.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Location {
    pub(super) id: StockLocationId,
    pub(super) name: Texts,
    pub(super) is_active: bool,
    pub(super) display_order: i64,
    pub(super) version: i64,
}

/// Pieces of a product or variant at a location other than the first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Level {
    pub(super) location: StockLocationId,
    pub(super) qty: i64,
}

/// A step of a change: the delta, and after it the total and the quantity at the location.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Step {
    pub(super) location: StockLocationId,
    pub(super) delta: i64,
    pub(super) qty_after: i64,
    pub(super) location_after: i64,
}

/// Distributes a change from `before` to `after` over the locations: additions go to the first one; removals come from the first
/// one while it has pieces, then from the others in order.
pub(super) fn steps(first: StockLocationId, before: i64, after: i64, others: &[Level]) -> Vec<Step> {
    let elsewhere: i64 = others.iter().map(|l| l.qty).sum();
    let mut missing = (elsewhere - after).max(0);
    let own = after - before + missing;
    let mut left = before + own;
    let mut out = Vec::new();
    if own != 0 {
        out.push(Step { location: first, delta: own, qty_after: left, location_after: before - elsewhere + own });
    }
    for level in others {
        let n = level.qty.min(missing);
        if n > 0 {
            (missing, left) = (missing - n, left - n);
            out.push(Step { location: level.location, delta: -n, qty_after: left, location_after: level.qty - n });
        }
    }
    out
}

/// Whether the quantity fell from above the threshold to it or below.
pub(super) fn is_crossed(before: i64, after: i64, low_at: i64) -> bool {
    before > low_at && after <= low_at
}

db::stored_words! {
    Reason, "stock_movements" "reason";
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn location(n: i64) -> StockLocationId {
        StockLocationId::from_raw(n)
    }

    proptest! {
        /// PR-03: whatever is taken or added, the locations add up to the total, none goes below zero, and the steps account for
        /// all of it.
        #[test]
        fn pr_03_steps_add_up(own in 0_i64..50, others in prop::collection::vec(0_i64..20, 0..5), after in 0_i64..120) {
            let levels: Vec<Level> = (2..).zip(&others).map(|(n, qty)| Level { location: location(n), qty: *qty }).collect();
            let before = own + others.iter().sum::<i64>();
            let steps = steps(location(1), before, after, &levels);
            prop_assert_eq!(steps.iter().map(|s| s.delta).sum::<i64>(), after - before);
            prop_assert!(steps.iter().all(|s| s.location_after >= 0 && s.qty_after >= 0 && s.delta != 0));
            let mut running = before;
            for s in &steps {
                running += s.delta;
                prop_assert_eq!(running, s.qty_after);
                let found = levels.iter().find(|l| l.location == s.location);
                let at = if s.location == location(1) { own } else { found.unwrap().qty };
                prop_assert_eq!(at + s.delta, s.location_after);
            }
            // The first location is emptied before another is used.
            if steps.iter().any(|s| s.location != location(1)) {
                prop_assert_eq!(own + steps.iter().filter(|s| s.location == location(1)).map(|s| s.delta).sum::<i64>(), 0);
            }
        }
    }

    #[test]
    fn a_threshold_is_crossed_downward_once() {
        assert!(is_crossed(6, 5, 5) && is_crossed(9, 0, 5));
        assert!(!is_crossed(5, 4, 5) && !is_crossed(4, 9, 5) && !is_crossed(9, 6, 5));
    }

    #[test]
    fn every_reason_is_read_back() {
        for reason in Reason::ALL {
            assert_eq!(Reason::parse(reason.as_str()), Some(*reason));
            assert_eq!(serde_json::to_value(reason).unwrap(), reason.as_str());
        }
    }
}
