//! Deliveries and webhooks in Bosta's shapes.

use kernel::{Currency, Millis, money};
use serde_json::{Value, json};

use super::records::{Delivery, Event, state_name};

/// Pounds as a JSON number.
fn pounds(minor: i64) -> Value {
    serde_json::from_str(&money::format(minor, Currency::EGP)).unwrap_or_default()
}

fn kind(delivery: &Delivery) -> (i64, &'static str) {
    match (delivery.is_return, delivery.request["type"].as_i64()) {
        (true, _) => (20, "RTO"),
        (false, Some(15)) => (15, "CASH_COLLECTION"),
        (false, Some(25)) => (25, "CUSTOMER_RETURN_PICKUP"),
        (false, Some(30)) => (30, "EXCHANGE"),
        (false, _) => (10, "SEND"),
    }
}

/// A delivery of the business. The number is a number, and the moments are those of JavaScript.
pub(super) fn delivery(delivery: &Delivery) -> Value {
    let (code, value) = kind(delivery);
    let request = &delivery.request;
    let milestone = |event: &Event| {
        let name = state_name(event.state).to_lowercase().replace(' ', "_");
        json!({ "value": name, "code": event.state, "date": event.at.rfc3339(), "done": true, "desc": event.words })
    };
    let mut timeline: Vec<Value> = delivery.events.iter().map(milestone).collect();
    if delivery.state != 45 {
        timeline.push(json!({ "value": "delivered", "done": false }));
    }
    let exceptions: Vec<Value> =
        delivery.exception.iter().map(|(code, reason)| json!({ "code": code, "reason": reason })).collect();
    json!({
        "_id": delivery.id, "trackingNumber": delivery.tracking_no,
        "type": { "code": code, "value": value },
        "state": { "code": delivery.state, "value": state_name(delivery.state), "exception": exceptions },
        "businessReference": request["businessReference"], "uniqueBusinessReference": request["uniqueBusinessReference"],
        "cod": pounds(delivery.cod_minor), "receiver": request["receiver"], "dropOffAddress": request["dropOffAddress"],
        "pickupAddress": request["pickupAddress"], "notes": request["notes"], "allowToOpenPackage": request["allowToOpenPackage"],
        "numberOfAttempts": delivery.attempts, "pricing": { "priceAfterVat": 85.5 },
        "timeline": timeline, "updatedAt": printed(delivery.updated),
        "createdAt": delivery.events.first().map(|event| printed(event.at)),
    })
}

/// The body of a webhook: `cod` is what was collected, once it is delivered.
pub(super) fn webhook(delivery: &Delivery) -> Value {
    let is_delivered = delivery.state == 45;
    let mut body = json!({
        "_id": delivery.id, "trackingNumber": delivery.tracking_no, "state": delivery.state, "type": kind(delivery).1,
        "timeStamp": delivery.updated.0, "isConfirmedDelivery": is_delivered, "deliveryPromiseDate": null,
        "businessReference": delivery.request["businessReference"], "numberOfAttempts": delivery.attempts,
    });
    if is_delivered {
        body["cod"] = pounds(delivery.cod_minor);
    }
    if let (47, Some((code, reason))) = (delivery.state, delivery.exception) {
        body["exceptionCode"] = code.into();
        body["exceptionReason"] = reason.into();
    }
    body
}

/// `Sun Mar 01 2026 10:00:00 GMT+0000 (Coordinated Universal Time)`
fn printed(at: Millis) -> String {
    const MONTHS: [&str; 12] = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];
    const DAYS: [&str; 7] = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
    let text = at.rfc3339();
    let part = |from: usize, to: usize| text.get(from..to).unwrap_or_default();
    let month = part(5, 7).parse::<usize>().ok().and_then(|month| MONTHS.get(month.wrapping_sub(1))).unwrap_or(&"Jan");
    let day = usize::try_from(day_of_week(at)).ok().and_then(|day| DAYS.get(day)).unwrap_or(&"Sun");
    format!("{day} {month} {} {} {} GMT+0000 (Coordinated Universal Time)", part(8, 10), part(0, 4), part(11, 19))
}

/// 0 for Sunday.
pub(super) fn day_of_week(at: Millis) -> i64 {
    (at.0.div_euclid(Millis::DAY) + 4).rem_euclid(7)
}
