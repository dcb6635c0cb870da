//! Providers as the dashboard describes them: regions, and the fields of the form (PY-02).

use gateways::{CredentialField, FieldKind, Label, Pattern, Presence, Region};
use kernel::{Currency, Texts};
use serde::Serialize;

web::words! {
    /// How a credential is entered.
    CredentialKind {
        /// A text.
        Text "text",
        /// Digits.
        Number "number",
        /// One of the choices.
        Choice "choice",
    }
}

/// One of some values.
#[derive(Debug, Serialize, utoipa::ToSchema)]
struct CredentialChoice {
    value: &'static str,
    label: Texts,
}

/// A field of the form of credentials.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct CredentialFieldView {
    name: &'static str,
    label: Texts,
    /// Where the merchant finds the value.
    help: Texts,
    kind: CredentialKind,
    /// Never answered once it is set.
    is_secret: bool,
    is_required: bool,
    /// It is required unless all of these have a value.
    required_without: Vec<&'static str>,
    /// A regular expression for the whole value; null for a choice.
    pattern: Option<String>,
    max_length: Option<usize>,
    /// Of a choice.
    choices: Vec<CredentialChoice>,
}

/// A country that accounts of a provider are of.
#[derive(Debug, Serialize, utoipa::ToSchema)]
#[schema(as = PaymentRegionView)]
pub struct RegionView {
    code: &'static str,
    name: Texts,
    currencies: Vec<Currency>,
    /// The store's currency is one of them.
    has_store_currency: bool,
}

/// A label as a text.
#[must_use]
pub fn texts(label: Label) -> Texts {
    Texts::new(label.ar, label.en)
}

impl CredentialFieldView {
    /// The field of a description.
    #[must_use]
    pub fn from_field(field: &CredentialField) -> Self {
        let (kind, pattern, choices) = match field.kind {
            FieldKind::Text(pattern) => (CredentialKind::Text, Some(pattern), &[][..]),
            FieldKind::Number(pattern) => (CredentialKind::Number, Some(pattern), &[][..]),
            FieldKind::Choice(choices) => (CredentialKind::Choice, None, choices),
        };
        let required_without = match field.presence {
            Presence::RequiredWithout(others) => others.to_vec(),
            Presence::Required | Presence::Optional => Vec::new(),
        };
        Self {
            name: field.name,
            label: texts(field.label),
            help: texts(field.help),
            kind,
            is_secret: field.is_secret,
            is_required: field.presence == Presence::Required,
            required_without,
            pattern: pattern.as_ref().map(Pattern::regex),
            max_length: pattern.map(|p| p.max),
            choices: choices.iter().map(|c| CredentialChoice { value: c.value, label: texts(c.label) }).collect(),
        }
    }
}

impl RegionView {
    /// A region of a provider, for a store with this currency.
    #[must_use]
    pub fn from_region(region: &Region, currency: Currency) -> Self {
        Self {
            code: region.code,
            name: texts(region.name),
            currencies: region.currencies.to_vec(),
            has_store_currency: region.currencies.contains(&currency),
        }
    }
}
