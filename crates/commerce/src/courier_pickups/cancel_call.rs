//! The call that calls a pickup off. Its subject is the pickup.

use db::{Conn, Topics};
use futures_util::future::BoxFuture;
use gateways::couriers::Pickup;
use jobs::Failed;
use kernel::id::CourierPickup as PickupKind;
use kernel::{Millis, StoreScope};
use platform::App;
use platform::provider_calls::{CallContext, CallOutcome, CallResult, NewCall, ProviderCall, Reason, Settlement, StoredCall};
use serde_json::json;
use web::Message;

use super::model::{CourierPickup, PickupState};
use super::{request_call, store};
use crate::couriers::call_outcome;

/// The kind of the call.
const KIND: &str = "courier_pickup_cancel";
/// How long it is tried: the courier comes soon.
const PATIENCE: i64 = 4 * Millis::HOUR;

/// The call that calls a pickup off; another one after one that failed.
pub(super) fn of_pickup(pickup: &CourierPickup) -> NewCall {
    let key = format!("{KIND}:{}:{}", pickup.id, pickup.updated_at.0);
    NewCall::new(pickup.provider.as_str(), KIND, pickup.id, key).patience(PATIENCE)
}

/// Calls a pickup off at its courier.
pub(super) struct CancelPickup;

async fn send(context: CallContext<'_>, call: &StoredCall) -> db::Result<CallOutcome> {
    let (pickup, account) = match request_call::open(context, call).await? {
        Ok(open) => open,
        Err(reason) => return Ok(CallOutcome::Refused(reason)),
    };
    let courier = gateways::CallContext { credentials: &account.credentials, log: context.log };
    Ok(match account.courier.cancel_pickup(courier, &pickup.courier_id).await {
        Ok(()) => CallOutcome::Done(json!({})),
        Err(e) => call_outcome::of_error(&e, true),
    })
}

/// Whether it is called off already; calling it off again does no harm.
async fn settle(context: CallContext<'_>, call: &StoredCall) -> db::Result<Settlement> {
    let (pickup, account) = match request_call::open(context, call).await? {
        Ok(open) => open,
        Err(reason) => return Ok(Settlement::Unknown(reason)),
    };
    let courier = gateways::CallContext { credentials: &account.credentials, log: context.log };
    let is_off = |theirs: &Pickup| theirs.id == pickup.courier_id && theirs.state == gateways::couriers::PickupState::Cancelled;
    Ok(match account.courier.list_pickups(courier, 1).await {
        Ok(pickups) if pickups.iter().any(is_off) => Settlement::Done(json!({})),
        Ok(_) => Settlement::Repeat,
        Err(e) => call_outcome::of_settling(&e),
    })
}

async fn write(app: &App, c: Conn<'_>, scope: &StoreScope, call: &StoredCall, result: &CallResult) -> Result<(), Failed> {
    let Some(id) = call.subject_id::<PickupKind>() else { return Ok(()) };
    let Some(mut pickup) = store::lock(c, scope, id).await? else { return Ok(()) };
    (pickup.is_cancel_requested, pickup.updated_at) = (false, app.env().now());
    match result {
        // It may have been made before the courier heard of it: what has ended stays as it is.
        CallResult::Done(_) if !pickup.state.is_open() => {}
        CallResult::Done(_) => {
            (pickup.state, pickup.next_read_at) = (PickupState::Cancelled, None);
            (pickup.reason, pickup.reason_words) = (String::new(), String::new());
        }
        CallResult::Refused(reason) | CallResult::Failed(reason) => {
            (pickup.reason, pickup.reason_words) = (reason.code.clone(), reason.words.clone());
        }
    }
    store::update(c, scope, &pickup).await?;
    c.touch(scope.store(), Topics::SALES);
    Ok(())
}

impl ProviderCall for CancelPickup {
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

    /// The pickup's own button asks again.
    fn can_retry(&self, _call: &StoredCall) -> bool {
        false
    }

    fn message(&self, code: &str) -> Option<Message> {
        call_outcome::message(code)
    }
}
