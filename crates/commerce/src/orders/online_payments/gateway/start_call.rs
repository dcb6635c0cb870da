//! The call that starts a payment.

use db::Conn;
use futures_util::future::BoxFuture;
use gateways::payments::{GatewayContext, Lookup, NextStep, Operation, RepeatSafety, Started};
use jobs::Failed;
use kernel::StoreScope;
use platform::App;
use platform::provider_calls::{CallContext, CallOutcome, CallResult, ProviderCall, Reason, Settlement, StoredCall};
use web::Message;

use super::super::attempts_store::find;
use super::super::model::Attempt;
use super::super::open::{start_refused, started};
use super::account::{self, Account};
use super::{outcome, start_request};

/// The kind of the call.
pub(super) const KIND: &str = "payment_start";

/// Starts an attempt at its gateway. Its subject is the attempt.
pub(super) struct StartPayment;

/// The attempt with its account, or why there is none.
async fn prepare<'a>(context: CallContext<'a>, call: &StoredCall) -> Result<(Attempt, Account<'a>), Reason> {
    let failed = |e: db::Error| Reason::new("internal", e.to_string());
    let c = context.app.db().conn();
    let id = call.subject_id().ok_or_else(|| Reason::code("internal"))?;
    let attempt = find(c, context.scope, id).await.map_err(failed)?.ok_or_else(|| Reason::code("internal"))?;
    let method = attempt.payment_method_id.ok_or_else(|| Reason::code("not_connected"))?;
    match account::open(c, context.app, context.scope, method).await.map_err(failed)? {
        Ok(account) => Ok((attempt, account)),
        Err(fault) => Err(account::reason(fault)),
    }
}

/// As the call's result.
fn done(started: &Started) -> serde_json::Value {
    serde_json::to_value(started).unwrap_or_default()
}

async fn start(context: CallContext<'_>, call: &StoredCall) -> CallOutcome {
    let (attempt, account) = match prepare(context, call).await {
        Ok(prepared) => prepared,
        Err(reason) if reason.code == "internal" => return CallOutcome::Unreachable(reason),
        Err(reason) => return CallOutcome::Refused(reason),
    };
    if !attempt.state.is_open() {
        return CallOutcome::Refused(Reason::code("expired"));
    }
    let request = match start_request::read(context.app.db().conn(), context.app, context.scope, &attempt).await {
        Ok(Some(request)) => request,
        Ok(None) => return CallOutcome::Refused(Reason::code("invalid_request")),
        Err(e) => return CallOutcome::Unreachable(Reason::new("internal", e.to_string())),
    };
    let gateway = GatewayContext { credentials: &account.credentials, log: context.log };
    match account.gateway.start(gateway, &request).await {
        Ok(started) => CallOutcome::Done(done(&started)),
        Err(e) => outcome::of_error(&e, true),
    }
}

async fn settle(context: CallContext<'_>, call: &StoredCall) -> Settlement {
    let (attempt, account) = match prepare(context, call).await {
        Ok(prepared) => prepared,
        Err(reason) => return Settlement::Unknown(reason),
    };
    if account.gateway.repeat_safety(Operation::Start) == RepeatSafety::Safe {
        return Settlement::Repeat;
    }
    let gateway = GatewayContext { credentials: &account.credentials, log: context.log };
    match account.gateway.find(gateway, Lookup::Reference(&attempt.reference)).await {
        Ok(found) => match found.into_iter().find(gateways::payments::Transaction::is_money_received) {
            Some(paid) => {
                let provider_reference = paid.provider_reference.clone();
                Settlement::Done(done(&Started { provider_reference, next: NextStep::AlreadyPaid(Box::new(paid)) }))
            }
            None => Settlement::Repeat,
        },
        Err(e) => outcome::of_settling(&e),
    }
}

async fn write(app: &App, c: Conn<'_>, scope: &StoreScope, call: &StoredCall, result: &CallResult) -> Result<(), Failed> {
    let id = call.subject_id().ok_or("the subject is no attempt")?;
    match result {
        CallResult::Done(value) => {
            let answer: Started = serde_json::from_value(value.clone())?;
            started(c, app.env(), scope, id, &answer, None).await?;
        }
        CallResult::Refused(reason) | CallResult::Failed(reason) => {
            start_refused(c, app.env(), scope, id, outcome::refusal_code(&reason.code), &reason.words).await?;
        }
    }
    Ok(())
}

impl ProviderCall for StartPayment {
    fn kind(&self) -> &'static str {
        KIND
    }

    fn call<'a>(&'a self, context: CallContext<'a>, call: &'a StoredCall) -> BoxFuture<'a, CallOutcome> {
        Box::pin(start(context, call))
    }

    fn settle_unknown<'a>(&'a self, context: CallContext<'a>, call: &'a StoredCall) -> BoxFuture<'a, Settlement> {
        Box::pin(settle(context, call))
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

    /// The shopper tries again by a new attempt: the gateway's page of an old one would be nobody's.
    fn can_retry(&self, _call: &StoredCall) -> bool {
        false
    }

    fn message(&self, code: &str) -> Option<Message> {
        outcome::message(code)
    }

    /// A shopper waits: after these the next attempt is theirs.
    fn most_attempts(&self) -> i64 {
        4
    }
}
