//! A file as a table: header row, limits (contracts/imports.md §0). No database, no network, no HTTP.
//!
//! A file that is no table is refused here with the fault named, before any row is read: text in `text_table`, workbooks in
//! `xlsx`. The header row is detected by the slice that knows the captions ([`IsHeader`]).

mod decode;
mod fault;
mod text_table;
mod xlsx;

use std::collections::HashSet;

use kernel::fold::fold;
use sha2::{Digest, Sha256};

use crate::exports::guarded;

pub use fault::FileError;
pub use fault::file_message;

/// Whether a row of folded captions ([`caption_key`]) can be the header of a file of some kind.
pub type IsHeader = fn(&[String]) -> bool;

/// Bytes in a mebibyte.
pub const MEBIBYTE: usize = 1024 * 1024;
/// Largest file. An export of ten thousand products with their texts is larger than what other uploads may be (ME-03).
pub const MAX_BYTES: usize = 20 * MEBIBYTE;
/// Most data rows.
pub const MAX_RECORDS: usize = 200_000;
/// Most columns.
pub const MAX_COLUMNS: usize = 300;
/// Most cells of all rows together: a file of nothing but commas would fill the memory with blanks.
const MAX_CELLS: usize = 6_000_000;
/// Rows in which the header is looked for: group captions and titles come before it.
const HEADER_SEARCH: usize = 10;

/// How the bytes of the file became text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Encoding {
    /// UTF-8, with or without a byte-order mark.
    Utf8,
    /// UTF-16 with a byte-order mark (Excel's "Unicode text").
    Utf16,
    /// Arabic Windows (Excel's plain "CSV" on an Arabic machine).
    Windows1256,
    /// A workbook, which declares its own.
    Workbook,
}

/// A data row.
#[derive(Debug, Clone)]
pub struct Row {
    /// Data row, from 1, not counting header rows.
    pub record: u32,
    /// The row as a spreadsheet numbers it, from 1, header rows and blank rows counted.
    pub line: u32,
    cells: Cells,
}

/// The cells of a row, in exactly the bytes they need. A clone of a [`csv::StringRecord`] keeps the capacity that its reader has
/// grown to since the longest row of the file: one long description and fifty thousand rows were gigabytes.
#[derive(Debug, Clone)]
struct Cells {
    text: Box<str>,
    /// Where each cell ends in `text`.
    cell_ends: Box<[u32]>,
}

impl Cells {
    fn from_record(record: &csv::StringRecord) -> Self {
        let mut end = 0;
        let ends = record.iter().map(|cell| {
            end += cell.len();
            u32::try_from(end).unwrap_or(u32::MAX)
        });
        Self { cell_ends: ends.collect(), text: record.as_slice().into() }
    }

    fn get(&self, at: usize) -> Option<&str> {
        let end = *self.cell_ends.get(at)?;
        let start = at.checked_sub(1).and_then(|before| self.cell_ends.get(before)).copied().unwrap_or(0);
        self.text.get(usize::try_from(start).ok()?..usize::try_from(end).ok()?)
    }

    fn iter(&self) -> impl Iterator<Item = &str> {
        (0..self.cell_ends.len()).filter_map(|at| self.get(at))
    }
}

impl Row {
    /// The cell of a column, trimmed; blank when the row is shorter.
    #[must_use]
    pub fn cell(&self, column: usize) -> &str {
        self.exact(column).trim()
    }

    /// The cell of a column as it is; blank when the row is shorter.
    #[must_use]
    pub fn exact(&self, column: usize) -> &str {
        self.cells.get(column).unwrap_or("")
    }

    /// All of them as they are, also those right of the last column of the header.
    pub fn cells(&self) -> impl Iterator<Item = &str> {
        self.cells.iter()
    }

    /// Whether anything stands right of the last column of the header.
    #[must_use]
    pub fn overflows(&self, columns: usize) -> bool {
        self.cells.iter().skip(columns).any(|cell| !cell.trim().is_empty())
    }
}

/// A file as rows below a header.
#[derive(Debug, Clone)]
pub struct Table {
    /// Captions as written, trimmed.
    pub headers: Vec<String>,
    /// Captions folded for matching; see [`caption_key`].
    pub keys: Vec<String>,
    /// Data rows that hold anything.
    pub rows: Vec<Row>,
    /// Row of the header as a spreadsheet numbers it, from 1.
    pub header_line: u32,
    /// `,` `;` or tab.
    pub delimiter: char,
    /// How the bytes were read.
    pub encoding: Encoding,
}

impl Table {
    /// Up to `count` distinct non-blank cells of a column, for the mapping screen.
    #[must_use]
    pub fn samples(&self, column: usize, count: usize) -> Vec<String> {
        let mut samples: Vec<String> = Vec::with_capacity(count);
        for row in self.rows.iter().take(1000) {
            if samples.len() == count {
                break;
            }
            let sample = excerpt(row.cell(column));
            if !sample.is_empty() && !samples.contains(&sample) {
                samples.push(sample);
            }
        }
        samples
    }

    /// Bytes that the rows hold.
    #[cfg(any(test, feature = "testing"))]
    #[must_use]
    pub fn memory_size(&self) -> usize {
        self.rows.iter().map(|row| size_of::<Row>() + row.cells.text.len() + size_of_val(&*row.cells.cell_ends)).sum()
    }

    /// The table with only these data rows, to retry failed rows. Record and line numbers stay.
    #[must_use]
    pub fn only(&self, records: &HashSet<u32>) -> Self {
        let rows = self.rows.iter().filter(|row| records.contains(&row.record)).cloned().collect();
        Self { rows, headers: self.headers.clone(), keys: self.keys.clone(), ..*self }
    }

    /// These data rows as a file of their own, to be corrected and imported again: UTF-8 with a byte-order
    /// mark and CRLF. Cells that a spreadsheet would run as a formula are written as text.
    #[must_use]
    pub fn write_records(&self, records: &HashSet<u32>) -> Vec<u8> {
        let mut writer = csv::WriterBuilder::new()
            .terminator(csv::Terminator::CRLF)
            .flexible(true)
            .from_writer("\u{FEFF}".as_bytes().to_vec());
        // Writing to memory does not fail.
        let _ = writer.write_record(self.headers.iter().map(|caption| guarded(caption).into_owned()));
        for row in self.rows.iter().filter(|row| records.contains(&row.record)) {
            let _ = writer.write_record((0..self.headers.len()).map(|column| guarded(row.cell(column)).into_owned()));
        }
        writer.into_inner().unwrap_or_default()
    }

    /// SHA-256 of the folded captions, in hexadecimal: exports of the same platform have the same fingerprint, so a stored
    /// mapping is found again.
    #[must_use]
    pub fn header_fingerprint(&self) -> String {
        let mut hash = Sha256::new();
        for key in &self.keys {
            hash.update(key.as_bytes());
            hash.update([0]);
        }
        kernel::hex(&hash.finalize())
    }
}

/// The key by which captions are compared: folded like search text, so that case, blanks, brackets, diacritics and the spelling
/// of alef and ta marbuta do not matter.
#[must_use]
pub fn caption_key(caption: &str) -> String {
    fold(caption)
}

/// Reads a file of at most `max_bytes` bytes; uploads have [`MAX_BYTES`].
///
/// # Errors
/// See [`FileError`].
pub fn read(bytes: &[u8], max_bytes: usize, is_header: IsHeader) -> Result<Table, FileError> {
    if bytes.len() > max_bytes {
        return Err(FileError::TooLarge { max: max_bytes });
    }
    if xlsx::is_workbook(bytes) { xlsx::read(bytes, is_header) } else { text_table::read(bytes, is_header) }
}

/// Collects rows, and finds the header among the first ones.
struct Rows {
    is_header: IsHeader,
    front: Vec<(u32, csv::StringRecord)>,
    header: Option<Header>,
    rows: Vec<Row>,
    /// Data rows so far, blank ones too.
    records: u32,
    cells: usize,
}

impl Rows {
    fn new(is_header: IsHeader) -> Self {
        Self { is_header, front: Vec::with_capacity(HEADER_SEARCH), header: None, rows: Vec::new(), records: 0, cells: 0 }
    }

    /// The next row, at its number in a spreadsheet.
    fn push(&mut self, line: u32, cells: &csv::StringRecord) -> Result<(), FileError> {
        if cells.len() > MAX_COLUMNS && cells.iter().skip(MAX_COLUMNS).any(|cell| !cell.trim().is_empty()) {
            return Err(FileError::TooManyColumns { max: MAX_COLUMNS });
        }
        if self.header.is_some() {
            return self.push_row(line, cells);
        }
        let keys: Vec<String> = cells.iter().map(caption_key).collect();
        if (self.is_header)(&keys) {
            self.header = Some(Header::from_record(line, cells));
            self.front.clear();
            return Ok(());
        }
        self.front.push((line, cells.clone()));
        if self.front.len() == HEADER_SEARCH { self.settle_header() } else { Ok(()) }
    }

    /// When no row is a known header, the first row with at least two cells is the header; the rows below it are data.
    fn settle_header(&mut self) -> Result<(), FileError> {
        let filled = |record: &csv::StringRecord| record.iter().filter(|cell| !cell.trim().is_empty()).count();
        let front = std::mem::take(&mut self.front);
        let at = front.iter().position(|(_, record)| filled(record) >= 2).ok_or(FileError::NoHeader)?;
        self.header = Some(Header::from_record(front[at].0, &front[at].1));
        front.into_iter().skip(at + 1).try_for_each(|(line, record)| self.push_row(line, &record))
    }

    fn push_row(&mut self, line: u32, cells: &csv::StringRecord) -> Result<(), FileError> {
        self.records += 1;
        if self.records as usize > MAX_RECORDS {
            return Err(FileError::TooManyRows { max: MAX_RECORDS });
        }
        if cells.iter().any(|cell| !cell.trim().is_empty()) {
            self.cells += cells.len();
            if self.cells > MAX_CELLS {
                return Err(FileError::TooManyCells { max: MAX_CELLS });
            }
            self.rows.push(Row { record: self.records, line, cells: Cells::from_record(cells) });
        }
        Ok(())
    }

    /// The table, when there is one.
    fn finish(mut self, delimiter: char, encoding: Encoding) -> Result<Table, FileError> {
        if self.header.is_none() {
            self.settle_header()?;
        }
        let header = self.header.ok_or(FileError::NoHeader)?;
        if self.rows.is_empty() {
            return Err(FileError::NoRows);
        }
        self.rows.shrink_to_fit();
        Ok(Table {
            keys: header.captions.iter().map(|caption| caption_key(caption)).collect(),
            headers: header.captions,
            rows: self.rows,
            header_line: header.line,
            delimiter,
            encoding,
        })
    }
}

struct Header {
    line: u32,
    captions: Vec<String>,
}

impl Header {
    /// Blank captions at the end are no columns: spreadsheets write them for columns that were once used.
    fn from_record(line: u32, record: &csv::StringRecord) -> Self {
        let mut captions: Vec<String> = record.iter().map(|caption| caption.trim().to_owned()).collect();
        while captions.last().is_some_and(String::is_empty) {
            captions.pop();
        }
        Self { line, captions }
    }
}

/// A cell shortened for a message: at most 40 characters, on one line, without direction characters.
#[must_use]
pub fn excerpt(cell: &str) -> String {
    let mut out: String = cell
        .trim()
        .chars()
        .filter(|c| !kernel::digits::is_invisible(*c))
        .map(|c| if c.is_control() || c.is_whitespace() { ' ' } else { c })
        .take(41)
        .collect();
    if let Some((cut, _)) = out.char_indices().nth(40) {
        out.truncate(cut);
        out.push('…');
    }
    out
}
