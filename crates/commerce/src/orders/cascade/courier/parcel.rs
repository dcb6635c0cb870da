//! A parcel and the account at its courier, for a call about it.

use gateways::couriers::BookingName;
use gateways::{CallContext, ExchangeLog};
use kernel::id::Shipment as ShipmentKind;
use kernel::{Millis, ShipmentId};
use platform::provider_calls::{CallContext as Context, Reason, StoredCall};

use crate::couriers::account::{self, Account};
use crate::orders::model::Order;
use crate::orders::store as orders;
use crate::shipments::{self, Shipment};

/// A shipment, its order, and the store's account at its courier.
pub(super) struct Parcel<'a> {
    pub(super) account: Account<'a>,
    pub(super) shipment: Shipment,
    pub(super) order: Order,
}

impl Parcel<'_> {
    /// The account's credentials with the call's log.
    pub(super) fn on<'c>(&'c self, log: &'c ExchangeLog) -> CallContext<'c> {
        CallContext { credentials: &self.account.credentials, log }
    }
}

/// The names that a courier may know a booking by.
pub(super) struct Names {
    key: String,
    reference: String,
    tracking_no: String,
    not_before: Millis,
}

impl Names {
    /// Of the booking that was made at the `n`-th request. `tracking_no` is empty where the courier never told it.
    pub(super) fn new(parcel: &Parcel<'_>, n: i64, tracking_no: &str) -> Self {
        let key = Shipment::booking_key_of(parcel.shipment.id, n);
        let Parcel { shipment, order, .. } = parcel;
        let (reference, not_before) = (shipment.reference(order.number), shipment.created_at);
        Self { key, reference, tracking_no: tracking_no.to_owned(), not_before }
    }

    pub(super) fn get(&self) -> BookingName<'_> {
        let Self { key, reference, tracking_no, not_before } = self;
        BookingName { key, reference, tracking_no, not_before: Some(*not_before) }
    }
}

/// The subject of a call.
pub(super) fn subject(call: &StoredCall) -> Result<ShipmentId, &'static str> {
    call.subject_id::<ShipmentKind>().ok_or("the subject is no shipment")
}

/// The parcel of a call; inside, why the courier cannot be called about it.
pub(super) async fn load<'a>(context: Context<'a>, call: &StoredCall) -> Result<Parcel<'a>, Reason> {
    let (c, scope) = (context.app.db().conn(), context.scope);
    let found = async {
        let Ok(id) = subject(call) else { return Ok(None) };
        let Some(shipment) = shipments::find(c, scope, id).await? else { return Ok(None) };
        let Some(order) = orders::find(c, scope, shipment.order_id).await? else { return Ok(None) };
        Ok::<_, db::Error>(Some((shipment, order)))
    };
    let (shipment, order) = match found.await {
        Ok(Some(found)) => found,
        Ok(None) => return Err(Reason::code("internal")),
        Err(e) => return Err(Reason::new("internal", e.to_string())),
    };
    match account::open(c, context.app, scope, shipment.provider).await {
        Ok(Ok(account)) => Ok(Parcel { account, shipment, order }),
        Ok(Err(fault)) => Err(Reason::code(fault.code())),
        Err(e) => Err(Reason::new("internal", e.to_string())),
    }
}
