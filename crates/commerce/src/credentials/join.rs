//! Joining the two kinds of values for a call. Pure.

use std::collections::BTreeMap;

use gateways::{Credentials, ProviderDescription};
use platform::secrets::Opened;

/// Why stored values are no credentials.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CredentialsFault {
    /// They are not complete.
    Incomplete,
    /// A secret cannot be opened: the key is lost, or the value was damaged. It must be entered again.
    LostSecret,
}

/// The credentials of values that are not secret and secrets that were opened. A field that the description has no more is left out.
///
/// # Errors
/// They cannot be used.
pub fn join(
    description: &ProviderDescription,
    field_values: &BTreeMap<String, String>,
    mut secrets: BTreeMap<String, Opened>,
) -> Result<Credentials, CredentialsFault> {
    let mut values = Vec::new();
    for field in description.fields {
        if !field.is_secret {
            values.push((field.name, field_values.get(field.name).cloned().unwrap_or_default()));
        } else if let Some(opened) = secrets.remove(field.name) {
            let Opened::Readable(value) = opened else { return Err(CredentialsFault::LostSecret) };
            values.push((field.name, value.expose().to_owned()));
        }
    }
    let credentials = Credentials::new(values);
    if credentials.faults(description).is_empty() { Ok(credentials) } else { Err(CredentialsFault::Incomplete) }
}
