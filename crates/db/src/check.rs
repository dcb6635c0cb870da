//! Is what the engine keeps whole? A quick look in the background, a thorough one when somebody asks.

use std::sync::PoisonError;

use kernel::Millis;

use crate::conn::{Db, Engine};
use crate::error::{Error, Result};
use crate::p;

/// How thoroughly a database is examined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Depth {
    /// Every page, but not whether indexes agree with their tables.
    Quick,
    /// Everything, references between rows as well.
    Full,
}

/// What an examination found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checked {
    /// When it began.
    pub at: Millis,
    /// What is damaged, in the engine's words, ten lines at most; empty when all is well.
    pub problems: Vec<String>,
    /// What could not be examined, and what would do it.
    pub notes: Vec<String>,
}

impl Db {
    /// Examines the live database at `now` without stopping anybody. The result is kept for [`Db::last_check`].
    ///
    /// # Errors
    /// When the engine cannot be reached. Damage is no error but a result.
    pub async fn check(&self, depth: Depth, now: Millis) -> Result<Checked> {
        let (problems, notes) = match &self.0.engine {
            Engine::Sqlite(s) => {
                let c = s.alone()?;
                let found = tokio::task::spawn_blocking(move || examine(&c, depth)).await;
                (found.map_err(|_| Error::Gone)?, Vec::new())
            }
            Engine::Postgres(_) => self.examine_server().await?,
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

/// What is damaged in a SQLite database. A file that cannot be read through is damaged as well.
pub(crate) fn examine(c: &rusqlite::Connection, depth: Depth) -> Vec<String> {
    let sql = if depth == Depth::Quick { "PRAGMA quick_check(10)" } else { "PRAGMA integrity_check(10)" };
    let words: rusqlite::Result<Vec<String>> = c.prepare(sql).and_then(|mut st| st.query_map([], |r| r.get(0))?.collect());
    let mut problems = match words {
        Ok(words) => words.into_iter().filter(|w| w != "ok").collect(),
        Err(e) => vec![e.to_string()],
    };
    if depth == Depth::Full && problems.is_empty() {
        match c.prepare("PRAGMA foreign_key_check").and_then(|mut st| st.exists([])) {
            Ok(false) => {}
            Ok(true) => problems.push("rows refer to rows that are not there".into()),
            Err(e) => problems.push(e.to_string()),
        }
    }
    problems
}
