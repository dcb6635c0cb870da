//! Deliveries in the shapes that clients have seen.

use kernel::Millis;
use proptest::prelude::*;
use serde_json::json;

use super::*;

#[test]
fn sp_04_a_delivery_is_read_whole() {
    let delivery = read(
        &json!({
            "_id": "id-1", "trackingNumber": 26_976_001, "businessReference": "1001-1", "type": { "code": 10, "value": "Send" },
            "state": { "code": 45, "value": "Delivered", "exception": [{ "reason": "لا يرد", "code": 7, "time": "2026-03-02T10:00:00Z" }] },
            "cod": 910, "numberOfAttempts": 2, "pricing": { "priceAfterVat": 85.505 },
            "updatedAt": "Mon Mar 02 2026 12:00:00 GMT+0000 (Coordinated Universal Time)",
            "timeline": [
                { "value": "delivered", "code": 45, "date": "2026-03-02T12:00:00.000Z", "done": true },
                { "value": "new", "code": 10, "date": "2026-03-01T10:00:00.000Z", "done": true },
                { "value": "out_for_delivery", "date": "2026-03-02T09:00:00.000Z", "done": true, "desc": "1/3 attempts" },
                { "value": "teleported", "date": "2026-03-02T10:00:00.000Z", "done": true },
                { "value": "returned_to_business", "done": false },
            ],
        }),
        "EG",
    )
    .unwrap();
    assert_eq!((delivery.step, delivery.raw_code.as_str(), delivery.tracking_no.as_str()), (Step::Delivered, "45", "26976001"));
    assert_eq!((delivery.cod_collected_minor, delivery.fee_minor, delivery.attempts), (Some(91_000), Some(8_551), 2));
    assert_eq!(delivery.at, Millis::parse("2026-03-02T12:00:00Z"));
    assert_eq!(delivery.label.map(|label| label.ar), Some("تم التسليم"));
    assert_eq!(delivery.reason, Some(Reason { code: "7".into(), words: "لا يرد".into() }));
    let steps: Vec<(Step, &str)> = delivery.events.iter().map(|event| (event.step, event.raw_code.as_str())).collect();
    assert_eq!(
        steps,
        [
            (Step::Created, "10"),
            (Step::OutForDelivery, "out_for_delivery"),
            (Step::InTransit, "teleported"),
            (Step::Delivered, "45"),
        ]
    );
    assert_eq!(delivery.events[1].words, "1/3 attempts");
}

#[test]
fn sp_04_cash_is_collected_when_the_courier_says_delivered() {
    let read = |state: i64, kind: &str, country: &str| {
        let data = json!({ "trackingNumber": "1", "state": state, "cod": "100.50", "type": kind });
        super::read(&data, country).unwrap().cod_collected_minor
    };
    assert_eq!(read(41, "SEND", "EG"), None);
    assert_eq!(read(47, "SEND", "EG"), None);
    assert_eq!(read(45, "SEND", "EG"), Some(10_050));
    assert_eq!(read(45, "RTO", "EG"), None, "it came back");
    assert_eq!(read(60, "SEND", "EG"), None, "back in stock");
    assert_eq!(read(60, "SEND", "SA"), Some(10_050));
    assert_eq!(read(45, "SEND", "SA"), None, "it cleared customs");
}

#[test]
fn sp_04_older_shapes_are_read() {
    let events = json!([{ "state": 21, "timestamp": 1_772_359_200_000_i64 }, { "state": { "code": 24 }, "timestamp": "2026-03-01T11:00:00Z" }]);
    let data = json!({ "trackingNumber": "1", "state": "Received at warehouse", "transitEvents": events });
    let delivery = read(&data, "EG").unwrap();
    assert_eq!((delivery.step, delivery.raw_code.as_str()), (Step::InTransit, "24"));
    assert_eq!(delivery.events.iter().map(|event| event.step).collect::<Vec<_>>(), [Step::PickedUp, Step::InTransit]);
    assert_eq!(delivery.at, delivery.events[1].at);
    let unknown = read(&json!({ "trackingNumber": "1", "state": { "code": 777 } }), "EG").unwrap();
    assert_eq!((unknown.step, unknown.raw_code.as_str(), unknown.label), (Step::InTransit, "777", None));
    assert!(read(&json!({ "trackingNumber": "1" }), "EG").is_err());
    assert!(read(&json!({ "state": 10 }), "EG").is_err());
}

proptest! {
    #[test]
    fn sp_04_whatever_comes_is_read_or_refused(text in "\\PC{0,300}", state in any::<i64>(), cod in any::<f64>()) {
        if let Ok(value) = serde_json::from_str::<Value>(&text) {
            let _ = read(&value, "EG");
        }
        let data = json!({ "trackingNumber": text, "state": state, "cod": cod, "timeline": [{ "value": text, "date": text }], "updatedAt": cod });
        let delivery = read(&data, "EG").unwrap();
        prop_assert_eq!(delivery.raw_code, state.to_string());
    }
}
