//! Payments of a simulator: what becomes of them, and the callbacks about it.

use serde_json::{Value, json};

use crate::outcome::{Button, PaymentOutcome};
use crate::press::{Press, Work};
use crate::provider::{Payment, Provider, Settlement, SigningKey};
use crate::service::{Notice, Row, Service};
use crate::simulator::{LATE_MS, Scheduled, Simulator};

impl<P: Provider> Service for P {
    const NAME: &'static str = <P as Provider>::NAME;
    const LIST: &'static str = "payments";
    const CAPTIONS: &'static [&'static str] = &["Reference", "Amount", "State"];

    fn list(&self) -> Value {
        let view = |payment: &Payment| {
            let Payment { id, reference, amount, state, refunded_minor, lang } = payment;
            json!({
                "id": id, "reference": reference, "amount": amount, "state": state, "refunded_minor": refunded_minor, "lang": lang,
            })
        };
        self.payments().iter().map(view).collect()
    }

    fn rows(&self) -> Vec<Row> {
        let row = |payment: Payment| {
            let is_offered = |outcome: &&PaymentOutcome| match outcome {
                PaymentOutcome::Chargeback => P::HAS_CHARGEBACKS && payment.state == "paid",
                _ => payment.state != "paid",
            };
            let buttons = PaymentOutcome::ALL.iter().filter(is_offered).copied().map(button).collect();
            Row { id: payment.id, cells: vec![payment.reference, payment.amount, payment.state.to_owned()], buttons }
        };
        self.payments().into_iter().map(row).collect()
    }

    fn next_outcomes() -> Vec<Button> {
        PaymentOutcome::ALL.iter().copied().map(button).collect()
    }

    fn set_all(&mut self, settings: &Value) -> bool {
        self.set(settings)
    }

    fn keys(&self) -> Vec<(&'static str, String)> {
        self.credentials()
    }
}

impl<P: Provider> Press for P {
    fn press<'a>(simulator: &'a Simulator<Self>, id: &'a str, word: &'a str) -> Work<'a> {
        Box::pin(async move {
            let Some(outcome) = PaymentOutcome::parse(word) else { return false };
            simulator.perform(id, outcome).await.is_some()
        })
    }
}

fn button(outcome: PaymentOutcome) -> Button {
    (outcome.as_str(), outcome.label().1)
}

impl<P: Provider> Simulator<P> {
    /// What a shopper or a bank does with a payment. The transaction; none when it is not possible with this payment.
    pub(crate) async fn perform(&self, payment: &str, outcome: PaymentOutcome) -> Option<Value> {
        let now = self.clock.now();
        let settle = |settlement| self.with(|p| p.settle(payment, settlement, now));
        let paid = Settlement::Approved { is_partly: false };
        let (transaction, notices) = match outcome {
            PaymentOutcome::Pay => {
                let transaction = settle(paid)?;
                let notice = self.notice(&transaction, SigningKey::Own);
                (transaction, vec![notice])
            }
            PaymentOutcome::Decline => {
                let transaction = settle(Settlement::Declined("INSUFFICIENT_FUNDS"))?;
                let notice = self.notice(&transaction, SigningKey::Own);
                (transaction, vec![notice])
            }
            PaymentOutcome::ThreeDSecure => (settle(Settlement::Pending)?, vec![]),
            PaymentOutcome::PayLate => {
                let transaction = settle(Settlement::Pending)?;
                let due = Scheduled::Press { id: payment.to_owned(), word: PaymentOutcome::Pay.as_str() };
                self.schedule(now.plus(LATE_MS), due);
                (transaction, vec![])
            }
            PaymentOutcome::CallbackTwice => {
                let transaction = settle(paid)?;
                let notice = self.notice(&transaction, SigningKey::Own);
                (transaction, vec![notice.clone(), notice])
            }
            PaymentOutcome::OutOfOrder => {
                let pending = settle(Settlement::Pending)?;
                let earlier = self.notice(&pending, SigningKey::Own);
                let transaction = settle(paid)?;
                let notice = self.notice(&transaction, SigningKey::Own);
                (transaction, vec![notice, earlier])
            }
            PaymentOutcome::LostCallback => (settle(paid)?, vec![]),
            PaymentOutcome::LieAmount => {
                let transaction = settle(Settlement::Approved { is_partly: true })?;
                let notice = self.notice(&transaction, SigningKey::Own);
                (transaction, vec![notice])
            }
            PaymentOutcome::BadSignature => {
                let transaction = settle(paid)?;
                let notice = self.notice(&transaction, SigningKey::Foreign);
                (transaction, vec![notice])
            }
            PaymentOutcome::Chargeback => {
                let transaction = self.with(|p| p.charge_back(payment, now))?;
                let notice = self.notice(&transaction, SigningKey::Own);
                (transaction, vec![notice])
            }
        };
        for notice in notices.into_iter().flatten() {
            self.send(notice, 1).await;
        }
        Some(transaction)
    }

    /// Declines a payment with these words: what a bank does after a failed 3-D Secure.
    pub(crate) async fn decline(&self, payment: &str, words: &'static str) -> Option<Value> {
        let now = self.clock.now();
        let transaction = self.with(|p| p.settle(payment, Settlement::Declined(words), now))?;
        self.send_about(&transaction).await;
        Some(transaction)
    }

    /// Sends the callback about a transaction, where the merchant has an address for it.
    pub(crate) async fn send_about(&self, transaction: &Value) {
        if let Some(notice) = self.notice(transaction, SigningKey::Own) {
            self.send(notice, 1).await;
        }
    }

    fn notice(&self, transaction: &Value, key: SigningKey) -> Option<Notice> {
        self.with(|p| p.notice(transaction, key))
    }
}
