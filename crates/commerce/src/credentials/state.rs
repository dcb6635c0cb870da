//! What may be shown of credentials that are stored.

use std::collections::BTreeMap;

use gateways::ProviderDescription;
use kernel::Millis;
use platform::secrets::SecretState;
use serde::Serialize;

/// A credential.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct CredentialView {
    /// The provider's name of the field.
    field: &'static str,
    is_set: bool,
    /// Of a field that is not secret.
    value: Option<String>,
    /// The last four characters of a long secret.
    last_four: String,
    /// When a secret was set.
    set_at: Option<String>,
    /// Its key was lost: it must be entered again.
    is_lost: bool,
}

impl CredentialView {
    /// All fields of a provider: `field_values` are those that are not secret, none before there is a connection.
    #[must_use]
    pub fn list(
        description: &'static ProviderDescription,
        field_values: Option<&BTreeMap<String, String>>,
        secrets: &[SecretState],
    ) -> Vec<Self> {
        let fields = description.fields.iter().map(|field| {
            let secret = secrets.iter().find(|state| state.field == field.name).filter(|_| field.is_secret);
            let value = field_values.and_then(|values| values.get(field.name)).filter(|_| !field.is_secret).cloned();
            Self {
                field: field.name,
                is_set: secret.is_some() || value.is_some(),
                value,
                last_four: secret.map(|s| s.last_four.clone()).unwrap_or_default(),
                set_at: secret.map(|s| Millis::rfc3339(s.set_at)),
                is_lost: secret.is_some_and(|s| !s.is_readable),
            }
        });
        fields.collect()
    }
}
