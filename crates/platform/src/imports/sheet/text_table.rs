//! Text as a table: decoding, delimiter, quotation marks, records (contracts/imports.md §0).

use super::decode::decode;
use super::{Encoding, FileError, HEADER_SEARCH, IsHeader, MAX_COLUMNS, Rows, Table};

/// The most cells in a record of any spreadsheet program; more are refused before memory is allocated for them.
const MOST_CELLS: usize = 16_384;

/// Reads the bytes of a text file.
pub(super) fn read(bytes: &[u8], is_header: IsHeader) -> Result<Table, FileError> {
    let (text, encoding) = decode(bytes)?;
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(&text);
    if text.trim().is_empty() {
        return Err(FileError::Empty);
    }
    let (delimiter, body_start) = sniff_delimiter(text);
    let body = &text[body_start..];
    check_shape(body, delimiter, 1 + breaks(&text[..body_start]))?;
    split(body, delimiter, encoding, is_header)
}

fn breaks(text: &str) -> u32 {
    u32::try_from(count_line_breaks(text)).unwrap_or(u32::MAX)
}

fn split(body: &str, delimiter: u8, encoding: Encoding, is_header: IsHeader) -> Result<Table, FileError> {
    let mut reader =
        csv::ReaderBuilder::new().has_headers(false).flexible(true).delimiter(delimiter).from_reader(body.as_bytes());
    // Spreadsheets do not show a `sep=;` line, so the line after it is their first row.
    let mut lines = LineCounter { text: body, at: 0, line: 1 };
    let mut inside: u32 = 0;
    let mut rows = Rows::new(is_header);
    let mut record = csv::StringRecord::new();
    // The text is valid UTF-8 and the reader is flexible, so only an I/O error is left, which a slice cannot cause; an error
    // would end the file early, never skip a part of it.
    while reader.read_record(&mut record).map_err(|_| FileError::Binary)? {
        let offset = record.position().map_or(0, |position| usize::try_from(position.byte()).unwrap_or(usize::MAX));
        // A line break inside a cell begins a new line and no new row.
        let row = lines.line_of(offset).saturating_sub(inside);
        inside = inside.saturating_add(record.iter().map(breaks).sum());
        rows.push(row, &record)?;
    }
    rows.finish(char::from(delimiter), encoding)
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

/// The delimiter, from the first line that holds one outside quotes, and where the table begins. Excel's `sep=;` line is applied
/// and skipped.
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
        // Among equal counts the first wins: a comma.
        let best = counts.into_iter().rev().max_by_key(|(_, count)| *count);
        if let Some((delimiter, count)) = best
            && count > 0
        {
            return (delimiter, 0);
        }
    }
    (b',', 0)
}

/// Refuses a text whose last quotation mark is never closed, and a record of more cells than any spreadsheet has.
/// `first_line` is the text's first line in the file.
fn check_shape(text: &str, delimiter: u8, first_line: u32) -> Result<(), FileError> {
    let mut opened: Option<usize> = None;
    let mut at_cell_start = true;
    let mut cells = 1_usize;
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
                let ends_line = byte == b'\n' || byte == b'\r';
                at_cell_start = byte == delimiter || ends_line;
                cells = if ends_line { 1 } else { cells + usize::from(byte == delimiter) };
                if cells > MOST_CELLS {
                    return Err(FileError::TooManyColumns { max: MAX_COLUMNS });
                }
            }
        }
        at += 1;
    }
    match opened {
        Some(offset) => Err(FileError::UnclosedQuote { line: first_line.saturating_add(breaks(&text[..offset])) }),
        None => Ok(()),
    }
}
