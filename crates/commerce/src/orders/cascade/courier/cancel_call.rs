//! The call that cancels a booking. Its subject is the shipment.
//!
//! A shipment is cancelled in our books at once: its pieces are to be shipped again. Where the courier does not follow, the shipment
//! says so until a person has dealt with it.

use db::Conn;
use futures_util::future::BoxFuture;
use jobs::Failed;
use kernel::StoreScope;
use platform::App;
use platform::provider_calls::{CallContext, CallOutcome, CallResult, CallState, ProviderCall, Reason, Settlement, StoredCall};
use web::Message;

use super::codes::{BOOKED_TWICE, NOT_CANCELLED};
use super::input::{CANCEL, CancelInput};
use super::messages;
use super::parcel;
use super::state;
use crate::couriers::call_outcome;
use crate::orders::cascade::lock::lock_shipment;
use crate::orders::error::OrderError;

/// Cancels a booking.
pub(super) struct CancelParcel;

async fn make(context: CallContext<'_>, call: &StoredCall) -> CallOutcome {
    let loaded = async {
        let input: CancelInput = serde_json::from_value(call.input.clone()).map_err(|_| Reason::code("internal"))?;
        Ok((input, parcel::load(context, call).await?))
    };
    let (input, parcel) = match loaded.await {
        Ok(loaded) => loaded,
        Err(reason) => return CallOutcome::Refused(reason),
    };
    let names = parcel::names(&parcel, input.n, &input.tracking_no);
    match parcel.account.courier.cancel(parcel.on(context.log), names.get()).await {
        Ok(()) => CallOutcome::Done(serde_json::Value::Null),
        Err(e) => call_outcome::of_error(&e, true),
    }
}

async fn write(app: &App, c: Conn<'_>, scope: &StoreScope, call: &StoredCall, result: &CallResult) -> Result<(), Failed> {
    let CancelInput { n, .. } = serde_json::from_value(call.input.clone())?;
    let (order, before) = match lock_shipment(c, scope, parcel::subject(call)?, None).await {
        Ok(found) => found,
        Err(OrderError::NotFound) => return Ok(()),
        Err(e) => return Err(e.into()),
    };
    let code = if before.booking_n == n { NOT_CANCELLED } else { BOOKED_TWICE };
    let after = match result {
        CallResult::Done(_) if before.booking_code == code => state::with_reason(&before, "", &Reason::code("")),
        CallResult::Done(_) => return Ok(()),
        CallResult::Refused(reason) | CallResult::Failed(reason) => state::with_reason(&before, code, reason),
    };
    if after != before {
        state::write(c, app.env(), scope, &order, &before, after).await?;
    }
    Ok(())
}

impl ProviderCall for CancelParcel {
    fn kind(&self) -> &'static str {
        CANCEL
    }

    fn call<'a>(&'a self, context: CallContext<'a>, call: &'a StoredCall) -> BoxFuture<'a, CallOutcome> {
        Box::pin(make(context, call))
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

    /// Asking again does no harm, and an account can be mended.
    fn can_retry(&self, call: &StoredCall) -> bool {
        matches!(call.progress.state, CallState::Failed | CallState::Refused)
    }

    fn message(&self, code: &str) -> Option<Message> {
        messages::message(code)
    }
}
