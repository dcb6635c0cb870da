//! A connection, and what the credentials that were sent make of it. Pure.

use std::collections::BTreeMap;

use gateways::payments::{GatewayError, ProviderDescription, Region};
use kernel::{Currency, Lang, Millis, PaymentMethodId};
use web::Message;

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

#[cfg(test)]
mod tests {
    use super::*;
    use gateways::payments::{paymob, paytabs};

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
