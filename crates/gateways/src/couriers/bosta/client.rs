//! Calls of Bosta's API: an envelope `{success, message, data}`, and the API key raw in `Authorization`.

use reqwest::Method;
use serde_json::Value;

use super::description::DESCRIPTION;
use super::words;
use crate::call::CallContext;
use crate::couriers::error::{CourierError, RefusalCode};
use crate::http::{CallBounds, HttpAnswer, HttpCall, HttpClient};

pub(super) struct Client {
    http: HttpClient,
    base_override: Option<String>,
}

/// A call.
pub(super) struct Call<'a> {
    pub(super) step: &'static str,
    pub(super) method: Method,
    /// Behind `/api/v2`; begins with a slash.
    pub(super) path: &'a str,
    /// JSON; empty for none.
    pub(super) body: &'a str,
    pub(super) bounds: CallBounds,
}

impl<'a> Call<'a> {
    pub(super) fn get(step: &'static str, path: &'a str) -> Self {
        Self { step, method: Method::GET, path, body: "", bounds: CallBounds::default() }
    }

    pub(super) fn post(step: &'static str, path: &'a str, body: &'a str) -> Self {
        Self { step, method: Method::POST, path, body, bounds: CallBounds::default() }
    }
}

impl Client {
    pub(super) fn new(http: HttpClient, base_override: Option<String>) -> Self {
        let base_override = base_override.map(|base| base.trim_end_matches('/').to_owned());
        Self { http, base_override }
    }

    /// Calls, and answers the member `data` of a success; null where it has none.
    pub(super) async fn data(&self, context: CallContext<'_>, call: Call<'_>) -> Result<Value, CourierError> {
        let mut body = self.send(context, call).await?.body;
        Ok(body.get_mut("data").map(Value::take).unwrap_or_default())
    }

    /// Calls, and answers a success.
    pub(super) async fn send(&self, context: CallContext<'_>, call: Call<'_>) -> Result<HttpAnswer, CourierError> {
        let api_key = context.credentials.get("api_key");
        if api_key.is_empty() {
            return Err(CourierError::Unauthorised { words: "no API key".into() });
        }
        let base = match &self.base_override {
            Some(base) => base.as_str(),
            None => DESCRIPTION.region("").map(|region| region.api_base).unwrap_or_default(),
        };
        let secrets: Vec<&str> = context.credentials.secrets(&DESCRIPTION).collect();
        let http_call = HttpCall {
            step: call.step,
            method: call.method,
            url: &format!("{base}/api/v2{}", call.path),
            authorization: api_key,
            body: call.body,
            bounds: call.bounds,
        };
        let answer = self.http.send(http_call, context.log, &secrets).await?;
        match words::refusal(&answer) {
            Some(e) => Err(e),
            None => Ok(answer),
        }
    }
}

/// An id or a tracking number for a path: letters, digits, `-` and `_`.
pub(super) fn path_part(id: &str) -> Result<&str, CourierError> {
    let is_plain = |b: u8| b.is_ascii_alphanumeric() || b"-_".contains(&b);
    let is_id = (1..=64).contains(&id.len()) && id.bytes().all(is_plain);
    if is_id { Ok(id) } else { Err(CourierError::refused(RefusalCode::InvalidRequest, "no id of a delivery or pickup")) }
}

/// The items of a list, wherever it stands: `data` itself, or one of its members. None where there is no list.
pub(super) fn find_items<'v>(data: &'v Value, members: &[&str]) -> Option<&'v [Value]> {
    let list = data.as_array().or_else(|| members.iter().find_map(|member| data.get(member)?.as_array()));
    list.map(Vec::as_slice)
}

/// As [`find_items`]; no list is an empty one.
pub(super) fn items<'v>(data: &'v Value, members: &[&str]) -> &'v [Value] {
    find_items(data, members).unwrap_or_default()
}
