//! The price of a product at a given time, and the price columns that lists store. Pure.

use kernel::Millis;

use super::product::{ProductDraft, ProductType, VariantDraft};

/// The current price, and the struck-through one beside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Price {
    /// The price to pay, in minor units.
    pub now: i64,
    /// The price without the sale, when a sale is on.
    pub before: Option<i64>,
}

/// Whether the sale window is open at `now`.
#[must_use]
pub fn is_sale_open(from: Option<i64>, until: Option<i64>, now: Millis) -> bool {
    from.is_none_or(|t| t <= now.0) && until.is_none_or(|t| now.0 < t)
}

/// The price of a basic product; zero when it has none.
#[must_use]
pub fn price(regular: Option<i64>, sale: Option<i64>, is_open: bool) -> Price {
    let regular = regular.unwrap_or(0);
    match sale {
        Some(sale) if is_open && sale < regular => Price { now: sale, before: Some(regular) },
        _ => Price { now: regular, before: None },
    }
}

/// The price of a variant. A variant with its own price does not take the product's sale.
#[must_use]
pub fn variant_price(product: (Option<i64>, Option<i64>), variant: (Option<i64>, Option<i64>), is_open: bool) -> Price {
    match variant {
        (Some(regular), sale) => price(Some(regular), sale, is_open),
        (None, Some(sale)) => price(product.0, Some(sale), is_open),
        (None, None) => price(product.0, product.1, is_open),
    }
}

/// Derived values that lists store of a product: lowest price, stock, and when the price changes next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Listing {
    /// Lowest effective price over active variants.
    pub list_price: i64,
    /// Sum of pieces over active variants.
    pub stock: i64,
    /// Some active variant's stock is not counted.
    pub has_unlimited_qty: bool,
    /// When a sale starts or ends next, in epoch milliseconds.
    pub price_changes_at: Option<i64>,
    /// The lowest price is a sale price.
    pub is_on_sale: bool,
}

impl ProductDraft {
    /// The derived values at a given time.
    #[must_use]
    pub fn listing(&self, now: Millis) -> Listing {
        let is_open = is_sale_open(self.sale_from, self.sale_until, now);
        let own = (self.regular_price, self.sale_price);
        let has_sale = self.sale_price.is_some() || self.variants.iter().any(|v| v.sale_price.is_some());
        let price_changes_at = [self.sale_from, self.sale_until].into_iter().flatten().filter(|t| has_sale && *t > now.0).min();
        if self.product_type == ProductType::Basic {
            let own = price(self.regular_price, self.sale_price, is_open);
            return Listing {
                list_price: own.now,
                stock: self.qty,
                has_unlimited_qty: self.has_unlimited_qty,
                price_changes_at,
                is_on_sale: own.before.is_some(),
            };
        }
        let active = || self.variants.iter().filter(|v| v.is_active);
        let price_of = |v: &VariantDraft| variant_price(own, (v.regular_price, v.sale_price), is_open);
        let order = |p: &Price| (p.now, p.before.is_none());
        let lowest = active().map(price_of).min_by_key(order).or_else(|| self.variants.iter().map(price_of).min_by_key(order));
        Listing {
            list_price: lowest.map_or(0, |p| p.now),
            stock: active().filter(|v| !v.has_unlimited_qty).map(|v| v.qty).fold(0, i64::saturating_add),
            has_unlimited_qty: active().any(|v| v.has_unlimited_qty),
            price_changes_at,
            is_on_sale: lowest.is_some_and(|p| p.before.is_some()),
        }
    }
}
