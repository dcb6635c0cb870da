//! Why a call to a payment gateway failed.

use crate::call::{CallError, UnreachableReason};

use serde::{Deserialize, Serialize};

/// Why the provider says no, to a call or to a payment. Serialised as [`RefusalCode::as_str`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RefusalCode {
    /// The reference was used before.
    DuplicateReference,
    /// More than can be refunded or captured.
    AmountTooLarge,
    /// The currency is not taken.
    CurrencyNotAccepted,
    /// No such transaction.
    TransactionNotFound,
    /// The account (Paymob's integration, PayTabs' profile) is not there or cannot do this.
    AccountNotAccepted,
    /// This provider, or this account, does not offer the means.
    MeansNotOffered,
    /// Too late, or otherwise not possible for this transaction.
    NotPossible,
    /// A field of the request is missing or wrong.
    InvalidRequest,
    /// The card or wallet has too little on it.
    InsufficientFunds,
    /// The card has expired.
    CardExpired,
    /// The shopper did not prove to be the owner (3-D Secure).
    AuthenticationFailed,
    /// The security code is wrong.
    WrongSecurityCode,
    /// The bank or the provider suspects fraud.
    SuspectedFraud,
    /// The shopper gave up.
    Cancelled,
    /// The bank declined without a reason that we know.
    Declined,
    /// None of these; the words say it.
    Unknown,
}

impl RefusalCode {
    /// The word for logs, tables and the wire.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::DuplicateReference => "duplicate_reference",
            Self::AmountTooLarge => "amount_too_large",
            Self::CurrencyNotAccepted => "currency_not_accepted",
            Self::TransactionNotFound => "transaction_not_found",
            Self::AccountNotAccepted => "account_not_accepted",
            Self::MeansNotOffered => "means_not_offered",
            Self::NotPossible => "not_possible",
            Self::InvalidRequest => "invalid_request",
            Self::InsufficientFunds => "insufficient_funds",
            Self::CardExpired => "card_expired",
            Self::AuthenticationFailed => "authentication_failed",
            Self::WrongSecurityCode => "wrong_security_code",
            Self::SuspectedFraud => "suspected_fraud",
            Self::Cancelled => "cancelled",
            Self::Declined => "declined",
            Self::Unknown => "unknown",
        }
    }

    /// Why a payment was declined, from the provider's words. Neither contract lists codes, and acquirers have words of their own:
    /// what is not recognised is [`Self::Declined`].
    pub(super) fn from_decline(words: &str) -> Self {
        let words = words.to_ascii_lowercase();
        let has = |parts: &[&str]| parts.iter().any(|part| words.contains(part));
        if has(&["insufficient", "not sufficient"]) {
            Self::InsufficientFunds
        } else if has(&["expired"]) {
            Self::CardExpired
        } else if has(&["cvv", "cvc", "csc", "security code"]) {
            Self::WrongSecurityCode
        } else if has(&["3d", "authenticat"]) {
            Self::AuthenticationFailed
        } else if has(&["fraud", "risk", "suspect"]) {
            Self::SuspectedFraud
        } else if has(&["cancel"]) {
            Self::Cancelled
        } else {
            Self::Declined
        }
    }
}

/// Why a call to a payment gateway failed. The words are the provider's own, shortened; no secret is among them.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum GatewayError {
    /// It refused; nothing was done.
    #[error("the payment gateway refused ({}): {words}", .code.as_str())]
    Refused {
        /// Why.
        code: RefusalCode,
        /// Its own words.
        words: String,
    },
    /// It does not accept the credentials; nothing was done.
    #[error("the payment gateway does not accept the credentials: {words}")]
    Unauthorised {
        /// Its own words.
        words: String,
    },
    /// It could not be reached.
    #[error("the payment gateway could not be reached: {0}")]
    Unreachable(UnreachableReason),
    /// It answered something that the contract does not know.
    #[error("unreadable answer of the payment gateway: {words}")]
    Unreadable {
        /// What was missing.
        words: String,
    },
}

impl From<CallError> for GatewayError {
    fn from(e: CallError) -> Self {
        match e {
            CallError::Unauthorised(words) => Self::Unauthorised { words },
            CallError::Unreachable(reason) => Self::Unreachable(reason),
            CallError::Unreadable(words) => Self::Unreadable { words },
        }
    }
}

impl GatewayError {
    /// The same call may succeed later, without a change by people.
    #[must_use]
    pub const fn is_passing(&self) -> bool {
        matches!(self, Self::Unreachable(_) | Self::Unreadable { .. })
    }

    /// A call that changes something may have changed it: find out before it is repeated
    /// ([`super::PaymentGateway::repeat_safety`]).
    #[must_use]
    pub const fn is_outcome_unknown(&self) -> bool {
        match self {
            Self::Refused { .. } | Self::Unauthorised { .. } => false,
            Self::Unreachable(UnreachableReason::NotConnected | UnreachableReason::RateLimited) => false,
            Self::Unreachable(_) | Self::Unreadable { .. } => true,
        }
    }

    pub(super) fn refused(code: RefusalCode, words: impl Into<String>) -> Self {
        Self::Refused { code, words: words.into() }
    }

    pub(super) fn unreadable(words: impl Into<String>) -> Self {
        Self::Unreadable { words: words.into() }
    }
}
