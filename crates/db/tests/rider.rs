//! A commit hook's statement is committed with its transaction, or neither is.

mod common;

use common::Engine;
use db::{CommitHook, Db, Error, p};

const INSERT: &str = "INSERT INTO schedules (name, next_run_at) VALUES (?1, ?2)";

fn marking(key: &'static str) -> CommitHook {
    let sql = "UPDATE idempotency_keys SET status = 0, response = ?3 WHERE scope = ?1 AND key = ?2";
    CommitHook::new(sql, vec![Box::new(1i64), Box::new(key.to_owned())])
}

async fn engines() -> Vec<Engine> {
    let all = Engine::all().await;
    for e in &all {
        let sql = "INSERT INTO idempotency_keys (scope, key, request_hash, created_at) VALUES (1, 'k', '', 1)";
        e.db.tx(async move |c| c.exec(sql, p![]).await).await.unwrap();
    }
    all
}

async fn read_mark(db: &Db) -> (Option<i64>, Option<String>) {
    db.conn().one("SELECT status, response FROM idempotency_keys WHERE scope = 1 AND key = 'k'", p![]).await.unwrap()
}

async fn names(db: &Db) -> Vec<String> {
    db.conn().all("SELECT name FROM schedules ORDER BY name", p![]).await.unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn gc_a_rider_is_committed_with_its_transaction_and_rolled_back_with_it() {
    for e in engines().await {
        let failing = e.db.tx(async |c| {
            c.exec(INSERT, p!["half", 1i64]).await?;
            Err::<(), _>(Error::NotFound)
        });
        assert!(marking("k").scope(failing).await.is_err());
        assert_eq!((read_mark(&e.db).await, names(&e.db).await.len()), ((None, None), 0), "{}", e.name);
        let working = e.db.tx(async |c| {
            c.note(|| "made one".into());
            c.exec(INSERT, p!["whole", 1i64]).await
        });
        marking("k").scope(working).await.unwrap();
        assert_eq!(read_mark(&e.db).await, (Some(0), Some("made one".into())), "{}", e.name);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn gc_a_transaction_whose_rider_finds_no_row_writes_nothing() {
    for e in engines().await {
        let late = e.db.tx(async |c| c.exec(INSERT, p!["late", 1i64]).await);
        let result = marking("taken over").scope(late).await;
        assert!(matches!(result, Err(Error::Superseded)), "{}: {result:?}", e.name);
        assert!(names(&e.db).await.is_empty(), "{}", e.name);
        // Outside the scope there is no hook.
        e.db.tx(async |c| c.exec(INSERT, p!["free", 1i64]).await).await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn gc_what_several_notes_say_is_not_told_as_one() {
    for e in engines().await {
        let working = e.db.tx(async |c| {
            c.note(|| "one".into());
            c.note(|| "two".into());
            c.exec(INSERT, p!["both", 1i64]).await
        });
        marking("k").scope(working).await.unwrap();
        assert_eq!(read_mark(&e.db).await, (Some(0), None), "{}", e.name);
    }
}
