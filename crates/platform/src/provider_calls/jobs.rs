//! Background work: running calls, and deleting old exchanges.

use db::Conn;
use jobs::{Enqueue, Failed, Job, JobResult, Outcome, Registry};
use kernel::{Actor, Env, Millis, ProviderCallId, StoreId, StoreScope};
use serde::{Deserialize, Serialize};

use super::port::ProviderCalls;
use super::run::{self, Run};
use super::stored::Reason;
use super::{exchange_store, store};
use crate::App;

/// How long the worker leaves a call to whoever runs it inline.
const INLINE_LEAD: i64 = 3 * Millis::SECOND;
/// How soon a call looks again for a lane that is not waiting for its troubled provider.
const LANE_CHECK: i64 = Millis::SECOND;
/// How long exchanges are kept.
const EXCHANGES_FOR: i64 = 90 * Millis::DAY;

/// Makes a call to a provider.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct RunProviderCallJob {
    store: StoreId,
    call: ProviderCallId,
}

impl Job for RunProviderCallJob {
    const KIND: &'static str = "run_provider_call";
}

/// Adds the job of a call in the transaction that writes it.
pub(super) async fn enqueue(c: Conn<'_>, env: &Env, scope: &StoreScope, call: ProviderCallId, is_inline: bool) -> db::Result<()> {
    let job = RunProviderCallJob { store: scope.store(), call };
    let run_at = is_inline.then(|| env.now().plus(INLINE_LEAD));
    jobs::enqueue(c, env, &job, Enqueue { run_at, ..Enqueue::for_store(scope.store()) }).await?;
    Ok(())
}

/// The job handlers and schedules.
pub fn register(registry: &mut Registry<App>) {
    registry.on(run_call);
    registry.on_dead(give_up);
    registry.every("delete_old_exchanges", Millis::HOUR, delete_old_exchanges);
}

async fn run_call(app: App, job: RunProviderCallJob) -> JobResult {
    let scope = StoreScope::new(job.store, Actor::system());
    let Some(call) = store::find(app.db().conn(), &scope, job.call).await? else { return Ok(Outcome::Done) };
    if call.progress.state.is_ended() {
        return Ok(Outcome::Done);
    }
    let calls = app.ports.get::<ProviderCalls>()?;
    let Some(_lane) = calls.pressure.enter(&call.provider) else { return Ok(Outcome::Continue(LANE_CHECK)) };
    match run::run(&app, &scope, job.call).await? {
        Run::Ended => Ok(Outcome::Done),
        Run::Later(after) => Ok(Outcome::Continue(after)),
    }
}

async fn give_up(app: App, job: RunProviderCallJob, _reason: String) -> Result<(), Failed> {
    let scope = StoreScope::new(job.store, Actor::system());
    let Some(call) = store::find(app.db().conn(), &scope, job.call).await? else { return Ok(()) };
    run::fail(&app, &scope, &call, Reason::code("internal")).await
}

async fn delete_old_exchanges(app: App) -> JobResult {
    let before = app.env().now().plus(-EXCHANGES_FOR);
    while app.db().tx(async move |c| exchange_store::delete_before(c, before).await).await? > 0 {}
    Ok(Outcome::Done)
}
