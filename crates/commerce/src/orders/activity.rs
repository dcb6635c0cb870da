//! The activity of an order (OR-07): its journal entries, with a person's note.

use db::{Conn, Topics};
use kernel::text_guard::{Lines, clean};
use kernel::{Millis, OrderId, StoreScope};
use web::FieldErrors;
use web::fields::guard_message;

use super::entities;
use super::error::OrderError;
use super::store;
use platform::journal::{self, Entry, EntryWindow, StoredEntry};

/// Cleans a note; none when it is empty.
pub(super) fn note(text: Option<&str>) -> Result<Option<String>, OrderError> {
    let text = clean(text.unwrap_or_default(), 2_000, Lines::Many)
        .map_err(|fault| OrderError::Fields(FieldErrors::one("note", guard_message(fault))))?;
    Ok(Some(text).filter(|t| !t.is_empty()))
}

/// Writes the entry and stores its number on the order.
pub(super) async fn log(
    c: Conn<'_>,
    scope: &StoreScope,
    id: OrderId,
    now: Millis,
    entry: Entry,
    note: Option<&str>,
) -> Result<(), OrderError> {
    let entry = match note {
        Some(text) => entry.note(text),
        None => entry,
    };
    let seq = journal::write(c, scope, now, Topics::SALES, entry).await?;
    store::set_seq(c, scope, id, seq).await?;
    Ok(())
}

/// The newest entries about an order, 200 at most, oldest first.
pub(super) async fn list(c: Conn<'_>, scope: &StoreScope, id: OrderId) -> db::Result<Vec<StoredEntry>> {
    let mut entries = journal::list_entries(c, scope, entities::ORDER, id, EntryWindow::newest(200)).await?;
    entries.reverse();
    Ok(entries)
}
