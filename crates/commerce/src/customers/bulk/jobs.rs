//! Batches of customers in the background: the walk over all that match, and the way back.

use db::Conn;
use jobs::{Enqueue, Job, JobResult, Outcome, Registry};
use kernel::{Actor, CustomerBatchId, Env, StoreId, StoreScope, UserId};
use serde::{Deserialize, Serialize};

use super::action::{self, Action};
use super::run::{self, Failed, Step};
use super::store::{self, Status};
use super::undo;
use crate::App;

/// Steps of one turn, before other jobs get theirs.
const TURN: usize = 40;

/// Works a batch off; who began it, so that what it writes is logged under the same names.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct EditCustomersJob {
    store: StoreId,
    user: Option<i64>,
    name: String,
    #[serde(default)]
    operator: Option<String>,
    #[serde(default)]
    ip: Option<String>,
    batch: CustomerBatchId,
}

impl Job for EditCustomersJob {
    const KIND: &'static str = "edit_customers";
}

impl EditCustomersJob {
    fn scope(&self) -> StoreScope {
        let actor = match self.user {
            Some(id) => Actor::merchant(UserId::from_raw(id), self.name.clone()),
            None => Actor::system(),
        };
        StoreScope::new(self.store, Actor { operator: self.operator.clone(), ip: self.ip.clone(), ..actor })
    }
}

pub(super) fn register(registry: &mut Registry<App>) {
    registry.on(edit_customers);
    registry.on_dead(gave_up);
}

/// Adds the job in the caller's transaction.
pub(super) async fn enqueue(c: Conn<'_>, env: &Env, scope: &StoreScope, batch: CustomerBatchId) -> db::Result<()> {
    let Actor { kind: _, id, name, operator, ip } = scope.actor().clone();
    let job = EditCustomersJob { store: scope.store(), user: id, name, operator, ip, batch };
    jobs::enqueue(c, env, &job, Enqueue::of(scope.store())).await?;
    Ok(())
}

async fn end(app: &App, scope: &StoreScope, batch: CustomerBatchId, to: Status) -> db::Result<bool> {
    let (scope, now) = (scope.clone(), app.env().now());
    app.db().tx(async move |c| store::end(c, &scope, now, batch, to).await).await
}

/// The next step of a batch, whichever way it goes.
pub(super) async fn step(app: &App, scope: &StoreScope, id: CustomerBatchId) -> Result<Step, Failed> {
    let found = store::find(app.db().conn(), scope, id).await?.filter(|b| b.status() == Status::Running);
    let Some(batch) = found else { return Ok(Step::Over) };
    if batch.undo_of.is_some() {
        return undo::step(app, scope, &batch).await;
    }
    let action: Action = match action::read(app, scope, &batch.what.0.action).await {
        Ok(action) => action,
        // Its group was deleted: what was done stays.
        Err(e) if e.status().is_client_error() => {
            end(app, scope, id, Status::Failed).await?;
            return Ok(Step::Over);
        }
        Err(e) => return Err(e.message().en.to_string().into()),
    };
    run::step(app, scope, &batch, &action).await
}

async fn edit_customers(app: App, job: EditCustomersJob) -> JobResult {
    let scope = job.scope();
    for _ in 0..TURN {
        if step(&app, &scope, job.batch).await? == Step::Over {
            return Ok(Outcome::Done);
        }
    }
    Ok(Outcome::Continue(0))
}

async fn gave_up(app: App, job: EditCustomersJob, _: String) -> Result<(), Failed> {
    end(&app, &job.scope(), job.batch, Status::Failed).await?;
    Ok(())
}
