//! Every row of a database as text, for tests that search what remains of a person after an erasure.

use crate::checksum::every_table;
use crate::database::TestDb;

/// Each row of each table that the migrations create: the table's name, and all values of the row as text.
pub async fn all(db: &TestDb) -> Vec<(String, String)> {
    let mut out = Vec::new();
    for table in every_table() {
        match db.file() {
            Some(path) => {
                let c = rusqlite::Connection::open_with_flags(path, rusqlite::OpenFlags::SQLITE_OPEN_READ_ONLY).unwrap();
                let mut statement = c.prepare(&format!("SELECT * FROM {table}")).unwrap();
                let columns = statement.column_count();
                let mut rows = statement.query([]).unwrap();
                while let Some(row) = rows.next().unwrap() {
                    let cell = |i: usize| match row.get_ref(i).unwrap() {
                        rusqlite::types::ValueRef::Text(text) => String::from_utf8_lossy(text).into_owned(),
                        rusqlite::types::ValueRef::Blob(bytes) => String::from_utf8_lossy(bytes).into_owned(),
                        other => format!("{other:?}"),
                    };
                    out.push((table.to_owned(), (0..columns).map(cell).collect::<Vec<_>>().join(" | ")));
                }
            }
            None => {
                for row in db.ask_postgres(&format!("SELECT x::text FROM {table} x")).await {
                    out.push((table.to_owned(), row.get(0)));
                }
            }
        }
    }
    out
}
