//! Files on their way in. Bytes are kept before the row that names them, so that a row always has its file; a process that dies between
//! the two would leave a file that nobody ever finds again, and it may be about people. So its key is noted first, the
//! transaction of the row forgets the note, and what is still noted after an hour is thrown away.
//!
//! Table: `arriving_files`. Invariant: of a key that was given up no row is ever written.

use db::{Conn, Result, Table, p};
use jobs::{JobResult, Outcome, Registry};
use kernel::{Millis, StoreId, StoreScope};

/// The tables of this module.
pub const TABLES: &[Table] = &[Table::of_store("arriving_files")];

use crate::App;

/// After so long nobody is writing it any more.
const LEFT_BEHIND: i64 = Millis::HOUR;
/// Files that one run throws away.
const MOST: i64 = 200;

/// Notes a key whose bytes are about to be kept.
///
/// # Errors
/// Of the database.
pub async fn note(app: &App, scope: &StoreScope, key: &str) -> Result<()> {
    let (scope, key, now) = (scope.clone(), key.to_owned(), app.env().now());
    app.db()
        .tx(async move |c| {
            let sql = "INSERT INTO arriving_files (store_id, storage_key, noted_at) VALUES (?1, ?2, ?3)";
            c.exec(sql, p![scope.store(), &key, now]).await?;
            Ok(())
        })
        .await
}

/// Forgets the note, in the transaction that writes the row which names the key; false when it took too long and the file is
/// gone or about to go: nothing may be committed then.
///
/// # Errors
/// Of the database.
pub async fn arrived(c: Conn<'_>, scope: &StoreScope, key: &str) -> Result<bool> {
    let sql = "DELETE FROM arriving_files WHERE store_id = ?1 AND storage_key = ?2 AND given_up_at IS NULL";
    Ok(c.exec(sql, p![scope.store(), key]).await? == 1)
}

/// The schedule.
pub fn register(registry: &mut Registry<App>) {
    registry.every("sweep_arriving_files", Millis::HOUR, sweep);
}

/// Throws away what nothing came for.
async fn sweep(app: App) -> JobResult {
    let now = app.env().now();
    let sql = "SELECT store_id, storage_key, given_up_at FROM arriving_files WHERE noted_at <= ?1 ORDER BY noted_at LIMIT ?2";
    let left: Vec<(StoreId, String, Option<Millis>)> = app.db().conn().all(sql, p![now.plus(-LEFT_BEHIND), MOST]).await?;
    for (store, key, given_up) in left {
        let of = key.clone();
        let is_left = app.db().tx(async move |c| {
            // A row that comes from here on is refused.
            let sql =
                "UPDATE arriving_files SET given_up_at = COALESCE(given_up_at, ?3) WHERE store_id = ?1 AND storage_key = ?2";
            Ok::<_, db::Error>(c.exec(sql, p![store, &of, now]).await? == 1)
        });
        if !is_left.await? {
            continue;
        }
        app.blobs.delete(&key).await?;
        // Whoever stalls in the middle of writing may end it even now: it is forgotten when it was taken away twice.
        if given_up.is_some() {
            app.db()
                .tx(async move |c| {
                    let sql = "DELETE FROM arriving_files WHERE store_id = ?1 AND storage_key = ?2";
                    c.exec(sql, p![store, &key]).await
                })
                .await?;
        }
    }
    Ok(Outcome::Done)
}
