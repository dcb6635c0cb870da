//! Exclusions ("is not") where nearly every order has the excluded value.
//!
//! An index cannot seek to what a column is not. Where many orders have other values, a scan of the newest soon fills a page;
//! where few have, or none, it would read every order of the store. Then the other values are few as well, and the condition
//! names them instead.

use db::{Conn, Result, Sql, p};
use kernel::{CouponId, StoreScope};

use super::condition::{Condition, MOST_COUPONS, OneOf};

/// The most other values.
const MOST_OTHERS: usize = 24;

/// Rewrites the condition to the remaining values, when the column has no more than [`MOST_OTHERS`] of them; each is one index
/// step. None for conditions that exclude nothing, and for columns with more values.
pub(in crate::orders::list) async fn find_named(
    c: Conn<'_>,
    scope: &StoreScope,
    condition: &Condition,
) -> Result<Option<Condition>> {
    let (one, least, next, of): (_, _, _, fn(OneOf) -> Condition) = match condition {
        Condition::Payment(one) => {
            (one, "SELECT MIN(payment_provider) FROM orders WHERE", " AND payment_provider > ?", Condition::Payment)
        }
        Condition::Shipping(one) => {
            (one, "SELECT MIN(shipping_provider) FROM orders WHERE", " AND shipping_provider > ?", Condition::Shipping)
        }
        Condition::City(one) => (one, "SELECT MIN(city) FROM orders WHERE", " AND city > ?", Condition::City),
        Condition::Country(one) => (one, "SELECT MIN(country) FROM orders WHERE", " AND country > ?", Condition::Country),
        _ => return Ok(None),
    };
    if !one.is_not {
        return Ok(None);
    }
    let mut others = Vec::new();
    let mut last: Option<String> = None;
    loop {
        let sql = Sql::new(least).arg(" store_id = ?", scope.store()).opt(next, last);
        let Some(value) = sql.one::<Option<String>>(c).await? else { break };
        if !one.values.contains(&value) {
            others.push(value.clone());
        }
        if others.len() > MOST_OTHERS {
            return Ok(None);
        }
        last = Some(value);
    }
    Ok(Some(of(OneOf { values: others, is_not: false })))
}

/// The coupons that orders of the store use, when they are no more than [`MOST_COUPONS`]: the index gives each coupon's orders by
/// time, but not those of all coupons together. Each is one index step.
pub(in crate::orders::list) async fn find_coupons(c: Conn<'_>, scope: &StoreScope) -> Result<Option<Vec<CouponId>>> {
    let mut all = Vec::new();
    let mut last = CouponId::from_raw(0);
    loop {
        let sql = "SELECT MIN(coupon_id) FROM orders WHERE store_id = ?1 AND coupon_id > ?2";
        let Some(next) = c.one::<Option<i64>>(sql, p![scope.store(), last]).await?.map(CouponId::from_raw) else {
            return Ok(Some(all));
        };
        if all.len() == MOST_COUPONS {
            return Ok(None);
        }
        all.push(next);
        last = next;
    }
}
