//! Imports of customers that an erasure leaves alone: those whose file and rows say nothing of the person. Their undo stays as it was.
//!
//! A file is read before the transaction of the erasure, since it never changes; what became of its rows is asked inside it, by
//! the records of the person. One that was not looked at goes with the erasure: it may hold them.

use db::{Conn, Result, p};
use gateways::BlobError;
use kernel::{ImportId, StoreScope};
use web::ApiError;

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
pub(super) async fn silent(app: &App, scope: &StoreScope, person: &Person) -> Result<Vec<ImportId>, EraseError> {
    let sql = "SELECT id, file_name, storage_key, records FROM imports WHERE store_id = ?1 AND kind = 'customer' ORDER BY id DESC LIMIT ?2";
    let all: Vec<(ImportId, String, String, i64)> = app.db().conn().all(sql, p![scope.store(), MOST]).await?;
    let (mut silent, mut seen) = (Vec::new(), 0);
    for (id, name, key, records) in all {
        seen += records;
        if seen > MOST_RECORDS {
            break;
        }
        if person.known.is_in(&name) {
            continue;
        }
        // One at a time: a file may be large. One that is gone is not kept; a store that fails says nothing about any.
        let bytes = match app.blobs.get(&key).await {
            Ok(bytes) => bytes,
            Err(BlobError::NotFound) => continue,
            Err(e) => return Err(EraseError::Api(ApiErrorBox(Box::new(ApiError::unavailable(&e))))),
        };
        let known = person.known.clone();
        let read =
            tokio::task::spawn_blocking(move || customers::import_table(&bytes).is_ok_and(|table| !speaks(&table, &known)));
        if read.await.unwrap_or(false) {
            silent.push(id);
        }
    }
    Ok(silent)
}

/// The file speaks of the person, in a row or a caption.
fn speaks(table: &Table, known: &Known) -> bool {
    known.is_told(table.headers.iter().map(String::as_str)) || table.rows.iter().any(|row| known.is_told(row.cells()))
}

/// Of these the ones of which no row is about the person's records, as things stand in the caller's transaction.
pub(super) async fn untouched(c: Conn<'_>, scope: &StoreScope, person: &Person, silent: &[ImportId]) -> Result<Vec<ImportId>> {
    let mut kept = silent.to_vec();
    for record in person.records() {
        let sql = "SELECT DISTINCT import_id FROM import_rows WHERE store_id = ?1 AND subject_id = ?2 AND subject_id IS NOT NULL LIMIT 1000";
        let touched: Vec<ImportId> = c.all(sql, p![scope.store(), record]).await?;
        kept.retain(|id| !touched.contains(id));
    }
    Ok(kept)
}
