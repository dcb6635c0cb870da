//! Errors of the data layer.

/// The data layer's own failures. Slices wrap it in their error enums; `web::ApiError` alone knows HTTP.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// An error of SQLite.
    #[error("sqlite: {0}")]
    Sqlite(#[from] rusqlite::Error),
    /// An error of PostgreSQL.
    #[error("postgres: {}", explain(.0))]
    Postgres(#[from] tokio_postgres::Error),
    /// `one` found no row.
    #[error("no such row")]
    NotFound,
    /// The write queue is full or the engine cannot be reached: answer 503 and let the client come again.
    #[error("the database is busy")]
    Busy,
    /// The engine went away or the group this write belonged to could not be committed. Nothing was written.
    #[error("the transaction was not committed")]
    Gone,
    /// The transaction's commit hook changed no row: the request has lost its claim. Nothing was written.
    #[error("another attempt at the same request has taken over")]
    Superseded,
    /// A transaction awaited something other than the database.
    #[error("awaited something other than the database in a transaction")]
    ForeignAwait,
    /// A column held what the program never writes.
    #[error("column {column}: {reason}")]
    Column {
        /// Position from 0.
        column: usize,
        /// What was expected.
        reason: String,
    },
    /// A newer version of the program has changed the schema; this one writes nothing.
    #[error("the database was changed by a newer version of the program (migration {0}): use that version")]
    NewerSchema(i64),
    /// A column held a word of which the program knows no meaning: a newer version's, or damage. Never read as another word.
    #[error("{table}.{column} holds {value:?}, which has no meaning")]
    StoredWord {
        /// The table.
        table: &'static str,
        /// The column.
        column: &'static str,
        /// What it held, cut after 60 characters.
        value: String,
    },
    /// Connecting, migrating or configuring failed.
    #[error("{0}")]
    Setup(String),
}

/// Result of the data layer.
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// A stored word without a meaning.
    #[must_use]
    pub fn stored_word(table: &'static str, column: &'static str, value: &str) -> Self {
        Self::StoredWord { table, column, value: value.chars().take(60).collect() }
    }

    /// A UNIQUE or primary key constraint refused the row.
    #[must_use]
    pub fn is_unique_violation(&self) -> bool {
        match self {
            Self::Sqlite(rusqlite::Error::SqliteFailure(e, _)) => {
                matches!(e.extended_code, rusqlite::ffi::SQLITE_CONSTRAINT_UNIQUE | rusqlite::ffi::SQLITE_CONSTRAINT_PRIMARYKEY)
            }
            Self::Postgres(e) => e.code() == Some(&tokio_postgres::error::SqlState::UNIQUE_VIOLATION),
            _ => false,
        }
    }

    /// A UNIQUE or primary key constraint of this table refused the row, one that this column is part of: which of a row's
    /// marks was taken. The engines name constraints differently; both name table and columns.
    #[must_use]
    pub fn is_taken(&self, table: &str, column: &str) -> bool {
        if !self.is_unique_violation() {
            return false;
        }
        match self {
            // "UNIQUE constraint failed: products.store_id, products.page_link_key"
            Self::Sqlite(rusqlite::Error::SqliteFailure(_, Some(message))) => {
                let columns = message.rsplit_once(": ").map_or(message.as_str(), |(_, columns)| columns);
                columns.split(", ").any(|one| one.split_once('.') == Some((table, column)))
            }
            // "Key (store_id, page_link_key)=(1, oud) already exists.", in the server's language.
            Self::Postgres(e) => e.as_db_error().is_some_and(|e| {
                let columns = e.detail().and_then(|detail| Some(detail.split_once('(')?.1.split_once(")=(")?.0));
                e.table() == Some(table) && columns.is_some_and(|all| all.split(", ").any(|one| one == column))
            }),
            _ => false,
        }
    }

    /// Worth trying again later: the engine is full, restarting or unreachable.
    #[must_use]
    pub fn is_unavailable(&self) -> bool {
        match self {
            Self::Busy | Self::Gone => true,
            Self::Sqlite(rusqlite::Error::SqliteFailure(e, _)) => {
                matches!(
                    e.code,
                    rusqlite::ErrorCode::DatabaseBusy | rusqlite::ErrorCode::DiskFull | rusqlite::ErrorCode::DatabaseLocked
                )
            }
            Self::Postgres(e) => {
                // Refused, reset, timed out: an I/O error beneath; SQLSTATE classes 08, 53, 57: the server is unavailable.
                let is_cut = std::error::Error::source(e).is_some_and(<dyn std::error::Error>::is::<std::io::Error>);
                e.is_closed() || is_cut || e.code().is_some_and(|c| matches!(c.code().get(..2), Some("08" | "53" | "57")))
            }
            _ => false,
        }
    }

    /// There is no room on the engine's disk.
    #[must_use]
    pub fn is_disk_full(&self) -> bool {
        match self {
            Self::Sqlite(rusqlite::Error::SqliteFailure(e, _)) => e.code == rusqlite::ErrorCode::DiskFull,
            Self::Postgres(e) => e.code() == Some(&tokio_postgres::error::SqlState::DISK_FULL),
            _ => false,
        }
    }

    /// The stored data is damaged.
    #[must_use]
    pub fn is_damage(&self) -> bool {
        match self {
            Self::Sqlite(rusqlite::Error::SqliteFailure(e, _)) => {
                matches!(e.code, rusqlite::ErrorCode::DatabaseCorrupt | rusqlite::ErrorCode::NotADatabase)
            }
            Self::Postgres(e) => {
                use tokio_postgres::error::SqlState;
                matches!(e.code(), Some(&SqlState::DATA_CORRUPTED | &SqlState::INDEX_CORRUPTED))
            }
            _ => false,
        }
    }

    /// A text held what the engine cannot store: PostgreSQL refuses U+0000.
    #[must_use]
    pub fn is_bad_text(&self) -> bool {
        matches!(self, Self::Postgres(e) if e.code() == Some(&tokio_postgres::error::SqlState::CHARACTER_NOT_IN_REPERTOIRE))
    }

    /// PostgreSQL asks for the transaction to be run again.
    pub(crate) fn is_serialization_failure(&self) -> bool {
        matches!(self, Self::Postgres(e) if e.code().is_some_and(|c| matches!(c.code(), "40001" | "40P01")))
    }
}

/// PostgreSQL's own error prints as "db error"; the code and message are what an operator needs.
fn explain(e: &tokio_postgres::Error) -> String {
    if let Some(db) = e.as_db_error() {
        return format!("{} ({})", db.message(), db.code().code());
    }
    // The driver keeps the reason (a refused certificate, a closed port) in the chain beneath.
    let (mut text, mut next) = (e.to_string(), std::error::Error::source(e));
    while let Some(cause) = next {
        let message = cause.to_string();
        if !text.contains(&message) {
            text = format!("{text}: {message}");
        }
        next = cause.source();
    }
    text
}
