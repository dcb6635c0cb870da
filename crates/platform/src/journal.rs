//! The journal: who changed what, with before and after. Source of activity log, audit log, change feed and undo.
//!
//! Invariant: every change to a business row writes its entry in the same transaction; `seq` grows by one per entry and store,
//! without gaps in committed history, so a client that has `seq` n only asks for later entries.

use db::{Conn, Result, Table, Topics};
use kernel::{BatchId, Id, Millis, StoreScope};
use serde::Serialize;
use serde_json::Value;

/// The tables of this module.
pub const TABLES: &[Table] = &[Table::of_store("journal").personal()];

use self::entity::{Entity, EntityKind};

pub mod entity;
mod store;

pub use store::{EntryWindow, StoredEntry, count_entries, find_entry, list_entries};

/// The action of an entry (core 3).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Act {
    /// A comment of a person.
    Comment,
    /// A new row.
    Create,
    /// Changed fields.
    Update,
    /// A transition of a status.
    UpdateStatus,
    /// The payment state has changed.
    UpdatePaymentStatus,
    /// Removed.
    Delete,
}

impl Act {
    /// The word in the specification.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Comment => "comment",
            Self::Create => "create",
            Self::Update => "update",
            Self::UpdateStatus => "update_status",
            Self::UpdatePaymentStatus => "update_payment_status",
            Self::Delete => "delete",
        }
    }
}

/// An entry to write.
#[derive(Debug, Clone)]
pub struct Entry {
    act: Act,
    entity: &'static EntityKind,
    entity_id: i64,
    batch: Option<BatchId>,
    before: Option<Value>,
    after: Option<Value>,
    note: Option<String>,
}

impl Entry {
    /// An action on a record of a kind: `entities::ORDER`.
    #[must_use]
    pub fn new<K>(act: Act, entity: Entity<K>, id: Id<K>) -> Self {
        Self { act, entity: entity.kind(), entity_id: id.raw(), batch: None, before: None, after: None, note: None }
    }

    /// The fields as they were.
    #[must_use]
    pub fn before(mut self, value: impl Serialize) -> Self {
        self.before = serde_json::to_value(value).ok();
        self
    }

    /// The fields as they are now.
    #[must_use]
    pub fn after(mut self, value: impl Serialize) -> Self {
        self.after = serde_json::to_value(value).ok();
        self
    }

    /// A person's comment.
    #[must_use]
    pub fn note(mut self, text: impl Into<String>) -> Self {
        self.note = Some(text.into());
        self
    }

    /// Part of a batch that can be undone together.
    #[must_use]
    pub fn batch(mut self, id: Option<BatchId>) -> Self {
        self.batch = id;
        self
    }
}

/// Takes the next `n` sequence numbers of a store and returns the first. The row is hot: call it late in the transaction.
///
/// # Errors
/// Of the database.
pub async fn take_seq(c: Conn<'_>, scope: &StoreScope, n: i64) -> Result<i64> {
    store::increment_seq(c, scope, n).await
}

/// Writes one entry, notifies subscribers, and returns its sequence number.
///
/// # Errors
/// Of the database.
pub async fn write(c: Conn<'_>, scope: &StoreScope, now: Millis, topics: Topics, entry: Entry) -> Result<i64> {
    let seq = take_seq(c, scope, 1).await?;
    write_at(c, scope, now, topics, seq, entry).await?;
    Ok(seq)
}

/// Writes an entry under a sequence number already taken.
///
/// # Errors
/// Of the database.
pub async fn write_at(c: Conn<'_>, scope: &StoreScope, now: Millis, topics: Topics, seq: i64, entry: Entry) -> Result<()> {
    let (entity, entity_id) = (entry.entity, entry.entity_id);
    store::insert(c, scope, now, seq, entry).await?;
    c.touch(scope.store(), topics);
    // Answered to a repeated request with an idempotency key, when a crash has lost the first answer.
    c.note(|| serde_json::json!({ "subject": entity.word, "id": entity.id(entity_id) }).to_string());
    Ok(())
}
