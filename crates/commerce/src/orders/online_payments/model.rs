//! Attempts, transactions and cases. Pure; amounts are in minor units.

use gateways::payments::{Amount, Transaction};
use kernel::{Currency, Millis, OrderId, OrderReturnId, PaymentAttemptId, PaymentCaseId, PaymentMethodId, PaymentTransactionId};

use super::words::{AttemptState, CaseKind, MeansKind, NextStepKind, Purpose, TransactionKind, TransactionStatus};
use crate::orders::returns::model::Refunded;

/// One start of a payment at a gateway (PY-03).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attempt {
    /// Id of the attempt.
    pub id: PaymentAttemptId,
    /// The order that it pays.
    pub order_id: OrderId,
    /// The payment method that the shopper chose.
    pub payment_method_id: Option<PaymentMethodId>,
    /// The provider of that method: `PAYMOB`.
    pub provider: String,
    /// What it pays.
    pub purpose: Purpose,
    /// Requested amount.
    pub amount: i64,
    /// Its currency: the store's.
    pub currency: Currency,
    /// Our name of the payment at the gateway, used once.
    pub reference: String,
    /// The gateway's name of it; none before it answered.
    pub provider_reference: Option<String>,
    /// The merchant's account that may take it (Paymob's integration id, PayTabs' profile id); empty for any.
    pub account: String,
    /// Whether the method takes real money; none where that is not known.
    pub is_live: Option<bool>,
    /// Its state.
    pub state: AttemptState,
    /// Where the shopper goes.
    pub next_step: NextStepKind,
    /// The address of that page, or the kiosk's code; may be empty.
    pub next_address: String,
    /// Of a declined one: the word of the reason; may be empty.
    pub refusal_code: String,
    /// The gateway's own words of it, for the merchant.
    pub refusal_words: String,
    /// When it was opened.
    pub created_at: Millis,
    /// Until when it can be paid.
    pub expires_at: Millis,
    /// When it was paid, declined or given up.
    pub decided_at: Option<Millis>,
    /// Until then the order keeps its goods for it.
    pub release_at: Option<Millis>,
    /// From where the distances of the checks are counted.
    pub checks_from: Millis,
    /// Number of checks that are over.
    pub check_step: i64,
    /// When the gateway is asked next.
    pub next_check_at: Option<Millis>,
    /// Incremented by every change.
    pub version: i64,
}

impl Attempt {
    /// The requested amount with its currency.
    #[must_use]
    pub const fn requested(&self) -> Amount {
        Amount { minor: self.amount, currency: self.currency }
    }
}

/// A transaction as far as the gateway has reported it, or a refund that was requested and not confirmed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaymentTransaction {
    /// Id of the row.
    pub id: PaymentTransactionId,
    /// The order; none of an unknown payment.
    pub order_id: Option<OrderId>,
    /// The attempt; none of an unknown payment.
    pub attempt_id: Option<PaymentAttemptId>,
    /// The provider: `PAYMOB`.
    pub provider: String,
    /// The gateway's id; none of a refund that it has not confirmed.
    pub provider_id: Option<String>,
    /// The gateway's id of the transaction that this one refunds, voids, captures or charges back.
    pub parent_provider_id: Option<String>,
    /// What it does.
    pub kind: TransactionKind,
    /// How far it is.
    pub status: TransactionStatus,
    /// Of how much.
    pub amount: i64,
    /// In which currency.
    pub currency: Currency,
    /// The gateway's fee, where it reports one.
    pub fee: Option<i64>,
    /// With what.
    pub means_kind: MeansKind,
    /// The card's scheme; may be empty.
    pub scheme: String,
    /// The last four digits; may be empty.
    pub last_four: String,
    /// Of a declined one: the word of the reason; may be empty.
    pub refusal_code: String,
    /// The gateway's own words of it.
    pub refusal_words: String,
    /// The account that took it; may be empty.
    pub account: String,
    /// With real money; none where it is not reported.
    pub is_live: Option<bool>,
    /// The merchant requested it (refunds and voids).
    pub is_requested: bool,
    /// The merchant's note of a requested refund.
    pub note: Option<String>,
    /// Of a requested refund: what it is for; none of an amount alone.
    pub(in crate::orders) parts: Option<Refunded>,
    /// Of a requested refund: the return that it refunds.
    pub(in crate::orders) return_id: Option<OrderReturnId>,
    /// Of a charge: how much of it the gateway reports as refunded or voided.
    pub refunds_reported: i64,
    /// Of a charge: how much of that is settled in the ledger.
    pub refunds_booked: i64,
    /// Number of its entry in the order's ledger; none where nothing was booked.
    pub entry_n: Option<i64>,
    /// First report, or the request.
    pub first_at: Millis,
    /// Last report.
    pub last_at: Millis,
}

impl PaymentTransaction {
    /// As the gateway reported it for the first time.
    #[must_use]
    pub fn reported(id: PaymentTransactionId, provider: &str, t: &Transaction, now: Millis) -> Self {
        let mut row = Self {
            id,
            order_id: None,
            attempt_id: None,
            provider: provider.to_owned(),
            provider_id: Some(t.id.clone()),
            parent_provider_id: None,
            kind: t.kind.into(),
            status: TransactionStatus::Pending,
            amount: t.amount.minor,
            currency: t.amount.currency,
            fee: None,
            means_kind: MeansKind::Other,
            scheme: String::new(),
            last_four: String::new(),
            refusal_code: String::new(),
            refusal_words: String::new(),
            account: String::new(),
            is_live: None,
            is_requested: false,
            note: None,
            parts: None,
            return_id: None,
            refunds_reported: 0,
            refunds_booked: 0,
            entry_n: None,
            first_at: now,
            last_at: now,
        };
        row.learn(t);
        row
    }

    /// Takes over what a report adds. What was reported before stays where the report is silent, and the status never goes back.
    pub fn learn(&mut self, t: &Transaction) {
        let fill = |to: &mut String, text: &str| {
            if !text.is_empty() {
                text.clone_into(to);
            }
        };
        self.status = self.status.max(t.status.into());
        // A gateway may report a refund without its amount.
        if self.entry_n.is_none() && (t.amount.minor > 0 || !self.is_requested) {
            (self.amount, self.currency) = (t.amount.minor, t.amount.currency);
        }
        if let Some(parent) = &t.parent_id {
            self.parent_provider_id = Some(parent.clone());
        }
        self.fee = t.fee_minor.or(self.fee);
        self.is_live = t.is_live.or(self.is_live);
        if !t.means.scheme.is_empty() || !t.means.last_four.is_empty() {
            self.means_kind = t.means.kind.into();
        }
        fill(&mut self.scheme, &short(&t.means.scheme, 40));
        fill(&mut self.last_four, &last_four(&t.means.last_four));
        fill(&mut self.account, &short(&t.account, 80));
        if let Some(refusal) = &t.refusal {
            refusal.code.as_str().clone_into(&mut self.refusal_code);
            self.refusal_words = short(&refusal.words, 300);
        }
        let reported = if self.status == TransactionStatus::Voided { self.amount } else { t.refunded_minor };
        if self.kind == TransactionKind::Charge {
            self.refunds_reported = self.refunds_reported.max(reported.clamp(0, self.amount.max(0)));
        }
    }

    /// Whether its money has moved: paid, or of a void voided.
    #[must_use]
    pub fn has_moved(&self) -> bool {
        match self.kind {
            TransactionKind::Void => matches!(self.status, TransactionStatus::Paid | TransactionStatus::Voided),
            _ => self.status == TransactionStatus::Paid,
        }
    }

    /// Whether it is a refund that was requested and is not decided yet.
    #[must_use]
    pub fn is_open_request(&self) -> bool {
        self.is_requested && matches!(self.status, TransactionStatus::Pending | TransactionStatus::OnHold)
    }
}

/// The beginning of a text.
fn short(text: &str, most: usize) -> String {
    text.chars().take(most).collect()
}

/// The last four characters, and only digits: whatever else a gateway sends, no more of a card's number is stored.
fn last_four(text: &str) -> String {
    let digits: Vec<char> = text.chars().filter(char::is_ascii_digit).collect();
    digits[digits.len().saturating_sub(4)..].iter().collect()
}

/// Something about a payment that the merchant has to look at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Case {
    /// Id of the case.
    pub id: PaymentCaseId,
    /// The order; none of an unknown payment.
    pub order_id: Option<OrderId>,
    /// The attempt.
    pub attempt_id: Option<PaymentAttemptId>,
    /// The transaction.
    pub transaction_id: PaymentTransactionId,
    /// What is the matter.
    pub kind: CaseKind,
    /// The reported amount.
    pub amount: i64,
    /// Its currency.
    pub currency: Currency,
    /// When it was opened.
    pub opened_at: Millis,
    /// When a member closed it.
    pub closed_at: Option<Millis>,
    /// Who did; may be empty.
    pub closed_by: String,
    /// With which words.
    pub note: String,
}

#[cfg(test)]
mod tests {
    use super::last_four;

    #[test]
    fn py_03_no_more_than_four_digits_of_a_card_are_stored() {
        for (text, expected) in [("4242", "4242"), ("4111 11## #### 1111", "1111"), ("xxxx-2346", "2346"), ("", ""), ("no", "")] {
            assert_eq!(last_four(text), expected, "{text}");
        }
    }
}
