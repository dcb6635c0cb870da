//! What somebody bought and which coupons they used, as SQL. Whoever was erased meets neither such a condition nor its opposite.
//!
//! Goods count that their buyer kept: of an order that is a sale (decisions §13, [`is_sale`](crate::is_sale)), and of a line of which
//! not all came back (docs/decisions/0037). A use of a coupon counts until it is given back.

use db::{Conn, Result, Sql};
use kernel::{CategoryId, CouponId, Millis, ProductId, StoreScope};

use super::holds::CustomerFacts;

/// What was bought, or used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Goods {
    /// One of these.
    Products(Vec<ProductId>),
    /// What is today in one of these, or in one below it.
    Categories(Vec<CategoryId>),
    /// One of these.
    Coupons(Vec<CouponId>),
    AnyCoupon,
}

/// What leads to the buyers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Way {
    /// The lines of the goods, or the uses of the coupons.
    Goods,
    /// The orders since the day, of which few hold the goods.
    Days,
}

/// Customers who bought it, or did not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Bought {
    pub(crate) goods: Goods,
    /// From then on; ever without.
    pub(crate) since: Option<Millis>,
    /// In so many orders at least.
    pub(crate) times: i64,
    pub(crate) is_not: bool,
    /// Chosen by [`Bought::size`].
    pub(crate) way: Way,
}

// Orders of the goods that count; `CROSS JOIN` says which table comes first, as everywhere in the filter.
const BY_GOODS: &str = concat!(
    " FROM order_items i CROSS JOIN orders o WHERE o.store_id = i.store_id AND o.id = i.order_id AND i.quantity > i.returned AND ",
    crate::is_sale!("o"),
    " AND i.store_id = ? AND i.product_id IN "
);
// Lines count from 1: to say so keeps SQLite at their key (migrations/0037).
const BY_ORDERS: &str = concat!(
    " FROM orders o CROSS JOIN order_items i WHERE i.store_id = o.store_id AND i.order_id = o.id AND i.line > 0 \
     AND i.quantity > i.returned AND ",
    crate::is_sale!("o"),
    " AND o.store_id = ?"
);
/// Orders of one customer.
const OWN: &str = concat!(" FROM orders o WHERE ", crate::is_sale!("o"), " AND o.customer_id = customers.id AND o.store_id = ?");
/// The lines of an order are few: they are read by the order, not by each of the goods.
const HOLDS: &str = " AND EXISTS (SELECT i.line FROM order_items i WHERE i.store_id = o.store_id AND i.order_id = o.id AND i.line > 0 \
     AND i.quantity > i.returned AND +i.product_id IN ";
const USES: &str = " FROM coupon_uses u WHERE u.given_back_at IS NULL AND u.store_id = ?";

/// Products of categories and of what is below them. It depends on no row, so it is read once in a statement.
const IN_CATEGORIES: &str = "(SELECT pc.product_id FROM product_categories pc WHERE pc.store_id = ?";
const BELOW: &str = " AND pc.category_id IN (WITH RECURSIVE below (id) AS (SELECT k.id FROM categories k WHERE k.store_id = ?";
const FURTHER_BELOW: &str =
    " UNION SELECT k.id FROM below CROSS JOIN categories k WHERE k.parent_id = below.id AND k.store_id = ?";

impl Bought {
    /// The goods behind `IN `.
    fn goods(&self, sql: Sql, scope: &StoreScope) -> Sql {
        let store = scope.store();
        match &self.goods {
            Goods::Products(ids) => sql.list("", ids.clone(), ""),
            Goods::Categories(ids) => sql
                .arg(IN_CATEGORIES, store)
                .arg(BELOW, store)
                .list(" AND k.id IN ", ids.clone(), "")
                .arg(FURTHER_BELOW, store)
                .raw(") SELECT id FROM below))"),
            Goods::Coupons(_) | Goods::AnyCoupon => sql,
        }
    }

    fn coupons(&self, sql: Sql) -> Sql {
        let sql = match &self.goods {
            Goods::Coupons(ids) => sql.list(" AND u.coupon_id IN ", ids.clone(), ""),
            _ => sql,
        };
        sql.opt(" AND u.used_at >= ?", self.since)
    }

    const fn is_coupon(&self) -> bool {
        matches!(self.goods, Goods::Coupons(_) | Goods::AnyCoupon)
    }

    /// Adds the condition. One that leads is written so that its index finds the customers.
    pub(super) fn add(&self, sql: Sql, scope: &StoreScope, leads: bool) -> Sql {
        let sql = sql.raw("erased_at IS NULL AND ");
        if leads { self.found(sql, scope) } else { self.held(sql, scope) }
    }

    fn found(&self, sql: Sql, scope: &StoreScope) -> Sql {
        let store = scope.store();
        if self.is_coupon() {
            let sql = self.coupons(sql.raw("id IN (SELECT u.customer_id").arg(USES, store));
            return if self.times > 1 {
                sql.arg(" GROUP BY u.customer_id HAVING COUNT(*) >= ?)", self.times)
            } else {
                sql.raw(")")
            };
        }
        let sql = sql.raw("id IN (SELECT o.customer_id");
        let sql = match self.way {
            Way::Goods => self.goods(sql.arg(BY_GOODS, store), scope).opt(" AND o.created_at >= ?", self.since),
            Way::Days => {
                let sql = sql.arg(BY_ORDERS, store).opt(" AND o.created_at >= ?", self.since).raw(" AND +i.product_id IN ");
                self.goods(sql, scope)
            }
        };
        if self.times > 1 {
            sql.arg(" GROUP BY o.customer_id HAVING COUNT(DISTINCT o.id) >= ?)", self.times)
        } else {
            sql.raw(")")
        }
    }

    fn held(&self, sql: Sql, scope: &StoreScope) -> Sql {
        let store = scope.store();
        let sql = if self.is_not { sql.raw("NOT ") } else { sql };
        let counts = self.times > 1;
        let sql = if self.is_coupon() {
            let sql = sql.raw(if counts { "((SELECT COUNT(*)" } else { "EXISTS (SELECT u.id" });
            self.coupons(sql.arg(USES, store).raw(" AND u.customer_id = customers.id"))
        } else {
            let sql = sql.raw(if counts { "((SELECT COUNT(*)" } else { "EXISTS (SELECT o.id" });
            let sql = sql.arg(OWN, store).opt(" AND o.created_at >= ?", self.since).raw(HOLDS);
            self.goods(sql, scope).raw(")")
        };
        if counts { sql.arg(") >= ?)", self.times) } else { sql.raw(")") }
    }

    /// How many lines, uses or orders lead to the buyers, if they are no more than `most`, the shortest way of those that there
    /// are; the customers are no more than these. Reads indexes alone.
    pub(super) async fn size(&mut self, c: Conn<'_>, scope: &StoreScope, most: i64) -> Result<i64> {
        let by_goods = self.lines(scope, most + 1).one::<i64>(c).await?;
        self.way = Way::Goods;
        let Some(since) = self.since.filter(|_| !self.is_coupon() && by_goods > 0) else { return Ok(by_goods) };
        let by_days = days(scope, since, by_goods).one::<i64>(c).await?;
        if by_days < by_goods {
            self.way = Way::Days;
        }
        Ok(by_goods.min(by_days))
    }

    /// Counts the lines of the goods, or the uses of the coupons.
    pub(super) fn lines(&self, scope: &StoreScope, most: i64) -> Sql {
        let store = scope.store();
        let sql = if self.is_coupon() {
            self.coupons(Sql::new("SELECT COUNT(*) FROM (SELECT u.id").arg(USES, store))
        } else {
            let sql = Sql::new("SELECT COUNT(*) FROM (SELECT i.order_id FROM order_items i WHERE i.store_id = ");
            self.goods(sql.arg("?", store).raw(" AND i.product_id IN "), scope)
        };
        sql.arg(" LIMIT ?", most).raw(") AS counted")
    }

    /// Whether the customer did.
    pub(super) fn holds(&self, of: &CustomerFacts) -> bool {
        let is_since = |at: Millis| self.since.is_none_or(|since| at >= since);
        let times = match &self.goods {
            Goods::Coupons(ids) => of.used.iter().filter(|u| is_since(u.at) && ids.contains(&u.coupon)).count(),
            Goods::AnyCoupon => of.used.iter().filter(|u| is_since(u.at)).count(),
            goods => {
                let is_of = |bought: &super::Purchase| match goods {
                    Goods::Products(ids) => ids.contains(&bought.product),
                    Goods::Categories(ids) => bought.categories.iter().any(|id| ids.contains(id)),
                    Goods::Coupons(_) | Goods::AnyCoupon => false,
                };
                let mut orders: Vec<_> = of.bought.iter().filter(|b| is_since(b.at) && is_of(b)).map(|b| b.order).collect();
                orders.sort_unstable();
                orders.dedup();
                orders.len()
            }
        };
        of.customer.erased_at.is_none() && (i64::try_from(times).unwrap_or(i64::MAX) >= self.times) != self.is_not
    }
}

/// Counts the orders since a moment.
pub(super) fn days(scope: &StoreScope, since: Millis, most: i64) -> Sql {
    Sql::new("SELECT COUNT(*) FROM (SELECT o.id FROM orders o WHERE o.store_id = ")
        .arg("?", scope.store())
        .arg(" AND o.created_at >= ?", since)
        .arg(" LIMIT ?", most)
        .raw(") AS counted")
}
