//! What the rules ask of one customer, read by the key of each table.

use db::{Conn, Result, p};
use kernel::fold::fold;
use kernel::{CustomerId, Millis, StoreScope};

use crate::customers::filter::Facts;
use crate::customers::model::Channel;
use crate::customers::{labels, store};

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

/// A customer's facts; none when there is no such customer.
pub(super) async fn of(c: Conn<'_>, scope: &StoreScope, id: CustomerId) -> Result<Option<Facts>> {
    let Some(customer) = store::find(c, scope, id).await? else { return Ok(None) };
    let tags = labels::tags_of(c, scope, &[id]).await?.into_iter().map(|(_, tag)| fold(&tag)).collect();
    let groups = labels::groups_of(c, scope, id).await?.into_iter().map(|g| g.id).collect();
    let said = labels::consents_of(c, scope, id).await?;
    let agreed = said.iter().filter(|s| s.is_granted).filter_map(|s| Channel::parse(&s.channel)).collect();
    let (refused, cart_at) = by_numbers(c, scope, id).await?;
    Ok(Some(Facts { customer, tags, groups, agreed, refused, cart_at }))
}
