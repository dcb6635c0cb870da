//! Every statement on return parcels.

use db::{Conn, FromRow, Json, Result, Row as Cells, Sql, p, row};
use kernel::{Millis, OrderId, OrderReturnId, ReturnParcelId, StoreId, StoreScope};

use super::model::ReturnParcel;
use crate::shipments::{CourierStep, Line, tracking_key};
use crate::shipping::ShippingProvider;

macro_rules! columns {
    () => {
        "id, order_id, n, provider, warehouse_id, package_size, address, items_count, note, state, reason, reason_words, is_cancel_requested, \
         tracking_id, tracking_no, tracking_url, step, step_code, step_at, step_reason, events, read_at, next_read_at, silent_reads, \
         has_notices, return_id, created_by_name, created_at, updated_at"
    };
}

/// A step; none for the empty word.
fn step(row: &mut Cells<'_>) -> Result<Option<CourierStep>> {
    let word: String = row.get()?;
    match word.as_str() {
        "" => Ok(None),
        word => CourierStep::parse(word).map(Some).ok_or_else(|| db::Error::stored_word("return_parcels", "step", word)),
    }
}

impl FromRow for ReturnParcel {
    fn from_row(row: &mut Cells<'_>) -> Result<Self> {
        Ok(Self {
            id: row.get()?,
            order_id: row.get()?,
            n: row.get()?,
            provider: row.get()?,
            warehouse_id: row.get()?,
            package_size: row.get()?,
            address: row.get::<Json<_>>()?.0,
            items_count: row.get()?,
            note: row.get()?,
            state: row.get()?,
            reason: row.get()?,
            reason_words: row.get()?,
            is_cancel_requested: row.get()?,
            tracking_id: row.get()?,
            tracking_no: row.get()?,
            tracking_url: row.get()?,
            step: step(row)?,
            step_code: row.get()?,
            step_at: row.get()?,
            step_reason: row.get()?,
            events: row.get::<Json<_>>()?.0,
            read_at: row.get()?,
            next_read_at: row.get()?,
            silent_reads: row.get()?,
            has_notices: row.get()?,
            return_id: row.get()?,
            created_by_name: row.get()?,
            created_at: row.get()?,
            updated_at: row.get()?,
        })
    }
}

/// The parcel with an id.
pub(super) async fn find(c: Conn<'_>, scope: &StoreScope, id: ReturnParcelId) -> Result<Option<ReturnParcel>> {
    c.opt(concat!("SELECT ", columns!(), " FROM return_parcels WHERE store_id = ?1 AND id = ?2"), p![scope.store(), id]).await
}

/// The parcels of an order, in the order of their creation; 100 at most.
pub(super) async fn list_by_order(c: Conn<'_>, scope: &StoreScope, order: OrderId) -> Result<Vec<ReturnParcel>> {
    let sql = concat!("SELECT ", columns!(), " FROM return_parcels WHERE store_id = ?1 AND order_id = ?2 ORDER BY n LIMIT 100");
    c.all(sql, p![scope.store(), order]).await
}

struct ParcelLine(ReturnParcelId, Line);

impl FromRow for ParcelLine {
    fn from_row(row: &mut Cells<'_>) -> Result<Self> {
        Ok(Self(row.get()?, Line { line: row.get()?, quantity: row.get()? }))
    }
}

/// The lines of an order's parcels.
pub(super) async fn list_lines_by_order(c: Conn<'_>, scope: &StoreScope, order: OrderId) -> Result<Vec<(ReturnParcelId, Line)>> {
    let sql = "SELECT l.parcel_id, l.line, l.quantity FROM return_parcels r CROSS JOIN return_parcel_lines l \
               WHERE l.store_id = r.store_id AND l.parcel_id = r.id AND r.store_id = ?1 AND r.order_id = ?2 ORDER BY r.n, l.line LIMIT 10000";
    let found: Vec<ParcelLine> = c.all(sql, p![scope.store(), order]).await?;
    Ok(found.into_iter().map(|ParcelLine(id, line)| (id, line)).collect())
}

/// The lines of one parcel; 1,000 at most.
pub(super) async fn list_lines(c: Conn<'_>, scope: &StoreScope, id: ReturnParcelId) -> Result<Vec<Line>> {
    let sql = "SELECT parcel_id, line, quantity FROM return_parcel_lines WHERE store_id = ?1 AND parcel_id = ?2 ORDER BY line LIMIT 1000";
    let found: Vec<ParcelLine> = c.all(sql, p![scope.store(), id]).await?;
    Ok(found.into_iter().map(|ParcelLine(_, line)| line).collect())
}

/// Inserts a parcel with its lines. The order's row is locked by the caller.
pub(super) async fn insert(c: Conn<'_>, scope: &StoreScope, parcel: &ReturnParcel, lines: &[Line]) -> Result<()> {
    let sql = concat!(
        "INSERT INTO return_parcels (store_id, tracking_key, ",
        columns!(),
        ") VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22, ?23, ?24, ?25, \
         ?26, ?27, ?28, ?29, ?30, ?31)"
    );
    let k = parcel;
    let params = p![
        scope.store(),
        tracking_key(&k.tracking_no),
        k.id,
        k.order_id,
        k.n,
        k.provider.as_str(),
        k.warehouse_id,
        k.package_size.as_str(),
        Json(&k.address),
        k.items_count,
        k.note,
        k.state.as_str(),
        k.reason,
        k.reason_words,
        k.is_cancel_requested,
        k.tracking_id,
        k.tracking_no,
        k.tracking_url,
        k.step.map_or("", CourierStep::as_str),
        k.step_code,
        k.step_at,
        k.step_reason,
        Json(&k.events),
        k.read_at,
        k.next_read_at,
        k.silent_reads,
        k.has_notices,
        k.return_id,
        k.created_by_name,
        k.created_at,
        k.updated_at
    ];
    c.exec(sql, params).await?;
    for chunk in lines.chunks(200) {
        let mut sql = Sql::new("INSERT INTO return_parcel_lines (store_id, parcel_id, line, quantity) VALUES ");
        for (n, line) in chunk.iter().enumerate() {
            sql = sql
                .raw(if n == 0 { "(" } else { ", (" })
                .arg("?", scope.store())
                .arg(", ?", parcel.id)
                .arg(", ?", line.line)
                .arg(", ?)", line.quantity);
        }
        sql.exec(c).await?;
    }
    Ok(())
}

/// Writes what changes of a parcel. The order's row is locked by the caller.
pub(super) async fn update(c: Conn<'_>, scope: &StoreScope, parcel: &ReturnParcel) -> Result<()> {
    let sql = "UPDATE return_parcels SET state = ?3, reason = ?4, reason_words = ?5, is_cancel_requested = ?6, tracking_id = ?7, \
               tracking_no = ?8, tracking_key = ?9, tracking_url = ?10, step = ?11, step_code = ?12, step_at = ?13, step_reason = ?14, \
               events = ?15, read_at = ?16, next_read_at = ?17, silent_reads = ?18, has_notices = ?19, updated_at = ?20 \
               WHERE store_id = ?1 AND id = ?2";
    let k = parcel;
    let params = p![
        scope.store(),
        k.id,
        k.state.as_str(),
        k.reason,
        k.reason_words,
        k.is_cancel_requested,
        k.tracking_id,
        k.tracking_no,
        tracking_key(&k.tracking_no),
        k.tracking_url,
        k.step.map_or("", CourierStep::as_str),
        k.step_code,
        k.step_at,
        k.step_reason,
        Json(&k.events),
        k.read_at,
        k.next_read_at,
        k.silent_reads,
        k.has_notices,
        k.updated_at
    ];
    c.exec(sql, params).await?;
    Ok(())
}

/// Links a parcel with the return that took its goods back. The order's row is locked by the caller.
pub(super) async fn set_return(c: Conn<'_>, scope: &StoreScope, id: ReturnParcelId, return_id: OrderReturnId) -> Result<()> {
    let sql = "UPDATE return_parcels SET return_id = ?3 WHERE store_id = ?1 AND id = ?2";
    c.exec(sql, p![scope.store(), id, return_id]).await?;
    Ok(())
}

/// Booked parcels of a courier with this tracking number ([`tracking_key`]); 5 at most.
pub(super) async fn list_by_tracking_key(
    c: Conn<'_>,
    scope: &StoreScope,
    provider: ShippingProvider,
    key: &str,
) -> Result<Vec<(ReturnParcelId, OrderId)>> {
    let sql = "SELECT id, order_id FROM return_parcels WHERE store_id = ?1 AND tracking_key = ?2 AND tracking_key <> '' AND provider = ?3 \
               AND state = 'booked' ORDER BY id LIMIT 5";
    c.all(sql, p![scope.store(), key, provider.as_str()]).await
}

/// A booked parcel whose courier is to be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct DueParcel {
    pub(super) store: StoreId,
    pub(super) parcel: ReturnParcelId,
    pub(super) next_at: Millis,
}
row!(DueParcel { store, parcel, next_at });

/// Parcels of every store whose courier is to be read by now, the longest overdue first.
pub(super) async fn list_due(c: Conn<'_>, now: Millis, limit: i64) -> Result<Vec<DueParcel>> {
    let sql = "SELECT store_id, id, next_read_at FROM return_parcels WHERE next_read_at IS NOT NULL AND next_read_at <= ?1 \
               ORDER BY next_read_at, store_id, id LIMIT ?2";
    c.all(sql, p![now, limit]).await
}
