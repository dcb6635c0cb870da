//! A customer's purchases, coupon uses, refused orders and open carts, read by the key of each table.

use std::collections::HashMap;

use db::{Conn, Result, Sql, p};
use kernel::{CategoryId, CouponId, CustomerId, Millis, OrderId, ProductId, StoreScope};

use customers::{CouponUse, OpenCart, Purchase};

// `CROSS JOIN` fixes the join order on SQLite, which has no statistics to see that the first table is the small one.

/// Customers with a refused order of any of their numbers; few among many.
const ANY_REFUSED: &str = "id IN (SELECT k.id FROM phone_outcomes p CROSS JOIN customers k WHERE k.store_id = p.store_id AND k.mobile = p.mobile \
     AND p.refused > 0 AND p.store_id = ?";
const ANY_REFUSED_FURTHER: &str = " UNION ALL SELECT x.customer_id FROM phone_outcomes p CROSS JOIN customer_contacts x \
     WHERE x.store_id = p.store_id AND x.kind = 'mobile' AND x.value = p.mobile AND p.refused > 0 AND p.store_id = ?";
/// Refused orders of the record's number, and of its further contacts.
const REFUSED: &str =
    "COALESCE((SELECT p.refused FROM phone_outcomes p WHERE p.store_id = ? AND p.mobile = customers.mobile), 0)";
const REFUSED_FURTHER: &str = " + COALESCE((SELECT CAST(SUM(p.refused) AS BIGINT) FROM customer_contacts x CROSS JOIN phone_outcomes p WHERE p.store_id = x.store_id \
     AND p.mobile = x.value AND x.kind = 'mobile' AND x.customer_id = customers.id AND x.store_id = ?), 0)";

/// Adds the number of refused orders; `is_driving` adds a condition before it that selects the customers who have any.
pub(super) fn add_refused(sql: Sql, scope: &StoreScope, is_driving: bool) -> Sql {
    let store = scope.store();
    let sql = if is_driving { sql.arg(ANY_REFUSED, store).arg(ANY_REFUSED_FURTHER, store).raw(") AND ") } else { sql };
    sql.arg(REFUSED, store).arg(REFUSED_FURTHER, store)
}

/// Number of refused orders over all numbers of a customer.
pub(super) async fn count_refused(c: Conn<'_>, scope: &StoreScope, id: CustomerId) -> Result<i64> {
    let sql = "WITH numbers (mobile) AS ( \
               SELECT k.mobile FROM customers k WHERE k.store_id = ?1 AND k.id = ?2 AND k.mobile IS NOT NULL \
               UNION SELECT x.value FROM customer_contacts x WHERE x.store_id = ?1 AND x.customer_id = ?2 AND x.kind = 'mobile') \
               SELECT CAST(COALESCE((SELECT SUM(p.refused) FROM numbers n CROSS JOIN phone_outcomes p WHERE p.store_id = ?1 \
               AND p.mobile = n.mobile), 0) AS BIGINT)";
    c.one(sql, p![scope.store(), id]).await
}

/// Customers with a recently changed open cart of any of their numbers.
const ANY_CART: &str = "id IN (SELECT k.id FROM carts b CROSS JOIN customers k WHERE k.store_id = b.store_id AND k.mobile = b.mobile \
     AND b.reminders_done >= 0 AND b.order_id IS NULL AND b.recovered_order_id IS NULL AND b.items_count > 0 AND b.mobile IS NOT NULL AND b.store_id = ?";
const ANY_CART_FURTHER: &str = " UNION ALL SELECT x.customer_id FROM carts b CROSS JOIN customer_contacts x WHERE x.store_id = b.store_id AND x.kind = 'mobile' \
     AND x.value = b.mobile AND b.reminders_done >= 0 AND b.order_id IS NULL AND b.recovered_order_id IS NULL AND b.items_count > 0 \
     AND b.mobile IS NOT NULL AND b.store_id = ?";
const CART: &str = "EXISTS (SELECT b.id FROM carts b WHERE b.order_id IS NULL AND b.recovered_order_id IS NULL AND b.items_count > 0 \
     AND b.mobile = customers.mobile AND b.mobile IS NOT NULL AND b.store_id = ?";
const CART_FURTHER: &str = " OR EXISTS (SELECT b.id FROM customer_contacts x CROSS JOIN carts b WHERE b.store_id = x.store_id AND b.mobile = x.value \
     AND x.kind = 'mobile' AND x.customer_id = customers.id AND b.order_id IS NULL AND b.recovered_order_id IS NULL AND b.items_count > 0 \
     AND b.mobile IS NOT NULL AND x.store_id = ?";

/// Adds the condition, in one of its two forms.
pub(super) fn add_cart(sql: Sql, scope: &StoreScope, OpenCart { since, is_not }: OpenCart, is_driving: bool) -> Sql {
    let store = scope.store();
    if is_driving {
        return sql
            .arg(ANY_CART, store)
            .arg(" AND b.active_at >= ?", since)
            .arg(ANY_CART_FURTHER, store)
            .arg(" AND b.active_at >= ?)", since);
    }
    sql.raw(if is_not { "NOT (" } else { "(" })
        .arg(CART, store)
        .arg(" AND b.active_at >= ?)", since)
        .arg(CART_FURTHER, store)
        .arg(" AND b.active_at >= ?))", since)
}

pub(super) async fn find_cart_touched_at(c: Conn<'_>, scope: &StoreScope, id: CustomerId) -> Result<Option<Millis>> {
    let sql = "WITH numbers (mobile) AS ( \
               SELECT k.mobile FROM customers k WHERE k.store_id = ?1 AND k.id = ?2 AND k.mobile IS NOT NULL \
               UNION SELECT x.value FROM customer_contacts x WHERE x.store_id = ?1 AND x.customer_id = ?2 AND x.kind = 'mobile') \
               SELECT MAX(b.active_at) FROM numbers n CROSS JOIN carts b WHERE b.store_id = ?1 AND b.mobile = n.mobile \
               AND b.mobile IS NOT NULL AND b.order_id IS NULL AND b.recovered_order_id IS NULL AND b.items_count > 0";
    Ok(c.one::<Option<i64>>(sql, p![scope.store(), id]).await?.map(Millis))
}

/// Purchases of one customer; reads the newest lines up to a bound.
pub(super) async fn list_bought(c: Conn<'_>, scope: &StoreScope, id: CustomerId, with_categories: bool) -> Result<Vec<Purchase>> {
    let sql = concat!(
        "SELECT o.id, o.created_at, i.product_id FROM orders o CROSS JOIN order_items i WHERE i.store_id = o.store_id AND i.order_id = o.id \
         AND i.line > 0 AND i.quantity > i.returned AND ",
        customers::is_sale!("o"),
        " AND o.store_id = ?1 AND o.customer_id = ?2 ORDER BY o.created_at DESC, o.id DESC LIMIT 5000"
    );
    let lines: Vec<(OrderId, Millis, ProductId)> = c.all(sql, p![scope.store(), id]).await?;
    let mut above: HashMap<ProductId, Vec<CategoryId>> = HashMap::new();
    if with_categories && !lines.is_empty() {
        let sql = "WITH RECURSIVE above (product_id, category_id) AS ( \
                   SELECT pc.product_id, pc.category_id FROM (SELECT DISTINCT i.product_id FROM orders o CROSS JOIN order_items i \
                   WHERE i.store_id = o.store_id AND i.order_id = o.id AND i.line > 0 AND o.store_id = ?1 AND o.customer_id = ?2) b \
                   CROSS JOIN product_categories pc WHERE pc.store_id = ?1 AND pc.product_id = b.product_id \
                   UNION SELECT above.product_id, k.parent_id FROM above CROSS JOIN categories k WHERE k.store_id = ?1 \
                   AND k.id = above.category_id AND k.parent_id IS NOT NULL) SELECT product_id, category_id FROM above LIMIT 50000";
        for (product, category) in c.all::<(ProductId, CategoryId)>(sql, p![scope.store(), id]).await? {
            above.entry(product).or_default().push(category);
        }
    }
    let to_purchase =
        |(order, at, product)| Purchase { order, at, product, categories: above.get(&product).cloned().unwrap_or_default() };
    Ok(lines.into_iter().map(to_purchase).collect())
}

pub(super) async fn list_used(c: Conn<'_>, scope: &StoreScope, id: CustomerId) -> Result<Vec<CouponUse>> {
    let sql = "SELECT coupon_id, used_at FROM coupon_uses WHERE store_id = ?1 AND customer_id = ?2 AND given_back_at IS NULL LIMIT 5000";
    let all: Vec<(CouponId, Millis)> = c.all(sql, p![scope.store(), id]).await?;
    Ok(all.into_iter().map(|(coupon, at)| CouponUse { coupon, at }).collect())
}

/// The product that appears in most of the latest orders.
pub(super) async fn find_most_bought(c: Conn<'_>, scope: &StoreScope) -> Result<Option<ProductId>> {
    let sql = concat!(
        "SELECT i.product_id FROM (SELECT e.store_id, e.id FROM orders e WHERE e.store_id = ?1 AND ",
        customers::is_sale!("e"),
        " ORDER BY e.created_at DESC, e.id DESC LIMIT 500) o CROSS JOIN order_items i WHERE i.store_id = o.store_id AND i.order_id = o.id AND i.line > 0 \
         AND i.product_id <> 0 AND i.quantity > i.returned GROUP BY i.product_id ORDER BY COUNT(*) DESC, i.product_id LIMIT 1"
    );
    c.opt(sql, p![scope.store()]).await
}
