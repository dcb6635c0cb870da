//! The shipment of a call.

use kernel::id::Shipment as ShipmentKind;
use kernel::{OrderId, ShipmentId};
use platform::provider_calls::{CallContext, Reason, StoredCall};

use super::loaded::{self, CourierParcel, Loaded, Names};
use crate::shipments::{self, Shipment};
use crate::shipping::ShippingProvider;

/// A shipment, its order, and the store's account at its courier.
pub(super) type Parcel<'a> = Loaded<'a, Shipment>;

impl CourierParcel for Shipment {
    fn order(&self) -> OrderId {
        self.order_id
    }

    fn provider(&self) -> ShippingProvider {
        self.provider
    }
}

/// The names of the booking that was made at the `n`-th request. `tracking_no` is empty where the courier never told it.
pub(super) fn names(parcel: &Parcel<'_>, n: i64, tracking_no: &str) -> Names {
    let Parcel { parcel: shipment, order, .. } = parcel;
    let key = Shipment::booking_key_of(shipment.id, n);
    let (reference, not_before) = (shipment.reference(order.number), shipment.created_at);
    Names { key, reference, tracking_no: tracking_no.to_owned(), not_before }
}

/// The subject of a call.
pub(super) fn subject(call: &StoredCall) -> Result<ShipmentId, &'static str> {
    call.subject_id::<ShipmentKind>().ok_or("the subject is no shipment")
}

/// The parcel of a call; inside, why the courier cannot be called about it.
pub(super) async fn load<'a>(context: CallContext<'a>, call: &StoredCall) -> Result<Parcel<'a>, Reason> {
    let found = async {
        let Ok(id) = subject(call) else { return Ok(None) };
        shipments::find(context.app.db().conn(), context.scope, id).await
    };
    loaded::load(context, found).await
}
