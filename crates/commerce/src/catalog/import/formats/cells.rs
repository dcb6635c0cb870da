//! Typed reading of cells. A cell that cannot be read adds one fault with its column; the caller goes on,
//! so that a merchant sees every fault of a product at once.

use std::collections::HashMap;

use jiff::civil::{Date, DateTime, Time};
use kernel::digits::{canonical_decimal, to_latin};
use kernel::fold::fold;
use kernel::money::{self, AmountError};
use kernel::text_guard::{self, Lines, TextFault};
use kernel::{Lang, Texts};

use super::errors::{RowError, RowFault, RowNote, RowWarning, excerpt};
use super::field::{Field, TextIn};
use super::mapping::Mapping;
use super::model::{Context, WeightUnit};
use super::table::{Row, Table};

/// Largest count a cell may hold: quantities above it are typing slips.
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
    pub fn of(&self, field: Field) -> &[usize] {
        self.by_field.get(&field).map_or(&[], Vec::as_slice)
    }

    /// The caption of the field's first column.
    pub fn caption(&self, field: Field) -> Option<&'t str> {
        self.of(field).first().map(|column| self.table.headers[*column].as_str())
    }

    /// The fields that have a column.
    pub fn fields(&self) -> Vec<Field> {
        let mut fields: Vec<Field> = self.by_field.keys().copied().collect();
        fields.sort_unstable();
        fields
    }

    pub fn row(&self, at: usize) -> &'t Row {
        &self.table.rows[at]
    }

    /// The first filled cell of a field; `[]` is how some platforms write an empty list.
    pub fn raw(&self, row: &'t Row, field: Field) -> &'t str {
        self.of(field).iter().map(|column| row.cell(*column)).find(|cell| !is_blank(cell)).unwrap_or("")
    }

    /// Whether the field is filled in the row.
    pub fn is_filled(&self, row: &Row, field: Field) -> bool {
        self.of(field).iter().any(|column| !is_blank(row.cell(*column)))
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

pub(super) fn is_blank(cell: &str) -> bool {
    cell.is_empty() || cell == "[]"
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

    /// Checks a piece of a cell: no formula, no control characters, not too long.
    pub fn clean(&self, text: &str, field: Field, max: usize, lines: Lines, found: &mut Findings) -> Option<String> {
        if is_formula(text, lines) {
            self.fail(found, Some(field), RowFault::Formula { value: excerpt(text) });
            return None;
        }
        // Spreadsheets, and our own export, put ' before text that would run as a formula.
        let text = match text.strip_prefix('\'') {
            Some(rest) if rest.starts_with(['=', '+', '-', '@']) => rest,
            _ => text,
        };
        // A name broken over two lines of a cell is still one name.
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

    /// A text in the languages that have columns; a column without a language is the store's first.
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
        let number = self.number(cell)?;
        let exponent = self.columns.context.exponent;
        money::parse_with(&number, exponent).map_err(|fault| match fault {
            AmountError::NotANumber => RowFault::NotANumber { value: value() },
            AmountError::Negative => RowFault::Negative { value: value() },
            AmountError::TooManyDecimals => RowFault::TooManyDecimals { value: value(), digits: exponent },
            AmountError::TooLarge => RowFault::TooLarge { value: value() },
        })
    }

    /// The canonical form of a number cell.
    fn number(&self, cell: &str) -> Result<String, RowFault> {
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
        let count = self.number(cell).and_then(|number| {
            if number.contains('.') {
                return Err(RowFault::NotWhole { value: value() });
            }
            let count: i64 = number.parse().map_err(|_| RowFault::TooLarge { value: value() })?;
            if count.abs() > MAX_COUNT { Err(RowFault::TooLarge { value: value() }) } else { Ok(count) }
        });
        count.map_err(|fault| self.fail(found, Some(field), fault)).ok()
    }

    /// A yes or a no.
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

    /// A moment in the store's own time; a bare date is its first second, or its last when `ends`.
    pub fn moment(&self, field: Field, ends: bool, found: &mut Findings) -> Option<DateTime> {
        let cell = self.raw(field);
        // WooCommerce and OpenCart write a zero date for none.
        if cell.is_empty() || cell.starts_with("0000-00-00") {
            return None;
        }
        let moment = read_moment(cell, ends);
        if moment.is_none() {
            self.fail(found, Some(field), RowFault::NotADate { value: excerpt(cell) });
        }
        moment
    }

    /// A weight in grams, half up. `unit` is the unit of the number.
    pub fn grams(&self, field: Field, unit: WeightUnit, found: &mut Findings) -> Option<i64> {
        let cell = self.raw(field);
        if cell.is_empty() {
            return None;
        }
        let grams = self.number(cell).and_then(|number| {
            if number.starts_with('-') {
                return Err(RowFault::Negative { value: excerpt(cell) });
            }
            to_grams(&number, unit).filter(|grams| *grams <= MAX_COUNT).ok_or_else(|| RowFault::TooLarge { value: excerpt(cell) })
        });
        grams.map_err(|fault| self.fail(found, Some(field), fault)).ok()
    }
}

/// Whether a spreadsheet would run the text. A description may begin with a dash and a blank: a list.
fn is_formula(text: &str, lines: Lines) -> bool {
    if !text.starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠']) || canonical_decimal(text).is_ok() {
        return false;
    }
    let is_list = lines == Lines::Many
        && text.strip_prefix('-').is_some_and(|rest| rest.starts_with(|c: char| c.is_whitespace() || c == '-'));
    !is_list
}

/// Yes and no as the platforms and people write them.
pub(super) fn read_flag(cell: &str) -> Option<bool> {
    match fold(cell).as_str() {
        "true" | "yes" | "y" | "1" | "on" | "نعم" | "ظاهر" | "منشور" | "متوفر" | "صح" | "مفعل" => {
            Some(true)
        }
        "false" | "no" | "n" | "0" | "off" | "لا" | "مخفي" | "غير منشور" | "غير متوفر" | "خطا" | "غير مفعل" => {
            Some(false)
        }
        _ => None,
    }
}

/// ISO dates with or without a time, day/month/year, and the day numbers of a sheet saved from Excel.
fn read_moment(cell: &str, ends: bool) -> Option<DateTime> {
    let cell = to_latin(cell);
    let at_edge = |date: Date| date.to_datetime(if ends { Time::constant(23, 59, 59, 0) } else { Time::midnight() });
    if let Ok(number) = canonical_decimal(&cell) {
        return read_day_number(&number, ends);
    }
    let (day, time) = cell.split_once(['T', ' ']).map_or((&*cell, ""), |(day, time)| (day, time.trim()));
    let parts: Vec<&str> = day.split(['-', '/', '.']).collect();
    let [first, second, third] = parts[..] else { return None };
    let number = |part: &str| (part.len() <= 4 && part.bytes().all(|b| b.is_ascii_digit())).then(|| part.parse::<i16>().ok())?;
    let (year, month, day) = if first.len() == 4 { (first, second, third) } else { (third, second, first) };
    if year.len() != 4 {
        return None;
    }
    let date = Date::new(number(year)?, i8::try_from(number(month)?).ok()?, i8::try_from(number(day)?).ok()?).ok()?;
    if time.is_empty() {
        return Some(at_edge(date));
    }
    let clock: Vec<i8> = time
        .split([' ', '+', 'Z', '.'])
        .next()?
        .split(':')
        .map(|part| number(part).and_then(|n| i8::try_from(n).ok()))
        .collect::<Option<_>>()?;
    let [hour, minute, ref rest @ ..] = clock[..] else { return None };
    let time = Time::new(hour, minute, rest.first().copied().unwrap_or(0), 0).ok()?;
    Some(date.to_datetime(time))
}

/// Days since 1899-12-30, with the time of day as fraction, as Excel saves dates.
fn read_day_number(number: &str, ends: bool) -> Option<DateTime> {
    let (days, fraction) = number.split_once('.').unwrap_or((number, ""));
    let days: i32 = days.parse().ok()?;
    // 1982 to 2064: outside of it a number is a slip, not a date.
    if !(30_000..60_000).contains(&days) {
        return None;
    }
    let date = jiff::civil::date(1899, 12, 30).checked_add(jiff::Span::new().days(days)).ok()?;
    if fraction.is_empty() {
        return Some(date.to_datetime(if ends { Time::constant(23, 59, 59, 0) } else { Time::midnight() }));
    }
    let digits = &fraction[..fraction.len().min(9)];
    let scale = 10_i64.pow(u32::try_from(digits.len()).ok()?);
    let seconds = (digits.parse::<i64>().ok()? * 86_400 + scale / 2) / scale;
    date.to_datetime(Time::midnight()).checked_add(jiff::Span::new().seconds(seconds)).ok()
}

/// The unit that a cell names.
pub(super) fn read_weight_unit(cell: &str) -> Option<WeightUnit> {
    match fold(cell).as_str() {
        "g" | "gm" | "gr" | "gram" | "grams" | "جم" | "غ" | "غم" | "جرام" | "غرام" => Some(WeightUnit::G),
        "kg" | "kgs" | "kilogram" | "kilograms" | "كجم" | "كغ" | "كغم" | "كيلو" | "كيلوجرام" | "كيلوغرام" | "كيلو جرام" => {
            Some(WeightUnit::Kg)
        }
        "lb" | "lbs" | "pound" | "pounds" | "رطل" | "باوند" => Some(WeightUnit::Lb),
        "oz" | "ounce" | "ounces" | "اونصه" => Some(WeightUnit::Oz),
        _ => None,
    }
}

/// A canonical decimal of a unit to grams, half up. Digits past the sixth decimal are below a milligram.
fn to_grams(number: &str, unit: WeightUnit) -> Option<i64> {
    // Hundred-thousandths of a gram in a unit; the pound is defined as 453.59237 g.
    let unit_size: i128 = match unit {
        WeightUnit::G => 100_000,
        WeightUnit::Kg => 100_000_000,
        WeightUnit::Lb => 45_359_237,
        WeightUnit::Oz => 2_834_952,
    };
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    if whole.len() > 12 {
        return None;
    }
    let millionths: String = fraction.chars().chain("000000".chars()).take(6).collect();
    let value = whole.parse::<i128>().ok()? * 1_000_000 + millionths.parse::<i128>().ok()?;
    Some(money::div_half_up(value * unit_size, 100_000_000_000))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_of_every_platform_are_read() {
        let date = |text: &str| read_moment(text, false).map(|moment| moment.to_string());
        let end = |text: &str| read_moment(text, true).map(|moment| moment.to_string());
        assert_eq!(date("2026-03-01").as_deref(), Some("2026-03-01T00:00:00"));
        assert_eq!(end("2026-03-31").as_deref(), Some("2026-03-31T23:59:59"));
        assert_eq!(date("٣١/٠٣/٢٠٢٦").as_deref(), Some("2026-03-31T00:00:00"));
        assert_eq!(date("1-2-2026").as_deref(), Some("2026-02-01T00:00:00"));
        assert_eq!(end("2026-03-31T10:30:00+03:00").as_deref(), Some("2026-03-31T10:30:00"));
        assert_eq!(date("2026-03-31 10:30").as_deref(), Some("2026-03-31T10:30:00"));
        assert_eq!(date("45384").as_deref(), Some("2024-04-02T00:00:00"));
        assert_eq!(date("45384.3478").as_deref(), Some("2024-04-02T08:20:50"));
        for bad in ["2026-13-01", "31/02/2026", "tomorrow", "1/2/26", "5", "2026-03-31 25:00", "2026-03-31 noon"] {
            assert_eq!(date(bad), None, "{bad}");
        }
    }

    #[test]
    fn weights_become_grams_exactly() {
        assert_eq!(to_grams("0.6", WeightUnit::Kg), Some(600));
        assert_eq!(to_grams("350", WeightUnit::G), Some(350));
        assert_eq!(to_grams("0.5", WeightUnit::G), Some(1));
        assert_eq!(to_grams("1", WeightUnit::Lb), Some(454));
        assert_eq!(to_grams("2", WeightUnit::Lb), Some(907));
        assert_eq!(to_grams("8", WeightUnit::Oz), Some(227));
        assert_eq!(read_weight_unit("كجم"), Some(WeightUnit::Kg));
        assert_eq!(read_weight_unit("جم"), Some(WeightUnit::G));
        assert_eq!(read_weight_unit("طن"), None);
    }

    #[test]
    fn yes_and_no_in_both_languages() {
        for yes in ["TRUE", "Yes", "نعم", "1", "١", "y", "ظاهر"] {
            assert_eq!(read_flag(yes), Some(true), "{yes}");
        }
        for no in ["false", "No", "لا", "0", "مخفي"] {
            assert_eq!(read_flag(no), Some(false), "{no}");
        }
        assert_eq!(read_flag("maybe"), None);
    }

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
