//! What customers bought, asked of the slices to the right that keep it: a port of the program (`platform::ports`).
//!
//! The rules of segments are one statement over customers and what they bought, so the owner of orders, coupons and carts writes its
//! parts of that statement; `commerce::orders` implements [`Purchases`].

use db::{Conn, Result, Sql};
use futures_util::future::BoxFuture;
use kernel::{CategoryId, CouponId, CustomerId, Millis, OrderId, ProductId, StoreScope, Texts};

/// What was bought, or used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Goods {
    /// One of these.
    Products(Vec<ProductId>),
    /// What is today in one of these, or in one below it.
    Categories(Vec<CategoryId>),
    /// One of these.
    Coupons(Vec<CouponId>),
    /// Any of the store's.
    AnyCoupon,
}

/// What leads to the buyers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// The lines of the goods, or the uses of the coupons.
    Goods,
    /// The orders since the day, of which few hold the goods.
    Days,
}

/// Customers who bought it, or did not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bought {
    /// The goods or coupons.
    pub goods: Goods,
    /// From then on; ever without.
    pub since: Option<Millis>,
    /// In so many orders at least.
    pub times: i64,
    /// Those who did not.
    pub is_not: bool,
    /// The shorter of them, chosen when the list is planned.
    pub way: Way,
}

impl Bought {
    /// Of coupons and not of goods.
    #[must_use]
    pub const fn is_coupon(&self) -> bool {
        matches!(self.goods, Goods::Coupons(_) | Goods::AnyCoupon)
    }
}

/// A product of one of their orders that a customer kept.
#[derive(Debug, Clone)]
pub struct Purchase {
    /// The order that holds it.
    pub order: OrderId,
    /// When it was placed.
    pub at: Millis,
    /// The product.
    pub product: ProductId,
    /// The product's categories, and those above them.
    pub categories: Vec<CategoryId>,
}

/// A use of a coupon that was not given back.
#[derive(Debug, Clone)]
pub struct Used {
    /// The coupon.
    pub coupon: CouponId,
    /// When.
    pub at: Millis,
}

/// An open cart that holds something, by when it was touched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OpenCart {
    /// Since then.
    pub since: Millis,
    /// None was.
    pub is_not: bool,
}

/// Conditions on rows of `customers`, and facts of one customer.
pub trait Purchases: Send + Sync {
    /// Adds a condition on what was bought or used. One that leads is written so that its index finds the customers.
    fn add_bought(&self, sql: Sql, scope: &StoreScope, bought: &Bought, leads: bool) -> Sql;

    /// Counts the lines of the goods, or the uses of the coupons, up to `most`. Reads indexes alone.
    fn count_lines(&self, scope: &StoreScope, bought: &Bought, most: i64) -> Sql;

    /// Counts the orders since a moment, up to `most`. Reads indexes alone.
    fn count_orders(&self, scope: &StoreScope, since: Millis, most: i64) -> Sql;

    /// Adds a condition on open carts of the customer's numbers.
    fn add_cart(&self, sql: Sql, scope: &StoreScope, cart: OpenCart, leads: bool) -> Sql;

    /// Adds how many orders of the customer's numbers were refused at the door, as a number to compare. When it leads, only customers
    /// with any are looked at.
    fn add_refused(&self, sql: Sql, scope: &StoreScope, leads: bool) -> Sql;

    /// How many orders of the customer's numbers were refused at the door.
    fn count_refused<'a>(&'a self, c: Conn<'a>, scope: &'a StoreScope, id: CustomerId) -> BoxFuture<'a, Result<i64>>;

    /// When an open cart of the customer's numbers that holds something was touched last.
    fn cart_touched_at<'a>(&'a self, c: Conn<'a>, scope: &'a StoreScope, id: CustomerId)
    -> BoxFuture<'a, Result<Option<Millis>>>;

    /// What one person kept of their orders; the newest 5000 lines are looked at. Categories are read where they are asked for.
    fn list_bought<'a>(
        &'a self,
        c: Conn<'a>,
        scope: &'a StoreScope,
        id: CustomerId,
        with_categories: bool,
    ) -> BoxFuture<'a, Result<Vec<Purchase>>>;

    /// Coupons that one person used.
    fn list_used<'a>(&'a self, c: Conn<'a>, scope: &'a StoreScope, id: CustomerId) -> BoxFuture<'a, Result<Vec<Used>>>;

    /// The product that most of the latest orders hold.
    fn most_bought<'a>(&'a self, c: Conn<'a>, scope: &'a StoreScope) -> BoxFuture<'a, Result<Option<ProductId>>>;

    /// What products are called, removed ones as well.
    fn product_names<'a>(
        &'a self,
        c: Conn<'a>,
        scope: &'a StoreScope,
        ids: &'a [ProductId],
    ) -> BoxFuture<'a, Result<Vec<(ProductId, Texts)>>>;

    /// What categories are called.
    fn category_names<'a>(
        &'a self,
        c: Conn<'a>,
        scope: &'a StoreScope,
        ids: &'a [CategoryId],
    ) -> BoxFuture<'a, Result<Vec<(CategoryId, Texts)>>>;

    /// Codes of coupons, deleted ones as well.
    fn coupon_codes<'a>(
        &'a self,
        c: Conn<'a>,
        scope: &'a StoreScope,
        ids: &'a [CouponId],
    ) -> BoxFuture<'a, Result<Vec<(CouponId, String)>>>;
}
