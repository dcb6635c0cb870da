//! Corrections of a waybill: in our books, or by its courier where that has the parcel's data already (OR-06).

use db::Conn;
use gateways::Couriers;
use kernel::{Env, ShipmentId, StoreScope};
use serde_json::json;
use web::{FieldErrors, Message};

use super::create::{NO_SERVICE, check_warehouse, cod, to_collect};
use super::defaults::courier_name;
use super::wire::ShipmentPatch;
use crate::orders::activity;
use crate::orders::cascade::courier;
use crate::orders::cascade::lock::lock_shipment;
use crate::orders::entities;
use crate::orders::error::OrderError;
use crate::orders::model::Order;
use crate::shipments::{self, Booking, Form, PendingChange, Shipment, Status};
use crate::shipping::ShippingProvider;
use customers::Address;
use platform::App;
use platform::journal::{Act, Entry};
use platform::stores::StoreProfile;

const HAS_LEFT: Message =
    Message::new("خرجت الشحنة، ويمكن تعديل بيانات التتبع فقط.", "The shipment has left. Only tracking can be edited.");
const CANCELLED: Message = Message::new("الشحنة ملغاة.", "The shipment is canceled.");
const NO_ADDRESS: Message =
    Message::new("لا عنوان لشحنة تُستلم من المتجر.", "A shipment that is picked up in the store has no address.");

/// Corrects the waybill: all of it while the shipment waits, only its tracking once it has left. Of a booked one the courier is asked,
/// for what it can change.
pub(super) async fn update(
    app: &App,
    scope: &StoreScope,
    id: ShipmentId,
    sent: ShipmentPatch,
    profile: &StoreProfile,
) -> Result<(), OrderError> {
    let ShipmentPatch { waybill, address, version } = sent;
    let address = address.map(|address| address.read(profile)).transpose().map_err(|e| OrderError::Fields(under_address(&e)))?;
    let (at, env, couriers) = (scope.clone(), app.env().clone(), app.couriers.clone());
    let (currency, country) = (profile.currency, profile.country.clone());
    app.db()
        .tx(async move |c| {
            let (order, before) = lock_shipment(c, &at, id, version).await?;
            if before.status == Status::Cancelled {
                return Err(OrderError::Conflict("shipment_cancelled", CANCELLED));
            }
            let mut faults = FieldErrors::new();
            let form = shipments::read(&waybill, before.provider, currency, "waybill.", &mut faults);
            check_warehouse(c, &at, &form, &mut faults).await?;
            let existing = shipments::list_by_order(c, &at, order.id).await?;
            let cash_to_collect = to_collect(c, &at, order.id, &existing, Some(id)).await?;
            let says_cod = form.cod_amount.is_some() || form.is_cod_wanted;
            let cash = if says_cod { cod(&form, cash_to_collect, 0, currency, &mut faults) } else { before.cod_amount };
            let second_phone = shipments::read_second_phone(&form, &country, "waybill.", &mut faults);
            if address.is_some() && before.provider == ShippingProvider::Pickup {
                faults.add("address", NO_ADDRESS);
            }
            if !faults.is_empty() {
                return Err(OrderError::Fields(faults));
            }
            let after = Shipment {
                cod_amount: cash,
                second_phone: second_phone.unwrap_or_else(|| before.second_phone.clone()),
                address: address.clone().or_else(|| before.address.clone()),
                ..corrected(&before, form)
            };
            check_status(&before, &after)?;
            if !before.provider.services().contains(&after.service) {
                return Err(OrderError::Fields(FieldErrors::one("waybill.service_type", NO_SERVICE)));
            }
            if after == before {
                return Ok(());
            }
            if before.booking == Booking::Booked && before.status.is_waiting() {
                return ask_courier(c, &env, &couriers, &at, &order, &before, &after).await;
            }
            courier::check_changes(&before)?;
            write(c, &env, &at, &order, &before, after, currency).await
        })
        .await
}

fn under_address(errors: &FieldErrors) -> FieldErrors {
    let mut out = FieldErrors::new();
    for (field, messages) in errors.iter() {
        for message in messages {
            out.add(format!("address.{field}"), message.clone());
        }
    }
    out
}

/// The shipment with what the form says of it, but for the amount, the second number and the address.
fn corrected(before: &Shipment, form: Form) -> Shipment {
    Shipment {
        service: form.service.unwrap_or(before.service),
        warehouse_id: form.warehouse.unwrap_or(before.warehouse_id),
        package_size: form.package_size.unwrap_or(before.package_size),
        package_weight: form.package_weight.unwrap_or(before.package_weight),
        allow_open_box: form.allow_open_box.unwrap_or(before.allow_open_box),
        note: form.note.unwrap_or_else(|| before.note.clone()),
        description: form.description.unwrap_or_else(|| before.description.clone()),
        declared_value: form.declared_value.unwrap_or(before.declared_value),
        courier_name: courier_name(form.courier_name, before.provider, || before.courier_name.clone()),
        tracking_no: form.tracking_no.unwrap_or_else(|| before.tracking_no.clone()),
        tracking_url: form.tracking_url.unwrap_or_else(|| before.tracking_url.clone()),
        ..before.clone()
    }
}

/// Of a shipment that has left, courier and tracking alone are corrected.
fn check_status(before: &Shipment, after: &Shipment) -> Result<(), OrderError> {
    let Shipment { courier_name, tracking_no, tracking_url, .. } = after.clone();
    let is_tracking_alone = *after == Shipment { courier_name, tracking_no, tracking_url, ..before.clone() };
    if before.status.is_waiting() || is_tracking_alone {
        return Ok(());
    }
    Err(OrderError::Conflict("shipment_has_left", HAS_LEFT))
}

/// What of a correction a courier can make; none where it has more than that.
fn change_of(before: &Shipment, after: &Shipment) -> Option<PendingChange> {
    let change = PendingChange {
        cod_amount: (after.cod_amount != before.cod_amount).then_some(after.cod_amount),
        note: (after.note != before.note).then(|| after.note.clone()),
        allow_open_box: (after.allow_open_box != before.allow_open_box).then_some(after.allow_open_box),
        address: after.address.clone().filter(|address| before.address.as_ref() != Some(address)),
        ..PendingChange::default()
    };
    let applied = Shipment { pending_change: before.pending_change.clone(), ..before.with_change(&change) };
    (applied == *after).then_some(change)
}

/// Asks the courier of a booked shipment for the change: our books follow when it has confirmed it.
async fn ask_courier(
    c: Conn<'_>,
    env: &Env,
    couriers: &Couriers,
    scope: &StoreScope,
    order: &Order,
    before: &Shipment,
    after: &Shipment,
) -> Result<(), OrderError> {
    let courier = couriers.get(before.provider.as_str()).filter(|courier| courier.capabilities().has_changes);
    let (Some(courier), Some(change)) = (courier, change_of(before, after)) else { return courier::check_changes(before) };
    courier::check_change(c, courier, scope, order, before, &change).await?;
    courier::request_change(c, env, scope, order, before, change).await
}

async fn write(
    c: Conn<'_>,
    env: &Env,
    scope: &StoreScope,
    order: &Order,
    before: &Shipment,
    mut after: Shipment,
    currency: kernel::Currency,
) -> Result<(), OrderError> {
    after.version += 1;
    after.updated_at = env.now();
    if !shipments::update(c, scope, &after).await? {
        return Err(OrderError::Stale);
    }
    let fields = |s: &Shipment, address: Option<&Address>| {
        let mut fields = json!({ "shipment": s.reference(order.number), "courier": s.courier_name, "tracking_no": s.tracking_no,
            "tracking_url": s.tracking_url, "cod_amount": kernel::money::format(s.cod_amount, currency) });
        if after.address != before.address {
            fields["address"] = json!(address);
        }
        fields
    };
    let entry = Entry::new(Act::Update, entities::ORDER, order.id)
        .before(fields(before, before.address.as_ref().or(order.address.as_ref())))
        .after(fields(&after, after.address.as_ref()));
    activity::log(c, scope, order.id, after.updated_at, entry, None).await
}

#[cfg(test)]
#[path = "update_tests.rs"]
mod tests;
