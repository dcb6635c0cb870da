//! What a coupon is. Pure; money is in minor units of the store's currency.

use kernel::{CategoryId, CouponId, Millis, ProductId};
use serde::{Deserialize, Serialize};

/// The most coupons a store keeps.
pub(super) const MOST: i64 = 2_000;
/// The most products, or categories, that a coupon is for.
pub(super) const MOST_TARGETS: usize = 200;

web::words! {
    /// How much is taken off.
    DiscountType as CouponDiscountType {
        /// An amount.
        Fixed "fixed",
        /// A share.
        Percentage "percentage",
    }
}

web::words! {
    /// What it is taken off.
    Segment as CouponSegment {
        /// The goods.
        Products "products_price",
        /// What sending them costs.
        Shipping "shipping_fees",
    }
}

web::words! {
    /// How often one person uses it, known by account, e-mail address or mobile number.
    Usability as CouponUsability {
        /// Once.
        Once "one_time",
        /// As often as they like.
        Many "many_times",
        /// With their first order in the store; one that was cancelled does not count.
        FirstOrder "first_order",
    }
}

web::words! {
    /// What it is for.
    Scope as CouponScope {
        /// Everything.
        All "all",
        /// The products it names.
        Products "products",
        /// The categories it names, with all below them.
        Categories "categories",
    }
}

web::words! {
    /// What may be done with it right now.
    State as CouponState {
        /// Shoppers can use it.
        Active "active",
        /// Its time has not begun.
        Scheduled "scheduled",
        /// Its time is over.
        Ended "ended",
        /// As many orders have it as may.
        UsedUp "used_up",
        /// Switched off.
        Off "off",
    }
}

/// What a coupon takes off: what an order that is changed is computed by.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Terms {
    /// An amount or a share.
    pub discount_type: DiscountType,
    /// Minor units, or hundredths of a percent.
    pub discount_value: i64,
    /// The most that a percentage takes off.
    pub max_discount: Option<i64>,
    /// Off what.
    pub segment: Segment,
    /// Of the goods' subtotal; 0 asks for nothing.
    pub min_amount: i64,
    /// Goods that are reduced already do not count.
    pub excludes_discounted: bool,
    /// What it is for.
    pub scope: Scope,
}

/// A coupon.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Coupon {
    /// The coupon.
    pub id: CouponId,
    /// What the merchant calls it.
    pub name: String,
    /// As the merchant wrote it.
    pub code: String,
    /// What it takes off.
    pub terms: Terms,
    /// The products it names; of scope `products`.
    pub product_ids: Vec<ProductId>,
    /// The categories it names; of scope `categories`.
    pub category_ids: Vec<CategoryId>,
    /// How often one person uses it.
    pub usability: Usability,
    /// Orders that have it now.
    pub usage_count: i64,
    /// How many may.
    pub usage_limit: Option<i64>,
    /// What those orders were given.
    pub given_total: i64,
    /// From then on.
    pub starts_at: Option<Millis>,
    /// Up to then, which is no longer in it.
    pub ends_at: Option<Millis>,
    /// Switched on.
    pub is_active: bool,
    /// When it was made.
    pub created_at: Millis,
    /// The last change by the merchant.
    pub updated_at: Millis,
    /// It is kept for the orders that have it.
    pub deleted_at: Option<Millis>,
    /// Grows with every change by the merchant; a use is none.
    pub version: i64,
}

impl Coupon {
    /// What may be done with it at a moment. What a merchant did comes first, then time, then use.
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
