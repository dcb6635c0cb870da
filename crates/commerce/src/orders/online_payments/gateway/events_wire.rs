//! What a gateway reported, in the API. Amounts are decimals in their currency, times RFC 3339 in UTC.

use gateways::payments::CallbackContent;
use kernel::{Millis, OrderId, ProviderEventId, money};
use platform::provider_intake::{EventState, ProviderEvent, RejectionKind};
use serde::Serialize;
use web::Message;

use super::super::words::{TransactionKind, TransactionStatus};

const NOT_SIGNED: Message = Message::new(
    "التوقيع لا يطابق المفاتيح المحفوظة لهذه البوابة.",
    "The signature doesn't match the keys saved for this gateway.",
);
const UNREADABLE: Message = Message::new("وصل بصيغة لا نعرفها.", "It came in a form we don't know.");
const UNAVAILABLE: Message =
    Message::new("تعذّر فتح المفاتيح المحفوظة لهذه البوابة.", "The keys saved for this gateway can't be opened.");
const FAILED: Message = Message::new(
    "تعذّرت معالجته. نسأل البوابة عن الدفعة تلقائيًا.",
    "It couldn't be processed. We ask the gateway about the payment automatically.",
);

/// The order that an event is about.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub(super) struct PaymentEventOrder {
    id: OrderId,
    number: i64,
}

/// The transaction that an event reports.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub(super) struct PaymentEventTransaction {
    kind: TransactionKind,
    status: TransactionStatus,
    amount: String,
    currency: String,
}

impl PaymentEventTransaction {
    fn from_content(content: &CallbackContent) -> Option<Self> {
        let transaction = content.transactions.first()?;
        let amount = transaction.amount;
        Some(Self {
            kind: transaction.kind.into(),
            status: transaction.status.into(),
            amount: money::format(amount.minor, amount.currency),
            currency: amount.currency.code().to_owned(),
        })
    }
}

/// Something that a payment gateway reported (PY-03), with a valid signature. What it sent is not shown.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
pub(super) struct PaymentEventView {
    id: ProviderEventId,
    /// Null where it reports none, or where its content cannot be read any more.
    transaction: Option<PaymentEventTransaction>,
    state: EventState,
    /// Of a dead one: why, in the caller's language.
    reason: Option<String>,
    /// For readers of orders, once it is known.
    order: Option<PaymentEventOrder>,
    received_at: String,
    processed_at: Option<String>,
}

impl PaymentEventView {
    pub(super) fn new(event: &ProviderEvent, content: Option<&CallbackContent>, numbers: &[(OrderId, i64)]) -> Self {
        let reason = match RejectionKind::of_reason(&event.reason) {
            Some(RejectionKind::NotSigned) => NOT_SIGNED,
            Some(RejectionKind::Unreadable) => UNREADABLE,
            Some(RejectionKind::Unavailable) => UNAVAILABLE,
            None => FAILED,
        };
        let order = numbers.iter().find(|(id, _)| Some(*id) == event.order_id);
        Self {
            id: event.id,
            transaction: content.and_then(PaymentEventTransaction::from_content),
            state: event.state,
            reason: (event.state == EventState::Dead).then(|| reason.get(web::lang::current()).to_owned()),
            order: order.map(|(id, number)| PaymentEventOrder { id: *id, number: *number }),
            received_at: event.received_at.rfc3339(),
            processed_at: event.processed_at.map(Millis::rfc3339),
        }
    }
}
