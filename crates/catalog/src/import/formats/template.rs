//! Our own product file, for merchants who begin with a sheet (contracts/imports.md §6).

use kernel::Lang;

use crate::fields::TEMPLATE_COLUMNS;

/// A file with only the header in a language: UTF-8 with a byte-order mark and CRLF, which spreadsheets open without an import
/// dialog.
#[must_use]
pub fn template(lang: Lang) -> String {
    let captions: Vec<String> = TEMPLATE_COLUMNS.iter().map(|field| field.label(lang)).collect();
    format!("\u{FEFF}{}\r\n", captions.join(","))
}
