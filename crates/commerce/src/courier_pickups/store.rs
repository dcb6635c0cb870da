//! Every statement on pickups.

use db::{Conn, FromRow, Result, Row as Cells, Sql, p, row};
use kernel::{CourierPickupId, Millis, ShipmentId, StoreId, StoreScope};

use super::model::{CourierPickup, Slot};
use crate::shipping::ShippingProvider;

macro_rules! columns {
    () => {
        "id, provider, warehouse_id, location_id, date, slot, contact_name, contact_phone, note, parcels, state, courier_id, number, reason, \
         reason_words, is_cancel_requested, next_read_at, created_by_name, created_at, updated_at"
    };
}

impl FromRow for CourierPickup {
    fn from_row(row: &mut Cells<'_>) -> Result<Self> {
        let (id, provider, warehouse_id, location_id, date) = (row.get()?, row.get()?, row.get()?, row.get()?, row.get()?);
        let word: String = row.get()?;
        let slot = match word.as_str() {
            "" => None,
            word => Some(Slot::parse(word).ok_or_else(|| db::Error::stored_word("courier_pickups", "slot", word))?),
        };
        Ok(Self {
            id,
            provider,
            warehouse_id,
            location_id,
            date,
            slot,
            contact_name: row.get()?,
            contact_phone: row.get()?,
            note: row.get()?,
            parcels: row.get()?,
            state: row.get()?,
            courier_id: row.get()?,
            number: row.get()?,
            reason: row.get()?,
            reason_words: row.get()?,
            is_cancel_requested: row.get()?,
            next_read_at: row.get()?,
            created_by_name: row.get()?,
            created_at: row.get()?,
            updated_at: row.get()?,
        })
    }
}

/// The pickup with an id.
pub(super) async fn find(c: Conn<'_>, scope: &StoreScope, id: CourierPickupId) -> Result<Option<CourierPickup>> {
    c.opt(concat!("SELECT ", columns!(), " FROM courier_pickups WHERE store_id = ?1 AND id = ?2"), p![scope.store(), id]).await
}

/// The pickup with an id, which nobody else changes until the transaction ends.
pub(super) async fn lock(c: Conn<'_>, scope: &StoreScope, id: CourierPickupId) -> Result<Option<CourierPickup>> {
    let sql = concat!("SELECT ", columns!(), " FROM courier_pickups WHERE store_id = ?1 AND id = ?2 FOR NO KEY UPDATE");
    c.opt(sql, p![scope.store(), id]).await
}

/// The pickups of a courier, the latest day first: `limit` of them after `skipped`.
pub(super) async fn list(
    c: Conn<'_>,
    scope: &StoreScope,
    provider: ShippingProvider,
    limit: i64,
    skipped: i64,
) -> Result<Vec<CourierPickup>> {
    let sql = concat!(
        "SELECT ",
        columns!(),
        " FROM courier_pickups WHERE store_id = ?1 AND provider = ?2 ORDER BY date DESC, id DESC LIMIT ?3 OFFSET ?4"
    );
    c.all(sql, p![scope.store(), provider.as_str(), limit, skipped]).await
}

/// Whether another pickup of the same day is the one that its courier has under an id.
pub(super) async fn exists_other(c: Conn<'_>, scope: &StoreScope, pickup: &CourierPickup, courier_id: &str) -> Result<bool> {
    let sql = "SELECT id FROM courier_pickups WHERE store_id = ?1 AND provider = ?2 AND date = ?3 AND courier_id = ?4 AND id <> ?5 LIMIT 1";
    let params = p![scope.store(), pickup.provider.as_str(), pickup.date, courier_id, pickup.id];
    Ok(c.opt::<CourierPickupId>(sql, params).await?.is_some())
}

/// The open pickups of a courier whose read is planned; 200 at most.
pub(super) async fn list_open(c: Conn<'_>, scope: &StoreScope, provider: ShippingProvider) -> Result<Vec<CourierPickup>> {
    let sql = concat!(
        "SELECT ",
        columns!(),
        " FROM courier_pickups WHERE store_id = ?1 AND provider = ?2 AND next_read_at IS NOT NULL ORDER BY date DESC, id DESC LIMIT 200"
    );
    c.all(sql, p![scope.store(), provider.as_str()]).await
}

/// Inserts a pickup with its parcels.
pub(super) async fn insert(c: Conn<'_>, scope: &StoreScope, pickup: &CourierPickup, shipments: &[ShipmentId]) -> Result<()> {
    let sql = concat!(
        "INSERT INTO courier_pickups (store_id, ",
        columns!(),
        ") VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21)"
    );
    let k = pickup;
    let params = p![
        scope.store(),
        k.id,
        k.provider.as_str(),
        k.warehouse_id,
        k.location_id,
        k.date,
        k.slot.map_or("", Slot::as_str),
        k.contact_name,
        k.contact_phone,
        k.note,
        k.parcels,
        k.state.as_str(),
        k.courier_id,
        k.number,
        k.reason,
        k.reason_words,
        k.is_cancel_requested,
        k.next_read_at,
        k.created_by_name,
        k.created_at,
        k.updated_at
    ];
    c.exec(sql, params).await?;
    let mut sql = Sql::new("INSERT INTO courier_pickup_shipments (store_id, pickup_id, shipment_id) VALUES ");
    for (n, shipment) in shipments.iter().enumerate() {
        sql = sql.raw(if n == 0 { "(" } else { ", (" }).arg("?", scope.store()).arg(", ?", pickup.id).arg(", ?)", *shipment);
    }
    if !shipments.is_empty() {
        sql.exec(c).await?;
    }
    Ok(())
}

/// Writes what moves of a pickup. Its row is locked by the caller.
pub(super) async fn update(c: Conn<'_>, scope: &StoreScope, pickup: &CourierPickup) -> Result<()> {
    let sql = "UPDATE courier_pickups SET location_id = ?3, state = ?4, courier_id = ?5, number = ?6, reason = ?7, reason_words = ?8, \
               is_cancel_requested = ?9, next_read_at = ?10, updated_at = ?11 WHERE store_id = ?1 AND id = ?2";
    let k = pickup;
    let params = p![
        scope.store(),
        k.id,
        k.location_id,
        k.state.as_str(),
        k.courier_id,
        k.number,
        k.reason,
        k.reason_words,
        k.is_cancel_requested,
        k.next_read_at,
        k.updated_at
    ];
    c.exec(sql, params).await?;
    Ok(())
}

/// A parcel of a pickup, with the number of its order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PickupParcel {
    pub(super) pickup: CourierPickupId,
    pub(super) shipment: ShipmentId,
    pub(super) order_number: i64,
    pub(super) n: i64,
}
row!(PickupParcel { pickup, shipment, order_number, n });

/// The parcels of these pickups; 5,000 at most.
pub(super) async fn list_parcels(c: Conn<'_>, scope: &StoreScope, pickups: &[CourierPickupId]) -> Result<Vec<PickupParcel>> {
    if pickups.is_empty() {
        return Ok(Vec::new());
    }
    Sql::new(
        "SELECT l.pickup_id, s.id, o.number, s.n FROM courier_pickup_shipments l CROSS JOIN shipments s CROSS JOIN orders o \
         WHERE s.store_id = l.store_id AND s.id = l.shipment_id AND o.store_id = s.store_id AND o.id = s.order_id AND ",
    )
    .arg("l.store_id = ?", scope.store())
    .list(" AND l.pickup_id IN ", pickups.to_vec(), " ORDER BY l.pickup_id, l.shipment_id LIMIT 5000")
    .all(c)
    .await
}

/// A parcel that was named for a pickup.
#[derive(Debug, Clone)]
pub(super) struct NamedParcel {
    pub(super) id: ShipmentId,
    pub(super) provider: ShippingProvider,
    pub(super) status: crate::shipments::Status,
    pub(super) booking: crate::shipments::Booking,
    pub(super) warehouse: kernel::StockLocationId,
}
row!(NamedParcel { id, provider, status, booking, warehouse });

/// The store's shipments among these.
pub(super) async fn list_named(c: Conn<'_>, scope: &StoreScope, shipments: &[ShipmentId]) -> Result<Vec<NamedParcel>> {
    if shipments.is_empty() {
        return Ok(Vec::new());
    }
    Sql::new("SELECT id, provider, status, booking, warehouse_id FROM shipments WHERE ")
        .arg("store_id = ?", scope.store())
        .list(" AND id IN ", shipments.to_vec(), " LIMIT 500")
        .all(c)
        .await
}

/// A store that has open pickups at a courier.
#[derive(Debug, Clone)]
pub(super) struct DuePickups {
    pub(super) store: StoreId,
    pub(super) provider: ShippingProvider,
}
row!(DuePickups { store, provider });

/// Stores whose pickups are to be read by now, the longest overdue first.
pub(super) async fn list_due(c: Conn<'_>, now: Millis, limit: i64) -> Result<Vec<DuePickups>> {
    let sql = "SELECT store_id, provider FROM courier_pickups WHERE next_read_at IS NOT NULL AND next_read_at <= ?1 \
               ORDER BY next_read_at, store_id, id LIMIT ?2";
    c.all(sql, p![now, limit]).await
}
