//! Migrated databases of both engines for the data layer's own tests. PostgreSQL runs when `TEST_DATABASE_URL` names a server.
#![expect(dead_code, reason = "each test binary uses its part")]

use db::{Db, PgConfig, SqliteConfig, p};

/// A migrated database that goes away with the value.
pub struct Engine {
    pub name: &'static str,
    pub db: Db,
    pub url: String,
    dir: Option<tempfile::TempDir>,
    server: Option<String>,
}

impl Engine {
    pub async fn sqlite() -> Self {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("t.db");
        let db = Db::sqlite(SqliteConfig::new(&path)).unwrap();
        db.migrate().await.unwrap();
        Self { name: "sqlite", db, url: path.display().to_string(), dir: Some(dir), server: None }
    }

    /// `None`, with a printed note, when there is no server.
    pub async fn postgres(exclusive: usize) -> Option<Self> {
        let Ok(server) = std::env::var("TEST_DATABASE_URL") else {
            eprintln!("skipped: TEST_DATABASE_URL names no PostgreSQL server");
            return None;
        };
        let name = format!("rawaj_db_{}", kernel::Env::system().token());
        Db::open(&server).await.unwrap().conn().exec(&format!("CREATE DATABASE {name}"), p![]).await.unwrap();
        let (base, _) = server.rsplit_once('/').unwrap();
        let url = format!("{base}/{name}");
        let db = Db::postgres(&PgConfig { exclusive, ..PgConfig::new(&url) }).await.unwrap();
        db.migrate().await.unwrap();
        Some(Self { name: "postgres", db, url, dir: None, server: Some(server) })
    }

    pub async fn all() -> Vec<Self> {
        let mut all = vec![Self::sqlite().await];
        all.extend(Self::postgres(8).await);
        all
    }

    /// A connection outside the data layer.
    pub async fn raw_postgres(&self) -> tokio_postgres::Client {
        raw_postgres(&self.url).await
    }

    /// A connection outside the data layer.
    pub fn raw_sqlite(&self) -> rusqlite::Connection {
        rusqlite::Connection::open(&self.url).unwrap()
    }
}

pub async fn raw_postgres(url: &str) -> tokio_postgres::Client {
    let (client, connection) = tokio_postgres::connect(url, tokio_postgres::NoTls).await.unwrap();
    tokio::spawn(connection);
    client
}

impl Drop for Engine {
    fn drop(&mut self) {
        let Some(server) = self.server.take() else { return };
        let name = self.url.rsplit('/').next().unwrap().to_owned();
        let _ = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
            runtime.block_on(async move {
                let _ = raw_postgres(&server).await.batch_execute(&format!("DROP DATABASE {name} WITH (FORCE)")).await;
            });
        })
        .join();
    }
}
