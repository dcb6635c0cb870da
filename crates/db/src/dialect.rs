//! The few true differences between the engines, all in this file.

use std::fmt::Write as _;

/// Which engine answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialect {
    /// The embedded default.
    Sqlite,
    /// For scale.
    Postgres,
}

/// How a statement ends that reads a row and locks it until its transaction ends. Locked so and not by an UPDATE that changes
/// nothing, a row is not written: PostgreSQL makes no new version of it, and SQLite, whose only writer holds every lock there is,
/// does not see the words (decision 0071).
const ROW_LOCK: &str = " FOR NO KEY UPDATE";

/// A statement without its row lock, which SQLite neither has nor needs.
#[must_use]
pub fn without_row_lock(sql: &str) -> &str {
    sql.strip_suffix(ROW_LOCK).unwrap_or(sql)
}

impl Dialect {
    /// `?1` in the source text is `$1` on PostgreSQL's wire.
    #[must_use]
    pub fn placeholders(self, sql: &str) -> String {
        match self {
            Self::Sqlite => sql.to_owned(),
            Self::Postgres => {
                let bytes = sql.as_bytes();
                sql.char_indices()
                    .map(|(i, c)| if c == '?' && bytes.get(i + 1).is_some_and(u8::is_ascii_digit) { '$' } else { c })
                    .collect()
            }
        }
    }

    /// Begins a migration's transaction: nodes that start together on one PostgreSQL take turns, however long one of them
    /// takes. SQLite's write transaction is that lock by itself.
    #[must_use]
    pub const fn migration_lock(self) -> &'static str {
        match self {
            Self::Sqlite => "",
            Self::Postgres => "SET LOCAL statement_timeout = 0; SELECT pg_advisory_xact_lock(7261776901)",
        }
    }

    /// Takes a lock of the whole installation until the transaction ends, with others or alone. SQLite's write transaction is that
    /// lock by itself, and alone.
    #[must_use]
    pub(crate) fn installation_lock(self, number: i64, is_shared: bool) -> String {
        match (self, is_shared) {
            (Self::Sqlite, _) => String::new(),
            (Self::Postgres, true) => format!("SELECT pg_advisory_xact_lock_shared({number})"),
            (Self::Postgres, false) => format!("SELECT pg_advisory_xact_lock({number})"),
        }
    }

    /// Ends a migration's transaction: SQLite's writers elsewhere see by this number that something was applied, also where the
    /// tables are as they were.
    #[must_use]
    pub(crate) fn migrated(self, number: i64) -> String {
        match self {
            Self::Sqlite => format!("PRAGMA user_version = {number}"),
            Self::Postgres => String::new(),
        }
    }

    /// A migration's text for this engine.
    ///
    /// Lines that end in `-- sqlite` or `-- postgres` belong to that engine alone. Text columns of PostgreSQL sort by
    /// code point (`COLLATE "C"`), as SQLite's do; `BLOB` is `BYTEA` there.
    #[must_use]
    pub fn ddl(self, sql: &str) -> String {
        let mut out = String::with_capacity(sql.len() + 256);
        for line in sql.lines() {
            let trimmed = line.trim_end();
            let (is_included, body) = match (trimmed.strip_suffix("-- sqlite"), trimmed.strip_suffix("-- postgres")) {
                (Some(body), _) => (self == Self::Sqlite, body),
                (_, Some(body)) => (self == Self::Postgres, body),
                _ => (true, trimmed),
            };
            if !is_included {
                continue;
            }
            let body = body.split("--").next().unwrap_or("");
            if self == Self::Postgres {
                let _ = writeln!(out, "{}", replace_words(body));
            } else {
                let _ = writeln!(out, "{body}");
            }
        }
        out
    }
}

fn replace_words(line: &str) -> String {
    line.split_inclusive(|c: char| !c.is_ascii_alphanumeric() && c != '_')
        .map(|piece| {
            let word = piece.trim_end_matches(|c: char| !c.is_ascii_alphanumeric() && c != '_');
            let tail = &piece[word.len()..];
            match word {
                "TEXT" => format!("TEXT COLLATE \"C\"{tail}"),
                "BLOB" => format!("BYTEA{tail}"),
                _ => piece.to_owned(),
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders_change_only_where_a_number_follows() {
        assert_eq!(Dialect::Postgres.placeholders("a = ?1 AND b = '?' AND c = ?12"), "a = $1 AND b = '?' AND c = $12");
        assert_eq!(Dialect::Sqlite.placeholders("a = ?1"), "a = ?1");
    }

    #[test]
    fn a_row_lock_is_left_out_at_the_end_of_a_statement_only() {
        assert_eq!(
            without_row_lock("SELECT id FROM orders WHERE id = ?1 FOR NO KEY UPDATE"),
            "SELECT id FROM orders WHERE id = ?1"
        );
        let elsewhere = "SELECT ' FOR NO KEY UPDATE'";
        assert_eq!(without_row_lock(elsewhere), elsewhere);
    }

    #[test]
    fn ddl_keeps_only_its_engines_lines() {
        let text = "CREATE TABLE t (a TEXT NOT NULL, b BLOB)\nWITHOUT ROWID -- sqlite\nWITH (fillfactor = 80) -- postgres\n;";
        assert_eq!(Dialect::Sqlite.ddl(text), "CREATE TABLE t (a TEXT NOT NULL, b BLOB)\nWITHOUT ROWID \n;\n");
        assert_eq!(
            Dialect::Postgres.ddl(text),
            "CREATE TABLE t (a TEXT COLLATE \"C\" NOT NULL, b BYTEA)\nWITH (fillfactor = 80) \n;\n"
        );
    }
}
