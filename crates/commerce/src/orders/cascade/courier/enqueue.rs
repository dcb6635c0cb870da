//! Writes the calls to a courier in the transaction of the change that wants them.

use db::Conn;
use gateways::Couriers;
use gateways::couriers::BookingMode;
use kernel::{Env, Millis, ShipmentId, StoreScope};
use platform::provider_calls::{self, NewCall};
use platform::stores;

use super::codes::IN_DOUBT;
use super::input::{BOOK, BookInput, CANCEL, CHANGE, CancelInput, ChangeInput};
use crate::shipments::{Booking, Shipment};
use crate::shipping::ShippingProvider;

/// How long a booking is tried: the merchant is packing, and sees that it failed.
const BOOKING_PATIENCE: i64 = 30 * Millis::MINUTE;
/// How long a change is tried: later the parcel is picked up.
const CHANGE_PATIENCE: i64 = 6 * Millis::HOUR;

/// The initial booking state of a new shipment. The demo store books nothing (decisions §15).
pub(in crate::orders) async fn begin(
    c: Conn<'_>,
    scope: &StoreScope,
    couriers: &Couriers,
    provider: ShippingProvider,
) -> db::Result<Booking> {
    let is_called = couriers.get(provider.as_str()).is_some_and(|courier| courier.capabilities().booking == BookingMode::Http);
    if !is_called || stores::get_profile(c, scope).await?.is_demo {
        return Ok(Booking::ByHand);
    }
    Ok(Booking::Waiting)
}

/// Books a waiting shipment. Once for each of its requests by people, however often it is called.
pub(in crate::orders) async fn enqueue_booking(
    c: Conn<'_>,
    env: &Env,
    scope: &StoreScope,
    shipment: &Shipment,
) -> db::Result<()> {
    book(c, env, scope, shipment, false).await
}

/// As [`enqueue_booking`]; the courier is asked first whether it has one under this key.
pub(super) async fn book(c: Conn<'_>, env: &Env, scope: &StoreScope, shipment: &Shipment, may_be_booked: bool) -> db::Result<()> {
    let input = BookInput { n: shipment.booking_n, may_be_booked };
    let key = format!("{}:{}", BOOK, shipment.booking_key());
    let call = NewCall::new(shipment.provider.as_str(), BOOK, shipment.id, key)
        .order(shipment.order_id)
        .input(serde_json::to_value(input).unwrap_or_default())
        .patience(BOOKING_PATIENCE);
    provider_calls::enqueue(c, env, scope, call).await?;
    Ok(())
}

/// Cancels the booking of a shipment that was just cancelled, where the courier has or may have one. One that is still to be made is
/// not: its call looks at the shipment before, and after.
pub(in crate::orders) async fn cancel(c: Conn<'_>, env: &Env, scope: &StoreScope, shipment: &Shipment) -> db::Result<()> {
    match shipment.booking {
        Booking::Booked => cancel_booking(c, env, scope, shipment, &Cancelled::of(shipment)).await,
        Booking::Failed if shipment.booking_code == IN_DOUBT => {
            cancel_booking(c, env, scope, shipment, &Cancelled::of(shipment)).await
        }
        Booking::Failed | Booking::Waiting | Booking::ByHand => Ok(()),
    }
}

/// A booking to be cancelled.
pub(super) struct Cancelled {
    /// The request of the shipment that it was made for.
    pub(super) n: i64,
    /// Empty where the courier never told it.
    pub(super) tracking_no: String,
}

impl Cancelled {
    /// The shipment's own booking.
    pub(super) fn of(shipment: &Shipment) -> Self {
        Self { n: shipment.booking_n, tracking_no: shipment.tracking_no.clone() }
    }
}

/// Cancels a booking.
pub(super) async fn cancel_booking(
    c: Conn<'_>,
    env: &Env,
    scope: &StoreScope,
    shipment: &Shipment,
    booking: &Cancelled,
) -> db::Result<()> {
    let Cancelled { n, tracking_no } = booking;
    let input = CancelInput { n: *n, tracking_no: tracking_no.clone() };
    let key = format!("{}:{}", CANCEL, Shipment::booking_key_of(shipment.id, *n));
    let call = NewCall::new(shipment.provider.as_str(), CANCEL, shipment.id, key)
        .order(shipment.order_id)
        .input(serde_json::to_value(input).unwrap_or_default());
    provider_calls::enqueue(c, env, scope, call).await?;
    Ok(())
}

/// Asks for the change that is pending of a shipment. What is changed stands in the shipment, for it may name a shopper.
pub(super) async fn enqueue_change(c: Conn<'_>, env: &Env, scope: &StoreScope, shipment: &Shipment, n: i64) -> db::Result<()> {
    let key = change_key(shipment.id, n);
    let call = NewCall::new(shipment.provider.as_str(), CHANGE, shipment.id, key)
        .order(shipment.order_id)
        .input(serde_json::to_value(ChangeInput { n }).unwrap_or_default())
        .patience(CHANGE_PATIENCE);
    provider_calls::enqueue(c, env, scope, call).await?;
    Ok(())
}

fn change_key(id: ShipmentId, n: i64) -> String {
    format!("{CHANGE}:{id}:{n}")
}
