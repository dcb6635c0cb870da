//! A connection, and what the credentials that were sent make of it. Pure.

use std::collections::BTreeMap;

use gateways::payments::{CredentialField, FieldKind, GatewayError, Presence, ProviderDescription, Region};
use kernel::{Currency, Lang, Millis, PaymentMethodId, SecretText};
use web::Message;
use web::message::common;

web::words! {
    /// How a try of a connection ended.
    CheckOutcome as PaymentCheckOutcome {
        /// The gateway accepted the credentials.
        Connected "connected",
        /// It does not accept them.
        Unauthorised "unauthorised",
        /// It refused for another reason.
        Refused "refused",
        /// It could not be reached, or did not answer in time.
        Unreachable "unreachable",
        /// It answered something that is not understood.
        Unreadable "unreadable",
    }
}

db::stored_words! {
    CheckOutcome, "payment_connections" "outcome";
}

const CONNECTED: Message = Message::new("تم الاتصال بنجاح.", "The connection works.");
const UNAUTHORISED: Message = Message::new(
    "لم تقبل بوابة الدفع هذه المفاتيح. انسخها من حسابك مرة أخرى.",
    "The gateway doesn't accept these keys. Copy them from your account again.",
);
const REFUSED: Message = Message::new(
    "رفضت بوابة الدفع الطلب. راجع إعدادات حسابك لديها.",
    "The gateway refused the request. Check the settings of your account there.",
);
const UNREACHABLE: Message =
    Message::new("لا تستجيب بوابة الدفع الآن. حاول بعد قليل.", "The gateway isn't responding. Try again in a while.");
const UNREADABLE: Message = Message::new(
    "ردّت بوابة الدفع بما لم نفهمه. حاول بعد قليل أو تواصل مع دعمها.",
    "The gateway sent an answer that we don't understand. Try again later or contact its support.",
);
const TAKES_NO_CURRENCY: Message = Message::new(
    "لا تقبل هذه البوابة عملة متجرك ({currency}) في هذا البلد.",
    "This gateway doesn't accept your store's currency ({currency}) in that country.",
);

const DIGITS: Message = Message::new("أدخل أرقامًا فقط، من {min} إلى {max}.", "Enter {min} to {max} digits.");
const TEXT_OF: Message = Message::new(
    "القيمة غير مكتملة أو فيها حروف غير مسموحة. انسخها كاملة، من {min} إلى {max} حرفًا.",
    "The value is incomplete or has characters that don't belong. Copy all of it: {min} to {max} characters.",
);

impl CheckOutcome {
    /// How a call that failed ended, with the provider's own words.
    pub(super) fn from_error(error: &GatewayError) -> (Self, &str) {
        match error {
            GatewayError::Refused { words, .. } => (Self::Refused, words),
            GatewayError::Unauthorised { words } => (Self::Unauthorised, words),
            GatewayError::Unreachable(_) => (Self::Unreachable, ""),
            GatewayError::Unreadable { words } => (Self::Unreadable, words),
        }
    }

    /// What the merchant is told.
    pub(super) fn message(self, lang: Lang) -> String {
        let message = match self {
            Self::Connected => CONNECTED,
            Self::Unauthorised => UNAUTHORISED,
            Self::Refused => REFUSED,
            Self::Unreachable => UNREACHABLE,
            Self::Unreadable => UNREADABLE,
        };
        message.get(lang).to_owned()
    }
}

/// A try of the connection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Check {
    /// When it ended.
    pub at: Millis,
    /// How.
    pub outcome: CheckOutcome,
    /// With real money; none where the gateway does not tell.
    pub is_live: Option<bool>,
    /// The account, as the gateway names it; empty where it does not.
    pub account: String,
    /// The provider's own words of a refusal.
    pub words: String,
}

/// The connection of a method.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Connection {
    /// Whose it is.
    pub method_id: PaymentMethodId,
    /// Credentials that are not secret, by field.
    pub field_values: BTreeMap<String, String>,
    /// When the credentials were set last.
    pub set_at: Millis,
    /// Incremented by every change of the credentials.
    pub version: i64,
    /// The last try with these credentials.
    pub check: Option<Check>,
}

impl Connection {
    /// The region that the account is of.
    #[must_use]
    pub fn region(&self, description: &ProviderDescription) -> Option<&'static Region> {
        description.region(self.field_values.get("region").map_or("", String::as_str))
    }
}

/// Why a gateway cannot be used in a store of this currency; none when it can.
pub(in crate::payments) fn currency_fault(region: Option<&Region>, currency: Currency) -> Option<Message> {
    let takes = region.is_some_and(|region| region.currencies.contains(&currency));
    (!takes).then(|| Message {
        ar: TAKES_NO_CURRENCY.with("currency", currency.name_ar()).get(Lang::Ar).to_owned().into(),
        en: TAKES_NO_CURRENCY.with("currency", currency.code()).get(Lang::En).to_owned().into(),
    })
}

/// What of a request is for one field.
#[derive(Debug, Clone)]
pub(super) enum FieldChange {
    /// A new value.
    Set(SecretText),
    /// It is taken back.
    Clear,
}

/// The changes that a request makes: by field, without blanks around values; an empty one is taken back.
pub(super) fn changes(
    description: &ProviderDescription,
    sent: &BTreeMap<String, Option<web::SecretIn>>,
) -> Result<Vec<(&'static CredentialField, FieldChange)>, web::FieldErrors> {
    let mut errors = web::FieldErrors::new();
    let mut changes = Vec::new();
    for (name, value) in sent {
        let Some(field) = description.fields.iter().find(|field| field.name == name) else {
            errors.add(format!("values.{name}"), common::UNKNOWN_FIELD);
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
            Some(_) => errors.add(format!("values.{name}"), malformed(field)),
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
pub(super) fn missing(description: &ProviderDescription, is_set: impl Fn(&str) -> bool, errors: &mut web::FieldErrors) {
    for field in description.fields {
        let is_required = match field.presence {
            Presence::Required => true,
            Presence::RequiredWithout(others) => !others.iter().all(|name| is_set(name)),
            Presence::Optional => false,
        };
        if is_required && !is_set(field.name) {
            errors.add(format!("values.{}", field.name), common::REQUIRED);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gateways::payments::{paymob, paytabs};

    fn sent(values: &[(&str, Option<&str>)]) -> BTreeMap<String, Option<web::SecretIn>> {
        values.iter().map(|(name, value)| ((*name).to_owned(), value.map(|v| web::SecretIn(v.into())))).collect()
    }

    fn faults(values: &[(&str, Option<&str>)]) -> Vec<String> {
        let errors = changes(&paymob::DESCRIPTION, &sent(values)).unwrap_err();
        errors.iter().map(|(path, _)| path.to_owned()).collect()
    }

    #[test]
    fn py_02_values_have_the_form_that_the_provider_describes() {
        let bad = [("hmac", Some("04DC")), ("integration_id", Some("12a")), ("region", Some("OM")), ("server_key", Some("x"))];
        assert_eq!(faults(&bad), ["values.hmac", "values.integration_id", "values.region", "values.server_key"]);
        let good = sent(&[("integration_id", Some(" ٤٠٩٧٥٥٨ ")), ("public_key", Some(" ")), ("secret_key", None)]);
        let changes = changes(&paymob::DESCRIPTION, &good).unwrap();
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
            missing(&paymob::DESCRIPTION, |name| set.contains(&name), &mut errors);
            errors.iter().map(|(path, _)| path.to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(missing_beside(&[]), ["values.api_key", "values.hmac", "values.iframe_id", "values.integration_id"]);
        let legacy = ["api_key", "hmac", "integration_id", "iframe_id"];
        assert!(missing_beside(&legacy).is_empty());
        let intention = ["api_key", "hmac", "integration_id", "secret_key", "public_key"];
        assert!(missing_beside(&intention).is_empty());
        assert_eq!(missing_beside(&intention[..4]), ["values.iframe_id"]);
    }

    #[test]
    fn py_01_a_gateway_takes_the_currencies_of_its_region() {
        assert!(currency_fault(paymob::DESCRIPTION.region("EG"), Currency::EGP).is_none());
        let fault = currency_fault(paymob::DESCRIPTION.region("EG"), Currency::SAR).unwrap();
        assert!(fault.en.contains("SAR") && fault.ar.contains("ريال سعودي"), "{fault:?}");
        assert!(currency_fault(paytabs::PAYTABS_SA.region(""), Currency::SAR).is_none());
        assert!(currency_fault(None, Currency::SAR).is_some());
    }

    #[test]
    fn py_02_no_error_of_a_gateway_is_taken_for_a_connection() {
        use gateways::payments::{RefusalCode, UnreachableReason};
        let words = || "no".to_owned();
        for (error, outcome) in [
            (GatewayError::Refused { code: RefusalCode::Unknown, words: words() }, CheckOutcome::Refused),
            (GatewayError::Unauthorised { words: words() }, CheckOutcome::Unauthorised),
            (GatewayError::Unreachable(UnreachableReason::TimedOut), CheckOutcome::Unreachable),
            (GatewayError::Unreadable { words: words() }, CheckOutcome::Unreadable),
        ] {
            assert_eq!(CheckOutcome::from_error(&error).0, outcome);
            assert_ne!(outcome.message(Lang::Ar), outcome.message(Lang::En));
        }
    }
}
