//! Numbered migrations: one list, each applied once in a transaction, applied files never change.

use std::sync::{Arc, LazyLock};

use crate::conn::{Conn, Db};
use crate::error::{Error, Result};
use crate::{FromRow, Row, Topics, p};
use kernel::StoreId;

/// One file of `migrations/`.
#[derive(Debug, Clone, Copy)]
pub struct Migration {
    /// Consecutive, from 1.
    pub number: i64,
    /// The file's name after the number.
    pub name: &'static str,
    /// Its text; `Dialect::ddl` makes it the engine's.
    pub sql: &'static str,
}

// Every file of `migrations/`, in order: `MIGRATIONS`, written by the build script.
include!(concat!(env!("OUT_DIR"), "/migrations.rs"));

/// A migration as recorded in the database.
pub(crate) struct Applied {
    pub(crate) number: i64,
    pub(crate) checksum: String,
}

impl FromRow for Applied {
    fn from_row(row: &mut Row<'_>) -> Result<Self> {
        Ok(Self { number: row.get()?, checksum: row.get()? })
    }
}

/// FNV-1a; enough to notice that an applied file was edited.
fn checksum(sql: &str) -> String {
    let hash = sql.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |h, b| (h ^ u64::from(b)).wrapping_mul(0x0000_0100_0000_01b3));
    format!("{hash:016x}")
}

/// Migrations with their checksums: those that a version of the program knows.
pub(crate) struct Known {
    pub(crate) list: &'static [Migration],
    sums: Vec<String>,
}

impl Known {
    pub(crate) fn new(list: &'static [Migration]) -> Self {
        Self { list, sums: list.iter().map(|m| checksum(m.sql)).collect() }
    }
}

/// The migrations that this version knows.
pub(crate) static OWN: LazyLock<Arc<Known>> = LazyLock::new(|| Arc::new(Known::new(MIGRATIONS)));

/// A migration that another version of the program has applied.
#[derive(Clone, Copy)]
pub(crate) enum Foreign {
    /// A migration of this number, which is none of ours.
    Unknown(i64),
    /// One of ours with another text.
    Changed(&'static Migration),
}

impl Foreign {
    pub(crate) const fn number(self) -> i64 {
        match self {
            Self::Unknown(number) => number,
            Self::Changed(m) => m.number,
        }
    }
}

impl From<Foreign> for Error {
    fn from(foreign: Foreign) -> Self {
        match foreign {
            Foreign::Unknown(number) => Self::NewerSchema(number),
            Foreign::Changed(m) => Self::Setup(format!("migration {} has changed after it was applied", m.name)),
        }
    }
}

/// The first applied migration that is not known, by number.
pub(crate) fn foreign(known: &Known, applied: &[Applied]) -> Option<Foreign> {
    let own_checksums = || known.list.iter().zip(&known.sums);
    applied.iter().find_map(|a| match own_checksums().find(|(m, _)| m.number == a.number) {
        None => Some(Foreign::Unknown(a.number)),
        Some((m, sum)) => (a.checksum != *sum).then_some(Foreign::Changed(m)),
    })
}

/// What is applied, in order; of a database in which something was.
pub(crate) const APPLIED: &str = "SELECT number, checksum FROM migrations ORDER BY number";

/// Checks that this program has every migration applied to a file; the reason when not.
pub(crate) fn check_known(applied: &[Applied]) -> std::result::Result<(), String> {
    match foreign(&OWN, applied) {
        None => Ok(()),
        Some(Foreign::Unknown(number)) => Err(format!("it was written by a newer version of the program (migration {number})")),
        Some(Foreign::Changed(m)) => Err(format!("migration {} was another one there", m.name)),
    }
}

impl Db {
    /// Applies what is missing, each file in a transaction of its own; how many files this node applied. Nodes that start
    /// together take turns, so each file is applied once.
    ///
    /// # Errors
    /// [`Error::NewerSchema`] when a newer version has changed the database; when a file fails, or an applied one has changed
    /// since.
    pub async fn migrate(&self) -> Result<usize> {
        let (mut count, known) = (0, self.0.schema.known());
        loop {
            let known = known.clone();
            if !self.tx(async move |c| apply_next(c, &known).await).await? {
                return Ok(count);
            }
            count += 1;
        }
    }
}

/// Applies the first missing file; false when none is missing.
async fn apply_next(c: Conn<'_>, known: &Known) -> Result<bool> {
    c.batch(c.dialect().migration_lock()).await?;
    // Read after the lock is held: what another node has just applied is seen.
    c.batch("CREATE TABLE IF NOT EXISTS migrations (number BIGINT PRIMARY KEY, name TEXT NOT NULL, checksum TEXT NOT NULL)")
        .await?;
    let applied: Vec<Applied> = c.all(APPLIED, p![]).await?;
    if let Some(foreign) = foreign(known, &applied) {
        return Err(foreign.into());
    }
    let Some(m) = known.list.iter().find(|m| applied.iter().all(|a| a.number != m.number)) else { return Ok(false) };
    let failed = |e: Error| Error::Setup(format!("migration {}: {e}", m.name));
    c.batch(&c.dialect().ddl(m.sql)).await.map_err(failed)?;
    let sum = checksum(m.sql);
    c.exec("INSERT INTO migrations (number, name, checksum) VALUES (?1, ?2, ?3)", p![m.number, m.name, sum]).await?;
    // Every node is notified: one of an older version writes nothing from now on.
    c.touch(StoreId::from_raw(0), Topics(u8::MAX));
    c.batch(&c.dialect().migrated(m.number)).await?;
    Ok(true)
}
