//! Guarantees of the queue on both engines, with a fake clock.

#[path = "../../db/tests/common/mod.rs"]
mod common;

use std::sync::atomic::{AtomicBool, AtomicI64, Ordering};
use std::sync::{Arc, Mutex};

use common::Engine;
use db::{Db, p};
use jobs::{Enqueue, Job, JobResult, Outcome, Registry, Worker, count_pending, delete_dead, enqueue, list_dead, retry_dead};
use kernel::{Env, Millis, StoreId};
use serde::{Deserialize, Serialize};
use tokio::sync::{Notify, watch};

const START: Millis = Millis(1_800_000_000_000);
const STORE: StoreId = StoreId::from_raw(7);

/// What handlers of these tests share.
#[derive(Clone, Default)]
struct State(Arc<Shared>);

#[derive(Default)]
struct Shared {
    ran: Mutex<Vec<i64>>,
    /// Reasons reported for dead jobs.
    reported: Mutex<Vec<(i64, String)>>,
    at_once: AtomicI64,
    most_at_once: AtomicI64,
    is_holding: AtomicBool,
    begun: Notify,
    go_on: Notify,
}

impl State {
    fn ran(&self) -> Vec<i64> {
        self.0.ran.lock().unwrap().clone()
    }
}

/// Records its number and ends with the given result.
#[derive(Serialize, Deserialize)]
struct NoteJob {
    n: i64,
    result: Ends,
}

#[derive(Clone, Copy, Serialize, Deserialize)]
enum Ends {
    Done,
    Fails,
    Panics,
    GivesUp,
    FailsTwice,
    InThreeChunks,
    AddsAnother,
}

impl Job for NoteJob {
    const KIND: &'static str = "note";
    const MOST_ATTEMPTS: i64 = 3;
}

/// Blocks inside the handler until the test releases it.
#[derive(Serialize, Deserialize)]
struct HoldJob {
    fails_after: bool,
}

impl Job for HoldJob {
    const KIND: &'static str = "hold";
}

struct Bench {
    db: Db,
    env: Env,
    state: State,
    worker: Worker<State>,
}

fn worker(db: &Db, env: &Env, state: &State) -> Worker<State> {
    let mut registry = Registry::<State>::default();
    let (db2, env2) = (db.clone(), env.clone());
    registry.on::<NoteJob, _, _>(move |state, job| note(state, job, db2.clone(), env2.clone()));
    registry.on::<HoldJob, _, _>(hold);
    registry.on_dead::<NoteJob, _, _>(|state: State, job: NoteJob, reason| async move {
        let mut reported = state.0.reported.lock().unwrap();
        reported.push((job.n, reason));
        if reported.len() == 1 && job.n == 66 { Err("not now".into()) } else { Ok(()) }
    });
    registry.every("tick", Millis::MINUTE, |state: State| async move {
        state.0.ran.lock().unwrap().push(-1);
        Ok(Outcome::Done)
    });
    Worker::new(db.clone(), env.clone(), state.clone(), registry)
}

async fn note(state: State, job: NoteJob, db: Db, env: Env) -> JobResult {
    let times = {
        let mut ran = state.0.ran.lock().unwrap();
        ran.push(job.n);
        ran.iter().filter(|n| **n == job.n).count()
    };
    match job.result {
        Ends::Fails => Err("no luck".into()),
        Ends::Panics => panic!("on purpose"),
        Ends::GivesUp => Ok(Outcome::GiveUp("never".into())),
        Ends::FailsTwice if times <= 2 => Ok(Outcome::Retry(1000)),
        Ends::InThreeChunks if times <= 3 => Ok(Outcome::Continue(0)),
        Ends::AddsAnother => {
            add(&db, &env, NoteJob { n: job.n + 100, result: Ends::Done }, Enqueue::for_store(STORE)).await;
            Ok(Outcome::Done)
        }
        _ => Ok(Outcome::Done),
    }
}

async fn hold(state: State, job: HoldJob) -> JobResult {
    let s = &state.0;
    s.most_at_once.fetch_max(s.at_once.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
    if !s.is_holding.swap(true, Ordering::SeqCst) {
        s.begun.notify_one();
        s.go_on.notified().await;
        s.at_once.fetch_sub(1, Ordering::SeqCst);
        return if job.fails_after { Err("too late".into()) } else { Ok(Outcome::Done) };
    }
    s.ran.lock().unwrap().push(2);
    s.at_once.fetch_sub(1, Ordering::SeqCst);
    Ok(Outcome::Done)
}

async fn add<J: Job + Sync>(db: &Db, env: &Env, job: J, options: Enqueue) -> bool {
    let env = env.clone();
    db.tx(async move |c| enqueue(c, &env, &job, options.clone()).await).await.unwrap().is_some()
}

async fn status(db: &Db, kind: &'static str) -> (String, i64, i64) {
    db.conn().one("SELECT status, attempt, fence FROM jobs WHERE kind = ?1 ORDER BY id DESC LIMIT 1", p![kind]).await.unwrap()
}

/// Runs the same test on each engine.
async fn on_each<R: Future<Output = ()>>(test: impl Fn(Bench) -> R) {
    for e in Engine::all().await {
        eprintln!("on {}", e.name);
        let (db, env, state) = (e.db.clone(), Env::fake(START), State::default());
        test(Bench { worker: worker(&db, &env, &state), db, env, state }).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn due_jobs_run_in_order_and_what_they_add_runs_too() {
    on_each(|b| async move {
        add(
            &b.db,
            &b.env,
            NoteJob { n: 3, result: Ends::Done },
            Enqueue { run_at: Some(START.plus(5)), ..Enqueue::for_store(STORE) },
        )
        .await;
        add(&b.db, &b.env, NoteJob { n: 1, result: Ends::AddsAnother }, Enqueue::for_store(STORE)).await;
        add(&b.db, &b.env, NoteJob { n: 2, result: Ends::Done }, Enqueue::for_store(STORE)).await;
        assert_eq!(b.worker.drain().await.unwrap(), 3);
        assert_eq!(b.state.ran(), [1, 2, 101], "the one of later waits");
        b.env.advance(5);
        assert_eq!(b.worker.drain().await.unwrap(), 1);
        assert_eq!(count_pending(b.db.conn()).await.unwrap(), 0);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_job_exists_exactly_when_its_transaction_commits() {
    on_each(|b| async move {
        let env = b.env.clone();
        let rolled_back: Result<(), db::Error> =
            b.db.tx(async move |c| {
                enqueue(c, &env, &NoteJob { n: 1, result: Ends::Done }, Enqueue::for_store(STORE)).await?;
                Err(db::Error::NotFound)
            })
            .await;
        assert!(rolled_back.is_err());
        assert_eq!(b.worker.drain().await.unwrap(), 0);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_dedup_key_adds_one_job_until_it_is_finished() {
    on_each(|b| async move {
        let keyed = || Enqueue { dedup_key: Some("one".into()), ..Enqueue::for_store(STORE) };
        assert!(add(&b.db, &b.env, NoteJob { n: 1, result: Ends::Done }, keyed()).await);
        assert!(!add(&b.db, &b.env, NoteJob { n: 2, result: Ends::Done }, keyed()).await);
        b.worker.drain().await.unwrap();
        assert!(add(&b.db, &b.env, NoteJob { n: 3, result: Ends::GivesUp }, keyed()).await);
        b.worker.drain().await.unwrap();
        assert!(add(&b.db, &b.env, NoteJob { n: 4, result: Ends::Done }, keyed()).await, "a dead one does not stand in the way");
        b.worker.drain().await.unwrap();
        assert_eq!(b.state.ran(), [1, 3, 4]);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn failures_are_tried_again_later_and_then_given_up() {
    on_each(|b| async move {
        for (n, result) in [(1, Ends::Fails), (2, Ends::Panics)] {
            add(&b.db, &b.env, NoteJob { n, result }, Enqueue::for_store(STORE)).await;
            for (attempt, wait) in [(1, Millis::SECOND), (2, 4 * Millis::SECOND)] {
                assert_eq!(b.worker.drain().await.unwrap(), 1);
                assert_eq!(status(&b.db, "note").await, ("queued".into(), attempt, attempt));
                b.env.advance(wait - 1);
                assert_eq!(b.worker.drain().await.unwrap(), 0, "not before its time");
                b.env.advance(1);
            }
            assert_eq!(b.worker.drain().await.unwrap(), 1);
            assert_eq!(status(&b.db, "note").await.0, "dead");
        }
        let dead = list_dead(b.db.conn(), STORE, None).await.unwrap();
        assert_eq!(dead.len(), 2);
        assert!(dead[0].last_error.as_ref().unwrap().contains("panicked"), "{dead:?}");
        assert_eq!(dead[1].last_error.as_deref(), Some("no luck"));
        assert!(list_dead(b.db.conn(), StoreId::from_raw(8), None).await.unwrap().is_empty(), "another store sees nothing");
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_dead_job_can_be_put_back_by_its_store_alone() {
    on_each(|b| async move {
        add(&b.db, &b.env, NoteJob { n: 1, result: Ends::GivesUp }, Enqueue::for_store(STORE)).await;
        b.worker.drain().await.unwrap();
        let id = list_dead(b.db.conn(), STORE, None).await.unwrap()[0].id;
        let now = b.env.now();
        assert!(!b.db.tx(async move |c| retry_dead(c, StoreId::from_raw(8), id, now).await).await.unwrap());
        assert!(b.db.tx(async move |c| retry_dead(c, STORE, id, now).await).await.unwrap());
        b.worker.drain().await.unwrap();
        assert_eq!(b.state.ran(), [1, 1]);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_dead_job_can_be_discarded_by_its_store_alone() {
    on_each(|b| async move {
        add(&b.db, &b.env, NoteJob { n: 1, result: Ends::GivesUp }, Enqueue::for_store(STORE)).await;
        add(&b.db, &b.env, NoteJob { n: 2, result: Ends::GivesUp }, Enqueue::for_store(STORE)).await;
        assert!(b.worker.step().await.unwrap());
        let id = list_dead(b.db.conn(), STORE, None).await.unwrap()[0].id;
        let discard = async |store| b.db.tx(async move |c| delete_dead(c, store, id).await).await.unwrap();
        assert!(discard(StoreId::from_raw(8)).await.is_none());
        assert_eq!(discard(STORE).await.unwrap().kind, "note");
        assert!(discard(STORE).await.is_none());
        assert_eq!(count_pending(b.db.conn()).await.unwrap(), 1, "one that waits is no dead one");
    })
    .await;
}

/// The record of a dead job must not look as if it were still in progress.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn on_dead_runs_for_every_way_a_job_gives_up() {
    on_each(|b| async move {
        for (n, result) in [(1, Ends::GivesUp), (2, Ends::Fails), (3, Ends::Done)] {
            add(&b.db, &b.env, NoteJob { n, result }, Enqueue::for_store(STORE)).await;
        }
        for _ in 0..3 {
            b.worker.drain().await.unwrap();
            b.env.advance(Millis::MINUTE);
        }
        // Its worker died in each attempt, so no handler reported an error.
        add(&b.db, &b.env, NoteJob { n: 4, result: Ends::Done }, Enqueue::for_store(STORE)).await;
        let died = "UPDATE jobs SET status = 'running', attempt = 3, fence = 3, lease_until = 1 WHERE status = 'queued'";
        b.db.tx(async move |c| c.exec(died, p![]).await).await.unwrap();
        b.worker.drain().await.unwrap();
        let reported = b.state.0.reported.lock().unwrap().clone();
        let words: Vec<(i64, &str)> = reported.iter().map(|(n, reason)| (*n, reason.as_str())).collect();
        assert_eq!(words, [(1, "never"), (2, "no luck"), (4, "every worker that ran it died")]);
        assert!(!b.state.ran().contains(&4), "it is not run once more");
        assert_eq!(list_dead(b.db.conn(), STORE, None).await.unwrap().len(), 3);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_job_whose_end_could_not_be_told_is_not_buried_yet() {
    on_each(|b| async move {
        add(&b.db, &b.env, NoteJob { n: 66, result: Ends::GivesUp }, Enqueue::for_store(STORE)).await;
        b.worker.drain().await.unwrap();
        assert!(list_dead(b.db.conn(), STORE, None).await.unwrap().is_empty());
        b.env.advance(Millis::MINUTE);
        b.worker.drain().await.unwrap();
        assert_eq!((list_dead(b.db.conn(), STORE, None).await.unwrap().len(), b.state.0.reported.lock().unwrap().len()), (1, 2));
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn work_in_chunks_costs_no_attempts() {
    on_each(|b| async move {
        add(&b.db, &b.env, NoteJob { n: 1, result: Ends::InThreeChunks }, Enqueue::for_store(STORE)).await;
        assert_eq!(b.worker.drain().await.unwrap(), 4);
        assert_eq!(status(&b.db, "note").await, ("done".into(), 1, 4));
        add(&b.db, &b.env, NoteJob { n: 2, result: Ends::FailsTwice }, Enqueue::for_store(STORE)).await;
        for _ in 0..3 {
            b.worker.drain().await.unwrap();
            b.env.advance(Millis::SECOND);
        }
        assert_eq!(status(&b.db, "note").await, ("done".into(), 3, 3));
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_kind_without_a_handler_waits_for_a_newer_program() {
    on_each(|b| async move {
        let old = Worker::new(b.db.clone(), b.env.clone(), b.state.clone(), Registry::default());
        add(&b.db, &b.env, NoteJob { n: 1, result: Ends::Done }, Enqueue::for_store(STORE)).await;
        old.drain().await.unwrap();
        assert_eq!(status(&b.db, "note").await.0, "queued");
        b.env.advance(Millis::MINUTE);
        b.worker.drain().await.unwrap();
        assert_eq!(b.state.ran(), [1]);
    })
    .await;
}

/// A worker that stalled past its lease has lost the job: another runs it, and the fencing token rejects the result of the first.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_lease_that_ran_out_hands_the_job_over_and_the_fence_stops_the_old_worker() {
    on_each(|b| async move {
        add(&b.db, &b.env, HoldJob { fails_after: true }, Enqueue::for_store(STORE)).await;
        let slow = tokio::spawn({
            let worker = b.worker.clone();
            async move { worker.step().await.unwrap() }
        });
        b.state.0.begun.notified().await;
        let second = worker(&b.db, &b.env, &b.state);
        b.env.advance(29 * Millis::SECOND);
        assert!(!second.step().await.unwrap(), "the lease still holds");
        b.env.advance(2 * Millis::SECOND);
        assert!(second.step().await.unwrap());
        assert_eq!(status(&b.db, "hold").await, ("done".into(), 2, 2));
        b.state.0.go_on.notify_one();
        assert!(slow.await.unwrap());
        assert_eq!(status(&b.db, "hold").await, ("done".into(), 2, 2), "the failure of the old worker is not written");
        assert_eq!(b.state.ran(), [2]);
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn many_lanes_never_run_one_job_twice() {
    on_each(|b| async move {
        for n in 0..60 {
            add(&b.db, &b.env, NoteJob { n, result: Ends::Done }, Enqueue::for_store(STORE)).await;
        }
        let (shutdown, stopped) = watch::channel(false);
        let workers: Vec<_> = (0..2).map(|_| tokio::spawn(worker(&b.db, &b.env, &b.state).run(3, stopped.clone()))).collect();
        while count_pending(b.db.conn()).await.unwrap() > 0 {
            tokio::task::yield_now().await;
        }
        shutdown.send(true).unwrap();
        for w in workers {
            w.await.unwrap();
        }
        let mut ran = b.state.ran();
        ran.retain(|n| *n >= 0);
        ran.sort_unstable();
        assert_eq!(ran, (0..60).collect::<Vec<_>>());
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_schedule_runs_once_a_period_however_many_nodes_there_are() {
    on_each(|b| async move {
        let other = worker(&b.db, &b.env, &b.state);
        for _ in 0..3 {
            b.worker.tick().await.unwrap();
            other.tick().await.unwrap();
        }
        assert_eq!(b.state.ran(), [-1]);
        b.env.advance(Millis::MINUTE);
        other.tick().await.unwrap();
        b.worker.tick().await.unwrap();
        assert_eq!(b.state.ran(), [-1, -1]);
    })
    .await;
}

// F7
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_a_clock_that_was_ahead_has_written_does_not_wait_until_that_time_comes_again() {
    on_each(|b| async move {
        const AHEAD: i64 = 9 * Millis::HOUR;
        b.env.advance(AHEAD);
        b.worker.tick().await.unwrap();
        assert_eq!(b.state.ran(), [-1]);
        // One job fails and waits a second, one was enqueued for half an hour later, and of one the worker died.
        add(&b.db, &b.env, NoteJob { n: 1, result: Ends::FailsTwice }, Enqueue::for_store(STORE)).await;
        assert!(b.worker.step().await.unwrap());
        let run_at = b.env.now().plus(30 * Millis::MINUTE);
        add(&b.db, &b.env, NoteJob { n: 2, result: Ends::Done }, Enqueue { run_at: Some(run_at), ..Enqueue::for_store(STORE) })
            .await;
        add(&b.db, &b.env, NoteJob { n: 3, result: Ends::Done }, Enqueue::for_store(STORE)).await;
        let (until, died) = (
            b.env.now().plus(30 * Millis::SECOND),
            "UPDATE jobs SET status = 'running', fence = 1, lease_until = ?1 WHERE payload LIKE '%\"n\":3%'",
        );
        b.db.tx(async move |c| c.exec(died, p![until]).await).await.unwrap();
        b.state.0.ran.lock().unwrap().clear();

        b.env.advance(-AHEAD);
        b.worker.tick().await.unwrap();
        b.worker.drain().await.unwrap();
        assert_eq!(b.state.ran(), [-1, 3], "the schedule and the lost job; what waits, waits from now on");
        b.env.advance(2 * Millis::SECOND);
        b.worker.drain().await.unwrap();
        assert_eq!(b.state.ran(), [-1, 3, 1]);
        b.env.advance(29 * Millis::MINUTE);
        b.worker.drain().await.unwrap();
        assert!(!b.state.ran().contains(&2));
        b.env.advance(Millis::MINUTE);
        b.worker.drain().await.unwrap();
        assert!(b.state.ran().contains(&2));
    })
    .await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn finished_jobs_are_swept_after_a_day_and_dead_ones_stay() {
    on_each(|b| async move {
        add(&b.db, &b.env, NoteJob { n: 1, result: Ends::Done }, Enqueue::for_store(STORE)).await;
        add(&b.db, &b.env, NoteJob { n: 2, result: Ends::GivesUp }, Enqueue::for_store(STORE)).await;
        b.worker.drain().await.unwrap();
        // More than one transaction of the sweep removes.
        let many = "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1200) \
                    INSERT INTO jobs (id, kind, payload, status, run_at, attempt, fence, created_at, finished_at) \
                    SELECT i, 'note', '{}', 'done', ?1, 1, 1, ?1, ?1 FROM n";
        b.db.tx(async move |c| c.exec(many, p![START]).await).await.unwrap();
        b.env.advance(Millis::DAY + 1);
        b.worker.tick().await.unwrap();
        let statuses: Vec<String> = b.db.conn().all("SELECT status FROM jobs", p![]).await.unwrap();
        assert_eq!(statuses, ["dead"]);
    })
    .await;
}

// F7
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn f7_a_node_whose_clock_is_behind_takes_no_running_job_and_rewrites_no_time() {
    let Some(e) = Engine::postgres(4).await else { return };
    let now = Env::system().now();
    let right = Env::fake(now);
    add(&e.db, &right, NoteJob { n: 1, result: Ends::Done }, Enqueue::for_store(STORE)).await;
    add(
        &e.db,
        &right,
        NoteJob { n: 2, result: Ends::Done },
        Enqueue { run_at: Some(now.plus(Millis::HOUR)), ..Enqueue::for_store(STORE) },
    )
    .await;
    // A healthy node runs the first one.
    let until = now.plus(30 * Millis::SECOND);
    let running = "UPDATE jobs SET status = 'running', fence = 1, lease_until = ?1 WHERE run_at <= ?2";
    e.db.tx(async move |c| c.exec(running, p![until, now]).await).await.unwrap();
    let rows = async || -> Vec<(String, i64, i64)> {
        e.db.conn().all("SELECT status, run_at, fence FROM jobs ORDER BY id", p![]).await.unwrap()
    };
    let before = rows().await;
    for (offset, works) in [(-120 * Millis::SECOND, false), (120 * Millis::SECOND, false), (0, true)] {
        let mut registry = Registry::<State>::default();
        registry.on(|_: State, _: NoteJob| async { Ok(Outcome::Done) });
        let worker = Worker::new(e.db.clone(), Env::fake(now.plus(offset)), State::default(), registry).comparing_clocks();
        assert!(!worker.step().await.unwrap(), "{offset}");
        worker.tick().await.unwrap();
        assert_eq!(rows().await, before, "{offset}");
        let turns: i64 = e.db.conn().one("SELECT COUNT(*) FROM schedules", p![]).await.unwrap();
        assert_eq!(turns > 0, works, "{offset}");
        assert_eq!(jobs::is_too_far(e.db.clock_offset()), !works, "{offset}");
    }
}
