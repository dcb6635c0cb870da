//! The work of a batch in the background.

use db::Conn;
use futures_util::{StreamExt as _, TryStreamExt as _};
use jobs::{Enqueue, Job, JobResult, Outcome, Registry};
use kernel::{Env, OrderBatchId, StoreScope};
use serde::{Deserialize, Serialize};

use super::action::{Kind, State};
use super::apply::{self, Doing};
use super::store;
use crate::App;
use crate::catalog::Begun;

/// Orders between two counts.
const CHUNK: i64 = 50;
/// Counts of one turn, before other jobs get theirs.
const TURN: usize = 10;
/// Orders at the same time: they share commits.
const BESIDE: usize = 4;

/// Works a batch off.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct ChangeOrdersJob {
    by: Begun,
    batch: OrderBatchId,
}

impl Job for ChangeOrdersJob {
    const KIND: &'static str = "change_orders";
}

pub(super) fn register(registry: &mut Registry<App>) {
    registry.on(change_orders);
    registry.on_dead(gave_up);
}

/// Adds the job of a batch in the caller's transaction.
pub(super) async fn enqueue(c: Conn<'_>, env: &Env, scope: &StoreScope, batch: OrderBatchId) -> db::Result<()> {
    let job = ChangeOrdersJob { by: Begun::of(scope), batch };
    jobs::enqueue(c, env, &job, Enqueue::of(scope.store())).await?;
    Ok(())
}

type Failed = Box<dyn std::error::Error + Send + Sync>;

async fn change_orders(app: App, job: ChangeOrdersJob) -> JobResult {
    let scope = job.by.scope();
    for _ in 0..TURN {
        let c = app.db().conn();
        let batch = store::find(c, &scope, job.batch).await?.filter(|b| b.status() == State::Running);
        let Some(batch) = batch else { return Ok(Outcome::Done) };
        let doing = match batch.kind() {
            Kind::Undo => Doing::Back,
            _ => Doing::Act(batch.what.0.action.read().map_err(|_| Failed::from("the act cannot be read any more"))?),
        };
        let items = store::pending(c, &scope, batch.id, CHUNK).await?;
        let (now, id, at) = (app.env().now(), batch.id, scope.clone());
        if items.is_empty() {
            app.db().tx(async move |c| store::end(c, &at, now, id, State::Done).await).await?;
            return Ok(Outcome::Done);
        }
        let work = futures_util::stream::iter(items).map(|item| {
            let (app, scope, doing) = (app.clone(), scope.clone(), doing.clone());
            async move { apply::one(&app, &scope, id, &item, &doing).await }
        });
        let done = work.buffer_unordered(BESIDE).try_collect::<Vec<()>>().await;
        // Counted also when one of them met a failure of the database: the others are done.
        app.db().tx(async move |c| store::count(c, &at, id).await).await?;
        done?;
    }
    Ok(Outcome::Continue(0))
}

async fn gave_up(app: App, job: ChangeOrdersJob, _: String) -> Result<(), Failed> {
    let (scope, now) = (job.by.scope(), app.env().now());
    app.db().tx(async move |c| store::end(c, &scope, now, job.batch, State::Failed).await).await?;
    Ok(())
}
