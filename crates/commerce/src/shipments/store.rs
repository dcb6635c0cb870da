//! Every statement of the shipments.

use db::{Conn, FromRow, Json, Result, Row as Cells, Sql, p};
use gateways::Service;
use kernel::{Millis, OrderId, ShipmentId, StoreScope};

use super::model::{Line, Shipment, Status, tracking_key};

macro_rules! columns {
    () => {
        "id, order_id, n, provider, status, service_type, courier_name, tracking_id, tracking_no, tracking_url, warehouse_id, package_size, \
         package_weight, cod_amount, allow_open_box, pickup_code, received_by, items_count, note, created_at, updated_at, version, booking, booking_error, booking_n, \
         second_phone, description, declared_value, address, pending_change, booking_code"
    };
}

/// Parses a word of the courier port, which knows no columns.
fn service(row: &mut Cells<'_>) -> Result<Service> {
    let word: String = row.get()?;
    Service::parse(&word).ok_or_else(|| db::Error::stored_word("shipments", "service_type", &word))
}

impl FromRow for Shipment {
    fn from_row(row: &mut Cells<'_>) -> Result<Self> {
        Ok(Self {
            id: row.get()?,
            order_id: row.get()?,
            n: row.get()?,
            provider: row.get()?,
            status: row.get()?,
            service: service(row)?,
            courier_name: row.get()?,
            tracking_id: row.get()?,
            tracking_no: row.get()?,
            tracking_url: row.get()?,
            warehouse_id: row.get()?,
            package_size: row.get()?,
            package_weight: row.get()?,
            cod_amount: row.get()?,
            allow_open_box: row.get()?,
            pickup_code: row.get()?,
            received_by: row.get()?,
            items_count: row.get()?,
            note: row.get()?,
            created_at: row.get()?,
            updated_at: row.get()?,
            version: row.get()?,
            booking: row.get()?,
            booking_error: row.get()?,
            booking_n: row.get()?,
            second_phone: row.get()?,
            description: row.get()?,
            declared_value: row.get()?,
            address: row.get::<Json<_>>()?.0,
            pending_change: row.get::<Json<_>>()?.0,
            booking_code: row.get()?,
        })
    }
}

/// One shipment.
///
/// # Errors
/// Of the database.
pub async fn find(c: Conn<'_>, scope: &StoreScope, id: ShipmentId) -> Result<Option<Shipment>> {
    c.opt(concat!("SELECT ", columns!(), " FROM shipments WHERE store_id = ?1 AND id = ?2"), p![scope.store(), id]).await
}

/// The shipments of an order, in the order of their creation; 100 at most.
///
/// # Errors
/// Of the database.
pub async fn list_by_order(c: Conn<'_>, scope: &StoreScope, order: OrderId) -> Result<Vec<Shipment>> {
    let sql = concat!("SELECT ", columns!(), " FROM shipments WHERE store_id = ?1 AND order_id = ?2 ORDER BY n LIMIT 100");
    c.all(sql, p![scope.store(), order]).await
}

/// The shipments of these orders, by order and number.
///
/// # Errors
/// Of the database.
pub async fn list_by_orders(c: Conn<'_>, scope: &StoreScope, orders: &[OrderId]) -> Result<Vec<Shipment>> {
    Sql::new(concat!("SELECT ", columns!(), " FROM shipments WHERE "))
        .arg("store_id = ?", scope.store())
        .list(" AND order_id IN ", orders.to_vec(), " ORDER BY order_id, n")
        .all(c)
        .await
}

/// The shipments with these ids, in no order.
///
/// # Errors
/// Of the database.
pub async fn list_many(c: Conn<'_>, scope: &StoreScope, ids: &[ShipmentId]) -> Result<Vec<Shipment>> {
    Sql::new(concat!("SELECT ", columns!(), " FROM shipments WHERE "))
        .arg("store_id = ?", scope.store())
        .list(" AND id IN ", ids.to_vec(), "")
        .all(c)
        .await
}

struct Owned(ShipmentId, Line);

impl FromRow for Owned {
    fn from_row(row: &mut Cells<'_>) -> Result<Self> {
        Ok(Self(row.get()?, Line { line: row.get()?, quantity: row.get()? }))
    }
}

/// The lines of an order's shipments.
///
/// # Errors
/// Of the database.
pub async fn list_lines_by_order(c: Conn<'_>, scope: &StoreScope, order: OrderId) -> Result<Vec<(ShipmentId, Line)>> {
    let sql = "SELECT l.shipment_id, l.line, l.quantity FROM shipments s CROSS JOIN shipment_lines l \
               WHERE l.store_id = s.store_id AND l.shipment_id = s.id AND s.store_id = ?1 AND s.order_id = ?2 ORDER BY s.n, l.line LIMIT 5000";
    let found: Vec<Owned> = c.all(sql, p![scope.store(), order]).await?;
    Ok(found.into_iter().map(|Owned(id, line)| (id, line)).collect())
}

/// The lines of one shipment.
///
/// # Errors
/// Of the database.
pub async fn list_lines(c: Conn<'_>, scope: &StoreScope, id: ShipmentId) -> Result<Vec<Line>> {
    let sql = "SELECT shipment_id, line, quantity FROM shipment_lines WHERE store_id = ?1 AND shipment_id = ?2 ORDER BY line LIMIT 1000";
    let found: Vec<Owned> = c.all(sql, p![scope.store(), id]).await?;
    Ok(found.into_iter().map(|Owned(_, line)| line).collect())
}

/// A status that a shipment had.
#[derive(Debug, Clone)]
pub struct Event {
    /// The shipment.
    pub shipment_id: ShipmentId,
    /// The status.
    pub status: Status,
    /// When it began.
    pub at: Millis,
    /// Customer | Merchant | System.
    pub actor_kind: String,
    /// Name of the actor.
    pub actor_name: String,
    /// Note of the actor.
    pub note: Option<String>,
}

impl FromRow for Event {
    fn from_row(row: &mut Cells<'_>) -> Result<Self> {
        Ok(Self {
            shipment_id: row.get()?,
            status: row.get()?,
            at: row.get()?,
            actor_kind: row.get()?,
            actor_name: row.get()?,
            note: row.get()?,
        })
    }
}

/// The status history of an order's shipments, oldest first.
///
/// # Errors
/// Of the database.
pub async fn list_events(c: Conn<'_>, scope: &StoreScope, order: OrderId) -> Result<Vec<Event>> {
    let sql = "SELECT e.shipment_id, e.status, e.at, e.actor_kind, e.actor_name, e.note FROM shipments s \
               CROSS JOIN shipment_events e \
               WHERE e.store_id = s.store_id AND e.shipment_id = s.id AND s.store_id = ?1 AND s.order_id = ?2 ORDER BY s.n, e.n LIMIT 2000";
    c.all(sql, p![scope.store(), order]).await
}

/// Inserts the shipment's new status as an event, with the shipment's version as its position.
///
/// # Errors
/// Of the database.
pub async fn insert_event(c: Conn<'_>, scope: &StoreScope, shipment: &Shipment, note: Option<&str>) -> Result<()> {
    let actor = scope.actor();
    let sql = "INSERT INTO shipment_events (store_id, shipment_id, n, status, at, actor_kind, actor_name, note) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)";
    let Shipment { id, version, status, updated_at, .. } = shipment;
    c.exec(sql, p![scope.store(), id, version, status.as_str(), updated_at, actor.kind.as_str(), actor.name, note]).await?;
    Ok(())
}

/// Inserts a new shipment with its pieces and its first event.
///
/// # Errors
/// Of the database.
pub async fn insert(c: Conn<'_>, scope: &StoreScope, s: &Shipment, lines: &[Line]) -> Result<()> {
    let sql = concat!(
        "INSERT INTO shipments (store_id, ",
        columns!(),
        ", tracking_key) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22, ?23, ?24, ?25, \
         ?26, ?27, ?28, ?29, ?30, ?31, ?32, ?33)"
    );
    c.exec(
        sql,
        p![
            scope.store(),
            s.id,
            s.order_id,
            s.n,
            s.provider.as_str(),
            s.status.as_str(),
            s.service.as_str(),
            s.courier_name,
            s.tracking_id,
            s.tracking_no,
            s.tracking_url,
            s.warehouse_id,
            s.package_size.as_str(),
            s.package_weight,
            s.cod_amount,
            s.allow_open_box,
            s.pickup_code,
            s.received_by,
            s.items_count,
            s.note,
            s.created_at,
            s.updated_at,
            s.version,
            s.booking.as_str(),
            s.booking_error,
            s.booking_n,
            s.second_phone,
            s.description,
            s.declared_value,
            Json(&s.address),
            Json(&s.pending_change),
            s.booking_code,
            tracking_key(&s.tracking_no)
        ],
    )
    .await?;
    for chunk in lines.chunks(100) {
        let mut sql = Sql::new("INSERT INTO shipment_lines (store_id, shipment_id, line, quantity) VALUES ");
        for (n, Line { line, quantity }) in chunk.iter().enumerate() {
            sql = sql
                .raw(if n == 0 { "(" } else { ", (" })
                .arg("?", scope.store())
                .arg(", ?", s.id)
                .arg(", ?", *line)
                .arg(", ?)", *quantity);
        }
        sql.exec(c).await?;
    }
    insert_event(c, scope, s, None).await
}

/// Updates a shipment that is still at the version before; false when it is stale.
///
/// # Errors
/// Of the database.
pub async fn update(c: Conn<'_>, scope: &StoreScope, s: &Shipment) -> Result<bool> {
    let sql = "UPDATE shipments SET status = ?4, service_type = ?5, courier_name = ?6, tracking_no = ?7, tracking_url = ?8, warehouse_id = ?9, \
               package_size = ?10, package_weight = ?11, cod_amount = ?12, allow_open_box = ?13, received_by = ?14, note = ?15, \
               updated_at = ?16, tracking_id = ?17, booking = ?18, booking_error = ?19, booking_n = ?20, tracking_key = ?21, \
               second_phone = ?22, description = ?23, declared_value = ?24, address = ?25, pending_change = ?26, booking_code = ?27, \
               delivered_at = CASE WHEN ?4 = 'delivered' THEN COALESCE(delivered_at, ?16) ELSE NULL END, version = ?3 + 1 WHERE store_id = ?1 AND id = ?2 AND version = ?3";
    let n = c
        .exec(
            sql,
            p![
                scope.store(),
                s.id,
                s.version - 1,
                s.status.as_str(),
                s.service.as_str(),
                s.courier_name,
                s.tracking_no,
                s.tracking_url,
                s.warehouse_id,
                s.package_size.as_str(),
                s.package_weight,
                s.cod_amount,
                s.allow_open_box,
                s.received_by,
                s.note,
                s.updated_at,
                s.tracking_id,
                s.booking.as_str(),
                s.booking_error,
                s.booking_n,
                tracking_key(&s.tracking_no),
                s.second_phone,
                s.description,
                s.declared_value,
                Json(&s.address),
                Json(&s.pending_change),
                s.booking_code
            ],
        )
        .await?;
    Ok(n == 1)
}
