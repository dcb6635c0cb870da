//! Booking a return parcel.

use customers::Address;
use db::Conn;
use gateways::Couriers;
use gateways::couriers::{BookingMode, Courier, CourierService};
use kernel::text_guard::{Lines, clean};
use kernel::{Env, OrderId, ReturnParcelId, StoreScope};
use platform::App;
use platform::journal::{Act, Entry};
use platform::stores::StoreProfile;
use web::fields::guard_message;
use web::message::common;
use web::{FieldErrors, Message};

use super::model::{ReturnParcel, State};
use super::pieces::{OrderPieces, fetchable, is_fetchable};
use super::waybill::{check_parts, waybill};
use super::wire::ReturnParcelIn;
use super::{book_call, messages, state, store};
use crate::couriers::{Size, account};
use crate::orders::activity;
use crate::orders::cascade::courier::{fault_message, fault_path};
use crate::orders::entities;
use crate::orders::error::OrderError;
use crate::orders::fulfilment::shipment_line::ShipmentLine;
use crate::orders::model::Order;
use crate::orders::store as orders;
use crate::shipments::{self, Line};
use crate::shipping::ShippingProvider;
use catalog::stock;

/// The most return parcels of one order, cancelled ones included.
const MOST_PARCELS: i64 = 100;

const NOT_FETCHABLE: Message =
    Message::new("لا يمكن حجز مرتجع في حالة الطلب الحالية.", "You can't book a return in this order status.");
const NOT_OFFERED: Message =
    Message::new("شركة الشحن هذه لا تستلم المرتجعات من العملاء.", "This courier doesn't pick up returns from customers.");
const NOT_CONNECTED: Message = Message::new(
    "متجرك غير مربوط بشركة الشحن. اربطه من إعدادات الشحن.",
    "Your store isn't connected to the courier. Connect it in the shipping settings.",
);
const NOTHING: Message = Message::new("اختر المنتجات المرتجعة.", "Choose the returned items.");
const NO_LINE: Message = Message::new("هذا البند غير موجود في الطلب.", "This line isn't on the order.");
const TWICE: Message = Message::new("هذا البند مكرر.", "This line appears more than once.");
const LEFT: Message = Message::new("يمكن إرجاع {n} من هذا البند.", "{n} of this line can be returned.");
const NO_LOCATION: Message = Message::new("اختر موقعًا نشطًا.", "Choose an active location.");
const TOO_MANY: Message =
    Message::new("اكتمل الحد الأقصى لمرتجعات هذا الطلب.", "This order has reached its limit of booked returns.");

/// Whether a courier fetches parcels at customers, by calls.
pub(super) fn fetches_returns(courier: &dyn Courier) -> bool {
    let capabilities = courier.capabilities();
    capabilities.booking == BookingMode::Http && capabilities.services.contains(&CourierService::Return)
}

fn check_lines(errors: &mut FieldErrors, lines: &[ShipmentLine], fetchable: &[Line], is_known: impl Fn(i64) -> bool) {
    if lines.is_empty() {
        errors.add("lines", NOTHING);
    } else if lines.len() > 1_000 {
        errors.add("lines", common::INVALID_ITEM);
    }
    for (n, sent) in lines.iter().enumerate().take(1_000) {
        let most = fetchable.iter().find(|line| line.line == sent.line).map_or(0, |line| line.quantity);
        if !is_known(sent.line) {
            errors.add(format!("lines.{n}.line"), NO_LINE);
        } else if lines[..n].iter().any(|other| other.line == sent.line) {
            errors.add(format!("lines.{n}.line"), TWICE);
        } else if !(1..=most).contains(&sent.quantity) {
            errors.add(format!("lines.{n}.quantity"), LEFT.with("n", most));
        }
    }
}

/// A store of the demo calls nobody (decisions §15).
async fn courier<'a>(
    c: Conn<'_>,
    couriers: &'a Couriers,
    scope: &StoreScope,
    provider: ShippingProvider,
    profile: &StoreProfile,
) -> Result<&'a dyn Courier, OrderError> {
    let offered = couriers.get(provider.as_str()).filter(|courier| fetches_returns(*courier) && !profile.is_demo);
    let courier = offered.ok_or_else(|| OrderError::Fields(FieldErrors::one("provider", NOT_OFFERED)))?;
    match account::find(c, scope, provider).await? {
        Some(_) => Ok(courier),
        None => Err(OrderError::Fields(FieldErrors::one("provider", NOT_CONNECTED))),
    }
}

/// What the courier would refuse, at the fields of the form.
fn check_waybill(
    errors: &mut FieldErrors,
    courier: &dyn Courier,
    parcel: &ReturnParcel,
    order: &Order,
    (profile, parts): (&StoreProfile, &crate::orders::cascade::courier::WaybillParts),
) {
    let waybill = waybill(parcel, order, profile.currency, parts);
    for fault in courier.check_waybill(&waybill, &parts.cities) {
        let path = fault_path(fault.code);
        let message = messages::fault(fault.code).unwrap_or_else(|| fault_message(fault, profile.currency));
        errors.add(path.strip_prefix("waybill.").unwrap_or(&path).to_owned(), message);
    }
}

/// Writes a parcel with the call that books it.
///
/// # Errors
/// [`OrderError`]; nothing was written then.
pub(super) async fn create(
    app: &App,
    scope: &StoreScope,
    id: OrderId,
    sent: ReturnParcelIn,
    profile: StoreProfile,
) -> Result<ReturnParcelId, OrderError> {
    let mut errors = FieldErrors::new();
    let address = sent.address.clone().and_then(|address| match address.read(&profile) {
        Ok(address) => Some(address),
        Err(faults) => {
            for (field, texts) in faults.iter() {
                for text in texts {
                    errors.add(format!("address.{field}"), text.clone());
                }
            }
            None
        }
    });
    let note = clean(sent.note.as_deref().unwrap_or_default(), 200, Lines::Many).unwrap_or_else(|fault| {
        errors.add("note", guard_message(fault));
        String::new()
    });
    let (at, env, couriers) = (scope.clone(), app.env().clone(), app.couriers.clone());
    let request = Request { order: id, sent, address, note, profile, errors };
    app.db().tx(async move |c| write(c, &env, &couriers, &at, &request).await).await
}

/// What a member requests, with the errors of its texts.
struct Request {
    order: OrderId,
    sent: ReturnParcelIn,
    address: Option<Address>,
    note: String,
    profile: StoreProfile,
    errors: FieldErrors,
}

async fn write(
    c: Conn<'_>,
    env: &Env,
    couriers: &Couriers,
    scope: &StoreScope,
    request: &Request,
) -> Result<ReturnParcelId, OrderError> {
    let Request { order: id, sent, address, note, profile, errors } = request;
    orders::lock(c, scope, *id).await?;
    let order = orders::find(c, scope, *id).await?.ok_or(OrderError::NotFound)?;
    if !is_fetchable(order.status) {
        return Err(OrderError::Conflict("order_not_fetchable", NOT_FETCHABLE));
    }
    let courier = courier(c, couriers, scope, sent.provider, profile).await?;
    let (items, parcels) = (orders::list_items(c, scope, *id).await?, store::list_by_order(c, scope, *id).await?);
    let n = parcels.last().map_or(1, |parcel| parcel.n + 1);
    if n > MOST_PARCELS {
        return Err(OrderError::Conflict("too_many_return_parcels", TOO_MANY));
    }
    let fetchable = fetchable(OrderPieces {
        status: order.status,
        items: &items,
        shipments: &shipments::list_by_order(c, scope, *id).await?,
        shipment_lines: &shipments::list_lines_by_order(c, scope, *id).await?,
        parcels: &parcels,
        parcel_lines: &store::list_lines_by_order(c, scope, *id).await?,
    });
    let mut errors = errors.clone();
    check_lines(&mut errors, &sent.lines, &fetchable, |line| items.iter().any(|item| item.line == line));
    if !stock::has_location(c, scope, sent.warehouse).await? {
        errors.add("warehouse", NO_LOCATION);
    }
    let now = env.now();
    let parcel = ReturnParcel {
        id: env.id(),
        order_id: *id,
        n,
        provider: sent.provider,
        warehouse_id: sent.warehouse,
        package_size: sent.package_size.unwrap_or(Size::Small),
        address: address.clone().filter(|address| order.address.as_ref() != Some(address)),
        items_count: sent.lines.iter().map(|line| line.quantity.clamp(0, 1_000_000)).sum(),
        note: note.clone(),
        state: State::Waiting,
        reason: String::new(),
        reason_words: String::new(),
        is_cancel_requested: false,
        tracking_id: String::new(),
        tracking_no: String::new(),
        tracking_url: String::new(),
        step: None,
        step_code: String::new(),
        step_at: None,
        step_reason: String::new(),
        events: Vec::new(),
        read_at: None,
        next_read_at: None,
        silent_reads: 0,
        has_notices: false,
        return_id: None,
        created_by_name: scope.actor().name.clone(),
        created_at: now,
        updated_at: now,
    };
    if errors.is_empty() {
        let parts = check_parts(c, scope, courier, &parcel).await?;
        check_waybill(&mut errors, courier, &parcel, &order, (profile, &parts));
    }
    if !errors.is_empty() {
        return Err(OrderError::Fields(errors));
    }
    let lines: Vec<Line> = sent.lines.iter().map(|line| Line { line: line.line, quantity: line.quantity }).collect();
    store::insert(c, scope, &parcel, &lines).await?;
    book_call::enqueue(c, env, scope, &parcel).await?;
    let mut described = state::described(&parcel, &order);
    described["pieces"] = parcel.items_count.into();
    let entry = Entry::new(Act::Update, entities::ORDER, *id).after(described);
    activity::log(c, scope, *id, now, entry, None).await?;
    Ok(parcel.id)
}
