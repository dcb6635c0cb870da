//! What Bosta's refusals mean: `{"success": false, "message": "...", "errorCode": 1028}`.

use crate::couriers::error::{CourierError, RefusalCode};
use crate::http::HttpAnswer;
use crate::json::text;

/// Codes of the contract, and 1073, 3001 to 3003 and 3007, which a client of 2026 lists. 1028 is a bad token and stands apart.
const CODES: &[(i64, RefusalCode)] = &[
    (1010, RefusalCode::NotFound),
    (1073, RefusalCode::PickupLocationMissing),
    (1077, RefusalCode::ContactMissing),
    (1078, RefusalCode::PickupExists),
    (1080, RefusalCode::PickupOnDayOff),
    (1081, RefusalCode::PickupTooLate),
    (1083, RefusalCode::PickupInPast),
    (2022, RefusalCode::PickupOnDayOff),
    (2024, RefusalCode::PickupExists),
    (2025, RefusalCode::PickupExists),
    (2026, RefusalCode::PickupExists),
    (2027, RefusalCode::PickupExists),
    (3001, RefusalCode::PlaceNotServed),
    (3002, RefusalCode::PlaceNotServed),
    (3003, RefusalCode::PlaceNotServed),
    (3007, RefusalCode::CodTooLarge),
    (8_000_002, RefusalCode::NoCredit),
];

/// The error of an answer that is one: by its status, or by `success: false`.
pub(super) fn refusal(answer: &HttpAnswer) -> Option<CourierError> {
    let is_failure = text(&answer.body, "success").is_some_and(|success| success == "false");
    if answer.is_success() && !is_failure {
        return None;
    }
    let words = answer.words(&["message", "error"]);
    let code = ["errorCode", "error_code", "code"].iter().find_map(|key| text(&answer.body, key)?.parse::<i64>().ok());
    if answer.status == 401 || code == Some(1028) {
        return Some(CourierError::Unauthorised { words });
    }
    Some(CourierError::refused(reason(answer.status, code, &words), words))
}

/// What the contract does not list is recognised by its words.
fn reason(status: u16, code: Option<i64>, words: &str) -> RefusalCode {
    if let Some((_, code)) = CODES.iter().find(|(known, _)| Some(*known) == code) {
        return *code;
    }
    let words = words.to_ascii_lowercase();
    let has = |parts: &[&str]| parts.iter().any(|part| words.contains(part));
    if has(&["reference"]) && has(&["unique", "duplicate", "already", "exist"]) {
        RefusalCode::DuplicateReference
    } else if status == 403 {
        RefusalCode::NotPermitted
    } else if status == 404 || has(&["not found"]) {
        RefusalCode::NotFound
    } else if has(&["district", "zone", "city"]) {
        RefusalCode::PlaceNotServed
    } else if has(&["bundle", "credit", "wallet"]) {
        RefusalCode::NoCredit
    } else if has(&["already", "cannot", "can't", "not allowed"]) {
        RefusalCode::NotPossible
    } else if matches!(status, 400 | 422) {
        RefusalCode::InvalidRequest
    } else {
        RefusalCode::Unknown
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn or_06_refusals_have_a_code() {
        for (status, code, words, expected) in [
            (400, Some(1078), "Pickup already exists", RefusalCode::PickupExists),
            (400, Some(1080), "Friday", RefusalCode::PickupOnDayOff),
            (400, Some(2027), "created", RefusalCode::PickupExists),
            (400, Some(8_000_002), "You need an active bundle", RefusalCode::NoCredit),
            (400, Some(3003), "District", RefusalCode::PlaceNotServed),
            (400, None, "uniqueBusinessReference already exists", RefusalCode::DuplicateReference),
            (400, None, "businessReference must be unique", RefusalCode::DuplicateReference),
            (400, Some(99), "\"dropOffAddress.districtId\" is invalid", RefusalCode::PlaceNotServed),
            (404, None, "Delivery not found", RefusalCode::NotFound),
            (400, None, "Delivery is already picked up", RefusalCode::NotPossible),
            (403, None, "Forbidden", RefusalCode::NotPermitted),
            (422, None, "\"receiver.phone\" is required", RefusalCode::InvalidRequest),
            (418, None, "teapot", RefusalCode::Unknown),
        ] {
            assert_eq!(reason(status, code, words), expected, "{words}");
        }
    }
}
