//! Everything a store has, row by row, as of one moment (decisions §11).

use futures_util::{StreamExt as _, pin_mut};
use kernel::StoreId;

use crate::conn::Db;
use crate::error::{Error, Result};
use crate::table::Table;

/// A sink of rows: the table, and one row of it as a JSON object on one line.
pub type Sink<'a> = &'a mut (dyn FnMut(&str, &str) -> std::io::Result<()> + Send);

fn io_error(e: &std::io::Error) -> Error {
    Error::Setup(format!("the export could not be written: {e}"))
}

/// Whether an export holds a table: rows of the store, not the program's own (queue, search index, one-time links).
fn is_exported_table(tables: &[Table], name: &str) -> bool {
    tables.iter().any(|table| table.name == name && table.left_out.is_none())
}

/// Whether an export holds a column: hashes of secrets are left out.
fn is_exported_column(column: &str) -> bool {
    !column.ends_with("_hash")
}

pub(crate) fn sqlite(c: &rusqlite::Connection, store: StoreId, all: &[Table], sink: Sink<'_>) -> Result<()> {
    const SQLITE: &str = "SELECT m.name FROM sqlite_schema m WHERE m.type = 'table' AND EXISTS \
                          (SELECT 1 FROM pragma_table_info(m.name) t WHERE t.name = 'store_id') ORDER BY m.name";
    // One read transaction: every table as of the same moment.
    c.execute_batch("BEGIN")?;
    let mut tables: Vec<(String, &str)> = vec![("stores".into(), "id")];
    let mut st = c.prepare(SQLITE)?;
    let found: Vec<String> = st.query_map([], |r| r.get(0))?.collect::<rusqlite::Result<_>>()?;
    tables.extend(found.into_iter().filter(|t| is_exported_table(all, t)).map(|t| (t, "store_id")));
    for (table, key) in tables {
        let mut columns = c.prepare(&format!("SELECT name, type FROM pragma_table_info('{table}')"))?;
        let pairs: Vec<String> = columns
            .query_map([], |r| Ok((r.get::<_, String>(0)?, r.get::<_, String>(1)?)))?
            .filter(|c| c.as_ref().map_or(true, |(name, _)| is_exported_column(name)))
            .map(|c| {
                c.map(|(name, kind)| match kind.as_str() {
                    "BOOLEAN" => format!("'{name}', json(CASE {name} WHEN 0 THEN 'false' WHEN 1 THEN 'true' ELSE 'null' END)"),
                    _ => format!("'{name}', {name}"),
                })
            })
            .collect::<rusqlite::Result<_>>()?;
        let mut rows = c.prepare(&format!("SELECT json_object({}) FROM {table} WHERE {key} = ?1", pairs.join(", ")))?;
        let mut rows = rows.query([store.raw()])?;
        while let Some(row) = rows.next()? {
            sink(&table, row.get_ref(0)?.as_str().map_err(rusqlite::Error::from)?).map_err(|e| io_error(&e))?;
        }
    }
    c.execute_batch("COMMIT")?;
    Ok(())
}

pub(crate) async fn postgres(c: &tokio_postgres::Client, store: StoreId, all: &[Table], sink: Sink<'_>) -> Result<()> {
    const POSTGRES: &str = "SELECT table_name::text, string_agg(quote_ident(column_name), ', ' ORDER BY ordinal_position) FROM information_schema.columns \
                            WHERE table_schema = current_schema() AND right(column_name, 5) <> '_hash' GROUP BY table_name \
                            HAVING bool_or(column_name = 'store_id') OR table_name = 'stores' ORDER BY table_name";
    c.batch_execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = 0").await?;
    for row in c.query(POSTGRES, &[]).await? {
        let (table, columns): (String, String) = (row.try_get(0)?, row.try_get(1)?);
        if !is_exported_table(all, &table) {
            continue;
        }
        let key = if table == "stores" { "id" } else { "store_id" };
        let sql = format!("SELECT row_to_json(x)::text FROM (SELECT {columns} FROM {table} WHERE {key} = $1) x");
        let rows = c.query_raw(&sql, [store.raw()]).await?;
        pin_mut!(rows);
        while let Some(row) = rows.next().await {
            sink(&table, row?.try_get(0)?).map_err(|e| io_error(&e))?;
        }
    }
    c.batch_execute("COMMIT").await?;
    Ok(())
}

impl Db {
    /// Passes every row of a store in `tables` to `sink`, table by table, as of one moment; its own row stands under `stores`.
    ///
    /// # Errors
    /// Of the engine and of the sink.
    pub async fn export(&self, store: StoreId, tables: &[Table], sink: Sink<'_>) -> Result<()> {
        self.export_with(store, tables, sink).await
    }
}
