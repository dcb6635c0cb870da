//! Numbered migrations: one list, each applied once in a transaction, applied files never change.

use crate::conn::Db;
use crate::error::{Error, Result};
use crate::{FromRow, Row, p};

/// One file of `migrations/`.
pub struct Migration {
    /// Grows by one.
    pub number: i64,
    /// The file's name after the number.
    pub name: &'static str,
    /// Its text; `Dialect::ddl` makes it the engine's.
    pub sql: &'static str,
}

macro_rules! migrations {
    ($($number:literal $name:literal),* $(,)?) => {
        /// Every migration, in order.
        pub const MIGRATIONS: &[Migration] = &[$(Migration {
            number: $number,
            name: $name,
            sql: include_str!(concat!("../../../migrations/", $name, ".sql")),
        }),*];
    };
}

migrations! {
    1 "0001_ground",
    2 "0002_access",
    3 "0003_products_on_sale",
}

struct Applied {
    number: i64,
    checksum: String,
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

impl Db {
    /// Applies what is missing; how many files that were.
    ///
    /// # Errors
    /// When a file fails, or an applied one has changed since.
    pub async fn migrate(&self) -> Result<usize> {
        self.batch(
            "CREATE TABLE IF NOT EXISTS migrations (number BIGINT PRIMARY KEY, name TEXT NOT NULL, checksum TEXT NOT NULL)"
                .into(),
        )
        .await?;
        let applied: Vec<Applied> = self.conn().all("SELECT number, checksum FROM migrations ORDER BY number", p![]).await?;
        let mut count = 0;
        for m in MIGRATIONS {
            let sum = checksum(m.sql);
            if let Some(done) = applied.iter().find(|a| a.number == m.number) {
                if done.checksum != sum {
                    return Err(Error::Setup(format!("migration {} has changed after it was applied", m.name)));
                }
                continue;
            }
            let record = format!("INSERT INTO migrations (number, name, checksum) VALUES ({}, '{}', '{sum}')", m.number, m.name);
            self.batch(format!("{};\n{record}", self.dialect().ddl(m.sql)))
                .await
                .map_err(|e| Error::Setup(format!("migration {}: {e}", m.name)))?;
            count += 1;
        }
        Ok(count)
    }
}
