//! A call to a provider: on whose account, why it failed, and whether it may be repeated.

use crate::credentials::Credentials;
use crate::exchange::ExchangeLog;

/// Whose account is used, and where the requests and answers of the call are written down.
#[derive(Debug, Clone, Copy)]
pub struct CallContext<'a> {
    /// The merchant's credentials, already decrypted.
    pub credentials: &'a Credentials,
    /// What was sent and answered, without secrets and without the shopper's data.
    pub log: &'a ExchangeLog,
}

/// How a provider could not be reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, thiserror::Error)]
pub enum UnreachableReason {
    /// No connection: nothing was sent.
    #[error("no connection")]
    NotConnected,
    /// Too many calls: nothing was done.
    #[error("too many calls")]
    RateLimited,
    /// No answer in time.
    #[error("no answer in time")]
    TimedOut,
    /// The answer broke off.
    #[error("the answer broke off")]
    BrokenOff,
    /// It failed itself, with this status.
    #[error("status {0}")]
    ServerError(u16),
}

/// Why a call failed, before the provider's own words were read. Each port has an error of its own, with its refusals.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum CallError {
    /// The credentials cannot be sent; nothing was done.
    #[error("the credentials cannot be sent: {0}")]
    Unauthorised(String),
    /// It could not be reached.
    #[error("{0}")]
    Unreachable(UnreachableReason),
    /// It answered something that the contract does not know.
    #[error("unreadable answer: {0}")]
    Unreadable(String),
}

/// Whether a call may be repeated after an unknown outcome.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RepeatSafety {
    /// Repeated under the same reference it happens once.
    Safe,
    /// It may happen twice: `find` first.
    FindFirst,
}
