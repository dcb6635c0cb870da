//! Parts of a CSV file: UTF-8 with a byte-order mark and CRLF, which spreadsheets open without a dialog.

use super::model::{Cell, Frame};

/// The byte-order mark before the first row.
pub const MARK: &[u8] = "\u{FEFF}".as_bytes();

/// Rows as text.
pub fn rows(rows: &[Vec<Cell>], frame: &mut Frame) -> Vec<u8> {
    let mut writer = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(Vec::new());
    for row in rows {
        // Writing to memory does not fail, and all rows are of one length.
        let _ = writer.write_record(row.iter().map(Cell::text));
    }
    frame.rows = frame.rows.saturating_add(u32::try_from(rows.len()).unwrap_or(u32::MAX));
    writer.into_inner().unwrap_or_default()
}
