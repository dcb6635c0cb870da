//! Guarantees of the data layer under failure: full queues, dropped callers, panics, conflicts, lost connections.

mod common;

use std::future::Future as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, mpsc};
use std::task::Poll;
use std::time::Duration;

use common::Engine;
use db::{Db, Error, SqliteConfig, Topics, p};
use kernel::StoreId;
use tokio::sync::{Barrier, Notify};

const INSERT: &str = "INSERT INTO schedules (name, next_run_at) VALUES (?1, ?2)";

async fn names(db: &Db) -> Vec<String> {
    db.conn().all("SELECT name FROM schedules ORDER BY name", p![]).await.unwrap()
}

#[tokio::test]
async fn a_full_write_queue_refuses_at_once_and_loses_nothing_it_took() {
    let dir = tempfile::tempdir().unwrap();
    let db = Db::sqlite(SqliteConfig { queue: 2, ..SqliteConfig::new(dir.path().join("t.db")) }).unwrap();
    db.migrate().await.unwrap();
    let (started, has_started) = mpsc::channel();
    let (release, released) = mpsc::channel::<()>();
    let released = Mutex::new(released);
    let blocker = tokio::spawn({
        let db = db.clone();
        async move {
            db.tx(async move |c| {
                started.send(()).unwrap();
                released.lock().unwrap().recv().unwrap();
                c.exec(INSERT, p!["first", 1i64]).await
            })
            .await
        }
    });
    tokio::task::yield_now().await;
    has_started.recv().unwrap();
    let waiting: Vec<_> = ["a", "b"]
        .into_iter()
        .map(|n| {
            let db = db.clone();
            tokio::spawn(async move { db.tx(async move |c| c.exec(INSERT, p![n, 1i64]).await).await })
        })
        .collect();
    tokio::task::yield_now().await;
    let refused = db.tx(async |c| c.exec(INSERT, p!["refused", 1i64]).await).await;
    assert!(matches!(refused, Err(Error::Busy)), "{refused:?}");
    assert!(refused.unwrap_err().is_unavailable());
    release.send(()).unwrap();
    blocker.await.unwrap().unwrap();
    for w in waiting {
        w.await.unwrap().unwrap();
    }
    assert_eq!(names(&db).await, ["a", "b", "first"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_panic_in_a_transaction_rolls_back_and_the_next_one_works() {
    for e in Engine::all().await {
        let result: Result<(), Error> =
            e.db.tx(async |c| {
                c.exec(INSERT, p!["half", 1i64]).await?;
                panic!("on purpose");
            })
            .await;
        assert!(matches!(result, Err(Error::Gone)), "{}: {result:?}", e.name);
        e.db.tx(async |c| c.exec(INSERT, p!["whole", 1i64]).await).await.unwrap();
        assert_eq!(names(&e.db).await, ["whole"], "{}", e.name);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_error_in_a_group_leaves_its_neighbours_alone() {
    let e = Engine::sqlite().await;
    let tasks: Vec<_> = (0..60i64)
        .map(|i| {
            let db = e.db.clone();
            tokio::spawn(async move {
                db.tx(async move |c| {
                    c.exec(INSERT, p![format!("{i:02}"), i]).await?;
                    if i % 3 == 0 { Err(Error::NotFound) } else { Ok(()) }
                })
                .await
                .is_ok()
            })
        })
        .collect();
    let mut committed = 0;
    for t in tasks {
        committed += usize::from(t.await.unwrap());
    }
    assert_eq!((committed, names(&e.db).await.len()), (40, 40));
}

/// Without savepoints, which cost copies of pages, a failure rolls the whole group back: it is replayed, and each job that
/// succeeds is committed and notified once.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_group_with_a_failure_runs_again_and_commits_each_other_job_once() {
    let e = Engine::sqlite().await;
    let mut changes = e.db.subscribe();
    let (started, has_started) = mpsc::channel();
    let (release, released) = mpsc::channel::<()>();
    let released = Mutex::new(released);
    // The writer waits in the first job, so that the others are one group behind it.
    let first = tokio::spawn({
        let db = e.db.clone();
        async move {
            db.tx(async move |_| {
                // It runs in the replay as well, when the receiver is gone.
                let _ = started.send(());
                let _ = released.lock().unwrap().recv();
                Ok::<_, Error>(())
            })
            .await
        }
    });
    tokio::task::spawn_blocking(move || has_started.recv().unwrap()).await.unwrap();
    let runs: Arc<[AtomicUsize; 6]> = Arc::default();
    let mut jobs = Vec::new();
    for n in 0..6usize {
        let (db, runs, is_queued) = (e.db.clone(), runs.clone(), Arc::new(tokio::sync::Notify::new()));
        let queued = is_queued.clone();
        jobs.push(tokio::spawn(async move {
            let transaction = db.tx(async move |c| {
                runs[n].fetch_add(1, Ordering::Relaxed);
                let before: i64 = c.one("SELECT COUNT(*) FROM schedules", p![]).await?;
                c.exec(INSERT, p![format!("{n}"), 1i64]).await?;
                c.touch(StoreId::from_raw(i64::try_from(n).unwrap() + 1), Topics::STOREFRONT);
                match n {
                    2 => Err(Error::NotFound),
                    3 => panic!("on purpose"),
                    _ => Ok(before),
                }
            });
            let mut transaction = std::pin::pin!(transaction);
            // The first poll queues it.
            let is_waiting = std::future::poll_fn(|cx| Poll::Ready(transaction.as_mut().poll(cx).is_pending())).await;
            assert!(is_waiting);
            queued.notify_one();
            transaction.await
        }));
        is_queued.notified().await;
    }
    drop(release);
    first.await.unwrap().unwrap();
    let mut answers = Vec::new();
    for job in jobs {
        answers.push(job.await.unwrap());
    }
    let runs: Vec<usize> = runs.iter().map(|n| n.load(Ordering::Relaxed)).collect();
    // The first two ran before the failure; the fourth fails too and is rolled back to its savepoint.
    assert_eq!(runs, [2, 2, 2, 1, 1, 1]);
    assert!(matches!(answers[2], Err(Error::NotFound)), "{:?}", answers[2]);
    assert!(matches!(answers[3], Err(Error::Gone)), "{:?}", answers[3]);
    let counts: Vec<i64> = answers.into_iter().flatten().collect();
    assert_eq!(counts, [0, 1, 2, 3], "each saw those before it");
    assert_eq!(names(&e.db).await, ["0", "1", "4", "5"]);
    let mut notified = Vec::new();
    while let Ok(change) = changes.try_recv() {
        notified.push(change.store.raw());
    }
    assert_eq!(notified, [1, 2, 5, 6]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_dropped_caller_leaves_no_transaction_half_way_and_no_dirty_connection() {
    // One exclusive connection: the next transaction gets the same one.
    let Some(e) = Engine::postgres(1).await else { return };
    let (inserted, mut has_inserted) = tokio::sync::mpsc::unbounded_channel();
    let caller = tokio::spawn({
        let db = e.db.clone();
        async move {
            db.tx(async move |c| {
                c.exec(INSERT, p!["one", 1i64]).await?;
                inserted.send(()).unwrap();
                let _: i64 = c.one("SELECT CAST(1 AS BIGINT) FROM pg_sleep(0.3)", p![]).await?;
                c.exec(INSERT, p!["two", 2i64]).await?;
                Ok::<_, Error>(())
            })
            .await
        }
    });
    has_inserted.recv().await.unwrap();
    caller.abort();
    assert!(caller.await.unwrap_err().is_cancelled());
    // Waits for the connection, hence for the end of the first transaction.
    let names: Vec<String> = e.db.tx(async |c| c.all("SELECT name FROM schedules ORDER BY name", p![]).await).await.unwrap();
    assert_eq!(names, ["one", "two"]);
    let sql = "SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'";
    assert_eq!(e.db.conn().one::<i64>(sql, p![]).await.unwrap(), 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_serialization_failure_runs_the_transaction_again() {
    let Some(e) = Engine::postgres(4).await else { return };
    let (attempts, barrier) = (Arc::new(AtomicUsize::new(0)), Arc::new(Barrier::new(2)));
    let write_skew = |name: &'static str| {
        let (db, attempts, barrier) = (e.db.clone(), attempts.clone(), barrier.clone());
        tokio::spawn(async move {
            db.tx(async move |c| {
                let n = attempts.fetch_add(1, Ordering::SeqCst);
                c.exec("SET TRANSACTION ISOLATION LEVEL SERIALIZABLE", p![]).await?;
                let count: i64 = c.one("SELECT COUNT(*) FROM schedules", p![]).await?;
                if n < 2 {
                    // Both have read before either writes: PostgreSQL must refuse one of them.
                    barrier.wait().await;
                }
                c.exec(INSERT, p![name, count]).await?;
                Ok::<_, Error>(())
            })
            .await
        })
    };
    let (a, b) = (write_skew("a"), write_skew("b"));
    a.await.unwrap().unwrap();
    b.await.unwrap().unwrap();
    assert_eq!(attempts.load(Ordering::SeqCst), 3, "one of the two ran twice");
    let mut counts: Vec<i64> = e.db.conn().all("SELECT next_run_at FROM schedules", p![]).await.unwrap();
    counts.sort_unstable();
    assert_eq!(counts, [0, 1], "as if one had run after the other");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_deadlock_is_broken_and_both_transactions_succeed() {
    let Some(e) = Engine::postgres(4).await else { return };
    e.db.tx(async |c| c.exec("INSERT INTO schedules (name, next_run_at) VALUES ('x', 0), ('y', 0)", p![]).await).await.unwrap();
    let (attempts, barrier) = (Arc::new(AtomicUsize::new(0)), Arc::new(Barrier::new(2)));
    let crossing = |first: &'static str, second: &'static str| {
        let (db, attempts, barrier) = (e.db.clone(), attempts.clone(), barrier.clone());
        tokio::spawn(async move {
            db.tx(async move |c| {
                let sql = "UPDATE schedules SET next_run_at = next_run_at + 1 WHERE name = ?1";
                let n = attempts.fetch_add(1, Ordering::SeqCst);
                c.exec(sql, p![first]).await?;
                if n < 2 {
                    barrier.wait().await;
                }
                c.exec(sql, p![second]).await
            })
            .await
        })
    };
    let (a, b) = (crossing("x", "y"), crossing("y", "x"));
    a.await.unwrap().unwrap();
    b.await.unwrap().unwrap();
    assert!(attempts.load(Ordering::SeqCst) >= 3);
    let counts: Vec<i64> = e.db.conn().all("SELECT next_run_at FROM schedules", p![]).await.unwrap();
    assert_eq!(counts, [2, 2]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn lost_connections_are_opened_again() {
    let Some(e) = Engine::postgres(2).await else { return };
    e.db.tx(async |c| c.exec(INSERT, p!["before", 1i64]).await).await.unwrap();
    let admin = e.raw_postgres().await;
    let cut =
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()";
    assert!(admin.query(cut, &[]).await.unwrap().len() >= 4);
    // A statement that was on its way may fail, as "unavailable"; the next ones find new connections.
    let mut failures = 0;
    for i in 0..40i64 {
        let read = e.db.conn().one::<i64>("SELECT COUNT(*) FROM schedules", p![]).await;
        let written = e.db.tx(async move |c| c.exec(INSERT, p![format!("after{i}"), i]).await).await;
        for error in [read.err(), written.err()].into_iter().flatten() {
            assert!(error.is_unavailable(), "{error}");
            failures += 1;
        }
        if failures == 0 && i >= 3 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    assert!(failures <= 6, "{failures} statements failed");
    e.db.tx(async |c| c.exec(INSERT, p!["last", 1i64]).await).await.unwrap();
    assert!(names(&e.db).await.contains(&"last".to_owned()));
}

/// decisions §11: what other nodes commit while this one's feed is cut is not missed. Once it listens again, anything may have
/// changed: what was cached anew between the cut and then may be stale already.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_reconnected_feed_reports_that_anything_may_have_changed() {
    let Some(e) = Engine::postgres(2).await else { return };
    let (mut feed, admin) = (e.db.subscribe(), e.raw_postgres().await);
    let cut =
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'";
    assert_eq!(admin.query(cut, &[]).await.unwrap().len(), 1, "it listens from the first moment on");
    for when in ["it is cut", "it listens again"] {
        let change = tokio::time::timeout(Duration::from_secs(10), feed.recv()).await.expect(when).unwrap();
        assert_eq!(change.store.raw(), 0, "{when}");
    }
    let listening = "SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'";
    assert_eq!(admin.query_one(listening, &[]).await.unwrap().get::<_, i64>(0), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_of_the_live_database_holds_what_was_acknowledged() {
    let e = Engine::sqlite().await;
    e.db.tx(async |c| c.exec(INSERT, p!["kept", 1i64]).await).await.unwrap();
    let dir = tempfile::tempdir().unwrap();
    let copy = dir.path().join("copy.db");
    e.db.backup(&copy).unwrap();
    e.db.tx(async |c| c.exec(INSERT, p!["later", 1i64]).await).await.unwrap();
    assert_eq!(names(&Db::sqlite(SqliteConfig::new(copy)).unwrap()).await, ["kept"]);
}

/// PY-02: who sets a secret shares the lock, who takes a key out waits for all of them. (On SQLite a transaction is alone anyway.)
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn py_02_a_lock_of_the_installation_is_shared_or_held_alone() {
    const LOCK: i64 = 77;
    let Some(e) = Engine::postgres(4).await else { return };
    let (both, locked, release, order) =
        (Arc::new(Barrier::new(2)), Arc::new(Notify::new()), Arc::new(Notify::new()), Arc::new(Mutex::new(Vec::new())));
    let share = || {
        let (db, both) = (e.db.clone(), both.clone());
        let work = async move |c: db::Conn<'_>| {
            c.lock_shared(LOCK).await?;
            both.wait().await;
            Ok::<_, Error>(())
        };
        async move { db.tx(work).await }
    };
    // Neither would come to its end if one waited for the other.
    let (one, two) = tokio::join!(share(), share());
    assert!(one.is_ok() && two.is_ok());

    let shared = tokio::spawn({
        let (db, locked, release, order) = (e.db.clone(), locked.clone(), release.clone(), order.clone());
        async move {
            db.tx(async move |c| {
                c.lock_shared(LOCK).await?;
                locked.notify_one();
                release.notified().await;
                order.lock().unwrap().push("shared");
                Ok::<_, Error>(())
            })
            .await
        }
    });
    locked.notified().await;
    let alone = tokio::spawn({
        let (db, order) = (e.db.clone(), order.clone());
        async move {
            db.tx(async move |c| {
                c.lock_alone(LOCK).await?;
                order.lock().unwrap().push("alone");
                Ok::<_, Error>(())
            })
            .await
        }
    });
    let waiting = "SELECT COUNT(*) FROM pg_locks WHERE locktype = 'advisory' AND objid = 77 AND NOT granted \
                   AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";
    while e.db.conn().one::<i64>(waiting, p![]).await.unwrap() == 0 {
        tokio::task::yield_now().await;
    }
    release.notify_one();
    shared.await.unwrap().unwrap();
    alone.await.unwrap().unwrap();
    assert_eq!(*order.lock().unwrap(), ["shared", "alone"]);
}
