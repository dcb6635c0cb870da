//! The keys that seal secrets: the first one seals, all of them open.

use base64::Engine as _;
use base64::alphabet::STANDARD;
use base64::engine::general_purpose::GeneralPurpose;
use base64::engine::{DecodePaddingMode, GeneralPurposeConfig};
use kernel::{Env, SecretText, hex};
use sha2::{Digest as _, Sha256};
use zeroize::Zeroizing;

/// Bytes of a key.
pub(super) const KEY_BYTES: usize = 32;

/// The usual alphabet; people lose the `=` at the end when they copy a key.
const BASE64: GeneralPurpose =
    GeneralPurpose::new(&STANDARD, GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent));

/// Hashed before a key for its id, so that the id is of no use to anything else that hashes keys.
const ID_PURPOSE: &[u8] = b"rawaj secret key id\0";
/// Bytes of the hash that are the id.
const ID_BYTES: usize = 8;

/// Why keys cannot be used. No text of it holds anything of a key.
#[derive(Debug, thiserror::Error)]
pub enum KeyError {
    /// One of the keys is none; its position from 1.
    #[error("key {0} is not 32 bytes in base64 (`openssl rand -base64 32` makes one)")]
    Malformed(usize),
    /// There is no key at all.
    #[error("there is no secret key: set RAWAJ_SECRET_KEY")]
    Absent,
    /// A value of many gigabytes.
    #[error("the value is too long to be sealed")]
    TooLong,
    /// The key file cannot be read, written or locked.
    #[error("{path}: {reason}")]
    File {
        /// The file.
        path: String,
        /// What is wrong with it.
        reason: String,
    },
}

impl From<KeyError> for db::Error {
    fn from(error: KeyError) -> Self {
        Self::Setup(format!("secret key: {error}"))
    }
}

/// A key with its id.
#[derive(Clone)]
pub(super) struct Key {
    id: String,
    bytes: Zeroizing<[u8; KEY_BYTES]>,
}

impl Key {
    fn new(bytes: Zeroizing<[u8; KEY_BYTES]>) -> Self {
        let digest = Sha256::new().chain_update(ID_PURPOSE).chain_update(bytes.as_slice()).finalize();
        Self { id: hex(&digest[..ID_BYTES]), bytes }
    }

    /// A new random key.
    fn generate(env: &Env) -> Self {
        Self::new(Zeroizing::new(env.random_bytes()))
    }

    fn parse(text: &str) -> Option<Self> {
        // Room for a little more than a key: what does not fit is none.
        let mut decoded = Zeroizing::new([0; KEY_BYTES + 16]);
        let length = BASE64.decode_slice(text, decoded.as_mut_slice()).ok()?;
        let bytes = decoded.get(..length)?.try_into().ok()?;
        Some(Self::new(Zeroizing::new(bytes)))
    }

    /// A short hash of the key, which tells nothing of it: 16 hexadecimal digits.
    pub(super) fn id(&self) -> &str {
        &self.id
    }

    pub(super) fn bytes(&self) -> &[u8; KEY_BYTES] {
        &self.bytes
    }
}

/// Keys in their order, each once; may be empty.
#[derive(Clone, Default)]
pub struct KeyRing(Vec<Key>);

impl std::fmt::Debug for KeyRing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("KeyRing").field(&self.ids()).finish()
    }
}

impl KeyRing {
    /// A ring of one new random key.
    #[must_use]
    pub fn generate(env: &Env) -> Self {
        Self(vec![Key::generate(env)])
    }

    /// Keys of 32 bytes in base64, separated by commas, spaces or lines.
    ///
    /// # Errors
    /// When one of them is no key, or there is none.
    pub fn parse(text: &SecretText) -> Result<Self, KeyError> {
        let words = text.expose().split(|c: char| c == ',' || c.is_whitespace()).filter(|word| !word.is_empty());
        let mut keys: Vec<Key> = Vec::new();
        for (at, word) in words.enumerate() {
            let key = Key::parse(word).ok_or(KeyError::Malformed(at + 1))?;
            if keys.iter().all(|known| known.id != key.id) {
                keys.push(key);
            }
        }
        if keys.is_empty() { Err(KeyError::Absent) } else { Ok(Self(keys)) }
    }

    /// What [`parse`](Self::parse) reads: a key a line.
    pub(super) fn to_text(&self) -> SecretText {
        let mut text = String::with_capacity(self.0.len() * 48);
        for key in &self.0 {
            BASE64.encode_string(key.bytes(), &mut text);
            text.push('\n');
        }
        text.into()
    }

    /// The key that seals.
    pub(super) fn first(&self) -> Option<&Key> {
        self.0.first()
    }

    pub(super) fn find(&self, id: &str) -> Option<&Key> {
        self.0.iter().find(|key| key.id == id)
    }

    /// The ids of the keys, in their order.
    #[must_use]
    pub fn ids(&self) -> Vec<&str> {
        self.0.iter().map(Key::id).collect()
    }

    /// These keys behind a new one, which seals from then on.
    pub(super) fn with_new_first(&self, env: &Env) -> Self {
        let mut keys = vec![Key::generate(env)];
        keys.extend_from_slice(&self.0);
        Self(keys)
    }

    /// The first key, and those of the rest whose ids are in use.
    pub(super) fn retain(&self, ids_in_use: &[String]) -> Self {
        let mut at = 0;
        let mut keys = self.0.clone();
        keys.retain(|key| {
            at += 1;
            at == 1 || ids_in_use.contains(&key.id)
        });
        Self(keys)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// `count` keys of known bytes.
    fn texts(count: u8) -> Vec<String> {
        (1..=count).map(|n| BASE64.encode([n; KEY_BYTES])).collect()
    }

    #[test]
    fn py_02_keys_are_separated_by_commas_or_lines_and_the_first_one_seals() {
        let keys = texts(3);
        for separator in [",", "\n", " , ", "\r\n", "\n\n"] {
            let ring = KeyRing::parse(&keys.join(separator).into()).unwrap();
            assert_eq!(ring.ids().len(), 3, "{separator:?}");
            assert_eq!(ring.first().unwrap().bytes(), &[1; KEY_BYTES]);
        }
        let unpadded: Vec<&str> = keys.iter().map(|k| k.trim_end_matches('=')).collect();
        assert_eq!(KeyRing::parse(&unpadded.join(",").into()).unwrap().ids().len(), 3);
        let twice = [keys[0].as_str(), keys[1].as_str(), keys[0].as_str()].join(",");
        assert_eq!(KeyRing::parse(&twice.into()).unwrap().ids().len(), 2);
    }

    #[test]
    fn py_02_what_is_no_key_is_named_by_its_position_and_never_printed() {
        let good = &texts(1)[0];
        let (short, long) = (BASE64.encode([7; 31]), BASE64.encode([7; 33]));
        for bad in ["correct-horse-battery-staple", short.as_str(), long.as_str(), "####"] {
            let error = KeyRing::parse(&format!("{good},{bad}").into()).unwrap_err().to_string();
            assert!(error.starts_with("key 2 is not 32 bytes"), "{error}");
            assert!(!error.contains(bad) && !error.contains(good.as_str()), "{error}");
        }
        for nothing in ["", " ,\n"] {
            assert!(matches!(KeyRing::parse(&nothing.into()), Err(KeyError::Absent)), "{nothing:?}");
        }
    }

    #[test]
    fn py_02_a_ring_prints_the_ids_of_its_keys_alone() {
        let ring = KeyRing::parse(&texts(2).join(",").into()).unwrap();
        let printed = format!("{ring:?}");
        assert!(ring.ids().iter().all(|id| id.len() == 2 * ID_BYTES && printed.contains(id)), "{printed}");
        assert!(texts(2).iter().all(|key| !printed.contains(&key[..10])), "{printed}");
    }

    #[test]
    fn py_02_a_new_key_comes_first_and_unused_ones_go() {
        let env = Env::system();
        let old = KeyRing::generate(&env);
        let both = old.with_new_first(&env);
        assert_eq!((both.ids().len(), both.ids()[1]), (2, old.ids()[0]));
        assert_eq!(both.retain(&[old.ids()[0].to_owned()]).ids(), both.ids());
        assert_eq!(both.retain(&[]).ids(), [both.ids()[0]], "the first one stays, though no row has it yet");
    }

    proptest! {
        #[test]
        fn py_02_a_ring_is_read_as_it_was_written(bytes in prop::collection::vec(any::<[u8; KEY_BYTES]>(), 1..5)) {
            let ring = KeyRing(bytes.iter().map(|b| Key::new(Zeroizing::new(*b))).collect());
            let read = KeyRing::parse(&ring.to_text()).unwrap();
            for (id, bytes) in ring.ids().iter().zip(&bytes) {
                prop_assert_eq!(read.find(id).map(|key| *key.bytes()), Some(*bytes));
            }
        }
    }
}
