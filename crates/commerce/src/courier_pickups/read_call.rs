//! The call that reads how far a store's pickups at a courier are. Its subject is the account.

use db::{Conn, StoredWord as _, Topics};
use futures_util::future::BoxFuture;
use jobs::Failed;
use kernel::{CourierAccountId, Millis, StoreScope};
use platform::provider_calls::{CallContext, CallOutcome, CallResult, NewCall, ProviderCall, Reason, Settlement, StoredCall};
use platform::{App, stores};
use serde::{Deserialize, Serialize};
use web::Message;

use super::model::{PickupState, day_of, next_read};
use super::store;
use crate::couriers::{account, call_outcome};
use crate::shipping::ShippingProvider;

/// The kind of the call.
const KIND: &str = "courier_pickups";
/// How long it is tried: the next one is planned anyway.
const PATIENCE: i64 = 30 * Millis::MINUTE;

/// A pickup as the courier tells it.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct PickupRead {
    id: String,
    number: String,
    state: PickupState,
}

/// The call that reads the pickups of an account, once in an interval.
pub(super) fn of_account(provider: ShippingProvider, account: CourierAccountId, at: Millis) -> NewCall {
    NewCall::new(provider.as_str(), KIND, account, format!("{KIND}:{account}:{}", at.0)).patience(PATIENCE)
}

/// Reads the latest pickups of a store at a courier.
pub(super) struct ReadPickups;

async fn read(context: CallContext<'_>, call: &StoredCall) -> db::Result<CallOutcome> {
    let provider = ShippingProvider::decode(&call.provider)?;
    let account = match account::open(context.app.db().conn(), context.app, context.scope, provider).await? {
        Ok(account) => account,
        Err(fault) => return Ok(CallOutcome::Refused(Reason::code(fault.code()))),
    };
    let courier = gateways::CallContext { credentials: &account.credentials, log: context.log };
    Ok(match account.courier.list_pickups(courier, 1).await {
        Ok(pickups) => {
            let one = |pickup: gateways::couriers::Pickup| PickupRead {
                id: pickup.id,
                number: pickup.number,
                state: pickup.state.into(),
            };
            let read: Vec<PickupRead> = pickups.into_iter().map(one).collect();
            CallOutcome::Done(serde_json::to_value(read).unwrap_or_default())
        }
        Err(e) => call_outcome::of_error(&e, false),
    })
}

async fn write(app: &App, c: Conn<'_>, scope: &StoreScope, call: &StoredCall, result: &CallResult) -> Result<(), Failed> {
    let CallResult::Done(value) = result else { return Ok(()) };
    let provider = ShippingProvider::decode(&call.provider)?;
    let answer: Vec<PickupRead> = serde_json::from_value(value.clone())?;
    let now = app.env().now();
    let today = day_of(now, &stores::get_profile(c, scope).await?.timezone);
    for open in store::list_open(c, scope, provider).await? {
        let Some(read) = answer.iter().find(|read| read.id == open.courier_id) else { continue };
        let Some(mut pickup) = store::lock(c, scope, open.id).await? else { continue };
        let before = (pickup.state, pickup.number.clone());
        pickup.state = pickup.state.after(read.state);
        if !read.number.is_empty() {
            pickup.number.clone_from(&read.number);
        }
        if before == (pickup.state, pickup.number.clone()) {
            continue;
        }
        pickup.next_read_at = next_read(pickup.state, &pickup.date, today, now);
        pickup.updated_at = now;
        store::update(c, scope, &pickup).await?;
        c.touch(scope.store(), Topics::SALES);
    }
    Ok(())
}

impl ProviderCall for ReadPickups {
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

    fn is_journaled(&self) -> bool {
        false
    }

    fn message(&self, code: &str) -> Option<Message> {
        call_outcome::message(code)
    }
}
