//! How PayTabs signs (contracts/paytabs.md): HMAC-SHA-256 under the server key.

use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;

use super::records::SERVER_KEY;
use crate::provider::SigningKey;

/// Of a notification: over its bytes.
pub(super) fn of_body(body: &str, key: SigningKey) -> String {
    sign(body, if key == SigningKey::Own { SERVER_KEY } else { "S0FOREIGN0-0000000000-0000000000" })
}

/// Of a return: over the fields that are not empty, sorted and encoded as PHP's `http_build_query` does.
pub(super) fn of_form(fields: &[(String, String)]) -> String {
    let mut fields: Vec<&(String, String)> = fields.iter().filter(|(_, value)| !value.is_empty() && value != "0").collect();
    fields.sort();
    let Ok(mut url) = reqwest::Url::parse("http://form/") else { return String::new() };
    url.query_pairs_mut().extend_pairs(fields.into_iter().map(|(name, value)| (name, value)));
    // PHP encodes the star, which forms of browsers leave alone.
    sign(&url.query().unwrap_or_default().replace('*', "%2A"), SERVER_KEY)
}

fn sign(message: &str, key: &str) -> String {
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(key.as_bytes()) else { return String::new() };
    mac.update(message.as_bytes());
    kernel::hex(&mac.finalize().into_bytes())
}
