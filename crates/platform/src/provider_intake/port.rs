//! The port: what a slice implements for each provider that reports.

use std::sync::Arc;

use db::Conn;
use futures_util::future::BoxFuture;
pub use gateways::payments::IncomingRequest;
use jobs::Failed;
use kernel::{OrderId, StoreScope};

use super::model::{Endpoint, ProviderEvent};
use crate::App;

/// A callback whose signature was checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verified {
    /// The same for every repetition of one report, and for no other: the transaction's id with its state, or a hash of what was
    /// signed. Never of what is not signed: a forged key would push the real report aside.
    pub dedupe_key: String,
}

/// Why a callback is not taken.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RejectedCallback {
    /// Not signed by the account: 401. Whoever sent it learns no more.
    #[error("the signature is not the account's")]
    NotSigned,
    /// Signed, and still not what the contract describes: 400. The text goes to the log, so it holds nothing of the content.
    #[error("unreadable content: {0}")]
    Unreadable(&'static str),
    /// It cannot be checked now (a lost key, an error of the database): 503, so that the provider repeats it.
    #[error("cannot be checked now: {0}")]
    Unavailable(String),
}

/// The kinds of [`RejectedCallback`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RejectionKind {
    /// As [`RejectedCallback::NotSigned`].
    NotSigned,
    /// As [`RejectedCallback::Unreadable`].
    Unreadable,
    /// As [`RejectedCallback::Unavailable`].
    Unavailable,
}

impl RejectionKind {
    /// The kind that the reason of a dead event tells; none where something else went wrong.
    #[must_use]
    pub fn of_reason(reason: &str) -> Option<Self> {
        const BEGINNINGS: &[(RejectionKind, &str)] = &[
            (RejectionKind::NotSigned, "the signature is not the account's"),
            (RejectionKind::Unreadable, "unreadable content: "),
            (RejectionKind::Unavailable, "cannot be checked now: "),
        ];
        BEGINNINGS.iter().find(|(_, beginning)| reason.contains(beginning)).map(|(kind, _)| *kind)
    }
}

/// What became of an event.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Processed {
    /// The order that it is about: an erasure of its customer empties the event.
    pub order: Option<OrderId>,
}

/// What a provider sends. Registered in `server::compose::ports`, in [`CallbackReaders`].
pub trait CallbackReader: Send + Sync {
    /// Whether it reads what a provider sends, by its code (`PAYMOB`): whoever is among the connected gateways or couriers and reports.
    fn reads(&self, app: &App, provider: &str) -> bool;

    /// Headers that [`CallbackReader::process`] needs, in lower case; no other one is kept.
    fn kept_headers(&self) -> &'static [&'static str] {
        &[]
    }

    /// Checks the signature with the account's secrets, in constant time; it answers at once and calls nobody.
    fn verify<'a>(
        &'a self,
        app: &'a App,
        endpoint: &'a Endpoint,
        request: IncomingRequest<'a>,
    ) -> BoxFuture<'a, Result<Verified, RejectedCallback>>;

    /// Writes what the event means, in the transaction that marks it as processed: once, in any order with other events. Nothing but
    /// `c` is awaited: what must be asked of the provider becomes a call ([`crate::provider_calls::enqueue`]).
    ///
    /// # Errors
    /// Rolls the transaction back; the event is processed again, and dead after some attempts.
    fn process<'a>(
        &'a self,
        app: &'a App,
        c: Conn<'a>,
        scope: &'a StoreScope,
        event: &'a ProviderEvent,
    ) -> BoxFuture<'a, Result<Processed, Failed>>;
}

/// Who reads callbacks.
#[derive(Default)]
pub struct CallbackReaders(Vec<Arc<dyn CallbackReader>>);

impl CallbackReaders {
    /// These readers.
    #[must_use]
    pub fn new(readers: impl IntoIterator<Item = Arc<dyn CallbackReader>>) -> Self {
        Self(readers.into_iter().collect())
    }

    /// The reader of a provider.
    #[must_use]
    pub fn get(&self, app: &App, provider: &str) -> Option<Arc<dyn CallbackReader>> {
        self.0.iter().find(|reader| reader.reads(app, provider)).cloned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn py_03_the_reason_of_a_dead_event_tells_why_it_was_rejected() {
        for (rejected, kind) in [
            (RejectedCallback::NotSigned, RejectionKind::NotSigned),
            (RejectedCallback::Unreadable("no JSON"), RejectionKind::Unreadable),
            (RejectedCallback::Unavailable("lost_secret".into()), RejectionKind::Unavailable),
        ] {
            assert_eq!(RejectionKind::of_reason(&rejected.to_string()), Some(kind));
        }
        assert_eq!(RejectionKind::of_reason("the worker died"), None);
    }
}
