//! How Paymob signs (contracts/paymob.md §4): values one after the other, HMAC-SHA-512.

use hmac::{Hmac, KeyInit as _, Mac as _};
use serde_json::Value;
use sha2::Sha512;

use super::accounts::HMAC_SECRET;
use crate::provider::SigningKey;

/// As pointers into the transaction; the order is Paymob's.
const SIGNED: [&str; 20] = [
    "/amount_cents",
    "/created_at",
    "/currency",
    "/error_occured",
    "/has_parent_transaction",
    "/id",
    "/integration_id",
    "/is_3d_secure",
    "/is_auth",
    "/is_capture",
    "/is_refunded",
    "/is_standalone_payment",
    "/is_voided",
    "/order/id",
    "/owner",
    "/pending",
    "/source_data/pan",
    "/source_data/sub_type",
    "/source_data/type",
    "/success",
];

/// The signature of a transaction, in lower-case hexadecimal digits.
pub(super) fn sign(transaction: &Value, key: SigningKey) -> String {
    let secret = match key {
        SigningKey::Own => HMAC_SECRET,
        SigningKey::Foreign => "00000000000000000000000000000000",
    };
    let Ok(mut mac) = Hmac::<Sha512>::new_from_slice(secret.as_bytes()) else { return String::new() };
    for pointer in SIGNED {
        match transaction.pointer(pointer) {
            Some(Value::String(text)) => mac.update(text.as_bytes()),
            Some(Value::Null) | None => {}
            Some(other) => mac.update(other.to_string().as_bytes()),
        }
    }
    kernel::hex(&mac.finalize().into_bytes())
}
