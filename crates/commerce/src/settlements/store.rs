//! Statements on settlements, and on the shipments that rows of a sheet can mean.

use db::{Conn, Result, Sql, p, row};
use kernel::{CourierSettlementId, Currency, ImportId, Millis, StoreScope, UserId};

use super::model::State;
use super::row_model::Candidate;
use web::keyset::{COUNTED, Window};

/// A settlement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Settlement {
    pub(super) id: CourierSettlementId,
    pub(super) sheet_id: ImportId,
    pub(super) file_name: String,
    pub(super) courier: String,
    pub(super) reference: String,
    /// `2026-11-29`
    pub(super) remitted_on: String,
    pub(super) currency: Currency,
    pub(super) stated_total: Option<i64>,
    pub(super) late_after_days: i64,
    pub(super) agreed_fee: Option<i64>,
    pub(super) state: State,
    pub(super) created_by: UserId,
    pub(super) created_at: Millis,
    pub(super) posted_by_name: Option<String>,
    pub(super) posted_at: Option<Millis>,
    pub(super) undone_at: Option<Millis>,
    pub(super) version: i64,
}
row!(Settlement {
    id,
    sheet_id,
    file_name,
    courier,
    reference,
    remitted_on,
    currency,
    stated_total,
    late_after_days,
    agreed_fee,
    state,
    created_by,
    created_at,
    posted_by_name,
    posted_at,
    undone_at,
    version,
});

macro_rules! columns {
    () => {
        "id, sheet_id, file_name, courier, reference, remitted_on, currency, stated_total, late_after_days, agreed_fee, state, created_by, \
         created_at, posted_by_name, posted_at, undone_at, version"
    };
}

/// The filter of the list.
#[derive(Debug, Clone, Default)]
pub(super) struct SettlementFilter {
    /// Any when empty.
    pub(super) states: Vec<&'static str>,
    /// Folded.
    pub(super) courier: Option<String>,
}

impl SettlementFilter {
    fn add(&self, sql: Sql, scope: &StoreScope) -> Sql {
        let sql = sql.arg(" store_id = ?", scope.store()).opt(" AND courier_key = ?", self.courier.clone());
        if self.states.is_empty() { sql } else { sql.list(" AND state IN ", self.states.clone(), "") }
    }
}

/// Both directions of the list's one order.
pub(super) fn orders() -> (web::keyset::Sorted, web::keyset::Sorted) {
    web::sorted!("created_at", "id")
}

pub(super) async fn find(c: Conn<'_>, scope: &StoreScope, id: CourierSettlementId) -> Result<Option<Settlement>> {
    let sql = concat!("SELECT ", columns!(), " FROM courier_settlements WHERE store_id = ?1 AND id = ?2");
    c.opt(sql, p![scope.store(), id]).await
}

pub(super) async fn find_by_sheet(c: Conn<'_>, scope: &StoreScope, sheet: ImportId) -> Result<Option<Settlement>> {
    let sql = concat!("SELECT ", columns!(), " FROM courier_settlements WHERE store_id = ?1 AND sheet_id = ?2");
    c.opt(sql, p![scope.store(), sheet]).await
}

/// The newest settlement of a courier, for the terms that were agreed last.
pub(super) async fn find_newest(c: Conn<'_>, scope: &StoreScope, courier_key: &str) -> Result<Option<Settlement>> {
    let sql = concat!(
        "SELECT ",
        columns!(),
        " FROM courier_settlements WHERE store_id = ?1 AND courier_key = ?2 ORDER BY id DESC LIMIT 1"
    );
    c.opt(sql, p![scope.store(), courier_key]).await
}

pub(super) async fn list(c: Conn<'_>, scope: &StoreScope, filter: &SettlementFilter, window: &Window) -> Result<Vec<Settlement>> {
    let sql = Sql::new(concat!("SELECT ", columns!(), " FROM courier_settlements WHERE"));
    window.limit(window.after(filter.add(sql, scope))).all(c).await
}

/// Number of matching settlements, up to the cap of lists.
pub(super) async fn count(c: Conn<'_>, scope: &StoreScope, filter: &SettlementFilter) -> Result<i64> {
    let sql = filter.add(Sql::new("SELECT COUNT(*) FROM (SELECT id FROM courier_settlements WHERE"), scope);
    sql.arg(" LIMIT ?", COUNTED).raw(") AS counted").one(c).await
}

pub(super) async fn insert(c: Conn<'_>, scope: &StoreScope, s: &Settlement, courier_key: &str) -> Result<()> {
    let sql = concat!(
        "INSERT INTO courier_settlements (store_id, courier_key, updated_at, ",
        columns!(),
        ") VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?3, ?16, ?17, ?18, ?19)"
    );
    c.exec(
        sql,
        p![
            scope.store(),
            courier_key,
            s.created_at,
            s.id,
            s.sheet_id,
            s.file_name,
            s.courier,
            s.reference,
            s.remitted_on,
            s.currency.code(),
            s.stated_total,
            s.late_after_days,
            s.agreed_fee,
            s.state.as_str(),
            s.created_by,
            s.posted_by_name,
            s.posted_at,
            s.undone_at,
            s.version
        ],
    )
    .await?;
    Ok(())
}

/// Updates a draft that is still at the version before; false when it is stale or no draft any more.
pub(super) async fn update(c: Conn<'_>, scope: &StoreScope, s: &Settlement, courier_key: &str, now: Millis) -> Result<bool> {
    let sql = "UPDATE courier_settlements SET courier = ?4, courier_key = ?5, reference = ?6, remitted_on = ?7, stated_total = ?8, \
               late_after_days = ?9, agreed_fee = ?10, updated_at = ?11, version = ?3 + 1 \
               WHERE store_id = ?1 AND id = ?2 AND version = ?3 AND state = 'draft'";
    let n = c
        .exec(
            sql,
            p![
                scope.store(),
                s.id,
                s.version,
                s.courier,
                courier_key,
                s.reference,
                s.remitted_on,
                s.stated_total,
                s.late_after_days,
                s.agreed_fee,
                now
            ],
        )
        .await?;
    Ok(n == 1)
}

/// Deletes a draft that has no rows any more; false when it is no draft, or gone.
pub(super) async fn delete(c: Conn<'_>, scope: &StoreScope, id: CourierSettlementId) -> Result<bool> {
    let sql = "DELETE FROM courier_settlements WHERE store_id = ?1 AND id = ?2 AND state = 'draft'";
    Ok(c.exec(sql, p![scope.store(), id]).await? == 1)
}

/// Its posting begins; none when it is no draft.
pub(super) async fn set_posted(
    c: Conn<'_>,
    scope: &StoreScope,
    sheet: ImportId,
    by: &str,
    now: Millis,
) -> Result<Option<CourierSettlementId>> {
    let sql = "UPDATE courier_settlements SET state = 'posted', posted_by_name = ?3, posted_at = ?4, updated_at = ?4, version = version + 1 \
               WHERE store_id = ?1 AND sheet_id = ?2 AND state = 'draft' RETURNING id";
    c.opt(sql, p![scope.store(), sheet, by, now]).await
}

/// Its undo has ended; none when it was not posted.
pub(super) async fn set_undone(
    c: Conn<'_>,
    scope: &StoreScope,
    sheet: ImportId,
    now: Millis,
) -> Result<Option<CourierSettlementId>> {
    let sql = "UPDATE courier_settlements SET state = 'undone', undone_at = ?3, updated_at = ?3, version = version + 1 \
               WHERE store_id = ?1 AND sheet_id = ?2 AND state = 'posted' RETURNING id";
    c.opt(sql, p![scope.store(), sheet, now]).await
}

/// The shipments with these tracking numbers.
pub(super) async fn list_by_waybill(c: Conn<'_>, scope: &StoreScope, keys: Vec<String>) -> Result<Vec<Candidate>> {
    if keys.is_empty() {
        return Ok(Vec::new());
    }
    Sql::new(
        "SELECT s.id, s.order_id, o.number, s.n, s.tracking_key, s.provider, s.courier_name, s.status, s.cod_amount, s.delivered_at, \
         s.remitted_minor, s.courier_fee_minor, s.settlement_id, s.is_cash_due FROM shipments s \
         JOIN orders o ON o.store_id = s.store_id AND o.id = s.order_id WHERE s.tracking_key <> ''",
    )
    .arg(" AND s.store_id = ?", scope.store())
    .list(" AND s.tracking_key IN ", keys, " ORDER BY s.id LIMIT 5000")
    .all(c)
    .await
}

/// The shipments of orders with these numbers; pickups collect no cash by courier.
pub(super) async fn list_by_number(c: Conn<'_>, scope: &StoreScope, numbers: Vec<i64>) -> Result<Vec<Candidate>> {
    if numbers.is_empty() {
        return Ok(Vec::new());
    }
    Sql::new(
        "SELECT s.id, s.order_id, o.number, s.n, s.tracking_key, s.provider, s.courier_name, s.status, s.cod_amount, s.delivered_at, \
         s.remitted_minor, s.courier_fee_minor, s.settlement_id, s.is_cash_due FROM orders o \
         CROSS JOIN shipments s WHERE s.store_id = o.store_id AND s.order_id = o.id AND s.provider <> 'PICKUP'",
    )
    .arg(" AND o.store_id = ?", scope.store())
    .list(" AND o.number IN ", numbers, " ORDER BY s.id LIMIT 20000")
    .all(c)
    .await
}
