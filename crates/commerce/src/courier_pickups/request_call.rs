//! The call that requests a pickup. Its subject is the pickup.

use db::{Conn, Topics};
use futures_util::future::BoxFuture;
use gateways::couriers::{Contact, CourierError, Pickup, PickupRequest, RefusalCode};
use jobs::Failed;
use kernel::id::CourierPickup as PickupKind;
use kernel::{Millis, StoreScope};
use platform::provider_calls::{CallContext, CallOutcome, CallResult, NewCall, ProviderCall, Reason, Settlement, StoredCall};
use platform::{App, stores};
use serde::{Deserialize, Serialize};
use web::Message;

use super::model::{CourierPickup, PickupState, day_of, next_read};
use super::store;
use crate::couriers::{Account, account, call_outcome};

/// The kind of the call.
const KIND: &str = "courier_pickup";
/// How long a request is tried: somebody waits with the parcels.
const PATIENCE: i64 = 4 * Millis::HOUR;

/// What the courier confirmed.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Confirmed {
    courier_id: String,
    number: String,
    state: PickupState,
    location_id: String,
}

impl From<Pickup> for Confirmed {
    fn from(pickup: Pickup) -> Self {
        let Pickup { id, number, state, location_id, .. } = pickup;
        Self { courier_id: id, number, state: state.into(), location_id }
    }
}

/// The call that requests a pickup.
pub(super) fn of_pickup(pickup: &CourierPickup) -> NewCall {
    NewCall::new(pickup.provider.as_str(), KIND, pickup.id, format!("{KIND}:{}", pickup.id)).patience(PATIENCE)
}

/// Requests a pickup at its courier.
pub(super) struct RequestPickup;

/// The pickup of a call with the account at its courier; otherwise the reason why there is none.
pub(super) async fn open<'a>(
    context: CallContext<'a>,
    call: &StoredCall,
) -> db::Result<Result<(CourierPickup, Account<'a>), Reason>> {
    let (app, c) = (context.app, context.app.db().conn());
    let Some(id) = call.subject_id::<PickupKind>() else { return Ok(Err(Reason::code("internal"))) };
    let Some(pickup) = store::find(c, context.scope, id).await? else { return Ok(Err(Reason::code("internal"))) };
    Ok(match account::open(c, app, context.scope, pickup.provider).await? {
        Ok(account) => Ok((pickup, account)),
        Err(fault) => Err(Reason::code(fault.code())),
    })
}

/// The courier's id of the place: that of the warehouse, else the account's default one.
async fn location(
    account: &Account<'_>,
    courier: gateways::CallContext<'_>,
    pickup: &CourierPickup,
) -> Result<String, CourierError> {
    if !pickup.location_id.is_empty() {
        return Ok(pickup.location_id.clone());
    }
    let places = account.courier.list_pickup_locations(courier).await?;
    let place = places.iter().find(|place| place.is_default).or_else(|| places.first());
    place.map(|place| place.id.clone()).ok_or_else(|| CourierError::refused(RefusalCode::PickupLocationMissing, ""))
}

async fn send(context: CallContext<'_>, call: &StoredCall) -> db::Result<CallOutcome> {
    let (pickup, account) = match open(context, call).await? {
        Ok(open) => open,
        Err(reason) => return Ok(CallOutcome::Refused(reason)),
    };
    let courier = gateways::CallContext { credentials: &account.credentials, log: context.log };
    let location_id = match location(&account, courier, &pickup).await {
        Ok(id) => id,
        // Nothing was requested yet.
        Err(e) => return Ok(call_outcome::of_error(&e, false)),
    };
    let request = PickupRequest {
        date: pickup.date,
        slot: pickup.slot.map(Into::into),
        location_id,
        contact: Contact { name: pickup.contact_name, phone: pickup.contact_phone, ..Contact::default() },
        note: pickup.note,
        parcels: u32::try_from(pickup.parcels).unwrap_or(u32::MAX),
        is_bulky: false,
    };
    Ok(match account.courier.request_pickup(courier, &request).await {
        Ok(pickup) => done(pickup),
        Err(e) => call_outcome::of_error(&e, true),
    })
}

fn done(pickup: Pickup) -> CallOutcome {
    CallOutcome::Done(serde_json::to_value(Confirmed::from(pickup)).unwrap_or_default())
}

/// Looks for the pickup among the courier's latest: it has one of a day for a place.
async fn settle(context: CallContext<'_>, call: &StoredCall) -> db::Result<Settlement> {
    let (pickup, account) = match open(context, call).await? {
        Ok(open) => open,
        Err(reason) => return Ok(Settlement::Unknown(reason)),
    };
    let courier = gateways::CallContext { credentials: &account.credentials, log: context.log };
    let location_id = match location(&account, courier, &pickup).await {
        Ok(id) => id,
        Err(e) => return Ok(call_outcome::of_settling(&e)),
    };
    let is_same = |theirs: &&Pickup| {
        theirs.date == pickup.date
            && (theirs.location_id.is_empty() || theirs.location_id == location_id)
            && theirs.state != gateways::couriers::PickupState::Cancelled
    };
    let pickups = match account.courier.list_pickups(courier, 1).await {
        Ok(pickups) => pickups,
        Err(e) => return Ok(call_outcome::of_settling(&e)),
    };
    for found in pickups.iter().filter(is_same) {
        // Another request of the store got that one: then this one is asked for, and refused in the courier's words.
        if !store::exists_other(context.app.db().conn(), context.scope, &pickup, &found.id).await? {
            return Ok(Settlement::Done(serde_json::to_value(Confirmed::from(found.clone())).unwrap_or_default()));
        }
    }
    Ok(Settlement::Repeat)
}

async fn write(app: &App, c: Conn<'_>, scope: &StoreScope, call: &StoredCall, result: &CallResult) -> Result<(), Failed> {
    let Some(id) = call.subject_id::<PickupKind>() else { return Ok(()) };
    let Some(mut pickup) = store::lock(c, scope, id).await? else { return Ok(()) };
    let now = app.env().now();
    match result {
        CallResult::Done(value) => {
            let Confirmed { courier_id, number, state, location_id } = serde_json::from_value(value.clone())?;
            (pickup.courier_id, pickup.number, pickup.state, pickup.location_id) = (courier_id, number, state, location_id);
            (pickup.reason, pickup.reason_words) = (String::new(), String::new());
        }
        CallResult::Refused(reason) | CallResult::Failed(reason) => {
            pickup.state = PickupState::Refused;
            (pickup.reason, pickup.reason_words) = (reason.code.clone(), reason.words.clone());
        }
    }
    let today = day_of(now, &stores::get_profile(c, scope).await?.timezone);
    pickup.next_read_at = next_read(pickup.state, &pickup.date, today, now);
    pickup.updated_at = now;
    store::update(c, scope, &pickup).await?;
    c.touch(scope.store(), Topics::SALES);
    Ok(())
}

/// A person retries it: it waits again.
async fn wait_again(app: &App, c: Conn<'_>, scope: &StoreScope, call: &StoredCall) -> Result<bool, Failed> {
    let Some(id) = call.subject_id::<PickupKind>() else { return Ok(false) };
    let Some(mut pickup) = store::lock(c, scope, id).await? else { return Ok(false) };
    if pickup.state != PickupState::Refused {
        return Ok(false);
    }
    (pickup.state, pickup.updated_at) = (PickupState::Waiting, app.env().now());
    (pickup.reason, pickup.reason_words) = (String::new(), String::new());
    store::update(c, scope, &pickup).await?;
    Ok(true)
}

impl ProviderCall for RequestPickup {
    fn kind(&self) -> &'static str {
        KIND
    }

    fn call<'a>(&'a self, context: CallContext<'a>, call: &'a StoredCall) -> BoxFuture<'a, CallOutcome> {
        Box::pin(async move {
            send(context, call).await.unwrap_or_else(|e| CallOutcome::Unreachable(Reason::new("internal", e.to_string())))
        })
    }

    fn settle_unknown<'a>(&'a self, context: CallContext<'a>, call: &'a StoredCall) -> BoxFuture<'a, Settlement> {
        Box::pin(async move {
            settle(context, call).await.unwrap_or_else(|e| Settlement::Unknown(Reason::new("internal", e.to_string())))
        })
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

    fn reopen<'a>(
        &'a self,
        app: &'a App,
        c: Conn<'a>,
        scope: &'a StoreScope,
        call: &'a StoredCall,
    ) -> BoxFuture<'a, Result<bool, Failed>> {
        Box::pin(wait_again(app, c, scope, call))
    }

    fn message(&self, code: &str) -> Option<Message> {
        call_outcome::message(code)
    }
}
