//! The model of an export. Pure.

use serde::{Deserialize, Serialize};

/// The kind of file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = ExportFormat)]
pub enum Format {
    /// Text with commas, UTF-8 with a byte-order mark.
    Csv,
    /// A workbook.
    Xlsx,
}

impl Format {
    /// The word on the wire, in the table and at the end of the file's name.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Xlsx => "xlsx",
        }
    }

    pub(super) fn parse(word: &str) -> Option<Self> {
        [Self::Csv, Self::Xlsx].into_iter().find(|format| format.as_str() == word)
    }

    pub(super) const fn content_type(self) -> &'static str {
        match self {
            Self::Csv => "text/csv; charset=utf-8",
            Self::Xlsx => "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
        }
    }
}

/// The state of an export.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = ExportStatus)]
pub(super) enum Status {
    /// Parts are being written.
    Running,
    /// The file is there.
    Done,
    /// There will be no file.
    Failed,
}

impl Status {
    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::Running => "running",
            Self::Done => "done",
            Self::Failed => "failed",
        }
    }

    pub(super) fn parse(word: &str) -> Option<Self> {
        [Self::Running, Self::Done, Self::Failed].into_iter().find(|status| status.as_str() == word)
    }
}

/// A cell of the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cell {
    /// Shown as it is; blank when empty.
    Text(String),
    /// A decimal number that a spreadsheet can calculate with.
    Number(String),
}

impl Cell {
    pub(super) fn text(&self) -> &str {
        match self {
            Self::Text(text) | Self::Number(text) => text,
        }
    }
}

/// State of the file so far, needed by the next part.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Frame {
    /// Rows so far, the header among them.
    pub(super) rows: u32,
    /// Of the sheet's XML: CRC-32, bytes before and after compression.
    pub(super) crc: u32,
    pub(super) raw: u64,
    pub(super) packed: u64,
}

db::stored_words! {
    Format, "exports" "format";
    Status, "exports" "status";
}
