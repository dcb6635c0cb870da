//! An order as it is to be. Pure.

use crate::coupons::AppliedCoupon;
use crate::orders::model::OrderItem;
use customers::Address;

/// A line as it is to be: its goods, price and number of pieces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::orders) struct RevisedLine {
    /// The line as it was, or a new one with what the product is now; the sums of neither are looked at.
    pub(in crate::orders) item: OrderItem,
    pub(in crate::orders) is_tax_free: bool,
    /// Why the price is another than the line's own, or the product's.
    pub(in crate::orders) reason: Option<String>,
}

/// What an order is to become.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::orders) struct OrderRevision {
    pub(in crate::orders) lines: Vec<RevisedLine>,
    pub(in crate::orders) address: Option<Address>,
    /// Before a coupon lowers it.
    pub(in crate::orders) shipping_fees: i64,
    pub(in crate::orders) payment_fees: i64,
    /// The payment fee takes VAT.
    pub(in crate::orders) is_fee_taxed: bool,
    /// By hand, capped at what a coupon leaves of the goods.
    pub(in crate::orders) discount: i64,
    /// One that holds for these lines.
    pub(in crate::orders) coupon: Option<AppliedCoupon>,
}
