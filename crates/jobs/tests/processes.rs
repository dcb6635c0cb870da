//! Two real processes on one PostgreSQL database: no job runs twice at once, and the jobs of a killed process are run by another.

#[path = "../../db/tests/common/mod.rs"]
mod common;

use std::process::{Child, Command, Stdio};

use common::Engine;
use db::{Db, p};
use jobs::{Enqueue, Job, JobResult, Outcome, Registry, Worker, count_pending, enqueue};
use kernel::{Env, Millis, StoreId};
use serde::{Deserialize, Serialize};

const START: Millis = Millis(1_800_000_000_000);
const JOBS: i64 = 120;

/// Proves by a primary key that no other worker runs the job now.
#[derive(Serialize, Deserialize)]
struct GuardedJob {
    n: i64,
}

impl Job for GuardedJob {
    const KIND: &'static str = "guarded";
}

async fn run(db: Db, job: GuardedJob) -> JobResult {
    let (n, pid) = (job.n, i64::from(std::process::id()));
    // Fails on the primary key when another worker is inside at the same time.
    db.tx(async move |c| c.exec("INSERT INTO inside (n, pid) VALUES (?1, ?2)", p![n, pid]).await).await?;
    if std::env::var("HOLD_JOB").is_ok_and(|held_job| held_job == n.to_string()) {
        // The parent process kills this one here.
        db.tx(async move |c| c.exec("INSERT INTO held (n) VALUES (?1)", p![n]).await).await?;
        std::future::pending::<()>().await;
    }
    let _: i64 = db.conn().one("SELECT CAST(1 AS BIGINT) FROM pg_sleep(0.002)", p![]).await?;
    db.tx(async move |c| {
        c.exec("DELETE FROM inside WHERE n = ?1", p![n]).await?;
        c.exec("INSERT INTO runs (n, pid) VALUES (?1, ?2)", p![n, pid]).await
    })
    .await?;
    Ok(Outcome::Done)
}

/// The body of a worker process; does nothing unless a test started it as one.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "the other tests run it as a process of its own"]
async fn worker_process() {
    let Ok(url) = std::env::var("WORKER_DATABASE") else { return };
    let now = Millis(std::env::var("WORKER_NOW").unwrap().parse().unwrap());
    let db = Db::open(&url).await.unwrap();
    // Processes of one test begin together.
    db.tx(async |c| c.exec("INSERT INTO ready (pid) VALUES (?1)", p![i64::from(std::process::id())]).await).await.unwrap();
    let partners: i64 = std::env::var("WORKER_PARTNERS").unwrap().parse().unwrap();
    while db.conn().one::<i64>("SELECT COUNT(*) FROM ready", p![]).await.unwrap() < partners {
        tokio::task::yield_now().await;
    }
    let env = Env::fake(now);
    let mut registry = Registry::<Db>::default();
    registry.on::<GuardedJob, _, _>(run);
    let worker = Worker::new(db.clone(), env, db.clone(), registry);
    let lanes: Vec<_> = (0..3)
        .map(|_| {
            let worker = worker.clone();
            tokio::spawn(async move { worker.drain().await.unwrap() })
        })
        .collect();
    for lane in lanes {
        lane.await.unwrap();
    }
}

fn start(url: &str, now: Millis, held_job: Option<i64>, partners: i64) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "worker_process", "--ignored", "--nocapture"])
        .env("WORKER_DATABASE", url)
        .env("WORKER_NOW", now.0.to_string())
        .env("WORKER_PARTNERS", partners.to_string())
        .env("HOLD_JOB", held_job.map_or(String::new(), |n| n.to_string()))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

async fn prepared() -> Option<Engine> {
    let e = Engine::postgres(4).await?;
    let tables = "CREATE TABLE ready (pid BIGINT NOT NULL); CREATE TABLE inside (n BIGINT PRIMARY KEY, pid BIGINT NOT NULL); CREATE TABLE held (n BIGINT NOT NULL); \
                  CREATE TABLE runs (n BIGINT NOT NULL, pid BIGINT NOT NULL)";
    e.raw_postgres().await.batch_execute(tables).await.unwrap();
    let env = Env::fake(START);
    e.db.tx(async move |c| {
        for n in 0..JOBS {
            enqueue(c, &env, &GuardedJob { n }, Enqueue::for_store(StoreId::from_raw(1))).await?;
        }
        Ok::<_, db::Error>(())
    })
    .await
    .unwrap();
    Some(e)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_processes_share_the_queue_and_run_each_job_once() {
    let Some(e) = prepared().await else { return };
    let mut workers = [start(&e.url, START, None, 2), start(&e.url, START, None, 2)];
    for w in &mut workers {
        assert!(w.wait().unwrap().success());
    }
    let ran: Vec<i64> = e.db.conn().all("SELECT n FROM runs ORDER BY n", p![]).await.unwrap();
    assert_eq!(ran, (0..JOBS).collect::<Vec<_>>());
    let failed: i64 = e.db.conn().one("SELECT COUNT(*) FROM jobs WHERE status <> 'done' OR attempt <> 1", p![]).await.unwrap();
    assert_eq!(failed, 0, "a second run at the same time would have failed on the key");
    let processes: i64 = e.db.conn().one("SELECT COUNT(DISTINCT pid) FROM runs", p![]).await.unwrap();
    assert_eq!(processes, 2, "both took part");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_job_of_a_killed_process_is_claimed_after_its_lease() {
    let Some(e) = prepared().await else { return };
    let mut doomed = start(&e.url, START, Some(5), 1);
    while e.db.conn().one::<i64>("SELECT COUNT(*) FROM held", p![]).await.unwrap() == 0 {
        tokio::task::yield_now().await;
    }
    doomed.kill().unwrap();
    doomed.wait().unwrap();
    // Until the lease has expired no process takes the jobs of the dead one.
    assert!(start(&e.url, START, None, 1).wait().unwrap().success());
    let waiting: Vec<i64> = e.db.conn().all("SELECT n FROM inside ORDER BY n", p![]).await.unwrap();
    assert!(waiting.contains(&5), "{waiting:?}");
    // At most what its three lanes held; one of them may have died between its work and its finish.
    assert!((1..=3).contains(&count_pending(e.db.conn()).await.unwrap()));
    // The handler of a real job would find its own half-done work; here the test deletes the guard rows.
    e.db.tx(async |c| c.exec("DELETE FROM inside", p![]).await).await.unwrap();
    assert!(start(&e.url, START.plus(31 * Millis::SECOND), None, 1).wait().unwrap().success());
    assert_eq!(count_pending(e.db.conn()).await.unwrap(), 0);
    let ran: Vec<i64> = e.db.conn().all("SELECT DISTINCT n FROM runs ORDER BY n", p![]).await.unwrap();
    assert_eq!(ran, (0..JOBS).collect::<Vec<_>>());
}
