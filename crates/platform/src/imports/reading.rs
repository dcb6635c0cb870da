//! Reads the file again from the blob store: the table as a whole, its items only as many at a time as are worked on.

use std::collections::HashSet;
use std::sync::Arc;

use gateways::BlobError;
use kernel::StoreScope;
use web::message::Message;

use super::kind::Imported;
use super::model::Failure;
use super::sheet::file_message;
use super::store::Import;
use crate::App;
use crate::stores;

const FILE_GONE: Message =
    Message::new("لم يعد ملف الاستيراد موجودًا. ارفعه من جديد.", "The file is no longer available. Upload it again.");

/// The file cannot be read.
#[derive(Debug)]
pub(super) enum ReadError {
    /// Permanently.
    Gone(Failure),
    /// For now: a retry may help.
    Passing(Box<dyn std::error::Error + Send + Sync>),
}

impl<E: std::error::Error + Send + Sync + 'static> From<E> for ReadError {
    fn from(e: E) -> Self {
        Self::Passing(e.into())
    }
}

pub(super) fn failure(code: &str, message: &Message) -> Failure {
    Failure { code: code.to_owned(), ar: message.ar.clone().into_owned(), en: message.en.clone().into_owned() }
}

/// The selected items of the file.
#[derive(Debug, Clone)]
pub enum RecordSelection {
    /// Consecutive ones.
    Window {
        /// How many are skipped before them.
        from: usize,
        /// How many there are at most.
        count: usize,
    },
    /// Those that begin at these records.
    At(HashSet<i64>),
}

/// Opens the file of an import with its mapping.
pub(super) async fn open<K: Imported>(app: &App, scope: &StoreScope, import: &Import) -> Result<Arc<K::Source>, ReadError> {
    let profile = stores::get_profile(app.db().conn(), scope).await?;
    let bytes = match app.blobs.get(&import.storage_key).await {
        Ok(bytes) => bytes,
        Err(BlobError::NotFound) => return Err(ReadError::Gone(failure("file_gone", &FILE_GONE))),
        Err(e) => return Err(e.into()),
    };
    let table = match tokio::task::spawn_blocking(move || K::table(&bytes)).await? {
        Ok(table) => table,
        Err(e) => return Err(ReadError::Gone(failure(e.code(), &file_message(&e)))),
    };
    let (mapping, mode) = (import.mapping::<K>()?, import.mode());
    let parsed = tokio::task::spawn_blocking(move || K::source(&profile, table, mapping, mode)).await?;
    Ok(Arc::new(parsed))
}

/// Things of a file, and how many it holds in all.
pub(super) type ItemsRead<K> = (Vec<<K as Imported>::Item>, usize);

/// The selected items in the order of the file.
pub(super) async fn items<K: Imported>(source: &Arc<K::Source>, selection: RecordSelection) -> Result<ItemsRead<K>, ReadError> {
    let source = source.clone();
    let read = tokio::task::spawn_blocking(move || K::items(&source, &selection)).await?;
    read.map_err(|message| ReadError::Gone(failure("mapping", &message)))
}

/// The records of some items as a file, to be corrected and imported again.
pub(super) async fn file_of<K: Imported>(source: &Arc<K::Source>, positions: HashSet<i64>) -> Result<Vec<u8>, ReadError> {
    let source = source.clone();
    let parsed = tokio::task::spawn_blocking(move || {
        let (items, _) = K::items(&source, &RecordSelection::At(positions))?;
        Ok(K::table_of(&source).write_records(&items.iter().flat_map(K::records).collect()))
    });
    parsed.await?.map_err(|message: Message| ReadError::Gone(failure("mapping", &message)))
}
