//! The one client that calls payment providers: with timeouts, bounded answers, no redirects, and every exchange written down.

use std::time::{Duration, Instant};

use bytes::BytesMut;
use kernel::{Env, Millis};
use reqwest::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, HeaderValue};
use reqwest::{Client, Method, Url, redirect};
use serde_json::Value;

use super::error::{GatewayError, UnreachableReason};
use super::exchange::{self, Exchange, ExchangeLog};

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

/// Calls payment providers; cheap to clone.
#[derive(Debug, Clone)]
pub struct HttpClient {
    client: Client,
    limits: HttpLimits,
    env: Env,
}

/// A request.
pub(super) struct HttpCall<'a> {
    /// Of the exchange.
    pub(super) step: &'static str,
    pub(super) method: Method,
    pub(super) url: &'a str,
    /// The value of the header; empty for none.
    pub(super) authorization: &'a str,
    /// JSON; empty for none.
    pub(super) body: &'a str,
}

/// An answer with a status below 500.
pub(super) struct HttpAnswer {
    pub(super) status: u16,
    /// Null where the body is no JSON.
    pub(super) body: Value,
    /// The beginning of the body, where it is no JSON, for the error's words.
    text: String,
}

impl HttpAnswer {
    pub(super) fn is_success(&self) -> bool {
        (200..300).contains(&self.status)
    }

    /// The provider does not accept who calls.
    pub(super) fn is_unauthorised(&self) -> bool {
        matches!(self.status, 401 | 403)
    }

    /// The provider's words of a refusal: the first text among `keys`, else what the body says.
    pub(super) fn words(&self, keys: &[&str]) -> String {
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

    pub(super) fn now(&self) -> Millis {
        self.env.now()
    }

    /// Calls, and writes the exchange down. `secrets` are hidden wherever they stand.
    pub(super) async fn send(&self, call: HttpCall<'_>, log: &ExchangeLog, secrets: &[&str]) -> Result<HttpAnswer, GatewayError> {
        let (at, started) = (self.env.now(), Instant::now());
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
            return Err(GatewayError::Unreachable(UnreachableReason::RateLimited));
        }
        if status >= 500 {
            return Err(GatewayError::Unreachable(UnreachableReason::ServerError(status)));
        }
        let body = serde_json::from_slice(&bytes).unwrap_or_default();
        let text = if Value::is_null(&body) { exchange::shown(&bytes, secrets.iter().copied()) } else { String::new() };
        let answer = HttpAnswer { status, body, text };
        if answer.is_success() && answer.body.is_null() || (300..400).contains(&status) {
            return Err(GatewayError::unreadable(format!("status {status} without JSON")));
        }
        Ok(answer)
    }

    async fn exchange(&self, call: &HttpCall<'_>) -> Result<(u16, Vec<u8>), GatewayError> {
        let url = Url::parse(call.url).map_err(|_| GatewayError::unreadable("the address of the gateway"))?;
        let mut request = self.client.request(call.method.clone(), url).header(ACCEPT, "application/json");
        if !call.authorization.is_empty() {
            let mut value = HeaderValue::from_str(call.authorization)
                .map_err(|_| GatewayError::Unauthorised { words: "a key with characters that no key has".into() })?;
            value.set_sensitive(true);
            request = request.header(AUTHORIZATION, value);
        }
        if !call.body.is_empty() {
            request = request.header(CONTENT_TYPE, "application/json").body(call.body.to_owned());
        }
        let mut answer = request.send().await.map_err(|e| reason(&e))?;
        let status = answer.status().as_u16();
        let mut bytes = BytesMut::new();
        while let Some(chunk) = answer.chunk().await.map_err(|e| reason(&e))? {
            if bytes.len() + chunk.len() > self.limits.most_bytes {
                return Err(GatewayError::unreadable(format!("more than {} bytes", self.limits.most_bytes)));
            }
            bytes.extend_from_slice(&chunk);
        }
        Ok((status, bytes.to_vec()))
    }
}

fn reason(e: &reqwest::Error) -> GatewayError {
    GatewayError::Unreachable(if e.is_connect() {
        UnreachableReason::NotConnected
    } else if e.is_timeout() {
        UnreachableReason::TimedOut
    } else {
        UnreachableReason::BrokenOff
    })
}
