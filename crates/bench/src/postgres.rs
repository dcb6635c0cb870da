//! The same data on PostgreSQL: the rows of a seeded file are copied into an empty database, so that both engines serve the same
//! orders.

use std::fmt::Write as _;
use std::path::Path;
use std::pin::pin;
use std::process::Command;

use bytes::Bytes;
use futures_util::SinkExt as _;
use rusqlite::Connection;
use rusqlite::types::ValueRef;
use tokio_postgres::{Client, NoTls};

use crate::Failure;

/// Bytes sent to the server at once.
const PIECE: usize = 1 << 20;

/// Fills the database at `url` with the rows of `file`; one that holds them already is left as it is. The program creates its
/// tables.
///
/// # Errors
/// When the database holds stores already, or cannot be reached or written.
pub async fn load(program: &Path, file: &Path, url: &str) -> Result<(), Failure> {
    let status = Command::new(program).arg("migrate").env("DATABASE_URL", url).env("RUST_LOG", "error").status()?;
    if !status.success() {
        return Err("the program could not make its tables".into());
    }
    let (client, connection) = tokio_postgres::connect(url, NoTls).await?;
    tokio::spawn(connection);
    let rows = Connection::open(file)?;
    let expected: i64 = rows.query_row("SELECT COUNT(*) FROM orders", [], |r| r.get(0))?;
    let found: i64 = client.query_one("SELECT COUNT(*) FROM orders", &[]).await?.get(0);
    let store: i64 = rows.query_row("SELECT MIN(id) FROM stores", [], |r| r.get(0))?;
    let has_store: bool = client.query_one("SELECT EXISTS (SELECT 1 FROM stores WHERE id = $1)", &[&store]).await?.get(0);
    if has_store && found >= expected {
        return Ok(());
    }
    let stores: i64 = client.query_one("SELECT COUNT(*) FROM stores", &[]).await?.get(0);
    if stores > 0 {
        return Err(format!("the database holds {stores} stores and {found} orders: give an empty one").into());
    }
    // Foreign keys and triggers are not checked row by row, and indexes are built once: the rows were valid in the file. In one
    // transaction: an interrupted copy leaves no database without indexes.
    client.batch_execute("BEGIN; SET session_replication_role = replica; SET maintenance_work_mem = '1GB'").await?;
    let sql = "SELECT i.indexname, i.indexdef FROM pg_indexes i WHERE i.schemaname = 'public' \
               AND NOT EXISTS (SELECT 1 FROM pg_constraint c WHERE c.conindid = format('%I', i.indexname)::regclass)";
    let indexes: Vec<(String, String)> = client.query(sql, &[]).await?.iter().map(|r| (r.get(0), r.get(1))).collect();
    for (name, _) in &indexes {
        client.batch_execute(&format!("DROP INDEX \"{name}\"")).await?;
    }
    let sql = "SELECT c.table_name, string_agg('\"' || c.column_name || '\"', ', ' ORDER BY c.ordinal_position) \
               FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name) \
               WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE' AND c.is_generated = 'NEVER' \
               AND c.table_name <> 'migrations' GROUP BY c.table_name";
    for table in client.query(sql, &[]).await? {
        copy(&client, &rows, table.get(0), table.get(1)).await?;
    }
    for (_, definition) in &indexes {
        client.batch_execute(definition).await?;
    }
    client.batch_execute("COMMIT").await?;
    client.batch_execute("VACUUM ANALYZE").await?;
    Ok(())
}

/// The rows of one table, in the text format of COPY.
async fn copy(client: &Client, rows: &Connection, table: &str, columns: &str) -> Result<(), Failure> {
    client.batch_execute(&format!("DELETE FROM \"{table}\"")).await?;
    let mut to = pin!(client.copy_in::<_, Bytes>(&format!("COPY \"{table}\" ({columns}) FROM STDIN")).await?);
    let mut statement = rows.prepare(&format!("SELECT {columns} FROM \"{table}\""))?;
    let width = statement.column_count();
    let mut found = statement.query([])?;
    let mut piece = String::with_capacity(PIECE + PIECE / 8);
    while let Some(row) = found.next()? {
        for column in 0..width {
            if column > 0 {
                piece.push('\t');
            }
            write_value(&mut piece, row.get_ref(column)?)?;
        }
        piece.push('\n');
        if piece.len() >= PIECE {
            to.send(Bytes::from(std::mem::take(&mut piece))).await?;
        }
    }
    to.send(Bytes::from(piece)).await?;
    to.close().await?;
    Ok(())
}

fn write_value(piece: &mut String, value: ValueRef<'_>) -> Result<(), Failure> {
    match value {
        ValueRef::Null => piece.push_str("\\N"),
        ValueRef::Integer(n) => write!(piece, "{n}")?,
        ValueRef::Real(n) => write!(piece, "{n}")?,
        ValueRef::Text(text) => {
            for c in std::str::from_utf8(text)?.chars() {
                match c {
                    '\\' => piece.push_str("\\\\"),
                    '\t' => piece.push_str("\\t"),
                    '\n' => piece.push_str("\\n"),
                    '\r' => piece.push_str("\\r"),
                    c => piece.push(c),
                }
            }
        }
        ValueRef::Blob(bytes) => {
            piece.push_str("\\\\x");
            piece.push_str(&kernel::hex(bytes));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_as_copy_reads_them() {
        let mut piece = String::new();
        for value in [ValueRef::Null, ValueRef::Integer(-7), ValueRef::Text("عود\\\t\n\r".as_bytes()), ValueRef::Blob(&[0, 255])]
        {
            write_value(&mut piece, value).unwrap();
            piece.push('|');
        }
        assert_eq!(piece, "\\N|-7|عود\\\\\\t\\n\\r|\\\\x00ff|");
    }
}
