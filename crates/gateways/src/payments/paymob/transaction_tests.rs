//! What Paymob's flags mean (contracts/paymob.md §4).

use serde_json::{Value, json};

use super::*;

fn transaction(changes: Value) -> Value {
    let mut object = json!({
        "id": 7, "amount_cents": 12_550, "currency": "EGP", "success": true, "pending": false, "is_auth": false, "is_voided": false,
        "is_refunded": false, "has_parent_transaction": false, "integration_id": 11, "is_live": false,
        "order": { "id": 99, "merchant_order_id": "1001-1" },
        "source_data": { "pan": "2346", "type": "card", "sub_type": "MasterCard" }, "data": { "message": "Approved" },
    });
    for (field, value) in changes.as_object().unwrap() {
        object[field] = value.clone();
    }
    object
}

fn read_json(object: &Value) -> Result<Transaction, String> {
    read(Payload::Json(object))
}

#[test]
fn py_03_a_charge_is_read_whole() {
    let charge = read_json(&transaction(json!({}))).unwrap();
    assert_eq!(charge.amount, Amount { minor: 12_550, currency: Currency::EGP });
    assert_eq!((charge.id.as_str(), charge.provider_reference.as_str(), charge.reference.as_str()), ("7", "99", "1001-1"));
    assert_eq!((charge.account.as_str(), charge.is_live, charge.fee_minor), ("11", Some(false), None));
    assert_eq!(charge.means, PaymentMeans { kind: MeansKind::Card, scheme: "MasterCard".into(), last_four: "2346".into() });
    assert!(charge.is_money_received() && charge.refusal.is_none() && charge.parent_id.is_none());
}

#[test]
fn py_03_flags_say_kind_and_status() {
    use TransactionKind as K;
    use TransactionStatus as S;
    for (changes, kind, status) in [
        (json!({ "success": false, "pending": true }), K::Charge, S::Pending),
        (json!({ "success": false }), K::Charge, S::Declined),
        (json!({ "is_voided": true }), K::Charge, S::Voided),
        (json!({ "is_refunded": true, "refunded_amount_cents": 500 }), K::Charge, S::Paid),
        (json!({ "is_auth": true }), K::Authorisation, S::OnHold),
        (json!({ "is_auth": true, "is_voided": true }), K::Authorisation, S::Voided),
        (json!({ "has_parent_transaction": true, "parent_transaction": 6, "is_refund": true }), K::Refund, S::Paid),
        (json!({ "has_parent_transaction": true, "parent_transaction": 6, "is_void": true }), K::Void, S::Voided),
        (json!({ "has_parent_transaction": true, "parent_transaction": 6, "is_capture": true }), K::Charge, S::Paid),
        (json!({ "has_parent_transaction": true, "is_refund": true, "success": false }), K::Refund, S::Declined),
    ] {
        let object = transaction(changes);
        let read = read_json(&object).unwrap();
        assert_eq!((read.kind, read.status), (kind, status), "{object}");
    }
    let unclear = transaction(json!({ "has_parent_transaction": true, "parent_transaction": 6 }));
    assert!(read_json(&unclear).is_err(), "a child of unknown kind is no charge");
    for field in ["amount_cents", "currency", "id"] {
        assert!(read_json(&transaction(json!({ field: null }))).is_err(), "{field}");
    }
    assert!(read_json(&transaction(json!({ "currency": "XXX" }))).is_err());
}

#[test]
fn py_03_a_decline_has_a_reason_and_the_words() {
    let changes = json!({ "success": false, "data": { "message": "INSUFFICIENT_FUNDS" } });
    let refusal = read_json(&transaction(changes)).unwrap().refusal.unwrap();
    assert_eq!((refusal.code, refusal.words.as_str()), (RefusalCode::InsufficientFunds, "INSUFFICIENT_FUNDS"));
    let refusal = read_json(&transaction(json!({ "success": false, "data": null }))).unwrap().refusal.unwrap();
    assert_eq!((refusal.code, refusal.words.as_str()), (RefusalCode::Declined, ""));
}
