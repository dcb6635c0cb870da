//! Integrity checks of the database: a quick one in the background, a full one on demand.

use std::fs::{File, TryLockError};
use std::path::Path;
use std::sync::PoisonError;

use kernel::Millis;

use crate::conn::{Db, Engine};
use crate::error::{Error, Result};
use crate::p;

/// How thoroughly a database is examined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Depth {
    /// Every page of every table, a table at a time, but not whether indexes agree with their tables. One process at a time.
    Quick,
    /// Everything, references between rows as well.
    Full,
}

/// The result of an integrity check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checked {
    /// When it began.
    pub at: Millis,
    /// Damage, in the engine's words, ten lines at most; empty when there is none.
    pub problems: Vec<String>,
    /// What could not be examined, and what would do it.
    pub notes: Vec<String>,
}

impl Db {
    /// Examines the live database at `now` without blocking readers or writers. The result is kept for [`Db::last_check`].
    ///
    /// # Errors
    /// [`Error::Busy`] while another process examines it as well; when the engine cannot be reached. Damage is no error but a
    /// result, also damage that keeps the database from being opened.
    pub async fn check(&self, depth: Depth, now: Millis) -> Result<Checked> {
        let (problems, notes) = match &self.0.engine {
            Engine::Sqlite(s) => {
                let check_lock = if depth == Depth::Quick { Some(lock_check(&s.check_lock())?) } else { None };
                let found = s.dedicated_connection().map(|c| {
                    tokio::task::spawn_blocking(move || {
                        let _lock = check_lock;
                        examine(&c, depth)
                    })
                });
                match found {
                    Ok(found) => (found.await.map_err(|_| Error::Gone)?, Vec::new()),
                    Err(e) if e.is_damage() => (vec![e.to_string()], Vec::new()),
                    Err(e) => return Err(e),
                }
            }
            Engine::Postgres(_) => match self.examine_server().await {
                Err(e) if e.is_damage() => (vec![e.to_string()], Vec::new()),
                found => found?,
            },
        };
        let checked = Checked { at: now, problems, notes };
        *self.0.checked.lock().unwrap_or_else(PoisonError::into_inner) = Some(checked.clone());
        Ok(checked)
    }

    /// What the last examination of this process found.
    #[must_use]
    pub fn last_check(&self) -> Option<Checked> {
        self.0.checked.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// PostgreSQL examines pages whenever it reads them, if it keeps checksums; it counts what it found.
    async fn examine_server(&self) -> Result<(Vec<String>, Vec<String>)> {
        let sql = "SELECT current_setting('data_checksums'), COALESCE(checksum_failures, 0) \
                   FROM pg_stat_database WHERE datname = current_database()";
        let Some((setting, failures)) = self.conn().opt::<(String, i64)>(sql, p![]).await? else { return Ok(Default::default()) };
        let mut notes = vec!["indexes are not examined from here: run pg_amcheck".to_owned()];
        if setting != "on" {
            notes.push(
                "the server keeps no data checksums: damage is not noticed (pg_checksums --enable on a stopped server)".into(),
            );
        }
        let problems = if failures > 0 { vec![format!("{failures} pages failed their checksum")] } else { Vec::new() };
        Ok((problems, notes))
    }
}

/// Held by the one process that examines; a lock of the operating system, so that it ends with the process.
fn lock_check(lock: &Path) -> Result<File> {
    let file = File::options().create(true).truncate(false).write(true).open(lock);
    let file = file.map_err(|e| Error::Setup(format!("cannot open {}: {e}", lock.display())))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(Error::Busy),
        Err(TryLockError::Error(e)) => Err(Error::Setup(format!("cannot lock {}: {e}", lock.display()))),
    }
}

/// The most lines of a damage report.
const MOST_LINES: usize = 10;

/// The damage that a statement of the engine reports; a file that cannot be read through is damaged as well.
fn words(c: &rusqlite::Connection, sql: &str) -> Vec<String> {
    let words: rusqlite::Result<Vec<String>> = c.prepare(sql).and_then(|mut st| st.query_map([], |r| r.get(0))?.collect());
    match words {
        Ok(words) => words.into_iter().filter(|w| w != "ok").collect(),
        Err(e) => vec![e.to_string()],
    }
}

/// A table at a time: one statement for all would hold its read snapshot for as long as it takes, and the write-ahead log could
/// not be checkpointed until then.
fn tables(c: &rusqlite::Connection) -> Vec<String> {
    const SQLITE: &str = "SELECT name FROM sqlite_schema WHERE type = 'table' AND rootpage > 0 ORDER BY name";
    let names: rusqlite::Result<Vec<String>> = c.prepare(SQLITE).and_then(|mut st| st.query_map([], |r| r.get(0))?.collect());
    let mut problems = words(c, "PRAGMA quick_check(sqlite_schema)");
    match names {
        Ok(names) => {
            for name in names {
                if problems.len() >= MOST_LINES {
                    break;
                }
                let found = words(c, &format!("PRAGMA quick_check(\"{}\")", name.replace('"', "\"\"")));
                // The engine's words name pages, not the table that is damaged.
                problems.extend(found.into_iter().map(|words| format!("{name}: {words}")));
            }
        }
        Err(e) => problems.push(e.to_string()),
    }
    problems.dedup();
    problems.truncate(MOST_LINES);
    problems
}

/// What is damaged in a SQLite database.
pub(crate) fn examine(c: &rusqlite::Connection, depth: Depth) -> Vec<String> {
    if depth == Depth::Quick {
        return tables(c);
    }
    let mut problems = words(c, "PRAGMA integrity_check(10)");
    if problems.is_empty() {
        match c.prepare("PRAGMA foreign_key_check").and_then(|mut st| st.exists([])) {
            Ok(false) => {}
            Ok(true) => problems.push("rows refer to rows that are not there".into()),
            Err(e) => problems.push(e.to_string()),
        }
    }
    problems
}
