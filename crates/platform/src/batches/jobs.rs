//! Batches in the background, and the deletion of row outcomes when the undo period is over.

use std::marker::PhantomData;

use db::Conn;
use jobs::{Enqueue, Job, JobResult, Outcome, Registry};
use kernel::{Actor, Env, Id, Millis, StoreId, StoreScope, UserId};
use serde::{Deserialize, Serialize};

use super::area::{Area, Failed};
use super::model::{Status, Step, UNDO_FOR};
use super::store;
use crate::App;

/// Steps of one run, before other jobs get their turn.
const PER_RUN: usize = 20;
/// Batches whose rows are deleted in one run.
const MOST_SWEPT: i64 = 200;

/// Who began background work in which store: its journal entries are written under the same names.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct BatchOrigin {
    store: StoreId,
    user: Option<i64>,
    name: String,
    #[serde(default)]
    operator: Option<String>,
    #[serde(default)]
    ip: Option<String>,
}

impl BatchOrigin {
    pub fn from_scope(scope: &StoreScope) -> Self {
        let Actor { kind: _, id, name, operator, ip } = scope.actor().clone();
        Self { store: scope.store(), user: id, name, operator, ip }
    }

    pub fn scope(&self) -> StoreScope {
        let actor = match self.user {
            Some(id) => Actor::merchant(UserId::from_raw(id), self.name.clone()),
            None => Actor::system(),
        };
        StoreScope::new(self.store, Actor { operator: self.operator.clone(), ip: self.ip.clone(), ..actor })
    }
}

/// Works through a batch, in either direction.
#[derive(Serialize, Deserialize)]
#[serde(bound(serialize = "A: Area", deserialize = "A: Area"))]
struct WorkJob<A: Area> {
    by: BatchOrigin,
    batch: Id<A::Kind>,
    #[serde(skip)]
    of: PhantomData<fn() -> A>,
}

impl<A: Area> Job for WorkJob<A> {
    const KIND: &'static str = A::WORDS.job;
}

/// The job of an area.
pub fn register<A: Area>(registry: &mut Registry<App>) {
    registry.on(work::<A>);
    registry.on_dead(|app, job: WorkJob<A>, _| mark_failed(app, job));
}

/// The schedule of every area.
pub fn register_sweep(registry: &mut Registry<App>) {
    registry.every("sweep_batches", Millis::HOUR, sweep);
}

/// Adds the job of a batch in the caller's transaction.
///
/// # Errors
/// The database failed, or the job cannot be written as JSON.
pub async fn enqueue<A: Area>(c: Conn<'_>, env: &Env, scope: &StoreScope, batch: Id<A::Kind>) -> db::Result<()> {
    let job = WorkJob::<A> { by: BatchOrigin::from_scope(scope), batch, of: PhantomData };
    jobs::enqueue(c, env, &job, Enqueue::for_store(scope.store())).await?;
    Ok(())
}

/// The next step of a batch, if it is running.
pub(super) async fn step<A: Area>(app: &App, scope: &StoreScope, id: Id<A::Kind>) -> Result<Step, Failed> {
    match store::find::<A>(app.db().conn(), scope, id).await?.filter(|batch| batch.status() == Status::Running) {
        Some(batch) => A::step(app, scope, batch).await,
        None => Ok(Step::Over),
    }
}

async fn work<A: Area>(app: App, job: WorkJob<A>) -> JobResult {
    let scope = job.by.scope();
    for _ in 0..PER_RUN {
        if step::<A>(&app, &scope, job.batch).await? == Step::Over {
            return Ok(Outcome::Done);
        }
    }
    Ok(Outcome::Continue(0))
}

async fn mark_failed<A: Area>(app: App, job: WorkJob<A>) -> Result<(), Failed> {
    let (scope, now) = (job.by.scope(), app.env().now());
    app.db().tx(async move |c| store::end::<A>(c, &scope, now, job.batch, Status::Failed).await).await?;
    Ok(())
}

async fn sweep(app: App) -> JobResult {
    let now = app.env().now();
    for (of, id) in store::list_expired(app.db().conn(), now.plus(-UNDO_FOR), MOST_SWEPT).await? {
        while app.db().tx(async move |c| store::delete_items(c, of, id, now).await).await? {}
    }
    Ok(Outcome::Done)
}
