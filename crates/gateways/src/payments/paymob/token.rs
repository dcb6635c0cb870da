//! The auth tokens of the legacy flow: they live for an hour, and one is used by many calls.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use kernel::Millis;
use sha2::{Digest as _, Sha256};

/// Shorter than the hour that Paymob documents: a token is not used up to its last second.
const LIFETIME_MS: i64 = 50 * Millis::MINUTE;
/// Merchants whose tokens are held at once.
const MOST: usize = 1_000;

/// Tokens by a digest of host and API key, so that no key is held beside the call that uses it.
#[derive(Default)]
pub(super) struct TokenCache(Mutex<BTreeMap<[u8; 32], (String, Millis)>>);

impl TokenCache {
    /// A token that is still good.
    pub(super) fn find(&self, base: &str, api_key: &str, now: Millis) -> Option<String> {
        let tokens = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        tokens.get(&digest(base, api_key)).filter(|(_, until)| now < *until).map(|(token, _)| token.clone())
    }

    pub(super) fn insert(&self, base: &str, api_key: &str, token: &str, now: Millis) {
        let mut tokens = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if tokens.len() >= MOST {
            tokens.retain(|_, (_, until)| now < *until);
        }
        if tokens.len() >= MOST {
            tokens.clear();
        }
        tokens.insert(digest(base, api_key), (token.to_owned(), now.plus(LIFETIME_MS)));
    }

    /// Forgets a token that was refused, and not one that another call has fetched since.
    pub(super) fn delete(&self, base: &str, api_key: &str, token: &str) {
        let mut tokens = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let key = digest(base, api_key);
        if tokens.get(&key).is_some_and(|(cached, _)| cached == token) {
            tokens.remove(&key);
        }
    }
}

fn digest(base: &str, api_key: &str) -> [u8; 32] {
    Sha256::new().chain_update(base).chain_update([0]).chain_update(api_key).finalize().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn py_03_a_token_is_used_shorter_than_its_hour_and_by_its_own_merchant() {
        let cache = TokenCache::default();
        cache.insert("https://a", "key", "tok", Millis(0));
        assert_eq!(cache.find("https://a", "key", Millis(0)).as_deref(), Some("tok"));
        assert_eq!(cache.find("https://b", "key", Millis(0)), None);
        assert_eq!(cache.find("https://a", "other", Millis(0)), None);
        assert_eq!(cache.find("https://a", "key", Millis(LIFETIME_MS)), None);
        cache.delete("https://a", "key", "an older one");
        assert!(cache.find("https://a", "key", Millis(0)).is_some());
        cache.delete("https://a", "key", "tok");
        assert_eq!(cache.find("https://a", "key", Millis(0)), None);
        for n in 0..=MOST {
            cache.insert("https://a", &n.to_string(), "tok", Millis(0));
        }
        assert!(cache.0.lock().unwrap().len() <= MOST);
    }
}
