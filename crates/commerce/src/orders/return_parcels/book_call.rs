//! The call that books a return parcel. Its subject is the parcel.
//!
//! The courier's part may be done and its answer lost; then `find` says so before anything is sent again. The parcel may be called off
//! while the courier is called: a booking that is there then is cancelled by a call of its own.

use db::Conn;
use futures_util::future::BoxFuture;
use gateways::couriers::Operation;
use gateways::{Booked, RepeatSafety};
use jobs::Failed;
use kernel::{Env, Millis, StoreScope};
use platform::provider_calls::{
    self, CallContext, CallOutcome, CallResult, CallState, NewCall, ProviderCall, Reason, RetryRefusal, Settlement, StoredCall,
};
use platform::{App, stores};
use serde::{Deserialize, Serialize};
use web::Message;

use super::load::{self, Loaded, StoredPieces};
use super::model::{CALLED_OFF, IN_DOUBT, PIECES_BACK, ReturnParcel, State};
use super::pieces::is_still_fetchable;
use super::waybill::{read_parts, waybill};
use super::{cancel_call, messages, state};
use crate::couriers::call_outcome;
use crate::shipments::pause;

/// The kind of the call.
const KIND: &str = "return_parcel_book";
/// How long a booking is tried: the merchant sees that it failed.
const PATIENCE: i64 = 30 * Millis::MINUTE;

/// What the courier answered, as the call's result.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Answer {
    tracking_id: String,
    tracking_no: String,
    url: String,
}

/// Writes the call that books a parcel; once for each parcel.
pub(super) async fn enqueue(c: Conn<'_>, env: &Env, scope: &StoreScope, parcel: &ReturnParcel) -> db::Result<()> {
    let key = format!("{KIND}:{}", parcel.id);
    let call = NewCall::new(parcel.provider.as_str(), KIND, parcel.id, key).order(parcel.order_id).patience(PATIENCE);
    provider_calls::enqueue(c, env, scope, call).await?;
    Ok(())
}

/// Books a return parcel.
pub(super) struct BookReturnParcel;

fn done(booked: Booked) -> serde_json::Value {
    let Booked { tracking_id, tracking_no, url } = booked;
    serde_json::to_value(Answer { tracking_id, tracking_no, url }).unwrap_or_default()
}

async fn book(context: CallContext<'_>, call: &StoredCall) -> CallOutcome {
    let loaded = match load::load(context, call).await {
        Ok(loaded) => loaded,
        Err(reason) => return CallOutcome::Refused(reason),
    };
    let Loaded { account, parcel, order } = &loaded;
    if parcel.is_cancel_requested || parcel.state != State::Waiting {
        return CallOutcome::Refused(Reason::code(CALLED_OFF));
    }
    let (c, scope) = (context.app.db().conn(), context.scope);
    // Goods that came back meanwhile are not fetched.
    match StoredPieces::load(c, scope, order).await {
        Ok(pieces) if !is_still_fetchable(pieces.get(), parcel.id) => {
            return CallOutcome::Refused(Reason::code(PIECES_BACK));
        }
        Ok(_) => {}
        Err(e) => return CallOutcome::Unreachable(Reason::new("internal", e.to_string())),
    }
    let read = async {
        let currency = stores::get_profile(c, scope).await?.currency;
        let parts = read_parts(c, context.app, scope, account.courier, parcel, order).await?;
        Ok::<_, db::Error>(waybill(parcel, order, currency, &parts))
    };
    match read.await {
        Ok(waybill) => match account.courier.book(loaded.on(context.log), &waybill).await {
            Ok(booked) => CallOutcome::Done(done(booked)),
            Err(e) => call_outcome::of_error(&e, true),
        },
        Err(e) => CallOutcome::Unreachable(Reason::new("internal", e.to_string())),
    }
}

async fn settle(context: CallContext<'_>, call: &StoredCall) -> Settlement {
    let loaded = match load::load(context, call).await {
        Ok(loaded) => loaded,
        // A person can mend the account: until then nobody can say.
        Err(reason) => return Settlement::Unknown(reason),
    };
    let courier = loaded.account.courier;
    // A courier that holds keys apart is called again, unless the parcel must not be booked any more.
    if !loaded.parcel.is_cancel_requested && courier.repeat_safety(Operation::Book) == RepeatSafety::Safe {
        return Settlement::Repeat;
    }
    let names = load::names(&loaded.parcel, &loaded.order);
    match courier.find(loaded.on(context.log), names.get()).await {
        Ok(Some(booked)) => Settlement::Done(done(booked)),
        Ok(None) => Settlement::Repeat,
        Err(e) => call_outcome::of_settling(&e),
    }
}

async fn write(app: &App, c: Conn<'_>, scope: &StoreScope, call: &StoredCall, result: &CallResult) -> Result<(), Failed> {
    let Some((order, before)) = load::lock(c, scope, load::subject(call)?).await? else { return Ok(()) };
    let (env, is_called_off) = (app.env(), before.is_cancel_requested);
    if !matches!(before.state, State::Waiting | State::Failed) {
        return Ok(());
    }
    let after = match result {
        CallResult::Done(answer) => {
            let Answer { tracking_id, tracking_no, url } = serde_json::from_value(answer.clone())?;
            let mut after = before.clone().in_state(State::Booked);
            (after.tracking_id, after.tracking_no, after.tracking_url) = (tracking_id, tracking_no, url);
            after.next_read_at = pause(None, 0, false).map(|ms| env.now().plus(ms));
            after
        }
        CallResult::Failed(_) if call.is_in_doubt() => {
            state::with_reason(before.clone().in_state(State::Failed), IN_DOUBT, &Reason::code(""))
        }
        // Nothing is there, and nothing is to be.
        CallResult::Refused(_) | CallResult::Failed(_) if is_called_off => before.clone().in_state(State::Cancelled),
        CallResult::Refused(reason) | CallResult::Failed(reason) => {
            state::with_reason(before.clone().in_state(State::Failed), &reason.code, reason)
        }
    };
    let is_to_cancel = is_called_off && after.state != State::Cancelled;
    let after = ReturnParcel { is_cancel_requested: is_to_cancel, ..after };
    if is_to_cancel {
        cancel_call::enqueue(c, env, scope, &after).await?;
    }
    Ok(state::write(c, env, scope, &order, &before, after).await?)
}

/// Why a failed booking is not tried again: pieces of it are back. The order's row is locked until the parcel waits again.
async fn retry_refusal(c: Conn<'_>, scope: &StoreScope, call: &StoredCall) -> Result<Option<RetryRefusal>, Failed> {
    let Some((order, parcel)) = load::lock(c, scope, load::subject(call)?).await? else { return Ok(None) };
    let is_failed = parcel.state == State::Failed && !parcel.is_cancel_requested;
    if !is_failed || is_still_fetchable(StoredPieces::load(c, scope, &order).await?.get(), parcel.id) {
        return Ok(None);
    }
    Ok(Some(RetryRefusal { code: "return_pieces_back", message: messages::PIECES_BACK_MESSAGE }))
}

/// The parcel waits again, unless somebody called it off.
async fn reopen(app: &App, c: Conn<'_>, scope: &StoreScope, call: &StoredCall) -> Result<bool, Failed> {
    let Some((order, before)) = load::lock(c, scope, load::subject(call)?).await? else { return Ok(false) };
    if before.state != State::Failed || before.is_cancel_requested {
        return Ok(false);
    }
    state::write(c, app.env(), scope, &order, &before, before.clone().in_state(State::Waiting)).await?;
    Ok(true)
}

impl ProviderCall for BookReturnParcel {
    fn kind(&self) -> &'static str {
        KIND
    }

    fn call<'a>(&'a self, context: CallContext<'a>, call: &'a StoredCall) -> BoxFuture<'a, CallOutcome> {
        Box::pin(book(context, call))
    }

    fn settle_unknown<'a>(&'a self, context: CallContext<'a>, call: &'a StoredCall) -> BoxFuture<'a, Settlement> {
        Box::pin(settle(context, call))
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

    /// A refusal is taken back by an account with credit: nothing was booked under the key.
    fn can_retry(&self, call: &StoredCall) -> bool {
        match call.progress.state {
            CallState::Failed => true,
            CallState::Refused => ![CALLED_OFF, PIECES_BACK].contains(&call.reason.code.as_str()),
            _ => false,
        }
    }

    fn retry_refusal<'a>(
        &'a self,
        c: Conn<'a>,
        scope: &'a StoreScope,
        call: &'a StoredCall,
    ) -> BoxFuture<'a, Result<Option<RetryRefusal>, Failed>> {
        Box::pin(retry_refusal(c, scope, call))
    }

    fn reopen<'a>(
        &'a self,
        app: &'a App,
        c: Conn<'a>,
        scope: &'a StoreScope,
        call: &'a StoredCall,
    ) -> BoxFuture<'a, Result<bool, Failed>> {
        Box::pin(reopen(app, c, scope, call))
    }

    fn message(&self, code: &str) -> Option<Message> {
        messages::message(code)
    }

    /// Three and a half minutes: then the merchant sees the failure.
    fn most_attempts(&self) -> i64 {
        5
    }
}
