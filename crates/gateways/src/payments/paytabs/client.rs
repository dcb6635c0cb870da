//! Calls of PayTabs' API.

use reqwest::Method;
use serde_json::Value;

use super::words;
use crate::fields::{ProviderDescription, Region};
use crate::http::{CallBounds, HttpCall, HttpClient};
use crate::payments::GatewayContext;
use crate::payments::error::{GatewayError, RefusalCode};

pub(super) struct Client {
    description: &'static ProviderDescription,
    http: HttpClient,
    base_override: Option<String>,
}

impl Client {
    pub(super) fn new(description: &'static ProviderDescription, http: HttpClient, base_override: Option<String>) -> Self {
        let base_override = base_override.map(|base| base.trim_end_matches('/').to_owned());
        Self { description, http, base_override }
    }

    pub(super) fn description(&self) -> &'static ProviderDescription {
        self.description
    }

    /// The merchant's region.
    pub(super) fn region(&self, context: GatewayContext<'_>) -> Result<&'static Region, GatewayError> {
        let code = context.credentials.get("region");
        self.description
            .region(code)
            .ok_or_else(|| GatewayError::refused(RefusalCode::InvalidRequest, format!("no region {code}")))
    }

    /// The profile, a number.
    pub(super) fn profile_id(context: GatewayContext<'_>) -> Result<u64, GatewayError> {
        let profile_id = context.credentials.get("profile_id").parse();
        profile_id.map_err(|_| GatewayError::Unauthorised { words: "no profile id".into() })
    }

    /// Posts a JSON text and answers the body of a success.
    pub(super) async fn post(
        &self,
        context: GatewayContext<'_>,
        step: &'static str,
        path: &str,
        body: &str,
    ) -> Result<Value, GatewayError> {
        let base = match &self.base_override {
            Some(base) => base.as_str(),
            None => self.region(context)?.api_base,
        };
        let server_key = context.credentials.get("server_key");
        if server_key.is_empty() {
            return Err(GatewayError::Unauthorised { words: "no server key".into() });
        }
        let secrets: Vec<&str> = context.credentials.secrets(self.description).collect();
        let url = format!("{base}{path}");
        let bounds = CallBounds::default();
        let call = HttpCall { step, method: Method::POST, url: &url, authorization: server_key, body, bounds };
        let answer = self.http.send(call, context.log, &secrets).await?;
        match words::refusal(&answer) {
            Some(e) => Err(e),
            None => Ok(answer.body),
        }
    }
}
