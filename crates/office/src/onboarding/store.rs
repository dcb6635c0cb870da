//! Every statement on registrations.

use db::{Conn, Json, Result, p, row};
use kernel::{Millis, RegistrationId, StoreId, UserId};

use super::model::{CONTINUE_LIFE, Plan, Status, Step};

/// A registration whose number has just been confirmed.
pub(super) async fn insert(c: Conn<'_>, id: RegistrationId, token_hash: &str, mobile: &str, now: Millis) -> Result<()> {
    let sql = "INSERT INTO registrations (id, token_hash, mobile, status, step, progress, attempts, is_session_given, payload, created_at, updated_at) \
               VALUES (?1, ?2, ?3, 'confirmed', '', 0, 0, FALSE, '{}', ?4, ?4)";
    c.exec(sql, p![id, token_hash, mobile, now]).await?;
    Ok(())
}

/// A registration as its holder may read it.
#[derive(Debug, Clone)]
pub(super) struct Registration {
    pub(super) id: RegistrationId,
    pub(super) mobile: String,
    status: Status,
    pub(super) step: String,
    pub(super) progress: i64,
    pub(super) user: Option<UserId>,
    pub(super) store: Option<StoreId>,
    pub(super) is_session_given: bool,
    pub(super) created_at: Millis,
    pub(super) updated_at: Millis,
}
row!(Registration { id, mobile, status, step, progress, user, store, is_session_given, created_at, updated_at });

impl Registration {
    pub(super) fn status(&self) -> Status {
        self.status
    }
}

macro_rules! registration {
    ($condition:literal) => {
        concat!("SELECT id, mobile, status, step, progress, user_id, store_id, is_session_given, created_at, updated_at FROM registrations WHERE ", $condition)
    };
}

pub(super) async fn find_by_token(c: Conn<'_>, token_hash: &str) -> Result<Option<Registration>> {
    c.opt(registration!("token_hash = ?1"), p![token_hash]).await
}

pub(super) async fn find(c: Conn<'_>, id: RegistrationId, token_hash: &str) -> Result<Option<Registration>> {
    c.opt(registration!("id = ?1 AND token_hash = ?2"), p![id, token_hash]).await
}

/// Whether another registration reserves the label. A reservation expires after a day.
pub(super) async fn is_slug_held(c: Conn<'_>, slug: &str, by_other_than: Option<RegistrationId>, now: Millis) -> Result<bool> {
    let sql =
        "SELECT id FROM registrations WHERE slug = ?1 AND id <> ?2 AND (status IN ('queued', 'running') OR updated_at > ?3)";
    let excluded = by_other_than.map_or(0, RegistrationId::raw);
    Ok(c.opt::<RegistrationId>(sql, p![slug, excluded, now.plus(-CONTINUE_LIFE)]).await?.is_some())
}

/// Releases the label of expired registrations.
pub(super) async fn release_slug(c: Conn<'_>, slug: &str, now: Millis) -> Result<()> {
    let sql = "UPDATE registrations SET slug = NULL WHERE slug = ?1 AND status NOT IN ('queued', 'running') AND updated_at <= ?2";
    c.exec(sql, p![slug, now.plus(-CONTINUE_LIFE)]).await?;
    Ok(())
}

/// Stores the form and reserves the label; false when provisioning has begun.
pub(super) async fn set_form(c: Conn<'_>, id: RegistrationId, plan: &Plan, now: Millis) -> Result<bool> {
    let sql = "UPDATE registrations SET status = 'pending', slug = ?2, payload = ?3, updated_at = ?4 WHERE id = ?1 AND status IN ('confirmed', 'pending')";
    Ok(c.exec(sql, p![id, plan.store_slug, Json(plan.clone()), now]).await? == 1)
}

/// Moves a submitted registration into the queue; true for the one caller that did it.
pub(super) async fn set_queued(c: Conn<'_>, id: RegistrationId, now: Millis) -> Result<bool> {
    let sql = "UPDATE registrations SET status = 'queued', updated_at = ?2 WHERE id = ?1 AND status = 'pending'";
    Ok(c.exec(sql, p![id, now]).await? == 1)
}

/// Counts a run of the provisioning job; `None` when there is nothing left to do.
pub(super) async fn begin(c: Conn<'_>, id: RegistrationId, now: Millis) -> Result<Option<i64>> {
    let sql = "UPDATE registrations SET status = 'running', attempts = attempts + 1, updated_at = ?2 \
               WHERE id = ?1 AND status IN ('queued', 'running') RETURNING attempts";
    c.opt(sql, p![id, now]).await
}

/// The data that the steps need.
#[derive(Debug, Clone)]
pub(super) struct Building {
    pub(super) mobile: String,
    pub(super) user: Option<UserId>,
    pub(super) store: Option<StoreId>,
    pub(super) plan: Json<Plan>,
}
row!(Building { mobile, user, store, plan });

pub(super) async fn get_building(c: Conn<'_>, id: RegistrationId) -> Result<Building> {
    c.one("SELECT mobile, user_id, store_id, payload FROM registrations WHERE id = ?1 AND status = 'running'", p![id]).await
}

/// Claims a step in its own transaction; false when it is done already, by this run or another.
pub(super) async fn claim_step(c: Conn<'_>, id: RegistrationId, step: Step, now: Millis) -> Result<bool> {
    let sql =
        "UPDATE registrations SET step = ?3, progress = ?4, updated_at = ?5 WHERE id = ?1 AND step = ?2 AND status = 'running'";
    Ok(c.exec(sql, p![id, step.before(), step.as_str(), step.progress(), now]).await? == 1)
}

pub(super) async fn set_user(c: Conn<'_>, id: RegistrationId, user: UserId) -> Result<()> {
    c.exec("UPDATE registrations SET user_id = ?2 WHERE id = ?1", p![id, user]).await?;
    Ok(())
}

/// The store has the label from now on; the registration no longer reserves it.
pub(super) async fn set_store(c: Conn<'_>, id: RegistrationId, store: StoreId) -> Result<()> {
    c.exec("UPDATE registrations SET store_id = ?2, slug = NULL WHERE id = ?1", p![id, store]).await?;
    Ok(())
}

/// The store exists; the registration's data is deleted.
pub(super) async fn finish(c: Conn<'_>, id: RegistrationId, now: Millis) -> Result<()> {
    let sql = "UPDATE registrations SET status = 'done', payload = '{}', updated_at = ?2 WHERE id = ?1 AND status = 'running'";
    c.exec(sql, p![id, now]).await?;
    Ok(())
}

/// Provisioning failed; the reason is for the merchant's support.
pub(super) async fn fail(c: Conn<'_>, id: RegistrationId, reason: &str, now: Millis) -> Result<()> {
    let sql = "UPDATE registrations SET status = 'failed', slug = NULL, error = ?2, updated_at = ?3 WHERE id = ?1 AND status = 'running'";
    c.exec(sql, p![id, reason, now]).await?;
    Ok(())
}

/// Claims the one session of a finished registration; true for the one caller who gets it.
pub(super) async fn claim_session(c: Conn<'_>, id: RegistrationId, now: Millis) -> Result<bool> {
    let sql = "UPDATE registrations SET is_session_given = TRUE WHERE id = ?1 AND status = 'done' AND is_session_given = FALSE AND updated_at > ?2";
    Ok(c.exec(sql, p![id, now.plus(-CONTINUE_LIFE)]).await? == 1)
}

/// Deletes registrations that were not finished, and finished ones after a month.
pub(super) async fn delete_old(c: Conn<'_>, now: Millis) -> Result<()> {
    let sql = "DELETE FROM registrations WHERE status IN ('confirmed', 'pending') AND created_at < ?1";
    c.exec(sql, p![now.plus(-2 * CONTINUE_LIFE)]).await?;
    c.exec("DELETE FROM registrations WHERE status = 'done' AND created_at < ?1", p![now.plus(-30 * CONTINUE_LIFE)]).await?;
    Ok(())
}
