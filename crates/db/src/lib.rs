//! The data layer: one text of SQL on two engines (docs/decisions/0002).
//!
//! SQLite is the embedded default: reads run inline on the calling thread's own read-only connection, writes travel to
//! one writer thread that commits many transactions at once, and to a thread that syncs the log for all that are waiting. PostgreSQL pipelines reads over a few shared
//! connections and borrows an exclusive one for a transaction, which is replayed after a serialization failure.
//!
//! ```ignore
//! let order: Option<OrderRow> = db.conn().opt("SELECT ... WHERE store_id = ?1 AND id = ?2", p![store, id]).await?;
//! db.tx(async move |c| { c.exec("UPDATE ...", p![...]).await?; Ok::<_, db::Error>(()) }).await?;
//! ```

mod check;
mod checkpoint;
mod clock;
mod commit_hook;
mod conn;
mod dialect;
mod error;
mod export;
mod feed;
mod log_sync;
mod migrate;
mod pg_address;
mod pg_conn;
mod postgres;
pub mod record;
mod restore;
mod row;
mod schema;
mod sql;
mod sqlite;
mod sqlite_file;
mod statement_observer;
mod table;
mod transaction;
mod value;
mod word;

pub use check::{Checked, Depth};
pub use commit_hook::CommitHook;
pub use conn::{Conn, Db};
pub use dialect::{Dialect, without_row_lock};
pub use error::{Error, Result};
pub use feed::{Topics, Touched};
pub use migrate::{MIGRATIONS, Migration};
pub use postgres::PgConfig;
pub use record::{Record, Values};
pub use restore::Restore;
pub use row::{FromRow, Row};
pub use schema::SchemaState;
pub use sql::Sql;
pub use sqlite::{Durability, SqliteConfig};
pub use statement_observer::{Statement, StatementHook};
pub use table::{OnReset, Personal, Table, deletion_order};
pub use value::{Cell, Column, Json, Param, Params, Value};
pub use word::StoredWord;
