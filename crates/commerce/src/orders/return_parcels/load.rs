//! A return parcel and the account at its courier, for a call about it.

use db::Conn;
use gateways::couriers::BookingName;
use gateways::{CallContext, ExchangeLog};
use kernel::id::ReturnParcel as ReturnParcelKind;
use kernel::{Millis, ReturnParcelId, StoreScope};
use platform::provider_calls::{CallContext as Context, Reason, StoredCall};

use super::model::ReturnParcel;
use super::store;
use crate::couriers::{Account, account};
use crate::orders::model::Order;
use crate::orders::store as orders;

/// A parcel, its order, and the store's account at its courier.
pub(super) struct Loaded<'a> {
    pub(super) account: Account<'a>,
    pub(super) parcel: ReturnParcel,
    pub(super) order: Order,
}

impl Loaded<'_> {
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
    /// Of a parcel, whether its courier confirmed it or not.
    pub(super) fn new(parcel: &ReturnParcel, order: &Order) -> Self {
        let tracking_no = parcel.tracking_no.clone();
        let (reference, not_before) = (parcel.reference(order.number), parcel.created_at);
        Self { key: parcel.booking_key(), reference, tracking_no, not_before }
    }

    pub(super) fn get(&self) -> BookingName<'_> {
        let Self { key, reference, tracking_no, not_before } = self;
        BookingName { key, reference, tracking_no, not_before: Some(*not_before) }
    }
}

/// The subject of a call.
pub(super) fn subject(call: &StoredCall) -> Result<ReturnParcelId, &'static str> {
    call.subject_id::<ReturnParcelKind>().ok_or("the subject is no return parcel")
}

/// The parcel of a call; inside, why the courier cannot be called about it.
pub(super) async fn load<'a>(context: Context<'a>, call: &StoredCall) -> Result<Loaded<'a>, Reason> {
    let (c, scope) = (context.app.db().conn(), context.scope);
    let found = async {
        let Ok(id) = subject(call) else { return Ok(None) };
        let Some(parcel) = store::find(c, scope, id).await? else { return Ok(None) };
        let Some(order) = orders::find(c, scope, parcel.order_id).await? else { return Ok(None) };
        Ok::<_, db::Error>(Some((parcel, order)))
    };
    let (parcel, order) = match found.await {
        Ok(Some(found)) => found,
        Ok(None) => return Err(Reason::code("internal")),
        Err(e) => return Err(Reason::new("internal", e.to_string())),
    };
    match account::open(c, context.app, scope, parcel.provider).await {
        Ok(Ok(account)) => Ok(Loaded { account, parcel, order }),
        Ok(Err(fault)) => Err(Reason::code(fault.code())),
        Err(e) => Err(Reason::new("internal", e.to_string())),
    }
}

/// Locks the order of a parcel and reads both; none where there is no such parcel.
pub(super) async fn lock(c: Conn<'_>, scope: &StoreScope, id: ReturnParcelId) -> db::Result<Option<(Order, ReturnParcel)>> {
    let Some(found) = store::find(c, scope, id).await? else { return Ok(None) };
    orders::lock(c, scope, found.order_id).await?;
    let Some(parcel) = store::find(c, scope, id).await? else { return Ok(None) };
    Ok(orders::find(c, scope, parcel.order_id).await?.map(|order| (order, parcel)))
}
