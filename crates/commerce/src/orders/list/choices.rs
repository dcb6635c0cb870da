//! What the list's filters offer: only what some order of the store has.

use db::{Conn, Result, Sql, p};
use kernel::{StoreScope, UserId};

use crate::stores::access;

/// Of each kind as many are offered.
const MOST: usize = 200;

/// What can be chosen.
#[derive(Debug, Clone)]
pub(in crate::orders) struct Choices {
    pub(in crate::orders) cities: Vec<String>,
    pub(in crate::orders) countries: Vec<String>,
    pub(in crate::orders) payments: Vec<String>,
    pub(in crate::orders) tags: Vec<String>,
    pub(in crate::orders) members: Vec<(UserId, String)>,
}

/// The values of an index's first column after the store, a step in the index each.
async fn values(c: Conn<'_>, scope: &StoreScope, least: &'static str, next: &'static str) -> Result<Vec<String>> {
    let sql = Sql::new("WITH RECURSIVE found (value) AS (")
        .arg(least, scope.store())
        .raw(" UNION ALL SELECT (")
        .arg(next, scope.store())
        .raw(") FROM found WHERE value IS NOT NULL) SELECT value FROM found WHERE value IS NOT NULL AND value <> ''");
    sql.arg(" LIMIT ?", i64::try_from(MOST).unwrap_or(0)).all(c).await
}

/// Everything that the filters offer; a few steps in indexes, however many orders there are.
pub(in crate::orders) async fn choices(c: Conn<'_>, scope: &StoreScope) -> Result<Choices> {
    let cities = values(
        c,
        scope,
        "SELECT MIN(city) FROM orders WHERE store_id = ?",
        "SELECT MIN(o.city) FROM orders o WHERE o.store_id = ? AND o.city > found.value",
    );
    let cities = cities.await?;
    let countries = values(
        c,
        scope,
        "SELECT MIN(country) FROM orders WHERE store_id = ?",
        "SELECT MIN(o.country) FROM orders o WHERE o.store_id = ? AND o.country > found.value",
    );
    let countries = countries.await?;
    let payments = values(
        c,
        scope,
        "SELECT MIN(payment_provider) FROM orders WHERE store_id = ?",
        "SELECT MIN(o.payment_provider) FROM orders o WHERE o.store_id = ? AND o.payment_provider > found.value",
    );
    let payments = payments.await?;
    let tags = tags(c, scope).await?;
    let members = access::member_names(c, scope).await?;
    Ok(Choices { cities, countries, payments, tags, members })
}

/// The store's tags as they are written, in the order of their keys.
async fn tags(c: Conn<'_>, scope: &StoreScope) -> Result<Vec<String>> {
    let keys = values(
        c,
        scope,
        "SELECT MIN(tag_key) FROM order_tags WHERE store_id = ?",
        "SELECT MIN(m.tag_key) FROM order_tags m WHERE m.store_id = ? AND m.tag_key > found.value",
    );
    let mut tags = Vec::new();
    for key in keys.await? {
        // The newest spelling; the key's first row names it.
        let sql =
            "SELECT tag FROM order_tags WHERE store_id = ?1 AND tag_key = ?2 ORDER BY placed_at DESC, order_id DESC LIMIT 1";
        tags.extend(c.opt::<String>(sql, p![scope.store(), key]).await?);
    }
    Ok(tags)
}
