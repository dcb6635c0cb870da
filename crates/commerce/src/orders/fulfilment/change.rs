//! Status changes of a shipment.

use db::Conn;
use kernel::text_guard::{Lines, clean};
use kernel::{Env, ShipmentId, StoreScope};
use web::{FieldErrors, Message};

use super::roll_up::roll_up;
use super::wire::ShipmentStatusIn;
use crate::orders::activity;
use crate::orders::addresses;
use crate::orders::cascade::lock::{FIRST_VERSION, illegal, lock_shipment};
use crate::orders::cascade::step::{status_entry, step};
use crate::orders::deferred_writes::DeferredWrites;
use crate::orders::error::OrderError;
use crate::orders::status::Status as OrderStatus;
use crate::shipments::{Booking, Shipment, Status};
use crate::shipping::ShippingProvider;
use platform::App;
use web::fields::guard_message;

const NEEDS_RECIPIENT: Message =
    Message::new("اكتب رمز الاستلام أو اسم المستلم.", "Enter the customer's pickup code or the recipient's name.");
const WRONG_CODE: Message = Message::new("رمز الاستلام غير صحيح.", "The pickup code is incorrect.");
const PICKUPS: Message = Message::new("هذا الحقل للاستلام من المتجر فقط.", "For store pickups only.");

/// Checks the recipient of a pickup: the pickup code, or a recorded name.
fn check_pickup(shipment: &Shipment, sent: &ShipmentStatusIn) -> Result<String, OrderError> {
    let fault = |field: &str, message: Message| OrderError::Fields(FieldErrors::one(field, message));
    let name = clean(sent.received_by.as_deref().unwrap_or_default(), 100, Lines::Single)
        .map_err(|e| fault("received_by", guard_message(e)))?;
    let code = sent.pickup_code.as_deref().unwrap_or_default().trim();
    if shipment.provider != ShippingProvider::Pickup || sent.status != Status::Delivered {
        return match (code.is_empty(), name.is_empty()) {
            (true, true) => Ok(String::new()),
            (false, _) => Err(fault("pickup_code", PICKUPS)),
            (true, false) => Err(fault("received_by", PICKUPS)),
        };
    }
    let digits: String =
        code.chars().filter_map(|c| c.to_digit(10).or_else(|| arabic_digit(c))).filter_map(|d| char::from_digit(d, 10)).collect();
    match (code.is_empty(), name.is_empty()) {
        (true, true) => Err(fault("pickup_code", NEEDS_RECIPIENT)),
        (false, _) if digits != shipment.pickup_code => Err(fault("pickup_code", WRONG_CODE)),
        _ => Ok(name),
    }
}

fn arabic_digit(c: char) -> Option<u32> {
    match c {
        '\u{0660}'..='\u{0669}' => Some(u32::from(c) - 0x0660),
        '\u{06F0}'..='\u{06F9}' => Some(u32::from(c) - 0x06F0),
        _ => None,
    }
}

/// Moves a shipment; the order follows.
pub(super) async fn set_status(app: &App, scope: &StoreScope, id: ShipmentId, sent: ShipmentStatusIn) -> Result<(), OrderError> {
    let note = activity::note(sent.note.as_deref())?;
    let (at, env) = (scope.clone(), app.env().clone());
    app.db()
        .tx(async move |c| {
            let now = env.now();
            let (order, mut shipment) = lock_shipment(c, &at, id, sent.version).await?;
            let before = shipment.status;
            before.go(sent.status).map_err(illegal)?;
            shipment.received_by = check_pickup(&shipment, &sent)?;
            if sent.status == Status::Shipped && shipment.provider != ShippingProvider::Pickup {
                addresses::gate::check(c, &at, order.id).await?;
            }
            step(c, &env, &at, &mut shipment, sent.status, now, note.as_deref()).await?;
            let mut last = DeferredWrites::default();
            last.add_entry(status_entry(&order, &shipment, before), note.as_deref());
            roll_up(c, &env, &at, order.id, sent.status == Status::Cancelled, &mut last).await?;
            Ok(last.write(c, &at, order.id, now).await?)
        })
        .await
}

/// Cancels a shipment that a batch created, if it still waits unchanged; in the caller's transaction. False when it moved on, or
/// its waybill was changed since: somebody may rely on it. `from` is the status of its order before it was created.
pub(in crate::orders) async fn cancel_unchanged(
    c: Conn<'_>,
    env: &Env,
    scope: &StoreScope,
    id: ShipmentId,
    from: Option<OrderStatus>,
) -> Result<bool, OrderError> {
    let now = env.now();
    let (order, mut shipment) = lock_shipment(c, scope, id, None).await?;
    let before = shipment.status;
    // The version that the courier's answer added is not a change by a member.
    let answered = i64::from(matches!(shipment.booking, Booking::Booked | Booking::Failed));
    if shipment.version != FIRST_VERSION + answered {
        return Ok(false);
    }
    step(c, env, scope, &mut shipment, Status::Cancelled, now, None).await?;
    let mut last = DeferredWrites::default();
    last.add_entry(status_entry(&order, &shipment, before), None);
    // An order that was ready before stays ready: creating the shipment did not move it.
    roll_up(c, env, scope, order.id, from != Some(OrderStatus::ReadyToShip), &mut last).await?;
    last.write(c, scope, order.id, now).await?;
    Ok(true)
}
