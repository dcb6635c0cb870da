//! "What did the provider say?": requests and answers as they may be kept and shown, without secrets and without the shopper's data.

use std::sync::{Mutex, PoisonError};

use kernel::Millis;
use serde_json::Value;

/// What is kept of a text.
const MOST_TEXT: usize = 4_000;
/// Bytes of a single value; longer ones are files.
const MOST_VALUE: usize = 1_000;
/// Exchanges that one log holds: an operation makes five at most.
const MOST_EXCHANGES: usize = 50;
/// Stands where something was left out.
const HIDDEN: &str = "***";

/// Values of these keys are secrets: tokens, keys, and addresses that hold one.
const SECRET_KEYS: &[&str] = &[
    "api_key",
    "auth_token",
    "authorization",
    "card_tokens",
    "client_key",
    "client_secret",
    "key",
    "payment_keys",
    "payment_token",
    "public_key",
    "redirect_url",
    "iframe_redirection_url",
    "redirection_url",
    "secret_key",
    "server_key",
    "token",
    "webhookcustomheaders",
];

/// Values of these keys are a person's data, which a log would keep beyond an erasure.
const PERSONAL_KEYS: &[&str] = &[
    "address",
    "billing_data",
    "contactperson",
    "contacts",
    "customer",
    "customer_details",
    "dropoffaddress",
    "email",
    "identifier",
    "ip",
    "notes",
    "phone",
    "phone_number",
    "pickupaddress",
    "profile",
    "receiver",
    "returnaddress",
    "shipping_data",
    "shipping_details",
    "shopper",
    "source",
];

/// One request and its answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Exchange {
    /// The step: `paymob.orders`, `paytabs.refund`.
    pub step: &'static str,
    /// When it was sent.
    pub at: Millis,
    /// How long the answer took, in milliseconds.
    pub duration_ms: u64,
    /// Method and address, without its query.
    pub target: String,
    /// The body; empty for none.
    pub request: String,
    /// The status; none when there was no answer.
    pub status: Option<u16>,
    /// The answer's body, or why there is none.
    pub answer: String,
}

/// Collects the exchanges of calls; the caller stores them where it keeps the attempt. Later ones than 50 are dropped.
#[derive(Debug, Default)]
pub struct ExchangeLog(Mutex<Vec<Exchange>>);

impl ExchangeLog {
    /// An empty log.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// What was collected, in order; the log is empty afterwards.
    #[must_use]
    pub fn take(&self) -> Vec<Exchange> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Writes an exchange down; it is shown as it is, so its texts hold no secret and nothing of a person.
    pub fn push(&self, exchange: Exchange) {
        let mut exchanges = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if exchanges.len() < MOST_EXCHANGES {
            exchanges.push(exchange);
        }
    }
}

/// A body as it may be kept. What is no JSON is kept as text where it cannot be a piece of JSON: a piece may hold half a token.
pub(crate) fn shown<'a>(body: &[u8], secrets: impl IntoIterator<Item = &'a str>) -> String {
    if body.starts_with(b"%PDF") {
        return format!("({} bytes of a PDF)", body.len());
    }
    let text = String::from_utf8_lossy(body);
    let text = match serde_json::from_slice::<Value>(body) {
        Ok(value) => hidden(&value).to_string(),
        Err(_) if text.trim_start().starts_with(['{', '[', '"']) => format!("({} bytes that are no JSON)", body.len()),
        Err(_) => text.into_owned(),
    };
    let text = secrets.into_iter().fold(text, |text, secret| text.replace(secret, HIDDEN));
    shortened(&text, MOST_TEXT)
}

/// The first characters of a text, without control characters.
pub(crate) fn shortened(text: &str, most: usize) -> String {
    text.chars().filter(|c| !c.is_control()).take(most).collect()
}

fn hidden(value: &Value) -> Value {
    match value {
        Value::Object(members) => members
            .iter()
            .map(|(key, value)| {
                let is_empty = value.is_null() || value.as_str().is_some_and(str::is_empty);
                let lower = key.to_ascii_lowercase();
                let is_hidden = SECRET_KEYS.contains(&lower.as_str()) || PERSONAL_KEYS.contains(&lower.as_str());
                (key.clone(), if is_hidden && !is_empty { Value::from(HIDDEN) } else { hidden(value) })
            })
            .collect(),
        Value::Array(values) => values.iter().map(hidden).collect(),
        // A file in base64: a label has the shopper's name on it.
        Value::String(text) if text.len() > MOST_VALUE => format!("({} characters)", text.len()).into(),
        _ => value.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn py_02_a_kept_exchange_has_no_secret_and_nobodys_data() {
        let body = br#"{"auth_token":"tok-1","amount_cents":100,"billing_data":{"first_name":"Huda"},"note":"with S3CRET","list":[{"phone":"+966"}]}"#;
        let text = shown(body, ["S3CRET"]);
        assert_eq!(
            text,
            r#"{"auth_token":"***","amount_cents":100,"billing_data":"***","note":"with ***","list":[{"phone":"***"}]}"#
        );
        assert_eq!(shown(br#"{"token":"half"#, []), "(14 bytes that are no JSON)");
        assert_eq!(shown(b"%PDF-1.4 Huda", []), "(13 bytes of a PDF)");
        let label = serde_json::json!({ "data": "JVBERi".repeat(200), "receiver": { "phone": "01" } }).to_string();
        assert_eq!(shown(label.as_bytes(), []), r#"{"data":"(1200 characters)","receiver":"***"}"#);
        assert_eq!(shown(b"<h1>Bad gateway</h1>\n", []), "<h1>Bad gateway</h1>");
    }

    #[test]
    fn a_log_has_a_bound() {
        let log = ExchangeLog::new();
        let exchange = Exchange {
            step: "x",
            at: Millis(0),
            duration_ms: 0,
            target: String::new(),
            request: String::new(),
            status: None,
            answer: String::new(),
        };
        for _ in 0..60 {
            log.push(exchange.clone());
        }
        assert_eq!((log.take().len(), log.take().len()), (MOST_EXCHANGES, 0));
    }
}
