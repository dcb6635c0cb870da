//! Every statement of returns and refunds.

use std::collections::HashMap;

use db::{Conn, FromRow, Json, Result, Row as Cells, Sql, p};
use kernel::{Millis, OrderId, OrderReturnId, RefundId, ReturnReasonId, StockLocationId, StoreScope, Texts};

use super::model::{Amount, LinePart, Refunded};

/// A reason of the merchant's list.
#[derive(Debug, Clone)]
pub(in crate::orders) struct ReasonRow {
    pub(in crate::orders) id: ReturnReasonId,
    pub(in crate::orders) name: Texts,
    pub(in crate::orders) is_active: bool,
    pub(in crate::orders) display_order: i64,
    pub(in crate::orders) version: i64,
}

impl FromRow for ReasonRow {
    fn from_row(row: &mut Cells<'_>) -> Result<Self> {
        Ok(Self {
            id: row.get()?,
            name: row.get::<Json<_>>()?.0,
            is_active: row.get()?,
            display_order: row.get()?,
            version: row.get()?,
        })
    }
}

/// The merchant's reasons in their order, up to the limit.
pub(in crate::orders) async fn list_reasons(c: Conn<'_>, scope: &StoreScope) -> Result<Vec<ReasonRow>> {
    let sql = "SELECT id, name, is_active, display_order, version FROM return_reasons WHERE store_id = ?1 ORDER BY display_order, id LIMIT 100";
    c.all(sql, p![scope.store()]).await
}

pub(in crate::orders) async fn insert_reason(c: Conn<'_>, scope: &StoreScope, reason: &ReasonRow, now: Millis) -> Result<()> {
    let ReasonRow { id, name, is_active, display_order, .. } = reason;
    let sql = "INSERT INTO return_reasons (store_id, id, name, is_active, display_order, created_at, updated_at, version) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?6, 1)";
    c.exec(sql, p![scope.store(), id, Json(name), is_active, display_order, now]).await?;
    Ok(())
}

/// Updates a reason that is still at its version; false when it is stale.
pub(in crate::orders) async fn update_reason(c: Conn<'_>, scope: &StoreScope, reason: &ReasonRow, now: Millis) -> Result<bool> {
    let ReasonRow { id, name, is_active, display_order, version } = reason;
    let sql = "UPDATE return_reasons SET name = ?3, is_active = ?4, display_order = ?5, updated_at = ?6, version = version + 1 \
               WHERE store_id = ?1 AND id = ?2 AND version = ?7";
    Ok(c.exec(sql, p![scope.store(), id, Json(name), is_active, display_order, now, version]).await? == 1)
}

pub(in crate::orders) async fn delete_reason(c: Conn<'_>, scope: &StoreScope, id: ReturnReasonId) -> Result<bool> {
    Ok(c.exec("DELETE FROM return_reasons WHERE store_id = ?1 AND id = ?2", p![scope.store(), id]).await? == 1)
}

// ---- returns --------------------------------------------------------------------------------------------------------

/// A line of a return.
#[derive(Debug, Clone)]
pub(in crate::orders) struct ReturnLine {
    pub(in crate::orders) line: i64,
    pub(in crate::orders) quantity: i64,
    pub(in crate::orders) reason: Option<(ReturnReasonId, Texts)>,
    pub(in crate::orders) is_restocked: bool,
}

/// A return to insert.
pub(in crate::orders) struct NewReturn<'a> {
    pub(in crate::orders) id: OrderReturnId,
    pub(in crate::orders) order: OrderId,
    pub(in crate::orders) location: Option<StockLocationId>,
    pub(in crate::orders) note: Option<&'a str>,
    pub(in crate::orders) lines: &'a [ReturnLine],
}

pub(in crate::orders) async fn insert_return(c: Conn<'_>, scope: &StoreScope, new: &NewReturn<'_>, now: Millis) -> Result<()> {
    let NewReturn { id, order, location, note, lines } = new;
    let actor = scope.actor();
    let count: i64 = lines.iter().map(|l| l.quantity).sum();
    let sql = "INSERT INTO order_returns (store_id, id, order_id, location_id, items_count, note, actor_kind, actor_name, created_at) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)";
    c.exec(sql, p![scope.store(), id, order, location, count, note, actor.kind.as_str(), actor.name, now]).await?;
    for chunk in lines.chunks(50) {
        let mut sql = Sql::new(
            "INSERT INTO order_return_lines (store_id, return_id, line, quantity, reason_id, reason, is_restocked) VALUES ",
        );
        for (n, line) in chunk.iter().enumerate() {
            let (reason_id, reason) = line.reason.clone().unzip();
            sql = sql
                .raw(if n == 0 { "(" } else { ", (" })
                .arg("?", scope.store())
                .arg(", ?", *id)
                .arg(", ?", line.line)
                .arg(", ?", line.quantity)
                .arg(", ?", reason_id)
                .arg(", ?", Json(reason.unwrap_or_default()))
                .arg(", ?)", line.is_restocked);
        }
        sql.exec(c).await?;
    }
    Ok(())
}

/// A return's row.
pub(in crate::orders) struct ReturnRow {
    pub(in crate::orders) id: OrderReturnId,
    pub(in crate::orders) location_id: Option<StockLocationId>,
    pub(in crate::orders) items_count: i64,
    pub(in crate::orders) note: Option<String>,
    pub(in crate::orders) actor_kind: String,
    pub(in crate::orders) actor_name: String,
    pub(in crate::orders) created_at: Millis,
}
db::row!(ReturnRow { id, location_id, items_count, note, actor_kind, actor_name, created_at });

/// The latest returns of an order, 200 at most, newest first.
pub(in crate::orders) async fn list_returns(c: Conn<'_>, scope: &StoreScope, order: OrderId) -> Result<Vec<ReturnRow>> {
    let sql = "SELECT id, location_id, items_count, note, actor_kind, actor_name, created_at FROM order_returns \
               WHERE store_id = ?1 AND order_id = ?2 ORDER BY id DESC LIMIT 200";
    c.all(sql, p![scope.store(), order]).await
}

/// A row of a return's line.
pub(in crate::orders) struct ReturnLineRow {
    pub(in crate::orders) return_id: OrderReturnId,
    pub(in crate::orders) line: i64,
    pub(in crate::orders) quantity: i64,
    pub(in crate::orders) reason_id: Option<ReturnReasonId>,
    pub(in crate::orders) reason: Json<Texts>,
    pub(in crate::orders) is_restocked: bool,
}
db::row!(ReturnLineRow { return_id, line, quantity, reason_id, reason, is_restocked });

/// The lines of an order's returns.
pub(in crate::orders) async fn list_return_lines(c: Conn<'_>, scope: &StoreScope, order: OrderId) -> Result<Vec<ReturnLineRow>> {
    let sql = "SELECT l.return_id, l.line, l.quantity, l.reason_id, l.reason, l.is_restocked FROM order_returns r \
               CROSS JOIN order_return_lines l \
               WHERE l.store_id = r.store_id AND l.return_id = r.id AND r.store_id = ?1 AND r.order_id = ?2 ORDER BY l.return_id, l.line LIMIT 5000";
    c.all(sql, p![scope.store(), order]).await
}

// ---- refunds --------------------------------------------------------------------------------------------------------

/// A refund to insert.
pub(in crate::orders) struct NewRefund<'a> {
    pub(in crate::orders) id: RefundId,
    pub(in crate::orders) order: OrderId,
    pub(in crate::orders) return_id: Option<OrderReturnId>,
    pub(in crate::orders) sum: Amount,
    pub(in crate::orders) shipping: Amount,
    pub(in crate::orders) fees: Amount,
    pub(in crate::orders) note: Option<&'a str>,
    pub(in crate::orders) lines: &'a [LinePart],
}

pub(in crate::orders) async fn insert_refund(c: Conn<'_>, scope: &StoreScope, new: &NewRefund<'_>, now: Millis) -> Result<()> {
    let NewRefund { id, order, return_id, sum, shipping, fees, note, lines } = new;
    let actor = scope.actor();
    let sql = "INSERT INTO order_refunds (store_id, id, order_id, return_id, amount, vat, shipping, shipping_vat, fees, fees_vat, note, \
               actor_kind, actor_name, created_at) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)";
    c.exec(
        sql,
        p![
            scope.store(),
            id,
            order,
            return_id,
            sum.amount,
            sum.vat,
            shipping.amount,
            shipping.vat,
            fees.amount,
            fees.vat,
            note,
            actor.kind.as_str(),
            actor.name,
            now
        ],
    )
    .await?;
    for chunk in lines.chunks(50) {
        let mut sql = Sql::new("INSERT INTO order_refund_lines (store_id, refund_id, line, quantity, amount, vat) VALUES ");
        for (n, LinePart { line, quantity, sum, .. }) in chunk.iter().enumerate() {
            sql = sql
                .raw(if n == 0 { "(" } else { ", (" })
                .arg("?", scope.store())
                .arg(", ?", *id)
                .arg(", ?", *line)
                .arg(", ?", *quantity)
                .arg(", ?", sum.amount)
                .arg(", ?)", sum.vat);
        }
        sql.exec(c).await?;
    }
    Ok(())
}

/// A refund's row.
pub(in crate::orders) struct RefundRow {
    pub(in crate::orders) id: RefundId,
    pub(in crate::orders) return_id: Option<OrderReturnId>,
    pub(in crate::orders) amount: i64,
    pub(in crate::orders) vat: i64,
    pub(in crate::orders) shipping: i64,
    pub(in crate::orders) fees: i64,
    pub(in crate::orders) note: Option<String>,
    pub(in crate::orders) actor_kind: String,
    pub(in crate::orders) actor_name: String,
    pub(in crate::orders) created_at: Millis,
}
db::row!(RefundRow { id, return_id, amount, vat, shipping, fees, note, actor_kind, actor_name, created_at });

/// The latest refunds of an order, 200 at most, newest first.
pub(in crate::orders) async fn list_refunds(c: Conn<'_>, scope: &StoreScope, order: OrderId) -> Result<Vec<RefundRow>> {
    let sql = "SELECT id, return_id, amount, vat, shipping, fees, note, actor_kind, actor_name, created_at FROM order_refunds \
               WHERE store_id = ?1 AND order_id = ?2 ORDER BY id DESC LIMIT 200";
    c.all(sql, p![scope.store(), order]).await
}

/// A row of a refund's line.
pub(in crate::orders) struct RefundLineRow {
    pub(in crate::orders) refund_id: RefundId,
    pub(in crate::orders) line: i64,
    pub(in crate::orders) quantity: i64,
    pub(in crate::orders) amount: i64,
    pub(in crate::orders) vat: i64,
}
db::row!(RefundLineRow { refund_id, line, quantity, amount, vat });

/// The lines of an order's refunds.
pub(in crate::orders) async fn list_refund_lines(c: Conn<'_>, scope: &StoreScope, order: OrderId) -> Result<Vec<RefundLineRow>> {
    let sql = "SELECT l.refund_id, l.line, l.quantity, l.amount, l.vat FROM order_refunds r \
               CROSS JOIN order_refund_lines l \
               WHERE l.store_id = r.store_id AND l.refund_id = r.id AND r.store_id = ?1 AND r.order_id = ?2 ORDER BY l.refund_id, l.line LIMIT 5000";
    c.all(sql, p![scope.store(), order]).await
}

/// The refunded part of shipping and of the payment fee.
pub(in crate::orders) struct RefundedFees {
    pub(in crate::orders) id: RefundId,
    pub(in crate::orders) shipping: i64,
    pub(in crate::orders) shipping_vat: i64,
    pub(in crate::orders) fees: i64,
    pub(in crate::orders) fees_vat: i64,
}
db::row!(RefundedFees { id, shipping, shipping_vat, fees, fees_vat });

/// The refunds of an order that include fees.
pub(in crate::orders) async fn list_refunded_fees(c: Conn<'_>, scope: &StoreScope, order: OrderId) -> Result<Vec<RefundedFees>> {
    let sql = "SELECT id, shipping, shipping_vat, fees, fees_vat FROM order_refunds \
               WHERE store_id = ?1 AND order_id = ?2 AND (shipping > 0 OR fees > 0) ORDER BY id LIMIT 5000";
    c.all(sql, p![scope.store(), order]).await
}

/// Refunded pieces by line; lines without any are absent.
pub(in crate::orders) async fn list_refunded_pieces(
    c: Conn<'_>,
    scope: &StoreScope,
    order: OrderId,
) -> Result<HashMap<i64, i64>> {
    let sql = "SELECT l.line, CAST(SUM(l.quantity) AS BIGINT) FROM order_refunds r \
               CROSS JOIN order_refund_lines l \
               WHERE l.store_id = r.store_id AND l.refund_id = r.id AND r.store_id = ?1 AND r.order_id = ?2 GROUP BY l.line LIMIT 1000";
    let rows: Vec<(i64, i64)> = c.all(sql, p![scope.store(), order]).await?;
    Ok(rows.into_iter().collect())
}

struct Parts(i64, i64, i64, i64);
impl FromRow for Parts {
    fn from_row(row: &mut Cells<'_>) -> Result<Self> {
        Ok(Self(row.get()?, row.get()?, row.get()?, row.get()?))
    }
}

/// What was refunded of an order so far, summed by line.
pub(in crate::orders) async fn get_refunded(c: Conn<'_>, scope: &StoreScope, order: OrderId) -> Result<Refunded> {
    let sql = "SELECT l.line, CAST(SUM(l.quantity) AS BIGINT), CAST(SUM(l.amount) AS BIGINT), CAST(SUM(l.vat) AS BIGINT) FROM order_refunds r \
               CROSS JOIN order_refund_lines l \
               WHERE l.store_id = r.store_id AND l.refund_id = r.id AND r.store_id = ?1 AND r.order_id = ?2 GROUP BY l.line LIMIT 1000";
    let lines: Vec<Parts> = c.all(sql, p![scope.store(), order]).await?;
    let sql = "SELECT CAST(COALESCE(SUM(shipping), 0) AS BIGINT), CAST(COALESCE(SUM(shipping_vat), 0) AS BIGINT), \
               CAST(COALESCE(SUM(fees), 0) AS BIGINT), CAST(COALESCE(SUM(fees_vat), 0) AS BIGINT) \
               FROM order_refunds WHERE store_id = ?1 AND order_id = ?2";
    let Parts(shipping, shipping_vat, fees, fees_vat) = c.one(sql, p![scope.store(), order]).await?;
    Ok(Refunded {
        lines: lines
            .into_iter()
            .map(|Parts(line, quantity, amount, vat)| LinePart {
                line,
                quantity,
                sum: Amount { amount, vat },
                discount: 0,
                coupon: 0,
            })
            .collect(),
        shipping: Amount { amount: shipping, vat: shipping_vat },
        fees: Amount { amount: fees, vat: fees_vat },
    })
}
