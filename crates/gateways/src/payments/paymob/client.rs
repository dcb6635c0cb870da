//! Calls of Paymob's API: hosts, credentials, and the auth token with its renewal.

use reqwest::Method;
use serde_json::{Value, json};

use super::description::DESCRIPTION;
use super::token::TokenCache;
use super::words;
use crate::http::{CallBounds, HttpAnswer, HttpCall, HttpClient};
use crate::json::{text, text_or_empty};
use crate::payments::GatewayContext;
use crate::payments::error::{GatewayError, RefusalCode};
use crate::payments::model::ConnectionCheck;

/// How a call says who calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Authorisation {
    /// By a payment token in the body.
    InBody,
    /// `auth_token` in the body.
    AuthToken,
    /// `Authorization: Bearer <auth token>`.
    Bearer,
    /// `Authorization: Token <secret key>`.
    SecretKey,
}

/// A call.
pub(super) struct Call {
    pub(super) step: &'static str,
    pub(super) method: Method,
    /// Begins with a slash.
    pub(super) path: String,
    pub(super) authorisation: Authorisation,
    /// An object; null for none.
    pub(super) body: Value,
}

impl Call {
    pub(super) fn post(step: &'static str, path: &str, authorisation: Authorisation, body: Value) -> Self {
        Self { step, method: Method::POST, path: path.to_owned(), authorisation, body }
    }
}

pub(super) struct Client {
    http: HttpClient,
    base_override: Option<String>,
    tokens: TokenCache,
}

impl Client {
    pub(super) fn new(http: HttpClient, base_override: Option<String>) -> Self {
        let base_override = base_override.map(|base| base.trim_end_matches('/').to_owned());
        Self { http, base_override, tokens: TokenCache::default() }
    }

    /// Where all hosts of Paymob are, if not where its regions say.
    pub(super) fn base_override(&self) -> Option<&str> {
        self.base_override.as_deref()
    }

    /// The host of the merchant's region.
    pub(super) fn base(&self, context: GatewayContext<'_>) -> Result<String, GatewayError> {
        if let Some(base) = &self.base_override {
            return Ok(base.clone());
        }
        let code = context.credentials.get("region");
        let region = DESCRIPTION.region(code);
        Ok(region
            .ok_or_else(|| GatewayError::refused(RefusalCode::InvalidRequest, format!("no region {code}")))?
            .api_base
            .to_owned())
    }

    /// Calls and answers the body of a success. An auth token that is refused is renewed, once: Paymob did nothing with the call.
    pub(super) async fn call(&self, context: GatewayContext<'_>, call: Call) -> Result<Value, GatewayError> {
        let base = self.base(context)?;
        let needs_token = matches!(call.authorisation, Authorisation::AuthToken | Authorisation::Bearer);
        let mut token = if needs_token { self.token(context, &base).await? } else { String::new() };
        let mut answer = self.send(context, &base, &call, &token).await?;
        if needs_token && answer.is_unauthorised() {
            self.tokens.delete(&base, context.credentials.get("api_key"), &token);
            token = self.token(context, &base).await?;
            answer = self.send(context, &base, &call, &token).await?;
        }
        if answer.is_success() { Ok(answer.body) } else { Err(words::refusal(&answer)) }
    }

    async fn send(&self, context: GatewayContext<'_>, base: &str, call: &Call, token: &str) -> Result<HttpAnswer, GatewayError> {
        let mut body = call.body.clone();
        let authorization = match call.authorisation {
            Authorisation::InBody => String::new(),
            Authorisation::AuthToken => {
                if let Value::Object(members) = &mut body {
                    members.insert("auth_token".into(), token.into());
                }
                String::new()
            }
            Authorisation::Bearer => format!("Bearer {token}"),
            Authorisation::SecretKey => format!("Token {}", context.credentials.get("secret_key")),
        };
        let mut secrets: Vec<&str> = context.credentials.secrets(&DESCRIPTION).collect();
        secrets.extend((!token.is_empty()).then_some(token));
        let http_call = HttpCall {
            step: call.step,
            method: call.method.clone(),
            url: &format!("{base}{}", call.path),
            authorization: &authorization,
            body: &if body.is_null() { String::new() } else { body.to_string() },
            bounds: CallBounds::default(),
        };
        Ok(self.http.send(http_call, context.log, &secrets).await?)
    }

    /// A token from the cache, or a new one.
    async fn token(&self, context: GatewayContext<'_>, base: &str) -> Result<String, GatewayError> {
        let api_key = context.credentials.get("api_key");
        if let Some(token) = self.tokens.find(base, api_key, self.http.now()) {
            return Ok(token);
        }
        Ok(self.new_token(context, base).await?.0)
    }

    /// A new token, and the body that came with it.
    async fn new_token(&self, context: GatewayContext<'_>, base: &str) -> Result<(String, Value), GatewayError> {
        let api_key = context.credentials.get("api_key");
        if api_key.is_empty() {
            return Err(GatewayError::Unauthorised { words: "no API key".into() });
        }
        let call = Call::post("paymob.auth_tokens", "/api/auth/tokens", Authorisation::InBody, json!({ "api_key": api_key }));
        let answer = self.send(context, base, &call, "").await?;
        if !answer.is_success() {
            // Every refusal of this call is about the key: it sends nothing else.
            return Err(GatewayError::Unauthorised { words: answer.words(&["message", "detail"]) });
        }
        let token = text(&answer.body, "token").filter(|token| !token.is_empty());
        let token = token.ok_or_else(|| GatewayError::unreadable("no token in the answer of auth/tokens"))?;
        self.tokens.insert(base, api_key, &token, self.http.now());
        Ok((token, answer.body))
    }

    /// Asks for a new token, which changes nothing.
    pub(super) async fn check(&self, context: GatewayContext<'_>) -> Result<ConnectionCheck, GatewayError> {
        let base = self.base(context)?;
        let (_, body) = self.new_token(context, &base).await?;
        let secret_key = context.credentials.get("secret_key");
        let is_live = match (secret_key.contains("_sk_live_"), secret_key.contains("_sk_test_")) {
            (true, _) => Some(true),
            (_, true) => Some(false),
            // Of the legacy flow only a payment says whether its integration is live.
            (false, false) => None,
        };
        Ok(ConnectionCheck { account: text_or_empty(&body, "profile.id"), is_live })
    }
}
