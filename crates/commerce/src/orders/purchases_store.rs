//! Purchases of customers, as SQL: the parts of `customers`' statements that this area owns ([`customers::Purchases`]). An erased
//! customer matches neither such a condition nor its negation.
//!
//! Counted are goods that the buyer kept: of an order that is a sale (decisions §13, [`is_sale`](customers::is_sale)), and of a
//! line that was not returned completely (docs/decisions/0037). A use of a coupon counts until it is released.

use db::{Conn, Json, Result, Sql};
use futures_util::future::BoxFuture;
use kernel::{CategoryId, CouponId, CustomerId, Millis, ProductId, StoreScope, Texts};

use super::bought_store::{add_cart, add_refused, count_refused, find_cart_touched_at, find_most_bought, list_bought, list_used};
use customers::{BuyerIndex, CouponUse, OpenCart, Purchase, PurchaseCondition, PurchaseTarget, Purchases};

/// Orders, coupons and carts as conditions on customers.
#[derive(Debug, Clone, Copy)]
pub struct StoredPurchases;

impl Purchases for StoredPurchases {
    fn add_bought(&self, sql: Sql, scope: &StoreScope, bought: &PurchaseCondition, is_driving: bool) -> Sql {
        add_bought(bought, sql, scope, is_driving)
    }

    fn count_lines(&self, scope: &StoreScope, bought: &PurchaseCondition, most: i64) -> Sql {
        lines(bought, scope, most)
    }

    fn count_orders(&self, scope: &StoreScope, since: Millis, most: i64) -> Sql {
        days(scope, since, most)
    }

    fn add_cart(&self, sql: Sql, scope: &StoreScope, cart: OpenCart, is_driving: bool) -> Sql {
        add_cart(sql, scope, cart, is_driving)
    }

    fn add_refused(&self, sql: Sql, scope: &StoreScope, is_driving: bool) -> Sql {
        add_refused(sql, scope, is_driving)
    }

    fn count_refused<'a>(&'a self, c: Conn<'a>, scope: &'a StoreScope, id: CustomerId) -> BoxFuture<'a, Result<i64>> {
        Box::pin(count_refused(c, scope, id))
    }

    fn cart_touched_at<'a>(
        &'a self,
        c: Conn<'a>,
        scope: &'a StoreScope,
        id: CustomerId,
    ) -> BoxFuture<'a, Result<Option<Millis>>> {
        Box::pin(find_cart_touched_at(c, scope, id))
    }

    fn list_bought<'a>(
        &'a self,
        c: Conn<'a>,
        scope: &'a StoreScope,
        id: CustomerId,
        with_categories: bool,
    ) -> BoxFuture<'a, Result<Vec<Purchase>>> {
        Box::pin(list_bought(c, scope, id, with_categories))
    }

    fn list_used<'a>(&'a self, c: Conn<'a>, scope: &'a StoreScope, id: CustomerId) -> BoxFuture<'a, Result<Vec<CouponUse>>> {
        Box::pin(list_used(c, scope, id))
    }

    fn most_bought<'a>(&'a self, c: Conn<'a>, scope: &'a StoreScope) -> BoxFuture<'a, Result<Option<ProductId>>> {
        Box::pin(find_most_bought(c, scope))
    }

    fn product_names<'a>(
        &'a self,
        c: Conn<'a>,
        scope: &'a StoreScope,
        ids: &'a [ProductId],
    ) -> BoxFuture<'a, Result<Vec<(ProductId, Texts)>>> {
        Box::pin(async move {
            let sql = Sql::new("SELECT id, name FROM products WHERE store_id = ").arg("?", scope.store());
            let rows: Vec<(ProductId, Json<Texts>)> = sql.list(" AND id IN ", ids.to_vec(), "").all(c).await?;
            Ok(rows.into_iter().map(|(id, name)| (id, name.0)).collect())
        })
    }

    fn category_names<'a>(
        &'a self,
        c: Conn<'a>,
        scope: &'a StoreScope,
        ids: &'a [CategoryId],
    ) -> BoxFuture<'a, Result<Vec<(CategoryId, Texts)>>> {
        Box::pin(async move {
            let sql = Sql::new("SELECT id, name FROM categories WHERE store_id = ").arg("?", scope.store());
            let rows: Vec<(CategoryId, Json<Texts>)> = sql.list(" AND id IN ", ids.to_vec(), "").all(c).await?;
            Ok(rows.into_iter().map(|(id, name)| (id, name.0)).collect())
        })
    }

    fn coupon_codes<'a>(
        &'a self,
        c: Conn<'a>,
        scope: &'a StoreScope,
        ids: &'a [CouponId],
    ) -> BoxFuture<'a, Result<Vec<(CouponId, String)>>> {
        Box::pin(async move {
            let sql = Sql::new("SELECT id, code FROM coupons WHERE store_id = ").arg("?", scope.store());
            sql.list(" AND id IN ", ids.to_vec(), "").all(c).await
        })
    }
}

// Orders with the counted goods; `CROSS JOIN` fixes the join order, as everywhere in the filter.
const BY_GOODS: &str = concat!(
    " FROM order_items i CROSS JOIN orders o WHERE o.store_id = i.store_id AND o.id = i.order_id AND i.quantity > i.returned AND ",
    customers::is_sale!("o"),
    " AND i.store_id = ? AND i.product_id IN "
);
// Line numbers start at 1: the redundant condition keeps SQLite on the primary key (migrations/0037).
const BY_ORDERS: &str = concat!(
    " FROM orders o CROSS JOIN order_items i WHERE i.store_id = o.store_id AND i.order_id = o.id AND i.line > 0 \
     AND i.quantity > i.returned AND ",
    customers::is_sale!("o"),
    " AND o.store_id = ?"
);
/// Orders of one customer.
const OWN: &str =
    concat!(" FROM orders o WHERE ", customers::is_sale!("o"), " AND o.customer_id = customers.id AND o.store_id = ?");
/// An order has few lines: they are read by the order, not by product.
const HOLDS: &str = " AND EXISTS (SELECT i.line FROM order_items i WHERE i.store_id = o.store_id AND i.order_id = o.id AND i.line > 0 \
     AND i.quantity > i.returned AND +i.product_id IN ";
const USES: &str = " FROM coupon_uses u WHERE u.given_back_at IS NULL AND u.store_id = ?";

/// Products of categories and their subcategories. It depends on no row, so that it is evaluated once in a statement.
const IN_CATEGORIES: &str = "(SELECT pc.product_id FROM product_categories pc WHERE pc.store_id = ?";
const BELOW: &str = " AND pc.category_id IN (WITH RECURSIVE below (id) AS (SELECT k.id FROM categories k WHERE k.store_id = ?";
const FURTHER_BELOW: &str =
    " UNION SELECT k.id FROM below CROSS JOIN categories k WHERE k.parent_id = below.id AND k.store_id = ?";

/// The products after `IN `.
fn goods(of: &PurchaseCondition, sql: Sql, scope: &StoreScope) -> Sql {
    let store = scope.store();
    match &of.target {
        PurchaseTarget::Products(ids) => sql.list("", ids.clone(), ""),
        PurchaseTarget::Categories(ids) => sql
            .arg(IN_CATEGORIES, store)
            .arg(BELOW, store)
            .list(" AND k.id IN ", ids.clone(), "")
            .arg(FURTHER_BELOW, store)
            .raw(") SELECT id FROM below))"),
        PurchaseTarget::Coupons(_) | PurchaseTarget::AnyCoupon => sql,
    }
}

fn coupons(of: &PurchaseCondition, sql: Sql) -> Sql {
    let sql = match &of.target {
        PurchaseTarget::Coupons(ids) => sql.list(" AND u.coupon_id IN ", ids.clone(), ""),
        _ => sql,
    };
    sql.opt(" AND u.used_at >= ?", of.since)
}

/// Adds the condition. A driving one is written so that its index finds the customers.
fn add_bought(of: &PurchaseCondition, sql: Sql, scope: &StoreScope, is_driving: bool) -> Sql {
    let sql = sql.raw("erased_at IS NULL AND ");
    if is_driving { driving_condition(of, sql, scope) } else { row_condition(of, sql, scope) }
}

fn driving_condition(of: &PurchaseCondition, sql: Sql, scope: &StoreScope) -> Sql {
    let store = scope.store();
    if of.is_coupon() {
        let sql = coupons(of, sql.raw("id IN (SELECT u.customer_id").arg(USES, store));
        return if of.times > 1 { sql.arg(" GROUP BY u.customer_id HAVING COUNT(*) >= ?)", of.times) } else { sql.raw(")") };
    }
    let sql = sql.raw("id IN (SELECT o.customer_id");
    let sql = match of.index {
        BuyerIndex::OrderLines => goods(of, sql.arg(BY_GOODS, store), scope).opt(" AND o.created_at >= ?", of.since),
        BuyerIndex::OrderDates => {
            let sql = sql.arg(BY_ORDERS, store).opt(" AND o.created_at >= ?", of.since).raw(" AND +i.product_id IN ");
            goods(of, sql, scope)
        }
    };
    if of.times > 1 { sql.arg(" GROUP BY o.customer_id HAVING COUNT(DISTINCT o.id) >= ?)", of.times) } else { sql.raw(")") }
}

fn row_condition(of: &PurchaseCondition, sql: Sql, scope: &StoreScope) -> Sql {
    let store = scope.store();
    let sql = if of.is_not { sql.raw("NOT ") } else { sql };
    let counts = of.times > 1;
    let sql = if of.is_coupon() {
        let sql = sql.raw(if counts { "((SELECT COUNT(*)" } else { "EXISTS (SELECT u.id" });
        coupons(of, sql.arg(USES, store).raw(" AND u.customer_id = customers.id"))
    } else {
        let sql = sql.raw(if counts { "((SELECT COUNT(*)" } else { "EXISTS (SELECT o.id" });
        let sql = sql.arg(OWN, store).opt(" AND o.created_at >= ?", of.since).raw(HOLDS);
        goods(of, sql, scope).raw(")")
    };
    if counts { sql.arg(") >= ?)", of.times) } else { sql.raw(")") }
}

/// Counts the lines with the goods, or the uses of the coupons.
fn lines(of: &PurchaseCondition, scope: &StoreScope, most: i64) -> Sql {
    let store = scope.store();
    let sql = if of.is_coupon() {
        coupons(of, Sql::new("SELECT COUNT(*) FROM (SELECT u.id").arg(USES, store))
    } else {
        let sql = Sql::new("SELECT COUNT(*) FROM (SELECT i.order_id FROM order_items i WHERE i.store_id = ");
        goods(of, sql.arg("?", store).raw(" AND i.product_id IN "), scope)
    };
    sql.arg(" LIMIT ?", most).raw(") AS counted")
}

/// Counts the orders since a time.
fn days(scope: &StoreScope, since: Millis, most: i64) -> Sql {
    Sql::new("SELECT COUNT(*) FROM (SELECT o.id FROM orders o WHERE o.store_id = ")
        .arg("?", scope.store())
        .arg(" AND o.created_at >= ?", since)
        .arg(" LIMIT ?", most)
        .raw(") AS counted")
}
