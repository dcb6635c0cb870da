//! Online payments in the API. Amounts are decimals in their currency, times RFC 3339 in UTC.

use kernel::{Millis, OrderId, PaymentAttemptId, PaymentCaseId, PaymentMethodId, PaymentTransactionId, money};
use serde::{Deserialize, Serialize};

use super::cases_store::OpenCase;
use super::model::{Attempt, Case, PaymentTransaction};
use super::refunds::OnlineRefundView;
use super::words::{AttemptState, CaseKind, MeansKind, Purpose, TransactionKind, TransactionStatus};
use crate::orders::after_sales::wire_in::{RefundIn, RefundLineIn};
use web::schema;

/// An attempt to pay an order online (PY-03).
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
#[schema(as = PaymentAttempt)]
pub struct AttemptView {
    id: PaymentAttemptId,
    payment_method_id: Option<PaymentMethodId>,
    /// The provider of the method: `PAYMOB`.
    provider: String,
    purpose: Purpose,
    /// Requested amount.
    amount: String,
    currency: String,
    /// Our name of the payment at the gateway.
    reference: String,
    /// The gateway's name of it.
    provider_reference: Option<String>,
    state: AttemptState,
    /// Of a declined one: the word of the reason; may be empty.
    refusal_code: String,
    /// The gateway's own words of it; may be empty.
    refusal_words: String,
    created_at: String,
    /// Until when it can be paid.
    expires_at: String,
    decided_at: Option<String>,
    /// Until when the order keeps its goods for it.
    held_until: Option<String>,
    /// When the gateway is asked about it next.
    next_check_at: Option<String>,
}

impl AttemptView {
    fn from_attempt(a: Attempt) -> Self {
        Self {
            id: a.id,
            payment_method_id: a.payment_method_id,
            provider: a.provider,
            purpose: a.purpose,
            amount: money::format(a.amount, a.currency),
            currency: a.currency.code().to_owned(),
            reference: a.reference,
            provider_reference: a.provider_reference,
            state: a.state,
            refusal_code: a.refusal_code,
            refusal_words: a.refusal_words,
            created_at: a.created_at.rfc3339(),
            expires_at: a.expires_at.rfc3339(),
            decided_at: a.decided_at.map(Millis::rfc3339),
            held_until: a.release_at.map(Millis::rfc3339),
            next_check_at: a.next_check_at.map(Millis::rfc3339),
        }
    }
}

/// A transaction that a payment gateway reported, or a refund that was requested and not confirmed.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
#[schema(as = PaymentTransaction)]
pub struct TransactionView {
    id: PaymentTransactionId,
    attempt_id: Option<PaymentAttemptId>,
    provider: String,
    /// The gateway's id; null of a refund that it has not confirmed.
    provider_id: Option<String>,
    /// The gateway's id of the transaction that this one gives back or captures.
    parent_provider_id: Option<String>,
    kind: TransactionKind,
    status: TransactionStatus,
    amount: String,
    currency: String,
    /// The gateway's fee, where it reports one.
    fee: Option<String>,
    means: MeansKind,
    /// The card's scheme; may be empty.
    scheme: String,
    /// The last four digits of the card or wallet; may be empty.
    last_four: String,
    /// Of a declined one: the word of the reason; may be empty.
    refusal_code: String,
    /// The gateway's own words of it; may be empty.
    refusal_words: String,
    /// With real money; null where it is not reported.
    is_live: Option<bool>,
    /// The merchant requested it (refunds and voids).
    is_requested: bool,
    note: Option<String>,
    /// Of a charge: how much of it went back.
    refunded: String,
    /// How much of it can be refunded through its gateway now; null where nothing can.
    refundable: Option<String>,
    /// Number of its entry in the order's ledger; null where nothing was booked.
    entry: Option<i64>,
    first_at: String,
    last_at: String,
}

impl TransactionView {
    fn new(t: PaymentTransaction, refundable: i64) -> Self {
        let amount = |minor| money::format(minor, t.currency);
        Self {
            id: t.id,
            attempt_id: t.attempt_id,
            amount: amount(t.amount),
            fee: t.fee.map(amount),
            refunded: amount(t.refunds_booked),
            refundable: (refundable > 0).then(|| amount(refundable)),
            currency: t.currency.code().to_owned(),
            provider: t.provider,
            provider_id: t.provider_id,
            parent_provider_id: t.parent_provider_id,
            kind: t.kind,
            status: t.status,
            means: t.means_kind,
            scheme: t.scheme,
            last_four: t.last_four,
            refusal_code: t.refusal_code,
            refusal_words: t.refusal_words,
            is_live: t.is_live,
            is_requested: t.is_requested,
            note: t.note,
            entry: t.entry_n,
            first_at: t.first_at.rfc3339(),
            last_at: t.last_at.rfc3339(),
        }
    }
}

/// Something about a payment that a member has to look at.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
#[schema(as = PaymentCase)]
pub struct CaseView {
    id: PaymentCaseId,
    /// Null of an unknown payment.
    order_id: Option<OrderId>,
    attempt_id: Option<PaymentAttemptId>,
    transaction_id: PaymentTransactionId,
    kind: CaseKind,
    /// The reported amount, or the part of it that the case is about.
    amount: String,
    currency: String,
    opened_at: String,
    closed_at: Option<String>,
    /// Who closed it; empty of an open one.
    closed_by: String,
    note: String,
}

impl CaseView {
    pub(super) fn from_case(case: Case) -> Self {
        Self {
            id: case.id,
            order_id: case.order_id,
            attempt_id: case.attempt_id,
            transaction_id: case.transaction_id,
            kind: case.kind,
            amount: money::format(case.amount, case.currency),
            currency: case.currency.code().to_owned(),
            opened_at: case.opened_at.rfc3339(),
            closed_at: case.closed_at.map(Millis::rfc3339),
            closed_by: case.closed_by,
            note: case.note,
        }
    }
}

/// An open case in the list of the store, with its payment.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
#[schema(as = OpenPaymentCase)]
pub struct OpenCaseView {
    #[serde(flatten)]
    case: CaseView,
    /// Null of an unknown payment.
    order_number: Option<i64>,
    /// The provider: `PAYMOB`.
    provider: String,
    /// The gateway's id of the payment; null of a refund that it has not confirmed.
    provider_id: Option<String>,
    means: MeansKind,
    /// The card's scheme; may be empty.
    scheme: String,
    /// The last four digits of the card or wallet; may be empty.
    last_four: String,
}

impl OpenCaseView {
    pub(super) fn from_open(open: OpenCase) -> Self {
        let OpenCase { case, order_number, provider, provider_id, means_kind, scheme, last_four } = open;
        Self { case: CaseView::from_case(case), order_number, provider, provider_id, means: means_kind, scheme, last_four }
    }
}

/// The online payments of an order.
#[derive(Debug, Clone, Serialize, utoipa::ToSchema)]
#[schema(as = OrderOnlinePayments)]
pub struct OnlinePaymentsView {
    /// Newest first.
    attempts: Vec<AttemptView>,
    /// Oldest first; 500 at most.
    transactions: Vec<TransactionView>,
    /// Refunds that were requested of the gateways, newest first.
    refunds: Vec<OnlineRefundView>,
    /// Newest first; 200 at most.
    cases: Vec<CaseView>,
}

/// What is stored of an order's online payments.
pub(super) struct StoredPayments {
    pub(super) attempts: Vec<Attempt>,
    /// With how much of each can be refunded through its gateway.
    pub(super) transactions: Vec<(PaymentTransaction, i64)>,
    pub(super) refunds: Vec<OnlineRefundView>,
    pub(super) cases: Vec<Case>,
}

impl OnlinePaymentsView {
    /// A requested refund of it.
    pub(super) fn into_refund(self, request: PaymentTransactionId) -> Option<OnlineRefundView> {
        self.refunds.into_iter().find(|refund| refund.id() == request)
    }

    pub(super) fn new(stored: StoredPayments) -> Self {
        let StoredPayments { attempts, transactions, refunds, cases } = stored;
        Self {
            attempts: attempts.into_iter().map(AttemptView::from_attempt).collect(),
            transactions: transactions.into_iter().map(|(row, refundable)| TransactionView::new(row, refundable)).collect(),
            refunds,
            cases: cases.into_iter().map(CaseView::from_case).collect(),
        }
    }
}

/// A refund through the gateway: by lines, shipping and the payment fee, or by amount.
#[derive(Debug, Clone, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct OnlineRefundIn {
    /// The charge to refund.
    pub transaction_id: PaymentTransactionId,
    /// Each line once; 100 at most.
    #[serde(default)]
    #[schema(max_items = 100)]
    pub lines: Vec<RefundLineIn>,
    /// Refunds what is left of shipping.
    #[serde(default)]
    pub with_shipping: bool,
    /// Refunds what is left of the payment fee.
    #[serde(default)]
    pub with_fees: bool,
    /// A decimal in the store's currency, instead of lines, shipping and fee.
    #[schema(value_type = Option<schema::PositiveAmount>)]
    pub amount: Option<String>,
    /// 2000 characters at most.
    #[schema(value_type = Option<schema::LongText<2_000>>)]
    pub note: Option<String>,
    /// The version it was read at.
    pub version: Option<i64>,
}

impl OnlineRefundIn {
    /// The charge, and what to refund.
    pub(super) fn into_parts(self) -> (PaymentTransactionId, RefundIn) {
        let Self { transaction_id, lines, with_shipping, with_fees, amount, note, version } = self;
        (transaction_id, RefundIn { lines, with_shipping, with_fees, amount, note, version })
    }
}

/// Closes a case.
#[derive(Debug, Clone, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PaymentCaseCloseIn {
    /// What was done about it; 300 characters at most.
    #[schema(value_type = schema::RequiredLine<300>)]
    pub note: String,
}
