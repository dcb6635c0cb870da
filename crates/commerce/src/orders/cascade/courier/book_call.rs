//! The call that books a parcel. Its subject is the shipment.
//!
//! The courier's part may be done and its answer lost; then `find` says so before anything is sent again. The shipment may be cancelled
//! while the courier is called: a booking that is there then is cancelled by a call of its own.

use db::Conn;
use futures_util::future::BoxFuture;
use gateways::Booked;
use gateways::couriers::{Operation, RefusalCode};
use gateways::{CourierError, RepeatSafety};
use jobs::Failed;
use kernel::StoreScope;
use platform::App;
use platform::provider_calls::{CallContext, CallOutcome, CallResult, ProviderCall, Reason, Settlement, StoredCall};
use platform::stores;
use serde::{Deserialize, Serialize};
use web::Message;

use super::codes::IN_DOUBT;
use super::enqueue::{Cancelled, cancel_booking};
use super::input::{BOOK, BookInput};
use super::messages;
use super::parcel::{self, Parcel};
use super::state;
use super::waybill::{read_parts, waybill};
use crate::couriers::call_outcome;
use crate::orders::cascade::lock::lock_shipment;
use crate::orders::error::OrderError;
use crate::shipments::{Booking, Shipment, Status};

/// Books a parcel.
pub(super) struct BookParcel;

/// What the courier answered, as it is kept.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Answer {
    tracking_id: String,
    tracking_no: String,
    url: String,
}

fn input(call: &StoredCall) -> Result<BookInput, Reason> {
    serde_json::from_value(call.input.clone()).map_err(|_| Reason::code("internal"))
}

fn done(booked: Booked) -> serde_json::Value {
    let Booked { tracking_id, tracking_no, url } = booked;
    serde_json::to_value(Answer { tracking_id, tracking_no, url }).unwrap_or_default()
}

async fn make(context: CallContext<'_>, call: &StoredCall) -> CallOutcome {
    let input = match input(call) {
        Ok(input) => input,
        Err(reason) => return CallOutcome::Refused(reason),
    };
    let parcel = match parcel::load(context, call).await {
        Ok(parcel) => parcel,
        // Who cannot be asked has not said that nothing is booked.
        Err(reason) if input.may_be_booked => return CallOutcome::Unknown(reason),
        Err(reason) => return CallOutcome::Refused(reason),
    };
    if input.may_be_booked {
        match find(context, &parcel, input.n).await {
            Ok(Some(booked)) => return CallOutcome::Done(done(booked)),
            Ok(None) => {}
            // Nor has one who refuses the question.
            Err(e) => return CallOutcome::Unknown(call_outcome::doubt(&e)),
        }
    }
    book(context, &parcel, input.n).await
}

async fn book(context: CallContext<'_>, parcel: &Parcel<'_>, n: i64) -> CallOutcome {
    let Parcel { account, parcel: shipment, order } = parcel;
    if shipment.status == Status::Cancelled || shipment.booking_n != n {
        return CallOutcome::Refused(Reason::code("called_off"));
    }
    let Some(service) = shipment.service.of_courier() else {
        return CallOutcome::Refused(Reason::code(RefusalCode::NotOffered.as_str()));
    };
    let (c, scope) = (context.app.db().conn(), context.scope);
    let read = async {
        let currency = stores::get_profile(c, scope).await?.currency;
        let parts = read_parts(c, context.app, scope, account.courier, shipment, order).await?;
        Ok::<_, db::Error>(waybill(shipment, order, service, currency, &parts))
    };
    match read.await {
        Ok(waybill) => match account.courier.book(parcel.on(context.log), &waybill).await {
            Ok(booked) => CallOutcome::Done(done(booked)),
            Err(e) => call_outcome::of_error(&e, true),
        },
        Err(e) => CallOutcome::Unreachable(Reason::new("internal", e.to_string())),
    }
}

async fn find(context: CallContext<'_>, parcel: &Parcel<'_>, n: i64) -> Result<Option<Booked>, CourierError> {
    let names = parcel::names(parcel, n, "");
    parcel.account.courier.find(parcel.on(context.log), names.get()).await
}

async fn settle(context: CallContext<'_>, call: &StoredCall) -> Settlement {
    let loaded = async { Ok((input(call)?, parcel::load(context, call).await?)) };
    let (input, parcel) = match loaded.await {
        Ok(loaded) => loaded,
        // A person can mend the account: until then nobody can say.
        Err(reason) => return Settlement::Unknown(reason),
    };
    let Parcel { account, parcel: shipment, .. } = &parcel;
    let is_wanted = shipment.status != Status::Cancelled;
    // A courier that holds keys apart is asked again, unless the parcel must not be booked any more.
    if is_wanted && account.courier.repeat_safety(Operation::Book) == RepeatSafety::Safe {
        return Settlement::Repeat;
    }
    match find(context, &parcel, input.n).await {
        Ok(Some(booked)) => Settlement::Done(done(booked)),
        Ok(None) => Settlement::Repeat,
        Err(e) => call_outcome::of_settling(&e),
    }
}

async fn write(app: &App, c: Conn<'_>, scope: &StoreScope, call: &StoredCall, result: &CallResult) -> Result<(), Failed> {
    let Ok(BookInput { n, may_be_booked }) = input(call) else { return Ok(()) };
    let (order, before) = match lock_shipment(c, scope, parcel::subject(call)?, None).await {
        Ok(found) => found,
        Err(OrderError::NotFound) => return Ok(()),
        Err(e) => return Err(e.into()),
    };
    let is_own = before.booking_n == n && before.booking != Booking::Booked;
    let env = app.env();
    match result {
        CallResult::Done(answer) => {
            let Answer { tracking_id, tracking_no, url } = serde_json::from_value(answer.clone())?;
            if !is_own {
                // Nobody waits for it any more: the parcel has another booking.
                if before.booking_n != n {
                    cancel_booking(c, env, scope, &before, &Cancelled { n, tracking_no }).await?;
                }
                return Ok(());
            }
            let mut after = booked(&before);
            (after.tracking_id, after.tracking_no, after.tracking_url) = (tracking_id, tracking_no, url);
            if before.status == Status::Cancelled {
                cancel_booking(c, env, scope, &after, &Cancelled::of(&after)).await?;
            }
            state::write(c, env, scope, &order, &before, after).await?;
        }
        CallResult::Refused(reason) if is_own => {
            let after = Shipment { booking: Booking::Failed, ..state::with_reason(&before, &reason.code, reason) };
            state::write(c, env, scope, &order, &before, after).await?;
        }
        CallResult::Failed(reason) if is_own => {
            // One that an earlier version may have booked was perhaps given up before anybody was asked.
            let is_in_doubt = call.is_in_doubt() || may_be_booked;
            let code = if is_in_doubt { IN_DOUBT } else { &reason.code };
            let after = Shipment { booking: Booking::Failed, ..state::with_reason(&before, code, &Reason::code("")) };
            if is_in_doubt && before.status == Status::Cancelled {
                cancel_booking(c, env, scope, &after, &Cancelled::of(&after)).await?;
            }
            state::write(c, env, scope, &order, &before, after).await?;
        }
        CallResult::Refused(_) | CallResult::Failed(_) => {}
    }
    Ok(())
}

fn booked(before: &Shipment) -> Shipment {
    Shipment { booking: Booking::Booked, booking_code: String::new(), booking_error: String::new(), ..before.clone() }
}

/// The shipment waits again, if it still has to be booked under this key.
async fn reopen(app: &App, c: Conn<'_>, scope: &StoreScope, call: &StoredCall) -> Result<bool, Failed> {
    let Ok(BookInput { n, .. }) = input(call) else { return Ok(false) };
    let (order, before) = lock_shipment(c, scope, parcel::subject(call)?, None).await?;
    if before.booking != Booking::Failed || before.booking_n != n || !before.status.is_waiting() {
        return Ok(false);
    }
    let after = Shipment { booking: Booking::Waiting, ..state::with_reason(&before, "", &Reason::code("")) };
    state::write(c, app.env(), scope, &order, &before, after).await?;
    Ok(true)
}

impl ProviderCall for BookParcel {
    fn kind(&self) -> &'static str {
        BOOK
    }

    fn call<'a>(&'a self, context: CallContext<'a>, call: &'a StoredCall) -> BoxFuture<'a, CallOutcome> {
        Box::pin(make(context, call))
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

    /// Three and a half minutes: then the merchant, who is packing, sees the failure.
    fn most_attempts(&self) -> i64 {
        5
    }
}
