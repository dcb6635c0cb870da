//! One run of a call: claimed in a transaction, made outside of any, ended in another one together with its effect.
//!
//! A run that dies leaves its call `running`; once its lease is over the next run asks the provider first. A run that was overtaken
//! writes nothing: its fence is not the call's any more.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use db::{Conn, Topics};
use futures_util::FutureExt as _;
use jobs::Failed;
use kernel::{Env, Millis, ProviderCallId, StoreScope};
use serde_json::{Value, json};

use super::circuit::{Admission, Circuit};
use super::entities;
use super::model::{self, Claim, RunOutcome};
use super::port::{CallContext, CallOutcome, CallResult, ExchangeLog, ProviderCall, ProviderCalls, Settlement};
use super::stored::{Reason, StoredCall};
use super::{circuit_store, exchange_store, store};
use crate::App;
use crate::journal::{self, Act, Entry};

/// Characters of a provider's words that are kept.
const MOST_WORDS: usize = 300;

/// What a run came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Run {
    /// The call has ended, or there is none.
    Ended,
    /// It is made later, in so many milliseconds.
    Later(i64),
}

/// A claimed call.
enum Claimed {
    Ended,
    Later(Millis),
    Expired(StoredCall),
    Begun(StoredCall),
}

/// Runs a call if it may be made now. Never twice at the same time, whoever asks.
///
/// # Errors
/// Of the database and of the effect; the call runs again.
pub(super) async fn run(app: &App, scope: &StoreScope, id: ProviderCallId) -> Result<Run, Failed> {
    let (at, env) = (scope.clone(), app.env().clone());
    let claimed = app.db().tx(async move |c| claim(c, &env, &at, id).await).await?;
    let call = match claimed {
        Claimed::Ended => return Ok(Run::Ended),
        Claimed::Later(at) => return Ok(later(app.env(), at)),
        Claimed::Expired(call) => {
            fail(app, scope, &call, Reason::code("expired")).await?;
            return Ok(Run::Ended);
        }
        Claimed::Begun(call) => call,
    };
    let calls = app.ports.get::<ProviderCalls>()?;
    let Some(port) = calls.get(&call.kind) else {
        return Err(format!("no handler for calls of the kind {}", call.kind).into());
    };
    let log = ExchangeLog::new();
    let outcome = make(app, scope, &port, &call, &log).await;
    let is_reached = matches!(outcome, CallOutcome::Done(_) | CallOutcome::Refused(_));
    calls.pressure.report(&call.provider, is_reached);
    record(app, scope, &call, is_reached, log.take()).await?;
    match finish(app, scope, &port, &call, outcome).await {
        Ok(run) => Ok(run),
        Err(error) => {
            // The provider's answer is lost with the transaction: ask again, soon and not when the lease is over.
            release(app, scope, &call).await?;
            Err(error)
        }
    }
}

fn later(env: &Env, at: Millis) -> Run {
    Run::Later((at.0 - env.now().0).max(0))
}

async fn claim(c: Conn<'_>, env: &Env, scope: &StoreScope, id: ProviderCallId) -> db::Result<Claimed> {
    let Some(mut call) = store::lock(c, scope, id).await? else { return Ok(Claimed::Ended) };
    let now = env.now();
    let progress = match call.progress.claim(now) {
        Claim::Ended => return Ok(Claimed::Ended),
        Claim::Wait(at) => return Ok(Claimed::Later(at)),
        Claim::Expired => return Ok(Claimed::Expired(call)),
        Claim::Run(progress) => progress,
    };
    if let Some(until) = find_pause(c, scope, &call.provider, now).await? {
        // An abandoned run stays as it is: its lease is over whenever the provider is asked.
        if call.progress.lease_until.is_none() {
            call.progress = call.progress.postponed(until.plus(i64::from(env.random_u32() % 2_000)));
            call.reason = Reason::code("unreachable");
            call.updated_at = now;
            store::update(c, scope, &call).await?;
            c.touch(scope.store(), Topics::SALES);
        }
        return Ok(Claimed::Later(until));
    }
    call.progress = progress;
    call.updated_at = now;
    store::update(c, scope, &call).await?;
    Ok(Claimed::Begun(call))
}

/// Until when the circuit of a provider lets no call through; a call that is let through may be the trial.
async fn find_pause(c: Conn<'_>, scope: &StoreScope, provider: &str, now: Millis) -> db::Result<Option<Millis>> {
    let Some(circuit) = circuit_store::find(c, scope, provider).await? else { return Ok(None) };
    Ok(match circuit.admit(now) {
        Admission::Call => None,
        Admission::Wait(until) => Some(until),
        Admission::Trial(Circuit { trial_until, .. }) => {
            let until = trial_until.unwrap_or(now);
            let is_trial = circuit_store::claim_trial(c, scope, provider, &circuit, until).await?;
            (!is_trial).then(|| now.plus(Millis::SECOND))
        }
    })
}

/// Makes the call, or finds out about an earlier run first. A panic and a run without an end are an unknown outcome.
async fn make(app: &App, scope: &StoreScope, port: &Arc<dyn ProviderCall>, call: &StoredCall, log: &ExchangeLog) -> CallOutcome {
    let context = CallContext { app, scope, log };
    let work = async {
        if !call.is_in_doubt() {
            return port.call(context, call).await;
        }
        match port.settle_unknown(context, call).await {
            Settlement::Done(result) => CallOutcome::Done(result),
            Settlement::Refused(reason) => CallOutcome::Refused(reason),
            Settlement::Repeat => port.call(context, call).await,
            Settlement::Unknown(reason) => CallOutcome::Unknown(reason),
        }
    };
    let limit = Duration::from_millis(model::RUN_LIMIT.unsigned_abs());
    match tokio::time::timeout(limit, AssertUnwindSafe(work).catch_unwind()).await {
        Ok(Ok(outcome)) => outcome,
        Ok(Err(_)) => CallOutcome::Unknown(Reason::code("internal")),
        Err(_) => CallOutcome::Unknown(Reason::code("unknown")),
    }
}

/// Writes down what was sent and answered, and what it says of the provider, before anything is made of it.
async fn record(
    app: &App,
    scope: &StoreScope,
    call: &StoredCall,
    is_reached: bool,
    exchanges: Vec<super::port::Exchange>,
) -> db::Result<()> {
    let (scope, provider, run, now) = (scope.clone(), call.provider.clone(), (call.id, call.progress.fence), app.env().now());
    let was_reached = is_reached && circuit_store::find(app.db().conn(), &scope, &provider).await?.is_none();
    if was_reached && exchanges.is_empty() {
        return Ok(());
    }
    app.db()
        .tx(async move |c| {
            if !exchanges.is_empty() {
                exchange_store::insert(c, &scope, run, &exchanges).await?;
                exchange_store::delete_beyond(c, &scope, run.0).await?;
            }
            if was_reached {
                return Ok(());
            }
            if is_reached {
                return circuit_store::delete(c, &scope, &provider).await;
            }
            let circuit = circuit_store::lock(c, &scope, &provider).await?.unwrap_or_default();
            circuit_store::upsert(c, &scope, &provider, &circuit.after_failure(now)).await
        })
        .await
}

/// Ends the run: the call's new state and, where the call has ended, its effect.
async fn finish(
    app: &App,
    scope: &StoreScope,
    port: &Arc<dyn ProviderCall>,
    call: &StoredCall,
    outcome: CallOutcome,
) -> Result<Run, Failed> {
    let (app, scope, port, begun) = (app.clone(), scope.clone(), port.clone(), call.clone());
    let random = app.env().random_u32();
    let (kind, reason, answer) = match outcome {
        CallOutcome::Done(answer) => (RunOutcome::Done, Reason::code(""), answer),
        CallOutcome::Refused(reason) => (RunOutcome::Refused, shortened(reason), Value::Null),
        CallOutcome::Unreachable(reason) => (RunOutcome::Unreachable, shortened(reason), Value::Null),
        CallOutcome::Unknown(reason) => (RunOutcome::Unknown, shortened(reason), Value::Null),
    };
    let db = app.db().clone();
    db.tx(async move |c| {
        let now = app.env().now();
        let Some(mut call) = store::lock(c, &scope, begun.id).await? else { return Ok(Run::Ended) };
        if call.progress.fence != begun.progress.fence || call.progress.state != model::CallState::Running {
            // Another run took over: the provider is asked by that one.
            return Ok(Run::Later(0));
        }
        call.progress = begun.progress.after(kind, port.most_attempts(), now, random);
        call.reason = reason.clone();
        call.result = answer.clone();
        if !call.progress.state.is_ended() {
            call.updated_at = now;
            store::update(c, &scope, &call).await?;
            c.touch(scope.store(), Topics::SALES);
            return Ok(later(app.env(), call.progress.not_before));
        }
        end(&app, c, &scope, Some(&port), call).await?;
        Ok::<_, Failed>(Run::Ended)
    })
    .await
}

/// Writes the end of a call with its effect and its journal entry. The call's row is locked.
async fn end(
    app: &App,
    c: Conn<'_>,
    scope: &StoreScope,
    port: Option<&Arc<dyn ProviderCall>>,
    mut call: StoredCall,
) -> Result<(), Failed> {
    let now = app.env().now();
    (call.updated_at, call.ended_at) = (now, Some(now));
    store::update(c, scope, &call).await?;
    let result = match call.progress.state {
        model::CallState::Done => CallResult::Done(call.result.clone()),
        model::CallState::Refused => CallResult::Refused(call.reason.clone()),
        _ => CallResult::Failed(call.reason.clone()),
    };
    if let Some(port) = port {
        port.apply(app, c, scope, &call, &result).await?;
    }
    if port.is_some_and(|port| !port.is_journaled()) {
        c.touch(scope.store(), Topics::SALES);
        return Ok(());
    }
    let after = json!({ "provider": call.provider, "kind": call.kind, "state": call.progress.state, "reason": call.reason.code });
    let entry = Entry::new(Act::UpdateStatus, entities::PROVIDER_CALL, call.id).after(after);
    journal::write(c, scope, now, Topics::SALES, entry).await?;
    Ok(())
}

/// Fails a call that no run will end: its time is over, or its job gave up. One that ended meanwhile stays as it is.
pub(super) async fn fail(app: &App, scope: &StoreScope, call: &StoredCall, reason: Reason) -> Result<(), Failed> {
    let port = app.ports.get::<ProviderCalls>()?.get(&call.kind);
    let (app, scope, id) = (app.clone(), scope.clone(), call.id);
    let db = app.db().clone();
    db.tx(async move |c| {
        let Some(mut call) = store::lock(c, &scope, id).await? else { return Ok(()) };
        if call.progress.state.is_ended() {
            return Ok(());
        }
        // The run that held it may have made the call.
        call.progress.is_in_doubt |= call.progress.state == model::CallState::Running;
        call.progress = call.progress.failed();
        if call.reason.code.is_empty() {
            call.reason = reason.clone();
        }
        end(&app, c, &scope, port.as_ref(), call).await
    })
    .await
}

/// Gives the lease of a run back whose end could not be written.
async fn release(app: &App, scope: &StoreScope, call: &StoredCall) -> db::Result<()> {
    let (scope, begun, now, random) = (scope.clone(), call.clone(), app.env().now(), app.env().random_u32());
    app.db()
        .tx(async move |c| {
            let Some(mut call) = store::lock(c, &scope, begun.id).await? else { return Ok(()) };
            if call.progress.fence == begun.progress.fence && call.progress.state == model::CallState::Running {
                // Not after the last attempt either: the job decides when this ends.
                call.progress = begun.progress.after(RunOutcome::Unknown, i64::MAX, now, random);
                call.progress.state = model::CallState::Waiting;
                call.updated_at = now;
                store::update(c, &scope, &call).await?;
            }
            Ok(())
        })
        .await
}

fn shortened(reason: Reason) -> Reason {
    let words = reason.words.chars().filter(|c| !c.is_control()).take(MOST_WORDS).collect();
    Reason { words, ..reason }
}
