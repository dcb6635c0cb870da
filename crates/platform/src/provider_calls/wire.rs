//! Calls and exchanges on the wire.

use kernel::{Millis, OrderId, ProviderCallId};
use serde::Serialize;
use utoipa::ToSchema;

use super::exchange_store::StoredExchange;
use super::model::CallState;
use super::port::ProviderCalls;
use super::stored::{Reason, StoredCall};

/// Why a call was refused, has failed or waits.
#[derive(Debug, Serialize, ToSchema)]
pub struct ProviderCallReason {
    /// A stable word: `unreachable`, `unknown`, `expired`, `internal`, or one of the call's kind.
    code: String,
    /// In the caller's language.
    message: String,
    /// The provider's own words, in its language; null for none.
    provider_words: Option<String>,
}

/// A call to a payment provider or a courier.
#[derive(Debug, Serialize, ToSchema)]
pub struct ProviderCallView {
    id: ProviderCallId,
    /// The code of the provider: `PAYMOB`.
    provider: String,
    /// What is asked of it: `payment_refund`.
    kind: String,
    /// The id of what it belongs to.
    subject: String,
    order_id: Option<OrderId>,
    state: CallState,
    /// Attempts since it was written or retried.
    attempts: i64,
    /// When it is made next; null unless it waits.
    next_attempt_at: Option<String>,
    /// The provider may have done it, and did not say so.
    is_in_doubt: bool,
    /// Null where there is none.
    reason: Option<ProviderCallReason>,
    /// It can be retried by who may change orders.
    can_retry: bool,
    created_at: String,
    updated_at: String,
    /// When it was done, was refused or failed.
    ended_at: Option<String>,
}

impl ProviderCallView {
    pub(super) fn new(calls: &ProviderCalls, call: StoredCall) -> Self {
        let message = calls.message(&call);
        let can_retry = calls.can_retry(&call);
        let StoredCall { id, provider, kind, subject, order_id, key: _, input: _, progress, reason, result: _, .. } = call;
        let Reason { code, words } = reason;
        let reason = message.map(|message| ProviderCallReason {
            code,
            message: message.get(web::lang::current()).to_owned(),
            provider_words: (!words.is_empty()).then_some(words),
        });
        Self {
            id,
            provider,
            kind,
            subject,
            order_id,
            state: progress.state,
            attempts: progress.attempts,
            next_attempt_at: (progress.state == CallState::Waiting).then(|| progress.not_before.rfc3339()),
            is_in_doubt: progress.is_in_doubt,
            reason,
            can_retry,
            created_at: call.created_at.rfc3339(),
            updated_at: call.updated_at.rfc3339(),
            ended_at: call.ended_at.map(Millis::rfc3339),
        }
    }
}

/// One request to a provider and its answer, without secrets and shoppers' data.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ProviderExchangeView {
    /// The step of the call: `paymob.orders`.
    step: String,
    at: String,
    method: String,
    /// Without its query.
    address: String,
    /// The body; empty for none.
    request: String,
    /// The HTTP status; null when there was no answer.
    status: Option<i64>,
    /// The answer's body, or why there is none.
    answer: String,
    duration_ms: i64,
}

impl From<StoredExchange> for ProviderExchangeView {
    fn from(exchange: StoredExchange) -> Self {
        let StoredExchange { step, at, method, address, request, status, answer, duration_ms } = exchange;
        Self { step, at: at.rfc3339(), method, address, request, status, answer, duration_ms }
    }
}
