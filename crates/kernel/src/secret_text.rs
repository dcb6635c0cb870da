//! A text that is never shown: passwords of services, API keys, tokens, keys of the program itself.

use std::fmt;

use zeroize::Zeroizing;

/// A secret in memory: it prints as `SecretText(...)`, is never serialised, and is overwritten when it is dropped.
///
/// There is no copy but [`expose`](Self::expose), which the few places call that send or seal the secret: who reads the source
/// finds all of them by that word. What a client library copies from there is out of its reach.
#[derive(Clone)]
pub struct SecretText(Zeroizing<String>);

impl SecretText {
    /// The text itself, to be sent to the service that it is for.
    #[must_use]
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl From<String> for SecretText {
    fn from(text: String) -> Self {
        Self(Zeroizing::new(text))
    }
}

impl From<&str> for SecretText {
    fn from(text: &str) -> Self {
        text.to_owned().into()
    }
}

impl fmt::Debug for SecretText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SecretText(...)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn py_02_a_secret_prints_nothing_of_itself(text in ".{0,80}") {
            let secret = SecretText::from(text.clone());
            prop_assert_eq!(secret.expose(), text.as_str());
            let printed = format!("{secret:?} {secret:#?} {:?}", Some(secret.clone()));
            prop_assert_eq!(printed, "SecretText(...) SecretText(...) Some(SecretText(...))");
        }
    }
}
