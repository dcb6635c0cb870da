//! Every statement on the jobs table.

use db::{Conn, Dialect, Result, Sql, p, row};
use kernel::{Env, JobId, Millis, StoreId};

use crate::Job;

/// How long a lease lasts; the worker renews it while the handler runs.
pub(crate) const LEASE: i64 = 30 * Millis::SECOND;

/// Tolerated clock skew between nodes. A time further ahead than could have been requested was written by a wrong clock: the job
/// counts as due.
pub(crate) const SKEW: i64 = Millis::MINUTE;

/// Options of a job: its store, its time, its deduplication key.
#[derive(Debug, Clone, Default)]
pub struct Enqueue {
    /// The store it belongs to, for the dashboard's list.
    pub store: Option<StoreId>,
    /// Not before; now when none.
    pub run_at: Option<Millis>,
    /// While a job with this key waits or runs, another is not added.
    pub dedup_key: Option<String>,
}

impl Enqueue {
    /// For a store, now.
    #[must_use]
    pub fn for_store(store: StoreId) -> Self {
        Self { store: Some(store), ..Self::default() }
    }
}

/// Adds a job in the caller's transaction; `None` when one with the same key is already there.
///
/// # Errors
/// Of the database.
pub async fn enqueue<J: Job>(c: Conn<'_>, env: &Env, job: &J, options: Enqueue) -> Result<Option<JobId>> {
    let payload = serde_json::to_string(job).map_err(|e| db::Error::Setup(format!("job {}: {e}", J::KIND)))?;
    let (id, now) = (env.id(), env.now());
    let sql = "INSERT INTO jobs (id, kind, store_id, payload, status, run_at, attempt, fence, dedup_key, created_at, asked_at) \
               VALUES (?1, ?2, ?3, ?4, 'queued', ?5, 0, 0, ?6, ?7, ?7) ON CONFLICT (dedup_key) WHERE dedup_key IS NOT NULL DO NOTHING";
    let n = c.exec(sql, p![id, J::KIND, options.store, payload, options.run_at.unwrap_or(now), options.dedup_key, now]).await?;
    Ok((n == 1).then_some(id))
}

pub(crate) struct Leased {
    pub(crate) id: JobId,
    pub(crate) kind: String,
    pub(crate) payload: String,
    pub(crate) attempt: i64,
    pub(crate) fence: i64,
}
row!(Leased { id, kind, payload, attempt, fence });

/// Leases the oldest due job, or one whose lease has expired or ends later than any lease can.
pub(crate) async fn lease(c: Conn<'_>, now: Millis) -> Result<Option<Leased>> {
    const SQLITE: &str = "UPDATE jobs SET status = 'running', lease_until = ?2, fence = fence + 1, attempt = attempt + 1 WHERE id = (\
         SELECT id FROM jobs WHERE (status = 'queued' AND run_at <= ?1) OR (status = 'running' AND (lease_until < ?1 OR lease_until > ?3)) ORDER BY run_at, id LIMIT 1) \
         RETURNING id, kind, payload, attempt, fence";
    const POSTGRES: &str = "UPDATE jobs SET status = 'running', lease_until = ?2, fence = fence + 1, attempt = attempt + 1 WHERE id = (\
         SELECT id FROM jobs WHERE (status = 'queued' AND run_at <= ?1) OR (status = 'running' AND (lease_until < ?1 OR lease_until > ?3)) ORDER BY run_at, id LIMIT 1 \
         FOR UPDATE SKIP LOCKED) RETURNING id, kind, payload, attempt, fence";
    let sql = if c.dialect() == Dialect::Sqlite { SQLITE } else { POSTGRES };
    c.opt(sql, p![now, now.plus(LEASE), now.plus(LEASE + SKEW)]).await
}

pub(crate) async fn has_due(c: Conn<'_>, now: Millis) -> Result<bool> {
    let sql = "SELECT id FROM jobs WHERE (status = 'queued' AND run_at <= ?1) OR (status = 'running' AND (lease_until < ?1 OR lease_until > ?2)) LIMIT 1";
    Ok(c.opt::<JobId>(sql, p![now, now.plus(LEASE + SKEW)]).await?.is_some())
}

/// Renews the lease; false when another worker holds it.
pub(crate) async fn renew(c: Conn<'_>, job: JobId, fence: i64, now: Millis) -> Result<bool> {
    let sql = "UPDATE jobs SET lease_until = ?3 WHERE id = ?1 AND fence = ?2 AND status = 'running'";
    Ok(c.exec(sql, p![job, fence, now.plus(LEASE)]).await? == 1)
}

pub(crate) async fn finish(c: Conn<'_>, job: JobId, fence: i64, now: Millis) -> Result<bool> {
    let sql =
        "UPDATE jobs SET status = 'done', finished_at = ?3, lease_until = NULL, dedup_key = NULL WHERE id = ?1 AND fence = ?2";
    Ok(c.exec(sql, p![job, fence, now]).await? == 1)
}

pub(crate) async fn reschedule(
    c: Conn<'_>,
    job: JobId,
    fence: i64,
    (now, after): (Millis, i64),
    error: Option<&str>,
    keeps_attempt: bool,
) -> Result<bool> {
    let sql = "UPDATE jobs SET status = 'queued', run_at = ?3, asked_at = ?6, lease_until = NULL, last_error = ?4, \
               attempt = attempt - CASE WHEN ?5 THEN 1 ELSE 0 END WHERE id = ?1 AND fence = ?2";
    Ok(c.exec(sql, p![job, fence, now.plus(after), error, keeps_attempt, now]).await? == 1)
}

pub(crate) async fn set_dead(c: Conn<'_>, job: JobId, fence: i64, now: Millis, error: &str) -> Result<bool> {
    let sql = "UPDATE jobs SET status = 'dead', finished_at = ?3, lease_until = NULL, last_error = ?4, dedup_key = NULL WHERE id = ?1 AND fence = ?2";
    Ok(c.exec(sql, p![job, fence, now, error]).await? == 1)
}

/// Jobs that one transaction of the sweep deletes.
const SWEPT: i64 = 500;

/// Deletes some jobs that finished more than a day ago (kept until then for inspection); 0 when none is left.
pub(crate) async fn delete_finished(c: Conn<'_>, now: Millis) -> Result<u64> {
    let sql = "DELETE FROM jobs WHERE id IN (SELECT id FROM jobs WHERE status = 'done' AND finished_at < ?1 ORDER BY run_at, id LIMIT ?2)";
    c.exec(sql, p![now.plus(-Millis::DAY), SWEPT]).await
}

/// Claims the due run of a schedule; false when another node has claimed it or it is not due.
pub(crate) async fn claim_schedule(c: Conn<'_>, name: &str, every: i64, now: Millis) -> Result<bool> {
    let sql = "INSERT INTO schedules (name, next_run_at) VALUES (?1, ?2) ON CONFLICT (name) DO NOTHING";
    c.exec(sql, p![name, now]).await?;
    let sql = "UPDATE schedules SET next_run_at = ?3 WHERE name = ?1 AND (next_run_at <= ?2 OR next_run_at > ?4)";
    Ok(c.exec(sql, p![name, now, now.plus(every), now.plus(every + SKEW)]).await? == 1)
}

/// Jobs whose times one transaction corrects.
const MOST_CORRECTED: i64 = 500;

/// Corrects jobs whose time was set by a clock that was ahead: from now on they wait as long as was requested then. Returns how
/// many there were.
pub(crate) async fn update_skewed_times(c: Conn<'_>, now: Millis) -> Result<u64> {
    let sql = "UPDATE jobs SET run_at = ?1 + (run_at - asked_at), asked_at = ?1 WHERE id IN (\
               SELECT id FROM jobs WHERE status = 'queued' AND asked_at > ?2 ORDER BY asked_at LIMIT ?3)";
    c.exec(sql, p![now, now.plus(SKEW), MOST_CORRECTED]).await
}

/// A dead job, for the dashboard's list.
#[derive(Debug, Clone)]
pub struct DeadJob {
    /// The job.
    pub id: JobId,
    /// Its kind.
    pub kind: String,
    /// Attempts made.
    pub attempt: i64,
    /// Why it failed for good.
    pub last_error: Option<String>,
    /// When it was enqueued.
    pub created_at: Millis,
    /// When it became dead.
    pub finished_at: Option<Millis>,
}
row!(DeadJob { id, kind, attempt, last_error, created_at, finished_at });

/// Adds the condition on the kinds; none means all of them.
fn of_kinds(sql: Sql, kinds: Option<&[&'static str]>) -> Sql {
    match kinds {
        Some(kinds) => sql.list(" AND kind IN ", kinds.to_vec(), ""),
        None => sql,
    }
}

/// The newest dead jobs of a store, 100 at most; of these kinds, where some are given.
///
/// # Errors
/// Of the database.
pub async fn list_dead(c: Conn<'_>, store: StoreId, kinds: Option<&[&'static str]>) -> Result<Vec<DeadJob>> {
    if kinds.is_some_and(<[_]>::is_empty) {
        return Ok(Vec::new());
    }
    let sql = Sql::new("SELECT id, kind, attempt, last_error, created_at, finished_at FROM jobs WHERE status = 'dead'")
        .arg(" AND store_id = ?", store);
    of_kinds(sql, kinds).raw(" ORDER BY id DESC LIMIT 100").all(c).await
}

/// How many dead jobs a store has, counted up to 101; of these kinds, where some are given.
///
/// # Errors
/// Of the database.
pub async fn count_dead(c: Conn<'_>, store: StoreId, kinds: Option<&[&'static str]>) -> Result<i64> {
    if kinds.is_some_and(<[_]>::is_empty) {
        return Ok(0);
    }
    let sql = Sql::new("SELECT COUNT(*) FROM (SELECT id FROM jobs WHERE status = 'dead'").arg(" AND store_id = ?", store);
    of_kinds(sql, kinds).raw(" LIMIT 101) AS dead").one(c).await
}

/// The kind of a store's dead job; none when there is none of that id.
///
/// # Errors
/// Of the database.
pub async fn find_dead_kind(c: Conn<'_>, store: StoreId, id: JobId) -> Result<Option<String>> {
    c.opt("SELECT kind FROM jobs WHERE store_id = ?1 AND id = ?2 AND status = 'dead'", p![store, id]).await
}

/// Puts a dead job back into the queue; false when there is none of that id in the store.
///
/// # Errors
/// Of the database.
pub async fn retry_dead(c: Conn<'_>, store: StoreId, id: JobId, now: Millis) -> Result<bool> {
    let sql = "UPDATE jobs SET status = 'queued', run_at = ?3, asked_at = ?3, attempt = 0, finished_at = NULL WHERE store_id = ?1 AND id = ?2 AND status = 'dead'";
    Ok(c.exec(sql, p![store, id, now]).await? == 1)
}

/// Deletes a dead job; returns it when the store had one of that id.
///
/// # Errors
/// Of the database.
pub async fn delete_dead(c: Conn<'_>, store: StoreId, id: JobId) -> Result<Option<DeadJob>> {
    let sql = "DELETE FROM jobs WHERE store_id = ?1 AND id = ?2 AND status = 'dead' RETURNING id, kind, attempt, last_error, created_at, finished_at";
    c.opt(sql, p![store, id]).await
}

/// How many dead jobs there are, of every store and of the platform.
///
/// # Errors
/// Of the database.
pub async fn count_all_dead(c: Conn<'_>) -> Result<i64> {
    c.one("SELECT COUNT(*) FROM jobs WHERE status = 'dead'", p![]).await
}

/// Jobs that wait or run; tests fail on leftovers.
///
/// # Errors
/// Of the database.
pub async fn count_pending(c: Conn<'_>) -> Result<i64> {
    c.one("SELECT COUNT(*) FROM jobs WHERE status IN ('queued', 'running')", p![]).await
}
