//! Couriers that take parcels by a sheet: the merchant uploads it to the courier's portal, and a sheet with the tracking numbers
//! comes back.

use crate::credentials::Credentials;

use super::validation::WaybillFault;
use super::waybill::Waybill;

/// A cell of a sheet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SheetCell {
    /// A text; also numbers that nobody calculates with, such as phone numbers.
    Text(String),
    /// A number, in its digits.
    Number(String),
}

impl SheetCell {
    /// As text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match self {
            Self::Text(text) | Self::Number(text) => text,
        }
    }
}

/// A tracking number that came back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TrackingRow {
    /// The row among the data rows, from 0.
    pub row: usize,
    /// The tracking number.
    pub tracking_no: String,
    /// Our reference (`1001-1`), where the row has it.
    pub reference: String,
    /// The recipient's number in national form, where the row has one: a second way to find the parcel.
    pub phone: String,
}

/// Why a row gives no tracking number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TrackingFault {
    /// It has none.
    Missing,
    /// Its check digit is wrong: a digit was mistyped.
    WrongCheckDigit,
    /// Another row has the same one.
    Twice,
}

/// Writes the sheet of a courier, and reads the one that comes back. Pure.
pub trait BookingSheet: Send + Sync {
    /// The captions, in the courier's order.
    fn columns(&self) -> &'static [&'static str];

    /// The cells of a parcel, one for each column.
    ///
    /// # Errors
    /// What the courier would refuse.
    fn row(&self, credentials: &Credentials, waybill: &Waybill) -> Result<Vec<SheetCell>, Vec<WaybillFault>>;

    /// Reads tracking numbers from the data rows of a sheet, one result for each row. A fault names its row.
    fn read_tracking(&self, rows: &[Vec<String>]) -> Vec<Result<TrackingRow, (usize, TrackingFault)>>;
}

/// The sheet as CSV: UTF-8 with a byte-order mark, as spreadsheets of the region open it, and CRLF (RFC 4180).
#[must_use]
pub fn to_csv(columns: &[&str], rows: &[Vec<SheetCell>]) -> String {
    let mut out = String::from("\u{FEFF}");
    let mut line = |cells: &mut dyn Iterator<Item = &str>| {
        let cells: Vec<String> = cells.map(csv_cell).collect();
        out.push_str(&cells.join(","));
        out.push_str("\r\n");
    };
    line(&mut columns.iter().copied());
    for row in rows {
        line(&mut row.iter().map(SheetCell::as_str));
    }
    out
}

fn csv_cell(text: &str) -> String {
    if text.contains(['"', ',', '\r', '\n']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text.to_owned() }
}

/// A free text for a cell: on one line, and without what would make a spreadsheet run it as a formula. The portal reads the cell as it
/// is, so that a mark in front would be printed on the label.
pub(super) fn cell_text(text: &str) -> SheetCell {
    let words: Vec<&str> = text.split(|c: char| c.is_whitespace() || c.is_control()).filter(|word| !word.is_empty()).collect();
    let line = words.join(" ");
    SheetCell::Text(line.trim_start_matches(['=', '+', '-', '@', '＝', '＋', '－', '＠', ' ']).to_owned())
}
