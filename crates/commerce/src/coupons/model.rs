//! The coupon model. Pure; money is in minor units of the store's currency.

use kernel::{CategoryId, CouponId, Millis, ProductId};
use serde::{Deserialize, Serialize};

/// The most coupons of a store.
pub(super) const MOST: i64 = 2_000;
/// The most products, or categories, that a coupon names.
pub(super) const MOST_TARGETS: usize = 200;

web::words! {
    /// How much is taken off.
    DiscountType as CouponDiscountType {
        /// A fixed amount.
        Fixed "fixed",
        /// A percentage.
        Percentage "percentage",
    }
}

web::words! {
    /// What the discount applies to.
    Segment as CouponSegment {
        /// The goods.
        Products "products_price",
        /// The shipping fee.
        Shipping "shipping_fees",
    }
}

web::words! {
    /// How often one person may use it, identified by account, e-mail address or mobile number.
    Usability as CouponUsability {
        /// Once.
        Once "one_time",
        /// Any number of times.
        Many "many_times",
        /// On their first order in the store only; a cancelled order does not count.
        FirstOrder "first_order",
    }
}

web::words! {
    /// The goods that it applies to.
    Scope as CouponScope {
        /// All products.
        All "all",
        /// The products it names.
        Products "products",
        /// The categories it names, with their subcategories.
        Categories "categories",
    }
}

web::words! {
    /// State of a coupon right now.
    State as CouponState {
        /// Shoppers can use it.
        Active "active",
        /// Before its start.
        Scheduled "scheduled",
        /// After its end.
        Ended "ended",
        /// The usage limit is reached.
        UsedUp "used_up",
        /// Switched off.
        Off "off",
    }
}

/// The terms of the discount: what a changed order is recomputed with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Terms {
    /// An amount or a share.
    pub discount_type: DiscountType,
    /// Minor units, or hundredths of a percent.
    pub discount_value: i64,
    /// Cap of a percentage discount, in minor units.
    pub max_discount: Option<i64>,
    /// Goods or shipping.
    pub segment: Segment,
    /// Minimum subtotal of the goods; 0 for none.
    pub min_amount: i64,
    /// Goods with a reduced price are not eligible.
    pub excludes_discounted: bool,
    /// The goods that it applies to.
    pub scope: Scope,
}

/// A coupon's stored record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Coupon {
    /// Id of the coupon.
    pub id: CouponId,
    /// The merchant's name for it.
    pub name: String,
    /// The code as the merchant wrote it.
    pub code: String,
    /// The terms of its discount.
    pub terms: Terms,
    /// The products it names; of scope `products`.
    pub product_ids: Vec<ProductId>,
    /// The categories it names; of scope `categories`.
    pub category_ids: Vec<CategoryId>,
    /// How often one person may use it.
    pub usability: Usability,
    /// Orders that use it now.
    pub usage_count: i64,
    /// The most orders that may use it.
    pub usage_limit: Option<i64>,
    /// Sum of the discounts of those orders, in minor units.
    pub given_total: i64,
    /// Start, inclusive.
    pub starts_at: Option<Millis>,
    /// End, exclusive.
    pub ends_at: Option<Millis>,
    /// The merchant's switch.
    pub is_active: bool,
    /// Time of creation.
    pub created_at: Millis,
    /// The last change by the merchant.
    pub updated_at: Millis,
    /// Time of deletion; the row is kept for the orders that used it.
    pub deleted_at: Option<Millis>,
    /// Incremented by every change by the merchant, not by uses.
    pub version: i64,
}

impl Coupon {
    /// Its state at a time. The merchant's switch comes first, then time, then the usage limit.
    #[must_use]
    pub fn state(&self, now: Millis) -> State {
        if !self.is_active {
            State::Off
        } else if self.ends_at.is_some_and(|at| at <= now) {
            State::Ended
        } else if self.usage_limit.is_some_and(|most| self.usage_count >= most) {
            State::UsedUp
        } else if self.starts_at.is_some_and(|at| at > now) {
            State::Scheduled
        } else {
            State::Active
        }
    }
}

db::stored_words! {
    DiscountType, "coupons" "discount_type";
    Segment, "*" "discount_segment";
    Usability, "coupons" "discount_usability";
    Scope, "coupons" "scope";
}
