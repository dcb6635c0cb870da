//! Imports of customers that an erasure leaves alone: those whose file and rows say nothing of the person. Their undo stays as it was.
//!
//! A file is read before the transaction of the erasure, since it never changes; what became of its rows is asked inside it, by
//! the records of the person. One that was not looked at goes with the erasure: it may hold them.

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

/// The newest imports of a store, so many are looked at.
const MOST: i64 = 20;
/// Records of theirs that are looked through, while somebody waits for the answer.
const MOST_RECORDS: i64 = 200_000;

/// Imports whose files say nothing of the person.
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
        // One at a time: a file may be large. One that is gone is not kept; a store that fails says nothing about any.
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

/// The file mentions the person, in a row or a caption.
fn mentions_person(table: &Table, known: &Known) -> bool {
    known.is_told(table.headers.iter().map(String::as_str)) || table.rows.iter().any(|row| known.is_told(row.cells()))
}

/// Of these the ones of which no row is about the person's records, as things stand in the caller's transaction.
pub(super) async fn list_untouched(
    c: Conn<'_>,
    scope: &StoreScope,
    person: &Person,
    unrelated: &[ImportId],
) -> Result<Vec<ImportId>> {
    let touched = store::list_imports_of(c, scope, person).await?;
    Ok(unrelated.iter().copied().filter(|id| !touched.contains(id)).collect())
}
