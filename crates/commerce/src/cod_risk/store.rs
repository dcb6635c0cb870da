//! Every statement about what numbers came to.

use db::{Conn, Result, p, row};
use kernel::{Millis, OrderId, StoreScope};

use super::score::History;

pub struct HistoryRow {
    delivered: i64,
    refused: i64,
    returned: i64,
    cancelled: i64,
    no_answer: i64,
    wrong_number: i64,
    recent: i64,
    orders: i64,
}
row!(HistoryRow { delivered, refused, returned, cancelled, no_answer, wrong_number, recent, orders });

impl From<HistoryRow> for History {
    fn from(row: HistoryRow) -> Self {
        let HistoryRow { delivered, refused, returned, cancelled, no_answer, wrong_number, recent, orders } = row;
        Self { delivered, refused, returned, cancelled, no_answer, wrong_number, recent, has_ordered: orders > 0 }
    }
}

/// What is known of a number at a moment, in one statement of a few probes: of all numbers of its customer, which are more than one
/// where records were merged. `except` is an order that is asked about itself, and does not count as another.
pub(super) async fn history(
    c: Conn<'_>,
    scope: &StoreScope,
    mobile: &str,
    since: Millis,
    until: Millis,
    except: Option<OrderId>,
) -> Result<History> {
    let sql = "WITH owner AS (SELECT k.id FROM customers k WHERE k.store_id = ?1 AND k.mobile = ?2 AND k.mobile IS NOT NULL \
               UNION SELECT x.customer_id FROM customer_contacts x WHERE x.store_id = ?1 AND x.kind = 'mobile' AND x.value = ?2), \
               numbers AS (SELECT CAST(?2 AS TEXT) AS mobile \
               UNION SELECT k.mobile FROM owner w CROSS JOIN customers k WHERE k.store_id = ?1 AND k.id = w.id AND COALESCE(k.mobile, '') <> '' \
               UNION SELECT x.value FROM owner w CROSS JOIN customer_contacts x WHERE x.store_id = ?1 AND x.customer_id = w.id \
               AND x.kind = 'mobile') \
               SELECT CAST(COALESCE(SUM(p.delivered), 0) AS BIGINT), CAST(COALESCE(SUM(p.refused), 0) AS BIGINT), \
               CAST(COALESCE(SUM(p.returned), 0) AS BIGINT), CAST(COALESCE(SUM(p.cancelled), 0) AS BIGINT), \
               CAST(COALESCE(SUM(p.no_answer), 0) AS BIGINT), CAST(COALESCE(SUM(p.wrong_number), 0) AS BIGINT), \
               (SELECT COUNT(*) FROM numbers m CROSS JOIN order_confirmations f WHERE f.store_id = ?1 AND f.mobile = m.mobile \
               AND f.placed_at >= ?3 AND f.placed_at <= ?4 AND f.order_id <> ?5), \
               (SELECT COALESCE(MAX(k.orders_count), 0) FROM owner w CROSS JOIN customers k WHERE k.store_id = ?1 AND k.id = w.id) \
               FROM numbers n LEFT JOIN phone_outcomes p ON p.store_id = ?1 AND p.mobile = n.mobile";
    let row: HistoryRow = c.one(sql, p![scope.store(), mobile, since, until, except.map_or(0, OrderId::raw)]).await?;
    Ok(row.into())
}

/// What is added to a number's counters.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    /// Delivered orders.
    pub delivered: i64,
    /// Refused orders.
    pub refused: i64,
    /// Returned orders.
    pub returned: i64,
    /// Cancelled orders.
    pub cancelled: i64,
    /// Unanswered calls.
    pub no_answer: i64,
    /// Calls that reached somebody else.
    pub wrong_number: i64,
}

pub(super) async fn add(c: Conn<'_>, scope: &StoreScope, mobile: &str, t: Tally, now: Millis) -> Result<()> {
    // The order of somebody whose record was erased: it is nobody's any more.
    if mobile.is_empty() {
        return Ok(());
    }
    let sql = "INSERT INTO phone_outcomes (store_id, mobile, delivered, refused, returned, cancelled, no_answer, wrong_number, updated_at) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9) ON CONFLICT (store_id, mobile) DO UPDATE SET \
               delivered = phone_outcomes.delivered + excluded.delivered, refused = phone_outcomes.refused + excluded.refused, \
               returned = phone_outcomes.returned + excluded.returned, cancelled = phone_outcomes.cancelled + excluded.cancelled, \
               no_answer = phone_outcomes.no_answer + excluded.no_answer, wrong_number = phone_outcomes.wrong_number + excluded.wrong_number, \
               updated_at = excluded.updated_at";
    let Tally { delivered, refused, returned, cancelled, no_answer, wrong_number } = t;
    c.exec(sql, p![scope.store(), mobile, delivered, refused, returned, cancelled, no_answer, wrong_number, now]).await?;
    Ok(())
}
