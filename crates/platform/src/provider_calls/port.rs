//! The port: what a slice implements for each kind of call that it wants to have made.

use std::collections::BTreeMap;
use std::sync::Arc;

use db::Conn;
use futures_util::future::BoxFuture;
pub use gateways::payments::{Exchange, ExchangeLog};
use jobs::Failed;
use kernel::StoreScope;
use serde_json::Value;
use web::Message;

use super::model::{self, CallState};
use super::pressure::Pressure;
use super::stored::{Reason, StoredCall};
use super::wording;
use crate::App;

/// What a call came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CallOutcome {
    /// The provider did it; a few members that the slice and people need, without secrets and personal data.
    Done(Value),
    /// The provider refused; nothing was done, and it would refuse again.
    Refused(Reason),
    /// The provider was not reached, or asked to come later: nothing was done.
    Unreachable(Reason),
    /// No answer, or none that can be read: it may have been done.
    Unknown(Reason),
}

/// What is known of a call that may have been made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Settlement {
    /// It was done.
    Done(Value),
    /// It was refused.
    Refused(Reason),
    /// It was not done, or the provider does it once under one key: make it.
    Repeat,
    /// The provider could not say.
    Unknown(Reason),
}

/// How a call ended, as its effect is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CallResult {
    /// The provider did it.
    Done(Value),
    /// The provider refused.
    Refused(Reason),
    /// It was given up. A person may retry it, and then another result follows. Where `StoredCall::is_in_doubt`, the provider may
    /// have done it.
    Failed(Reason),
}

/// What a call needs besides its row.
#[derive(Clone, Copy)]
pub struct CallContext<'a> {
    /// The shared state.
    pub app: &'a App,
    /// The store, as the system itself.
    pub scope: &'a StoreScope,
    /// Where the adapter writes down what was sent and answered.
    pub log: &'a ExchangeLog,
}

/// Why a call that failed is not retried, for the person who wants it.
#[derive(Debug, Clone)]
pub struct RetryRefusal {
    /// The code of the 409.
    pub code: &'static str,
    /// Its text.
    pub message: Message,
}

/// A kind of call to a provider. Registered in `server::compose::ports`, in [`ProviderCalls`].
pub trait ProviderCall: Send + Sync {
    /// Its stable name in the database: `payment_refund`.
    fn kind(&self) -> &'static str;

    /// Makes the call, outside of any transaction and under `call.key`. It may be dropped after a minute: then its outcome is
    /// unknown.
    fn call<'a>(&'a self, context: CallContext<'a>, call: &'a StoredCall) -> BoxFuture<'a, CallOutcome>;

    /// Finds out about a call that an earlier run may have made. [`Settlement::Repeat`] without asking where the provider does it
    /// once under one key.
    fn settle_unknown<'a>(&'a self, context: CallContext<'a>, call: &'a StoredCall) -> BoxFuture<'a, Settlement>;

    /// Writes the effect in the transaction in which the call ends: exactly once for each end. Nothing but `c` is awaited.
    ///
    /// # Errors
    /// Rolls the transaction back; the call is in doubt then and runs again.
    fn apply<'a>(
        &'a self,
        app: &'a App,
        c: Conn<'a>,
        scope: &'a StoreScope,
        call: &'a StoredCall,
        result: &'a CallResult,
    ) -> BoxFuture<'a, Result<(), Failed>>;

    /// Whether a person may retry it. Of what was refused only kinds say so that can take the refusal back.
    fn can_retry(&self, call: &StoredCall) -> bool {
        call.progress.state == CallState::Failed
    }

    /// Why a person's retry is refused, in its transaction and before anything of it is written; none where nothing speaks against it.
    ///
    /// # Errors
    /// Of the database.
    fn retry_refusal<'a>(
        &'a self,
        _c: Conn<'a>,
        _scope: &'a StoreScope,
        _call: &'a StoredCall,
    ) -> BoxFuture<'a, Result<Option<RetryRefusal>, Failed>> {
        Box::pin(async { Ok(None) })
    }

    /// Takes a failure back, in the transaction in which a person retries; false when it is no longer wanted.
    ///
    /// # Errors
    /// Of the database.
    fn reopen<'a>(
        &'a self,
        _app: &'a App,
        _c: Conn<'a>,
        _scope: &'a StoreScope,
        _call: &'a StoredCall,
    ) -> BoxFuture<'a, Result<bool, Failed>> {
        Box::pin(async { Ok(true) })
    }

    /// The text of a code of its reasons; none for codes that all kinds have (`unreachable`, `unknown`, `expired`, `internal`,
    /// `refused`).
    fn message(&self, _code: &str) -> Option<Message> {
        None
    }

    /// Its end is an entry of the journal. Not that of a call that only reads: what follows of it has entries of its own.
    fn is_journaled(&self) -> bool {
        true
    }

    /// Runs before it fails.
    fn most_attempts(&self) -> i64 {
        model::MOST_ATTEMPTS
    }
}

/// The kinds of calls that the program makes.
#[derive(Default)]
pub struct ProviderCalls {
    kinds: BTreeMap<&'static str, Arc<dyn ProviderCall>>,
    pub(super) pressure: Pressure,
}

impl ProviderCalls {
    /// These kinds.
    #[must_use]
    pub fn new(kinds: impl IntoIterator<Item = Arc<dyn ProviderCall>>) -> Self {
        Self { kinds: kinds.into_iter().map(|kind| (kind.kind(), kind)).collect(), pressure: Pressure::default() }
    }

    /// The text of a call's reason; none where it has none.
    #[must_use]
    pub fn message(&self, call: &StoredCall) -> Option<Message> {
        wording::message(self, call)
    }

    /// Whether a person may retry a call.
    #[must_use]
    pub fn can_retry(&self, call: &StoredCall) -> bool {
        call.progress.state.is_ended() && self.get(&call.kind).is_some_and(|port| port.can_retry(call))
    }

    /// The implementation of a kind.
    #[must_use]
    pub fn get(&self, kind: &str) -> Option<Arc<dyn ProviderCall>> {
        self.kinds.get(kind).cloned()
    }
}
