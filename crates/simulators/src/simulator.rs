//! A running simulator: its books, its script, what is due later, and the callbacks that it sends.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use kernel::{Env, Millis};
use serde_json::Value;

use crate::calls::{Calls, RecordedCall};
use crate::clock::Clock;
use crate::outcome::PaymentOutcome;
use crate::provider::{Notice, Provider, Settlement, SigningKey};
use crate::script::Script;

/// After how long a late payment is paid.
const LATE_MS: i64 = 10 * Millis::MINUTE;
/// Tries of a callback that is not answered with 200 (contracts/paytabs.md), each twice as late as the one before.
const MOST_TRIES: u32 = 5;
const FIRST_RETRY_MS: i64 = Millis::MINUTE;

enum Scheduled {
    Settle { payment: String },
    Send { notice: Notice, tries: u32 },
}

pub(crate) struct Simulator<P> {
    pub(crate) clock: Clock,
    pub(crate) calls: Calls,
    pub(crate) script: Script,
    provider: Mutex<P>,
    schedule: Mutex<Vec<(Millis, Scheduled)>>,
    http: reqwest::Client,
}

impl<P: Provider> Simulator<P> {
    pub(crate) fn new(env: Env, provider: P) -> Result<Self, reqwest::Error> {
        let http = reqwest::Client::builder()
            .no_proxy()
            .redirect(reqwest::redirect::Policy::none())
            .timeout(Duration::from_secs(5))
            .user_agent("IPN/1.0")
            .build()?;
        Ok(Self {
            clock: Clock::new(env),
            calls: Calls::default(),
            script: Script::default(),
            provider: Mutex::new(provider),
            schedule: Mutex::default(),
            http,
        })
    }

    /// Reads or changes the books.
    pub(crate) fn with<R>(&self, work: impl FnOnce(&mut P) -> R) -> R {
        work(&mut self.provider.lock().unwrap_or_else(PoisonError::into_inner))
    }

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
                self.schedule(now.plus(LATE_MS), Scheduled::Settle { payment: payment.to_owned() });
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

    fn schedule(&self, at: Millis, due: Scheduled) {
        self.schedule.lock().unwrap_or_else(PoisonError::into_inner).push((at, due));
    }

    /// Sends a callback; one that is not taken is sent again later.
    async fn send(&self, notice: Notice, tries: u32) {
        let mut request = self.http.post(&notice.url).header("content-type", "application/json").body(notice.body.clone());
        for (name, value) in &notice.headers {
            request = request.header(*name, value);
        }
        let (status, answer) = match request.send().await {
            Ok(answer) => (Some(answer.status().as_u16()), answer.text().await.unwrap_or_default()),
            Err(e) => (None, e.without_url().to_string()),
        };
        self.calls.push(RecordedCall {
            at: self.clock.now(),
            direction: "out",
            method: "POST".into(),
            target: notice.url.clone(),
            request: notice.body.clone(),
            status,
            answer: answer.chars().take(2_000).collect(),
        });
        if status != Some(200) && tries < MOST_TRIES {
            let wait = FIRST_RETRY_MS << (tries - 1);
            self.schedule(self.clock.now().plus(wait), Scheduled::Send { notice, tries: tries + 1 });
        }
    }

    /// Does what is due by now, the earliest first.
    pub(crate) async fn run_due(&self) {
        while let Some(due) = self.take_due() {
            match due {
                Scheduled::Settle { payment } => {
                    self.perform(&payment, PaymentOutcome::Pay).await;
                }
                Scheduled::Send { notice, tries } => self.send(notice, tries).await,
            }
        }
    }

    fn take_due(&self) -> Option<Scheduled> {
        let now = self.clock.now();
        let mut schedule = self.schedule.lock().unwrap_or_else(PoisonError::into_inner);
        let at = (0..schedule.len()).filter(|n| schedule[*n].0 <= now).min_by_key(|n| schedule[*n].0)?;
        Some(schedule.remove(at).1)
    }
}
