//! The call that reads how far a return parcel is. Its subject is the parcel.

use db::Conn;
use futures_util::future::BoxFuture;
use jobs::Failed;
use kernel::{Env, Millis, OrderId, ProviderEventId, ReturnParcelId, StoreScope};
use platform::App;
use platform::provider_calls::{
    self, CallContext, CallOutcome, CallResult, NewCall, ProviderCall, Reason, Settlement, StoredCall,
};
use web::Message;

use super::load::{self, Loaded};
use super::model::{ReturnParcel, State};
use super::record::record;
use super::{messages, store};
use crate::couriers::call_outcome;
use crate::orders::store as orders;
use crate::shipments::DeliveryRead;
use crate::shipping::ShippingProvider;

/// The kind of the call.
const KIND: &str = "return_parcel_track";
/// How long a read is tried: another one is planned anyway.
const PATIENCE: i64 = Millis::HOUR;

/// The call that reads a parcel, under a key of its own for each reason to read it.
pub(super) fn of_parcel(provider: ShippingProvider, parcel: ReturnParcelId, order: OrderId, key: String) -> NewCall {
    NewCall::new(provider.as_str(), KIND, parcel, key).order(order).patience(PATIENCE)
}

/// Writes the calls that read what a courier's notice is about; the order, where it is about a return parcel.
///
/// # Errors
/// Of the database.
pub(in crate::orders) async fn enqueue_reported(
    c: Conn<'_>,
    env: &Env,
    scope: &StoreScope,
    provider: ShippingProvider,
    tracking_key: &str,
    event: ProviderEventId,
) -> db::Result<Option<OrderId>> {
    let mut of_order = None;
    for (parcel, order) in store::list_by_tracking_key(c, scope, provider, tracking_key).await? {
        of_order = Some(order);
        orders::lock(c, scope, order).await?;
        let Some(parcel) = store::find(c, scope, parcel).await? else { continue };
        let key = format!("return_parcel_notice:{event}:{}", parcel.id);
        provider_calls::enqueue(c, env, scope, of_parcel(provider, parcel.id, order, key)).await?;
        if !parcel.has_notices {
            store::update(c, scope, &ReturnParcel { has_notices: true, ..parcel }).await?;
        }
    }
    Ok(of_order)
}

/// Reads a return parcel at its courier and records what it says.
pub(super) struct TrackReturnParcel;

async fn read(context: CallContext<'_>, call: &StoredCall) -> CallOutcome {
    let loaded = match load::load(context, call).await {
        Ok(loaded) => loaded,
        Err(reason) => return CallOutcome::Refused(reason),
    };
    let Loaded { account, parcel, order } = &loaded;
    if parcel.state != State::Booked || parcel.tracking_no.is_empty() {
        return CallOutcome::Refused(Reason::code("not_booked"));
    }
    let address = parcel.address.as_ref().or(order.address.as_ref());
    let country = address.map_or("", |address| address.country.as_str());
    let read_at = context.app.env().now();
    match account.courier.track(loaded.on(context.log), &parcel.tracking_no, country).await {
        Ok(delivery) => {
            let read = DeliveryRead::new(&delivery, read_at, false);
            CallOutcome::Done(serde_json::to_value(read).unwrap_or_default())
        }
        Err(e) => call_outcome::of_error(&e, false),
    }
}

async fn write(app: &App, c: Conn<'_>, scope: &StoreScope, call: &StoredCall, result: &CallResult) -> Result<(), Failed> {
    let CallResult::Done(value) = result else { return Ok(()) };
    let read: DeliveryRead = serde_json::from_value(value.clone())?;
    Ok(record(c, app.env(), scope, load::subject(call)?, read).await?)
}

impl ProviderCall for TrackReturnParcel {
    fn kind(&self) -> &'static str {
        KIND
    }

    fn call<'a>(&'a self, context: CallContext<'a>, call: &'a StoredCall) -> BoxFuture<'a, CallOutcome> {
        Box::pin(read(context, call))
    }

    /// It changes nothing at the courier.
    fn settle_unknown<'a>(&'a self, _context: CallContext<'a>, _call: &'a StoredCall) -> BoxFuture<'a, Settlement> {
        Box::pin(async { Settlement::Repeat })
    }

    fn apply<'a>(
        &'a self,
        app: &'a App,
        c: Conn<'a>,
        scope: &'a StoreScope,
        call: &'a StoredCall,
        result: &'a CallResult,
    ) -> BoxFuture<'a, Result<(), Failed>> {
        Box::pin(write(app, c, scope, call, result))
    }

    /// What follows of it has entries of its own.
    fn is_journaled(&self) -> bool {
        false
    }

    fn message(&self, code: &str) -> Option<Message> {
        messages::message(code).or_else(|| call_outcome::message(code))
    }
}
