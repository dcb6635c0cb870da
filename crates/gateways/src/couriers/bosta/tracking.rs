//! Reads a delivery: how far it is, what happened, why not, and what was collected.

use kernel::Currency;
use serde_json::Value;

use super::client::{Call, Client, path_part};
use super::states::{self, Kind};
use super::times;
use crate::amounts::{read_amount, read_rounded};
use crate::call::CallContext;
use crate::couriers::delivery::{Delivery, DeliveryEvent, Reason, Step};
use crate::couriers::error::CourierError;
use crate::exchange::shortened;
use crate::json::{find, text, text_or_empty};

/// Events that are read of a delivery.
const MOST_EVENTS: usize = 200;

pub(super) async fn track(
    client: &Client,
    context: CallContext<'_>,
    tracking_no: &str,
    country: &str,
) -> Result<Delivery, CourierError> {
    let path = format!("/deliveries/business/{}", path_part(tracking_no)?);
    let data = client.data(context, Call::get("bosta.track", &path)).await?;
    read(&data, country)
}

/// The state's code: a number, or an object with one.
pub(super) fn code(delivery: &Value) -> Option<i64> {
    let word = text(delivery, "state.code").or_else(|| text(delivery, "state"))?;
    word.parse().ok().or_else(|| states::code_of(&word))
}

/// Reads a delivery of the business.
pub(super) fn read(data: &Value, country: &str) -> Result<Delivery, CourierError> {
    let tracking_no = text(data, "trackingNumber").ok_or_else(|| CourierError::unreadable("no trackingNumber"))?;
    let code = code(data).ok_or_else(|| CourierError::unreadable("no state"))?;
    let kind = Kind::of(data, country);
    let (step, label) = states::find(code, kind);
    let events = events(data, kind);
    let at = events.iter().filter_map(|event| event.at).max();
    let at = find(data, "updatedAt").and_then(times::read).or(at);
    Ok(Delivery {
        tracking_id: text_or_empty(data, "_id"),
        tracking_no,
        reference: text_or_empty(data, "businessReference"),
        step,
        raw_code: code.to_string(),
        label,
        at,
        reason: reason(data),
        attempts: attempts(data),
        cod_collected_minor: collected(data, code, kind),
        fee_minor: fee(data),
        events,
    })
}

/// Collected is what stands in `cod` once it is delivered, and nothing before: until then it is what will be collected.
fn collected(data: &Value, code: i64, kind: Kind) -> Option<i64> {
    let is_delivered = states::find(code, kind).0 == Step::Delivered;
    let cod = find(data, "cod.amount").or_else(|| find(data, "cod"))?;
    is_delivered.then(|| read_amount(cod, Currency::EGP))?
}

/// `pricing` is in some answers alone \[C\].
fn fee(data: &Value) -> Option<i64> {
    let fee = ["pricing.priceAfterVat", "priceAfterVat"].iter().find_map(|path| find(data, path))?;
    read_rounded(fee, Currency::EGP)
}

fn attempts(data: &Value) -> u32 {
    let count =
        ["numberOfAttempts", "attemptsCount", "deliveryAttemptsLength"].iter().find_map(|path| text(data, path)?.parse().ok());
    count.unwrap_or(0)
}

/// The latest exception: in fields of its own, or the last of a list.
fn reason(data: &Value) -> Option<Reason> {
    let last = find(data, "state.exception").and_then(Value::as_array).and_then(|list| list.last());
    let words = text(data, "exceptionReason").or_else(|| text(last?, "reason"))?;
    let code = text(data, "exceptionCode").or_else(|| text(last?, "code")).unwrap_or_default();
    (!words.is_empty()).then(|| Reason { code: shortened(&code, 20), words: shortened(&words, 300) })
}

/// What happened, the oldest first. A timeline also has steps that have not happened yet: `done` is false, or they have no date.
fn events(data: &Value, kind: Kind) -> Vec<DeliveryEvent> {
    let lists = ["timeline", "transitEvents", "TransitEvents"].iter().filter_map(|key| data.get(key)?.as_array());
    let Some(list) = lists.into_iter().find(|list| !list.is_empty()) else { return Vec::new() };
    let mut events: Vec<DeliveryEvent> = list.iter().take(MOST_EVENTS).filter_map(|event| read_event(event, kind)).collect();
    events.sort_by_key(|event| event.at);
    events
}

fn read_event(event: &Value, kind: Kind) -> Option<DeliveryEvent> {
    if text(event, "done").is_some_and(|done| done == "false") {
        return None;
    }
    let at = ["date", "timestamp", "time"].iter().find_map(|key| times::read(event.get(key)?))?;
    let word = ["code", "state.code", "state", "value"].iter().find_map(|path| text(event, path))?;
    let (step, label) = match word.parse::<i64>().ok().or_else(|| states::code_of(&word)) {
        Some(code) => states::find(code, kind),
        None => (Step::InTransit, None),
    };
    let words = ["desc", "reason", "msg"].iter().find_map(|key| text(event, key)).unwrap_or_default();
    Some(DeliveryEvent { step, raw_code: shortened(&word, 60), label, words: shortened(&words, 300), at: Some(at) })
}

#[cfg(test)]
#[path = "tracking_tests.rs"]
mod tests;
