//! What a request makes of credentials that are stored.

use std::collections::BTreeMap;

use db::Conn;
use gateways::{CredentialField, FieldKind, Presence, ProviderDescription};
use kernel::{SecretText, StoreScope};
use platform::App;
use platform::secrets::{self, Owner, SecretState};
use web::message::common;
use web::{FieldErrors, Message, SecretIn};

const DIGITS: Message = Message::new("أدخل أرقامًا فقط، من {min} إلى {max}.", "Enter {min} to {max} digits.");
const TEXT_OF: Message = Message::new(
    "القيمة غير مكتملة أو فيها حروف غير مسموحة. انسخها كاملة، من {min} إلى {max} حرفًا.",
    "The value is incomplete or has characters that don't belong. Copy all of it: {min} to {max} characters.",
);

/// What of a request is for one field.
#[derive(Debug, Clone)]
pub enum FieldChange {
    /// A new value.
    Set(SecretText),
    /// It is taken back.
    Clear,
}

/// The changes that a request makes: by field, without blanks around values; an empty one is taken back. `at` is the path of the
/// values in the request.
///
/// # Errors
/// Of fields that the provider does not have, and of values that have not the form of their field.
pub fn changes(
    description: &ProviderDescription,
    at: &str,
    sent: &BTreeMap<String, Option<SecretIn>>,
) -> Result<Vec<(&'static CredentialField, FieldChange)>, FieldErrors> {
    let mut errors = FieldErrors::new();
    let mut changes = Vec::new();
    for (name, value) in sent {
        let Some(field) = description.fields.iter().find(|field| field.name == name) else {
            errors.add(format!("{at}.{name}"), common::UNKNOWN_FIELD);
            continue;
        };
        let value = value.as_ref().map(|value| value.0.expose().trim()).filter(|value| !value.is_empty());
        // Numbers of an account are no secrets, and people type the digits of their keyboard.
        let value = match (field.kind, value) {
            (FieldKind::Number(_), Some(digits)) => Some(SecretText::from(&*kernel::digits::to_latin(digits))),
            (_, value) => value.map(SecretText::from),
        };
        match value {
            None => changes.push((field, FieldChange::Clear)),
            Some(value) if field.accepts(value.expose()) => changes.push((field, FieldChange::Set(value))),
            Some(_) => errors.add(format!("{at}.{name}"), malformed(field)),
        }
    }
    if errors.is_empty() { Ok(changes) } else { Err(errors) }
}

fn malformed(field: &CredentialField) -> Message {
    match field.kind {
        FieldKind::Choice(_) => common::NOT_A_CHOICE,
        FieldKind::Number(pattern) => DIGITS.with("min", pattern.min).with("max", pattern.max),
        FieldKind::Text(pattern) => TEXT_OF.with("min", pattern.min).with("max", pattern.max),
    }
}

/// Records what is required and missing once the changes are made; `is_set` tells which fields have a value then.
pub fn missing(description: &ProviderDescription, at: &str, is_set: impl Fn(&str) -> bool, errors: &mut FieldErrors) {
    for field in description.fields {
        let is_required = match field.presence {
            Presence::Required => true,
            Presence::RequiredWithout(others) => !others.iter().all(|name| is_set(name)),
            Presence::Optional => false,
        };
        if is_required && !is_set(field.name) {
            errors.add(format!("{at}.{}", field.name), common::REQUIRED);
        }
    }
}

/// The credentials of an owner as they are once a request's changes are made.
#[derive(Debug, Clone)]
pub struct CredentialsChange {
    changes: Vec<(&'static CredentialField, FieldChange)>,
    /// Those that are not secret, by field.
    pub field_values: BTreeMap<String, String>,
    secrets_set: Vec<String>,
}

impl CredentialsChange {
    /// Applies a request to what is stored. A secret whose key is lost is none.
    ///
    /// # Errors
    /// As of [`changes`].
    pub fn new(
        description: &ProviderDescription,
        at: &str,
        sent: &BTreeMap<String, Option<SecretIn>>,
        mut field_values: BTreeMap<String, String>,
        states: &[SecretState],
    ) -> Result<Self, FieldErrors> {
        let changes = changes(description, at, sent)?;
        let mut secrets_set: Vec<String> = states.iter().filter(|s| s.is_readable).map(|s| s.field.clone()).collect();
        for (field, change) in &changes {
            secrets_set.retain(|name| name != field.name);
            match change {
                FieldChange::Set(value) if !field.is_secret => {
                    field_values.insert(field.name.to_owned(), value.expose().to_owned());
                }
                FieldChange::Set(_) => secrets_set.push(field.name.to_owned()),
                FieldChange::Clear => {
                    field_values.remove(field.name);
                }
            }
        }
        Ok(Self { changes, field_values, secrets_set })
    }

    /// The request changes nothing.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty()
    }

    /// The names of the fields that are set or taken back: all that the journal says of them.
    #[must_use]
    pub fn names(&self) -> Vec<&'static str> {
        self.changes.iter().map(|(field, _)| field.name).collect()
    }

    /// Records what is required and missing then.
    pub fn missing(&self, description: &ProviderDescription, at: &str, errors: &mut FieldErrors) {
        let is_set = |name: &str| self.secrets_set.iter().any(|set| set == name) || self.field_values.contains_key(name);
        missing(description, at, is_set, errors);
    }

    /// Seals the secrets that were sent, and deletes those that were taken back, in the caller's transaction.
    ///
    /// # Errors
    /// Of the database.
    pub async fn write_secrets(&self, c: Conn<'_>, app: &App, scope: &StoreScope, owner: Owner) -> db::Result<()> {
        for (field, change) in self.changes.iter().filter(|(field, _)| field.is_secret) {
            match change {
                FieldChange::Set(value) => {
                    secrets::set(c, app.env(), &app.secret_keys, scope, owner, field.name, value).await?;
                }
                FieldChange::Clear => {
                    secrets::delete(c, scope, owner, field.name).await?;
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gateways::payments::paymob;

    fn sent(values: &[(&str, Option<&str>)]) -> BTreeMap<String, Option<web::SecretIn>> {
        values.iter().map(|(name, value)| ((*name).to_owned(), value.map(|v| web::SecretIn(v.into())))).collect()
    }

    fn faults(values: &[(&str, Option<&str>)]) -> Vec<String> {
        let errors = changes(&paymob::DESCRIPTION, "values", &sent(values)).unwrap_err();
        errors.iter().map(|(path, _)| path.to_owned()).collect()
    }

    #[test]
    fn py_02_values_have_the_form_that_the_provider_describes() {
        let bad = [("hmac", Some("04DC")), ("integration_id", Some("12a")), ("region", Some("OM")), ("server_key", Some("x"))];
        assert_eq!(faults(&bad), ["values.hmac", "values.integration_id", "values.region", "values.server_key"]);
        let good = sent(&[("integration_id", Some(" ٤٠٩٧٥٥٨ ")), ("public_key", Some(" ")), ("secret_key", None)]);
        let changes = changes(&paymob::DESCRIPTION, "values", &good).unwrap();
        let shown: Vec<_> = changes
            .iter()
            .map(|(field, change)| match change {
                FieldChange::Set(value) => (field.name, value.expose().to_owned()),
                FieldChange::Clear => (field.name, "-".to_owned()),
            })
            .collect();
        let pair = |name, value: &str| (name, value.to_owned());
        assert_eq!(shown, [pair("integration_id", "4097558"), pair("public_key", "-"), pair("secret_key", "-")]);
    }

    #[test]
    fn py_02_what_is_required_depends_on_what_is_there() {
        let missing_beside = |set: &[&str]| {
            let mut errors = web::FieldErrors::new();
            missing(&paymob::DESCRIPTION, "values", |name| set.contains(&name), &mut errors);
            errors.iter().map(|(path, _)| path.to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(missing_beside(&[]), ["values.api_key", "values.hmac", "values.iframe_id", "values.integration_id"]);
        let legacy = ["api_key", "hmac", "integration_id", "iframe_id"];
        assert!(missing_beside(&legacy).is_empty());
        let intention = ["api_key", "hmac", "integration_id", "secret_key", "public_key"];
        assert!(missing_beside(&intention).is_empty());
        assert_eq!(missing_beside(&intention[..4]), ["values.iframe_id"]);
    }
}
