//! PayTabs' signatures (contracts/paytabs.md): HMAC-SHA-256 under the server key.

use crate::query;
use crate::signature::is_sha256;

/// Whether the bytes of a notification are signed.
pub(super) fn is_body_signed(server_key: &str, body: &[u8], signature: &str) -> bool {
    is_sha256(server_key, body, signature)
}

/// Whether the form that the browser brought is signed: without the signature, without what PHP takes for empty (the official SDK drops
/// "0" with the empty ones), sorted by name, encoded as PHP does.
pub(super) fn is_form_signed(server_key: &str, form: &[(String, String)], signature: &str) -> bool {
    is_sha256(server_key, signed_text(form).as_bytes(), signature)
}

fn signed_text(form: &[(String, String)]) -> String {
    let mut pairs: Vec<(&str, &str)> = form.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    pairs.retain(|(name, value)| *name != "signature" && !value.is_empty() && *value != "0");
    pairs.sort_unstable();
    query::build(pairs)
}

#[cfg(test)]
#[path = "signature_tests.rs"]
mod tests;
