//! Which migrations this program knows, and whether the database has gone beyond them.
//!
//! Invariant: a program that does not know the newest migration writes nothing. Whoever applies one says so through the feed;
//! a running process looks once a second besides, and SQLite's writer at every group of writes.

use std::sync::atomic::{AtomicI64, AtomicUsize, Ordering};
use std::time::Duration;

use crate::conn::{Db, Engine};
use crate::error::{Error, Result};
use crate::migrate::{MIGRATIONS, Migration};
use crate::p;

/// How often a running process looks at the schema.
const BEAT: Duration = Duration::from_secs(1);

/// What a process knows of the schema.
pub(crate) struct Schema {
    /// How many of [`MIGRATIONS`] it knows: all of them, but in tests.
    known: AtomicUsize,
    /// The migration that it does not know; 0 while there is none.
    newer: AtomicI64,
    /// SQLite's own count of changes to the schema, as the writer saw it last.
    seen: AtomicI64,
}

impl Default for Schema {
    fn default() -> Self {
        Self { known: AtomicUsize::new(MIGRATIONS.len()), newer: AtomicI64::new(0), seen: AtomicI64::new(-1) }
    }
}

impl Schema {
    pub(crate) fn known(&self) -> &'static [Migration] {
        &MIGRATIONS[..self.known.load(Ordering::Relaxed)]
    }

    /// An error while the database is of a newer version.
    pub(crate) fn check(&self) -> Result<()> {
        match self.newer.load(Ordering::Acquire) {
            0 => Ok(()),
            number => Err(Error::NewerSchema(number)),
        }
    }

    /// Compares the newest migration that is applied with those that are known.
    pub(crate) fn note(&self, newest: Option<i64>) {
        let known = self.known().last().map_or(0, |m| m.number);
        let newer = newest.filter(|n| *n > known).unwrap_or(0);
        match (self.newer.swap(newer, Ordering::AcqRel), newer) {
            (0, n) if n > 0 => tracing::error!(
                migration = n,
                known,
                "a newer version of the program has changed the database: this process takes no more writes; start the newer version in its place"
            ),
            (n, 0) if n > 0 => tracing::info!("the database is of this version again: writes are taken"),
            _ => {}
        }
    }

    /// For SQLite's writer, in its transaction: true when another process has brought a newer schema.
    pub(crate) fn has_moved_on(&self, c: &rusqlite::Connection) -> rusqlite::Result<bool> {
        let version: i64 = c.prepare_cached("PRAGMA schema_version")?.query_row([], |r| r.get(0))?;
        if self.seen.swap(version, Ordering::Relaxed) != version {
            let newest = if c.query_row(is_there::SQLITE, [], |r| r.get::<_, i64>(0))? == 0 {
                None
            } else {
                c.query_row("SELECT MAX(number) FROM migrations", [], |r| r.get(0))?
            };
            self.note(newest);
        }
        Ok(self.check().is_err())
    }
}

/// One when migrations were ever applied.
mod is_there {
    pub(super) const SQLITE: &str = "SELECT COUNT(*) FROM sqlite_schema WHERE type = 'table' AND name = 'migrations'";
    pub(super) const POSTGRES: &str =
        "SELECT COUNT(*) FROM pg_tables WHERE tablename = 'migrations' AND schemaname = ANY (current_schemas(FALSE))";
}

/// How the database stands to what this program knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SchemaState {
    /// Migrations that are applied.
    pub applied: usize,
    /// Migrations that wait to be applied.
    pub missing: usize,
}

impl Db {
    /// Looks at the schema without changing it.
    ///
    /// # Errors
    /// [`Error::NewerSchema`] when a newer version has changed it; of the engine.
    pub async fn schema(&self) -> Result<SchemaState> {
        let known = self.0.schema.known();
        let is_there = match &self.0.engine {
            Engine::Sqlite(_) => is_there::SQLITE,
            Engine::Postgres(_) => is_there::POSTGRES,
        };
        if self.conn().one::<i64>(is_there, p![]).await? == 0 {
            return Ok(SchemaState { applied: 0, missing: known.len() });
        }
        let applied: Vec<i64> = self.conn().all("SELECT number FROM migrations ORDER BY number", p![]).await?;
        self.0.schema.note(applied.last().copied());
        self.0.schema.check()?;
        Ok(SchemaState { applied: applied.len(), missing: known.len().saturating_sub(applied.len()) })
    }

    /// The migration of a newer version that has changed the database: nothing is written then.
    #[must_use]
    pub fn newer_schema(&self) -> Option<i64> {
        match self.0.schema.check() {
            Err(Error::NewerSchema(number)) => Some(number),
            _ => None,
        }
    }

    /// Looks at the schema for as long as it is polled, so that nothing is written once a newer version has changed it.
    pub async fn follow_schema(self) {
        let mut feed = self.subscribe();
        loop {
            if let Ok(newest) = self.conn().one::<Option<i64>>("SELECT MAX(number) FROM migrations", p![]).await {
                self.0.schema.note(newest);
            }
            let told = async {
                loop {
                    match feed.recv().await {
                        Ok(touched) if touched.store.raw() != 0 => {}
                        Ok(_) | Err(tokio::sync::broadcast::error::RecvError::Lagged(_)) => break,
                        Err(tokio::sync::broadcast::error::RecvError::Closed) => std::future::pending().await,
                    }
                }
            };
            let _ = tokio::time::timeout(BEAT, told).await;
        }
    }

    /// Knows only the first so many migrations, as an older version of the program does. For tests.
    pub fn forget_newest(&self, known: usize) {
        self.0.schema.known.store(known.min(MIGRATIONS.len()), Ordering::Relaxed);
    }
}
