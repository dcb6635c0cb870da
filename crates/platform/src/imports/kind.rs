//! What a slice says of the things it imports.

use std::fmt::Display;
use std::hash::Hash;
use std::str::FromStr;

use db::Conn;
use kernel::id;
use kernel::{CustomerId, Env, ImportId, Lang, ProductId, StoreScope};
use serde::Serialize;
use serde::de::DeserializeOwned;
use web::message::Message;

use super::model::{Mode, RowMessage, RowOutcome};
use super::reading::RecordSelection;
use super::rows::{NewRow, Written};
use super::sheet::{FileError, Table};
use super::store::Import;
use super::work::Pass;
use crate::App;
use crate::journal::entity::Entity;
use crate::stores::StoreProfile;

/// Why background work did not succeed, for the job's log.
pub type Failed = Box<dyn std::error::Error + Send + Sync>;

/// How a kind is called where programs meet it.
#[derive(Debug)]
pub struct Words {
    /// In the table: `product`.
    pub name: &'static str,
    /// In the journal.
    pub entity: Entity<id::Import>,
    /// The job of the dry run: `check_import`.
    pub check: &'static str,
    /// The job that writes what the file holds: `run_import`.
    pub run: &'static str,
    /// The job that takes it back: `undo_import`.
    pub undo: &'static str,
    /// What a file without a name is called.
    pub file_name: &'static str,
    /// In front of the fingerprint of a header: mappings of kinds are remembered apart.
    pub mark: &'static str,
}

/// For how long a kind's files and rows are kept.
#[derive(Debug, Clone, Copy)]
pub struct Retention {
    /// The schedule that throws away what is older.
    pub expiry: &'static str,
    /// Milliseconds since the upload.
    pub millis: i64,
}

/// A kind of thing that can be imported.
pub trait Imported: Sized + Send + Sync + 'static {
    /// How it is called.
    const WORDS: &'static Words;
    /// What an import may do; the first unless the merchant says otherwise.
    const MODES: &'static [Mode];
    /// None keeps the files for good.
    const KEPT: Option<Retention> = None;

    /// What a column can give. Its text is its key on the wire.
    type Field: Copy + Eq + Hash + FromStr + Display + Send + Sync;
    /// A field for each column, and whatever else the format of a file asks to be known.
    type Mapping: Clone + Serialize + DeserializeOwned + Send + Sync + 'static;
    /// A file ready to be read.
    type Source: Send + Sync + 'static;
    /// A thing of the file, read.
    type Item: Send + Sync + 'static;
    /// A thing of the file and what it means for the store.
    type Prepared: Clone + Send + Sync + 'static;
    /// What the writing of one row may leave to the next ones of its transaction.
    type Chunk: Default;
    /// The same of an undo.
    type Undo: Default;
    /// Why a thing was not written.
    type Error: From<db::Error> + std::error::Error + Send + Sync + 'static;

    // ---- the file ---------------------------------------------------------------------------------------------------

    /// A file as a table.
    ///
    /// # Errors
    /// When it is none.
    fn table(bytes: &[u8]) -> Result<Table, FileError>;

    /// Which column gives what, as far as its captions say it.
    fn guess(table: &Table) -> Self::Mapping;

    /// Who wrote the file, as a word.
    fn format(mapping: &Self::Mapping) -> &'static str;

    /// The field of each column.
    fn columns(mapping: &Self::Mapping) -> &[Option<Self::Field>];

    /// The same, to be changed.
    fn columns_mut(mapping: &mut Self::Mapping) -> &mut Vec<Option<Self::Field>>;

    /// Looks into the texts of the file for the language that its columns do not name: two files may have one header.
    fn guess_language(table: &Table, mapping: &mut Self::Mapping) {
        let _ = (table, mapping);
    }

    /// The language of texts in columns that name none, where there are such.
    fn language(mapping: &Self::Mapping, of_store: Lang) -> Option<Lang> {
        let _ = (mapping, of_store);
        None
    }

    /// The merchant says in which language those texts are.
    fn set_language(mapping: &mut Self::Mapping, language: Lang) {
        let _ = (mapping, language);
    }

    /// Whether a column identifies the rows of the file, so that a second file of them makes none twice.
    fn has_mark(mapping: &Self::Mapping) -> bool {
        let _ = mapping;
        true
    }

    /// Several columns may give it.
    fn may_repeat(field: Self::Field) -> bool;

    /// Whether a mapping fits a file of so many columns and gives what the mode needs.
    ///
    /// # Errors
    /// What is missing.
    fn check(mapping: &Self::Mapping, columns: usize, mode: Mode) -> Result<(), Message>;

    /// Fields that the merchant may choose from.
    fn offered() -> Vec<Self::Field>;

    /// How a field is called.
    fn label(field: Self::Field, lang: Lang) -> String;

    /// What it belongs to, for the list of choices.
    fn group(field: Self::Field) -> &'static str;

    // ---- reading ----------------------------------------------------------------------------------------------------

    /// A file ready to be read for a store.
    fn source(profile: &StoreProfile, table: Table, mapping: Self::Mapping, mode: Mode) -> Self::Source;

    /// The wanted things in the order of the file, and how many the file holds in all.
    ///
    /// # Errors
    /// When the mapping does not fit the file any more.
    fn items(source: &Self::Source, selection: &RecordSelection) -> Result<(Vec<Self::Item>, usize), Message>;

    /// The table of a source.
    fn table_of(source: &Self::Source) -> &Table;

    /// The records of the file that a thing is made of.
    fn records(item: &Self::Item) -> Vec<u32>;

    /// Its first record: unlike any other's, growing in the order of the file.
    fn position(item: &Self::Item) -> i64;

    // ---- writing ----------------------------------------------------------------------------------------------------

    /// Finds out what things of the file mean for the store.
    fn prepare(
        c: Conn<'_>,
        scope: &StoreScope,
        import: ImportId,
        source: &Self::Source,
        items: &[Self::Item],
    ) -> impl Future<Output = db::Result<Vec<Self::Prepared>>> + Send;

    /// What a dry run says of it.
    fn outcome(prepared: &Self::Prepared) -> RowOutcome;

    /// The row that a dry run writes.
    fn noted(prepared: &Self::Prepared) -> NewRow;

    /// It is refused.
    fn refuse(prepared: &mut Self::Prepared, messages: Vec<RowMessage>);

    /// Before the first of a chunk is written, in the same transaction.
    fn begin(pass: &Pass, c: Conn<'_>, chunk: &[Self::Prepared]) -> impl Future<Output = Result<(), Self::Error>> {
        let _ = (pass, c, chunk);
        async { Ok(()) }
    }

    /// After the last one was.
    fn close(pass: &Pass, c: Conn<'_>, known: Self::Chunk) -> impl Future<Output = Result<(), Self::Error>> {
        let _ = (pass, c, known);
        async { Ok(()) }
    }

    /// Writes it, in the caller's transaction; the row that says so.
    fn write(
        pass: &Pass,
        c: Conn<'_>,
        chunk: &mut Self::Chunk,
        prepared: &Self::Prepared,
    ) -> impl Future<Output = Result<NewRow, Self::Error>>;

    /// Why a thing that stood alone in its transaction could not be written.
    ///
    /// # Errors
    /// The error itself when it is not the thing's fault.
    fn fault(source: &Self::Source, e: Self::Error) -> Result<Vec<RowMessage>, Self::Error>;

    /// It was changed between the look and the write: looking again may help.
    fn is_stale(e: &Self::Error) -> bool;

    /// An error of the database.
    fn database(e: &Self::Error) -> Option<&db::Error>;

    /// Before the first of a chunk is taken back, in the same transaction.
    #[must_use]
    fn begin_undo(pass: &Pass, c: Conn<'_>, chunk: &[Written]) -> impl Future<Output = Result<(), Self::Error>> {
        let _ = (pass, c, chunk);
        async { Ok(()) }
    }

    /// After the last one was.
    fn close_undo(pass: &Pass, c: Conn<'_>, undo: Self::Undo) -> impl Future<Output = Result<(), Self::Error>> {
        let _ = (pass, c, undo);
        async { Ok(()) }
    }

    /// Takes back what a row wrote, or says why not.
    fn take_back(
        pass: &Pass,
        c: Conn<'_>,
        undo: &mut Self::Undo,
        row: &Written,
    ) -> impl Future<Output = Result<Result<(), Message>, Self::Error>>;

    // ---- around -----------------------------------------------------------------------------------------------------

    /// After the last row of an undo, at which the pass stands: what is taken away is taken away under [`Pass::hold`].
    #[must_use]
    fn undone(app: &App, pass: &Pass, reached: i64) -> impl Future<Output = Result<(), Failed>> + Send {
        let _ = (app, pass, reached);
        async { Ok(()) }
    }

    /// In the transaction in which the writing begins.
    #[must_use]
    fn started(c: Conn<'_>, env: &Env, scope: &StoreScope, import: &Import) -> impl Future<Output = db::Result<()>> {
        let _ = (c, env, scope, import);
        async { Ok(()) }
    }

    /// Pictures that are on their way, and that could not be had.
    #[must_use]
    fn pictures(c: Conn<'_>, scope: &StoreScope, import: ImportId) -> impl Future<Output = db::Result<(i64, i64)>> + Send {
        let _ = (c, scope, import);
        async { Ok((0, 0)) }
    }

    /// What a row is about, where that is a product.
    #[must_use]
    fn product(subject: i64) -> Option<ProductId> {
        let _ = subject;
        None
    }

    /// What a row is about, where that is a customer.
    #[must_use]
    fn customer(subject: i64) -> Option<CustomerId> {
        let _ = subject;
        None
    }
}
