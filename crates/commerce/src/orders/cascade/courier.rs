//! Booking a shipment at its courier: by a job after the commit, never inside a transaction, which may be replayed and holds
//! locks.
//!
//! A shipment is `waiting` until its courier has answered: then `booked` with its tracking number, or `failed` with the reason,
//! from where a member retries. The job is idempotent: a courier books once under one key. Couriers that are not connected are
//! the merchant's own: those shipments are `by_hand` from the start, without a job.

use db::Conn;
use gateways::couriers::{BookingMode, BookingName, DeliveryAddress, Parcel, ParcelSize, Recipient};
use gateways::{Booked, CallContext, CourierError, CourierService, Couriers, Credentials, ExchangeLog, Waybill};
use jobs::{Enqueue, Failed, Job, JobResult, Outcome, Registry};
use kernel::{Actor, Currency, Env, ShipmentId, StoreId, StoreScope};
use serde::{Deserialize, Serialize};
use serde_json::json;
use web::Message;

use super::lock::lock_shipment;
use crate::orders::activity;
use crate::orders::entities;
use crate::orders::error::OrderError;
use crate::orders::model::Order;
use crate::orders::store as orders;
use crate::shipments::{self, Booking, Shipment, Size, Status};
use crate::shipping::ShippingProvider;
use platform::App;
use platform::journal::{Act, Entry};
use platform::stores;

/// Books a waiting shipment at its courier, or cancels the booking of a cancelled one.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct SyncBookingJob {
    store: StoreId,
    shipment: ShipmentId,
}

impl Job for SyncBookingJob {
    const KIND: &'static str = "tell_courier";
    /// A minute and a half: then the merchant, who is packing, sees the failure.
    const MOST_ATTEMPTS: i64 = 5;
}

pub(super) fn register(registry: &mut Registry<App>) {
    registry.on(sync_booking);
    registry.on_dead(mark_failed);
}

const NOT_FAILED: Message = Message::new("لا يوجد حجز متعثر لهذه الشحنة.", "This shipment has no failed booking.");
const NOT_BOOKED: Message =
    Message::new("لم تؤكد شركة الشحن حجز هذه الشحنة بعد.", "The courier hasn't confirmed this shipment yet.");
const COURIER_HAS_IT: Message = Message::new(
    "بيانات الشحنة لدى شركة الشحن. ألغِ الشحنة وأنشئ غيرها.",
    "The courier has this shipment's details. Cancel it and create another.",
);
const UNREACHED: Message = Message::new("تعذّر الاتصال بشركة الشحن.", "The courier couldn't be reached.");
/// Stored in `booking_error` for [`SILENT`]; any other text there is the courier's own.
const UNREACHABLE: &str = "unreachable";

/// Why a booking failed, as text; none where it did not.
pub(in crate::orders) fn reason(shipment: &Shipment) -> Option<String> {
    match (shipment.booking, shipment.booking_error.as_str()) {
        (Booking::Failed, UNREACHABLE) => Some(UNREACHED.get(web::lang::current()).to_owned()),
        (Booking::Failed, words) => Some(words.to_owned()),
        _ => None,
    }
}

/// The initial booking state of a new shipment. The demo store books nothing (decisions §15).
pub(in crate::orders) async fn begin(
    c: Conn<'_>,
    scope: &StoreScope,
    couriers: &Couriers,
    provider: ShippingProvider,
) -> db::Result<Booking> {
    if provider == ShippingProvider::Pickup
        || couriers.get(provider.as_str()).is_none_or(|courier| courier.capabilities().booking == BookingMode::Sheet)
        || stores::get_profile(c, scope).await?.is_demo
    {
        return Ok(Booking::ByHand);
    }
    Ok(Booking::Waiting)
}

/// Enqueues the job in the transaction of the change that it is for.
pub(in crate::orders) async fn enqueue(c: Conn<'_>, env: &Env, scope: &StoreScope, shipment: ShipmentId) -> db::Result<()> {
    let job = SyncBookingJob { store: scope.store(), shipment };
    jobs::enqueue(c, env, &job, Enqueue::for_store(scope.store())).await?;
    Ok(())
}

/// A shipment that its courier has not booked cannot leave.
pub(in crate::orders) fn check_leaves(shipment: &Shipment, to: Status) -> Result<(), OrderError> {
    if shipment.status.next().contains(&to) && shipment.next().all(|next| next != to) {
        return Err(OrderError::Conflict("shipment_not_booked", NOT_BOOKED));
    }
    Ok(())
}

/// A booked shipment's data cannot be changed.
pub(in crate::orders) fn check_changes(shipment: &Shipment) -> Result<(), OrderError> {
    if matches!(shipment.booking, Booking::Waiting | Booking::Booked) {
        return Err(OrderError::Conflict("shipment_booked", COURIER_HAS_IT));
    }
    Ok(())
}

/// Retries a failed booking, with the current waybill.
pub(in crate::orders) async fn ask_again(app: &App, scope: &StoreScope, id: ShipmentId) -> Result<(), OrderError> {
    let (at, env) = (scope.clone(), app.env().clone());
    app.db()
        .tx(async move |c| {
            let (order, before) = lock_shipment(c, &at, id, None).await?;
            if before.booking != Booking::Failed || !before.status.is_waiting() {
                return Err(OrderError::Conflict("booking_not_failed", NOT_FAILED));
            }
            let mut after = before.clone();
            (after.booking, after.booking_error, after.booking_n) = (Booking::Waiting, String::new(), before.booking_n + 1);
            write(c, &env, &at, order.id, order.number, &before, after).await?;
            Ok(enqueue(c, &env, &at, id).await?)
        })
        .await
}

/// Writes the result of a booking, with its entry in the order's activity. The order's row is locked by the caller.
async fn write(
    c: Conn<'_>,
    env: &Env,
    scope: &StoreScope,
    order: kernel::OrderId,
    number: i64,
    before: &Shipment,
    mut after: Shipment,
) -> Result<(), OrderError> {
    let now = env.now();
    (after.version, after.updated_at) = (before.version + 1, now);
    if !shipments::update(c, scope, &after).await? {
        return Err(OrderError::Stale);
    }
    let describe = |s: &Shipment| {
        let mut fields = json!({ "shipment": s.reference(number), "booking": s.booking });
        if s.booking == Booking::Booked {
            fields["tracking_no"] = s.tracking_no.clone().into();
        }
        if s.booking == Booking::Failed && s.booking_error != UNREACHABLE {
            fields["reason"] = s.booking_error.clone().into();
        }
        fields
    };
    let entry = Entry::new(Act::Update, entities::ORDER, order).before(describe(before)).after(describe(&after));
    activity::log(c, scope, order, now, entry, None).await
}

async fn sync_booking(app: App, job: SyncBookingJob) -> JobResult {
    let scope = StoreScope::new(job.store, Actor::system());
    let c = app.db().conn();
    let Some(shipment) = shipments::find(c, &scope, job.shipment).await? else { return Ok(Outcome::Done) };
    let Some(courier) = app.couriers.get(shipment.provider.as_str()) else {
        return Ok(Outcome::GiveUp(format!("no courier is connected for {}", shipment.provider.as_str())));
    };
    let Some(order) = orders::find(c, &scope, shipment.order_id).await? else { return Ok(Outcome::Done) };
    // No store has an account at a courier yet: none is connected but by tests.
    let (credentials, log) = (Credentials::default(), ExchangeLog::new());
    let context = CallContext { credentials: &credentials, log: &log };
    if shipment.status == Status::Cancelled {
        let (key, reference) = (shipment.booking_key(), shipment.reference(order.number));
        let name = BookingName { key: &key, reference: &reference, tracking_no: &shipment.tracking_no };
        return match courier.cancel(context, name).await {
            Ok(()) => Ok(Outcome::Done),
            Err(e) if e.is_passing() => Err(e.into()),
            Err(e) => Ok(Outcome::GiveUp(words(e))),
        };
    }
    if shipment.booking != Booking::Waiting {
        return Ok(Outcome::Done);
    }
    let Some(service) = shipment.service.of_courier() else { return Ok(Outcome::Done) };
    let currency = stores::get_profile(c, &scope).await?.currency;
    let answer = match courier.book(context, &waybill(&shipment, &order, service, currency)).await {
        Ok(booked) => Ok(booked),
        Err(e) if e.is_passing() => return Err(e.into()),
        Err(e) => Err(words(e).chars().take(300).collect()),
    };
    settle(&app, &scope, &shipment, answer).await?;
    Ok(Outcome::Done)
}

async fn mark_failed(app: App, job: SyncBookingJob, _reason: String) -> Result<(), Failed> {
    let scope = StoreScope::new(job.store, Actor::system());
    if let Some(shipment) = shipments::find(app.db().conn(), &scope, job.shipment).await? {
        settle(&app, &scope, &shipment, Err(UNREACHABLE.to_owned())).await?;
    }
    Ok(())
}

/// Writes the courier's answer, unless the booking was retried since.
async fn settle(app: &App, scope: &StoreScope, shipment: &Shipment, answer: Result<Booked, String>) -> Result<(), OrderError> {
    let (at, env, id, n) = (scope.clone(), app.env().clone(), shipment.id, shipment.booking_n);
    app.db()
        .tx(async move |c| {
            let (order, before) = lock_shipment(c, &at, id, None).await?;
            if before.booking != Booking::Waiting || before.booking_n != n {
                return Ok(());
            }
            let mut after = before.clone();
            match answer.clone() {
                Ok(Booked { tracking_id, tracking_no, url }) => {
                    after.booking = Booking::Booked;
                    (after.tracking_id, after.tracking_no, after.tracking_url) = (tracking_id, tracking_no, url);
                }
                Err(words) => (after.booking, after.booking_error) = (Booking::Failed, words),
            }
            let is_called_off = before.status == Status::Cancelled && after.booking == Booking::Booked;
            write(c, &env, &at, order.id, order.number, &before, after).await?;
            if is_called_off {
                // Cancelled while the courier was called: cancel the booking, now that the courier knows the shipment.
                enqueue(c, &env, &at, id).await?;
            }
            Ok(())
        })
        .await
}

/// The courier's own words of a refusal.
fn words(e: CourierError) -> String {
    match e {
        CourierError::Refused { words, .. } | CourierError::Unauthorised { words } => words,
        e => e.to_string(),
    }
}

fn waybill(shipment: &Shipment, order: &Order, service: CourierService, currency: Currency) -> Waybill {
    let address = order.address.clone().unwrap_or_default();
    let first_of = |text: String, other: &str| if text.is_empty() { other.to_owned() } else { text };
    Waybill {
        key: shipment.booking_key(),
        reference: shipment.reference(order.number),
        service,
        recipient: Recipient {
            name: first_of(address.name, &order.sender_name),
            phone: first_of(address.mobile, &order.mobile),
            second_phone: String::new(),
            email: order.email.clone().unwrap_or_default(),
        },
        address: DeliveryAddress {
            country: address.country,
            region: address.region,
            city: address.city,
            district: address.district,
            street: address.street,
            building: address.building,
            details: address.details,
            ..DeliveryAddress::default()
        },
        parcel: Parcel {
            size: match shipment.package_size {
                Size::Small => ParcelSize::Small,
                Size::Medium => ParcelSize::Medium,
                Size::Large => ParcelSize::Large,
            },
            weight_grams: shipment.package_weight,
            pieces: shipment.items_count,
            description: String::new(),
        },
        currency,
        cod_minor: shipment.cod_amount,
        declared_value_minor: 0,
        allow_open_box: shipment.allow_open_box,
        note: shipment.note.clone(),
        pickup_location: String::new(),
        callback_url: String::new(),
    }
}
