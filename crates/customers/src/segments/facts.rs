//! What the rules ask of one customer, read by the key of each table.

use std::collections::{HashMap, HashSet};

use db::{Conn, Result, p};
use kernel::fold::fold;
use kernel::{CategoryId, CouponId, CustomerId, Millis, OrderId, ProductId, StoreScope};

use super::rules::Field;
use crate::filter::{CustomerFacts, Purchase, Used};
use crate::{labels, store};

/// Orders of their numbers that were refused, and when an open cart of theirs was touched last.
async fn by_numbers(c: Conn<'_>, scope: &StoreScope, id: CustomerId) -> Result<(i64, Option<Millis>)> {
    let sql = "WITH numbers (mobile) AS ( \
               SELECT k.mobile FROM customers k WHERE k.store_id = ?1 AND k.id = ?2 AND k.mobile IS NOT NULL \
               UNION SELECT x.value FROM customer_contacts x WHERE x.store_id = ?1 AND x.customer_id = ?2 AND x.kind = 'mobile') \
               SELECT CAST(COALESCE((SELECT SUM(p.refused) FROM numbers n CROSS JOIN phone_outcomes p WHERE p.store_id = ?1 AND p.mobile = n.mobile), 0) AS BIGINT), \
               (SELECT MAX(b.active_at) FROM numbers n CROSS JOIN carts b WHERE b.store_id = ?1 AND b.mobile = n.mobile \
                AND b.mobile IS NOT NULL AND b.order_id IS NULL AND b.recovered_order_id IS NULL AND b.items_count > 0)";
    c.one(sql, p![scope.store(), id]).await
}

/// What one person kept of their orders; the newest so many lines are looked at.
async fn bought(c: Conn<'_>, scope: &StoreScope, id: CustomerId, with_categories: bool) -> Result<Vec<Purchase>> {
    let sql = concat!(
        "SELECT o.id, o.created_at, i.product_id FROM orders o CROSS JOIN order_items i WHERE i.store_id = o.store_id AND i.order_id = o.id \
         AND i.line > 0 AND i.quantity > i.returned AND ",
        crate::is_sale!("o"),
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
    let whole =
        |(order, at, product)| Purchase { order, at, product, categories: above.get(&product).cloned().unwrap_or_default() };
    Ok(lines.into_iter().map(whole).collect())
}

async fn used(c: Conn<'_>, scope: &StoreScope, id: CustomerId) -> Result<Vec<Used>> {
    let sql = "SELECT coupon_id, used_at FROM coupon_uses WHERE store_id = ?1 AND customer_id = ?2 AND given_back_at IS NULL LIMIT 5000";
    let all: Vec<(CouponId, Millis)> = c.all(sql, p![scope.store(), id]).await?;
    Ok(all.into_iter().map(|(coupon, at)| Used { coupon, at }).collect())
}

/// A customer's facts, of what was bought only where one of the fields asks for it; none when there is no such customer.
pub(super) async fn of(
    c: Conn<'_>,
    scope: &StoreScope,
    id: CustomerId,
    fields: &HashSet<Field>,
) -> Result<Option<CustomerFacts>> {
    let Some(customer) = store::find(c, scope, id).await? else { return Ok(None) };
    let tags = labels::tags_of(c, scope, &[id]).await?.into_iter().map(|(_, tag)| fold(&tag)).collect();
    let groups = labels::groups_of(c, scope, id).await?.into_iter().map(|g| g.id).collect();
    let said = labels::consents_of(c, scope, id).await?;
    let agreed = said.iter().filter(|s| s.is_granted).map(|s| s.channel).collect();
    let (refused, cart_at) = by_numbers(c, scope, id).await?;
    let (of_products, of_categories) = (fields.contains(&Field::Product), fields.contains(&Field::Category));
    let bought = if of_products || of_categories { bought(c, scope, id, of_categories).await? } else { Vec::new() };
    let used = if fields.contains(&Field::Coupon) { used(c, scope, id).await? } else { Vec::new() };
    Ok(Some(CustomerFacts { customer, tags, groups, agreed, refused, cart_at, bought, used }))
}
