//! The file again, from the blob store: whole as a table, its products only as many at a time as are worked on.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use gateways::BlobError;
use kernel::StoreScope;
use web::message::Message;

use super::convert::Rules;
use super::formats::{self, Context, FileError, Mapping, Table};
use super::identity::Identity;
use super::model::{Failure, Mode, RowMessage};
use super::prepare::Item;
use super::store::Import;
use crate::App;
use crate::stores;

const FILE_GONE: Message =
    Message::new("لم يعد ملف الاستيراد موجودًا. ارفعه من جديد.", "The file of this import is not there any more. Upload it again.");

/// A file ready to be read.
#[derive(Clone)]
pub(super) struct Source {
    table: Arc<Table>,
    mapping: Arc<Mapping>,
    context: Context,
    pub(super) rules: Arc<Rules>,
}

/// The file cannot be read.
#[derive(Debug)]
pub(super) enum ReadError {
    /// It never will be.
    Gone(Failure),
    /// Not now.
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

/// The message of a refused file.
pub(super) fn file_message(e: &FileError) -> Message {
    Message { ar: e.message(kernel::Lang::Ar).into(), en: e.message(kernel::Lang::En).into() }
}

/// Which products of the file are wanted.
#[derive(Debug, Clone)]
pub(super) enum Wanted {
    /// So many from this one on, counted from 0.
    Window { from: usize, count: usize },
    /// Those that begin at these records.
    At(HashSet<i64>),
}

impl Source {
    /// Opens the file of an import with its mapping.
    pub(super) async fn open(app: &App, scope: &StoreScope, import: &Import) -> Result<Self, ReadError> {
        let profile = stores::profile(app.db().conn(), scope).await?;
        let bytes = match app.blobs.get(&import.storage_key).await {
            Ok(bytes) => bytes,
            Err(BlobError::NotFound) => return Err(ReadError::Gone(failure("file_gone", &FILE_GONE))),
            Err(e) => return Err(e.into()),
        };
        let table = match tokio::task::spawn_blocking(move || formats::read_table(&bytes)).await? {
            Ok(table) => table,
            Err(e) => return Err(ReadError::Gone(failure(e.code(), &file_message(&e)))),
        };
        let mapping = import.mapping.0.clone();
        let rules =
            Rules::new(&mapping, &table.headers, profile.default_language, profile.currency, &profile.timezone, import.mode());
        let context = Context {
            currency: profile.currency,
            default_lang: profile.default_language,
            is_partial: import.mode() == Mode::Update,
        };
        Ok(Self { table: Arc::new(table), mapping: Arc::new(mapping), context, rules: Arc::new(rules) })
    }

    /// The wanted products in the order of the file, and how many the file holds in all.
    pub(super) async fn items(&self, wanted: Wanted) -> Result<(Vec<Item>, usize), ReadError> {
        let this = self.clone();
        tokio::task::spawn_blocking(move || this.items_now(&wanted)).await?
    }

    fn items_now(&self, wanted: &Wanted) -> Result<(Vec<Item>, usize), ReadError> {
        let mut seen: HashMap<String, usize> = HashMap::new();
        let (mut items, mut total) = (Vec::new(), 0);
        let read = formats::parse_each(&self.table, &self.mapping, &self.context, |read| {
            let at = total;
            total += 1;
            let position = match &read.product {
                Ok(product) => first(&product.records),
                Err(failed) => first(&failed.records),
            };
            // Every product is looked at for its marks, so that the second of two is the second in each reading.
            let identity = read.product.as_ref().ok().map(|product| {
                let mut identity = Identity::of(product, self.rules.format);
                let n = seen.entry(identity.key().to_owned()).or_default();
                *n += 1;
                if *n > 1 && product.store_id.is_some() {
                    identity.is_repeated = true;
                } else if *n > 1 {
                    identity.numbered(*n);
                }
                identity
            });
            let is_wanted = match wanted {
                Wanted::Window { from, count } => (*from..from.saturating_add(*count)).contains(&at),
                Wanted::At(positions) => positions.contains(&position),
            };
            if !is_wanted {
                return;
            }
            let notes = read.warnings.iter().map(RowMessage::of_warning).collect();
            let line = i64::from(read.line);
            let read = match (read.product, identity) {
                (Ok(product), Some(identity)) => Ok(Box::new((product, identity))),
                (Err(failed), _) => Err(failed),
                (Ok(_), None) => return,
            };
            items.push(Item { position, line, read, notes });
        });
        match read {
            Ok(()) => Ok((items, total)),
            Err(e) => {
                let message = Message { ar: e.message(kernel::Lang::Ar).into(), en: e.message(kernel::Lang::En).into() };
                Err(ReadError::Gone(failure("mapping", &message)))
            }
        }
    }

    /// The records of some products as a file of their own, to be corrected and imported again.
    pub(super) async fn file_of(&self, positions: HashSet<i64>) -> Result<Vec<u8>, ReadError> {
        let this = self.clone();
        let made = tokio::task::spawn_blocking(move || {
            let (items, _) = this.items_now(&Wanted::At(positions))?;
            let records = items.iter().flat_map(|item| match &item.read {
                Ok(read) => read.0.records.clone(),
                Err(failed) => failed.records.clone(),
            });
            Ok(this.table.write_records(&records.collect()))
        });
        made.await?
    }
}

fn first(records: &[u32]) -> i64 {
    records.iter().min().map_or(0, |record| i64::from(*record))
}
