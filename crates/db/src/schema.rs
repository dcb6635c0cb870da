//! Which migrations this program knows, and whether the database has gone beyond them.
//!
//! Invariant: a program that does not know every migration that is applied, each with its text, writes nothing. The node that
//! applies one notifies the others through the feed; a running process also checks once a second, and SQLite's writer at every
//! group of writes.

use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use crate::conn::{Db, Engine};
use crate::error::{Error, Result};
use crate::migrate::{self, APPLIED, Applied, Known, Migration, OWN};
use crate::p;

/// How often a running process checks the schema.
const CHECK_INTERVAL: Duration = Duration::from_secs(1);

/// What a process knows of the schema.
pub(crate) struct Schema {
    /// The migrations that it knows: [`MIGRATIONS`](crate::MIGRATIONS), but in tests.
    known: RwLock<Arc<Known>>,
    /// The migration that it does not know; 0 while there is none.
    newer: AtomicI64,
    /// SQLite's own count of changes to the schema and the number of the last migration, as the writer saw them last.
    last_version: AtomicI64,
}

impl Default for Schema {
    fn default() -> Self {
        Self { known: RwLock::new(OWN.clone()), newer: AtomicI64::new(0), last_version: AtomicI64::new(-1) }
    }
}

impl Schema {
    pub(crate) fn known(&self) -> Arc<Known> {
        self.known.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// An error while the database is of a newer version.
    pub(crate) fn check(&self) -> Result<()> {
        match self.newer.load(Ordering::Acquire) {
            0 => Ok(()),
            number => Err(Error::NewerSchema(number)),
        }
    }

    /// Compares what is applied with what is known.
    pub(crate) fn note(&self, applied: &[Applied]) -> Option<migrate::Foreign> {
        let known = self.known();
        let foreign = migrate::foreign(&known, applied);
        let newer = foreign.map_or(0, migrate::Foreign::number);
        match (self.newer.swap(newer, Ordering::AcqRel), newer) {
            (0, n) if n > 0 => tracing::error!(
                migration = n,
                known = known.list.last().map_or(0, |m| m.number),
                "a newer version of the program has changed the database: this process takes no more writes; start the newer version in its place"
            ),
            (n, 0) if n > 0 => tracing::info!("the database is of this version again: writes are taken"),
            _ => {}
        }
        foreign
    }

    /// For SQLite's writer, in its transaction: true when another process has brought a newer schema. A check that failed is
    /// repeated by the next one.
    pub(crate) fn has_moved_on(&self, c: &rusqlite::Connection) -> rusqlite::Result<bool> {
        let number = |sql: &str| -> rusqlite::Result<i64> { c.prepare_cached(sql)?.query_row([], |r| r.get(0)) };
        let version = (number("PRAGMA schema_version")? << 32) | (number("PRAGMA user_version")? & 0xffff_ffff);
        if self.last_version.load(Ordering::Relaxed) != version {
            let is_empty = c.query_row(is_there::SQLITE, [], |r| r.get::<_, i64>(0))? == 0;
            self.note(&if is_empty { Vec::new() } else { applied(c)? });
            self.last_version.store(version, Ordering::Relaxed);
        }
        Ok(self.check().is_err())
    }
}

/// What is applied in a SQLite database.
pub(crate) fn applied(c: &rusqlite::Connection) -> rusqlite::Result<Vec<Applied>> {
    c.prepare(APPLIED)?.query_map([], |r| Ok(Applied { number: r.get(0)?, checksum: r.get(1)? }))?.collect()
}

/// One when migrations were ever applied.
mod is_there {
    pub(super) const SQLITE: &str = "SELECT COUNT(*) FROM sqlite_schema WHERE type = 'table' AND name = 'migrations'";
    pub(super) const POSTGRES: &str =
        "SELECT COUNT(*) FROM pg_tables WHERE tablename = 'migrations' AND schemaname = ANY (current_schemas(FALSE))";
}

/// The database's schema compared with what this program knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SchemaState {
    /// Migrations that are applied.
    pub applied: usize,
    /// Migrations that are not applied yet.
    pub missing: usize,
}

impl Db {
    /// The database answers and has a schema. Asked often, so it is one short statement.
    ///
    /// # Errors
    /// Of the engine.
    pub async fn ping(&self) -> Result<()> {
        self.conn().one::<i64>("SELECT COUNT(*) FROM migrations", p![]).await?;
        Ok(())
    }

    /// Checks the schema without changing it.
    ///
    /// # Errors
    /// [`Error::NewerSchema`] when a newer version has changed it, [`Error::Setup`] when a migration was another one; of the engine.
    pub async fn schema(&self) -> Result<SchemaState> {
        let known = self.0.schema.known();
        let is_there = match &self.0.engine {
            Engine::Sqlite(_) => is_there::SQLITE,
            Engine::Postgres(_) => is_there::POSTGRES,
        };
        if self.conn().one::<i64>(is_there, p![]).await? == 0 {
            return Ok(SchemaState { applied: 0, missing: known.list.len() });
        }
        let applied: Vec<Applied> = self.conn().all(APPLIED, p![]).await?;
        if let Some(foreign) = self.0.schema.note(&applied) {
            return Err(foreign.into());
        }
        Ok(SchemaState { applied: applied.len(), missing: known.list.len().saturating_sub(applied.len()) })
    }

    /// The migration of a newer version that has changed the database: nothing is written then.
    #[must_use]
    pub fn newer_schema(&self) -> Option<i64> {
        match self.0.schema.check() {
            Err(Error::NewerSchema(number)) => Some(number),
            _ => None,
        }
    }

    /// Checks the schema for as long as it is polled, so that nothing is written once a newer version has changed it.
    pub async fn follow_schema(self) {
        let mut feed = self.subscribe();
        loop {
            if let Ok(applied) = self.conn().all::<Applied>(APPLIED, p![]).await {
                self.0.schema.note(&applied);
            }
            let notified = async {
                loop {
                    match feed.recv().await {
                        Ok(touched) if touched.store.raw() != 0 => {}
                        Ok(_) | Err(tokio::sync::broadcast::error::RecvError::Lagged(_)) => break,
                        Err(tokio::sync::broadcast::error::RecvError::Closed) => std::future::pending().await,
                    }
                }
            };
            let _ = tokio::time::timeout(CHECK_INTERVAL, notified).await;
        }
    }

    /// Replaces the known migrations with these, as an older or a newer version of the program has them. For tests.
    pub fn set_known_migrations(&self, list: &'static [Migration]) {
        *self.0.schema.known.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(Known::new(list));
    }
}
