//! What a call to a courier is about, with the account at the courier: one part for shipments and return parcels.

use gateways::couriers::BookingName;
use gateways::{CallContext, ExchangeLog};
use kernel::{Millis, OrderId};
use platform::provider_calls::{CallContext as Context, Reason};

use crate::couriers::account::{self, Account};
use crate::orders::model::Order;
use crate::orders::store as orders;
use crate::shipping::ShippingProvider;

/// A parcel that a courier is called about.
pub(in crate::orders) trait CourierParcel {
    /// Its order.
    fn order(&self) -> OrderId;

    /// Its courier.
    fn provider(&self) -> ShippingProvider;
}

/// A parcel, its order, and the store's account at its courier.
pub(in crate::orders) struct Loaded<'a, P> {
    pub(in crate::orders) account: Account<'a>,
    pub(in crate::orders) parcel: P,
    pub(in crate::orders) order: Order,
}

impl<P> Loaded<'_, P> {
    /// The account's credentials with the call's log.
    pub(in crate::orders) fn on<'c>(&'c self, log: &'c ExchangeLog) -> CallContext<'c> {
        CallContext { credentials: &self.account.credentials, log }
    }
}

/// The names that a courier may know a booking by.
pub(in crate::orders) struct Names {
    pub(in crate::orders) key: String,
    pub(in crate::orders) reference: String,
    /// Empty where the courier never told it.
    pub(in crate::orders) tracking_no: String,
    /// When the parcel was made: it was not booked before.
    pub(in crate::orders) not_before: Millis,
}

impl Names {
    pub(in crate::orders) fn get(&self) -> BookingName<'_> {
        let Self { key, reference, tracking_no, not_before } = self;
        BookingName { key, reference, tracking_no, not_before: Some(*not_before) }
    }
}

/// The parcel that was found for a call, with the rest; inside, why the courier cannot be called about it.
pub(in crate::orders) async fn load<P: CourierParcel + Send>(
    context: Context<'_>,
    parcel: impl Future<Output = db::Result<Option<P>>> + Send,
) -> Result<Loaded<'_, P>, Reason> {
    let (c, scope) = (context.app.db().conn(), context.scope);
    let found = async {
        let Some(parcel) = parcel.await? else { return Ok(None) };
        let order = orders::find(c, scope, parcel.order()).await?;
        Ok::<_, db::Error>(order.map(|order| (parcel, order)))
    };
    let (parcel, order) = match found.await {
        Ok(Some(found)) => found,
        Ok(None) => return Err(Reason::code("internal")),
        Err(e) => return Err(Reason::new("internal", e.to_string())),
    };
    match account::open(c, context.app, scope, parcel.provider()).await {
        Ok(Ok(account)) => Ok(Loaded { account, parcel, order }),
        Ok(Err(fault)) => Err(Reason::code(fault.code())),
        Err(e) => Err(Reason::new("internal", e.to_string())),
    }
}
