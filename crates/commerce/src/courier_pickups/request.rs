//! Requesting a pickup, and calling one off: the row with its call.

use db::Topics;
use jiff::civil::Date;
use kernel::{CourierPickupId, StoreScope};
use serde_json::json;
use web::message::common;
use web::{ApiError, FieldErrors, Message};

use super::model::{CourierPickup, MOST_DAYS_AHEAD, PickupState, day_of, days_between};
use super::store::NamedParcel;
use super::wire::CourierPickupIn;
use super::{cancel_call, entities, request_call, store};
use crate::couriers::account;
use crate::shipments::{Booking, Status};
use crate::shipping::ShippingProvider;
use catalog::stock;
use platform::journal::{self, Act, Entry};
use platform::provider_calls;
use platform::{App, stores};
use web::fields::{guard_message, line, mobile};

const NOT_A_DAY: Message = Message::new("أدخل تاريخًا مثل 2026-12-01.", "Enter a date like 2026-12-01.");
const PAST: Message = Message::new("اختر اليوم أو يومًا بعده.", "Choose today or a later day.");
const FAR: Message = Message::new("اختر يومًا خلال 30 يومًا من الآن.", "Choose a day within the next 30 days.");
const NO_LOCATION: Message = Message::new("اختر موقعًا نشطًا.", "Choose an active location.");
const NO_PARCELS: Message = Message::new("اختر شحنة واحدة على الأقل.", "Choose at least one shipment.");
const TOO_MANY: Message = Message::new("اختر 200 شحنة أو أقل.", "Choose 200 shipments or fewer.");
const NO_SHIPMENT: Message = Message::new("لا توجد هذه الشحنة.", "There is no such shipment.");
const NOT_WAITING: Message = Message::new(
    "هذه الشحنة غير محجوزة لدى شركة الشحن هذه أو خرجت من المتجر.",
    "This shipment isn't booked with this courier, or has left already.",
);
const ELSEWHERE: Message = Message::new("هذه الشحنة في موقع آخر.", "This shipment is at another location.");
const NOT_CONNECTED: Message = Message::new(
    "متجرك غير مربوط بشركة الشحن. اربطه من إعدادات الشحن.",
    "Your store isn't connected to the courier. Connect it in the shipping settings.",
);
const NOT_OFFERED: Message =
    Message::new("تُطلب مواعيد الاستلام من بوابة شركة الشحن نفسها.", "Pickups from this courier are requested in its own portal.");
const NOT_CANCELLABLE: Message =
    Message::new("لا يمكن إلغاء هذا الاستلام في حالته الحالية.", "This pickup can't be canceled in its current state.");
/// Parcels of one pickup.
const MOST_PARCELS: usize = 200;

/// Why a pickup was not requested or called off.
#[derive(Debug, thiserror::Error)]
pub(super) enum PickupError {
    #[error("invalid fields")]
    Fields(FieldErrors),
    #[error("no such pickup")]
    NotFound,
    #[error("the courier takes no requests for pickups")]
    NotOffered,
    #[error("no account at the courier")]
    NotConnected,
    #[error("not cancellable")]
    NotCancellable,
    #[error(transparent)]
    Db(#[from] db::Error),
}

impl From<PickupError> for ApiError {
    fn from(e: PickupError) -> Self {
        match e {
            PickupError::Fields(fields) => Self::invalid(fields),
            PickupError::NotFound => Self::not_found(),
            PickupError::NotOffered => Self::conflict("pickups_not_offered", NOT_OFFERED),
            PickupError::NotConnected => Self::conflict("courier_not_connected", NOT_CONNECTED),
            PickupError::NotCancellable => Self::conflict("pickup_not_cancellable", NOT_CANCELLABLE),
            PickupError::Db(e) => e.into(),
        }
    }
}

fn check_date(errors: &mut FieldErrors, text: &str, today: Date) -> String {
    let Ok(day) = text.trim().parse::<Date>() else {
        errors.add("date", NOT_A_DAY);
        return String::new();
    };
    match days_between(today, day) {
        ..0 => errors.add("date", PAST),
        days if days > MOST_DAYS_AHEAD => errors.add("date", FAR),
        _ => {}
    }
    day.to_string()
}

fn check_parcels(errors: &mut FieldErrors, sent: &CourierPickupIn, provider: ShippingProvider, known: &[NamedParcel]) {
    match sent.shipments.len() {
        0 => errors.add("shipments", NO_PARCELS),
        n if n > MOST_PARCELS => errors.add("shipments", TOO_MANY),
        _ => {}
    }
    for (n, id) in sent.shipments.iter().enumerate().take(MOST_PARCELS) {
        let path = format!("shipments.{n}");
        match known.iter().find(|parcel| parcel.id == *id) {
            None => errors.add(path, NO_SHIPMENT),
            Some(_) if sent.shipments[..n].contains(id) => errors.add(path, common::INVALID_ITEM),
            Some(parcel) if (parcel.provider, parcel.booking, parcel.status) != (provider, Booking::Booked, Status::Ready) => {
                errors.add(path, NOT_WAITING);
            }
            Some(parcel) if parcel.warehouse != sent.warehouse => errors.add(path, ELSEWHERE),
            Some(_) => {}
        }
    }
}

/// Writes a pickup with the call that requests it.
///
/// # Errors
/// [`PickupError`]; nothing was written then.
pub(super) async fn request(
    app: &App,
    scope: &StoreScope,
    provider: ShippingProvider,
    sent: CourierPickupIn,
) -> Result<CourierPickupId, PickupError> {
    let has_pickups = app.couriers.get(provider.as_str()).is_some_and(|courier| courier.capabilities().has_pickups);
    if !has_pickups {
        return Err(PickupError::NotOffered);
    }
    let (at, env) = (scope.clone(), app.env().clone());
    app.db()
        .tx(async move |c| {
            if account::find(c, &at, provider).await?.is_none() {
                return Err(PickupError::NotConnected);
            }
            let (now, profile) = (env.now(), stores::get_profile(c, &at).await?);
            let mut errors = FieldErrors::new();
            let date = check_date(&mut errors, &sent.date, day_of(now, &profile.timezone));
            let contact_name = line(&mut errors, "contact.name", &sent.contact.name, 100, true);
            let contact_phone = mobile(&mut errors, "contact.phone", &sent.contact.phone, &profile.country);
            let note = kernel::text_guard::clean(sent.note.as_deref().unwrap_or_default(), 200, kernel::text_guard::Lines::Many)
                .unwrap_or_else(|fault| {
                    errors.add("note", guard_message(fault));
                    String::new()
                });
            if !stock::has_location(c, &at, sent.warehouse).await? {
                errors.add("warehouse", NO_LOCATION);
            }
            let named = &sent.shipments[..sent.shipments.len().min(MOST_PARCELS)];
            let known = store::list_named(c, &at, named).await?;
            check_parcels(&mut errors, &sent, provider, &known);
            if !errors.is_empty() {
                return Err(PickupError::Fields(errors));
            }
            let pickup = CourierPickup {
                id: env.id(),
                provider,
                warehouse_id: sent.warehouse,
                location_id: account::pickup_location(c, &at, provider, sent.warehouse).await?,
                date,
                slot: sent.slot,
                contact_name,
                contact_phone,
                note,
                parcels: i64::try_from(sent.shipments.len()).unwrap_or(i64::MAX),
                state: PickupState::Waiting,
                courier_id: String::new(),
                number: String::new(),
                reason: String::new(),
                reason_words: String::new(),
                is_cancel_requested: false,
                next_read_at: None,
                created_by_name: at.actor().name.clone(),
                created_at: now,
                updated_at: now,
            };
            store::insert(c, &at, &pickup, &sent.shipments).await?;
            provider_calls::enqueue(c, &env, &at, request_call::of_pickup(&pickup)).await?;
            let details = json!({ "courier": provider, "date": pickup.date, "parcels": pickup.parcels });
            let entry = Entry::new(Act::Create, entities::COURIER_PICKUP, pickup.id).after(details);
            journal::write(c, &at, now, Topics::SALES, entry).await?;
            Ok(pickup.id)
        })
        .await
}

/// Asks the courier to call a pickup off.
///
/// # Errors
/// [`PickupError`]; nothing was written then.
pub(super) async fn cancel(
    app: &App,
    scope: &StoreScope,
    provider: ShippingProvider,
    id: CourierPickupId,
) -> Result<(), PickupError> {
    let (at, env) = (scope.clone(), app.env().clone());
    app.db()
        .tx(async move |c| {
            let found = store::lock(c, &at, id).await?.filter(|pickup| pickup.provider == provider);
            let mut pickup = found.ok_or(PickupError::NotFound)?;
            if !pickup.can_cancel() {
                return Err(PickupError::NotCancellable);
            }
            let now = env.now();
            (pickup.is_cancel_requested, pickup.updated_at) = (true, now);
            (pickup.reason, pickup.reason_words) = (String::new(), String::new());
            store::update(c, &at, &pickup).await?;
            provider_calls::enqueue(c, &env, &at, cancel_call::of_pickup(&pickup)).await?;
            let details = json!({ "is_cancel_requested": true, "date": pickup.date });
            let entry = Entry::new(Act::Update, entities::COURIER_PICKUP, id).after(details);
            journal::write(c, &at, now, Topics::SALES, entry).await?;
            Ok(())
        })
        .await
}
