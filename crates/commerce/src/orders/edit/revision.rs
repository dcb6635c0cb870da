//! The requested state of an order. Pure.

use crate::coupons::AppliedCoupon;
use crate::orders::model::OrderItem;
use customers::Address;

/// A requested line: its goods, price and quantity.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::orders) struct RevisedLine {
    /// The line as it was, or a new one from the product; its sums are ignored.
    pub(in crate::orders) item: OrderItem,
    pub(in crate::orders) is_tax_free: bool,
    /// Why the price differs from the line's own, or the product's.
    pub(in crate::orders) reason: Option<String>,
}

/// The requested state of an order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::orders) struct OrderRevision {
    pub(in crate::orders) lines: Vec<RevisedLine>,
    pub(in crate::orders) address: Option<Address>,
    /// Shipping before the coupon.
    pub(in crate::orders) shipping_fees: i64,
    pub(in crate::orders) payment_fees: i64,
    /// The payment fee takes VAT.
    pub(in crate::orders) is_fee_taxed: bool,
    /// Discount by hand, capped at what a coupon leaves of the goods.
    pub(in crate::orders) discount: i64,
    /// A coupon that is valid for these lines.
    pub(in crate::orders) coupon: Option<AppliedCoupon>,
}
