//! The data layer on both engines. PostgreSQL runs when `TEST_DATABASE_URL` names a server.

mod common;

use common::Engine;
use db::{Error, Topics, p};
use kernel::StoreId;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn migrations_run_once() {
    for e in Engine::all().await {
        let (name, db) = (e.name, &e.db);
        assert_eq!(db.migrate().await.unwrap(), 0, "{name}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn values_round_trip_and_an_error_rolls_back() {
    for e in Engine::all().await {
        let (name, db) = (e.name, &e.db);
        let sql = "INSERT INTO schedules (name, next_run_at) VALUES (?1, ?2)";
        db.tx(async move |c| c.exec(sql, p!["كل ساعة", 5i64]).await).await.unwrap();
        let failed: Result<(), Error> = db
            .tx(async move |c| {
                c.exec(sql, p!["other", 6i64]).await?;
                Err(Error::NotFound)
            })
            .await;
        assert!(failed.is_err());
        let rows: Vec<(String, i64)> = db.conn().all("SELECT name, next_run_at FROM schedules", p![]).await.unwrap();
        assert_eq!(rows, vec![("كل ساعة".to_owned(), 5)], "{name}");
        let second_insert = db.tx(async move |c| c.exec(sql, p!["كل ساعة", 5i64]).await).await;
        let second_insert = second_insert.unwrap_err();
        assert!(second_insert.is_unique_violation(), "{name}");
        assert!(second_insert.is_taken("schedules", "name"), "{name}: {second_insert}");
        assert!(
            !second_insert.is_taken("schedules", "next_run_at") && !second_insert.is_taken("jobs", "name"),
            "{name}: {second_insert}"
        );
        let null: Option<i64> =
            db.conn().one("SELECT MAX(next_run_at) FROM schedules WHERE name = ?1", p!["none"]).await.unwrap();
        assert_eq!(null, None);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_commit_is_told_to_listeners_and_a_rollback_is_not() {
    for e in Engine::all().await {
        let (name, db) = (e.name, &e.db);
        let mut feed = db.subscribe();
        // PostgreSQL's listener needs a moment to connect.
        tokio::time::sleep(std::time::Duration::from_millis(if name == "postgres" { 400 } else { 0 })).await;
        let _: Result<(), Error> = db
            .tx(async |c| {
                c.touch(StoreId::from_raw(1), Topics::SALES);
                Err(Error::NotFound)
            })
            .await;
        db.tx(async |c| {
            c.exec("UPDATE schedules SET next_run_at = 1", p![]).await?;
            c.touch(StoreId::from_raw(2), Topics::SALES);
            c.touch(StoreId::from_raw(2), Topics::CATALOG);
            Ok::<_, Error>(())
        })
        .await
        .unwrap();
        let change = tokio::time::timeout(std::time::Duration::from_secs(5), feed.recv()).await.unwrap().unwrap();
        assert_eq!(change.store, StoreId::from_raw(2), "{name}");
        assert!(change.topics.has(Topics::SALES) && change.topics.has(Topics::CATALOG));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_foreign_await_in_a_transaction_fails_on_the_embedded_engine() {
    let result: Result<(), Error> = Engine::sqlite()
        .await
        .db
        .tx(async |_| {
            tokio::task::yield_now().await;
            Ok(())
        })
        .await;
    assert!(matches!(result, Err(Error::ForeignAwait)));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn concurrent_increments_are_all_kept() {
    for e in Engine::all().await {
        let (name, db) = (e.name, &e.db);
        db.tx(async |c| c.exec("INSERT INTO schedules (name, next_run_at) VALUES ('n', 0)", p![]).await).await.unwrap();
        let tasks: Vec<_> = (0..40)
            .map(|_| {
                let db = db.clone();
                tokio::spawn(async move {
                    db.tx(async |c| c.exec("UPDATE schedules SET next_run_at = next_run_at + 1 WHERE name = 'n'", p![]).await)
                        .await
                        .unwrap()
                })
            })
            .collect();
        for t in tasks {
            t.await.unwrap();
        }
        let n: i64 = db.conn().one("SELECT next_run_at FROM schedules WHERE name = 'n'", p![]).await.unwrap();
        assert_eq!(n, 40, "{name}");
    }
}

/// DR-02: a transaction that fails in a shared commit is rolled back alone, the first of them too, which has no savepoint.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_failed_transaction_takes_nothing_of_its_neighbours_with_it() {
    for e in Engine::all().await {
        let (name, db) = (e.name, &e.db);
        let tasks: Vec<_> = (0..60_i64)
            .map(|i| {
                let db = db.clone();
                tokio::spawn(async move {
                    db.tx(async move |c| {
                        let sql = "INSERT INTO schedules (name, next_run_at) VALUES (?1, ?2)";
                        c.exec(sql, p![format!("n{i}"), i]).await?;
                        if i % 3 == 0 { Err(Error::NotFound) } else { Ok(()) }
                    })
                    .await
                })
            })
            .collect();
        for (i, task) in tasks.into_iter().enumerate() {
            let result = task.await.unwrap();
            assert_eq!(matches!(result, Err(Error::NotFound)), i % 3 == 0, "{name} {i}: {result:?}");
        }
        let committed: Vec<i64> =
            db.conn().all("SELECT next_run_at FROM schedules WHERE name LIKE 'n%' ORDER BY next_run_at", p![]).await.unwrap();
        assert_eq!(committed, (0..60).filter(|i| i % 3 != 0).collect::<Vec<i64>>(), "{name}");
    }
}
