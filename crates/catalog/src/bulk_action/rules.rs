//! What a bulk action does to one product. Pure; whether the result is a valid product is decided by `check`.

use kernel::{CategoryId, money};

use super::round::{Digits, Rounding};
use crate::model::ProductDraft;

/// Which price is changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum PriceField {
    /// The regular price.
    RegularPrice,
    /// The sale price; a product without one gets none.
    SalePrice,
    /// Both, each on its own.
    Both,
}

/// The change, in basis points or minor units; negative lowers the price.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PriceChange {
    Percent(i64),
    Amount(i64),
}

/// A change of a list of categories or tags.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ListChange {
    /// Adds members.
    Add,
    /// Removes members.
    Remove,
    /// Replaces the list.
    Set,
}

/// A change of a quantity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize, serde::Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum StockChange {
    /// Sets it.
    Set,
    /// Adds to it.
    Add,
    /// Subtracts from it, down to zero.
    Take,
}

/// A parsed and checked action.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Action {
    Price {
        field: PriceField,
        by: PriceChange,
        rounding: Rounding,
    },
    /// A sale price below the regular one, by basis points.
    Sale {
        off: i64,
        rounding: Rounding,
    },
    EndSale,
    Stock {
        change: StockChange,
        qty: i64,
    },
    Categories {
        change: ListChange,
        ids: Vec<CategoryId>,
    },
    Tags {
        change: ListChange,
        tags: Vec<String>,
    },
    Publish(bool),
    /// Archived at this time, or `None` to restore.
    Archive(Option<i64>),
    Delete,
}

/// A price after the change.
pub(crate) fn changed_price(price: i64, by: PriceChange, rounding: Rounding, digits: Digits) -> i64 {
    let moved = match by {
        PriceChange::Percent(rate) => price.saturating_add(money::percent(price, rate)),
        PriceChange::Amount(amount) => price.saturating_add(amount),
    };
    rounding.round(moved, digits)
}

fn list<T: Clone + PartialEq>(now: &mut Vec<T>, change: ListChange, values: &[T], same: impl Fn(&T, &T) -> bool) {
    match change {
        ListChange::Set => *now = values.to_vec(),
        ListChange::Add => {
            for one in values {
                if !now.iter().any(|n| same(n, one)) {
                    now.push(one.clone());
                }
            }
        }
        ListChange::Remove => now.retain(|n| !values.iter().any(|one| same(n, one))),
    }
}

impl Action {
    /// The product after the action; unchanged for a delete.
    pub(crate) fn apply(&self, mut f: ProductDraft, digits: Digits) -> ProductDraft {
        match self {
            Self::Price { field, by, rounding } => {
                let change = |slot: &mut Option<i64>| {
                    if let Some(price) = slot {
                        *price = changed_price(*price, *by, *rounding, digits);
                    }
                };
                if *field != PriceField::SalePrice {
                    change(&mut f.regular_price);
                    f.variants.iter_mut().for_each(|v| change(&mut v.regular_price));
                }
                if *field != PriceField::RegularPrice {
                    change(&mut f.sale_price);
                    f.variants.iter_mut().for_each(|v| change(&mut v.sale_price));
                }
            }
            Self::Sale { off, rounding } => {
                let below = |regular: i64| changed_price(regular, PriceChange::Percent(-*off), *rounding, digits);
                f.sale_price = f.regular_price.map(below);
                for v in &mut f.variants {
                    // A variant without its own price takes the product's sale.
                    v.sale_price = v.regular_price.map(below);
                }
            }
            Self::EndSale => {
                (f.sale_price, f.sale_from, f.sale_until) = (None, None, None);
                f.variants.iter_mut().for_each(|v| v.sale_price = None);
            }
            Self::Stock { change, qty } => {
                let moved = |now: i64| match change {
                    StockChange::Set => *qty,
                    StockChange::Add => now.saturating_add(*qty),
                    StockChange::Take => now.saturating_sub(*qty).max(0),
                };
                if f.variants.is_empty() {
                    if !f.has_unlimited_qty {
                        f.qty = moved(f.qty);
                    }
                } else {
                    f.variants.iter_mut().filter(|v| !v.has_unlimited_qty).for_each(|v| v.qty = moved(v.qty));
                }
            }
            Self::Categories { change, ids } => list(&mut f.category_ids, *change, ids, |a, b| a == b),
            Self::Tags { change, tags } => {
                let key = |t: &String| kernel::fold::fold(t);
                list(&mut f.tags, *change, tags, |a, b| key(a) == key(b));
            }
            // A scheduled time no longer applies.
            Self::Publish(on) => (f.is_published, f.publish_at) = (*on, None),
            // One that is archived already keeps its time.
            Self::Archive(at) => f.archived_at = at.map(|now| f.archived_at.unwrap_or(now)),
            Self::Delete => {}
        }
        f
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{ProductType, VariantDraft};
    use proptest::prelude::*;

    const SAR: Digits = Digits { stored: 2, shown: 2 };

    fn multi() -> ProductDraft {
        let v = |regular_price, sale_price, qty, has_unlimited_qty| VariantDraft {
            regular_price,
            sale_price,
            has_unlimited_qty,
            qty,
            ..VariantDraft::default()
        };
        ProductDraft {
            product_type: ProductType::Multi,
            regular_price: Some(10_000),
            sale_price: Some(8_000),
            variants: vec![v(Some(12_000), None, 3, false), v(None, Some(5_000), 9, true)],
            tags: vec!["هدية".into()],
            ..ProductDraft::default()
        }
    }

    #[test]
    fn gc_02_a_price_change_reaches_every_price_that_is_written() {
        let action = Action::Price { field: PriceField::Both, by: PriceChange::Percent(1_000), rounding: Rounding::None };
        let f = action.apply(multi(), SAR);
        assert_eq!((f.regular_price, f.sale_price), (Some(11_000), Some(8_800)));
        assert_eq!((f.variants[0].regular_price, f.variants[0].sale_price), (Some(13_200), None));
        assert_eq!((f.variants[1].regular_price, f.variants[1].sale_price), (None, Some(5_500)));
        let only = Action::Price { field: PriceField::SalePrice, by: PriceChange::Amount(-9_000), rounding: Rounding::None };
        assert_eq!((only.apply(multi(), SAR).regular_price, only.apply(multi(), SAR).sale_price), (Some(10_000), Some(0)));
    }

    #[test]
    fn gc_02_stock_leaves_what_is_unlimited_and_stops_at_none() {
        let f = Action::Stock { change: StockChange::Take, qty: 5 }.apply(multi(), SAR);
        assert_eq!((f.variants[0].qty, f.variants[1].qty), (0, 9));
    }

    #[test]
    fn gc_02_sales_and_words() {
        let f = Action::Sale { off: 2_500, rounding: Rounding::NinetyNine }.apply(multi(), SAR);
        assert_eq!((f.sale_price, f.variants[0].sale_price, f.variants[1].sale_price), (Some(7_499), Some(8_999), None));
        let f = Action::Tags { change: ListChange::Add, tags: vec!["هديه".into(), "عيد".into()] }.apply(multi(), SAR);
        assert_eq!(f.tags, ["هدية", "عيد"]);
    }

    proptest! {
        /// VA-02: no price falls below zero, whatever the change; a rise never lowers it.
        #[test]
        fn va_02_changed_prices_stay_prices(price in 0..1_000_000_000_i64, rate in -10_000..100_000_i64, amount in -2_000_000_000..2_000_000_000_i64, stored in 0..4_u32) {
            let digits = Digits { stored, shown: stored };
            for by in [PriceChange::Percent(rate), PriceChange::Amount(amount)] {
                for rounding in [Rounding::None, Rounding::Half, Rounding::Whole, Rounding::NinetyNine] {
                    prop_assert!(changed_price(price, by, rounding, digits) >= 0);
                }
            }
            let up = changed_price(price, PriceChange::Percent(rate.abs()), Rounding::None, digits);
            prop_assert!(up >= price);
            prop_assert_eq!(changed_price(price, PriceChange::Percent(0), Rounding::None, digits), price);
            prop_assert_eq!(changed_price(price, PriceChange::Percent(-10_000), Rounding::None, digits), 0);
        }

        /// GC-02: an action can remove what it added, and applying it twice changes nothing more.
        #[test]
        fn gc_02_lists(now in prop::collection::btree_set("[a-d]", 0..4), values in prop::collection::btree_set("[a-f]", 0..4)) {
            let draft = ProductDraft { tags: now.iter().cloned().collect(), ..ProductDraft::default() };
            let tags: Vec<String> = values.iter().cloned().collect();
            let run = |change, draft| Action::Tags { change, tags: tags.clone() }.apply(draft, SAR);
            let added = run(ListChange::Add, draft.clone());
            prop_assert_eq!(run(ListChange::Add, added.clone()), added.clone());
            let removed = run(ListChange::Remove, added);
            prop_assert!(removed.tags.iter().all(|t| now.contains(t) && !values.contains(t)));
            prop_assert_eq!(run(ListChange::Set, draft).tags, tags);
        }
    }
}
