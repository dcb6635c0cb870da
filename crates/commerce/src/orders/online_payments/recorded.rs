//! Where a report comes from, and what it did.

use kernel::{OrderId, PaymentAttemptId, PaymentTransactionId};

use super::words::CaseKind;

/// Where a report comes from.
#[derive(Debug, Clone, Copy)]
pub struct Source<'a> {
    /// The provider whose adapter read it.
    pub provider: &'a str,
    /// The attempt that the gateway was asked about; none for a callback.
    pub attempt: Option<PaymentAttemptId>,
    /// The requested refund that it answers.
    pub request: Option<PaymentTransactionId>,
}

/// What a report did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RecordedEffect {
    /// A payment is in the ledger.
    Paid,
    /// A refund is in the ledger.
    Refunded,
    /// The bank took a payment back, and the ledger says so.
    ChargedBack,
    /// The payment or the refund was declined.
    Declined,
    /// Nothing in the ledger: it is not decided, or was recorded before, or is a case.
    Nothing,
    /// No attempt of the store is meant.
    Unknown,
}

/// What was recorded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recorded {
    /// The order; none of an unknown payment.
    pub order: Option<OrderId>,
    /// The attempt; none of an unknown payment.
    pub attempt: Option<PaymentAttemptId>,
    /// The first thing that it did.
    pub effect: RecordedEffect,
    /// Cases that it opened.
    pub cases: Vec<CaseKind>,
    /// Nothing is owed any more, and something was before.
    pub is_order_paid: bool,
}
