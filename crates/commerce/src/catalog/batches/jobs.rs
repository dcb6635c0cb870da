//! The undo of a batch in the background.

use db::Conn;
use jobs::{Enqueue, Job, JobResult, Outcome, Registry};
use kernel::{Actor, BatchId, Env, StoreId, StoreScope, UserId};
use serde::{Deserialize, Serialize};

use super::model::Status;
use super::run::{self, Step};
use super::store;
use crate::App;

/// Steps of one turn, before other jobs get theirs.
const TURN: usize = 40;

/// Who began background work in which store: what it writes is logged under the same names.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Begun {
    store: StoreId,
    user: Option<i64>,
    name: String,
    #[serde(default)]
    operator: Option<String>,
    #[serde(default)]
    ip: Option<String>,
}

impl Begun {
    pub(crate) fn of(scope: &StoreScope) -> Self {
        let Actor { kind: _, id, name, operator, ip } = scope.actor().clone();
        Self { store: scope.store(), user: id, name, operator, ip }
    }

    pub(crate) fn scope(&self) -> StoreScope {
        let actor = match self.user {
            Some(id) => Actor::merchant(UserId::from_raw(id), self.name.clone()),
            None => Actor::system(),
        };
        StoreScope::new(self.store, Actor { operator: self.operator.clone(), ip: self.ip.clone(), ..actor })
    }
}

/// Takes a batch back.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct UndoBatchJob {
    by: Begun,
    batch: BatchId,
}

impl Job for UndoBatchJob {
    const KIND: &'static str = "undo_batch";
}

pub(super) fn register(registry: &mut Registry<App>) {
    registry.on(undo_batch);
    registry.on_dead(gave_up);
}

/// Adds the job of an undo in the caller's transaction.
pub(super) async fn enqueue(c: Conn<'_>, env: &Env, scope: &StoreScope, batch: BatchId) -> db::Result<()> {
    let job = UndoBatchJob { by: Begun::of(scope), batch };
    jobs::enqueue(c, env, &job, Enqueue::of(scope.store())).await?;
    Ok(())
}

async fn undo_batch(app: App, job: UndoBatchJob) -> JobResult {
    let scope = job.by.scope();
    for _ in 0..TURN {
        if run::step(&app, &scope, job.batch).await? == Step::Over {
            return Ok(Outcome::Done);
        }
    }
    Ok(Outcome::Continue(0))
}

async fn gave_up(app: App, job: UndoBatchJob, _: String) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    let (scope, now) = (job.by.scope(), app.env().now());
    app.db().tx(async move |c| store::end(c, &scope, now, job.batch, Status::Failed).await).await?;
    Ok(())
}
