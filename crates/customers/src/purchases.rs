//! Queries on what customers bought, answered by the slices to the right that own it: a port (`platform::ports`).
//!
//! The rules of segments are one statement over customers and their purchases, so the owner of orders, coupons and carts writes
//! its parts of that statement; `commerce::orders` implements [`Purchases`].

use db::{Conn, Result, Sql};
use futures_util::future::BoxFuture;
use kernel::{CategoryId, CouponId, CustomerId, Millis, OrderId, ProductId, StoreScope, Texts};

/// The goods bought, or the coupons used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PurchaseTarget {
    /// One of these.
    Products(Vec<ProductId>),
    /// Products that are now in one of these categories or their subcategories.
    Categories(Vec<CategoryId>),
    /// One of these.
    Coupons(Vec<CouponId>),
    /// Any of the store's.
    AnyCoupon,
}

/// Which index finds the buyers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BuyerIndex {
    /// The index of order lines of the goods, or of coupon uses.
    OrderLines,
    /// The index of orders since the day, when few of them contain the goods.
    OrderDates,
}

/// A condition on purchases or coupon uses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PurchaseCondition {
    /// The goods or coupons.
    pub target: PurchaseTarget,
    /// Only since then; at any time when `None`.
    pub since: Option<Millis>,
    /// In at least so many orders.
    pub times: i64,
    /// Negated: customers who did not.
    pub is_not: bool,
    /// The smaller one, chosen when the list is planned.
    pub index: BuyerIndex,
}

impl PurchaseCondition {
    /// Whether it is about coupons instead of goods.
    #[must_use]
    pub const fn is_coupon(&self) -> bool {
        matches!(self.target, PurchaseTarget::Coupons(_) | PurchaseTarget::AnyCoupon)
    }
}

/// A product of an order that the customer kept.
#[derive(Debug, Clone)]
pub struct Purchase {
    /// The order that contains it.
    pub order: OrderId,
    /// When it was placed.
    pub at: Millis,
    /// The product.
    pub product: ProductId,
    /// The product's categories, and their ancestors.
    pub categories: Vec<CategoryId>,
}

/// A use of a coupon that was not released.
#[derive(Debug, Clone)]
pub struct CouponUse {
    /// The coupon.
    pub coupon: CouponId,
    /// When it was used.
    pub at: Millis,
}

/// A condition on non-empty open carts, by their last update.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OpenCart {
    /// Updated since then.
    pub since: Millis,
    /// Negated: no cart was.
    pub is_not: bool,
}

/// SQL conditions on rows of `customers`, and facts of one customer.
pub trait Purchases: Send + Sync {
    /// Adds a condition on purchases or coupon uses. A driving condition (`is_driving`) is written so that its index finds the
    /// customers.
    fn add_bought(&self, sql: Sql, scope: &StoreScope, bought: &PurchaseCondition, is_driving: bool) -> Sql;

    /// Counts the lines of the goods, or the coupon uses, up to `most`. Index-only.
    fn count_lines(&self, scope: &StoreScope, bought: &PurchaseCondition, most: i64) -> Sql;

    /// Counts the orders since a time, up to `most`. Index-only.
    fn count_orders(&self, scope: &StoreScope, since: Millis, most: i64) -> Sql;

    /// Adds a condition on open carts of the customer's numbers.
    fn add_cart(&self, sql: Sql, scope: &StoreScope, cart: OpenCart, is_driving: bool) -> Sql;

    /// Adds a number to compare: how many orders of the customer's numbers were refused on delivery. When it drives the query,
    /// only customers with any are read.
    fn add_refused(&self, sql: Sql, scope: &StoreScope, is_driving: bool) -> Sql;

    /// The number of orders of the customer's numbers that were refused on delivery.
    fn count_refused<'a>(&'a self, c: Conn<'a>, scope: &'a StoreScope, id: CustomerId) -> BoxFuture<'a, Result<i64>>;

    /// Last update of a non-empty open cart of the customer's numbers.
    fn cart_touched_at<'a>(&'a self, c: Conn<'a>, scope: &'a StoreScope, id: CustomerId)
    -> BoxFuture<'a, Result<Option<Millis>>>;

    /// What one person kept of their orders, from the newest 5000 lines. Categories are read only on request.
    fn list_bought<'a>(
        &'a self,
        c: Conn<'a>,
        scope: &'a StoreScope,
        id: CustomerId,
        with_categories: bool,
    ) -> BoxFuture<'a, Result<Vec<Purchase>>>;

    /// Coupons that one person used.
    fn list_used<'a>(&'a self, c: Conn<'a>, scope: &'a StoreScope, id: CustomerId) -> BoxFuture<'a, Result<Vec<CouponUse>>>;

    /// The product that occurs in most of the latest orders.
    fn most_bought<'a>(&'a self, c: Conn<'a>, scope: &'a StoreScope) -> BoxFuture<'a, Result<Option<ProductId>>>;

    /// Names of products, removed ones included.
    fn product_names<'a>(
        &'a self,
        c: Conn<'a>,
        scope: &'a StoreScope,
        ids: &'a [ProductId],
    ) -> BoxFuture<'a, Result<Vec<(ProductId, Texts)>>>;

    /// Names of categories.
    fn category_names<'a>(
        &'a self,
        c: Conn<'a>,
        scope: &'a StoreScope,
        ids: &'a [CategoryId],
    ) -> BoxFuture<'a, Result<Vec<(CategoryId, Texts)>>>;

    /// Codes of coupons, deleted ones included.
    fn coupon_codes<'a>(
        &'a self,
        c: Conn<'a>,
        scope: &'a StoreScope,
        ids: &'a [CouponId],
    ) -> BoxFuture<'a, Result<Vec<(CouponId, String)>>>;
}
