//! Sealing and opening: XChaCha20-Poly1305 with a random nonce. A sealed value is bound to its place by the associated data: moved
//! to another row, or read with another key, it does not open.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use chacha20poly1305::aead::{Aead as _, Payload};
use chacha20poly1305::{KeyInit as _, XChaCha20Poly1305, XNonce};
use kernel::{Env, SecretText, StoreId};
use zeroize::Zeroize as _;

use super::key_ring::{Key, KeyError, KeyRing};
use super::model::{Opened, Owner};

/// The first byte of a sealed value: another cipher would have another one.
const VERSION: u8 = 1;
/// Bytes of a nonce. So many are random that no two values of a key ever share one.
const NONCE_BYTES: usize = 24;

/// The row of a sealed value.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place<'a> {
    pub(super) store: StoreId,
    pub(super) owner_kind: &'a str,
    pub(super) owner_id: i64,
    pub(super) field: &'a str,
}

impl<'a> Place<'a> {
    pub(super) const fn new(store: StoreId, owner: Owner, field: &'a str) -> Self {
        Self { store, owner_kind: owner.kind(), owner_id: owner.id(), field }
    }

    /// The place and the key in bytes; words have their length before them, so that no two places are written alike.
    fn associated_data(&self, key: &Key) -> Vec<u8> {
        let mut bytes = vec![VERSION];
        bytes.extend_from_slice(&self.store.raw().to_be_bytes());
        bytes.extend_from_slice(&self.owner_id.to_be_bytes());
        for word in [self.owner_kind, self.field, key.id()] {
            bytes.extend_from_slice(&(word.len() as u64).to_be_bytes());
            bytes.extend_from_slice(word.as_bytes());
        }
        bytes
    }
}

/// A value as its row holds it.
#[derive(Debug)]
pub(super) struct Sealed {
    /// The key that opens it.
    pub(super) key_id: String,
    /// Base64 of the version, the nonce, and the ciphertext with its tag.
    pub(super) text: String,
}

/// Seals a value for a place with the first key.
///
/// # Errors
/// When there is no key, or the value is too long.
pub(super) fn seal(ring: &KeyRing, env: &Env, place: Place<'_>, value: &SecretText) -> Result<Sealed, KeyError> {
    let key = ring.first().ok_or(KeyError::Absent)?;
    let nonce: [u8; NONCE_BYTES] = env.random_bytes();
    let associated_data = place.associated_data(key);
    let payload = Payload { msg: value.expose().as_bytes(), aad: &associated_data };
    let ciphertext = cipher(key).encrypt(&XNonce::from(nonce), payload).map_err(|_| KeyError::TooLong)?;
    let mut bytes = vec![VERSION];
    bytes.extend_from_slice(&nonce);
    bytes.extend_from_slice(&ciphertext);
    Ok(Sealed { key_id: key.id().to_owned(), text: STANDARD.encode(bytes) })
}

/// Opens a sealed value of a place.
pub(super) fn open(ring: &KeyRing, place: Place<'_>, sealed: &Sealed) -> Opened {
    let Some(key) = ring.find(&sealed.key_id) else { return Opened::LostKey };
    decrypt(key, place, &sealed.text).map_or(Opened::Tampered, Opened::Readable)
}

fn decrypt(key: &Key, place: Place<'_>, sealed: &str) -> Option<SecretText> {
    let bytes = STANDARD.decode(sealed).ok()?;
    let (nonce, ciphertext) = bytes.strip_prefix(&[VERSION])?.split_first_chunk::<NONCE_BYTES>()?;
    let payload = Payload { msg: ciphertext, aad: &place.associated_data(key) };
    let value = cipher(key).decrypt(&XNonce::from(*nonce), payload).ok()?;
    match String::from_utf8(value) {
        Ok(value) => Some(value.into()),
        Err(error) => {
            error.into_bytes().zeroize();
            None
        }
    }
}

fn cipher(key: &Key) -> XChaCha20Poly1305 {
    XChaCha20Poly1305::new(key.bytes().into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn place<'a>(store: i64, owner_kind: &'static str, owner_id: i64, field: &'a str) -> Place<'a> {
        Place { store: StoreId::from_raw(store), owner_kind, owner_id, field }
    }

    fn value(opened: &Opened) -> Option<&str> {
        match opened {
            Opened::Readable(value) => Some(value.expose()),
            Opened::LostKey | Opened::Tampered => None,
        }
    }

    const KINDS: [&str; 3] = ["payment_method", "courier_account", ""];

    prop_compose! {
        fn places()(store in 0..3i64, kind in 0..3usize, id in 0..3i64, field in "[a-c_]{0,3}") -> (i64, usize, i64, String) {
            (store, kind, id, field)
        }
    }

    proptest! {
        #[test]
        fn py_02_any_text_is_opened_as_it_was_sealed(text in any::<String>(), at in places()) {
            let (env, place) = (Env::system(), place(at.0, KINDS[at.1], at.2, &at.3));
            let ring = KeyRing::generate(&env);
            let sealed = seal(&ring, &env, place, &text.as_str().into()).unwrap();
            let opened = open(&ring, place, &sealed);
            prop_assert_eq!(value(&opened), Some(text.as_str()));
            let again = seal(&ring, &env, place, &text.as_str().into()).unwrap();
            prop_assert_ne!(&again.text, &sealed.text, "each has a nonce of its own");
            if text.len() > 8 {
                prop_assert!(!sealed.text.contains(&text) && !sealed.text.contains(&STANDARD.encode(&text)));
            }
        }

        #[test]
        fn py_02_it_opens_in_its_own_place_alone(from in places(), to in places()) {
            let env = Env::system();
            let ring = KeyRing::generate(&env);
            let sealed = seal(&ring, &env, place(from.0, KINDS[from.1], from.2, &from.3), &"sk_live_1234".into()).unwrap();
            let opened = open(&ring, place(to.0, KINDS[to.1], to.2, &to.3), &sealed);
            if from == to {
                prop_assert_eq!(value(&opened), Some("sk_live_1234"));
            } else {
                prop_assert!(matches!(opened, Opened::Tampered));
            }
        }

        #[test]
        fn py_02_one_flipped_bit_does_not_open(text in ".{0,40}", bit in any::<prop::sample::Index>()) {
            let (env, place) = (Env::system(), place(1, KINDS[0], 2, "api_key"));
            let ring = KeyRing::generate(&env);
            let mut sealed = seal(&ring, &env, place, &text.as_str().into()).unwrap();
            let mut bytes = STANDARD.decode(&sealed.text).unwrap();
            let bit = bit.index(bytes.len() * 8);
            bytes[bit / 8] ^= 1 << (bit % 8);
            sealed.text = STANDARD.encode(bytes);
            prop_assert!(matches!(open(&ring, place, &sealed), Opened::Tampered));
        }

        #[test]
        fn py_02_what_is_no_sealed_value_does_not_open(text in any::<String>()) {
            let ring = KeyRing::generate(&Env::system());
            let sealed = Sealed { key_id: ring.ids()[0].to_owned(), text };
            prop_assert!(matches!(open(&ring, place(1, KINDS[0], 2, "api_key"), &sealed), Opened::Tampered));
        }
    }

    #[test]
    fn py_02_another_key_does_not_open_it_under_any_name() {
        let (env, place) = (Env::system(), place(1, KINDS[0], 2, "api_key"));
        let (ring, other) = (KeyRing::generate(&env), KeyRing::generate(&env));
        let mut sealed = seal(&ring, &env, place, &"sk_live_1234".into()).unwrap();
        assert!(matches!(open(&other, place, &sealed), Opened::LostKey));
        sealed.key_id = other.ids()[0].to_owned();
        assert!(matches!(open(&other, place, &sealed), Opened::Tampered));
        assert!(matches!(seal(&KeyRing::default(), &env, place, &"sk".into()), Err(KeyError::Absent)));
    }
}
