//! Paymob's HMAC (contracts/paymob.md §4): the values of a fixed list of fields, one after the other.
//!
//! Nothing stands between the values, so one signed text can be cut in several ways: `1000` and `02024-...` is `10000` and `2024-...`.
//! Fields beside each other are therefore held to their exact forms, and a payload that was cut otherwise is not signed. Two numbers
//! beside each other have no such form (`id` and `integration_id`, `order.id` and `owner`): the caller compares account and order with
//! what it stored, and reads the transaction before it books it ([`crate::payments::CallbackContent::is_wholly_signed`]).

use super::payload::Payload;
use crate::signature::is_sha512;

/// The order is Paymob's own.
const TRANSACTION: [&str; 20] = [
    "amount_cents",
    "created_at",
    "currency",
    "error_occured",
    "has_parent_transaction",
    "id",
    "integration_id",
    "is_3d_secure",
    "is_auth",
    "is_capture",
    "is_refunded",
    "is_standalone_payment",
    "is_voided",
    "order.id",
    "owner",
    "pending",
    "source_data.pan",
    "source_data.sub_type",
    "source_data.type",
    "success",
];

const TOKEN: [&str; 8] = ["card_subtype", "created_at", "email", "id", "masked_pan", "merchant_id", "order_id", "token"];

/// Whether the transaction is signed with the merchant's HMAC secret, whose characters are the key as they stand.
pub(super) fn is_transaction_signed(payload: Payload<'_>, secret: &str, hmac: &str) -> bool {
    TRANSACTION.iter().all(|field| has_form(field, &payload.text(field)))
        && is_sha512(secret, concatenation(payload, &TRANSACTION).as_bytes(), hmac)
}

/// Whether the saved card is signed. Without its forms the signature of a transaction, which every browser sees, would be one of a card.
pub(super) fn is_token_signed(payload: Payload<'_>, secret: &str, hmac: &str) -> bool {
    TOKEN.iter().all(|field| has_form(field, &payload.text(field)))
        && is_sha512(secret, concatenation(payload, &TOKEN).as_bytes(), hmac)
}

fn concatenation(payload: Payload<'_>, fields: &[&str]) -> String {
    fields.iter().map(|field| payload.text(field)).collect()
}

/// The exact form of a field, where it has one.
fn has_form(field: &str, value: &str) -> bool {
    let is_number = |value: &str| {
        !value.is_empty() && value.bytes().all(|b| b.is_ascii_digit()) && (value.len() == 1 || !value.starts_with('0'))
    };
    match field {
        "amount_cents" | "id" | "integration_id" | "order.id" | "merchant_id" | "order_id" => is_number(value),
        // Null in some callbacks [B].
        "owner" => value.is_empty() || is_number(value),
        "created_at" => is_moment(value),
        "currency" => value.len() == 3 && value.bytes().all(|b| b.is_ascii_uppercase()),
        "email" => value.contains('@'),
        "token" => !value.is_empty(),
        "card_subtype" | "masked_pan" => true,
        "source_data.pan" | "source_data.sub_type" | "source_data.type" => true,
        _ => matches!(value, "true" | "false"),
    }
}

/// `2024-06-13T11:33:44.592345`, with or without fraction and zone.
fn is_moment(value: &str) -> bool {
    let shape = b"0000-00-00T00:00:00";
    value.len() >= shape.len()
        && value.bytes().zip(shape).all(|(b, expected)| if *expected == b'0' { b.is_ascii_digit() } else { b == *expected })
        && value.bytes().skip(shape.len()).all(|b| b.is_ascii_digit() || b".:+-Z".contains(&b))
}

#[cfg(test)]
#[path = "signature_tests.rs"]
mod tests;
