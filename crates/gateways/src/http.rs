//! The one client that calls providers: with timeouts, bounded answers, no redirects, and every exchange written down.

use std::time::{Duration, Instant};

use bytes::BytesMut;
use kernel::{Env, Millis};
use reqwest::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, HeaderValue};
use reqwest::{Client, Method, Url, redirect};
use serde_json::Value;

use crate::call::{CallError, UnreachableReason};
use crate::exchange::{self, Exchange, ExchangeLog};

/// Bounds of a call.
#[derive(Debug, Clone, Copy)]
pub struct HttpLimits {
    /// Until the connection stands.
    pub connect: Duration,
    /// From the first byte to the last.
    pub total: Duration,
    /// Bytes of an answer.
    pub most_bytes: usize,
}

impl Default for HttpLimits {
    /// 5 s, 10 s, 1 MB: the contracts say nothing else.
    fn default() -> Self {
        Self { connect: Duration::from_secs(5), total: Duration::from_secs(10), most_bytes: 1_000_000 }
    }
}

/// Calls providers; cheap to clone.
#[derive(Debug, Clone)]
pub struct HttpClient {
    client: Client,
    limits: HttpLimits,
    env: Env,
}

/// A request.
pub(crate) struct HttpCall<'a> {
    /// Of the exchange.
    pub(crate) step: &'static str,
    pub(crate) method: Method,
    pub(crate) url: &'a str,
    /// The value of the header; empty for none.
    pub(crate) authorization: &'a str,
    /// JSON; empty for none.
    pub(crate) body: &'a str,
    pub(crate) bounds: CallBounds,
}

/// What is other in a call than the client's limits.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct CallBounds {
    /// From the first byte to the last, where it must not take as long as others.
    pub(crate) total: Option<Duration>,
    /// Bytes of the answer, where it may be larger than others.
    pub(crate) most_bytes: Option<usize>,
    /// A success may be a file instead of JSON.
    pub(crate) is_file: bool,
}

/// An answer with a status below 500.
pub(crate) struct HttpAnswer {
    pub(crate) status: u16,
    /// Null where the body is no JSON.
    pub(crate) body: Value,
    /// The beginning of the body, where it is no JSON, for the error's words.
    text: String,
    /// The body of a success that is no JSON.
    pub(crate) file: Vec<u8>,
}

impl HttpAnswer {
    pub(crate) fn is_success(&self) -> bool {
        (200..300).contains(&self.status)
    }

    /// The provider does not accept who calls.
    pub(crate) fn is_unauthorised(&self) -> bool {
        matches!(self.status, 401 | 403)
    }

    /// The provider's words of a refusal: the first text among `keys`, else what the body says.
    pub(crate) fn words(&self, keys: &[&str]) -> String {
        let known = keys.iter().find_map(|key| {
            Some(match self.body.get(key)? {
                Value::String(text) => text.clone(),
                Value::Null => return None,
                other => other.to_string(),
            })
        });
        let words = known.unwrap_or_else(|| if self.body.is_null() { self.text.clone() } else { self.body.to_string() });
        exchange::shortened(&words, 300)
    }
}

impl HttpClient {
    /// A client. The program's cryptography provider must be installed.
    ///
    /// # Errors
    /// When the client cannot be made.
    pub fn new(env: Env, limits: HttpLimits) -> Result<Self, reqwest::Error> {
        let client = Client::builder()
            .redirect(redirect::Policy::none())
            .no_proxy()
            .referer(false)
            .connect_timeout(limits.connect)
            .timeout(limits.total)
            .user_agent(concat!("Rawaj/", env!("CARGO_PKG_VERSION")))
            .build()?;
        Ok(Self { client, limits, env })
    }

    pub(crate) fn now(&self) -> Millis {
        self.env.now()
    }

    /// Calls, and writes the exchange down. `secrets` are hidden wherever they stand.
    pub(crate) async fn send(&self, call: HttpCall<'_>, log: &ExchangeLog, secrets: &[&str]) -> Result<HttpAnswer, CallError> {
        let (at, started, call_bounds) = (self.env.now(), Instant::now(), call.bounds);
        let result = self.exchange(&call).await;
        let (status, answer) = match &result {
            Ok((status, bytes)) => (Some(*status), exchange::shown(bytes, secrets.iter().copied())),
            Err(e) => (None, e.to_string()),
        };
        log.push(Exchange {
            step: call.step,
            at,
            duration_ms: u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX),
            target: format!("{} {}", call.method, call.url.split('?').next().unwrap_or_default()),
            request: exchange::shown(call.body.as_bytes(), secrets.iter().copied()),
            status,
            answer,
        });
        let (status, bytes) = result?;
        if status == 429 {
            return Err(CallError::Unreachable(UnreachableReason::RateLimited));
        }
        if status >= 500 {
            return Err(CallError::Unreachable(UnreachableReason::ServerError(status)));
        }
        let body = serde_json::from_slice(&bytes).unwrap_or_default();
        let text = if Value::is_null(&body) { exchange::shown(&bytes, secrets.iter().copied()) } else { String::new() };
        let is_file = call_bounds.is_file && Value::is_null(&body) && (200..300).contains(&status);
        let answer = HttpAnswer { status, body, text, file: if is_file { bytes } else { Vec::new() } };
        if answer.is_success() && answer.body.is_null() && !is_file || (300..400).contains(&status) {
            return Err(CallError::Unreadable(format!("status {status} without JSON")));
        }
        Ok(answer)
    }

    async fn exchange(&self, call: &HttpCall<'_>) -> Result<(u16, Vec<u8>), CallError> {
        let url = Url::parse(call.url).map_err(|_| CallError::Unreadable("the address of the provider".into()))?;
        let mut request = self.client.request(call.method.clone(), url).header(ACCEPT, "application/json");
        if !call.authorization.is_empty() {
            let mut value = HeaderValue::from_str(call.authorization)
                .map_err(|_| CallError::Unauthorised("a key with characters that no key has".into()))?;
            value.set_sensitive(true);
            request = request.header(AUTHORIZATION, value);
        }
        if !call.body.is_empty() {
            request = request.header(CONTENT_TYPE, "application/json").body(call.body.to_owned());
        }
        if let Some(total) = call.bounds.total {
            request = request.timeout(total.min(self.limits.total));
        }
        let most_bytes = call.bounds.most_bytes.unwrap_or(self.limits.most_bytes);
        let mut answer = request.send().await.map_err(|e| reason(&e))?;
        let status = answer.status().as_u16();
        let mut bytes = BytesMut::new();
        while let Some(chunk) = answer.chunk().await.map_err(|e| reason(&e))? {
            if bytes.len() + chunk.len() > most_bytes {
                return Err(CallError::Unreadable(format!("more than {most_bytes} bytes")));
            }
            bytes.extend_from_slice(&chunk);
        }
        Ok((status, bytes.to_vec()))
    }
}

fn reason(e: &reqwest::Error) -> CallError {
    CallError::Unreachable(if e.is_connect() {
        UnreachableReason::NotConnected
    } else if e.is_timeout() {
        UnreachableReason::TimedOut
    } else {
        UnreachableReason::BrokenOff
    })
}
