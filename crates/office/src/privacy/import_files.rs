//! Imports of customers that an erasure keeps: those whose file and rows hold nothing of the person. Their undo stays available.
//!
//! A file is read before the transaction of the erasure, since it never changes; the outcomes of its rows are checked inside it,
//! by the records of the person. An import that was not searched is deleted by the erasure: it may mention them.

use db::{Conn, Result};
use gateways::BlobError;
use kernel::{ImportId, StoreScope};
use web::ApiError;

use super::blockers_store::{self as store, ImportFile};
use super::erase::{ApiErrorBox, EraseError};
use super::person::Person;
use super::scrub::Known;
use platform::App;
use platform::imports::sheet::Table;

/// The newest imports of a store that are searched.
const MOST: i64 = 20;
/// The most records that are searched, since a caller waits for the answer.
const MOST_RECORDS: i64 = 200_000;

/// Imports whose files do not mention the person.
pub(super) async fn list_unrelated(app: &App, scope: &StoreScope, person: &Person) -> Result<Vec<ImportId>, EraseError> {
    let (mut unrelated, mut records_read) = (Vec::new(), 0);
    for ImportFile { id, file_name, storage_key, records } in store::list_imports(app.db().conn(), scope, MOST).await? {
        records_read += records;
        if records_read > MOST_RECORDS {
            break;
        }
        if person.known.is_in(&file_name) {
            continue;
        }
        // One at a time: a file may be large. An import whose file is missing is not kept; a blob store that fails proves nothing
        // about any.
        let bytes = match app.blobs.get(&storage_key).await {
            Ok(bytes) => bytes,
            Err(BlobError::NotFound) => continue,
            Err(e) => return Err(EraseError::Api(ApiErrorBox(Box::new(ApiError::unavailable(&e))))),
        };
        let known = person.known.clone();
        let read = tokio::task::spawn_blocking(move || {
            customers::import_table(&bytes).is_ok_and(|table| !mentions_person(&table, &known))
        });
        if read.await.unwrap_or(false) {
            unrelated.push(id);
        }
    }
    Ok(unrelated)
}

/// Whether the file mentions the person, in a row or a caption.
fn mentions_person(table: &Table, known: &Known) -> bool {
    known.is_mentioned_in(table.headers.iter().map(String::as_str))
        || table.rows.iter().any(|row| known.is_mentioned_in(row.cells()))
}

/// Those of these imports without a row about the person's records, read in the caller's transaction.
pub(super) async fn list_untouched(
    c: Conn<'_>,
    scope: &StoreScope,
    person: &Person,
    unrelated: &[ImportId],
) -> Result<Vec<ImportId>> {
    let touched = store::list_imports_of(c, scope, person).await?;
    Ok(unrelated.iter().copied().filter(|id| !touched.contains(id)).collect())
}
