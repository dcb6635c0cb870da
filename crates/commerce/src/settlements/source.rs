//! The rows of a sheet, only as many at a time as are worked on.

use super::captions::Mapping;
use super::read::{Columns, SheetRow};
use platform::imports::model::RowMessage;
use platform::imports::reading::RecordSelection;
use platform::imports::sheet::{Row, Table};
use platform::stores::StoreProfile;

/// What a row of the file is.
#[derive(Debug, Clone)]
pub(super) enum ItemContent {
    /// A parcel.
    Row(Box<SheetRow>),
    /// A sum of the sheet.
    Total,
    /// It cannot be read.
    Unreadable(Vec<RowMessage>),
}

/// A row of the file with its position.
#[derive(Debug, Clone)]
pub(super) struct Item {
    /// Its record number.
    pub(super) position: i64,
    /// The same as a spreadsheet row number.
    pub(super) line: i64,
    pub(super) label: String,
    pub(super) content: ItemContent,
}

/// An opened sheet with its mapping.
pub(super) struct Source {
    pub(super) table: Table,
    pub(super) columns: Columns,
    pub(super) timezone: String,
}

impl Source {
    pub(super) fn new(profile: &StoreProfile, table: Table, mapping: &Mapping) -> Self {
        let columns = Columns::new(mapping, &table.headers, profile.currency);
        Self { table, columns, timezone: profile.timezone.clone() }
    }

    fn item(&self, row: &Row) -> Item {
        let content = if self.columns.is_total(row) {
            ItemContent::Total
        } else {
            self.columns.read(row).map_or_else(ItemContent::Unreadable, |row| ItemContent::Row(Box::new(row)))
        };
        Item { position: i64::from(row.record), line: i64::from(row.line), label: self.columns.label(row), content }
    }

    /// The selected rows in the order of the file, and how many the file holds in all.
    pub(super) fn items(&self, selection: &RecordSelection) -> (Vec<Item>, usize) {
        let rows = &self.table.rows;
        let items = match selection {
            RecordSelection::Window { from, count } => rows.iter().skip(*from).take(*count).map(|row| self.item(row)).collect(),
            RecordSelection::At(at) => {
                rows.iter().filter(|row| at.contains(&i64::from(row.record))).map(|row| self.item(row)).collect()
            }
        };
        (items, rows.len())
    }
}
