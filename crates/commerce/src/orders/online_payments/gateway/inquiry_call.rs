//! The call that asks a gateway what became of a payment.

use db::Conn;
use futures_util::future::BoxFuture;
use gateways::payments::{GatewayContext, Lookup, Transaction};
use jobs::Failed;
use kernel::{PaymentAttemptId, PaymentMethodId, StoreScope};
use platform::App;
use platform::provider_calls::{CallContext, CallOutcome, CallResult, NewCall, ProviderCall, Reason, Settlement, StoredCall};
use serde::{Deserialize, Serialize};
use web::Message;

use super::super::model::Attempt;
use super::super::record::record;
use super::super::recorded::Source;
use super::{account, outcome};

/// The kind of the call.
pub(super) const KIND: &str = "payment_inquiry";

/// What is asked about, with the account of a method.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Input {
    method: PaymentMethodId,
    /// The provider's id of a transaction; else our reference.
    #[serde(default)]
    transaction: Option<String>,
    #[serde(default)]
    reference: Option<String>,
}

/// Asks about an attempt, by our reference of it. None where the method is gone.
pub(super) fn of_attempt(attempt: &Attempt, key: String) -> Option<NewCall> {
    let input = Input { method: attempt.payment_method_id?, transaction: None, reference: Some(attempt.reference.clone()) };
    let call = NewCall::new(attempt.provider.clone(), KIND, attempt.id, key).order(attempt.order_id);
    Some(call.input(serde_json::to_value(input).unwrap_or_default()))
}

/// Asks about a transaction that a callback named; `attempt` where its signed part says whose it is.
pub(super) fn of_transaction(
    provider: &str,
    method: PaymentMethodId,
    transaction: &Transaction,
    attempt: Option<&Attempt>,
    key: String,
) -> NewCall {
    let input = Input { method, transaction: Some(transaction.id.clone()), reference: None };
    let call = match attempt {
        Some(attempt) => NewCall::new(provider, KIND, attempt.id, key).order(attempt.order_id),
        None => NewCall::new(provider, KIND, method, key),
    };
    call.input(serde_json::to_value(input).unwrap_or_default())
}

async fn inquire(context: CallContext<'_>, call: &StoredCall) -> CallOutcome {
    let Ok(input) = serde_json::from_value::<Input>(call.input.clone()) else {
        return CallOutcome::Refused(Reason::code("internal"));
    };
    let account = match account::open(context.app.db().conn(), context.app, context.scope, input.method).await {
        Ok(Ok(account)) => account,
        Ok(Err(fault)) => return CallOutcome::Refused(account::reason(fault)),
        Err(e) => return CallOutcome::Unreachable(Reason::new("internal", e.to_string())),
    };
    let lookup = match (&input.transaction, &input.reference) {
        (Some(id), _) => Lookup::Transaction(id),
        (None, Some(reference)) => Lookup::Reference(reference),
        (None, None) => return CallOutcome::Refused(Reason::code("internal")),
    };
    let gateway = GatewayContext { credentials: &account.credentials, log: context.log };
    match account.gateway.find(gateway, lookup).await {
        Ok(found) => CallOutcome::Done(serde_json::to_value(found).unwrap_or_default()),
        Err(e) => outcome::of_error(&e, false),
    }
}

async fn write(app: &App, c: Conn<'_>, scope: &StoreScope, call: &StoredCall, result: &CallResult) -> Result<(), Failed> {
    let CallResult::Done(value) = result else { return Ok(()) };
    let found: Vec<Transaction> = serde_json::from_value(value.clone())?;
    let source = Source { provider: &call.provider, attempt: call.subject_id::<kernel::id::PaymentAttempt>(), request: None };
    // The charge before what was done with it: a refund belongs to a row that is there.
    let (own, following): (Vec<_>, Vec<_>) = found.iter().partition(|t| t.parent_id.is_none());
    for transaction in own.into_iter().chain(following) {
        record(c, app.env(), scope, source, transaction).await?;
    }
    Ok(())
}

impl ProviderCall for InquirePayment {
    fn kind(&self) -> &'static str {
        KIND
    }

    fn call<'a>(&'a self, context: CallContext<'a>, call: &'a StoredCall) -> BoxFuture<'a, CallOutcome> {
        Box::pin(inquire(context, call))
    }

    /// It changes nothing at the gateway.
    fn settle_unknown<'a>(&'a self, _context: CallContext<'a>, _call: &'a StoredCall) -> BoxFuture<'a, Settlement> {
        Box::pin(async { Settlement::Repeat })
    }

    fn apply<'a>(
        &'a self,
        app: &'a App,
        c: Conn<'a>,
        scope: &'a StoreScope,
        call: &'a StoredCall,
        result: &'a CallResult,
    ) -> BoxFuture<'a, Result<(), Failed>> {
        Box::pin(write(app, c, scope, call, result))
    }

    fn message(&self, code: &str) -> Option<Message> {
        outcome::message(code)
    }
}

/// Asks a gateway about a payment and records what it answers. Its subject is the attempt, or the method whose account reported a
/// payment that no attempt is known of.
pub(super) struct InquirePayment;

/// The key under which an attempt is asked about once a minute, however often its shopper reloads.
pub(super) fn key_of_minute(attempt: PaymentAttemptId, minute: i64) -> String {
    format!("payment_inquiry:{attempt}:{minute}")
}
