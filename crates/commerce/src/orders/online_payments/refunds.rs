//! The refunds of an order that were requested of a gateway, as the merchant follows them: from the request and its call.

use gateways::payments::RefusalCode;
use kernel::{Millis, OrderReturnId, PaymentTransactionId, ProviderCallId, money};
use platform::provider_calls::{CallState, ProviderCalls, StoredCall};
use serde::Serialize;
use web::Message;

use super::gateway::refund_call;
use super::model::PaymentTransaction;
use super::words::{TransactionKind, TransactionStatus};

web::words! {
    /// How far a refund through a gateway is.
    RefundState as OnlineRefundState {
        /// The gateway is called, or has not decided.
        Requested "requested",
        /// The gateway refunded it; it stands in the ledger.
        Done "done",
        /// The gateway refused, or was not reached in time: nothing went back.
        Refused "refused",
        /// The gateway may have done it and did not say so: it is asked before anything is sent again.
        Unknown "unknown",
    }
}

/// Why a refund was refused, or waits.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub struct OnlineRefundReason {
    /// A stable word: `not_possible`, `unreachable`.
    code: String,
    /// In the caller's language.
    message: String,
    /// The gateway's own words, in its language; null for none.
    provider_words: Option<String>,
}

/// A refund that was requested of a payment gateway.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
#[schema(as = OnlineRefund)]
pub struct OnlineRefundView {
    id: PaymentTransactionId,
    /// The charge that it refunds; null where the gateway's report replaced it.
    transaction_id: Option<PaymentTransactionId>,
    /// The return that it refunds.
    return_id: Option<OrderReturnId>,
    /// The provider: `PAYMOB`.
    provider: String,
    amount: String,
    currency: String,
    state: RefundState,
    /// Of a refused one, and of one that waits for a gateway that was not reached.
    reason: Option<OnlineRefundReason>,
    /// The call to the gateway; null of a call that is no longer listed.
    call_id: Option<ProviderCallId>,
    /// The gateway can be asked again by that call (`POST /provider-calls/{id}/retry`). Of a refused one another is requested.
    can_retry: bool,
    note: Option<String>,
    created_at: String,
    updated_at: String,
}

const REFUSED: Message = Message::new("رفضت البوابة الاسترداد.", "The gateway refused the refund.");

/// The state of a requested refund.
fn state_of(row: &PaymentTransaction, call: Option<&StoredCall>) -> RefundState {
    match row.status {
        TransactionStatus::Paid | TransactionStatus::Voided => RefundState::Done,
        TransactionStatus::Declined | TransactionStatus::Expired => RefundState::Refused,
        TransactionStatus::Pending | TransactionStatus::OnHold => {
            if call.is_some_and(StoredCall::is_in_doubt) {
                RefundState::Unknown
            } else {
                RefundState::Requested
            }
        }
    }
}

/// Why it was refused or waits: as its call says, else as the gateway's transaction says.
fn reason_of(
    row: &PaymentTransaction,
    state: RefundState,
    call: Option<&StoredCall>,
    calls: &ProviderCalls,
) -> Option<OnlineRefundReason> {
    if state == RefundState::Done {
        return None;
    }
    let text = |message: Message| message.get(web::lang::current()).to_owned();
    let words = |words: &str| (!words.is_empty()).then(|| words.to_owned());
    // A call that was done and whose refund was declined later has no reason of its own.
    if let Some(call) = call.filter(|call| call.progress.state != CallState::Done)
        && let Some(message) = calls.message(call)
    {
        let provider_words = words(&call.reason.words);
        return Some(OnlineRefundReason { code: call.reason.code.clone(), message: text(message), provider_words });
    }
    (state == RefundState::Refused).then(|| OnlineRefundReason {
        code: if row.refusal_code.is_empty() { RefusalCode::Unknown.as_str() } else { &row.refusal_code }.to_owned(),
        message: text(refund_call::message(&row.refusal_code).unwrap_or(REFUSED)),
        provider_words: words(&row.refusal_words),
    })
}

impl OnlineRefundView {
    /// The requested refunds among the transactions of an order, newest first.
    pub(super) fn all(rows: &[PaymentTransaction], calls: &[StoredCall], kinds: &ProviderCalls) -> Vec<Self> {
        let is_shown = |row: &&PaymentTransaction| {
            // A request whose refund the gateway had reported under a row of its own stands there.
            let is_replaced =
                row.status == TransactionStatus::Declined && row.provider_id.is_none() && row.refusal_code.is_empty();
            row.is_requested && matches!(row.kind, TransactionKind::Refund | TransactionKind::Void) && !is_replaced
        };
        rows.iter().rev().filter(is_shown).map(|row| Self::new(row, rows, calls, kinds)).collect()
    }

    fn new(row: &PaymentTransaction, rows: &[PaymentTransaction], calls: &[StoredCall], kinds: &ProviderCalls) -> Self {
        let call = calls.iter().find(|call| call.kind == refund_call::KIND && call.subject == row.id.to_string());
        let is_charge = |other: &&PaymentTransaction| {
            other.kind == TransactionKind::Charge && other.provider_id.is_some() && other.provider_id == row.parent_provider_id
        };
        let state = state_of(row, call);
        Self {
            id: row.id,
            transaction_id: rows.iter().find(is_charge).map(|charge| charge.id),
            return_id: row.return_id,
            provider: row.provider.clone(),
            amount: money::format(row.amount, row.currency),
            currency: row.currency.code().to_owned(),
            state,
            reason: reason_of(row, state, call, kinds),
            call_id: call.map(|call| call.id),
            can_retry: call.is_some_and(|call| kinds.can_retry(call)),
            note: row.note.clone(),
            created_at: Millis::rfc3339(row.first_at),
            updated_at: Millis::rfc3339(row.last_at),
        }
    }

    /// The id of the request.
    pub(super) const fn id(&self) -> PaymentTransactionId {
        self.id
    }
}
