//! Every statement on the journal and its sequence.

use db::{Conn, Json, Result, p, row};
use kernel::{Id, Millis, StoreScope};

use super::Entry;
use super::entity::Entity;

/// Increments the store's sequence by `n` and returns the first of the numbers that were taken.
pub(super) async fn increment_seq(c: Conn<'_>, scope: &StoreScope, n: i64) -> Result<i64> {
    let sql = "UPDATE store_counters SET journal_seq = journal_seq + ?2 WHERE store_id = ?1 RETURNING journal_seq - ?2 + 1";
    c.one(sql, p![scope.store(), n]).await
}

/// Inserts an entry under its number, with the scope's actor.
pub(super) async fn insert(c: Conn<'_>, scope: &StoreScope, now: Millis, seq: i64, entry: Entry) -> Result<()> {
    let Entry { act, entity, entity_id, batch, before, after, note } = entry;
    let actor = scope.actor();
    let sql = "INSERT INTO journal (store_id, seq, at, actor_kind, actor_id, actor_name, action, subject, subject_id, batch_id, before, after, note, \
               operator_name, ip) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15)";
    c.exec(
        sql,
        p![
            scope.store(),
            seq,
            now,
            actor.kind.as_str(),
            actor.id,
            actor.name,
            act.as_str(),
            entity.word,
            entity_id,
            batch,
            before.map(Json),
            after.map(Json),
            note,
            actor.operator,
            actor.ip
        ],
    )
    .await?;
    Ok(())
}

/// An entry as the journal keeps it.
#[derive(Debug)]
pub struct StoredEntry {
    /// Its number in the store's journal.
    pub seq: i64,
    /// When it was written.
    pub at: Millis,
    /// The word of the action, as [`Act::as_str`](super::Act::as_str) gives it.
    pub action: String,
    /// Customer | Merchant | System.
    pub actor_kind: String,
    /// The actor's name at the time.
    pub actor_name: String,
    /// The operator of the platform who impersonated the actor.
    pub operator_name: Option<String>,
    /// A person's comment.
    pub note: Option<String>,
    /// The fields before.
    pub before: Option<Json<serde_json::Value>>,
    /// The fields after.
    pub after: Option<Json<serde_json::Value>>,
}
row!(StoredEntry { seq, at, action, actor_kind, actor_name, operator_name, note, before, after });

/// The window of a record's entries.
#[derive(Debug, Clone, Copy)]
pub struct EntryWindow {
    /// Those with a lower number.
    pub before: i64,
    /// The most entries, the newest first.
    pub limit: i64,
    /// How many of the newest are skipped.
    pub offset: i64,
}

impl EntryWindow {
    /// The newest ones.
    #[must_use]
    pub const fn newest(limit: i64) -> Self {
        Self { before: i64::MAX, limit, offset: 0 }
    }
}

/// The entry with that number.
///
/// # Errors
/// Of the database.
pub async fn find_entry(c: Conn<'_>, scope: &StoreScope, seq: i64) -> Result<Option<StoredEntry>> {
    let sql = "SELECT seq, at, action, actor_kind, actor_name, operator_name, note, before, after FROM journal WHERE store_id = ?1 AND seq = ?2";
    c.opt(sql, p![scope.store(), seq]).await
}

/// Entries about a record, the newest first.
///
/// # Errors
/// Of the database.
pub async fn list_entries<K>(
    c: Conn<'_>,
    scope: &StoreScope,
    entity: Entity<K>,
    id: Id<K>,
    window: EntryWindow,
) -> Result<Vec<StoredEntry>> {
    let EntryWindow { before, limit, offset } = window;
    let sql = "SELECT seq, at, action, actor_kind, actor_name, operator_name, note, before, after FROM journal \
               WHERE store_id = ?1 AND subject = ?2 AND subject_id = ?3 AND seq < ?4 ORDER BY seq DESC LIMIT ?5 OFFSET ?6";
    c.all(sql, p![scope.store(), entity.kind().word, id, before, limit, offset]).await
}

/// How many entries about a record there are, counted up to `most`.
///
/// # Errors
/// Of the database.
pub async fn count_entries<K>(c: Conn<'_>, scope: &StoreScope, entity: Entity<K>, id: Id<K>, most: i64) -> Result<i64> {
    let sql = "SELECT COUNT(*) FROM (SELECT seq FROM journal WHERE store_id = ?1 AND subject = ?2 AND subject_id = ?3 LIMIT ?4) AS counted";
    c.one(sql, p![scope.store(), entity.kind().word, id, most]).await
}
