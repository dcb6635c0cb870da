//! Values that the list's filters offer: only those that some order of the store has.

use db::{Conn, Result, p};
use kernel::{CouponId, StoreScope, UserId};

use platform::stores::access;

/// The most values of each kind.
const MOST: i64 = 200;

/// The offered values.
#[derive(Debug, Clone)]
pub(in crate::orders) struct Choices {
    pub(in crate::orders) cities: Vec<String>,
    pub(in crate::orders) countries: Vec<String>,
    pub(in crate::orders) payments: Vec<String>,
    pub(in crate::orders) tags: Vec<String>,
    pub(in crate::orders) members: Vec<(UserId, String)>,
    /// Ids and codes.
    pub(in crate::orders) coupons: Vec<(CouponId, String)>,
}

/// The distinct values of an index's first column after the store, one index step for each (skip scan).
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

/// All offered values; a few index steps, however many orders there are.
pub(in crate::orders) async fn list_choices(c: Conn<'_>, scope: &StoreScope) -> Result<Choices> {
    let cities = c.all(stepped!("city", "orders"), p![scope.store(), MOST]).await?;
    let countries = c.all(stepped!("country", "orders"), p![scope.store(), MOST]).await?;
    let payments = c.all(stepped!("payment_provider", "orders"), p![scope.store(), MOST]).await?;
    let tags = tags(c, scope).await?;
    let members = access::list_member_names(c, scope).await?;
    let coupons = coupons(c, scope).await?;
    Ok(Choices { cities, countries, payments, tags, members, coupons })
}

/// The store's tags in their own spelling, in the order of their keys.
async fn tags(c: Conn<'_>, scope: &StoreScope) -> Result<Vec<String>> {
    let keys: Vec<String> = c.all(stepped!("tag_key", "order_tags"), p![scope.store(), MOST]).await?;
    let mut tags = Vec::new();
    for key in keys {
        // The newest spelling of the key.
        let sql =
            "SELECT tag FROM order_tags WHERE store_id = ?1 AND tag_key = ?2 ORDER BY placed_at DESC, order_id DESC LIMIT 1";
        tags.extend(c.opt::<String>(sql, p![scope.store(), key]).await?);
    }
    Ok(tags)
}

/// The newest coupons that orders used, each with the code in its newest order; deleted ones too.
async fn coupons(c: Conn<'_>, scope: &StoreScope) -> Result<Vec<(CouponId, String)>> {
    let sql = "WITH RECURSIVE found (value) AS (SELECT MAX(coupon_id) FROM orders WHERE store_id = ?1 AND coupon_id > 0 UNION ALL \
               SELECT (SELECT MAX(o.coupon_id) FROM orders o WHERE o.store_id = ?1 AND o.coupon_id < found.value) FROM found \
               WHERE value IS NOT NULL) \
               SELECT f.value, (SELECT o.coupon_code FROM orders o WHERE o.store_id = ?1 AND o.coupon_id = f.value \
               ORDER BY o.created_at DESC, o.id DESC LIMIT 1) FROM found f WHERE f.value IS NOT NULL LIMIT ?2";
    c.all(sql, p![scope.store(), MOST]).await
}
