//! What a slice declares about its imports.

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

/// The names of a kind in code and tables.
#[derive(Debug)]
pub struct Words {
    /// In the table: `product`.
    pub name: &'static str,
    /// In the journal.
    pub entity: Entity<id::Import>,
    /// The job of the dry run: `check_import`.
    pub check: &'static str,
    /// The job that writes the items of the file: `run_import`.
    pub run: &'static str,
    /// The job that undoes it: `undo_import`.
    pub undo: &'static str,
    /// The default name of a file.
    pub file_name: &'static str,
    /// Prefix of a header's fingerprint: mappings of different kinds are stored apart.
    pub mark: &'static str,
}

/// How long a kind's files and rows are kept.
#[derive(Debug, Clone, Copy)]
pub struct Retention {
    /// The schedule that deletes older ones.
    pub expiry: &'static str,
    /// Milliseconds since the upload.
    pub millis: i64,
}

/// A kind of record that can be imported.
pub trait Imported: Sized + Send + Sync + 'static {
    /// Its names.
    const WORDS: &'static Words;
    /// The modes of an import; the first is the default.
    const MODES: &'static [Mode];
    /// None keeps the files for good.
    const KEPT: Option<Retention> = None;

    /// A field that a column can give. Its text is its key on the wire.
    type Field: Copy + Eq + Hash + FromStr + Display + Send + Sync;
    /// The field of each column, and other settings that the file format needs.
    type Mapping: Clone + Serialize + DeserializeOwned + Send + Sync + 'static;
    /// A file ready to be read.
    type Source: Send + Sync + 'static;
    /// An item of the file, parsed.
    type Item: Send + Sync + 'static;
    /// An item of the file, compared with the store.
    type Prepared: Clone + Send + Sync + 'static;
    /// State that the write of one row leaves to the next ones of its transaction.
    type Chunk: Default;
    /// The same for an undo.
    type Undo: Default;
    /// Why an item was not written.
    type Error: From<db::Error> + std::error::Error + Send + Sync + 'static;

    // ---- the file ---------------------------------------------------------------------------------------------------

    /// Parses a file as a table.
    ///
    /// # Errors
    /// When it is not a table.
    fn table(bytes: &[u8]) -> Result<Table, FileError>;

    /// Guesses the field of each column from its caption.
    fn guess(table: &Table) -> Self::Mapping;

    /// The program that wrote the file, as a word.
    fn format(mapping: &Self::Mapping) -> &'static str;

    /// The field of each column.
    fn columns(mapping: &Self::Mapping) -> &[Option<Self::Field>];

    /// The same, mutable.
    fn columns_mut(mapping: &mut Self::Mapping) -> &mut Vec<Option<Self::Field>>;

    /// Detects the language of columns that name none from the texts of the file: two files may have one header.
    fn guess_language(table: &Table, mapping: &mut Self::Mapping) {
        let _ = (table, mapping);
    }

    /// The language of texts in columns that name none, where there are such.
    fn language(mapping: &Self::Mapping, of_store: Lang) -> Option<Lang> {
        let _ = (mapping, of_store);
        None
    }

    /// Sets the language of those texts, as the merchant chose it.
    fn set_language(mapping: &mut Self::Mapping, language: Lang) {
        let _ = (mapping, language);
    }

    /// Whether a column identifies the rows of the file, so that a second file of them creates no duplicates.
    fn has_mark(mapping: &Self::Mapping) -> bool {
        let _ = mapping;
        true
    }

    /// Whether several columns may give the field.
    fn may_repeat(field: Self::Field) -> bool;

    /// Checks that a mapping fits a file of so many columns and has the fields that the mode needs.
    ///
    /// # Errors
    /// What is missing.
    fn check(mapping: &Self::Mapping, columns: usize, mode: Mode) -> Result<(), Message>;

    /// Fields that the merchant may choose from.
    fn offered() -> Vec<Self::Field>;

    /// The label of a field.
    fn label(field: Self::Field, lang: Lang) -> String;

    /// The group of a field in the list of choices.
    fn group(field: Self::Field) -> &'static str;

    // ---- reading ----------------------------------------------------------------------------------------------------

    /// A file ready to be read for a store.
    fn source(profile: &StoreProfile, table: Table, mapping: Self::Mapping, mode: Mode) -> Self::Source;

    /// The selected items in the order of the file, and how many the file holds in all.
    ///
    /// # Errors
    /// When the mapping does not fit the file any more.
    fn items(source: &Self::Source, selection: &RecordSelection) -> Result<(Vec<Self::Item>, usize), Message>;

    /// The table of a source.
    fn table_of(source: &Self::Source) -> &Table;

    /// The records of the file that an item consists of.
    fn records(item: &Self::Item) -> Vec<u32>;

    /// Its first record: unique, and ascending in the order of the file.
    fn position(item: &Self::Item) -> i64;

    // ---- writing ----------------------------------------------------------------------------------------------------

    /// Compares items of the file with the store.
    fn prepare(
        c: Conn<'_>,
        scope: &StoreScope,
        import: ImportId,
        source: &Self::Source,
        items: &[Self::Item],
    ) -> impl Future<Output = db::Result<Vec<Self::Prepared>>> + Send;

    /// Its outcome in a dry run.
    fn outcome(prepared: &Self::Prepared) -> RowOutcome;

    /// The row that a dry run stores.
    fn noted(prepared: &Self::Prepared) -> NewRow;

    /// Called in the transaction that stores the findings of a dry run for a chunk: a kind whose findings have tables of their own
    /// writes them here, and nothing else.
    #[must_use]
    fn note_findings(pass: &Pass, c: Conn<'_>, chunk: &[Self::Prepared]) -> impl Future<Output = db::Result<()>> + Send {
        let _ = (pass, c, chunk);
        async { Ok(()) }
    }

    /// Deletes up to `limit` of those findings, before a pass begins anew; returns how many it deleted.
    #[must_use]
    fn clear_findings(pass: &Pass, c: Conn<'_>, limit: i64) -> impl Future<Output = db::Result<u64>> + Send {
        let _ = (pass, c, limit);
        async { Ok(0) }
    }

    /// Marks it as refused, with messages.
    fn refuse(prepared: &mut Self::Prepared, messages: Vec<RowMessage>);

    /// Called before the first item of a chunk is written, in the same transaction.
    fn begin(pass: &Pass, c: Conn<'_>, chunk: &[Self::Prepared]) -> impl Future<Output = Result<(), Self::Error>> {
        let _ = (pass, c, chunk);
        async { Ok(()) }
    }

    /// Called after the last one.
    fn close(pass: &Pass, c: Conn<'_>, known: Self::Chunk) -> impl Future<Output = Result<(), Self::Error>> {
        let _ = (pass, c, known);
        async { Ok(()) }
    }

    /// Writes an item, in the caller's transaction; returns its row.
    fn write(
        pass: &Pass,
        c: Conn<'_>,
        chunk: &mut Self::Chunk,
        prepared: &Self::Prepared,
    ) -> impl Future<Output = Result<NewRow, Self::Error>>;

    /// Why an item could not be written, when it was alone in its transaction.
    ///
    /// # Errors
    /// The error itself when the item did not cause it.
    fn fault(source: &Self::Source, e: Self::Error) -> Result<Vec<RowMessage>, Self::Error>;

    /// Whether the record changed between the read and the write, so that reading again may help.
    fn is_stale(e: &Self::Error) -> bool;

    /// The database error behind an error, if any.
    fn database(e: &Self::Error) -> Option<&db::Error>;

    /// Called before the first row of a chunk is undone, in the same transaction.
    #[must_use]
    fn begin_undo(pass: &Pass, c: Conn<'_>, chunk: &[Written]) -> impl Future<Output = Result<(), Self::Error>> {
        let _ = (pass, c, chunk);
        async { Ok(()) }
    }

    /// Called after the last one.
    fn close_undo(pass: &Pass, c: Conn<'_>, undo: Self::Undo) -> impl Future<Output = Result<(), Self::Error>> {
        let _ = (pass, c, undo);
        async { Ok(()) }
    }

    /// Undoes what a row wrote, or returns why not.
    fn undo_row(
        pass: &Pass,
        c: Conn<'_>,
        undo: &mut Self::Undo,
        row: &Written,
    ) -> impl Future<Output = Result<Result<(), Message>, Self::Error>>;

    // ---- around -----------------------------------------------------------------------------------------------------

    /// Called after the last row of an undo, which is the position of the pass: deletions run under [`Pass::lock`].
    #[must_use]
    fn undone(app: &App, pass: &Pass, reached: i64) -> impl Future<Output = Result<(), Failed>> + Send {
        let _ = (app, pass, reached);
        async { Ok(()) }
    }

    /// Called in the transaction in which the writing begins.
    #[must_use]
    fn started(c: Conn<'_>, env: &Env, scope: &StoreScope, import: &Import) -> impl Future<Output = db::Result<()>> {
        let _ = (c, env, scope, import);
        async { Ok(()) }
    }

    /// Counts of pictures that are still being downloaded, and of those that failed.
    #[must_use]
    fn pictures(c: Conn<'_>, scope: &StoreScope, import: ImportId) -> impl Future<Output = db::Result<(i64, i64)>> + Send {
        let _ = (c, scope, import);
        async { Ok((0, 0)) }
    }

    /// The product of a row, where its record is one.
    #[must_use]
    fn product(subject: i64) -> Option<ProductId> {
        let _ = subject;
        None
    }

    /// The customer of a row, where its record is one.
    #[must_use]
    fn customer(subject: i64) -> Option<CustomerId> {
        let _ = subject;
        None
    }
}
