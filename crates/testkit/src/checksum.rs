//! Proof that a refused request changed nothing: no commit at all, or the same checksum of every business table.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use rusqlite::types::ValueRef;

use crate::database::TestDb;

/// Tables whose rows a refused request may rightly touch: sessions and known devices, attempt counters, one-time codes, stored
/// idempotent responses, schedule state, pending uploads.
const EXEMPT: [&str; 7] =
    ["sessions", "known_devices", "sign_in_attempts", "otp_codes", "idempotency_keys", "schedules", "arriving_files"];

/// Rows and a checksum by table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checksums(BTreeMap<String, (i64, String)>);

impl Checksums {
    /// Reads every table that is not exempt.
    pub async fn read(db: &TestDb) -> Self {
        let tables = tables();
        if let Some(path) = db.file() {
            let c = rusqlite::Connection::open_with_flags(path, rusqlite::OpenFlags::SQLITE_OPEN_READ_ONLY).unwrap();
            Self(tables.into_iter().map(|t| (t.to_owned(), sqlite_table(&c, t))).collect())
        } else {
            let one = |t: &&str| {
                format!(
                    "SELECT '{t}', count(*), COALESCE(md5(string_agg(md5(x::text), '' ORDER BY md5(x::text))), '') FROM {t} x"
                )
            };
            let sql = tables.iter().map(one).collect::<Vec<_>>().join(" UNION ALL ");
            let rows = db.ask_postgres(&sql).await;
            Self(rows.iter().map(|r| (r.get(0), (r.get(1), r.get(2)))).collect())
        }
    }

    /// Names of tables that differ.
    #[must_use]
    pub fn differing(&self, other: &Self) -> Vec<String> {
        self.0.iter().filter(|(t, sum)| other.0.get(*t) != Some(sum)).map(|(t, _)| t.clone()).collect()
    }

    /// Rows of a table.
    #[must_use]
    pub fn rows(&self, table: &str) -> i64 {
        self.0.get(table).unwrap_or_else(|| panic!("no table {table}")).0
    }
}

/// Every table that a slice declares, but for the exempt ones.
fn tables() -> Vec<&'static str> {
    every_table().into_iter().filter(|t| !EXEMPT.contains(t)).collect()
}

/// Every table that a slice declares, by name; `it::tables` proves that the schema has no other.
pub(crate) fn every_table() -> Vec<&'static str> {
    let out: BTreeSet<&str> = office::tables().map(|table| table.name).collect();
    out.into_iter().collect()
}

fn sqlite_table(c: &rusqlite::Connection, table: &str) -> (i64, String) {
    let mut statement = c.prepare(&format!("SELECT * FROM {table}")).unwrap();
    let columns = statement.column_count();
    let mut rows = statement.query([]).unwrap();
    let (mut count, mut hash) = (0, DefaultHasher::new());
    while let Some(row) = rows.next().unwrap() {
        count += 1;
        for i in 0..columns {
            hash_value(row.get_ref(i).unwrap(), &mut hash);
        }
    }
    (count, format!("{:016x}", hash.finish()))
}

fn hash_value(value: ValueRef<'_>, hash: &mut DefaultHasher) {
    std::mem::discriminant(&value.data_type()).hash(hash);
    match value {
        ValueRef::Null => {}
        ValueRef::Integer(number) => number.hash(hash),
        ValueRef::Real(number) => number.to_bits().hash(hash),
        ValueRef::Text(bytes) | ValueRef::Blob(bytes) => bytes.hash(hash),
    }
}

/// Tells whether anything was committed at all, for a thousandth of the cost of [`Checksums`]. Supported on SQLite alone.
pub struct DataVersion(Option<rusqlite::Connection>);

impl DataVersion {
    /// Opens a connection that reads `data_version` of a database; empty on PostgreSQL.
    #[must_use]
    pub fn of(db: &TestDb) -> Self {
        let open = |path| {
            rusqlite::Connection::open_with_flags(path, rusqlite::OpenFlags::SQLITE_OPEN_READ_ONLY).expect("a second connection")
        };
        Self(db.file().map(open))
    }

    /// The database's data version: another number after any commit; `None` where the engine has none.
    #[must_use]
    pub fn now(&self) -> Option<i64> {
        let version = |c: &rusqlite::Connection| c.pragma_query_value(None, "data_version", |row| row.get(0));
        self.0.as_ref().map(|c| version(c).expect("the version of the data"))
    }
}
