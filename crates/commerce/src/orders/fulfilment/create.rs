//! Creating a shipment of an order's pieces.

use db::Conn;
use gateways::Couriers;
use kernel::{Currency, Env, OrderId, ShipmentId, StoreScope};
use web::message::common;
use web::{FieldErrors, Message};

use super::defaults::{courier_name, courier_of, provider_of, second_phone_of, weight};
use super::roll_up::roll_up;
use super::wire::ShipmentIn;
use crate::orders::addresses;
use crate::orders::cascade::cash::{CashBalance, collectable_cash, paid_before_delivery};
use crate::orders::cascade::lock::FIRST_VERSION;
use crate::orders::cascade::model::{UnshippedLine, is_shippable, to_ship};
use crate::orders::cascade::{courier, step};
use crate::orders::deferred_writes::DeferredWrites;
use crate::orders::entities;
use crate::orders::error::OrderError;
use crate::orders::model::OrderItem;
use crate::orders::status::Status as OrderStatus;
use crate::orders::store as orders;
use crate::orders::{ledger, order_confirmation};
use crate::shipments::{self, Booking, Form, Line, Shipment, WaybillIn};
use crate::shipping::{self, ShippingProvider};
use catalog::stock;
use platform::App;
use platform::journal::{Act, Entry};
use platform::stores;

/// The most shipments of one order, cancelled ones included.
pub(super) const MOST_SHIPMENTS: i64 = 100;

const NOT_SHIPPABLE: Message =
    Message::new("لا يمكن إنشاء شحنات في حالة الطلب الحالية.", "You can't create shipments in this order status.");
const NOTHING_LEFT: Message = Message::new("لا يوجد ما يمكن شحنه في هذا الطلب.", "Nothing left to ship.");
const TOO_MANY: Message = Message::new("اكتمل الحد الأقصى لشحنات هذا الطلب.", "This order has reached its shipment limit.");
const NO_ADDRESS: Message = Message::new("لا يوجد عنوان شحن لهذا الطلب.", "This order has no shipping address.");
const IS_PICKUP: Message =
    Message::new("هذا الطلب استلام من المتجر، ولا يمكن إرساله مع مندوب.", "This is a pickup order. It isn't sent with a courier.");
const NOT_SENT: Message = Message::new("لا يوجد عنوان أو طريقة شحن لهذا الطلب.", "This order has no address or shipping method.");
const NO_LINE: Message = Message::new("هذا البند غير موجود في الطلب.", "This line isn't on the order.");
const TWICE: Message = Message::new("هذا البند مكرر.", "This line appears more than once.");
const LEFT: Message = Message::new("المتبقي للشحن من هذا البند {n}.", "{n} left to ship on this line.");
const NO_LOCATION: Message = Message::new("اختر موقعًا نشطًا.", "Choose an active location.");
const NOTHING_OWED: Message = Message::new("لا يوجد مبلغ للتحصيل.", "Nothing to collect on this order.");
const ABOVE_OWED: Message = Message::new("المتبقي للتحصيل على هذا الطلب {amount}.", "{amount} left to collect on this order.");
const WAITS: Message =
    Message::new("هذا الطلب ما زال بانتظار تأكيد العميل.", "This order is still waiting for the customer's confirmation.");
pub(super) const NO_SERVICE: Message = Message::new("شركة الشحن لا تقدم هذه الخدمة.", "The courier doesn't offer this service.");

/// What the order's shipments may still collect: what it owes, less the cash of its other shipments. `but` is not counted.
pub(super) async fn to_collect(
    c: Conn<'_>,
    scope: &StoreScope,
    order: OrderId,
    existing: &[Shipment],
    but: Option<ShipmentId>,
) -> db::Result<i64> {
    let sums = ledger::store::get_sums(c, scope, order).await?;
    let others = existing.iter().filter(|s| Some(s.id) != but);
    let collecting: i64 = others.clone().filter(|s| s.status.is_collecting()).map(Shipment::most_cash).sum();
    let balance = CashBalance::new(&sums, paid_before_delivery(c, scope, order, existing).await?);
    Ok((collectable_cash(balance, others) - collecting).max(0))
}

/// The cash to collect: the requested amount; all that is left where cash is requested without an amount; otherwise
/// `unless_said`. An amount above `to_collect` is an error.
pub(super) fn cod(form: &Form, to_collect: i64, unless_said: i64, currency: Currency, faults: &mut FieldErrors) -> i64 {
    let requested = match form.cod_amount {
        Some(n) => n,
        None if form.is_cod_wanted && to_collect == 0 => {
            faults.add("waybill.has_cod", NOTHING_OWED);
            0
        }
        None if form.is_cod_wanted => to_collect,
        None => unless_said,
    };
    if requested > to_collect {
        faults.add("waybill.cod_amount", ledger::amount_text::with_amount(&ABOVE_OWED, to_collect, currency));
    }
    requested
}

/// Checks that the location is one of the store's active ones.
pub(super) async fn check_warehouse(c: Conn<'_>, scope: &StoreScope, form: &Form, faults: &mut FieldErrors) -> db::Result<()> {
    if let Some(warehouse) = form.warehouse
        && !stock::has_location(c, scope, warehouse).await?
    {
        faults.add("waybill.warehouse", NO_LOCATION);
    }
    Ok(())
}

/// The requested pieces, or all that is left.
fn pieces(sent: &ShipmentIn, items: &[OrderItem], unshipped: &[UnshippedLine], faults: &mut FieldErrors) -> Vec<Line> {
    let Some(lines) = &sent.lines else {
        return unshipped.iter().map(|l| Line { line: l.line, quantity: l.quantity }).collect();
    };
    if lines.is_empty() || lines.len() > 1_000 {
        faults.add("lines", if lines.is_empty() { common::REQUIRED } else { common::INVALID_ITEM });
    }
    for (n, l) in lines.iter().enumerate() {
        let most = unshipped.iter().find(|m| m.line == l.line).map_or(0, |m| m.quantity);
        if !items.iter().any(|i| i.line == l.line) {
            faults.add(format!("lines.{n}.line"), NO_LINE);
        } else if lines[..n].iter().any(|o| o.line == l.line) {
            faults.add(format!("lines.{n}.line"), TWICE);
        } else if !(1..=most).contains(&l.quantity) {
            faults.add(format!("lines.{n}.quantity"), LEFT.with("n", most));
        }
    }
    lines.iter().map(|l| Line { line: l.line, quantity: l.quantity }).collect()
}

/// Creates a shipment; the order moves with it.
pub(super) async fn create(
    app: &App,
    scope: &StoreScope,
    id: OrderId,
    sent: ShipmentIn,
    currency: Currency,
) -> Result<ShipmentId, OrderError> {
    let (at, env, couriers) = (scope.clone(), app.env().clone(), app.couriers.clone());
    let (created, _) = app.db().tx(async move |c| create_in(c, &env, &couriers, &at, id, &sent, currency).await).await?;
    Ok(created)
}

/// As [`create`], by the courier of the order's method; by the merchant's own where that method is none.
pub(super) async fn create_by_method(
    app: &App,
    scope: &StoreScope,
    id: OrderId,
    sent: ShipmentIn,
    currency: Currency,
) -> Result<ShipmentId, OrderError> {
    let (at, env, couriers) = (scope.clone(), app.env().clone(), app.couriers.clone());
    let work = async move |c: Conn<'_>| {
        let order = orders::find(c, &at, id).await?.ok_or(OrderError::NotFound)?;
        let provider = match provider_of(&order)? {
            ShippingProvider::Pickup => ShippingProvider::Custom,
            provider => provider,
        };
        create_in(c, &env, &couriers, &at, id, &ShipmentIn { provider: Some(provider), ..sent.clone() }, currency).await
    };
    let (created, _) = app.db().tx(work).await?;
    Ok(created)
}

/// Creates a shipment of everything that is left of an order, by the courier of its method; in the caller's transaction. No
/// check is skipped: a blocked order is refused with the reason. Returns the order's previous status too.
pub(in crate::orders) async fn ship_rest(
    c: Conn<'_>,
    env: &Env,
    couriers: &Couriers,
    scope: &StoreScope,
    id: OrderId,
    waybill: &WaybillIn,
) -> Result<(ShipmentId, OrderStatus), OrderError> {
    let currency = stores::get_profile(c, scope).await?.currency;
    let order = orders::find(c, scope, id).await?.ok_or(OrderError::NotFound)?;
    if is_shippable(order.status) && provider_of(&order)? == ShippingProvider::Pickup {
        return Err(if order.shipping_provider == ShippingProvider::Pickup.as_str() {
            OrderError::Conflict("is_pickup", IS_PICKUP)
        } else {
            OrderError::Conflict("nothing_to_ship", NOT_SENT)
        });
    }
    let sent = ShipmentIn { provider: Some(provider_of(&order)?), waybill: waybill.clone(), ..ShipmentIn::default() };
    create_in(c, env, couriers, scope, id, &sent, currency).await
}

async fn create_in(
    c: Conn<'_>,
    env: &Env,
    couriers: &Couriers,
    scope: &StoreScope,
    id: OrderId,
    sent: &ShipmentIn,
    currency: Currency,
) -> Result<(ShipmentId, OrderStatus), OrderError> {
    let now = env.now();
    // Locked from here on: of two callers who ship the last piece one is refused.
    if !orders::lock(c, scope, id).await? {
        return Err(OrderError::NotFound);
    }
    let order = orders::find(c, scope, id).await?.ok_or(OrderError::NotFound)?;
    if sent.version.is_some_and(|v| v != order.version) {
        return Err(OrderError::Stale);
    }
    if !is_shippable(order.status) {
        return Err(OrderError::Conflict("not_shippable", NOT_SHIPPABLE));
    }
    let is_without_deposit = order_confirmation::deposit::pass(c, scope, &order, sent.goes_without_deposit, now).await?;
    let provider = match sent.provider {
        Some(provider) => provider,
        None => provider_of(&order)?,
    };
    let existing = shipments::list_by_order(c, scope, id).await?;
    let n = i64::try_from(existing.len()).unwrap_or(MOST_SHIPMENTS);
    if n >= MOST_SHIPMENTS {
        return Err(OrderError::Conflict("too_many_shipments", TOO_MANY));
    }
    let items = orders::list_items(c, scope, id).await?;
    let live = shipments::live_pieces(&existing, &shipments::list_lines_by_order(c, scope, id).await?);
    let unshipped = to_ship(&items, &live);
    if unshipped.is_empty() {
        return Err(OrderError::Conflict("nothing_to_ship", NOTHING_LEFT));
    }
    let mut faults = FieldErrors::new();
    if provider != ShippingProvider::Pickup && order.address.is_none() {
        faults.add("provider", NO_ADDRESS);
    }
    let lines = pieces(sent, &items, &unshipped, &mut faults);
    let form = shipments::read(&sent.waybill, provider, currency, "waybill.", &mut faults);
    check_warehouse(c, scope, &form, &mut faults).await?;
    let collectable = to_collect(c, scope, id, &existing, None).await?;
    let unless_said = if order.payment_provider == "COD" { collectable } else { 0 };
    let cod_amount = cod(&form, collectable, unless_said, currency, &mut faults);
    let profile = stores::get_profile(c, scope).await?;
    let second_phone = shipments::read_second_phone(&form, &profile.country, "waybill.", &mut faults);
    if !faults.is_empty() {
        return Err(OrderError::Fields(faults));
    }
    let is_unconfirmed = order_confirmation::gate::waits(c, scope, &order).await?;
    if is_unconfirmed && sent.without_confirmation != Some(true) {
        return Err(OrderError::Conflict("waits_for_confirmation", WAITS));
    }
    let mut last = DeferredWrites::default();
    if provider != ShippingProvider::Pickup
        && let Some(accepted) = addresses::change::check_or_accept(c, scope, id, sent.accepts_address, now).await?
    {
        last.add_entry(accepted, None);
    }
    let mut shipment = Shipment {
        id: env.id(),
        order_id: id,
        n: n + 1,
        provider,
        status: provider.first(),
        service: form.service.unwrap_or(provider.service()),
        courier_name: if provider == ShippingProvider::Pickup {
            String::new()
        } else {
            courier_name(form.courier_name, provider, || courier_of(&order, provider, profile.default_language))
        },
        tracking_id: String::new(),
        tracking_no: form.tracking_no.unwrap_or_default(),
        tracking_url: form.tracking_url.unwrap_or_default(),
        warehouse_id: form.warehouse.unwrap_or_else(|| stock::first_location(scope.store())),
        package_size: match form.package_size {
            Some(size) => size,
            None => shipping::package_size(c, scope, order.shipping_method_id).await?,
        },
        package_weight: form.package_weight.unwrap_or_else(|| weight(&items, lines.iter().map(|l| (l.line, l.quantity)))),
        cod_amount,
        allow_open_box: form.allow_open_box.unwrap_or(false),
        pickup_code: if provider == ShippingProvider::Pickup { env.digits(6) } else { String::new() },
        received_by: String::new(),
        items_count: lines.iter().map(|l| l.quantity).sum(),
        note: form.note.unwrap_or_default(),
        created_at: now,
        updated_at: now,
        version: FIRST_VERSION,
        booking: courier::begin(c, scope, couriers, provider).await?,
        booking_code: String::new(),
        booking_error: String::new(),
        booking_n: 0,
        second_phone: second_phone.clone().unwrap_or_else(|| second_phone_of(&order)),
        description: form.description.unwrap_or_default(),
        declared_value: form.declared_value.unwrap_or(0),
        address: None,
        pending_change: None,
    };
    courier::check_new(c, couriers, scope, &order, &mut shipment, second_phone.is_some()).await?;
    match (shipment.booking, provider) {
        (Booking::ByHand, ShippingProvider::Pickup) => {
            shipment.tracking_id = shipment.reference(order.number);
            (shipment.tracking_no, shipment.tracking_url) = (String::new(), String::new());
        }
        // Tracked by what the merchant entered.
        (Booking::ByHand, _) => shipment.tracking_id = shipment.reference(order.number),
        _ => courier::enqueue_booking(c, env, scope, &shipment).await?,
    }
    // Increments the version: a concurrent editor of the order must read it again.
    if !orders::update_status(c, scope, &order, order.status, order.payment_status, now).await? {
        return Err(OrderError::Stale);
    }
    shipments::insert(c, scope, &shipment, &lines).await?;
    if is_without_deposit {
        let after = serde_json::json!({ "is_without_deposit": true });
        last.add_entry(Entry::new(Act::Update, entities::ORDER, id).after(after), None);
    }
    last.add_entry(step::creation_entry(&order, &shipment, is_unconfirmed), None);
    roll_up(c, env, scope, id, false, &mut last).await?;
    last.write(c, scope, id, now).await?;
    Ok((shipment.id, order.status))
}
