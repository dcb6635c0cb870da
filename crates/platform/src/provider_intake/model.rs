//! What is received, and how far it is. Pure.

use std::collections::BTreeMap;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use kernel::{Millis, OrderId, ProviderEndpointId, ProviderEventId, StoreId, hex};
use sha2::{Digest as _, Sha256};

/// The most bytes of a body: callbacks of the region's providers have a few thousand.
pub(super) const MOST_BODY: usize = 64 * 1024;
/// The most characters of a query and of a header's value that is kept.
pub(super) const MOST_TEXT: usize = 4_096;
/// The longest key that is stored as it is; of a longer one its hash stands for it.
const LONGEST_KEY: usize = 200;
/// How long bodies of processed events are kept, for the support. They hold data of shoppers.
pub(super) const CONTENT_FOR: i64 = 30 * Millis::DAY;
/// How long events are kept: so long is a repetition known.
pub(super) const EVENTS_FOR: i64 = 90 * Millis::DAY;

web::words! {
    /// How far an event is.
    EventState as ProviderEventState {
        /// A job works on it.
        Waiting "waiting",
        /// Its effect is written.
        Processed "processed",
        /// It could not be processed; its reason stands beside it.
        Dead "dead",
    }
}

web::words! {
    /// How a body is stored.
    BodyEncoding as ProviderBodyEncoding {
        /// As it came.
        Text "text",
        /// In base64: it is no text.
        Base64 "base64",
    }
}

db::stored_words! {
    EventState, "provider_events" "state";
    BodyEncoding, "provider_events" "body_encoding";
}

/// An address at which a provider reports to a store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Endpoint {
    /// Its id, a part of the address: not to be guessed, and no secret.
    pub id: ProviderEndpointId,
    /// The store.
    pub store: StoreId,
    /// The code of the provider: `PAYMOB`.
    pub provider: String,
    /// The kind of the record whose account it is, as of [`crate::secrets::Owner`].
    pub owner_kind: String,
    /// The number of its id.
    pub owner_id: i64,
    /// When it was made.
    pub created_at: Millis,
}
db::row!(Endpoint { id, store, provider, owner_kind, owner_id, created_at });

impl Endpoint {
    /// Its path on the platform's own host: `/hooks/paymob/pep_0...`.
    #[must_use]
    pub fn path(&self) -> String {
        format!("{}/{}/{}", super::PATH, self.provider.to_ascii_lowercase(), self.id)
    }
}

/// What a provider reported, its signature checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProviderEvent {
    /// Its id.
    pub id: ProviderEventId,
    /// Where it came.
    pub endpoint: ProviderEndpointId,
    /// The code of the provider.
    pub provider: String,
    /// The kind of the record whose account it is.
    pub owner_kind: String,
    /// The number of its id.
    pub owner_id: i64,
    /// The same for every repetition of it.
    pub dedupe_key: String,
    /// `GET` or `POST`.
    pub method: String,
    /// What stood behind `?`, still encoded.
    pub query: String,
    /// The headers that its reader keeps, by lower-case name.
    pub headers: BTreeMap<String, String>,
    /// The body, as it came; empty where it was erased.
    pub body: Vec<u8>,
    /// How far it is.
    pub state: EventState,
    /// Why it is dead; empty otherwise.
    pub reason: String,
    /// The order that it is about, once it is known.
    pub order_id: Option<OrderId>,
    /// When it came.
    pub received_at: Millis,
    /// When it was processed.
    pub processed_at: Option<Millis>,
}

/// A body as its column holds it. Engines keep no NUL in a text.
pub(super) fn encoded(body: &[u8]) -> (String, BodyEncoding) {
    match std::str::from_utf8(body) {
        Ok(text) if !text.contains('\0') => (text.to_owned(), BodyEncoding::Text),
        _ => (STANDARD.encode(body), BodyEncoding::Base64),
    }
}

/// The body of a column.
pub(super) fn decoded(text: String, encoding: BodyEncoding) -> Vec<u8> {
    match encoding {
        BodyEncoding::Text => text.into_bytes(),
        BodyEncoding::Base64 => STANDARD.decode(text).unwrap_or_default(),
    }
}

/// A key of bounded length.
pub(super) fn bounded_key(key: &str) -> String {
    if key.len() <= LONGEST_KEY && !key.contains('\0') {
        return key.to_owned();
    }
    format!("sha256:{}", hex(&Sha256::digest(key.as_bytes())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn py_03_a_body_is_read_as_it_came(body in prop::collection::vec(any::<u8>(), 0..200)) {
            let (text, encoding) = encoded(&body);
            prop_assert!(!text.contains('\0'));
            prop_assert_eq!(decoded(text, encoding), body);
        }

        #[test]
        fn py_03_keys_are_bounded_and_stay_apart(one in ".{0,300}", other in ".{0,300}") {
            prop_assert!(bounded_key(&one).len() <= LONGEST_KEY);
            prop_assert_eq!(bounded_key(&one) == bounded_key(&other), one == other);
        }
    }
}
