//! Status changes of a shipment, and corrections of its waybill.

use db::Conn;
use kernel::text_guard::{Lines, clean};
use kernel::{Currency, Env, ShipmentId, StoreScope};
use web::{FieldErrors, Message};

use super::create::{NO_SERVICE, check_warehouse, cod, to_collect};
use super::roll_up::roll_up;
use super::wire::{ShipmentPatch, ShipmentStatusIn};
use crate::orders::activity;
use crate::orders::addresses;
use crate::orders::cascade::courier;
use crate::orders::cascade::lock::{FIRST_VERSION, illegal, lock_shipment};
use crate::orders::cascade::step::{status_entry, step};
use crate::orders::deferred_writes::DeferredWrites;
use crate::orders::entities;
use crate::orders::error::OrderError;
use crate::orders::status::Status as OrderStatus;
use crate::shipments::{self, Booking, Shipment, Status};
use crate::shipping::ShippingProvider;
use platform::App;
use platform::journal::{Act, Entry};
use web::fields::guard_message;

const NEEDS_RECIPIENT: Message =
    Message::new("اكتب رمز الاستلام أو اسم المستلم.", "Enter the customer's pickup code or the recipient's name.");
const WRONG_CODE: Message = Message::new("رمز الاستلام غير صحيح.", "The pickup code is incorrect.");
const PICKUPS: Message = Message::new("هذا الحقل للاستلام من المتجر فقط.", "For store pickups only.");
const DELETED: Message =
    Message::new("خرجت الشحنة، ويمكن تعديل بيانات التتبع فقط.", "The shipment has left. Only tracking can be edited.");
const CANCELLED: Message = Message::new("الشحنة ملغاة.", "The shipment is canceled.");

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

/// Corrects the waybill: all of it while the shipment waits, only its tracking once it has left.
pub(super) async fn update(
    app: &App,
    scope: &StoreScope,
    id: ShipmentId,
    sent: ShipmentPatch,
    currency: Currency,
) -> Result<(), OrderError> {
    let (at, env) = (scope.clone(), app.env().clone());
    app.db()
        .tx(async move |c| {
            let (order, before) = lock_shipment(c, &at, id, sent.version).await?;
            if before.status == Status::Cancelled {
                return Err(OrderError::Conflict("shipment_cancelled", CANCELLED));
            }
            let mut faults = FieldErrors::new();
            let form = shipments::read(&sent.waybill, before.provider, currency, "waybill.", &mut faults);
            check_warehouse(c, &at, &form, &mut faults).await?;
            let existing = shipments::list_by_order(c, &at, order.id).await?;
            let cash_to_collect = to_collect(c, &at, order.id, &existing, Some(id)).await?;
            let mut after = before.clone();
            let says_cod = form.cod_amount.is_some() || form.is_cod_wanted;
            after.cod_amount = if says_cod { cod(&form, cash_to_collect, 0, currency, &mut faults) } else { before.cod_amount };
            if !faults.is_empty() {
                return Err(OrderError::Fields(faults));
            }
            after.service = form.service.unwrap_or(before.service);
            after.warehouse_id = form.warehouse.unwrap_or(before.warehouse_id);
            after.package_size = form.package_size.unwrap_or(before.package_size);
            after.package_weight = form.package_weight.unwrap_or(before.package_weight);
            after.allow_open_box = form.allow_open_box.unwrap_or(before.allow_open_box);
            after.note = form.note.unwrap_or(after.note);
            let is_same = after == before;
            if !is_same && !before.status.is_waiting() {
                return Err(OrderError::Conflict("shipment_has_left", DELETED));
            }
            if !before.provider.services().contains(&after.service) {
                return Err(OrderError::Fields(FieldErrors::one("waybill.service_type", NO_SERVICE)));
            }
            after.courier_name = form.courier_name.filter(|t| !t.is_empty()).unwrap_or(after.courier_name);
            after.tracking_no = form.tracking_no.unwrap_or(after.tracking_no);
            after.tracking_url = form.tracking_url.unwrap_or(after.tracking_url);
            if after == before {
                return Ok(());
            }
            courier::check_changes(&before)?;
            after.version += 1;
            after.updated_at = env.now();
            if !shipments::update(c, &at, &after).await? {
                return Err(OrderError::Stale);
            }
            let fields = |s: &Shipment| {
                serde_json::json!({ "shipment": s.reference(order.number), "courier": s.courier_name, "tracking_no": s.tracking_no,
                    "tracking_url": s.tracking_url, "cod_amount": kernel::money::format(s.cod_amount, currency) })
            };
            let entry = Entry::new(Act::Update, entities::ORDER, order.id).before(fields(&before)).after(fields(&after));
            activity::log(c, &at, order.id, after.updated_at, entry, None).await
        })
        .await
}
