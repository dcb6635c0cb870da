//! A product file as a table: decoding, delimiter, header row, limits (contracts/imports.md §0).
//!
//! A file that is no table of text is refused here with the fault named, before anything is looked at.

use std::collections::HashSet;

use kernel::digits::canonical_decimal;
use kernel::fold::fold;
use sha2::{Digest, Sha256};

use super::decode::decode;
use super::errors::FileError;
use super::mapping::looks_like_header;

/// Bytes in a mebibyte.
pub const MEBIBYTE: usize = 1024 * 1024;
/// Largest file (ME-03).
pub const MAX_BYTES: usize = 5 * MEBIBYTE;
/// Most data rows.
pub const MAX_RECORDS: usize = 200_000;
/// Most columns.
pub const MAX_COLUMNS: usize = 300;
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
}

/// A data row.
#[derive(Debug, Clone)]
pub struct Row {
    /// Data row, from 1, not counting header rows.
    pub record: u32,
    /// Line of the file on which it begins, from 1.
    pub line: u32,
    cells: csv::StringRecord,
}

impl Row {
    /// The cell of a column, trimmed; blank when the row is shorter.
    #[must_use]
    pub fn cell(&self, column: usize) -> &str {
        self.cells.get(column).map_or("", str::trim)
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
    /// Line of the header, from 1.
    pub header_line: u32,
    /// `,` `;` or tab.
    pub delimiter: char,
    /// How the bytes were read.
    pub encoding: Encoding,
}

impl Table {
    /// Up to `count` different cells of a column that hold something, for the mapping screen.
    #[must_use]
    pub fn samples(&self, column: usize, count: usize) -> Vec<String> {
        let mut samples: Vec<String> = Vec::with_capacity(count);
        for row in self.rows.iter().take(1000) {
            if samples.len() == count {
                break;
            }
            let sample = super::errors::excerpt(row.cell(column));
            if !sample.is_empty() && !samples.contains(&sample) {
                samples.push(sample);
            }
        }
        samples
    }

    /// The table with only these data rows, for reading failed products again. Record and line numbers stay.
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
        let _ = writer.write_record(self.headers.iter().map(|caption| guarded(caption)));
        for row in self.rows.iter().filter(|row| records.contains(&row.record)) {
            let _ = writer.write_record((0..self.headers.len()).map(|column| guarded(row.cell(column))));
        }
        writer.into_inner().unwrap_or_default()
    }

    /// SHA-256 of the folded captions, in hexadecimal: the same export of the same platform has the same
    /// fingerprint, so a mapping made once is found again.
    #[must_use]
    pub fn header_fingerprint(&self) -> String {
        let mut hash = Sha256::new();
        for key in &self.keys {
            hash.update(key.as_bytes());
            hash.update([0]);
        }
        hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
    }
}

/// A cell with `'` in front when a spreadsheet would run it.
fn guarded(cell: &str) -> String {
    let runs = cell.starts_with(['=', '+', '-', '@', '\t', '\r']) && canonical_decimal(cell).is_err();
    if runs { format!("'{cell}") } else { cell.to_owned() }
}

/// The form of a caption in which captions are compared: folded like search text, so that case, blanks,
/// brackets, diacritics and the spelling of alef and ta marbuta do not matter.
#[must_use]
pub fn caption_key(caption: &str) -> String {
    fold(caption)
}

/// Reads a file of at most [`MAX_BYTES`] bytes.
///
/// # Errors
/// See [`FileError`].
pub fn read_table(bytes: &[u8]) -> Result<Table, FileError> {
    read_table_up_to(bytes, MAX_BYTES)
}

/// As [`read_table`] with another limit, for files that do not come through the upload.
///
/// # Errors
/// See [`FileError`].
pub fn read_table_up_to(bytes: &[u8], max_bytes: usize) -> Result<Table, FileError> {
    if bytes.len() > max_bytes {
        return Err(FileError::TooLarge { max: max_bytes });
    }
    let (text, encoding) = decode(bytes)?;
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(&text);
    if text.trim().is_empty() {
        return Err(FileError::Empty);
    }
    let (delimiter, body_start) = sniff_delimiter(text);
    let body = &text[body_start..];
    let first_line = 1 + u32::try_from(count_line_breaks(&text[..body_start])).unwrap_or(u32::MAX);
    if let Some(offset) = unclosed_quote(body, delimiter) {
        let line = first_line.saturating_add(u32::try_from(count_line_breaks(&body[..offset])).unwrap_or(u32::MAX));
        return Err(FileError::UnclosedQuote { line });
    }
    split(body, delimiter, first_line, encoding)
}

/// Splits the text into records, finds the header among the first ones and keeps the rest as rows.
fn split(body: &str, delimiter: u8, first_line: u32, encoding: Encoding) -> Result<Table, FileError> {
    let mut reader =
        csv::ReaderBuilder::new().has_headers(false).flexible(true).delimiter(delimiter).from_reader(body.as_bytes());
    let mut lines = LineCounter { text: body, at: 0, line: first_line };
    let mut front: Vec<(u32, csv::StringRecord)> = Vec::with_capacity(HEADER_SEARCH);
    let mut header: Option<Header> = None;
    let mut rows: Vec<Row> = Vec::new();
    let mut record_number: u32 = 0;
    let mut record = csv::StringRecord::new();
    // The text is valid UTF-8 and the reader is flexible, so the only error left is of input and output,
    // which a slice has none of; a reader that did fail would end the file early, never pass half of it.
    while reader.read_record(&mut record).map_err(|_| FileError::Binary)? {
        if record.len() > MAX_COLUMNS && record.iter().skip(MAX_COLUMNS).any(|cell| !cell.trim().is_empty()) {
            return Err(FileError::TooManyColumns { max: MAX_COLUMNS });
        }
        let offset = record.position().map_or(0, |position| usize::try_from(position.byte()).unwrap_or(usize::MAX));
        let line = lines.line_of(offset);
        match &header {
            None => {
                front.push((line, record.clone()));
                let caption_keys = || record.iter().map(caption_key).collect::<Vec<_>>();
                if front.len() <= HEADER_SEARCH && looks_like_header(&caption_keys()) {
                    header = Some(Header::of(line, &record));
                    front.clear();
                } else if front.len() == HEADER_SEARCH {
                    header = Some(settle_header(&mut front, &mut rows, &mut record_number)?);
                }
            }
            Some(_) => push_row(&mut rows, &mut record_number, line, record.clone())?,
        }
    }
    let header = match header {
        Some(header) => header,
        None => settle_header(&mut front, &mut rows, &mut record_number)?,
    };
    if rows.is_empty() {
        return Err(FileError::NoRows);
    }
    rows.shrink_to_fit();
    Ok(Table {
        keys: header.captions.iter().map(|caption| caption_key(caption)).collect(),
        headers: header.captions,
        rows,
        header_line: header.line,
        delimiter: char::from(delimiter),
        encoding,
    })
}

struct Header {
    line: u32,
    captions: Vec<String>,
}

impl Header {
    /// Blank captions at the end are no columns: spreadsheets write them for columns that were once used.
    fn of(line: u32, record: &csv::StringRecord) -> Self {
        let mut captions: Vec<String> = record.iter().map(|caption| caption.trim().to_owned()).collect();
        while captions.last().is_some_and(String::is_empty) {
            captions.pop();
        }
        Self { line, captions }
    }
}

/// When no row is known to be a header, the first row with at least two cells is; what stands below it
/// becomes data.
fn settle_header(
    front: &mut Vec<(u32, csv::StringRecord)>,
    rows: &mut Vec<Row>,
    record_number: &mut u32,
) -> Result<Header, FileError> {
    let filled = |record: &csv::StringRecord| record.iter().filter(|cell| !cell.trim().is_empty()).count();
    let at = front.iter().position(|(_, record)| filled(record) >= 2).ok_or(FileError::NoHeader)?;
    let header = Header::of(front[at].0, &front[at].1);
    for (line, record) in front.drain(..).skip(at + 1) {
        push_row(rows, record_number, line, record)?;
    }
    Ok(header)
}

fn push_row(rows: &mut Vec<Row>, record_number: &mut u32, line: u32, cells: csv::StringRecord) -> Result<(), FileError> {
    *record_number += 1;
    if *record_number as usize > MAX_RECORDS {
        return Err(FileError::TooManyRows { max: MAX_RECORDS });
    }
    if cells.iter().any(|cell| !cell.trim().is_empty()) {
        rows.push(Row { record: *record_number, line, cells });
    }
    Ok(())
}

/// Turns byte offsets, which only grow, into lines.
struct LineCounter<'t> {
    text: &'t str,
    at: usize,
    line: u32,
}

impl LineCounter<'_> {
    fn line_of(&mut self, offset: usize) -> u32 {
        let bytes = self.text.as_bytes();
        let mut start = offset.min(bytes.len());
        // The offset of a record may still stand before the line break that ended the one above it.
        while start < bytes.len() && matches!(bytes[start], b'\r' | b'\n') {
            start += 1;
        }
        if start > self.at {
            let breaks = count_line_breaks(&self.text[self.at..start]);
            self.line = self.line.saturating_add(u32::try_from(breaks).unwrap_or(u32::MAX));
            self.at = start;
        }
        self.line
    }
}

/// `\n`, `\r\n` and a lone `\r` are one break each. Pieces are never cut between `\r` and `\n`.
pub(super) fn count_line_breaks(text: &str) -> usize {
    let bytes = text.as_bytes();
    (0..bytes.len()).filter(|at| bytes[*at] == b'\n' || (bytes[*at] == b'\r' && bytes.get(at + 1) != Some(&b'\n'))).count()
}

/// The delimiter by the first line that holds one, outside quotes, and where the table begins.
/// Excel's `sep=;` line is obeyed and skipped.
fn sniff_delimiter(text: &str) -> (u8, usize) {
    let first_end = text.find(['\n', '\r']).unwrap_or(text.len());
    if let Some(&[delimiter @ (b',' | b';' | b'\t')]) = text[..first_end].strip_prefix("sep=").map(str::as_bytes) {
        return (delimiter, first_end);
    }
    for line in text.lines().take(HEADER_SEARCH) {
        let mut counts = [(b',', 0_usize), (b';', 0), (b'\t', 0)];
        let mut quoted = false;
        for byte in line.bytes() {
            quoted ^= byte == b'"';
            if !quoted && let Some((_, count)) = counts.iter_mut().find(|(delimiter, _)| *delimiter == byte) {
                *count += 1;
            }
        }
        // Of equals the first wins: a comma.
        let best = counts.into_iter().rev().max_by_key(|(_, count)| *count);
        if let Some((delimiter, count)) = best
            && count > 0
        {
            return (delimiter, 0);
        }
    }
    (b',', 0)
}

/// Where a quoted cell begins that the text never closes.
fn unclosed_quote(text: &str, delimiter: u8) -> Option<usize> {
    let mut opened: Option<usize> = None;
    let mut at_cell_start = true;
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let byte = bytes[at];
        match opened {
            Some(_) if byte == b'"' => {
                if bytes.get(at + 1) == Some(&b'"') {
                    at += 1;
                } else {
                    opened = None;
                }
            }
            Some(_) => {}
            None => {
                if byte == b'"' && at_cell_start {
                    opened = Some(at);
                }
                at_cell_start = byte == delimiter || byte == b'\n' || byte == b'\r';
            }
        }
        at += 1;
    }
    opened
}
