//! A return parcel with its order, for a call about it: the account at its courier, and the pieces that it is about.

use db::Conn;
use kernel::id::ReturnParcel as ReturnParcelKind;
use kernel::{OrderId, ReturnParcelId, ShipmentId, StoreScope};
use platform::provider_calls::{CallContext, Reason, StoredCall};

use super::model::ReturnParcel;
use super::pieces::OrderPieces;
use super::store;
use crate::orders::cascade::courier::{self, CourierParcel, Names};
use crate::orders::model::{Order, OrderItem};
use crate::orders::status::Status as OrderStatus;
use crate::orders::store as orders;
use crate::shipments::{self, Line, Shipment};
use crate::shipping::ShippingProvider;

/// A parcel, its order, and the store's account at its courier.
pub(super) type Loaded<'a> = courier::Loaded<'a, ReturnParcel>;

impl CourierParcel for ReturnParcel {
    fn order(&self) -> OrderId {
        self.order_id
    }

    fn provider(&self) -> ShippingProvider {
        self.provider
    }
}

/// The names that a courier may know a booking by, whether it confirmed it or not.
pub(super) fn names(parcel: &ReturnParcel, order: &Order) -> Names {
    let tracking_no = parcel.tracking_no.clone();
    let (reference, not_before) = (parcel.reference(order.number), parcel.created_at);
    Names { key: parcel.booking_key(), reference, tracking_no, not_before }
}

/// The subject of a call.
pub(super) fn subject(call: &StoredCall) -> Result<ReturnParcelId, &'static str> {
    call.subject_id::<ReturnParcelKind>().ok_or("the subject is no return parcel")
}

/// The parcel of a call; inside, why the courier cannot be called about it.
pub(super) async fn load<'a>(context: CallContext<'a>, call: &StoredCall) -> Result<Loaded<'a>, Reason> {
    let found = async {
        let Ok(id) = subject(call) else { return Ok(None) };
        store::find(context.app.db().conn(), context.scope, id).await
    };
    courier::load(context, found).await
}

/// What an order's pieces are known from, as it is stored.
pub(super) struct StoredPieces {
    status: OrderStatus,
    items: Vec<OrderItem>,
    shipments: Vec<Shipment>,
    shipment_lines: Vec<(ShipmentId, Line)>,
    parcels: Vec<ReturnParcel>,
    parcel_lines: Vec<(ReturnParcelId, Line)>,
}

impl StoredPieces {
    /// Of an order; five statements.
    pub(super) async fn load(c: Conn<'_>, scope: &StoreScope, order: &Order) -> db::Result<Self> {
        Ok(Self {
            status: order.status,
            items: orders::list_items(c, scope, order.id).await?,
            shipments: shipments::list_by_order(c, scope, order.id).await?,
            shipment_lines: shipments::list_lines_by_order(c, scope, order.id).await?,
            parcels: store::list_by_order(c, scope, order.id).await?,
            parcel_lines: store::list_lines_by_order(c, scope, order.id).await?,
        })
    }

    pub(super) fn get(&self) -> OrderPieces<'_> {
        let Self { status, items, shipments, shipment_lines, parcels, parcel_lines } = self;
        OrderPieces { status: *status, items, shipments, shipment_lines, parcels, parcel_lines }
    }
}

/// Locks the order of a parcel and reads both; none where there is no such parcel.
pub(super) async fn lock(c: Conn<'_>, scope: &StoreScope, id: ReturnParcelId) -> db::Result<Option<(Order, ReturnParcel)>> {
    let Some(found) = store::find(c, scope, id).await? else { return Ok(None) };
    orders::lock(c, scope, found.order_id).await?;
    let Some(parcel) = store::find(c, scope, id).await? else { return Ok(None) };
    Ok(orders::find(c, scope, parcel.order_id).await?.map(|order| (order, parcel)))
}
