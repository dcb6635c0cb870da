//! A running simulator: its books, its script, what is due later, and the callbacks that it sends.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use kernel::{Env, Millis};

use crate::calls::{Calls, RecordedCall};
use crate::clock::Clock;
use crate::mailbox::Mailbox;
use crate::script::Script;
use crate::service::{Notice, Service};

/// After how long what is late happens.
pub(crate) const LATE_MS: i64 = 10 * Millis::MINUTE;
/// Tries of a callback that is not answered with 200 (contracts/paytabs.md), each twice as late as the one before.
const MOST_TRIES: u32 = 5;
const FIRST_RETRY_MS: i64 = Millis::MINUTE;

pub(crate) enum Scheduled {
    /// A button is pressed.
    Press {
        id: String,
        word: &'static str,
    },
    Send {
        notice: Notice,
        tries: u32,
    },
}

pub(crate) struct Simulator<P> {
    pub(crate) clock: Clock,
    pub(crate) calls: Calls,
    pub(crate) script: Script,
    pub(crate) mailbox: Mailbox,
    provider: Mutex<P>,
    schedule: Mutex<Vec<(Millis, Scheduled)>>,
    http: reqwest::Client,
}

impl<P: Service> Simulator<P> {
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
            mailbox: Mailbox::default(),
            provider: Mutex::new(provider),
            schedule: Mutex::default(),
            http,
        })
    }

    /// Reads or changes the books.
    pub(crate) fn with<R>(&self, work: impl FnOnce(&mut P) -> R) -> R {
        work(&mut self.provider.lock().unwrap_or_else(PoisonError::into_inner))
    }

    pub(crate) fn schedule(&self, at: Millis, due: Scheduled) {
        self.schedule.lock().unwrap_or_else(PoisonError::into_inner).push((at, due));
    }

    /// Sends a callback; one that is not taken is sent again later.
    pub(crate) async fn send(&self, notice: Notice, tries: u32) {
        if self.mailbox.hold(&notice) {
            return;
        }
        let mut request = self.http.post(&notice.url).header("content-type", "application/json").body(notice.body.clone());
        for (name, value) in &notice.headers {
            request = request.header(name, value);
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

    /// What is due by now, the earliest first; it is due no longer.
    pub(crate) fn take_due(&self) -> Option<Scheduled> {
        let now = self.clock.now();
        let mut schedule = self.schedule.lock().unwrap_or_else(PoisonError::into_inner);
        let at = (0..schedule.len()).filter(|n| schedule[*n].0 <= now).min_by_key(|n| schedule[*n].0)?;
        Some(schedule.remove(at).1)
    }
}
