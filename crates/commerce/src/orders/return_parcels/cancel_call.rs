//! The call that cancels the booking of a return parcel. Its subject is the parcel, which stays as it is until the courier follows:
//! otherwise somebody may still come for the goods.

use db::Conn;
use futures_util::future::BoxFuture;
use jobs::Failed;
use kernel::{Env, Millis, StoreScope};
use platform::App;
use platform::provider_calls::{self, CallContext, CallOutcome, CallResult, NewCall, ProviderCall, Settlement, StoredCall};
use serde_json::Value;
use web::Message;

use super::load;
use super::model::{IN_DOUBT, NOT_CANCELLED, ReturnParcel, State};
use super::{messages, state};
use crate::couriers::call_outcome;

/// The kind of the call.
const KIND: &str = "return_parcel_cancel";
/// How long it is tried: the courier comes soon.
const PATIENCE: i64 = 4 * Millis::HOUR;

/// Writes the call that cancels a booking, or what may be one; another one after one that failed.
pub(super) async fn enqueue(c: Conn<'_>, env: &Env, scope: &StoreScope, parcel: &ReturnParcel) -> db::Result<()> {
    let key = format!("{KIND}:{}:{}", parcel.id, env.now().0);
    let call = NewCall::new(parcel.provider.as_str(), KIND, parcel.id, key).order(parcel.order_id).patience(PATIENCE);
    provider_calls::enqueue(c, env, scope, call).await?;
    Ok(())
}

/// Cancels a return parcel at its courier.
pub(super) struct CancelReturnParcel;

async fn cancel(context: CallContext<'_>, call: &StoredCall) -> CallOutcome {
    let loaded = match load::load(context, call).await {
        Ok(loaded) => loaded,
        Err(reason) => return CallOutcome::Refused(reason),
    };
    let names = load::names(&loaded.parcel, &loaded.order);
    match loaded.account.courier.cancel(loaded.on(context.log), names.get()).await {
        Ok(()) => CallOutcome::Done(Value::Null),
        Err(e) => call_outcome::of_error(&e, true),
    }
}

async fn write(app: &App, c: Conn<'_>, scope: &StoreScope, call: &StoredCall, result: &CallResult) -> Result<(), Failed> {
    let Some((order, before)) = load::lock(c, scope, load::subject(call)?).await? else { return Ok(()) };
    if !before.is_cancel_requested {
        return Ok(());
    }
    let after = match result {
        CallResult::Done(_) => ReturnParcel { next_read_at: None, ..before.clone().in_state(State::Cancelled) },
        CallResult::Refused(reason) | CallResult::Failed(reason) => {
            let code = if before.state == State::Failed { IN_DOUBT } else { NOT_CANCELLED };
            state::with_reason(before.clone().in_state(before.state), code, reason)
        }
    };
    Ok(state::write(c, app.env(), scope, &order, &before, after).await?)
}

impl ProviderCall for CancelReturnParcel {
    fn kind(&self) -> &'static str {
        KIND
    }

    fn call<'a>(&'a self, context: CallContext<'a>, call: &'a StoredCall) -> BoxFuture<'a, CallOutcome> {
        Box::pin(cancel(context, call))
    }

    /// Cancelling what is cancelled already succeeds.
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

    /// The parcel's own button calls it off again.
    fn can_retry(&self, _call: &StoredCall) -> bool {
        false
    }

    fn message(&self, code: &str) -> Option<Message> {
        messages::message(code)
    }
}
