//! Nodes that start at the same moment on one empty database: each migration is applied once and nobody fails.

mod common;

use std::process::{Child, Command, Stdio};

use common::{Engine, raw_postgres};
use db::{Db, MIGRATIONS, p};

const ROUNDS: usize = 5;
const NODES: usize = 4;

/// The body of a node; prints how many files it applied.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "the other tests run it as a process of its own"]
async fn node() {
    let Ok(url) = std::env::var("NODE_DATABASE") else { return };
    let db = Db::open(&url).await.unwrap();
    println!("APPLIED {}", db.migrate().await.unwrap());
}

fn start(url: &str) -> Child {
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "node", "--ignored", "--nocapture"])
        .env("NODE_DATABASE", url)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Several processes at once; together they applied every file, once.
async fn processes_on(url: &str) {
    let nodes: Vec<Child> = (0..NODES).map(|_| start(url)).collect();
    let mut applied = 0;
    for node in nodes {
        let out = node.wait_with_output().unwrap();
        let text = String::from_utf8_lossy(&out.stdout);
        assert!(out.status.success(), "{text}\n{}", String::from_utf8_lossy(&out.stderr));
        applied += text.split("APPLIED ").nth(1).unwrap().split_whitespace().next().unwrap().parse::<usize>().unwrap();
    }
    assert_eq!(applied, MIGRATIONS.len());
    let db = Db::open(url).await.unwrap();
    let applied: i64 = db.conn().one("SELECT COUNT(*) FROM migrations", p![]).await.unwrap();
    assert_eq!(usize::try_from(applied).unwrap(), MIGRATIONS.len());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn processes_that_start_together_on_an_empty_file_all_come_up() {
    for _ in 0..ROUNDS {
        let dir = tempfile::tempdir().unwrap();
        processes_on(&dir.path().join("new.db").display().to_string()).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn processes_that_start_together_on_an_empty_postgres_database_all_come_up() {
    let Some(e) = Engine::postgres(1).await else { return };
    let (server, name) = e.url.rsplit_once('/').unwrap();
    for _ in 0..ROUNDS {
        // The engine's own database goes away with it; the empty one is made beside it.
        let (admin, empty) = (raw_postgres(&e.url).await, format!("{name}_empty"));
        admin.batch_execute(&format!("CREATE DATABASE {empty}")).await.unwrap();
        processes_on(&format!("{server}/{empty}")).await;
        admin.batch_execute(&format!("DROP DATABASE {empty} WITH (FORCE)")).await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pools_of_one_process_that_start_together_all_come_up() {
    let Some(e) = Engine::postgres(1).await else { return };
    let (server, name) = e.url.rsplit_once('/').unwrap();
    for _ in 0..ROUNDS {
        let (admin, empty) = (raw_postgres(&e.url).await, format!("{name}_pools"));
        admin.batch_execute(&format!("CREATE DATABASE {empty}")).await.unwrap();
        let url = format!("{server}/{empty}");
        let tasks: Vec<_> = (0..NODES)
            .map(|_| {
                let url = url.clone();
                tokio::spawn(async move { Db::open(&url).await.unwrap().migrate().await.unwrap() })
            })
            .collect();
        let mut applied = 0;
        for task in tasks {
            applied += task.await.unwrap();
        }
        assert_eq!(applied, MIGRATIONS.len());
        admin.batch_execute(&format!("DROP DATABASE {empty} WITH (FORCE)")).await.unwrap();
    }
}
