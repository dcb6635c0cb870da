//! Reading a row of a sheet. Pure.

use kernel::digits::{self, DecimalFault};
use kernel::{Currency, text_guard};
use web::Message;

use super::captions::Mapping;
use super::field::Field;
use super::model::Amounts;
use platform::imports::model::RowMessage;
use platform::imports::sheet::{Row, caption_key};

const NOT_AN_AMOUNT: Message = Message::new("«{value}» ليس مبلغًا.", "“{value}” isn't an amount.");
const TOO_PRECISE: Message =
    Message::new("«{value}» فيه خانات عشرية أكثر من العملة.", "“{value}” has more decimals than the currency.");
/// Above any amount that a parcel collects; keeps sums of rows within range.
const MOST: i64 = 1_000_000_000_000;
/// Characters of a text that is kept.
const TEXT: usize = 80;

/// A row of a sheet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct SheetRow {
    pub(super) waybill: String,
    pub(super) reference: String,
    pub(super) paid_on: String,
    pub(super) status: String,
    pub(super) amounts: Amounts,
}

/// The columns of a sheet.
#[derive(Debug, Clone)]
pub(super) struct Columns {
    fields: Vec<Option<Field>>,
    captions: Vec<String>,
    pub(super) currency: Currency,
}

/// Words around an amount that name a currency.
const CURRENCY_WORDS: &[&str] = &[
    "sar",
    "sr",
    "egp",
    "le",
    "aed",
    "kwd",
    "bhd",
    "omr",
    "qar",
    "jod",
    "ر.س.",
    "ر.س",
    "ريال",
    "ج.م.",
    "ج.م",
    "جنيه",
    "د.إ.",
    "د.إ",
    "درهم",
    "د.ك.",
    "د.ك",
    "دينار",
];

fn without_currency(text: &str, currency: Currency) -> &str {
    let mut text = text.trim();
    for word in [currency.code()].iter().chain(CURRENCY_WORDS) {
        let n = word.len();
        let is_word = |part: Option<&str>| part.is_some_and(|part| part.eq_ignore_ascii_case(word));
        if is_word(text.len().checked_sub(n).and_then(|at| text.get(at..))) {
            text = text.get(..text.len() - n).unwrap_or(text).trim();
        }
        if is_word(text.get(..n)) {
            text = text.get(n..).unwrap_or(text).trim();
        }
    }
    text
}

/// Reads an amount as people and spreadsheets write it: digits of any script, thousand separators, the currency beside it, brackets for
/// negative ones. None for a blank cell.
pub(super) fn amount(text: &str, currency: Currency) -> Result<Option<i64>, Message> {
    let tidy = without_currency(text, currency);
    if tidy.is_empty() || tidy == "-" {
        return Ok(None);
    }
    let (body, is_negative) = match tidy.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
        Some(inside) => (inside, true),
        None => (tidy, false),
    };
    let shown: String = text.trim().chars().take(30).collect();
    match digits::scaled(body, currency.exponent()) {
        Ok(n) if n.abs() <= MOST => Ok(Some(if is_negative { -n } else { n })),
        Err(DecimalFault::TooPrecise(_)) => Err(TOO_PRECISE.with("value", shown)),
        Ok(_) | Err(_) => Err(NOT_AN_AMOUNT.with("value", shown)),
    }
}

fn tidy(text: &str) -> String {
    let short: String = text.chars().take(TEXT).collect();
    text_guard::clean(&short, TEXT, text_guard::Lines::Single).unwrap_or_default()
}

impl Columns {
    pub(super) fn new(mapping: &Mapping, captions: &[String], currency: Currency) -> Self {
        Self { fields: mapping.columns.clone(), captions: captions.to_vec(), currency }
    }

    fn cells<'r>(&'r self, row: &'r Row, field: Field) -> impl Iterator<Item = (usize, &'r str)> {
        self.fields.iter().enumerate().filter(move |(_, f)| **f == Some(field)).map(|(at, _)| (at, row.cell(at)))
    }

    fn text(&self, row: &Row, field: Field) -> String {
        self.cells(row, field).map(|(_, cell)| tidy(cell)).find(|text| !text.is_empty()).unwrap_or_default()
    }

    /// The sum of a field's columns; none where all are blank.
    fn sum(&self, row: &Row, field: Field, faults: &mut Vec<RowMessage>) -> Option<i64> {
        let mut sum = None;
        for (at, cell) in self.cells(row, field) {
            match amount(cell, self.currency) {
                // A fee is written as a cost or as a deduction.
                Ok(Some(n)) if field.may_repeat() => sum = Some(sum.unwrap_or(0) + n.abs()),
                Ok(Some(n)) => sum = Some(sum.unwrap_or(0) + n),
                Ok(None) => {}
                Err(message) => faults.push(RowMessage::new(self.captions.get(at).cloned(), &message)),
            }
        }
        sum
    }

    /// What identifies the row on the screen.
    pub(super) fn label(&self, row: &Row) -> String {
        let waybill = self.text(row, Field::Waybill);
        if waybill.is_empty() { self.text(row, Field::Reference) } else { waybill }
    }

    /// Whether the row is a sum of the sheet and no parcel.
    pub(super) fn is_total(&self, row: &Row) -> bool {
        const WORDS: &[&str] =
            &["total", "totals", "grand total", "sum", "subtotal", "الاجمالي", "اجمالي", "المجموع", "مجموع", "الاجمالي الكلي"];
        let is_word = |text: &str| WORDS.iter().any(|word| caption_key(word) == caption_key(text));
        let marks = [self.text(row, Field::Waybill), self.text(row, Field::Reference)];
        marks.iter().all(|mark| mark.is_empty() || is_word(mark)) && row.cells().any(is_word)
    }

    /// Reads a row; or what is wrong with it.
    pub(super) fn read(&self, row: &Row) -> Result<SheetRow, Vec<RowMessage>> {
        let mut faults = Vec::new();
        let collected = self.sum(row, Field::Collected, &mut faults);
        let fee = self.sum(row, Field::Fee, &mut faults).unwrap_or(0) + self.sum(row, Field::FeeVat, &mut faults).unwrap_or(0);
        let net = self.sum(row, Field::Net, &mut faults);
        if !faults.is_empty() {
            return Err(faults);
        }
        // A sheet without the collected amount says it by the net amount and the fees.
        let has_collected = self.fields.contains(&Some(Field::Collected));
        let collected = collected.unwrap_or_else(|| if has_collected { 0 } else { net.map_or(0, |net| net + fee) });
        Ok(SheetRow {
            waybill: self.text(row, Field::Waybill),
            reference: self.text(row, Field::Reference),
            paid_on: self.text(row, Field::Date),
            status: self.text(row, Field::Status),
            amounts: Amounts { collected, fee, net },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn or_06_courier_cash_amounts_are_read_as_sheets_write_them() {
        let sar = Currency::SAR;
        for (text, expected) in [
            ("1,250.50", 125_050),
            ("١٬٢٥٠٫٥٠", 125_050),
            ("150 SAR", 15_000),
            ("SAR 150", 15_000),
            ("150 ر.س", 15_000),
            ("(15.00)", -1_500),
            ("-15", -1_500),
            (".5", 50),
            ("0", 0),
        ] {
            assert_eq!(amount(text, sar), Ok(Some(expected)), "{text}");
        }
        assert_eq!(amount(" ", sar), Ok(None));
        for text in ["12,5", "1.005", "abc", "99999999999999999"] {
            assert!(amount(text, sar).is_err(), "{text}");
        }
        let kwd = Currency::KWD;
        assert_eq!(amount("1.005", kwd), Ok(Some(1_005)));
    }
}
