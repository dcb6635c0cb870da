//! The people of a file, only as many at a time as are worked on, and which of them are repeated.

use std::collections::HashMap;

use web::message::Message;

use super::captions::Mapping;
use super::read::{self, Columns, Person};
use platform::imports::model::{Mode, RowMessage};
use platform::imports::reading::RecordSelection;
use platform::imports::sheet::{Row, Table};
use platform::stores::StoreProfile;

const TWICE: Message =
    Message::new("هذا العميل موجود في الصف {line}. ادمج الصفين.", "This customer is already in row {line}. Merge the two rows.");

/// A parsed row of the file, with its position.
#[derive(Debug, Clone)]
pub(super) struct Item {
    /// Its record number.
    pub(super) position: i64,
    /// The same as a spreadsheet row number.
    pub(super) line: i64,
    pub(super) label: String,
    pub(super) read: Result<Box<Person>, Vec<RowMessage>>,
}

/// The first row of each person: its record, its line.
type First = HashMap<String, (u32, u32)>;

/// An opened file with its mapping.
pub(super) struct Source {
    pub(super) table: Table,
    pub(super) columns: Columns,
    pub(super) profile: StoreProfile,
    pub(super) mode: Mode,
    mobiles: First,
    emails: First,
    /// Of rows without a number.
    bare_emails: First,
}

impl Source {
    pub(super) fn new(profile: &StoreProfile, table: Table, mapping: &Mapping, mode: Mode) -> Self {
        let columns = Columns::new(&mapping.columns, &table.headers, &profile.country);
        let (mut mobiles, mut emails, mut bare_emails) = (First::new(), First::new(), First::new());
        for row in &table.rows {
            let Ok(person) = read::read(&columns, row) else { continue };
            let at = (row.record, row.line);
            if let Some(email) = person.email {
                if person.mobile.is_none() {
                    bare_emails.entry(email.clone()).or_insert(at);
                }
                emails.entry(email).or_insert(at);
            }
            if let Some(mobile) = person.mobile {
                mobiles.entry(mobile).or_insert(at);
            }
        }
        Self { table, columns, profile: profile.clone(), mode, mobiles, emails, bare_emails }
    }

    /// The line of an earlier row that is about the same person.
    fn earlier(&self, row: &Row, person: &Person) -> Option<u32> {
        let email = person.email.as_ref();
        let first = match &person.mobile {
            Some(mobile) => [self.mobiles.get(mobile), email.and_then(|email| self.bare_emails.get(email))],
            None => [email.and_then(|email| self.emails.get(email)), None],
        };
        first.into_iter().flatten().filter(|(record, _)| *record < row.record).map(|(_, line)| *line).min()
    }

    fn item(&self, row: &Row) -> Item {
        let read = read::read(&self.columns, row).and_then(|person| match self.earlier(row, &person) {
            Some(line) => Err(vec![RowMessage::new(None, &TWICE.with("line", line))]),
            None => Ok(Box::new(person)),
        });
        Item { position: i64::from(row.record), line: i64::from(row.line), label: read::label(&self.columns, row), read }
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
