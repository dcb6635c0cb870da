//! What the list's filters offer: only what some order of the store has.

use db::{Conn, Result, p};
use kernel::{CouponId, StoreScope, UserId};

use platform::stores::access;

/// Of each kind as many are offered.
const MOST: i64 = 200;

/// What can be chosen.
#[derive(Debug, Clone)]
pub(in crate::orders) struct Choices {
    pub(in crate::orders) cities: Vec<String>,
    pub(in crate::orders) countries: Vec<String>,
    pub(in crate::orders) payments: Vec<String>,
    pub(in crate::orders) tags: Vec<String>,
    pub(in crate::orders) members: Vec<(UserId, String)>,
    /// With their codes.
    pub(in crate::orders) coupons: Vec<(CouponId, String)>,
}

/// The values of an index's first column after the store, a step in the index each.
macro_rules! stepped {
    ($column:literal, $table:literal) => {
        concat!(
            "WITH RECURSIVE found (value) AS (SELECT MIN(",
            $column,
            ") FROM ",
            $table,
            " WHERE store_id = ?1 UNION ALL SELECT (SELECT MIN(o.",
            $column,
            ") FROM ",
            $table,
            " o WHERE o.store_id = ?1 AND o.",
            $column,
            " > found.value) FROM found WHERE value IS NOT NULL) \
             SELECT value FROM found WHERE value IS NOT NULL AND value <> '' LIMIT ?2"
        )
    };
}

/// Everything that the filters offer; a few steps in indexes, however many orders there are.
pub(in crate::orders) async fn list_choices(c: Conn<'_>, scope: &StoreScope) -> Result<Choices> {
    let cities = c.all(stepped!("city", "orders"), p![scope.store(), MOST]).await?;
    let countries = c.all(stepped!("country", "orders"), p![scope.store(), MOST]).await?;
    let payments = c.all(stepped!("payment_provider", "orders"), p![scope.store(), MOST]).await?;
    let tags = tags(c, scope).await?;
    let members = access::list_member_names(c, scope).await?;
    let coupons = coupons(c, scope).await?;
    Ok(Choices { cities, countries, payments, tags, members, coupons })
}

/// The store's tags as they are written, in the order of their keys.
async fn tags(c: Conn<'_>, scope: &StoreScope) -> Result<Vec<String>> {
    let keys: Vec<String> = c.all(stepped!("tag_key", "order_tags"), p![scope.store(), MOST]).await?;
    let mut tags = Vec::new();
    for key in keys {
        // The newest spelling; the key's first row names it.
        let sql =
            "SELECT tag FROM order_tags WHERE store_id = ?1 AND tag_key = ?2 ORDER BY placed_at DESC, order_id DESC LIMIT 1";
        tags.extend(c.opt::<String>(sql, p![scope.store(), key]).await?);
    }
    Ok(tags)
}

/// The newest coupons that orders were bought with, each with the code as its newest order says it: one that was deleted as well.
async fn coupons(c: Conn<'_>, scope: &StoreScope) -> Result<Vec<(CouponId, String)>> {
    let sql = "WITH RECURSIVE found (value) AS (SELECT MAX(coupon_id) FROM orders WHERE store_id = ?1 AND coupon_id > 0 UNION ALL \
               SELECT (SELECT MAX(o.coupon_id) FROM orders o WHERE o.store_id = ?1 AND o.coupon_id < found.value) FROM found \
               WHERE value IS NOT NULL) \
               SELECT f.value, (SELECT o.coupon_code FROM orders o WHERE o.store_id = ?1 AND o.coupon_id = f.value \
               ORDER BY o.created_at DESC, o.id DESC LIMIT 1) FROM found f WHERE f.value IS NOT NULL LIMIT ?2";
    c.all(sql, p![scope.store(), MOST]).await
}
