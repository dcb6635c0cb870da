//! Statements on the cash with couriers. The condition is that of the index `shipments_courier_cash`.

use db::{Conn, Result, Sql};
use kernel::{Millis, StoreScope};

use super::cash::{Bucket, CashFilter, CourierFilter, CourierSums, OpenShipment};
use platform::search::upper_bound;
use web::keyset::{COUNTED, Window};

macro_rules! open {
    () => {
        " s.status = 'delivered' AND s.provider <> 'PICKUP' AND s.is_cash_due AND s.cod_amount > s.remitted_minor"
    };
}

/// What tells couriers of one provider apart: the name where the merchant deals with them, nothing where it is a courier of the program.
macro_rules! name_of_own {
    () => {
        "CASE WHEN s.provider = 'CUSTOM' THEN s.courier_name ELSE '' END"
    };
}

/// Couriers in one answer.
const MOST: i64 = 200;

/// Counts and amounts by courier, those with the most shipments first.
pub(super) async fn list_sums(c: Conn<'_>, scope: &StoreScope, now: Millis) -> Result<Vec<CourierSums>> {
    let mut sql = Sql::new("SELECT s.provider, ").raw(name_of_own!());
    for bucket in Bucket::ALL {
        let (after, until) = bucket.bounds(now);
        sql = sql
            .arg(", CAST(SUM(CASE WHEN s.settlement_id IS NULL AND s.delivered_at > ?", after)
            .arg(" AND s.delivered_at <= ? THEN 1 ELSE 0 END) AS BIGINT)", until)
            .arg(", CAST(SUM(CASE WHEN s.settlement_id IS NULL AND s.delivered_at > ?", after)
            .arg(" AND s.delivered_at <= ? THEN s.cod_amount - s.remitted_minor ELSE 0 END) AS BIGINT)", until);
    }
    sql.raw(", CAST(SUM(CASE WHEN s.settlement_id IS NOT NULL THEN 1 ELSE 0 END) AS BIGINT)")
        .raw(", CAST(SUM(CASE WHEN s.settlement_id IS NOT NULL THEN s.cod_amount - s.remitted_minor ELSE 0 END) AS BIGINT)")
        .raw(concat!(" FROM shipments s WHERE", open!()))
        .arg(" AND s.store_id = ?", scope.store())
        .raw(concat!(" GROUP BY s.provider, ", name_of_own!(), " ORDER BY COUNT(*) DESC, s.provider, ", name_of_own!()))
        .arg(" LIMIT ?", MOST)
        .all(c)
        .await
}

impl CourierFilter {
    fn add(&self, sql: Sql) -> Sql {
        match self {
            Self::Any => sql,
            Self::Name(name) => sql.arg(" AND s.courier_name = ?", name.clone()),
            Self::ProviderOrName(provider, name) => {
                sql.arg(" AND (s.provider = ?", provider.as_str()).arg(" OR s.courier_name = ?", name.clone()).raw(")")
            }
        }
    }
}

impl CashFilter {
    fn add(&self, sql: Sql, scope: &StoreScope, now: Millis) -> Sql {
        let mut sql = self.courier.add(sql.arg(" AND s.store_id = ?", scope.store()));
        if let Some((after, until)) = self.bucket.map(|bucket| bucket.bounds(now)) {
            sql = sql.arg(" AND s.delivered_at > ?", after).arg(" AND s.delivered_at <= ?", until);
        }
        sql = match self.is_short {
            Some(true) => sql.raw(" AND s.settlement_id IS NOT NULL"),
            Some(false) => sql.raw(" AND s.settlement_id IS NULL"),
            None => sql,
        };
        match &self.waybill {
            Some(key) => sql.arg(" AND s.tracking_key >= ?", key.clone()).arg(" AND s.tracking_key < ?", upper_bound(key)),
            None => sql,
        }
    }
}

/// Both directions of the list's one order: the oldest cash first.
pub(super) fn orders() -> (web::keyset::Sorted, web::keyset::Sorted) {
    web::sorted!("s.delivered_at", "s.id")
}

pub(super) async fn list(
    c: Conn<'_>,
    scope: &StoreScope,
    filter: &CashFilter,
    now: Millis,
    window: &Window,
) -> Result<Vec<OpenShipment>> {
    let sql = Sql::new(
        "SELECT s.id, s.order_id, o.number, s.n, s.provider, s.courier_name, s.tracking_no, s.delivered_at, s.cod_amount, s.remitted_minor, \
         s.settlement_id FROM shipments s CROSS JOIN orders o WHERE s.store_id = ",
    );
    let sql = sql.arg("?", scope.store()).raw(concat!(" AND o.store_id = s.store_id AND o.id = s.order_id AND", open!()));
    window.limit(window.after(filter.add(sql, scope, now))).all(c).await
}

/// Number of matching shipments, up to the cap of lists.
pub(super) async fn count(c: Conn<'_>, scope: &StoreScope, filter: &CashFilter, now: Millis) -> Result<i64> {
    let sql = Sql::new("SELECT COUNT(*) FROM (SELECT s.id FROM shipments s WHERE s.store_id = ");
    let sql = sql.arg("?", scope.store()).raw(concat!(" AND", open!()));
    filter.add(sql, scope, now).arg(" LIMIT ?", COUNTED).raw(") AS counted").one(c).await
}
