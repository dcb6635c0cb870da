//! Runs jobs: in the background of `serve`, alone as `worker`, and to the end in tests (`drain`).

use std::collections::HashMap;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use db::Db;
use kernel::{Env, Millis};
use tokio::sync::watch;

use crate::clock::Clock;
use crate::store::{self, Leased};
use crate::{Failed, Job, JobResult, Outcome};

type Run<S> = Arc<dyn Fn(S, String) -> Pin<Box<dyn Future<Output = JobResult> + Send>> + Send + Sync>;
type OnDead<S> = Arc<dyn Fn(S, String, String) -> Pin<Box<dyn Future<Output = Result<(), Failed>> + Send>> + Send + Sync>;
type Tick<S> = Arc<dyn Fn(S) -> Pin<Box<dyn Future<Output = JobResult> + Send>> + Send + Sync>;

/// Handlers by kind and schedules by name, over a state `S` that the server makes.
pub struct Registry<S> {
    handlers: HashMap<&'static str, (Run<S>, i64)>,
    on_dead: HashMap<&'static str, OnDead<S>>,
    schedules: Vec<(&'static str, i64, Tick<S>)>,
}

impl<S: Clone + Send + Sync + 'static> Default for Registry<S> {
    fn default() -> Self {
        Self { handlers: HashMap::new(), on_dead: HashMap::new(), schedules: Vec::new() }
    }
}

impl<S: Clone + Send + Sync + 'static> Registry<S> {
    /// The kinds of jobs that have a handler, in order.
    #[must_use]
    pub fn kinds(&self) -> Vec<&'static str> {
        let mut kinds: Vec<&'static str> = self.handlers.keys().copied().collect();
        kinds.sort_unstable();
        kinds
    }

    /// Handles jobs of one kind.
    pub fn on<J, F, R>(&mut self, handler: F)
    where
        J: Job,
        F: Fn(S, J) -> R + Send + Sync + Clone + 'static,
        R: Future<Output = JobResult> + Send + 'static,
    {
        let run: Run<S> = Arc::new(move |state, payload| {
            let handler = handler.clone();
            Box::pin(async move {
                match serde_json::from_str::<J>(&payload) {
                    Ok(job) => handler(state, job).await,
                    Err(e) => Ok(Outcome::GiveUp(format!("payload: {e}"))),
                }
            })
        });
        self.handlers.insert(J::KIND, (run, J::MOST_ATTEMPTS));
    }

    /// Registers a handler that runs when a job of this kind gives up, with the reason, before the job goes to the dead-letter
    /// list: the record that the job worked on must not look as if it were still in progress. Idempotent, as handlers are; when
    /// it fails, the job is not dead yet but runs again.
    pub fn on_dead<J, F, R>(&mut self, handler: F)
    where
        J: Job,
        F: Fn(S, J, String) -> R + Send + Sync + Clone + 'static,
        R: Future<Output = Result<(), Failed>> + Send + 'static,
    {
        let run: OnDead<S> = Arc::new(move |state, payload, reason| {
            let handler = handler.clone();
            Box::pin(async move {
                match serde_json::from_str::<J>(&payload) {
                    Ok(job) => handler(state, job, reason).await,
                    // The payload cannot be read, so its owner is unknown.
                    Err(_) => Ok(()),
                }
            })
        });
        self.on_dead.insert(J::KIND, run);
    }

    /// Runs `tick` on one node every `every` milliseconds.
    pub fn every<F, R>(&mut self, name: &'static str, every: i64, tick: F)
    where
        F: Fn(S) -> R + Send + Sync + Clone + 'static,
        R: Future<Output = JobResult> + Send + 'static,
    {
        let run: Tick<S> = Arc::new(move |state| Box::pin(tick.clone()(state)));
        self.schedules.push((name, every, run));
    }
}

/// Leases and runs jobs.
pub struct Worker<S> {
    db: Db,
    env: Env,
    state: S,
    registry: Arc<Registry<S>>,
    /// Set where the node's clock may differ from the database's.
    clock: Option<Clock>,
}

impl<S: Clone> Clone for Worker<S> {
    fn clone(&self) -> Self {
        let Self { db, env, state, registry, clock } = self;
        Self { db: db.clone(), env: env.clone(), state: state.clone(), registry: registry.clone(), clock: clock.clone() }
    }
}

/// How often an idle worker looks for due jobs.
const IDLE: Duration = Duration::from_millis(200);

impl<S: Clone + Send + Sync + 'static> Worker<S> {
    /// A worker over a registry.
    #[must_use]
    pub fn new(db: Db, env: Env, state: S, registry: Registry<S>) -> Self {
        Self { db, env, state, registry: Arc::new(registry), clock: None }
    }

    /// Leases jobs only while the node's clock agrees with the database's.
    #[must_use]
    pub fn comparing_clocks(mut self) -> Self {
        self.clock = Some(Clock::default());
        self
    }

    async fn is_clock_right(&self) -> db::Result<bool> {
        match &self.clock {
            Some(clock) => clock.is_right(&self.db, &self.env).await,
            None => Ok(true),
        }
    }

    /// Runs until `shutdown` turns true; running jobs are finished first.
    pub async fn run(self, lanes: usize, shutdown: watch::Receiver<bool>) {
        let mut tasks = Vec::new();
        for _ in 0..lanes.max(1) {
            let (worker, mut shutdown) = (self.clone(), shutdown.clone());
            tasks.push(tokio::spawn(async move {
                while !*shutdown.borrow() {
                    // A newer version has changed the schema: its workers run the jobs from now on.
                    if worker.db.newer_schema().is_some() {
                        let _ = tokio::time::timeout(Duration::from_secs(1), shutdown.changed()).await;
                        continue;
                    }
                    match worker.step().await {
                        Ok(true) => {}
                        Ok(false) => {
                            let _ = tokio::time::timeout(IDLE, shutdown.changed()).await;
                        }
                        Err(e) => {
                            tracing::warn!(error = %e, "job queue unreachable");
                            let _ = tokio::time::timeout(Duration::from_secs(2), shutdown.changed()).await;
                        }
                    }
                }
            }));
        }
        let mut shutdown = shutdown;
        while !*shutdown.borrow() {
            if self.db.newer_schema().is_none()
                && let Err(e) = self.tick().await
            {
                tracing::warn!(error = %e, "schedules cannot run");
            }
            let _ = tokio::time::timeout(Duration::from_secs(1), shutdown.changed()).await;
        }
        for t in tasks {
            let _ = t.await;
        }
    }

    /// Runs every due schedule that this node claims.
    ///
    /// # Errors
    /// Of the database.
    pub async fn tick(&self) -> db::Result<()> {
        if !self.is_clock_right().await? {
            return Ok(());
        }
        for (name, every, run) in &self.registry.schedules {
            let (name, every, now) = (*name, *every, self.env.now());
            if self.db.tx(async move |c| store::claim_schedule(c, name, every, now).await).await?
                && let Err(e) = run(self.state.clone()).await
            {
                tracing::error!(schedule = name, error = %e, "schedule failed");
            }
        }
        let now = self.env.now();
        if self.db.tx(async move |c| store::claim_schedule(c, "mend_job_times", Millis::MINUTE, now).await).await? {
            while self.db.tx(async move |c| store::update_skewed_times(c, now).await).await? > 0 {}
        }
        if self.db.tx(async move |c| store::claim_schedule(c, "sweep_jobs", Millis::HOUR, now).await).await? {
            while self.db.tx(async move |c| store::delete_finished(c, now).await).await? > 0 {}
        }
        Ok(())
    }

    /// Runs due jobs, and those that they enqueue, until none is due. Tests call it instead of sleeping.
    ///
    /// # Errors
    /// Of the database.
    pub async fn drain(&self) -> db::Result<usize> {
        let mut count = 0;
        while self.step().await? {
            count += 1;
        }
        Ok(count)
    }

    /// Leases and runs one job; false when none is due.
    ///
    /// # Errors
    /// Of the database.
    pub async fn step(&self) -> db::Result<bool> {
        if !self.is_clock_right().await? {
            return Ok(false);
        }
        let now = self.env.now();
        if !store::has_due(self.db.conn(), now).await? {
            return Ok(false);
        }
        let Some(job) = self.db.tx(async move |c| store::lease(c, now).await).await? else { return Ok(false) };
        let Leased { id, kind, payload, attempt, fence } = job;
        let Some((run, most_attempts)) = self.registry.handlers.get(kind.as_str()) else {
            let at = (now, Millis::MINUTE);
            self.db.tx(async move |c| store::reschedule(c, id, fence, at, Some("no handler for this kind"), true).await).await?;
            return Ok(true);
        };
        let result = if attempt > *most_attempts {
            // Each worker that ran it died without a result: the job itself may crash them.
            Ok(Outcome::GiveUp("every worker that ran it died".into()))
        } else {
            self.keep_lease(id, fence, tokio::spawn(run(self.state.clone(), payload.clone()))).await
        };
        let now = self.env.now();
        let has_tries = attempt < *most_attempts;
        match result {
            Ok(Outcome::Done) => {
                self.db.tx(async move |c| store::finish(c, id, fence, now).await).await?;
            }
            Ok(Outcome::Continue(after)) => {
                self.db.tx(async move |c| store::reschedule(c, id, fence, (now, after), None, true).await).await?;
            }
            Ok(Outcome::Retry(after)) if has_tries => {
                self.db.tx(async move |c| store::reschedule(c, id, fence, (now, after), None, false).await).await?;
            }
            Err(reason) if has_tries => {
                tracing::warn!(job.kind = kind, job.id = %id, attempt, error = reason, "job failed, will run again");
                let at = (now, back_off(attempt));
                self.db.tx(async move |c| store::reschedule(c, id, fence, at, Some(&reason), false).await).await?;
            }
            Ok(Outcome::Retry(_)) => self.move_to_dead(id, fence, &kind, payload, "used up its attempts".into()).await?,
            Ok(Outcome::GiveUp(reason)) | Err(reason) => self.move_to_dead(id, fence, &kind, payload, reason).await?,
        }
        metrics::counter!("jobs_run_total", "kind" => kind).increment(1);
        Ok(true)
    }

    /// Calls the `on_dead` handler, then puts the job on the dead-letter list.
    async fn move_to_dead(&self, id: kernel::JobId, fence: i64, kind: &str, payload: String, reason: String) -> db::Result<()> {
        let now = self.env.now();
        if !self.db.tx(async move |c| store::renew(c, id, fence, now).await).await? {
            // Another worker holds the lease now and decides.
            return Ok(());
        }
        tracing::error!(job.kind = kind, job.id = %id, error = reason, "job gave up");
        if let Some(handler) = self.registry.on_dead.get(kind) {
            let notice_result = match tokio::spawn(handler(self.state.clone(), payload, reason.clone())).await {
                Ok(notice_result) => notice_result.map_err(|e| e.to_string()),
                Err(e) => Err(format!("panicked: {e}")),
            };
            if let Err(e) = notice_result {
                tracing::error!(job.kind = kind, job.id = %id, error = e, "what a dead job leaves could not be put right");
                let at = (now, Millis::MINUTE);
                self.db.tx(async move |c| store::reschedule(c, id, fence, at, Some(&reason), true).await).await?;
                return Ok(());
            }
        }
        self.db.tx(async move |c| store::set_dead(c, id, fence, now, &reason).await).await?;
        Ok(())
    }

    /// Waits for the handler and renews its lease; a lost lease stops it, since another worker has the job now.
    async fn keep_lease(
        &self,
        id: kernel::JobId,
        fence: i64,
        mut work: tokio::task::JoinHandle<JobResult>,
    ) -> Result<Outcome, String> {
        let beat = Duration::from_millis(u64::try_from(store::LEASE / 3).unwrap_or(10_000));
        loop {
            match tokio::time::timeout(beat, &mut work).await {
                Ok(Ok(Ok(outcome))) => return Ok(outcome),
                Ok(Ok(Err(e))) => return Err(e.to_string()),
                Ok(Err(e)) => return Err(format!("panicked: {e}")),
                Err(_) => {
                    let now = self.env.now();
                    if !self.db.tx(async move |c| store::renew(c, id, fence, now).await).await.unwrap_or(true) {
                        work.abort();
                        return Err("the lease was lost to another worker".into());
                    }
                }
            }
        }
    }
}

/// 1 s, 4 s, 16 s, ... up to an hour.
fn back_off(attempt: i64) -> i64 {
    let exponent = u32::try_from(attempt.clamp(1, 7) - 1).unwrap_or(0);
    (Millis::SECOND * 4_i64.pow(exponent)).min(Millis::HOUR)
}
