//! The vectors of contracts/paymob.md §4, and what no signature may let through.

use hmac::{Hmac, KeyInit as _, Mac as _};
use proptest::prelude::*;
use serde_json::{Value, json};
use sha2::Sha512;

use super::*;

const SECRET: &str = "97A5B79200124C9E94E9D73763265D20";

fn sign(secret: &str, message: &str) -> String {
    let mut mac = Hmac::<Sha512>::new_from_slice(secret.as_bytes()).unwrap();
    mac.update(message.as_bytes());
    kernel::hex(&mac.finalize().into_bytes())
}

/// V1's transaction.
fn documented() -> Value {
    json!({
        "id": 192_036_465, "amount_cents": 100_000, "created_at": "2024-06-13T11:33:44.592345", "currency": "EGP",
        "error_occured": false, "has_parent_transaction": false, "integration_id": 4_097_558, "is_3d_secure": true, "is_auth": false,
        "is_capture": false, "is_refunded": false, "is_standalone_payment": true, "is_voided": false,
        "order": { "id": 217_503_754 }, "owner": 302_852, "pending": false,
        "source_data": { "pan": "2346", "sub_type": "MasterCard", "type": "card" }, "success": true,
    })
}

#[test]
fn py_03_v1_the_documented_transaction_is_signed() {
    let object = documented();
    let text = concatenation(Payload::Json(&object), &TRANSACTION);
    assert_eq!(
        text,
        "1000002024-06-13T11:33:44.592345EGPfalsefalse1920364654097558truefalsefalsefalsetruefalse217503754302852false2346MasterCardcardtrue"
    );
    let hmac = "fa8ac0b7f3852e60c50e7fdd4ea5ef0bda96030c19dea1d55df8c76d6c08ab1877774662cbb04981dc84839ad4da560bcc8cb53b8973548657f7e8f8d2e79930";
    assert!(is_transaction_signed(Payload::Json(&object), "04DC1A9490B8CC2094C011FC055ADCDB", hmac));
    assert!(!is_transaction_signed(Payload::Json(&object), "04DC1A9490B8CC2094C011FC055ADCDC", hmac));
    // The secret is its characters: neither decoded nor in another case.
    assert!(!is_transaction_signed(Payload::Json(&object), "04dc1a9490b8cc2094c011fc055adcdb", hmac));
}

#[test]
fn py_03_v1_the_browsers_flat_query_is_signed_alike() {
    let query = "id=192036465&amount_cents=100000&created_at=2024-06-13T11%3A33%3A44.592345&currency=EGP&error_occured=false\
                 &has_parent_transaction=false&integration_id=4097558&is_3d_secure=true&is_auth=false&is_capture=false&is_refunded=false\
                 &is_standalone_payment=true&is_voided=false&order=217503754&owner=302852&pending=false&source_data.pan=2346\
                 &source_data.sub_type=MasterCard&source_data.type=card&success=true";
    let pairs = crate::query::parse(query).unwrap();
    let hmac = "fa8ac0b7f3852e60c50e7fdd4ea5ef0bda96030c19dea1d55df8c76d6c08ab1877774662cbb04981dc84839ad4da560bcc8cb53b8973548657f7e8f8d2e79930";
    assert!(is_transaction_signed(Payload::Query(&pairs), "04DC1A9490B8CC2094C011FC055ADCDB", hmac));
}

#[test]
fn py_03_v2_another_amount_is_not_signed() {
    let mut object = documented();
    for (field, value) in [
        ("amount_cents", json!(50_000)),
        ("created_at", json!("2021-08-02T15:45:26.988117")),
        ("id", json!(1111)),
        ("integration_id", json!(32_221_111)),
        ("order", json!({ "id": 111_123 })),
        ("owner", json!(451_188)),
        ("source_data", json!({ "pan": "1234", "sub_type": "MasterCard", "type": "card" })),
    ] {
        object[field] = value;
    }
    assert_eq!(
        concatenation(Payload::Json(&object), &TRANSACTION),
        "500002021-08-02T15:45:26.988117EGPfalsefalse111132221111truefalsefalsefalsetruefalse111123451188false1234MasterCardcardtrue"
    );
    let hmac = "62a79c8d174f39d114ded8ad4885af25889b53deeae91d2ff6ddb7202188043e4c492686ce0780c91afc3fd4beb7728d95d7afb64dafa0d522ccacb760cbb950";
    assert!(is_transaction_signed(Payload::Json(&object), SECRET, hmac));
    object["amount_cents"] = json!(90_000);
    assert!(!is_transaction_signed(Payload::Json(&object), SECRET, hmac));
}

#[test]
fn py_03_v4_v5_saved_cards() {
    let documented = json!({
        "card_subtype": "MasterCard", "created_at": "2024-11-13T12:32:23.859982", "email": "test@test.com", "id": 8_555_026,
        "masked_pan": "xxxx-xxxx-xxxx-2346", "merchant_id": 246_628, "order_id": "264064419",
        "token": "e98aceb96f5a370ddf46460db9d555f88bf12448f80e1839b39f78ab",
    });
    assert_eq!(
        concatenation(Payload::Json(&documented), &TOKEN),
        "MasterCard2024-11-13T12:32:23.859982test@test.com8555026xxxx-xxxx-xxxx-2346246628264064419e98aceb96f5a370ddf46460db9d555f88bf12448f80e1839b39f78ab"
    );
    let mut own = json!({
        "card_subtype": "Visa", "created_at": "2026-03-01T10:00:00.000000", "email": "buyer@example.com", "id": 111_999,
        "masked_pan": "xxxx-xxxx-xxxx-1234", "merchant_id": 111_223, "order_id": "51111123112", "token": "tok_0000000000000000",
    });
    let hmac = "6f35d374645da2a3a7469fe4bc706c15229c8a01cafe0de4a62beed895cd2cb7e050549133075a9622a9730773a004618c10374f782453db1f3fcf8fc9ae10c9";
    assert!(is_token_signed(Payload::Json(&own), SECRET, hmac));
    own["token"] = json!("tok_0000000000000001");
    assert!(!is_token_signed(Payload::Json(&own), SECRET, hmac));
}

#[test]
fn py_03_a_signed_transaction_is_no_saved_card() {
    let text = concatenation(Payload::Json(&documented()), &TRANSACTION);
    let hmac = sign(SECRET, &text);
    let forged = json!({ "card_subtype": text });
    assert_eq!(concatenation(Payload::Json(&forged), &TOKEN), text);
    assert!(!is_token_signed(Payload::Json(&forged), SECRET, &hmac));
}

#[test]
fn py_03_a_signed_text_is_not_cut_in_another_way() {
    let original = documented();
    let hmac = sign(SECRET, &concatenation(Payload::Json(&original), &TRANSACTION));
    assert!(is_transaction_signed(Payload::Json(&original), SECRET, &hmac));
    // Each of these concatenates to the same text: a thousand pounds become a million, an order becomes another one.
    for changes in [
        [("amount_cents", json!(1_000_002)), ("created_at", json!("024-06-13T11:33:44.592345"))],
        [("amount_cents", json!("10000020")), ("created_at", json!("24-06-13T11:33:44.592345"))],
        [("amount_cents", json!(10_000)), ("created_at", json!("02024-06-13T11:33:44.592345"))],
        [("created_at", json!("2024-06-13T11:33:44.59234")), ("currency", json!("5EGP"))],
        [("currency", json!("EGPfalse")), ("error_occured", json!(""))],
        [("is_voided", json!("false2")), ("order", json!({ "id": 17_503_754 }))],
    ] {
        let mut object = original.clone();
        for (field, value) in changes {
            object[field] = value;
        }
        assert_eq!(concatenation(Payload::Json(&object), &TRANSACTION), concatenation(Payload::Json(&original), &TRANSACTION));
        assert!(!is_transaction_signed(Payload::Json(&object), SECRET, &hmac), "{object}");
    }
}

fn at<'v>(object: &'v mut Value, path: &str) -> &'v mut Value {
    path.split('.').fold(object, |value, key| &mut value[key])
}

proptest! {
    #[test]
    fn py_03_any_change_of_any_signed_field_fails(
        field in 0..TRANSACTION.len(),
        amount in 1..=9_999_999_999_u64,
        ids in prop::array::uniform4(1..=9_999_999_999_u64),
        change in 1..=9_999_999_999_u64,
    ) {
        let mut object = documented();
        object["amount_cents"] = json!(amount);
        for (path, id) in ["id", "integration_id", "order.id", "owner"].into_iter().zip(ids) {
            *at(&mut object, path) = json!(id);
        }
        let hmac = sign(SECRET, &concatenation(Payload::Json(&object), &TRANSACTION));
        prop_assert!(is_transaction_signed(Payload::Json(&object), SECRET, &hmac));
        let value = at(&mut object, TRANSACTION[field]);
        *value = match value {
            Value::Bool(flag) => json!(!*flag),
            Value::Number(number) => json!(number.as_u64().unwrap() + change),
            Value::String(text) => json!(format!("{text}{change}")),
            other => panic!("{other}"),
        };
        prop_assert!(!is_transaction_signed(Payload::Json(&object), SECRET, &hmac));
    }
}
