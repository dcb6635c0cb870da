//! The shipments of a courier that wait to be handed over.

use customers::Address;
use db::{Conn, Json, Result, p};
use kernel::{Millis, OrderId, ShipmentId, StockLocationId, StoreScope};

use crate::shipments::Booking;
use crate::shipping::ShippingProvider;

/// A shipment that waits.
pub(super) struct ReadyShipment {
    pub(super) id: ShipmentId,
    pub(super) order_id: OrderId,
    pub(super) n: i64,
    pub(super) order_number: i64,
    pub(super) warehouse_id: StockLocationId,
    pub(super) items_count: i64,
    pub(super) tracking_no: String,
    /// Where that is not the order's.
    pub(super) own_address: Json<Option<Address>>,
    pub(super) address: Json<Option<Address>>,
    pub(super) created_at: Millis,
}
db::row!(ReadyShipment {
    id,
    order_id,
    n,
    order_number,
    warehouse_id,
    items_count,
    tracking_no,
    own_address,
    address,
    created_at
});

/// The oldest shipments of a courier in this state of booking that have not left the store.
pub(super) async fn list(
    c: Conn<'_>,
    scope: &StoreScope,
    provider: ShippingProvider,
    booking: Booking,
    limit: i64,
) -> Result<Vec<ReadyShipment>> {
    let sql = "SELECT s.id, s.order_id, s.n, o.number, s.warehouse_id, s.items_count, s.tracking_no, s.address, o.address, s.created_at \
               FROM shipments s JOIN orders o ON o.store_id = s.store_id AND o.id = s.order_id \
               WHERE s.store_id = ?1 AND s.provider = ?2 AND s.status = 'ready' AND s.booking = ?3 ORDER BY s.id LIMIT ?4";
    c.all(sql, p![scope.store(), provider.as_str(), booking.as_str(), limit]).await
}
