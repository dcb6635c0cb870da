//! Imports as the API answers them (docs/API.md "Imports").

use db::Json as Document;
use kernel::{CustomerId, ImportId, Lang, ProductId};
use serde::Serialize;

use super::kind::Imported;
use super::model::{Mode, RowMessage, RowOutcome, Status};
use super::rows::ImportRow;
use super::steps::can_undo;
use super::store::Import;
use crate::bounded::{self, Bounded};

/// A column of the file and its field.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct ColumnView {
    /// The caption; numbered where the file has it twice.
    name: String,
    /// Up to three distinct cells.
    samples: Vec<String>,
    /// The field of the column; null when it is left out.
    field: Option<String>,
}

/// A field that a column can give.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct FieldView {
    /// For the mapping.
    code: String,
    /// In the caller's language.
    label: String,
    /// The group: `product`, `price`, `stock`, `variant`, `shipping`, `images`, `seo`, `fields` or `source`; for customers
    /// `customer`, `address` or `consent`.
    group: &'static str,
}

/// Why an import has failed as a whole.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct FailureView {
    /// A stable code.
    code: String,
    /// In the caller's language.
    message: String,
}

/// An import of a file of products or customers.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct ImportView {
    id: ImportId,
    file_name: String,
    /// `rawaj` (our own export), `shopify_classic`, `shopify_2025`, `woocommerce`, `salla`, `zid` or `unknown`;
    /// of customers `shopify` too.
    format: String,
    status: Status,
    /// Empty in lists.
    columns: Vec<ColumnView>,
    /// The fields that a column can have; empty in lists.
    fields: Vec<FieldView>,
    /// Data rows of the file.
    records: i64,
    /// Items of the file; 0 until it has been read.
    total: i64,
    /// Items that the current pass has worked on.
    done: i64,
    /// Created items; after a dry run those that would be.
    created_count: i64,
    /// Updated items; after a dry run those that would be.
    updated_count: i64,
    /// Items with the same values already.
    unchanged_count: i64,
    /// Items with errors, of which nothing was written.
    failed_count: i64,
    /// Items that an undo has left as they are, because they were changed after the import.
    kept_count: i64,
    /// Items that `mode` leaves alone.
    skipped_count: i64,
    /// Items of which something was parsed differently or left out; their rows have the notes.
    noted_count: i64,
    /// Which records the import creates or changes.
    mode: Mode,
    /// The language of texts in columns that name none, guessed or chosen; null where every column names its own, and in lists.
    language: Option<Lang>,
    /// A column identifies the rows of the file. Without one a second file of them may create duplicates.
    has_mark: bool,
    /// Pictures of products that are still to be downloaded, counted up to 1000; 0 in lists.
    images_waiting: i64,
    /// Pictures whose download failed, counted up to 1000; 0 in lists.
    images_failed: i64,
    /// Names of the counts that are capped.
    more_than: Vec<&'static str>,
    /// The mapping was stored for an earlier file with this header.
    is_mapping_remembered: bool,
    error: Option<FailureView>,
    can_undo: bool,
    can_retry: bool,
    created_at: String,
    finished_at: Option<String>,
    version: i64,
}

impl ImportView {
    pub(super) fn new<K: Imported>(
        import: Import,
        (images_waiting, images_failed): (i64, i64),
        store_language: Option<Lang>,
        lang: Lang,
    ) -> Self {
        // Outside of lists the store's language is given.
        let is_whole = store_language.is_some();
        let mut of = Bounded::default();
        let (can_undo, can_retry) = (can_undo(&import), import.status() == Status::Done && import.failed_count > 0);
        let (status, mode) = (import.status(), import.mode());
        let mapping = import.mapping::<K>().ok();
        let mapped: Vec<Option<K::Field>> = mapping.as_ref().map(|m| K::columns(m).to_vec()).unwrap_or_default();
        let language = store_language.and_then(|of_store| K::language(mapping.as_ref()?, of_store));
        let has_mark = mapping.as_ref().is_none_or(K::has_mark);
        let Import {
            id,
            file_name,
            format,
            status: _,
            storage_key: _,
            header_fingerprint: _,
            columns: Document(columns),
            mapping: _,
            is_mapping_remembered,
            records,
            total,
            done,
            created_count,
            updated_count,
            unchanged_count,
            failed_count,
            kept_count,
            skipped_count,
            noted_count,
            mode: _,
            pass: _,
            reached: _,
            error,
            created_at,
            finished_at,
            version,
        } = import;
        let mut offered: Vec<K::Field> = if is_whole { K::offered() } else { Vec::new() };
        let columns: Vec<ColumnView> = if is_whole {
            for field in mapped.iter().flatten() {
                if !offered.contains(field) {
                    offered.push(*field);
                }
            }
            let fields = mapped.iter().map(|field| field.map(|f| f.to_string()));
            columns
                .into_iter()
                .zip(fields)
                .map(|(column, field)| ColumnView { name: column.name, samples: column.samples, field })
                .collect()
        } else {
            Vec::new()
        };
        Self {
            id,
            file_name,
            format,
            status,
            columns,
            fields: offered
                .into_iter()
                .map(|field| FieldView { code: field.to_string(), label: K::label(field, lang), group: K::group(field) })
                .collect(),
            records,
            total,
            done,
            created_count,
            updated_count,
            unchanged_count,
            failed_count,
            kept_count,
            skipped_count,
            noted_count,
            mode,
            language,
            has_mark,
            images_waiting: of.cap("images_waiting", images_waiting, bounded::MOST),
            images_failed: of.cap("images_failed", images_failed, bounded::MOST),
            more_than: of.more_than(),
            is_mapping_remembered,
            error: error.map(|Document(e)| FailureView { message: e.get(lang).to_owned(), code: e.code }),
            can_undo,
            can_retry,
            created_at: created_at.rfc3339(),
            finished_at: finished_at.map(kernel::Millis::rfc3339),
            version,
        }
    }
}

/// A message about an item of the file.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub(super) struct RowMessageView {
    /// The column's caption as the file writes it; null when it concerns the whole item.
    column: Option<String>,
    /// In the caller's language.
    message: String,
    /// The row as a spreadsheet numbers it; null when it concerns the whole item.
    line: Option<u32>,
}

/// An item of the file and its outcome.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct ImportRowView {
    /// Unique in the import; ascending in the order of the file.
    position: i64,
    /// Its row in the file as a spreadsheet numbers it, from 1, header rows and blank rows counted.
    record: i64,
    /// Its name, else its identifier.
    label: String,
    outcome: RowOutcome,
    /// Why it failed.
    errors: Vec<RowMessageView>,
    /// What was parsed differently or left out.
    notes: Vec<RowMessageView>,
    /// Of an import of products.
    product_id: Option<ProductId>,
    /// Of an import of customers.
    customer_id: Option<CustomerId>,
}

impl ImportRowView {
    pub(super) fn from_row<K: Imported>(row: ImportRow, lang: Lang) -> Self {
        let ImportRow { position, outcome, subject_id, record, label, errors: Document(errors), notes: Document(notes) } = row;
        let view = |messages: Vec<RowMessage>| -> Vec<RowMessageView> {
            messages
                .into_iter()
                .map(|m| RowMessageView { message: m.get(lang).to_owned(), line: m.line, column: m.column })
                .collect()
        };
        let (product_id, customer_id) = (subject_id.and_then(K::product), subject_id.and_then(K::customer));
        Self { position, record, label, outcome, errors: view(errors), notes: view(notes), product_id, customer_id }
    }
}
