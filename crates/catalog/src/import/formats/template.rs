//! Our own product file, for merchants who begin with a sheet (contracts/imports.md §6).

use kernel::Lang;

use super::field::{Field, TextIn};

/// Columns of the template, in order.
const COLUMNS: [Field; 24] = [
    Field::Sku,
    Field::Name(TextIn::Ar),
    Field::Name(TextIn::En),
    Field::Category(TextIn::Store),
    Field::RegularPrice,
    Field::SalePrice,
    Field::SaleStarts,
    Field::SaleEnds,
    Field::CostPrice,
    Field::Quantity,
    Field::Barcode,
    Field::Brand,
    Field::Weight,
    Field::WeightUnit,
    Field::RequiresShipping,
    Field::TaxFree,
    Field::Published,
    Field::Images,
    Field::Description(TextIn::Ar),
    Field::Description(TextIn::En),
    Field::OptionName(1, TextIn::Store),
    Field::OptionValue(1, TextIn::Store),
    Field::OptionName(2, TextIn::Store),
    Field::OptionValue(2, TextIn::Store),
];

/// A file with the captions of the language and nothing below them: UTF-8 with a byte-order mark and CRLF,
/// which is what spreadsheets open without asking.
#[must_use]
pub fn template(lang: Lang) -> String {
    let captions: Vec<String> = COLUMNS.iter().map(|field| field.label(lang)).collect();
    format!("\u{FEFF}{}\r\n", captions.join(","))
}
