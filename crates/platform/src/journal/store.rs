//! Every statement on the journal and its sequence.

use db::{Conn, Json, Result, p};
use kernel::{Millis, StoreScope};

use super::Entry;

/// Raises the store's sequence by `n` and answers the first of the numbers that were taken.
pub(super) async fn increment_seq(c: Conn<'_>, scope: &StoreScope, n: i64) -> Result<i64> {
    let sql = "UPDATE store_counters SET journal_seq = journal_seq + ?2 WHERE store_id = ?1 RETURNING journal_seq - ?2 + 1";
    c.one(sql, p![scope.store(), n]).await
}

/// Adds an entry under its number, as done by the scope's actor.
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
