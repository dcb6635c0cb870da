//! Callbacks of payment gateways (PY-03): verified with the secrets of the method whose endpoint they came to, and processed by a job.

use db::Conn;
use futures_util::future::BoxFuture;
use gateways::payments::{CallbackContent, CallbackError, IncomingRequest};
use jobs::Failed;
use kernel::{Actor, PaymentMethodId, StoreScope, hex};
use platform::App;
use platform::provider_calls;
use platform::provider_intake::{CallbackReader, Endpoint, Processed, ProviderEvent, RejectedCallback, Verified};
use sha2::{Digest as _, Sha256};

use super::super::attempts_store as attempts;
use super::super::record::record;
use super::super::recorded::Source;
use super::account::{self, Account};
use super::inquiry_call;

/// Reads the callbacks of every payment gateway.
#[derive(Debug, Clone, Copy, Default)]
pub struct PaymentCallbacks;

async fn open_account<'a>(c: Conn<'_>, app: &'a App, scope: &StoreScope, owner: i64) -> Result<Account<'a>, RejectedCallback> {
    match account::open(c, app, scope, PaymentMethodId::from_raw(owner)).await {
        Ok(Ok(account)) => Ok(account),
        Ok(Err(fault)) => Err(RejectedCallback::Unavailable(account::reason(fault).code)),
        Err(e) => Err(RejectedCallback::Unavailable(e.to_string())),
    }
}

fn read(account: &Account<'_>, request: IncomingRequest<'_>) -> Result<CallbackContent, RejectedCallback> {
    account.gateway.read_callback(&account.credentials, request).map_err(|e| match e {
        CallbackError::SignatureMissing | CallbackError::SignatureWrong => RejectedCallback::NotSigned,
        CallbackError::TooLarge => RejectedCallback::Unreadable("too large"),
        CallbackError::Unreadable(_) => RejectedCallback::Unreadable("not as the contract describes it"),
    })
}

/// The same for every repetition of one report. Where the signature leaves something out, only what it covers names the report, and
/// what became of it is asked anyway.
fn dedupe_key(content: &CallbackContent, body: &[u8]) -> String {
    if content.is_wholly_signed {
        return hex(&Sha256::digest(body));
    }
    let card = content.saved_card.iter().map(|card| format!("card:{}", hex(&Sha256::digest(card.token.as_bytes()))));
    let transactions = content.transactions.iter().map(|t| format!("{}:{:?}:{}", t.id, t.status, t.amount.minor));
    transactions.chain(card).collect::<Vec<_>>().join(",")
}

async fn check(app: &App, endpoint: &Endpoint, request: IncomingRequest<'_>) -> Result<Verified, RejectedCallback> {
    let scope = StoreScope::new(endpoint.store, Actor::system());
    let account = open_account(app.db().conn(), app, &scope, endpoint.owner_id).await?;
    let content = read(&account, request)?;
    Ok(Verified { dedupe_key: dedupe_key(&content, request.body) })
}

async fn book(app: &App, c: Conn<'_>, scope: &StoreScope, event: &ProviderEvent) -> Result<Processed, Failed> {
    let account = open_account(c, app, scope, event.owner_id).await?;
    let headers: Vec<(&str, &str)> = event.headers.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
    let content = read(&account, IncomingRequest { headers: &headers, query: &event.query, body: &event.body })?;
    let mut order = None;
    for transaction in &content.transactions {
        if content.is_wholly_signed {
            let source = Source { provider: &event.provider, attempt: None, request: None };
            order = record(c, app.env(), scope, source, transaction).await?.order.or(order);
            continue;
        }
        let attempt = attempts::find_by_provider_reference(c, scope, &event.provider, &transaction.provider_reference).await?;
        order = attempt.as_ref().map(|attempt| attempt.order_id).or(order);
        let key = format!("payment_callback:{}:{}", event.id, transaction.id);
        let method = PaymentMethodId::from_raw(event.owner_id);
        let call = inquiry_call::of_transaction(&event.provider, method, transaction, attempt.as_ref(), key);
        provider_calls::enqueue(c, app.env(), scope, call).await?;
    }
    Ok(Processed { order })
}

impl CallbackReader for PaymentCallbacks {
    fn reads(&self, app: &App, provider: &str) -> bool {
        app.payment_gateways.get(provider).is_some()
    }

    /// PayTabs' signature.
    fn kept_headers(&self) -> &'static [&'static str] {
        &["signature"]
    }

    fn verify<'a>(
        &'a self,
        app: &'a App,
        endpoint: &'a Endpoint,
        request: IncomingRequest<'a>,
    ) -> BoxFuture<'a, Result<Verified, RejectedCallback>> {
        Box::pin(check(app, endpoint, request))
    }

    fn process<'a>(
        &'a self,
        app: &'a App,
        c: Conn<'a>,
        scope: &'a StoreScope,
        event: &'a ProviderEvent,
    ) -> BoxFuture<'a, Result<Processed, Failed>> {
        Box::pin(book(app, c, scope, event))
    }
}
