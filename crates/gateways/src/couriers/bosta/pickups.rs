//! Pickups, and the places where Bosta fetches parcels.

use reqwest::Method;
use serde_json::{Map, Value, json};

use super::client::{Call, Client, items, path_part};
use crate::call::CallContext;
use crate::couriers::ConnectionCheck;
use crate::couriers::egypt::mobile;
use crate::couriers::error::{CourierError, RefusalCode};
use crate::couriers::pickups::{Contact, Pickup, PickupLocation, PickupRequest, PickupSlot, PickupState};
use crate::exchange::shortened;
use crate::json::{text, text_or_empty};

/// Pickups and places that are read of one answer.
const MOST: usize = 200;

pub(super) async fn list(client: &Client, context: CallContext<'_>, page: u32) -> Result<Vec<Pickup>, CourierError> {
    let path = format!("/pickups?pageId={}", page.max(1));
    let data = client.data(context, Call::get("bosta.pickups", &path)).await?;
    Ok(items(&data, &["list", "pickups", "result"]).iter().take(MOST).filter_map(read).collect())
}

pub(super) async fn request(client: &Client, context: CallContext<'_>, request: &PickupRequest) -> Result<Pickup, CourierError> {
    let refuse = |words: &str| Err(CourierError::refused(RefusalCode::InvalidRequest, words));
    if !is_date(&request.date) || request.parcels == 0 {
        return refuse("date or number of parcels");
    }
    let Some(phone) = mobile(&request.contact.phone) else { return refuse("the contact's phone") };
    let mut contact = Map::new();
    contact.insert("name".into(), shortened(request.contact.name.trim(), 100).into());
    contact.insert("phone".into(), phone.into());
    for (key, value) in
        [("secPhone", mobile(&request.contact.second_phone).unwrap_or_default()), ("email", request.contact.email.clone())]
    {
        if !value.is_empty() {
            contact.insert(key.into(), shortened(&value, 200).into());
        }
    }
    let mut body = json!({
        "scheduledDate": request.date,
        "businessLocationId": path_part(&request.location_id)?,
        "contactPerson": contact,
        "numberOfParcels": request.parcels,
        "packageType": if request.is_bulky { "Heavy Bulky" } else { "Normal" },
        "repeatedData": { "repeatedType": "One Time" },
    });
    if let Some(slot) = request.slot {
        body["scheduledTimeSlot"] = slot_words(slot).into();
    }
    if !request.note.trim().is_empty() {
        body["notes"] = shortened(request.note.trim(), 200).into();
    }
    let body = body.to_string();
    let data = client.data(context, Call::post("bosta.request_pickup", "/pickups", &body)).await?;
    let mut pickup = read(&data).ok_or_else(|| CourierError::unreadable("no id of the pickup"))?;
    // An answer that only has the id is that of the pickup that was asked for.
    for (part, sent) in [(&mut pickup.date, &request.date), (&mut pickup.location_id, &request.location_id)] {
        if part.is_empty() {
            part.clone_from(sent);
        }
    }
    pickup.parcels = pickup.parcels.or(Some(request.parcels));
    Ok(pickup)
}

pub(super) async fn cancel(client: &Client, context: CallContext<'_>, id: &str) -> Result<(), CourierError> {
    let path = format!("/pickups/{}", path_part(id)?);
    let call = Call { method: Method::DELETE, ..Call::get("bosta.cancel_pickup", &path) };
    match client.data(context, call).await {
        Ok(_) | Err(CourierError::Refused { code: RefusalCode::NotFound, .. }) => Ok(()),
        Err(e) => Err(e),
    }
}

pub(super) async fn locations(client: &Client, context: CallContext<'_>) -> Result<Vec<PickupLocation>, CourierError> {
    let data = client.data(context, Call::get("bosta.pickup_locations", "/pickup-locations")).await?;
    Ok(items(&data, &["list", "pickupLocations"]).iter().take(MOST).filter_map(read_location).collect())
}

/// Reads the places, which changes nothing: who may is told.
pub(super) async fn check(client: &Client, context: CallContext<'_>) -> Result<ConnectionCheck, CourierError> {
    Ok(ConnectionCheck { pickup_locations: locations(client, context).await?.len() })
}

fn slot_words(slot: PickupSlot) -> &'static str {
    match slot {
        PickupSlot::Morning => "10:00 to 13:00",
        PickupSlot::Afternoon => "13:00 to 16:00",
    }
}

/// `2026-12-01`
fn is_date(text: &str) -> bool {
    kernel::Millis::parse(&format!("{text}T00:00:00Z")).is_some_and(|at| at.rfc3339().starts_with(text) && text.len() == 10)
}

fn read(value: &Value) -> Option<Pickup> {
    let id = text(value, "_id").or_else(|| text(value, "id")).filter(|id| !id.is_empty())?;
    let raw_state = ["state.value", "state", "maskedState"].iter().find_map(|path| text(value, path)).unwrap_or_default();
    let date = text_or_empty(value, "scheduledDate");
    Some(Pickup {
        id,
        number: text_or_empty(value, "puid"),
        date: date.get(..10).unwrap_or(&date).to_owned(),
        slot: shortened(&text_or_empty(value, "scheduledTimeSlot"), 60),
        state: state(&raw_state),
        raw_state: shortened(&raw_state, 60),
        location_id: text(value, "businessLocationId").unwrap_or_else(|| text_or_empty(value, "business.locationId")),
        parcels: text(value, "numberOfParcels").and_then(|count| count.parse().ok()),
    })
}

/// States of a pickup, by the contract's names.
fn state(word: &str) -> PickupState {
    let key: String = word.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect();
    match key.as_str() {
        "routeassigned" | "accepted" => PickupState::Assigned,
        "pickingup" | "arrivedatbusiness" | "receiving" | "restartfailed" => PickupState::InProgress,
        "pickedup" | "enroutetowarehouse" | "arrivedatwarehouse" | "done" => PickupState::PickedUp,
        "failed" => PickupState::Failed,
        "canceled" | "cancelled" => PickupState::Cancelled,
        _ => PickupState::Requested,
    }
}

fn read_location(value: &Value) -> Option<PickupLocation> {
    let id = text(value, "_id").filter(|id| !id.is_empty())?;
    let contacts = value.get("contacts").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let is_default = |value: &&Value| text(value, "isDefault").is_some_and(|flag| flag == "true");
    let contact = value.get("contactPerson").or_else(|| contacts.iter().find(is_default)).or_else(|| contacts.first());
    Some(PickupLocation {
        name: text(value, "locationName").or_else(|| text(value, "name")).unwrap_or_else(|| id.clone()),
        city: text(value, "address.city.name").or_else(|| text(value, "address.city")).unwrap_or_default(),
        is_default: is_default(&value),
        contact: contact.filter(|contact| contact.is_object()).map(|contact| Contact {
            name: text(contact, "name").unwrap_or_else(|| {
                format!("{} {}", text_or_empty(contact, "firstName"), text_or_empty(contact, "lastName")).trim().to_owned()
            }),
            phone: text_or_empty(contact, "phone"),
            second_phone: text_or_empty(contact, "secPhone"),
            email: text_or_empty(contact, "email"),
        }),
        id,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sp_02_states_of_pickups_are_known() {
        for (word, expected) in [
            ("Requested", PickupState::Requested),
            ("Route Assigned", PickupState::Assigned),
            ("Accepted", PickupState::Assigned),
            ("Picking up", PickupState::InProgress),
            ("Arrived at business", PickupState::InProgress),
            ("Receiving", PickupState::InProgress),
            ("Picked up", PickupState::PickedUp),
            ("En route to warehouse", PickupState::PickedUp),
            ("Arrived at warehouse", PickupState::PickedUp),
            ("Done", PickupState::PickedUp),
            ("Failed", PickupState::Failed),
            ("Restart failed", PickupState::InProgress),
            ("Canceled", PickupState::Cancelled),
            ("Something new", PickupState::Requested),
        ] {
            assert_eq!(state(word), expected, "{word}");
        }
    }

    #[test]
    fn sp_02_a_date_is_a_day_of_the_calendar() {
        assert!(is_date("2026-12-01") && is_date("2028-02-29"));
        for text in ["", "2026-02-30", "2026-1-1", "01-12-2026", "2026-12-01T10:00:00Z", "20261201"] {
            assert!(!is_date(text), "{text}");
        }
    }

    #[test]
    fn sp_02_a_place_has_its_contact() {
        let place = read_location(&json!({
            "_id": "l1", "locationName": "مخزن", "isDefault": true, "address": { "city": { "name": "Cairo" } },
            "contacts": [{ "firstName": "Ali", "lastName": "Saad", "phone": "010", "isDefault": false }, { "name": "Mona", "phone": "011", "isDefault": true }],
        }))
        .unwrap();
        assert_eq!((place.name.as_str(), place.city.as_str(), place.is_default), ("مخزن", "Cairo", true));
        assert_eq!(place.contact.unwrap().name, "Mona");
        assert_eq!(read_location(&json!({ "locationName": "x" })), None);
    }
}
