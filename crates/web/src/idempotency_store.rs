//! Every statement on `idempotency_keys`. The life of a row is described in [`crate::idempotency`].

use axum::http::StatusCode;
use db::{CommitHook, Conn, Db, p, row};
use kernel::Millis;

/// A first attempt that has neither changed anything nor answered expires after this: its process has crashed.
pub(crate) const CLAIM_TIMEOUT: i64 = Millis::MINUTE;
/// Keys that one transaction of the sweep deletes.
const SWEPT: i64 = 500;

/// The stored state of an attempt.
pub(crate) struct StoredResponse {
    pub(crate) request_hash: String,
    pub(crate) status: Option<i64>,
    pub(crate) response: Option<String>,
    pub(crate) created_at: Millis,
}
row!(StoredResponse { request_hash, status, response, created_at });

/// A key claimed by this attempt. An attempt that takes it over has a later time of claim.
#[derive(Clone)]
pub(crate) struct Claim {
    pub(crate) scope: i64,
    pub(crate) key: String,
    pub(crate) at: Millis,
}

impl Claim {
    /// Marks the key in every transaction of the attempt.
    pub(crate) fn commit_hook(&self) -> CommitHook {
        let sql = "UPDATE idempotency_keys SET status = 0, response = ?4 WHERE scope = ?1 AND key = ?2 AND created_at = ?3 AND (status IS NULL OR status = 0)";
        CommitHook::new(sql, vec![Box::new(self.scope), Box::new(self.key.clone()), Box::new(self.at)])
    }

    /// Stores the answer.
    pub(crate) async fn set_answer(self, db: &Db, status: StatusCode, text: String) -> db::Result<()> {
        db.tx(async move |c| {
            let sql = "UPDATE idempotency_keys SET status = ?4, response = ?5 WHERE scope = ?1 AND key = ?2 AND created_at = ?3";
            c.exec(sql, p![self.scope, self.key, self.at, i64::from(status.as_u16()), text]).await
        })
        .await?;
        Ok(())
    }

    /// Releases the key when the attempt has changed nothing.
    pub(crate) async fn release_untouched(self, db: &Db) -> db::Result<()> {
        db.tx(async move |c| {
            let sql = "DELETE FROM idempotency_keys WHERE scope = ?1 AND key = ?2 AND created_at = ?3 AND status IS NULL";
            c.exec(sql, p![self.scope, self.key, self.at]).await
        })
        .await?;
        Ok(())
    }

    /// Releases the key even if the attempt has committed something, such as a counted attempt: the caller was refused (401,
    /// 429).
    pub(crate) async fn release(self, db: &Db) -> db::Result<()> {
        db.tx(async move |c| {
            let sql = "DELETE FROM idempotency_keys WHERE scope = ?1 AND key = ?2 AND created_at = ?3";
            c.exec(sql, p![self.scope, self.key, self.at]).await
        })
        .await?;
        Ok(())
    }
}

/// Claims the key; returns the stored state of an earlier attempt, if any.
pub(crate) async fn claim(db: &Db, claim: &Claim, hash: String) -> db::Result<Option<StoredResponse>> {
    let Claim { scope, key, at: now } = claim.clone();
    let work = async move |c: db::Conn<'_>| {
        // A time of claim further ahead than the tolerated skew was written by a wrong clock.
        let stale = "DELETE FROM idempotency_keys WHERE scope = ?1 AND key = ?2 AND (created_at < ?3 OR (status IS NULL AND (created_at < ?4 OR created_at > ?5)))";
        c.exec(stale, p![scope, key, now.plus(-Millis::DAY), now.plus(-CLAIM_TIMEOUT), now.plus(CLAIM_TIMEOUT)]).await?;
        let sql = "INSERT INTO idempotency_keys (scope, key, request_hash, created_at) VALUES (?1, ?2, ?3, ?4) ON CONFLICT (scope, key) DO NOTHING";
        if c.exec(sql, p![scope, key, hash, now]).await? == 1 {
            return Ok::<_, db::Error>(None);
        }
        let sql = "SELECT request_hash, status, response, created_at FROM idempotency_keys WHERE scope = ?1 AND key = ?2";
        c.opt(sql, p![scope, key]).await
    };
    db.tx(work).await
}

/// Claims a key within the transaction of the change it stands for; false when an earlier change has it, and this one must not
/// happen again.
///
/// # Errors
/// Of the database.
pub async fn claim_first(c: db::Conn<'_>, scope: i64, key: &str, now: Millis) -> db::Result<bool> {
    let sql = "INSERT INTO idempotency_keys (scope, key, request_hash, status, created_at) VALUES (?1, ?2, '', 0, ?3) ON CONFLICT (scope, key) DO NOTHING";
    Ok(c.exec(sql, p![scope, key, now]).await? == 1)
}

/// Deletes some of the keys that are older than a moment; returns how many.
pub(crate) async fn delete_before(c: Conn<'_>, before: Millis) -> db::Result<u64> {
    let sql = "DELETE FROM idempotency_keys WHERE (scope, key) IN (SELECT scope, key FROM idempotency_keys WHERE created_at < ?1 ORDER BY created_at LIMIT ?2)";
    c.exec(sql, p![before, SWEPT]).await
}
