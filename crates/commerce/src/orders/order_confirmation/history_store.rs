//! History of a phone number: outcomes of its orders, and its cash orders of the last 24 hours.

use db::{Conn, Result, p, row};
use kernel::{Millis, OrderId, StoreScope};

use crate::cod_risk::History;

struct HistoryRow {
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

/// The history at a time, in one statement of a few index seeks: over all numbers of the customer, who has several after a merge.
/// `except` is the order that is evaluated itself, and does not count as another.
async fn find(
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

/// The current history of a number, for an order that is about to be placed or for the number alone.
pub(in crate::orders) async fn get_history(c: Conn<'_>, scope: &StoreScope, mobile: &str, now: Millis) -> Result<History> {
    find(c, scope, mobile, now.plus(-Millis::DAY), now, None).await
}

/// The current history of a number, for an order that was placed at a time.
pub(in crate::orders) async fn get_history_for(
    c: Conn<'_>,
    scope: &StoreScope,
    mobile: &str,
    order: OrderId,
    placed: Millis,
    is_first: bool,
) -> Result<History> {
    let known = find(c, scope, mobile, placed.plus(-Millis::DAY), placed, Some(order)).await?;
    Ok(History { has_ordered: !is_first, ..known })
}
