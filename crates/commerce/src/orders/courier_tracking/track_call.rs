//! The call that reads how far a delivery is. Its subject is the shipment.

use db::Conn;
use futures_util::future::BoxFuture;
use jobs::Failed;
use kernel::id::Shipment as ShipmentKind;
use kernel::{Millis, OrderId, ShipmentId, StoreScope};
use platform::provider_calls::{CallContext, CallOutcome, CallResult, NewCall, ProviderCall, Reason, Settlement, StoredCall};
use platform::{App, stores};
use web::Message;

use super::record::record;
use crate::couriers::{account, call_outcome};
use crate::orders::store as orders;
use crate::shipments::{self, DeliveryRead, Shipment};
use crate::shipping::ShippingProvider;

/// The kind of the call.
const KIND: &str = "courier_track";
/// How long a read is tried: another one is planned anyway.
const PATIENCE: i64 = Millis::HOUR;

/// The call that reads a shipment, under a key of its own for each reason to read it.
pub(super) fn of_shipment(provider: ShippingProvider, shipment: ShipmentId, order: OrderId, key: String) -> NewCall {
    NewCall::new(provider.as_str(), KIND, shipment, key).order(order).patience(PATIENCE)
}

/// Reads a delivery at its courier and records what it says.
#[derive(Debug, Clone, Copy, Default)]
pub struct TrackShipment;

async fn read(context: CallContext<'_>, call: &StoredCall) -> db::Result<CallOutcome> {
    let (app, scope, c) = (context.app, context.scope, context.app.db().conn());
    let gone = || Ok(CallOutcome::Refused(Reason::code("not_booked")));
    let Some(id) = call.subject_id::<ShipmentKind>() else { return gone() };
    let Some(shipment) = shipments::find(c, scope, id).await?.filter(|s: &Shipment| !s.tracking_no.is_empty()) else {
        return gone();
    };
    let account = match account::open(c, app, scope, shipment.provider).await? {
        Ok(account) => account,
        Err(fault) => return Ok(CallOutcome::Refused(Reason::code(fault.code()))),
    };
    let order = orders::find(c, scope, shipment.order_id).await?;
    let country = order.and_then(|order| order.address).map(|address| address.country).unwrap_or_default();
    let is_our_currency = account.courier.capabilities().currencies.contains(&stores::get_profile(c, scope).await?.currency);
    let read_at = app.env().now();
    let courier = gateways::CallContext { credentials: &account.credentials, log: context.log };
    Ok(match account.courier.track(courier, &shipment.tracking_no, &country).await {
        Ok(delivery) => {
            let read = DeliveryRead::new(&delivery, read_at, is_our_currency);
            CallOutcome::Done(serde_json::to_value(read).unwrap_or_default())
        }
        Err(e) => call_outcome::of_error(&e, false),
    })
}

async fn write(app: &App, c: Conn<'_>, scope: &StoreScope, call: &StoredCall, result: &CallResult) -> Result<(), Failed> {
    let (CallResult::Done(value), Some(id)) = (result, call.subject_id::<ShipmentKind>()) else { return Ok(()) };
    let read: DeliveryRead = serde_json::from_value(value.clone())?;
    Ok(record(c, app.env(), scope, id, &read).await?)
}

impl ProviderCall for TrackShipment {
    fn kind(&self) -> &'static str {
        KIND
    }

    fn call<'a>(&'a self, context: CallContext<'a>, call: &'a StoredCall) -> BoxFuture<'a, CallOutcome> {
        Box::pin(async move {
            read(context, call).await.unwrap_or_else(|e| CallOutcome::Unreachable(Reason::new("internal", e.to_string())))
        })
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
        call_outcome::message(code)
    }
}
