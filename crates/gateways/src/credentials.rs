//! What a merchant pastes in to connect a provider (PY-02).

use std::collections::BTreeMap;

use crate::fields::{Presence, ProviderDescription};

/// Named values, decrypted. `Debug` shows which there are and nothing of them.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Credentials(BTreeMap<String, String>);

impl Credentials {
    /// Values by the names of their fields; blanks around them are what people paste along.
    pub fn new<N: Into<String>, V: AsRef<str>>(values: impl IntoIterator<Item = (N, V)>) -> Self {
        Self(values.into_iter().map(|(name, value)| (name.into(), value.as_ref().trim().to_owned())).collect())
    }

    /// The value of a field; empty where it has none.
    #[must_use]
    pub fn get(&self, name: &str) -> &str {
        self.0.get(name).map_or("", String::as_str)
    }

    /// There is a value.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        !self.get(name).is_empty()
    }

    /// All values that are secret by their description, or not described at all.
    pub(crate) fn secrets<'a>(&'a self, description: &'a ProviderDescription) -> impl Iterator<Item = &'a str> {
        let is_secret = |name: &str| description.fields.iter().find(|f| f.name == name).is_none_or(|f| f.is_secret);
        self.0.iter().filter(move |(name, value)| is_secret(name) && !value.is_empty()).map(|(_, value)| value.as_str())
    }

    /// What is missing or has the wrong form, in the order of the form's fields.
    #[must_use]
    pub fn faults(&self, description: &ProviderDescription) -> Vec<CredentialFault> {
        let mut faults = Vec::new();
        for field in description.fields {
            let is_required = match field.presence {
                Presence::Required => true,
                Presence::RequiredWithout(others) => !others.iter().all(|name| self.has(name)),
                Presence::Optional => false,
            };
            let value = self.get(field.name);
            if value.is_empty() {
                if is_required {
                    faults.push(CredentialFault { field: field.name, kind: FaultKind::Missing });
                }
            } else if !field.accepts(value) {
                faults.push(CredentialFault { field: field.name, kind: FaultKind::Malformed });
            }
        }
        faults
    }
}

impl std::fmt::Debug for Credentials {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.0.keys()).finish()
    }
}

/// A field that is not filled in as it has to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CredentialFault {
    /// The field's name.
    pub field: &'static str,
    /// What is wrong with it.
    pub kind: FaultKind,
}

/// What is wrong with a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FaultKind {
    /// It is required and empty.
    Missing,
    /// It does not match its pattern, or is none of the choices.
    Malformed,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn py_02_credentials_are_not_shown() {
        let credentials = Credentials::new([("api_key", "sesame-open"), ("hmac", " 04DC ")]);
        let shown = format!("{credentials:?}");
        assert!(!shown.contains("sesame") && !shown.contains("04DC"), "{shown}");
        assert_eq!(shown, r#"{"api_key", "hmac"}"#);
        assert_eq!(credentials.get("hmac"), "04DC", "blanks around a value are pasted along");
        assert!(!credentials.has("iframe_id"));
    }
}
