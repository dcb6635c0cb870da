//! Pending uploads. Bytes are stored before the row that names them, so that a row always has its file; a process that crashes
//! between the two would leave an orphaned file, which may hold personal data. So its key is inserted first, the transaction of
//! the row deletes the key, and files whose key is still there after an hour are deleted.
//!
//! Table: `arriving_files`. Invariant: no row is ever inserted for a key that was given up.

use db::{Conn, Result, Table};
use jobs::{JobResult, Outcome, Registry};
use kernel::{Millis, StoreScope};

mod store;

use store::PendingFile;

/// The tables of this module.
pub const TABLES: &[Table] = &[Table::of_store("arriving_files")];

use crate::App;

/// After this no process is writing it any more.
const EXPIRES_AFTER: i64 = Millis::HOUR;
/// Files that one run deletes.
const MOST: i64 = 200;

/// Inserts a key whose bytes are about to be stored.
///
/// # Errors
/// Of the database.
pub async fn note(app: &App, scope: &StoreScope, key: &str) -> Result<()> {
    let (scope, key, now) = (scope.clone(), key.to_owned(), app.env().now());
    app.db().tx(async move |c| store::insert(c, &scope, &key, now).await).await
}

/// Deletes the pending key, in the transaction that inserts the row which names it; false when it took too long and the file is
/// deleted or about to be: the transaction must not commit then.
///
/// # Errors
/// Of the database.
pub async fn arrived(c: Conn<'_>, scope: &StoreScope, key: &str) -> Result<bool> {
    store::delete_unless_given_up(c, scope, key).await
}

/// The schedule.
pub fn register(registry: &mut Registry<App>) {
    registry.every("sweep_arriving_files", Millis::HOUR, sweep);
}

/// Deletes files without a row.
async fn sweep(app: App) -> JobResult {
    let now = app.env().now();
    for file in store::list_noted_before(app.db().conn(), now.plus(-EXPIRES_AFTER), MOST).await? {
        let PendingFile { store, key, given_up_at } = file;
        let of = key.clone();
        // A row that is inserted from here on is refused.
        if !app.db().tx(async move |c| store::set_given_up(c, store, &of, now).await).await? {
            continue;
        }
        app.blobs.delete(&key).await?;
        // A stalled writer may finish even now: the key is deleted once the file was deleted twice.
        if given_up_at.is_some() {
            app.db().tx(async move |c| store::delete(c, store, &key).await).await?;
        }
    }
    Ok(Outcome::Done)
}
