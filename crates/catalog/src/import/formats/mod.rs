//! Product files of other platforms, parsed into one model: no database, no network, no HTTP.
//!
//! [`read_table`] parses bytes into a table (`imports::sheet`), [`detect`] finds the platform, [`default_mapping`] maps columns
//! to fields (which the merchant may change), [`parse`] makes products and faults of the rows. Nothing is written anywhere; the
//! import job decides what is new, changed or unchanged.
//!
//! The rules are contracts/imports.md. Invariants: a product with any fault is in `failed` and never in
//! `products`; money is minor units and never a float; no input makes the reader panic.
//!
//! To add a platform: its captions in `captions.rs` and, if its rows are grouped in a new way, `group.rs`.

mod amounts;
mod build;
mod captions;
mod cells;
mod errors;
mod field;
mod field_key;
mod format;
mod group;
mod inputs;
mod item;
mod lists;
mod mapping;
mod model;
mod notes;
mod options;
pub(crate) mod own;
mod row_error;
mod template;
#[cfg(test)]
mod tests;
mod units;
pub(crate) mod values;

use std::collections::HashMap;

pub use errors::MappingError;
pub use field::{DynamicFieldType, Field, InputPart, MAX_OPTIONS, TextIn};
pub use field_key::NoSuchField;
pub use format::{Format, Mapping};
pub use mapping::{default_mapping, detect, language_of, may_repeat};
pub use model::{
    CategoryPath, CellTime, Context, Counts, DynamicChoice, DynamicField, FailedProduct, ImportImage, ImportOption,
    ImportProduct, ImportVariant, Item, OptionKind, OptionValue, OwnColumns, Parsed, ProductType, ReadProduct, Stock, Values,
    Weight, WeightUnit,
};
pub use notes::{RowNote, RowWarning};
pub use options::MAX_VARIANTS;
pub use row_error::{RowError, RowFault};
pub use template::template;

pub use platform::imports::sheet::{self, Encoding, FileError, MAX_BYTES, MAX_COLUMNS, MAX_RECORDS, Row, Table, caption_key};

use cells::{Columns, Findings, Reader};
use group::{Draft, Grouping};
use row_error::excerpt;

/// Reads a file of at most [`MAX_BYTES`] bytes.
///
/// # Errors
/// See [`FileError`].
pub fn read_table(bytes: &[u8]) -> Result<Table, FileError> {
    read_table_up_to(bytes, MAX_BYTES)
}

/// As [`read_table`] with another size limit, for files that are not uploaded.
///
/// # Errors
/// See [`FileError`].
pub fn read_table_up_to(bytes: &[u8], max_bytes: usize) -> Result<Table, FileError> {
    sheet::read(bytes, max_bytes, mapping::looks_like_header)
}

/// Reads all products of a table.
///
/// # Errors
/// When the mapping does not fit the table or lacks a required field; faults of single products are in the result.
pub fn parse(table: &Table, mapping: &Mapping, context: &Context) -> Result<Parsed, MappingError> {
    let mut parsed = Parsed {
        products: Vec::new(),
        failed: Vec::new(),
        warnings: Vec::new(),
        ignored_columns: ignored_columns(table, mapping),
        fields: fields(mapping),
        counts: Counts { records: table.rows.len(), ..Counts::default() },
    };
    parse_each(table, mapping, context, |read| {
        parsed.counts.image_only_rows += read.image_only_rows;
        match read.product {
            Ok(product) => {
                count(&mut parsed.counts, &product);
                parsed.warnings.extend(read.warnings);
                parsed.products.push(product);
            }
            Err(failed) => parsed.failed.push(failed),
        }
    })?;
    parsed.counts.products = parsed.products.len();
    parsed.counts.failed = parsed.failed.len();
    Ok(parsed)
}

/// Reads the products of a table one after the other, in the order of the file, and passes each to a callback: a large file is
/// never in memory as products.
///
/// # Errors
/// As [`parse`].
pub fn parse_each(
    table: &Table,
    mapping: &Mapping,
    context: &Context,
    mut take: impl FnMut(ReadProduct),
) -> Result<(), MappingError> {
    mapping.check(table, context.is_partial)?;
    let columns = Columns::new(table, mapping, *context);
    if mapping.format == Format::Rawaj {
        own::read::each(&columns, take);
        return Ok(());
    }
    let grouping = Grouping::for_columns(&columns);
    let mut skus: HashMap<String, u32> = HashMap::new();
    for draft in group::group(&columns, grouping) {
        let mut found = Findings::default();
        for (at, field, fault) in &draft.faults {
            Reader::new(&columns, *at).fail(&mut found, *field, fault.clone());
        }
        let product = build::build(&columns, grouping, &draft, &mut found);
        if found.errors.is_empty() {
            claim_skus(&columns, &draft, &product, &mut skus, &mut found);
        }
        let image_only_rows = draft.image_only;
        let line = draft.rows.first().map_or(0, |at| columns.row(*at).line);
        if found.errors.is_empty() {
            take(ReadProduct { product: Ok(product), warnings: found.warnings, image_only_rows, line });
        } else {
            found.errors.sort_by_key(|error| error.record);
            found.errors.dedup();
            let failed = FailedProduct {
                label: build::label(&columns, &draft),
                records: draft.rows.iter().map(|at| columns.row(*at).record).collect(),
                errors: found.errors,
            };
            take(ReadProduct { product: Err(failed), warnings: Vec::new(), image_only_rows, line });
        }
    }
    Ok(())
}

/// The fields that a mapping has a column for.
#[must_use]
pub fn fields(mapping: &Mapping) -> Vec<Field> {
    let mut fields: Vec<Field> = mapping.columns.iter().flatten().copied().collect();
    fields.sort_unstable();
    fields.dedup();
    fields
}

/// A SKU must be unique in the file; the later product or variant fails.
fn claim_skus(
    columns: &Columns<'_>,
    draft: &Draft,
    product: &ImportProduct,
    skus: &mut HashMap<String, u32>,
    found: &mut Findings,
) {
    let head = columns.row(draft.item).record;
    let own = product.item.sku.iter().map(|sku| (sku, head));
    let of_variants = product.variants.iter().filter_map(|variant| Some((variant.item.sku.as_ref()?, variant.record)));
    let mut claimed: Vec<(String, u32)> = Vec::new();
    for (sku, record) in own.chain(of_variants) {
        let key = sku.to_lowercase();
        let earlier =
            skus.get(&key).copied().or_else(|| claimed.iter().find(|(known, _)| *known == key).map(|(_, first)| *first));
        match earlier {
            Some(first) => {
                let at = draft.rows.iter().copied().find(|at| columns.row(*at).record == record).unwrap_or(draft.head);
                let fault = RowFault::DuplicateSku { value: excerpt(sku), first: columns.line_of(first) };
                Reader::new(columns, at).fail(found, Some(Field::Sku), fault);
            }
            None => claimed.push((key, record)),
        }
    }
    if found.errors.is_empty() {
        skus.extend(claimed);
    }
}

fn count(counts: &mut Counts, product: &ImportProduct) {
    counts.variants += product.variants.len();
    counts.items += product.variants.len().max(1);
    let mut rows_with_image: Vec<u32> =
        product.variants.iter().filter(|variant| variant.image.is_some()).map(|variant| variant.record).collect();
    rows_with_image.dedup();
    counts.images += product.images.len() + rows_with_image.len();
}

fn ignored_columns(table: &Table, mapping: &Mapping) -> Vec<String> {
    let unused = table.headers.iter().zip(&mapping.columns).filter(|(caption, field)| field.is_none() && !caption.is_empty());
    unused.map(|(caption, _)| caption.clone()).collect()
}
