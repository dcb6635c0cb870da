//! `/pickups`: when somebody comes, and when nobody does.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::{Path, RawQuery, State};
use axum::http::HeaderMap;
use kernel::Millis;
use serde_json::{Value, json};

use super::books::Bosta;
use super::envelope::{check_key, invalid, not_found, refuse, success};
use super::records::{LOCATION, Pickup};
use super::views::day_of_week;
use crate::html::form_fields;
use crate::service::Reply;
use crate::simulator::Simulator;

type Shared = State<Arc<Simulator<Bosta>>>;

/// Cairo is two hours ahead; summer time is left out.
const CAIRO_MS: i64 = 2 * Millis::HOUR;
/// After 15:00 nobody comes on the same day.
const CUT_OFF_MS: i64 = 15 * Millis::HOUR;
const FRIDAY: i64 = 5;
const PAGE: usize = 20;

fn view(pickup: &Pickup) -> Value {
    let Pickup { id, request, state } = pickup;
    json!({
        "_id": id, "puid": id.replace("pick", ""), "scheduledDate": format!("{}T00:00:00.000Z", request["scheduledDate"].as_str().unwrap_or_default()),
        "scheduledTimeSlot": request["scheduledTimeSlot"], "businessLocationId": request["businessLocationId"], "state": state,
        "numberOfParcels": request["numberOfParcels"], "contactPerson": request["contactPerson"],
    })
}

pub(super) async fn list(State(simulator): Shared, RawQuery(query): RawQuery, headers: HeaderMap) -> Reply {
    if let Err(refused) = check_key(&headers) {
        return refused;
    }
    let fields = form_fields(query.unwrap_or_default().as_bytes());
    let page: usize = fields.iter().find(|(name, _)| name == "pageId").and_then(|(_, page)| page.parse().ok()).unwrap_or(1);
    simulator.with(|books| {
        let rows: Value = books.pickups.iter().rev().skip(page.saturating_sub(1) * PAGE).take(PAGE).map(view).collect();
        success(json!({ "list": rows, "total": books.pickups.len() }))
    })
}

pub(super) async fn create(State(simulator): Shared, headers: HeaderMap, body: Bytes) -> Reply {
    if let Err(refused) = check_key(&headers) {
        return refused;
    }
    let request: Value = serde_json::from_slice(&body).unwrap_or_default();
    let now = simulator.clock.now().plus(CAIRO_MS);
    simulator.with(|books| {
        if let Err(refused) = check(books, &request, now) {
            return refused;
        }
        let pickup = Pickup { id: format!("pick{}", books.new_number()), request, state: "Requested" };
        let answer = view(&pickup);
        books.pickups.push(pickup);
        success(answer)
    })
}

fn check(books: &Bosta, request: &Value, now: Millis) -> Result<(), Reply> {
    let text = |key: &str| request[key].as_str().unwrap_or_default();
    let date = text("scheduledDate");
    let Some(day) = Millis::parse(&format!("{date}T00:00:00Z")) else {
        return Err(invalid("\"scheduledDate\" must be a valid date"));
    };
    if text("businessLocationId") != LOCATION {
        return Err(refuse(1010, "Business location is not found"));
    }
    let has_contact =
        ["name", "phone"].iter().all(|key| request["contactPerson"][*key].as_str().is_some_and(|text| !text.is_empty()));
    if !has_contact || !books.has_contact {
        return Err(refuse(1077, "There is no default contact for this location"));
    }
    if request["numberOfParcels"].as_u64().is_none_or(|count| count == 0) {
        return Err(invalid("\"numberOfParcels\" must be a positive number"));
    }
    if !matches!(text("scheduledTimeSlot"), "" | "10:00 to 13:00" | "13:00 to 16:00") {
        return Err(invalid("\"scheduledTimeSlot\" must be one of [10:00 to 13:00, 13:00 to 16:00]"));
    }
    let today = Millis(now.0.div_euclid(Millis::DAY) * Millis::DAY);
    if day < today {
        return Err(refuse(1083, "Pickup can not be scheduled in the past"));
    }
    if day_of_week(day) == FRIDAY {
        return Err(refuse(1080, "Pickups are not allowed on Friday"));
    }
    if books.holidays.iter().any(|holiday| holiday == date) {
        return Err(refuse(2022, "This day is a holiday"));
    }
    if day == today && now.0 - today.0 >= CUT_OFF_MS {
        return Err(refuse(1081, "Pickup can not be requested after the cut-off time"));
    }
    let is_same = |pickup: &&Pickup| pickup.request["scheduledDate"] == date && pickup.state != "Canceled";
    match books.pickups.iter().find(is_same) {
        Some(_) if day == today => Err(refuse(2027, "A pickup was already created today")),
        Some(_) => Err(refuse(1078, "There is another pickup with the same date and location")),
        None => Ok(()),
    }
}

pub(super) async fn find(State(simulator): Shared, Path(id): Path<String>, headers: HeaderMap) -> Reply {
    if let Err(refused) = check_key(&headers) {
        return refused;
    }
    simulator.with(|books| {
        let pickup = books.pickups.iter().find(|pickup| pickup.id == id);
        pickup.map_or_else(|| not_found("Pickup is not found"), |pickup| success(view(pickup)))
    })
}

pub(super) async fn cancel(State(simulator): Shared, Path(id): Path<String>, headers: HeaderMap) -> Reply {
    if let Err(refused) = check_key(&headers) {
        return refused;
    }
    simulator.with(|books| match books.pickups.iter_mut().find(|pickup| pickup.id == id) {
        None => not_found("Pickup is not found"),
        Some(pickup) => {
            pickup.state = "Canceled";
            success(json!({ "message": "Pickup is canceled successfully!" }))
        }
    })
}
