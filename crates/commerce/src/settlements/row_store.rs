//! Statements on the rows of settlements.

use db::{Conn, Result, Sql, p};
use kernel::{CourierSettlementId, OrderId, ShipmentId, StoreScope};

use super::model::Verdict;
use super::row_model::{RowState, SettlementRow};
use web::keyset::{COUNTED, Window};

macro_rules! columns {
    () => {
        "position, line, waybill, reference, paid_on, courier_status, collected, fee, net, verdict, difference, days, remarks, order_id, \
         order_number, shipment_id, shipment_n, state, booked, booked_entry, was_paid, was_cash_due"
    };
}

/// Inserts a row, or replaces what was found before.
pub(super) async fn upsert(c: Conn<'_>, scope: &StoreScope, settlement: CourierSettlementId, r: &SettlementRow) -> Result<()> {
    let sql = concat!(
        "INSERT INTO courier_settlement_rows (store_id, settlement_id, ",
        columns!(),
        ") VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22, ?23, ?24) \
         ON CONFLICT (store_id, settlement_id, position) DO UPDATE SET line = excluded.line, waybill = excluded.waybill, \
         reference = excluded.reference, paid_on = excluded.paid_on, courier_status = excluded.courier_status, \
         collected = excluded.collected, fee = excluded.fee, net = excluded.net, verdict = excluded.verdict, \
         difference = excluded.difference, days = excluded.days, remarks = excluded.remarks, order_id = excluded.order_id, \
         order_number = excluded.order_number, shipment_id = excluded.shipment_id, shipment_n = excluded.shipment_n, \
         state = excluded.state, booked = excluded.booked, booked_entry = excluded.booked_entry, was_paid = excluded.was_paid, \
         was_cash_due = excluded.was_cash_due"
    );
    c.exec(
        sql,
        p![
            scope.store(),
            settlement,
            r.position,
            r.line,
            r.waybill,
            r.reference,
            r.paid_on,
            r.courier_status,
            r.collected,
            r.fee,
            r.net,
            r.verdict.as_str(),
            r.difference,
            r.days,
            r.remarks,
            r.order_id,
            r.order_number,
            r.shipment_id,
            r.shipment_n,
            r.state.as_str(),
            r.booked,
            r.booked_entry,
            r.was_paid,
            r.was_cash_due
        ],
    )
    .await?;
    Ok(())
}

/// Deletes some rows that are not booked; returns how many.
pub(super) async fn delete_some(c: Conn<'_>, scope: &StoreScope, settlement: CourierSettlementId, limit: i64) -> Result<u64> {
    let sql = "DELETE FROM courier_settlement_rows WHERE store_id = ?1 AND settlement_id = ?2 AND position IN \
               (SELECT position FROM courier_settlement_rows WHERE store_id = ?1 AND settlement_id = ?2 AND state = 'found' \
               ORDER BY position LIMIT ?3)";
    c.exec(sql, p![scope.store(), settlement, limit]).await
}

/// What rows of a dry run before a position would book, by shipment.
pub(super) async fn list_found(
    c: Conn<'_>,
    scope: &StoreScope,
    settlement: CourierSettlementId,
    before: i64,
    shipments: Vec<ShipmentId>,
) -> Result<Vec<(ShipmentId, i64)>> {
    if shipments.is_empty() {
        return Ok(Vec::new());
    }
    Sql::new("SELECT shipment_id, CAST(SUM(collected) AS BIGINT) FROM courier_settlement_rows WHERE state = 'found' AND verdict NOT IN ('twice', 'not_ours')")
        .arg(" AND store_id = ?", scope.store())
        .arg(" AND settlement_id = ?", settlement)
        .arg(" AND position < ?", before)
        .list(" AND shipment_id IN ", shipments, " GROUP BY shipment_id")
        .all(c)
        .await
}

/// The booked row of a shipment.
pub(super) async fn find_posted(
    c: Conn<'_>,
    scope: &StoreScope,
    settlement: CourierSettlementId,
    shipment: ShipmentId,
    position: i64,
) -> Result<Option<SettlementRow>> {
    let sql = concat!(
        "SELECT ",
        columns!(),
        " FROM courier_settlement_rows WHERE store_id = ?1 AND settlement_id = ?2 AND shipment_id = ?3 AND position = ?4 AND state = 'posted'"
    );
    c.opt(sql, p![scope.store(), settlement, shipment, position]).await
}

/// The orders of booked rows.
pub(super) async fn list_posted_orders(
    c: Conn<'_>,
    scope: &StoreScope,
    settlement: CourierSettlementId,
    shipments: Vec<ShipmentId>,
) -> Result<Vec<OrderId>> {
    if shipments.is_empty() {
        return Ok(Vec::new());
    }
    Sql::new("SELECT order_id FROM courier_settlement_rows WHERE order_id IS NOT NULL AND state = 'posted'")
        .arg(" AND store_id = ?", scope.store())
        .arg(" AND settlement_id = ?", settlement)
        .list(" AND shipment_id IN ", shipments, "")
        .all(c)
        .await
}

/// The latest other settlement that has booked a row of a shipment.
pub(super) async fn find_other(
    c: Conn<'_>,
    scope: &StoreScope,
    settlement: CourierSettlementId,
    shipment: ShipmentId,
) -> Result<Option<CourierSettlementId>> {
    let sql = "SELECT settlement_id FROM courier_settlement_rows WHERE store_id = ?1 AND shipment_id = ?3 AND settlement_id <> ?2 \
               AND state = 'posted' ORDER BY settlement_id DESC LIMIT 1";
    c.opt(sql, p![scope.store(), settlement, shipment]).await
}

/// Sums of the rows with one verdict.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct VerdictSums {
    pub(super) verdict: Verdict,
    pub(super) rows: i64,
    pub(super) collected: i64,
    pub(super) fee: i64,
    pub(super) net: i64,
    pub(super) difference: i64,
    /// What is booked as the customers' payments.
    pub(super) booked: i64,
}
db::row!(VerdictSums { verdict, rows, collected, fee, net, difference, booked });

/// The sums of a settlement by verdict.
pub(super) async fn list_sums(c: Conn<'_>, scope: &StoreScope, settlement: CourierSettlementId) -> Result<Vec<VerdictSums>> {
    let sql = "SELECT verdict, COUNT(*), CAST(SUM(collected) AS BIGINT), CAST(SUM(fee) AS BIGINT), CAST(SUM(net) AS BIGINT), \
               CAST(SUM(difference) AS BIGINT), CAST(SUM(CASE WHEN state IN ('posted', 'kept') THEN booked ELSE 0 END) AS BIGINT) \
               FROM courier_settlement_rows WHERE store_id = ?1 AND settlement_id = ?2 GROUP BY verdict ORDER BY verdict LIMIT 20";
    c.all(sql, p![scope.store(), settlement]).await
}

/// The filter of a list of rows.
#[derive(Debug, Clone, Default)]
pub(super) struct RowFilter {
    /// Any when empty.
    pub(super) verdicts: Vec<&'static str>,
    /// Any when empty.
    pub(super) states: Vec<&'static str>,
}

impl RowFilter {
    fn add(&self, sql: Sql, scope: &StoreScope, settlement: CourierSettlementId) -> Sql {
        let mut sql = sql.arg(" store_id = ?", scope.store()).arg(" AND settlement_id = ?", settlement);
        for (head, words) in [(" AND verdict IN ", &self.verdicts), (" AND state IN ", &self.states)] {
            if !words.is_empty() {
                sql = sql.list(head, words.clone(), "");
            }
        }
        sql
    }
}

/// Both directions of the one order of rows: that of the sheet.
pub(super) fn orders() -> (web::keyset::Sorted, web::keyset::Sorted) {
    web::sorted!("position", "position")
}

pub(super) async fn list(
    c: Conn<'_>,
    scope: &StoreScope,
    settlement: CourierSettlementId,
    filter: &RowFilter,
    window: &Window,
) -> Result<Vec<SettlementRow>> {
    let sql = Sql::new(concat!("SELECT ", columns!(), " FROM courier_settlement_rows WHERE"));
    window.limit(window.after(filter.add(sql, scope, settlement))).all(c).await
}

/// Number of matching rows, up to the cap of lists.
pub(super) async fn count(c: Conn<'_>, scope: &StoreScope, settlement: CourierSettlementId, filter: &RowFilter) -> Result<i64> {
    let sql = filter.add(Sql::new("SELECT COUNT(*) FROM (SELECT position FROM courier_settlement_rows WHERE"), scope, settlement);
    sql.arg(" LIMIT ?", COUNTED).raw(") AS counted").one(c).await
}

/// The state of a row after its undo.
pub(super) async fn set_state(
    c: Conn<'_>,
    scope: &StoreScope,
    settlement: CourierSettlementId,
    position: i64,
    state: RowState,
) -> Result<()> {
    let sql = "UPDATE courier_settlement_rows SET state = ?4 WHERE store_id = ?1 AND settlement_id = ?2 AND position = ?3";
    c.exec(sql, p![scope.store(), settlement, position, state.as_str()]).await?;
    Ok(())
}
