//! A call as its row holds it.

use kernel::id::Kind;
use kernel::{Id, Millis, OrderId, ProviderCallId};
use serde_json::Value;

use super::model::Progress;

/// Why a call was refused, or has not been made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reason {
    /// A stable word: `insufficient_funds`. Its text in both languages is [`super::ProviderCall::message`]'s.
    pub code: String,
    /// The provider's own words, shown beside it; empty for none. 300 characters at most are kept.
    pub words: String,
}

impl Reason {
    /// A reason with the provider's words.
    #[must_use]
    pub fn new(code: impl Into<String>, words: impl Into<String>) -> Self {
        Self { code: code.into(), words: words.into() }
    }

    /// A reason without words.
    #[must_use]
    pub fn code(code: impl Into<String>) -> Self {
        Self::new(code, "")
    }
}

/// A call.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredCall {
    /// Its id.
    pub id: ProviderCallId,
    /// The code of the provider: `PAYMOB`.
    pub provider: String,
    /// Its kind: `payment_refund`.
    pub kind: String,
    /// The id of what it belongs to, as the API writes it: `rfn_0...`.
    pub subject: String,
    /// The order that it is about.
    pub order_id: Option<OrderId>,
    /// Unique in its store. It goes to the provider with every attempt.
    pub key: String,
    /// What its kind needs besides the subject.
    pub input: Value,
    /// How far it is.
    pub progress: Progress,
    /// Why it was refused, has failed, or is waiting for the next run; empty codes for none.
    pub reason: Reason,
    /// What the provider answered; null until it is done.
    pub result: Value,
    /// When it was written.
    pub created_at: Millis,
    /// When it changed.
    pub updated_at: Millis,
    /// When it ended.
    pub ended_at: Option<Millis>,
}

impl StoredCall {
    /// The id of what it belongs to; none where that is another kind of thing.
    #[must_use]
    pub fn subject_id<K: Kind>(&self) -> Option<Id<K>> {
        self.subject.parse().ok()
    }

    /// The provider may have done it, and nobody could find out.
    #[must_use]
    pub const fn is_in_doubt(&self) -> bool {
        self.progress.is_in_doubt
    }

    /// As it is when a person retries it.
    pub(super) fn reopened(&self, now: Millis) -> Self {
        let progress = self.progress.reopened(now);
        Self { progress, reason: Reason::code(""), updated_at: now, ended_at: None, ..self.clone() }
    }
}

/// A call to write.
#[derive(Debug, Clone)]
pub struct NewCall {
    /// The code of the provider: `PAYMOB`.
    pub provider: String,
    /// Its kind, for which a [`super::ProviderCall`] is registered.
    pub kind: &'static str,
    /// The id of what it belongs to, as the API writes it.
    pub subject: String,
    /// The order that it is about; readers of the order see the call there.
    pub order: Option<OrderId>,
    /// Unique in the store: a second call under it is not written.
    pub key: String,
    /// What the kind needs besides the subject: ids, amounts. No secret and no personal data: it is kept.
    pub input: Value,
    /// Milliseconds after which it fails unless it has ended.
    pub patience: i64,
    /// Whoever writes it runs it after the commit ([`super::run_now`]); the worker leaves it alone for some seconds.
    pub is_inline: bool,
}

impl NewCall {
    /// A call about something under a key; the worker makes it at once, and tries for two days.
    #[must_use]
    pub fn new<K: Kind>(provider: impl Into<String>, kind: &'static str, subject: Id<K>, key: impl Into<String>) -> Self {
        Self {
            provider: provider.into(),
            kind,
            subject: subject.to_string(),
            order: None,
            key: key.into(),
            input: Value::Null,
            patience: super::model::PATIENCE,
            is_inline: false,
        }
    }

    /// The order that it is about.
    #[must_use]
    pub fn order(self, order: OrderId) -> Self {
        Self { order: Some(order), ..self }
    }

    /// What the kind needs besides the subject.
    #[must_use]
    pub fn input(self, input: Value) -> Self {
        Self { input, ..self }
    }

    /// Milliseconds after which it fails.
    #[must_use]
    pub fn patience(self, patience: i64) -> Self {
        Self { patience, ..self }
    }

    /// Somebody waits for it: it is run after the commit by whoever writes it.
    #[must_use]
    pub fn inline(self) -> Self {
        Self { is_inline: true, ..self }
    }
}

/// A call that was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Enqueued {
    /// Its id; of the earlier call where there is one under this key.
    pub id: ProviderCallId,
    /// No call was there under this key.
    pub is_new: bool,
}
