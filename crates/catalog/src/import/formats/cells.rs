//! Typed reading of cells. A cell that cannot be read adds one fault with its column; the caller goes on,
//! so that a merchant sees every fault of a product at once.

use std::collections::HashMap;

use jiff::civil::DateTime;
use kernel::digits::canonical_decimal;
use kernel::money::{self, AmountError};
use kernel::text_guard::{self, Lines, TextFault};
use kernel::{Lang, Texts};

use super::amounts::{self, CurrencyMark};
use super::field::{Field, TextIn};
use super::format::Mapping;
use super::model::{Context, WeightUnit};
use super::notes::{RowNote, RowWarning};
use super::row_error::{RowError, RowFault, excerpt};
use super::units::{read_flag, read_moment, to_grams};
use platform::exports::unguarded;
use platform::imports::sheet::{Row, Table};

/// Largest count of a cell: larger quantities are typing errors.
const MAX_COUNT: i64 = 1_000_000_000;

/// The columns of a mapping, by field.
pub(super) struct Columns<'t> {
    pub table: &'t Table,
    pub context: Context,
    pub mapping: &'t Mapping,
    by_field: HashMap<Field, Vec<usize>>,
    /// Columns of option values in any language.
    option_values: Vec<usize>,
    /// Numbers of the options that have a value column, in order.
    pub option_numbers: Vec<u8>,
}

impl<'t> Columns<'t> {
    pub fn new(table: &'t Table, mapping: &'t Mapping, context: Context) -> Self {
        let mut by_field: HashMap<Field, Vec<usize>> = HashMap::new();
        for (column, field) in mapping.columns.iter().enumerate() {
            if let Some(field) = field {
                by_field.entry(*field).or_default().push(column);
            }
        }
        let mut option_values = Vec::new();
        let mut option_numbers = Vec::new();
        for (field, columns) in &by_field {
            if let Field::OptionValue(number, _) = field {
                option_values.extend(columns);
                option_numbers.push(*number);
            }
        }
        option_numbers.sort_unstable();
        option_numbers.dedup();
        Self { table, context, mapping, by_field, option_values, option_numbers }
    }

    /// Whether a column gives the field.
    pub fn has(&self, field: Field) -> bool {
        self.by_field.contains_key(&field)
    }

    /// The columns of a field.
    pub fn columns_of(&self, field: Field) -> &[usize] {
        self.by_field.get(&field).map_or(&[], Vec::as_slice)
    }

    /// The caption of the field's first column.
    pub fn caption(&self, field: Field) -> Option<&'t str> {
        self.columns_of(field).first().map(|column| self.table.headers[*column].as_str())
    }

    /// The row number of a record in a spreadsheet.
    pub fn line_of(&self, record: u32) -> u32 {
        let rows = &self.table.rows;
        rows.binary_search_by_key(&record, |row| row.record).map_or(record, |at| rows[at].line)
    }

    pub fn row(&self, at: usize) -> &'t Row {
        &self.table.rows[at]
    }

    /// The first filled cell of a field; `[]` is how some platforms write an empty list.
    pub fn raw(&self, row: &'t Row, field: Field) -> &'t str {
        self.columns_of(field).iter().map(|column| row.cell(*column)).find(|cell| !is_blank(cell)).unwrap_or("")
    }

    /// Whether the field is filled in the row.
    pub fn is_filled(&self, row: &Row, field: Field) -> bool {
        self.columns_of(field).iter().any(|column| !is_blank(row.cell(*column)))
    }

    /// The filled option values of a row.
    pub fn option_values(&self, row: &'t Row) -> impl Iterator<Item = &'t str> {
        self.option_values.iter().map(|column| row.cell(*column)).filter(|cell| !is_blank(cell))
    }

    /// The first filled cell of any language of a text field.
    pub fn raw_any(&self, row: &'t Row, of: fn(TextIn) -> Field) -> &'t str {
        TextIn::ALL.into_iter().map(|text| self.raw(row, of(text))).find(|cell| !cell.is_empty()).unwrap_or("")
    }
}

/// Blank as `text_guard::clean` sees it: a cell that it trims to nothing has no text.
pub(super) fn is_blank(cell: &str) -> bool {
    cell == "[]" || cell.chars().all(|c| c.is_whitespace() || c == '\u{FEFF}')
}

/// Faults and notes of one product.
#[derive(Default)]
pub(super) struct Findings {
    pub errors: Vec<RowError>,
    pub warnings: Vec<RowWarning>,
}

/// One row, read with its mapping.
pub(super) struct Reader<'a, 't> {
    pub columns: &'a Columns<'t>,
    pub row: &'t Row,
}

impl<'a, 't> Reader<'a, 't> {
    pub fn new(columns: &'a Columns<'t>, at: usize) -> Self {
        Self { columns, row: columns.row(at) }
    }

    pub fn raw(&self, field: Field) -> &'t str {
        self.columns.raw(self.row, field)
    }

    pub fn is_filled(&self, field: Field) -> bool {
        self.columns.is_filled(self.row, field)
    }

    pub fn fail(&self, found: &mut Findings, field: Option<Field>, fault: RowFault) {
        let column = field.and_then(|field| self.columns.caption(field)).map(str::to_owned);
        found.errors.push(RowError { record: self.row.record, line: self.row.line, column, fault });
    }

    pub fn note(&self, found: &mut Findings, field: Option<Field>, note: RowNote) {
        let column = field.and_then(|field| self.columns.caption(field)).map(str::to_owned);
        found.warnings.push(RowWarning { record: self.row.record, line: self.row.line, column, note });
    }

    /// A text of at most `max` characters.
    pub fn text(&self, field: Field, max: usize, lines: Lines, found: &mut Findings) -> Option<String> {
        let cell = self.raw(field);
        if cell.is_empty() {
            return None;
        }
        self.clean(cell, field, max, lines, found)
    }

    /// Checks the text of a cell: no formula, no control characters, not too long.
    pub fn clean(&self, text: &str, field: Field, max: usize, lines: Lines, found: &mut Findings) -> Option<String> {
        if is_formula(text, lines) {
            self.fail(found, Some(field), RowFault::Formula { value: excerpt(text) });
            return None;
        }
        // Spreadsheets, and our own export, put ' before text that would be evaluated as a formula.
        let text = unguarded(text);
        // A name with a line break in its cell is one name.
        let joined = if lines == Lines::Single && text.contains(['\n', '\r']) {
            text.split(['\n', '\r']).map(str::trim).filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ")
        } else {
            text.to_owned()
        };
        match text_guard::clean(&joined, max, lines) {
            Ok(text) => (!text.is_empty()).then_some(text),
            Err(fault) => {
                let fault = match fault {
                    TextFault::TooLong { max } => RowFault::TooLong { max },
                    TextFault::DirectionOverride => RowFault::DirectionOverride,
                    TextFault::LineBreak | TextFault::ControlCharacter => RowFault::ControlCharacter,
                };
                self.fail(found, Some(field), fault);
                None
            }
        }
    }

    /// A text in the languages that have columns; a column without a language is in the store's primary one.
    pub fn texts(&self, of: impl Fn(TextIn) -> Field, max: usize, lines: Lines, found: &mut Findings) -> Texts {
        let mut texts = Texts::default();
        for (lang, text_in) in [(Lang::Ar, TextIn::Ar), (Lang::En, TextIn::En)] {
            if let Some(text) = self.text(of(text_in), max, lines, found) {
                texts.set(lang, text);
            }
        }
        let lang = self.columns.context.default_lang;
        if texts.exact(lang).is_empty()
            && let Some(text) = self.text(of(TextIn::Store), max, lines, found)
        {
            texts.set(lang, text);
        }
        texts
    }

    /// A price in minor units.
    pub fn price(&self, field: Field, found: &mut Findings) -> Option<i64> {
        let cell = self.raw(field);
        if cell.is_empty() {
            return None;
        }
        match self.amount(cell) {
            Ok(minor) => Some(minor),
            Err(fault) => {
                self.fail(found, Some(field), fault);
                None
            }
        }
    }

    fn amount(&self, cell: &str) -> Result<i64, RowFault> {
        let value = || excerpt(cell);
        let currency = self.columns.context.currency;
        let (bare, mark) = amounts::split(cell, currency);
        if mark == CurrencyMark::Other {
            return Err(RowFault::OtherCurrency { value: value(), currency: currency.code().to_owned() });
        }
        let number = Self::number(bare).map_err(|fault| match fault {
            RowFault::NotANumber { .. } => RowFault::NotANumber { value: value() },
            fault => fault,
        })?;
        let exponent = currency.exponent();
        money::parse_with(&number, exponent).map_err(|fault| match fault {
            AmountError::NotANumber => RowFault::NotANumber { value: value() },
            AmountError::Negative => RowFault::Negative { value: value() },
            AmountError::TooManyDecimals => RowFault::TooManyDecimals { value: value(), digits: exponent },
            AmountError::TooLarge => RowFault::TooLarge { value: value() },
        })
    }

    /// The canonical form of a number cell.
    fn number(cell: &str) -> Result<String, RowFault> {
        canonical_decimal(cell).map_err(|_| {
            if is_formula(cell, Lines::Single) {
                RowFault::Formula { value: excerpt(cell) }
            } else {
                RowFault::NotANumber { value: excerpt(cell) }
            }
        })
    }

    /// A whole number; `5.00` is one.
    pub fn count(&self, field: Field, found: &mut Findings) -> Option<i64> {
        let cell = self.raw(field);
        if cell.is_empty() {
            return None;
        }
        let value = || excerpt(cell);
        let count = Self::number(cell).and_then(|number| {
            if number.contains('.') {
                return Err(RowFault::NotWhole { value: value() });
            }
            let count: i64 = number.parse().map_err(|_| RowFault::TooLarge { value: value() })?;
            if count.abs() > MAX_COUNT { Err(RowFault::TooLarge { value: value() }) } else { Ok(count) }
        });
        count.map_err(|fault| self.fail(found, Some(field), fault)).ok()
    }

    /// A yes or no.
    pub fn flag(&self, field: Field, found: &mut Findings) -> Option<bool> {
        let cell = self.raw(field);
        if cell.is_empty() {
            return None;
        }
        let flag = read_flag(cell);
        if flag.is_none() {
            self.fail(found, Some(field), RowFault::NotABoolean { value: excerpt(cell) });
        }
        flag
    }

    /// A time in the store's time zone; a bare date is its first second, or its last when `ends`.
    pub fn moment(&self, field: Field, ends: bool, found: &mut Findings) -> Option<DateTime> {
        let cell = self.raw(field);
        // WooCommerce and OpenCart write a zero date for "none".
        if cell.is_empty() || cell.starts_with("0000-00-00") {
            return None;
        }
        let moment = read_moment(cell, ends);
        if moment.is_none() {
            self.fail(found, Some(field), RowFault::NotADate { value: excerpt(cell) });
        }
        moment
    }

    /// A weight in grams, rounded half up. `unit` is the unit of the number.
    pub fn grams(&self, field: Field, unit: WeightUnit, found: &mut Findings) -> Option<i64> {
        let cell = self.raw(field);
        if cell.is_empty() {
            return None;
        }
        let grams = Self::number(cell).and_then(|number| {
            if number.starts_with('-') {
                return Err(RowFault::Negative { value: excerpt(cell) });
            }
            to_grams(&number, unit).filter(|grams| *grams <= MAX_COUNT).ok_or_else(|| RowFault::TooLarge { value: excerpt(cell) })
        });
        grams.map_err(|fault| self.fail(found, Some(field), fault)).ok()
    }
}

/// Whether a spreadsheet would evaluate the text. A description may begin with a dash and a space: a list item.
pub(super) fn is_formula(text: &str, lines: Lines) -> bool {
    if !text.starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠']) || canonical_decimal(text).is_ok() {
        return false;
    }
    let is_list = lines == Lines::Many
        && text.strip_prefix('-').is_some_and(|rest| rest.starts_with(|c: char| c.is_whitespace() || c == '-'));
    !is_list
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_are_told_from_text_and_numbers() {
        for formula in ["=cmd()", "+A1", "-2+3", "@SUM(A1)", "=1", "＝cmd()", "-cmd|x"] {
            assert!(is_formula(formula, Lines::Single), "{formula}");
        }
        for text in ["-5", "+7", "١٢", "قميص = جميل", ""] {
            assert!(!is_formula(text, Lines::Single), "{text}");
        }
        assert!(!is_formula("- قطن\n- ناعم", Lines::Many));
        assert!(is_formula("- قطن", Lines::Single));
        assert!(is_formula("=cmd()", Lines::Many));
    }
}
