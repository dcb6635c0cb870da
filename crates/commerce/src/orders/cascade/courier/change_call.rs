//! The call that changes a booking before the parcel is picked up, and its request. Its subject is the shipment, which holds what is
//! asked for: our books change when the courier has confirmed it.

use db::Conn;
use futures_util::future::BoxFuture;
use jobs::Failed;
use kernel::{Env, StoreScope};
use platform::App;
use platform::provider_calls::{CallContext, CallOutcome, CallResult, ProviderCall, Reason, Settlement, StoredCall};
use platform::stores;
use web::Message;

use super::codes::{CHANGE_UNKNOWN, NOT_CHANGED};
use super::enqueue::enqueue_change;
use super::input::{CHANGE, ChangeInput};
use super::parcel::{self, Parcel};
use super::{messages, state, waybill};
use crate::couriers::{account, call_outcome};
use crate::orders::cascade::lock::lock_shipment;
use crate::orders::error::OrderError;
use crate::orders::model::Order;
use crate::shipments::{PendingChange, Shipment};

const PENDING: Message = Message::new(
    "لم تؤكد شركة الشحن التعديل السابق بعد. انتظر ردها.",
    "The courier hasn't confirmed the previous change yet. Wait for its answer.",
);

/// The change is no longer wanted, and was not asked for.
const CALLED_OFF: &str = "called_off";

/// Changes a booking.
pub(super) struct ChangeParcel;

/// Asks the courier of a booked shipment for a change, in the caller's transaction, which has locked the order. One that may have been
/// done is asked for again together with it.
///
/// # Errors
/// 409 `change_pending` while the courier has not answered the one before.
pub(in crate::orders) async fn request(
    c: Conn<'_>,
    env: &Env,
    scope: &StoreScope,
    order: &Order,
    before: &Shipment,
    change: PendingChange,
) -> Result<(), OrderError> {
    if before.pending_change.as_ref().is_some_and(|pending| !pending.is_failed) {
        return Err(OrderError::Conflict("change_pending", PENDING));
    }
    let n = before.version;
    let change = PendingChange { n, is_failed: false, ..change.over(before.pending_change.clone()) };
    let after = Shipment { pending_change: Some(change), ..state::with_reason(before, "", &Reason::code("")) };
    enqueue_change(c, env, scope, before, n).await?;
    state::write(c, env, scope, order, before, after).await
}

/// The pending change of a call; none where another one is pending, or none.
fn pending(shipment: &Shipment, n: i64) -> Option<&PendingChange> {
    shipment.pending_change.as_ref().filter(|pending| pending.n == n)
}

async fn make(context: CallContext<'_>, call: &StoredCall) -> CallOutcome {
    let loaded = async {
        let input: ChangeInput = serde_json::from_value(call.input.clone()).map_err(|_| Reason::code("internal"))?;
        Ok((input, parcel::load(context, call).await?))
    };
    let (input, parcel) = match loaded.await {
        Ok(loaded) => loaded,
        Err(reason) => return CallOutcome::Refused(reason),
    };
    let Parcel { account, parcel: shipment, order } = &parcel;
    let Some(pending) = pending(shipment, input.n).filter(|_| shipment.status.is_live()) else {
        return CallOutcome::Refused(Reason::code(CALLED_OFF));
    };
    let (c, scope) = (context.app.db().conn(), context.scope);
    let read = async {
        let currency = stores::get_profile(c, scope).await?.currency;
        let cities = account::cities(c, scope, shipment.provider, account.courier).await?;
        Ok::<_, db::Error>(waybill::change(pending, shipment, order, currency, &cities))
    };
    let names = parcel::names(&parcel, shipment.booking_n, &shipment.tracking_no);
    match read.await {
        Ok(change) => match account.courier.change(parcel.on(context.log), names.get(), &change).await {
            Ok(()) => CallOutcome::Done(serde_json::Value::Null),
            Err(e) => call_outcome::of_error(&e, true),
        },
        Err(e) => CallOutcome::Unreachable(Reason::new("internal", e.to_string())),
    }
}

/// What the repetition of a change says that may have been made already. A refusal of it is none of the first: the parcel was picked up
/// meanwhile.
fn of_repetition(outcome: CallOutcome) -> CallOutcome {
    match outcome {
        CallOutcome::Refused(reason) if reason.code != CALLED_OFF => {
            CallOutcome::Refused(Reason::new(CHANGE_UNKNOWN, reason.words))
        }
        CallOutcome::Unreachable(reason) => CallOutcome::Unknown(reason),
        outcome => outcome,
    }
}

async fn write(app: &App, c: Conn<'_>, scope: &StoreScope, call: &StoredCall, result: &CallResult) -> Result<(), Failed> {
    let ChangeInput { n } = serde_json::from_value(call.input.clone())?;
    let (order, before) = match lock_shipment(c, scope, parcel::subject(call)?, None).await {
        Ok(found) => found,
        Err(OrderError::NotFound) => return Ok(()),
        Err(e) => return Err(e.into()),
    };
    let Some(change) = pending(&before, n) else { return Ok(()) };
    let nothing = Reason::code("");
    let after = match result {
        CallResult::Done(_) => state::with_reason(&before.with_change(change), "", &nothing),
        CallResult::Refused(reason) if reason.code == CALLED_OFF => {
            Shipment { pending_change: None, ..state::with_reason(&before, &before.booking_code, &nothing) }
        }
        CallResult::Refused(reason) if reason.code != CHANGE_UNKNOWN => {
            Shipment { pending_change: None, ..state::with_reason(&before, NOT_CHANGED, reason) }
        }
        // It may have been done, or be done by a retry.
        CallResult::Refused(_) | CallResult::Failed(_) => {
            let failed = PendingChange { is_failed: true, ..change.clone() };
            Shipment { pending_change: Some(failed), ..state::with_reason(&before, CHANGE_UNKNOWN, &nothing) }
        }
    };
    state::write(c, app.env(), scope, &order, &before, after).await?;
    Ok(())
}

/// The change is pending again, if no other one has taken its place.
async fn reopen(app: &App, c: Conn<'_>, scope: &StoreScope, call: &StoredCall) -> Result<bool, Failed> {
    let ChangeInput { n } = serde_json::from_value(call.input.clone())?;
    let (order, before) = lock_shipment(c, scope, parcel::subject(call)?, None).await?;
    let Some(change) = pending(&before, n).filter(|change| change.is_failed && before.status.is_waiting()) else {
        return Ok(false);
    };
    let change = PendingChange { is_failed: false, ..change.clone() };
    let after = Shipment { pending_change: Some(change), ..state::with_reason(&before, "", &Reason::code("")) };
    state::write(c, app.env(), scope, &order, &before, after).await?;
    Ok(true)
}

impl ProviderCall for ChangeParcel {
    fn kind(&self) -> &'static str {
        CHANGE
    }

    fn call<'a>(&'a self, context: CallContext<'a>, call: &'a StoredCall) -> BoxFuture<'a, CallOutcome> {
        Box::pin(async move {
            let outcome = make(context, call).await;
            if call.is_in_doubt() { of_repetition(outcome) } else { outcome }
        })
    }

    /// The same change twice is one change.
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
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn or_06_a_repetition_that_is_refused_says_nothing_of_the_first() {
        let refused = |code: &str| CallOutcome::Refused(Reason::new(code, "picked up"));
        assert_eq!(of_repetition(refused("not_possible")), refused(CHANGE_UNKNOWN));
        assert_eq!(of_repetition(refused(CALLED_OFF)), refused(CALLED_OFF));
        let busy = Reason::new("unreachable", "busy");
        assert_eq!(of_repetition(CallOutcome::Unreachable(busy.clone())), CallOutcome::Unknown(busy));
        assert_eq!(of_repetition(CallOutcome::Done(serde_json::Value::Null)), CallOutcome::Done(serde_json::Value::Null));
    }
}
