//! `/deliveries`.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{Path, RawQuery, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse as _, Response};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use super::books::Bosta;
use super::envelope::{check_key, invalid, not_found, refuse, success};
use super::records::{Delivery, Event};
use super::{awb, checks, views};
use crate::service::Reply;
use crate::simulator::Simulator;

type Shared = State<Arc<Simulator<Bosta>>>;

fn json_of(body: &[u8]) -> Value {
    serde_json::from_slice(body).unwrap_or_default()
}

pub(super) async fn create(State(simulator): Shared, RawQuery(query): RawQuery, headers: HeaderMap, body: Bytes) -> Reply {
    if let Err(refused) = check_key(&headers) {
        return refused;
    }
    if query.as_deref() != Some("apiVersion=1") {
        return not_found("Cannot POST without apiVersion");
    }
    let request = json_of(&body);
    let cod_minor = match checks::delivery(&request) {
        Ok(cod_minor) => cod_minor,
        Err(refused) => return refused,
    };
    let now = simulator.clock.now();
    simulator.with(|books| {
        if !books.has_bundle {
            return refuse(8_000_002, "You need an active bundle or enough credit to create deliveries");
        }
        let key = &request["uniqueBusinessReference"];
        if key.is_string() && books.deliveries.values().any(|other| other.request["uniqueBusinessReference"] == *key) {
            return invalid("uniqueBusinessReference already exists");
        }
        let tracking_no = books.new_number();
        let events = vec![Event { state: 10, at: now, words: "" }];
        let delivery = Delivery {
            id: format!("del{tracking_no}"),
            tracking_no,
            request,
            cod_minor,
            state: 10,
            is_return: false,
            attempts: 0,
            exception: None,
            events,
            updated: now,
        };
        let answer = json!({
            "_id": delivery.id, "trackingNumber": tracking_no, "message": "Delivery created successfully!",
            "state": { "code": 10, "value": "Pickup requested" }, "creationSrc": "API",
        });
        books.deliveries.insert(tracking_no, delivery);
        success(answer)
    })
}

/// A page of the latest deliveries. A search term is ignored, as a client has found.
pub(super) async fn search(State(simulator): Shared, headers: HeaderMap, body: Bytes) -> Reply {
    if let Err(refused) = check_key(&headers) {
        return refused;
    }
    let body = json_of(&body);
    let number = |key: &str, other: u64| usize::try_from(body[key].as_u64().unwrap_or(other)).unwrap_or(usize::MAX);
    let (page, limit) = (number("pageNumber", 0), number("pageLimit", 20).clamp(1, 50));
    let numbers: Vec<String> =
        body["trackingNumbers"].as_array().into_iter().flatten().map(|number| number.to_string().replace('"', "")).collect();
    simulator.with(|books| {
        let is_asked = |delivery: &&Delivery| numbers.is_empty() || numbers.contains(&delivery.tracking_no.to_string());
        let found: Vec<&Delivery> = books.deliveries.values().rev().filter(is_asked).collect();
        let rows: Value =
            found.iter().skip(page.saturating_mul(limit)).take(limit).map(|delivery| views::delivery(delivery)).collect();
        success(json!({ "deliveries": rows, "count": found.len() }))
    })
}

pub(super) async fn find(State(simulator): Shared, Path(tracking_no): Path<String>, headers: HeaderMap) -> Reply {
    if let Err(refused) = check_key(&headers) {
        return refused;
    }
    simulator.with(|books| {
        let delivery = tracking_no.parse().ok().and_then(|number: u64| books.deliveries.get(&number));
        delivery.map_or_else(|| not_found("Delivery is not found"), |delivery| success(views::delivery(delivery)))
    })
}

/// Until the parcel is picked up.
pub(super) async fn update(State(simulator): Shared, Path(tracking_no): Path<String>, headers: HeaderMap, body: Bytes) -> Reply {
    if let Err(refused) = check_key(&headers) {
        return refused;
    }
    let body = json_of(&body);
    let mut faults = [
        body.get("dropOffAddress").and_then(|address| checks::address(address, "dropOffAddress").err()),
        body.get("receiver").and_then(|receiver| checks::receiver(receiver).err()),
        checks::cod(&body).err(),
    ]
    .into_iter()
    .flatten();
    if let Some(refused) = faults.next() {
        return refused;
    }
    let now = simulator.clock.now();
    simulator.with(|books| {
        let Some(delivery) = tracking_no.parse().ok().and_then(|number: u64| books.deliveries.get_mut(&number)) else {
            return not_found("Delivery is not found");
        };
        if delivery.state >= 21 {
            return invalid("Delivery cannot be updated after it was picked up");
        }
        if let (Some(_), Ok(cod_minor)) = (body.get("cod"), checks::cod(&body)) {
            delivery.cod_minor = cod_minor;
        }
        for (key, value) in body.as_object().into_iter().flatten() {
            delivery.request[key] = value.clone();
        }
        delivery.updated = now;
        success(json!({ "message": "Delivery updated successfully!" }))
    })
}

pub(super) async fn terminate(State(simulator): Shared, Path(tracking_no): Path<String>, headers: HeaderMap) -> Reply {
    if let Err(refused) = check_key(&headers) {
        return refused;
    }
    let now = simulator.clock.now();
    simulator.with(|books| {
        let Some((number, state)) =
            tracking_no.parse().ok().and_then(|number: u64| Some((number, books.deliveries.get(&number)?.state)))
        else {
            return not_found("Delivery is not found");
        };
        if state == 48 {
            return invalid("Delivery is already terminated");
        }
        if state >= 21 {
            return invalid("Delivery cannot be terminated in its current state");
        }
        books.move_to(number, 48, "", now);
        success(json!({ "message": "Delivery is terminated successfully!" }))
    })
}

/// Labels: base64 in the envelope, or the PDF itself.
pub(super) async fn print(State(simulator): Shared, headers: HeaderMap, body: Bytes) -> Response {
    if let Err(refused) = check_key(&headers) {
        return refused.into_response();
    }
    let body = json_of(&body);
    let is_a6 = match body["requestedAwbType"].as_str() {
        Some("A4") => false,
        Some("A6") => true,
        _ => return invalid("\"requestedAwbType\" must be one of [A4, A6]").into_response(),
    };
    let Some(lang @ ("ar" | "en")) = body["lang"].as_str() else {
        return invalid("\"lang\" must be one of [ar, en]").into_response();
    };
    let numbers = body["trackingNumbers"].as_str().unwrap_or_default();
    let answer = simulator.with(|books| {
        let find = |number: &str| books.deliveries.get(&number.parse().ok()?);
        let found: Option<Vec<&Delivery>> = numbers.split(',').map(find).collect();
        found.map(|deliveries| (awb::pdf(&deliveries, is_a6, lang), books.is_awb_plain))
    });
    match answer {
        None => not_found("Deliveries are not found").into_response(),
        Some((pdf, true)) => ([(header::CONTENT_TYPE, "application/pdf")], pdf).into_response(),
        Some((pdf, false)) => success(STANDARD.encode(pdf).into()).into_response(),
    }
}
