//! Every statement on calls.

use db::{Conn, Record as _, Result, Row, p};
use kernel::id::ProviderCall as ProviderCallKind;
use kernel::{Millis, OrderId, ProviderCallId, StoreScope, least_id};

use super::model::Progress;
use super::stored::{Reason, StoredCall};

/// Calls that one list shows.
pub(super) const MOST_LISTED: i64 = 100;

db::record! {
    StoredCall {
        id as key,
        provider,
        kind,
        subject,
        order_id,
        key by key { idempotency_key = &call.key },
        input as json,
        progress by progress {
            state = call.progress.state.as_str(),
            attempts = call.progress.attempts,
            not_before = call.progress.not_before,
            give_up_at = call.progress.give_up_at,
            is_in_doubt = call.progress.is_in_doubt,
            fence = call.progress.fence,
            lease_until = call.progress.lease_until,
        },
        reason by reason { reason = &call.reason.code, reason_words = &call.reason.words },
        result as json,
        created_at,
        updated_at,
        ended_at,
    }
    fn values<'v>(call, scope: &StoreScope)
    keys { store_id = scope.store(), id = call.id }
    also {}
}

fn progress(row: &mut Row<'_>) -> Result<Progress> {
    Ok(Progress {
        state: row.get()?,
        attempts: row.get()?,
        not_before: row.get()?,
        give_up_at: row.get()?,
        is_in_doubt: row.get()?,
        fence: row.get()?,
        lease_until: row.get()?,
    })
}

fn key(row: &mut Row<'_>) -> Result<String> {
    row.get()
}

fn reason(row: &mut Row<'_>) -> Result<Reason> {
    Ok(Reason { code: row.get()?, words: row.get()? })
}

/// Inserts a call; false where the store has one under its key.
pub(super) async fn insert(c: Conn<'_>, scope: &StoreScope, call: &StoredCall) -> Result<bool> {
    let sql = db::sql!(
        "INSERT INTO provider_calls (",
        StoredCall::WRITTEN,
        ") VALUES (",
        StoredCall::PLACEHOLDERS,
        ") ON CONFLICT (store_id, idempotency_key) DO NOTHING"
    );
    Ok(c.exec(sql, &values(call, scope).params()).await? == 1)
}

/// The id of the call under a key.
pub(super) async fn get_id_by_key(c: Conn<'_>, scope: &StoreScope, key: &str) -> Result<ProviderCallId> {
    let sql = "SELECT id FROM provider_calls WHERE store_id = ?1 AND idempotency_key = ?2";
    c.one(sql, p![scope.store(), key]).await
}

/// The call with an id.
pub(super) async fn find(c: Conn<'_>, scope: &StoreScope, id: ProviderCallId) -> Result<Option<StoredCall>> {
    let sql = db::sql!("SELECT ", StoredCall::READ, " FROM provider_calls WHERE store_id = ?1 AND id = ?2");
    c.opt(sql, p![scope.store(), id]).await
}

/// The call with an id, which nobody else changes until the transaction ends.
pub(super) async fn lock(c: Conn<'_>, scope: &StoreScope, id: ProviderCallId) -> Result<Option<StoredCall>> {
    let sql = db::sql!("SELECT ", StoredCall::READ, " FROM provider_calls WHERE store_id = ?1 AND id = ?2 FOR NO KEY UPDATE");
    c.opt(sql, p![scope.store(), id]).await
}

/// Writes the moving parts of a call.
pub(super) async fn update(c: Conn<'_>, scope: &StoreScope, call: &StoredCall) -> Result<()> {
    let sql = "UPDATE provider_calls SET state = ?3, attempts = ?4, not_before = ?5, give_up_at = ?6, is_in_doubt = ?7, fence = ?8, \
               lease_until = ?9, reason = ?10, reason_words = ?11, result = ?12, updated_at = ?13, ended_at = ?14 \
               WHERE store_id = ?1 AND id = ?2";
    let StoredCall { id, progress, reason, result, updated_at, ended_at, .. } = call;
    let Progress { state, attempts, not_before, give_up_at, is_in_doubt, fence, lease_until } = progress;
    let params = p![
        scope.store(),
        *id,
        state.as_str(),
        *attempts,
        *not_before,
        *give_up_at,
        *is_in_doubt,
        *fence,
        *lease_until,
        reason.code,
        reason.words,
        db::Json(result),
        *updated_at,
        *ended_at
    ];
    c.exec(sql, params).await?;
    Ok(())
}

/// The newest calls of a store that were written after a moment.
pub(super) async fn list_since(c: Conn<'_>, scope: &StoreScope, moment: Millis) -> Result<Vec<StoredCall>> {
    let sql =
        db::sql!("SELECT ", StoredCall::READ, " FROM provider_calls WHERE store_id = ?1 AND id >= ?2 ORDER BY id DESC LIMIT ?3");
    c.all(sql, p![scope.store(), least_id::<ProviderCallKind>(moment), MOST_LISTED]).await
}

/// The newest calls about an order.
pub(super) async fn list_of_order(c: Conn<'_>, scope: &StoreScope, order: OrderId) -> Result<Vec<StoredCall>> {
    let sql = db::sql!(
        "SELECT ",
        StoredCall::READ,
        " FROM provider_calls WHERE store_id = ?1 AND order_id = ?2 ORDER BY id DESC LIMIT ?3"
    );
    c.all(sql, p![scope.store(), order, MOST_LISTED]).await
}

/// The newest calls that belong to something, by its id on the wire.
pub(super) async fn list_of_subject(c: Conn<'_>, scope: &StoreScope, subject: &str) -> Result<Vec<StoredCall>> {
    let sql = db::sql!(
        "SELECT ",
        StoredCall::READ,
        " FROM provider_calls WHERE store_id = ?1 AND subject = ?2 ORDER BY id DESC LIMIT ?3"
    );
    c.all(sql, p![scope.store(), subject, MOST_LISTED]).await
}
