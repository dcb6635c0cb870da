//! A member's retry of a failed booking.

use kernel::{ShipmentId, StoreScope};
use platform::App;
use platform::provider_calls::{self, CallState, RetryError, StoredCall};
use web::{ApiError, Message};

use super::codes::IN_DOUBT;
use super::enqueue;
use super::input::BOOK;
use super::state;
use crate::orders::cascade::lock::lock_shipment;
use crate::orders::error::OrderError;
use crate::shipments::{self, Booking, Shipment};
use platform::provider_calls::Reason;

const NOT_FAILED: Message = Message::new("لا يوجد حجز متعثر لهذه الشحنة.", "This shipment has no failed booking.");

/// Why a booking was not retried.
#[derive(Debug)]
pub(in crate::orders) enum RetryBookingError {
    Order(OrderError),
    Internal(jobs::Failed),
}

impl From<OrderError> for RetryBookingError {
    fn from(e: OrderError) -> Self {
        Self::Order(e)
    }
}

impl From<db::Error> for RetryBookingError {
    fn from(e: db::Error) -> Self {
        Self::Order(e.into())
    }
}

impl RetryBookingError {
    /// The refusal, with `order` for the errors of orders.
    pub(in crate::orders) fn into_order(self) -> Result<OrderError, ApiError> {
        match self {
            Self::Order(e) => Ok(e),
            Self::Internal(e) => Err(ApiError::internal(&e)),
        }
    }
}

fn not_failed() -> OrderError {
    OrderError::Conflict("booking_not_failed", NOT_FAILED)
}

/// Retries a failed booking with the waybill as it is now. A call that was given up runs again under its key, for the courier may have
/// done it; after a refusal another key is used.
pub(in crate::orders) async fn retry_booking(app: &App, scope: &StoreScope, id: ShipmentId) -> Result<(), RetryBookingError> {
    let c = app.db().conn();
    let shipment = shipments::find(c, scope, id).await?.ok_or(OrderError::NotFound)?;
    if shipment.booking != Booking::Failed || !shipment.status.is_waiting() {
        return Err(not_failed().into());
    }
    let is_its_call = |call: &StoredCall| call.kind == BOOK && call.input["n"] == shipment.booking_n;
    let call = provider_calls::list_of_subject(c, scope, id).await?.into_iter().find(is_its_call);
    match call {
        Some(call) if call.progress.state == CallState::Failed => match provider_calls::retry(app, scope, call.id).await {
            Ok(_) => Ok(()),
            Err(RetryError::NotFound | RetryError::NotPossible(_)) => Err(not_failed().into()),
            Err(RetryError::Refused(_, refusal)) => Err(OrderError::Conflict(refusal.code, refusal.message).into()),
            Err(RetryError::Failed(e)) => Err(RetryBookingError::Internal(e)),
        },
        call => Ok(book_again(app, scope, id, call.is_some()).await?),
    }
}

/// Books under another key, unless the booking was given up before there were calls.
async fn book_again(app: &App, scope: &StoreScope, id: ShipmentId, has_call: bool) -> Result<(), OrderError> {
    let (at, env) = (scope.clone(), app.env().clone());
    app.db()
        .tx(async move |c| {
            let (order, before) = lock_shipment(c, &at, id, None).await?;
            if before.booking != Booking::Failed || !before.status.is_waiting() {
                return Err(not_failed());
            }
            let may_be_booked = !has_call && matches!(before.booking_code.as_str(), "unreachable" | IN_DOUBT);
            let mut after = Shipment { booking: Booking::Waiting, ..state::with_reason(&before, "", &Reason::code("")) };
            if !may_be_booked {
                after.booking_n += 1;
            }
            enqueue::book(c, &env, &at, &after, may_be_booked).await?;
            state::write(c, &env, &at, &order, &before, after).await
        })
        .await
}
