//! Every statement on what couriers say of shipments. The version of a shipment stays: no field that a person edits changes here.

use db::{Conn, FromRow, Result, Row as Cells, Sql, p, row};
use kernel::{Millis, OrderId, ShipmentId, StoreId, StoreScope};

use super::courier_step::CourierStep;
use super::tracking::{MOST_EVENTS, Tracking, TrackingEvent};
use crate::shipping::ShippingProvider;

macro_rules! columns {
    () => {
        "id, order_id, courier_step, courier_code, courier_step_at, courier_reason, courier_attempts, tracked_at, is_tracked, next_track_at, \
         silent_reads, has_notices, reported_cash, reported_fee, courier_cash_entry"
    };
}

impl FromRow for Tracking {
    fn from_row(row: &mut Cells<'_>) -> Result<Self> {
        let (shipment_id, order_id, word): (_, _, String) = (row.get()?, row.get()?, row.get()?);
        let step = match word.as_str() {
            "" => None,
            word => Some(CourierStep::parse(word).ok_or_else(|| db::Error::stored_word("shipments", "courier_step", word))?),
        };
        Ok(Self {
            shipment_id,
            order_id,
            step,
            code: row.get()?,
            step_at: row.get()?,
            reason: row.get()?,
            attempts: row.get()?,
            read_at: row.get()?,
            is_open: row.get()?,
            next_at: row.get()?,
            silent_reads: row.get()?,
            has_notices: row.get()?,
            reported_cash: row.get()?,
            reported_fee: row.get()?,
            cash_entry: row.get()?,
        })
    }
}

/// What its courier says of a shipment.
///
/// # Errors
/// Of the database.
pub async fn find_tracking(c: Conn<'_>, scope: &StoreScope, id: ShipmentId) -> Result<Option<Tracking>> {
    c.opt(concat!("SELECT ", columns!(), " FROM shipments WHERE store_id = ?1 AND id = ?2"), p![scope.store(), id]).await
}

/// The same of an order's shipments; 100 at most.
///
/// # Errors
/// Of the database.
pub async fn list_tracking(c: Conn<'_>, scope: &StoreScope, order: OrderId) -> Result<Vec<Tracking>> {
    let sql = concat!("SELECT ", columns!(), " FROM shipments WHERE store_id = ?1 AND order_id = ?2 ORDER BY n LIMIT 100");
    c.all(sql, p![scope.store(), order]).await
}

/// Stores what its courier says of a shipment. The order's row is locked by the caller.
///
/// # Errors
/// Of the database.
pub async fn update_tracking(c: Conn<'_>, scope: &StoreScope, t: &Tracking) -> Result<()> {
    let sql = "UPDATE shipments SET courier_step = ?3, courier_code = ?4, courier_step_at = ?5, courier_reason = ?6, courier_attempts = ?7, \
               tracked_at = ?8, is_tracked = ?9, next_track_at = ?10, silent_reads = ?11, has_notices = ?12, reported_cash = ?13, \
               reported_fee = ?14, courier_cash_entry = ?15 WHERE store_id = ?1 AND id = ?2";
    let params = p![
        scope.store(),
        t.shipment_id,
        t.step.map_or("", CourierStep::as_str),
        t.code,
        t.step_at,
        t.reason,
        t.attempts,
        t.read_at,
        t.is_open,
        t.next_at,
        t.silent_reads,
        t.has_notices,
        t.reported_cash,
        t.reported_fee,
        t.cash_entry
    ];
    c.exec(sql, params).await?;
    Ok(())
}

/// The cash of a shipment is with its courier, whatever its order owes: the courier says that it collected it, and no settlement has
/// it yet.
///
/// # Errors
/// Of the database.
pub async fn set_cash_due(c: Conn<'_>, scope: &StoreScope, id: ShipmentId) -> Result<()> {
    c.exec("UPDATE shipments SET is_cash_due = TRUE WHERE store_id = ?1 AND id = ?2", p![scope.store(), id]).await?;
    Ok(())
}

/// A booked shipment whose courier is to be asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DueTracking {
    /// The store.
    pub store: StoreId,
    /// The shipment.
    pub shipment: ShipmentId,
    /// When it was due.
    pub next_at: Millis,
}
row!(DueTracking { store, shipment, next_at });

/// Booked shipments of every store whose courier is to be asked by now, the longest overdue first.
///
/// # Errors
/// Of the database.
pub async fn list_due_tracking(c: Conn<'_>, now: Millis, limit: i64) -> Result<Vec<DueTracking>> {
    let sql = "SELECT store_id, id, next_track_at FROM shipments WHERE booking = 'booked' AND is_tracked AND next_track_at <= ?1 \
               ORDER BY next_track_at, store_id, id LIMIT ?2";
    c.all(sql, p![now, limit]).await
}

/// Booked shipments of a courier with this tracking number ([`super::tracking_key`]); 5 at most.
///
/// # Errors
/// Of the database.
pub async fn list_by_tracking_key(
    c: Conn<'_>,
    scope: &StoreScope,
    provider: ShippingProvider,
    key: &str,
) -> Result<Vec<(ShipmentId, OrderId)>> {
    let sql = "SELECT id, order_id FROM shipments WHERE store_id = ?1 AND tracking_key = ?2 AND tracking_key <> '' AND provider = ?3 \
               AND booking = 'booked' ORDER BY id LIMIT 5";
    c.all(sql, p![scope.store(), key, provider.as_str()]).await
}

row!(TrackingEvent { step, code, label_ar, label_en, words, at });

/// What happened to a shipment, the oldest first.
///
/// # Errors
/// Of the database.
pub async fn list_tracking_events(c: Conn<'_>, scope: &StoreScope, id: ShipmentId) -> Result<Vec<TrackingEvent>> {
    let sql = "SELECT step, code, label_ar, label_en, words, at FROM shipment_tracking WHERE store_id = ?1 AND shipment_id = ?2 \
               ORDER BY position LIMIT ?3";
    c.all(sql, p![scope.store(), id, i64::try_from(MOST_EVENTS).unwrap_or(i64::MAX)]).await
}

struct Owned(ShipmentId, TrackingEvent);

impl FromRow for Owned {
    fn from_row(row: &mut Cells<'_>) -> Result<Self> {
        Ok(Self(row.get()?, TrackingEvent::from_row(row)?))
    }
}

/// What happened to an order's shipments, each from the oldest on.
///
/// # Errors
/// Of the database.
pub async fn list_tracking_events_by_order(
    c: Conn<'_>,
    scope: &StoreScope,
    order: OrderId,
) -> Result<Vec<(ShipmentId, TrackingEvent)>> {
    let sql = "SELECT t.shipment_id, t.step, t.code, t.label_ar, t.label_en, t.words, t.at FROM shipments s \
               CROSS JOIN shipment_tracking t \
               WHERE t.store_id = s.store_id AND t.shipment_id = s.id AND s.store_id = ?1 AND s.order_id = ?2 ORDER BY s.n, t.position LIMIT 2000";
    let found: Vec<Owned> = c.all(sql, p![scope.store(), order]).await?;
    Ok(found.into_iter().map(|Owned(id, event)| (id, event)).collect())
}

/// Replaces what happened to a shipment.
///
/// # Errors
/// Of the database.
pub async fn replace_tracking_events(c: Conn<'_>, scope: &StoreScope, id: ShipmentId, events: &[TrackingEvent]) -> Result<()> {
    c.exec("DELETE FROM shipment_tracking WHERE store_id = ?1 AND shipment_id = ?2", p![scope.store(), id]).await?;
    if events.is_empty() {
        return Ok(());
    }
    let mut sql = Sql::new(
        "INSERT INTO shipment_tracking (store_id, shipment_id, position, step, code, label_ar, label_en, words, at) VALUES ",
    );
    for (position, event) in (1_i64..).zip(events) {
        let TrackingEvent { step, code, label_ar, label_en, words, at } = event.clone();
        sql = sql
            .raw(if position == 1 { "(" } else { ", (" })
            .arg("?", scope.store())
            .arg(", ?", id)
            .arg(", ?", position)
            .arg(", ?", step.as_str())
            .arg(", ?", code)
            .arg(", ?", label_ar)
            .arg(", ?", label_en)
            .arg(", ?", words)
            .arg(", ?)", at);
    }
    sql.exec(c).await?;
    Ok(())
}
