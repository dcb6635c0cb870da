//! Comparing signatures (HMAC) and keys, in constant time.

use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::{Sha256, Sha512};

/// Whether `hex` is HMAC-SHA-512 of the message under the key.
pub(crate) fn is_sha512(key: &str, message: &[u8], hex: &str) -> bool {
    // HMAC takes keys of any length, but an empty one is a merchant's that has none: nothing is signed with it.
    let (Some(bytes), false) = (unhex(hex), key.is_empty()) else { return false };
    Hmac::<Sha512>::new_from_slice(key.as_bytes()).is_ok_and(|mut mac| {
        mac.update(message);
        mac.verify_slice(&bytes).is_ok()
    })
}

/// Whether `hex` is HMAC-SHA-256 of the message under the key.
pub(crate) fn is_sha256(key: &str, message: &[u8], hex: &str) -> bool {
    let (Some(bytes), false) = (unhex(hex), key.is_empty()) else { return false };
    Hmac::<Sha256>::new_from_slice(key.as_bytes()).is_ok_and(|mut mac| {
        mac.update(message);
        mac.verify_slice(&bytes).is_ok()
    })
}

/// Whether a key that was sent is the merchant's: compared by their HMACs, so that neither its bytes nor its length show in the time.
pub(crate) fn is_same(key: &str, sent: &str) -> bool {
    let mac = |text: &str| {
        Hmac::<Sha256>::new_from_slice(b"rawaj callback key").map(|mut mac| {
            mac.update(text.as_bytes());
            mac
        })
    };
    let (Ok(expected), Ok(mac)) = (mac(key), mac(sent)) else { return false };
    !key.is_empty() && mac.verify(&expected.finalize().into_bytes()).is_ok()
}

fn unhex(text: &str) -> Option<Vec<u8>> {
    let digits: Option<Vec<u8>> = text.chars().map(|c| u8::try_from(c.to_digit(16)?).ok()).collect();
    let (pairs, rest) = digits.as_deref()?.as_chunks::<2>();
    rest.is_empty().then(|| pairs.iter().map(|[high, low]| high << 4 | low).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sp_04_a_key_is_the_same_or_it_is_not() {
        assert!(is_same("a-key-of-the-merchant", "a-key-of-the-merchant"));
        for (key, sent) in [("", ""), ("a", ""), ("", "a"), ("a-key", "a-keY"), ("a-key", "a-key "), ("a-key", "a-ke")] {
            assert!(!is_same(key, sent), "{key} {sent}");
        }
    }

    #[test]
    fn py_03_a_signature_is_complete_and_of_a_key() {
        let right = "f7bc83f430538424b13298e6aa6fb143ef4d59a14946175997479dbc2d1a3cd8";
        let (key, message) = ("key", b"The quick brown fox jumps over the lazy dog");
        assert!(is_sha256(key, message, right));
        assert!(is_sha256(key, message, &right.to_uppercase()));
        for wrong in ["", "f7", &right[..62], &right[1..], "zz", &format!("{right}00")] {
            assert!(!is_sha256(key, message, wrong), "{wrong}");
        }
        assert!(!is_sha256("", b"", "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad"));
        assert!(!is_sha512("", b"", ""));
    }
}
